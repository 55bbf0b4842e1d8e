/** Where a repository is and what it is reached with, as a request says it: by its address, or as its host calls it. */
import type { Static } from "typebox";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RunningChange } from "../../http/change.ts";
import { invalid, invalidField } from "../../http/errors.ts";
import { createConnection, type ConnectionUser, mayUse, requireConnection } from "./connectionCommands.ts";
import { type BrowsedBy, browseHost } from "./hosts/browse.ts";
import type { Configuration } from "./installationSchema.ts";
import {
  originFor,
  readAddress,
  readDirectory,
  refuseBranch,
  repositoryAddress,
  sealToken,
  usernameFor,
} from "./place.ts";
import { findConnection } from "./queries.ts";

type Provider = Row<"git_connections">["provider"];

/** What was said before. */
interface KnownPlace {
  readonly url: string | undefined;
  readonly repository: string | null;
  readonly branch: string | undefined;
  readonly directory: string;
  readonly connection: string | null;
}

interface AskedPlace {
  readonly organization: string;
  readonly provider: Provider;
  readonly at: Static<typeof Configuration> | undefined;
  readonly directory: string | undefined;
  readonly known: KnownPlace;
  readonly by: ConnectionUser;
}

/** A repository, a branch and a folder. */
export interface WantedPlace {
  readonly url: string;
  readonly repository: string | null;
  readonly branch: string;
  readonly directory: string;
}

/** What is to be kept in step with, as far as it is said. */
export interface WantedConfiguration {
  /** Undefined: nobody has chosen the repository yet. */
  readonly place: WantedPlace | undefined;
  /** A connection that is there; null: none. */
  readonly connection: string | null;
  /** A token of which one is to be made. */
  readonly token: { readonly username: string; readonly secret: string; readonly origin: string } | undefined;
}

const FIELD = "/providerConfiguration";
const CONNECTION = `${FIELD}/connection`;

/** Nothing was said before. */
export const NOWHERE: KnownPlace = {
  url: undefined,
  repository: null,
  branch: undefined,
  directory: "",
  connection: null,
};

/** Reads it, and asks the host where it says no address. @throws 400, and what the host's refusal is */
export async function readConfiguration(deps: Deps, asked: AskedPlace): Promise<WantedConfiguration> {
  const { organization, provider, at = {}, known, by } = asked;
  if (at.connection !== undefined && at.accessToken !== undefined)
    throw invalid("Name a connection or send a token, not both.");
  if (at.branch !== undefined) refuseBranch(at.branch);
  const named = idOf(at);
  const url = at.url === undefined ? undefined : repositoryAddress(deps, at.url);
  const own = at.customInstanceURL ?? undefined;
  const said = url ?? (own && readAddress(deps, own, `${FIELD}/customInstanceURL`).origin);
  const row =
    at.connection === undefined
      ? undefined
      : await requireConnection(
          deps.db.read,
          {
            organization,
            id: at.connection,
            url: said ?? (named ? undefined : known.url),
            field: CONNECTION,
          },
          by,
        );
  const origin = said ? new URL(said).origin : (row?.origin ?? (await knownOrigin(deps, asked)));
  const token = at.accessToken && {
    username: usernameFor(provider, at.username),
    secret: at.accessToken,
    origin: origin ?? missingHost(),
  };
  const place = { url: url ?? known.url, repository: url === undefined ? known.repository : null };
  const found =
    named === undefined
      ? undefined
      : await byId(
          deps,
          { provider, origin: origin ?? missingHost(), by: token || row || (await ownOf(deps, asked)) },
          named,
        );
  const wanted = wholePlace(asked, { ...place, ...found });
  const connection = at.connection ?? (token ? null : known.connection);
  // What somebody else's token reads is chosen by nobody but them.
  if (wanted !== undefined && isElsewhere(wanted, known) && connection !== null)
    await requireConnection(
      deps.db.read,
      { organization, id: connection, url: wanted.url, field: CONNECTION },
      by,
    );
  return { place: wanted, connection, token: token || undefined };
}

/** Whether a place is another one than the one before. */
export const isElsewhere = (
  { url, branch, directory }: WantedPlace,
  before: Pick<KnownPlace, "url" | "branch" | "directory">,
): boolean => url !== before.url || branch !== before.branch || directory !== before.directory;

/** A branch and a folder of a repository; undefined where none is said. @throws 400 */
function wholePlace(
  { at = {}, directory, known }: AskedPlace,
  {
    url,
    repository,
    branch,
  }: { readonly url: string | undefined; readonly repository: string | null; readonly branch?: string },
): WantedPlace | undefined {
  const wanted = at.branch ?? (url === known.url ? known.branch : undefined) ?? branch;
  if (url === undefined) return undefined;
  if (wanted === undefined) throw invalidField(`${FIELD}/branch`, 'is missing: such as "refs/heads/main".');
  return {
    url,
    repository,
    branch: wanted,
    directory: directory === undefined ? known.directory : readDirectory(directory),
  };
}

function idOf({ repositoryId, projectId, url }: Static<typeof Configuration>): string | undefined {
  const [id, other] = [repositoryId, projectId].filter((one) => one !== undefined);
  if (id !== undefined && (other !== undefined || url !== undefined))
    throw invalid("Name the repository once: by its url, or as its host calls it.");
  return id === undefined ? undefined : String(id);
}

function missingHost(): never {
  throw invalidField(`${FIELD}/customInstanceURL`, "is missing: the address of the host.");
}

async function knownOrigin(
  { db }: Deps,
  { organization, provider, known }: AskedPlace,
): Promise<string | undefined> {
  if (known.url !== undefined) return new URL(known.url).origin;
  const row =
    known.connection === null ? undefined : await findConnection(db.read, organization, known.connection);
  return row?.origin ?? originFor(provider);
}

/** What it has been reached with, where whoever asks may use that for another repository. */
async function ownOf({ db }: Deps, { organization, known, by }: AskedPlace): Promise<BrowsedBy["by"]> {
  const row =
    known.connection === null ? undefined : await findConnection(db.read, organization, known.connection);
  if (row !== undefined && !mayUse(row, by))
    throw invalidField(CONNECTION, "has to be one of your own, for choosing another repository.");
  return row;
}

async function byId(deps: Deps, browsed: BrowsedBy, id: string) {
  const { url, defaultBranch } = await (await browseHost(deps, browsed)).repository({ id });
  if (!URL.canParse(url) || new URL(url).origin !== browsed.origin)
    throw invalidField(
      `${FIELD}/repositoryId`,
      "lies on another host, as this one says. Send the address of the repository, as it is cloned.",
    );
  const branch = defaultBranch === undefined ? {} : { branch: `refs/heads/${defaultBranch}` };
  return { url: repositoryAddress(deps, url), repository: id, ...branch };
}

/** The connection that is used from now on: one that is there, or one of the token that was sent. */
export async function connectionFor(
  running: RunningChange,
  deps: Pick<Deps, "secrets">,
  {
    organization,
    provider,
    wanted,
    by,
  }: {
    readonly organization: string;
    readonly provider: Provider;
    readonly wanted: WantedConfiguration;
    readonly by: ConnectionUser;
  },
): Promise<string | null> {
  const { token, connection } = wanted;
  if (token === undefined) return connection;
  const id = running.newId();
  await createConnection(running, {
    organization_id: organization,
    id,
    provider,
    origin: token.origin,
    username: token.username,
    secret: sealToken(deps.secrets, id, token.secret),
    createdBy: by.userId,
  });
  return id;
}
