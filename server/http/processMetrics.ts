/** Figures of this process alone: its memory, its connections, its threads, its mail. */
import type { Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { beliefCounts } from "../memory/beliefCounts.ts";
import { budget, keptBytes } from "../memory/kept.ts";
import { poolLoads } from "../ports/worker-pool.ts";
import { measure } from "./measure.ts";

export function measureProcess(registry: Registry, { db, mail }: Deps): void {
  measureKept(registry);
  measure(
    registry,
    "lectern_database_connections",
    "Connections to the database by what they are for (pool), and who waits for one (state).",
    ["pool", "state"],
    (say) => {
      for (const [pool, load] of Object.entries(db.connections())) {
        for (const [state, count] of Object.entries(load)) say(count, { pool, state });
      }
    },
  );
  measure(
    registry,
    "lectern_database_replica_reads_total",
    "Reads that the replica of LECTERN_DATABASE_READ_URL was to answer, by the server that did: replica, primary. What the replica lacks a part of counts for both.",
    ["by"],
    (say) => Object.entries(db.replicaCounts ?? {}).forEach(([by, count]) => say(count, { by })),
  );
  measure(
    registry,
    "lectern_worker_runs",
    "Runs in threads and processes of their own, by program: working and waiting ones.",
    ["program", "state"],
    (say) =>
      poolLoads().forEach(({ working, waiting }, program) => {
        say(working, { program, state: "working" });
        say(waiting, { program, state: "waiting" });
      }),
  );
  measure(
    registry,
    "lectern_worker_runs_total",
    "Runs that have ended, by program and result: done, failed.",
    ["program", "result"],
    (say) =>
      poolLoads().forEach(({ done, failed }, program) => {
        say(done, { program, result: "done" });
        say(failed, { program, result: "failed" });
      }),
  );
  measure(
    registry,
    "lectern_mail_total",
    "E-mail handed to the mail server, by what it answered: sent, refused.",
    ["result"],
    (say) => Object.entries(mail.counts).forEach(([result, count]) => say(count, { result })),
  );
}

function measureKept(registry: Registry): void {
  measure(
    registry,
    "lectern_kept_bytes",
    "Bytes kept in memory to be given again, by what they are; rough.",
    ["name"],
    (say) => keptBytes().forEach(({ bytes }, name) => say(bytes, { name })),
  );
  measure(registry, "lectern_kept_limit_bytes", "What they may be at most.", ["name"], (say) =>
    keptBytes().forEach(({ most }, name) => say(most, { name })),
  );
  measure(
    registry,
    "lectern_kept_budget_bytes",
    "What all of them may be together: LECTERN_MEMORY.",
    [],
    (say) => {
      if (Number.isFinite(budget.most)) say(budget.most);
    },
  );
  measure(
    registry,
    "lectern_believed_total",
    "What was asked for that is believed for a second at most, by how it was given: believed, shared, confirmed, read.",
    ["name", "result"],
    (say) =>
      beliefCounts().forEach((count, name) =>
        Object.entries(count).forEach(([result, times]) => say(times, { name, result })),
      ),
  );
}
