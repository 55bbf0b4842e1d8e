/** The repository of an installation, with what its host wants to see. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { GitRemote } from "../../../ports/git/remote.ts";
import { credentialsFor } from "../hosts/credentials.ts";
import { findConnection } from "../queries.ts";

/** Milliseconds between two looks at a branch, give or take a fifth. */
export const POLL_MS = 60_000;
/** The same where the host tells of pushes: it is looked for what was not told. */
const TOLD_POLL_MS = 15 * 60_000;
/** The same of one that could not be asked, at most. */
const LONGEST_WAIT_MS = 3_600_000;
/** For how long a host is relied on that has told something. */
const TOLD_MS = 24 * 3_600_000;

/** How long a branch is left alone, in milliseconds. */
export function pollWait(
  { hook_seen_at: seen }: Pick<Row<"git_installations">, "hook_seen_at">,
  now: number,
): number {
  return seen !== null && now - seen < TOLD_MS ? TOLD_POLL_MS : POLL_MS;
}

/** When a branch is asked about next, give or take a fifth. @param times so many times what is usual, an hour at most */
export function nextPoll(
  installation: Pick<Row<"git_installations">, "hook_seen_at">,
  now: number,
  times = 1,
): number {
  const wait = Math.min(pollWait(installation, now) * times, LONGEST_WAIT_MS);
  return now + Math.round(wait * (0.8 + 0.4 * Math.random()));
}

/** @throws GitError where an App makes its credentials, and its host doesn't */
export async function remoteOf(
  deps: Pick<Deps, "db" | "secrets" | "clock" | "fetch">,
  {
    organization_id,
    connection_id,
    remote_url: url,
  }: Pick<Row<"git_installations">, "organization_id" | "connection_id" | "remote_url">,
  signal?: AbortSignal,
): Promise<GitRemote> {
  const connection =
    connection_id === null ? undefined : await findConnection(deps.db.read, organization_id, connection_id);
  return { url, ...(connection && { credentials: await credentialsFor(deps, connection, url, signal) }) };
}
