/** Asks a host whether it takes a connection's token, and what it lets that do. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { GitError } from "../../../ports/git/error.ts";
import { findConnection } from "../queries.ts";
import type { GitJobRun } from "../jobRun.ts";
import { HostRefused } from "./ask.ts";
import { credentialsFor } from "./credentials.ts";
import { type HostPlace, reach } from "./reach.ts";

/** A connection that is to be tried. */
export interface CheckedConnection {
  readonly connection: string;
  /** Of a repository on its host. */
  readonly url: string;
}

type Verdict = Pick<Row<"git_connections">, "status" | "pushes" | "hooks" | "problem">;

/**
 * Reads the repository's branches with it, and asks whether a push would be taken and which webhooks there are: nothing is
 * written there.
 */
export async function checkConnection(
  deps: Deps,
  run: GitJobRun,
  { connection: id, url }: CheckedConnection,
): Promise<void> {
  const organization = run.job.organization_id ?? "";
  const connection = await findConnection(deps.db.read, organization, id);
  if (connection === undefined) return;
  const verdict = await run.away(() => verdictOf(deps, connection, url, run.signal));
  // An App hears by a webhook of its own; what can't be read hears of nothing.
  const isAsked = connection.app_id === null && verdict.pushes !== null;
  const place = { provider: connection.provider, url, connection: id };
  const hooks = isAsked ? await verdictOnHooks(deps, run, place) : null;
  await run.write((tx) =>
    tx
      .updateTable("git_connections")
      .set({ ...verdict, hooks, checked_at: deps.clock.now() })
      .where("organization_id", "=", organization)
      .where("id", "=", id)
      // Of a token that was replaced meanwhile nothing is known.
      .where("secret", "=", connection.secret)
      .execute(),
  );
}

async function verdictOf(
  deps: Deps,
  connection: Row<"git_connections">,
  url: string,
  signal: AbortSignal,
): Promise<Omit<Verdict, "hooks">> {
  try {
    const remote = { url, credentials: await credentialsFor(deps, connection, url, signal) };
    await deps.git.refs(remote, [], signal);
    return await verdictOnPushes(deps, remote, signal);
  } catch (error) {
    if (signal.aborted || !(error instanceof GitError)) throw error;
    const status = error.kind === "unauthenticated" ? ("unauthenticated" as const) : connection.status;
    return { status, pushes: null, problem: error.message };
  }
}

async function verdictOnPushes(
  { git }: Deps,
  remote: Parameters<Deps["git"]["askToPush"]>[0],
  signal: AbortSignal,
): Promise<Omit<Verdict, "hooks">> {
  try {
    await git.askToPush(remote, signal);
    return { status: "active", pushes: "yes", problem: null };
  } catch (error) {
    const isNo = error instanceof GitError && (error.kind === "refused" || error.kind === "unauthenticated");
    if (!isNo) throw error;
    // Whoever may read is known there.
    return { status: "active", pushes: "no", problem: error.message };
  }
}

/** Null where nobody can say: the host has no API, or doesn't answer. */
async function verdictOnHooks(deps: Deps, run: GitJobRun, place: HostPlace): Promise<Verdict["hooks"]> {
  const reached = await reach(deps, run, place);
  if (reached === undefined) return null;
  try {
    await reached.ask(reached.api.hooks);
    return "yes";
  } catch (error) {
    if (run.signal.aborted || !(error instanceof HostRefused)) throw error;
    return error.kind === "refused" || error.kind === "missing" ? "no" : null;
  }
}
