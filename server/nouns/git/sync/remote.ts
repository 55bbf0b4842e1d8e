/** The repository of an installation, with what its host wants to see. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import type { GitRemote } from "../../../ports/git/remote.ts";
import { openCredentials } from "../place.ts";
import { findConnection } from "../queries.ts";

/** Milliseconds between two looks at a branch, give or take a fifth. */
export const POLL_MS = 60_000;

export async function remoteOf(
  { db, secrets }: Pick<Deps, "db" | "secrets">,
  { organization_id, connection_id, remote_url: url }: Row<"git_installations">,
): Promise<GitRemote> {
  const connection =
    connection_id === null ? undefined : await findConnection(db.read, organization_id, connection_id);
  return { url, ...(connection && { credentials: openCredentials(secrets, connection) }) };
}
