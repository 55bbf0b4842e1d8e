/** Reaching the API of a host for a repository. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { GitError } from "../../../ports/git/error.ts";
import type { GitJobRun } from "../jobRun.ts";
import { repositoryName } from "../place.ts";
import { findConnection } from "../queries.ts";
import { askHost, HostRefused } from "./ask.ts";
import { type HostCredentials, credentialsFor } from "./credentials.ts";
import type { ReachedHost } from "./host.ts";
import { hostWithApi } from "./hosts.ts";

/** A repository of a host, and what it is reached by. */
export interface HostPlace {
  readonly provider: Row<"git_installations">["provider"];
  readonly url: string;
  readonly connection: string | null;
}

/** Undefined for a host without an API, and where there is no token for it. */
export async function reach(
  deps: Deps,
  run: GitJobRun,
  { provider, url, connection: id }: HostPlace,
): Promise<ReachedHost | undefined> {
  const host = hostWithApi(provider);
  const base = host?.base(new URL(url).origin);
  const organization = run.job.organization_id ?? "";
  const connection = id === null ? undefined : await findConnection(deps.db.read, organization, id);
  if (host === undefined || base === undefined || connection === undefined) return undefined;
  // An App's token is made once for all that is asked.
  let made: Promise<HostCredentials> | undefined;
  const credentials = (): Promise<HostCredentials> =>
    (made ??= credentialsFor(deps, connection, url, run.signal));
  return {
    api: host.api(repositoryName(url)),
    ask: (request) =>
      run.away(async () => {
        const authorization = host.authorization(await credentials().catch(refusedToken));
        return askHost(deps, { host, base, authorization }, request, run.signal);
      }),
  };
}

/** An App that gets no token is refused what it asks. */
function refusedToken(error: unknown): never {
  if (!(error instanceof GitError)) throw error;
  throw new HostRefused(error.kind === "unauthenticated" ? "refused" : "failed", error.message);
}
