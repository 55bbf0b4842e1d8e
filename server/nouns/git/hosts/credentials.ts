/** What a host wants to see: the token of a connection, or one that its App makes for the moment. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { GitError } from "../../../ports/git/error.ts";
import { openCredentials, repositoryName } from "../place.ts";
import { findApp } from "../queries.ts";
import { HostRefused } from "./ask.ts";
import { mintToken } from "./githubApp.ts";

export interface HostCredentials {
  readonly username: string;
  readonly secret: string;
}

/** @param url of the repository: a token of an App is for that alone; undefined: for reading all. @throws GitError */
export async function credentialsFor(
  deps: Pick<Deps, "db" | "secrets" | "clock" | "fetch">,
  connection: Row<"git_connections">,
  url: string | undefined,
  signal?: AbortSignal,
): Promise<HostCredentials> {
  const { app_id: id, app_installation: installation, organization_id } = connection;
  if (id === null || installation === null) return openCredentials(deps.secrets, connection);
  const app = await findApp(deps.db.read, { organization_id, id });
  if (app === undefined) throw new GitError("unauthenticated", "The GitHub App of this connection is gone.");
  try {
    const secret = await mintToken(deps, app, installation, url && repositoryName(url), signal);
    return { username: connection.username, secret };
  } catch (error) {
    if (!(error instanceof HostRefused)) throw error;
    const isLasting = error.kind === "refused" || error.kind === "missing";
    throw new GitError(isLasting ? "unauthenticated" : "unreachable", error.message);
  }
}
