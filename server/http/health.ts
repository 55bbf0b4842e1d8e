import type { FastifyInstance } from "fastify";
import { outage } from "../db/database.ts";
import { isMigrated } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { Underway } from "../memory/underway.ts";
import { mountMetrics } from "./metrics.ts";
import { newServer } from "./server.ts";

/** A server of these alone, for a process that has no API. */
export function buildHealth(deps: Deps): FastifyInstance {
  const app = newServer({ log: deps.log, newId: deps.newId, trustedProxies: [] });
  mountHealth(app, deps);
  return app;
}

/**
 * `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus). A server that is
 * leaving is not ready; while it stops all three are refused with 503 like everything else.
 */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  const checks = answeredTogether(
    () => failingChecks(deps),
    () => deps.clock.now(),
  );
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const failing = app.stage.is === "serving" ? await checks() : { server: "is stopping" };
    const ready = Object.keys(failing).length === 0;
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable", failing });
  });
  mountMetrics(app, deps);
}

/** For how long an answer is given again, in milliseconds: each look writes a file, or asks a store that may be paid for. */
const SAID_AGAIN_MS = 1000;

/** Looks once for all who ask at the same time or within a second. */
function answeredTogether<T>(look: () => Promise<T>, now: () => number): () => Promise<T> {
  const underway = new Underway<T>();
  let last: { readonly answer: T; readonly at: number } | undefined;
  return async () => {
    // The clock of a machine may be put back.
    if (last !== undefined && Math.abs(now() - last.at) < SAID_AGAIN_MS) return last.answer;
    return underway.make("", async () => {
      const answer = await look();
      last = { answer, at: now() };
      return answer;
    });
  };
}

/** Looks at whether the database or the store of files has answered, and milliseconds between two: who asks waits for a second at most. */
const LOOKS = 3;
const LOOK_MS = 250;

async function failingChecks(deps: Deps): Promise<Record<string, string>> {
  const failing: Record<string, string> = {};
  const lookEvery = deps.db.lookEvery ?? LOOK_MS;
  const failed = (check: string, error: unknown, shown: string): void => {
    deps.log.error({ err: error, check }, "not ready");
    failing[check] = shown;
  };
  const database = async (): Promise<void> => {
    try {
      // A newer process may migrate a database that it shares with this one.
      const isReady = await soon(isMigrated(deps.db.read), lookEvery);
      if (!isReady) failed("migrations", undefined, "are not those of this version");
    } catch (error) {
      failed("database", error, "does not answer");
    }
  };
  const blobs = () =>
    soon(deps.blobs.check(), lookEvery).catch((error: unknown) =>
      failed("blobs", error, outage(error) === "full" ? "the disk is full" : "does not answer"),
    );
  await Promise.all([database(), blobs()]);
  return failing;
}

/** What `check` gives, if it does so soon: a stall of our own counts as one look, since its answer may have come. */
function soon<T>(check: Promise<T>, lookEvery: number): Promise<T> {
  return new Promise((resolve, reject) => {
    let looks = 0;
    const timer = setInterval(() => {
      if (++looks < LOOKS) return;
      clearInterval(timer);
      reject(new Error("There was no answer in time."));
    }, lookEvery);
    check.finally(() => clearInterval(timer)).then(resolve, reject);
  });
}
