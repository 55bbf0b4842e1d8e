/** What a host has to choose from, asked while somebody waits for it: within a time, and so many parts of its lists. */
import type { Row } from "../../../db/schema.ts";
import type { Deps } from "../../../deps.ts";
import { conflict, type HttpError, invalidField, notFound, unavailable } from "../../../http/errors.ts";
import { GitError } from "../../../ports/git/error.ts";
import { askHost, HostRefused } from "./ask.ts";
import { credentialsFor, type HostCredentials } from "./credentials.ts";
import type { AskedPart, AskedPlace, HostBrowser, HostFile, HostRepository, HostRequest } from "./host.ts";
import { hostWithApi } from "./hosts.ts";

type Provider = Row<"git_connections">["provider"];

/** How long somebody waits for a host at most, whatever that is asked. */
const PATIENCE_MS = 15_000;
/** Parts of a list that are looked through. */
const MOST_PARTS = 10;

/** What a host is reached with. */
export interface BrowsedBy {
  readonly provider: Provider;
  readonly origin: string;
  /** A connection, or a token that is none yet; undefined: as anybody. */
  readonly by: Row<"git_connections"> | HostCredentials | undefined;
}

/** Some of a list. */
export interface SomeOf<Item> {
  readonly items: readonly Item[];
  /** Whether there are others. */
  readonly more: boolean;
}

/** A host, as somebody looks through it. */
export interface BrowsedHost {
  repositories(search: string, most: number): Promise<SomeOf<HostRepository>>;
  /** By its id or its `owner/name`. @throws 404, and 400 where the host has no such ids */
  repository(named: { readonly id: string } | { readonly name: string }): Promise<HostRepository>;
  branches(name: string, search: string, most: number): Promise<SomeOf<string>>;
  file(place: AskedPlace): Promise<HostFile>;
  folders(place: AskedPlace): Promise<readonly string[]>;
}

type BrowseDeps = Pick<Deps, "db" | "secrets" | "clock" | "fetch">;

/** @throws 409 for a host without an API; what it refuses is told as 409, 404 or 503 */
export async function browseHost(
  deps: BrowseDeps,
  { provider, origin, by }: BrowsedBy,
): Promise<BrowsedHost> {
  const host = hostWithApi(provider);
  const base = host?.base(origin);
  if (host === undefined || base === undefined)
    throw conflict(
      "git-no-list",
      "This host tells nobody which repositories it has. Send the address of the repository, as it is cloned.",
    );
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const credentials = await credentialsOf(deps, by, signal).catch(asAnswer);
  const authorization = credentials && host.authorization(credentials);
  const ask = (request: HostRequest): Promise<unknown> =>
    askHost(deps, { host, base, authorization }, request, signal).catch(asAnswer);
  const isApp = by !== undefined && "app_id" in by && by.app_id !== null;
  return lookedThrough(host.browser, ask, { isApp, isBitbucket: provider === "bitbucket" });
}

async function credentialsOf(
  deps: BrowseDeps,
  by: BrowsedBy["by"],
  signal: AbortSignal,
): Promise<HostCredentials | undefined> {
  return by !== undefined && "id" in by ? credentialsFor(deps, by, undefined, signal) : by;
}

function lookedThrough(
  browser: HostBrowser,
  ask: (request: HostRequest) => Promise<unknown>,
  { isApp, isBitbucket }: { readonly isApp: boolean; readonly isBitbucket: boolean },
): BrowsedHost {
  const parts = { partSize: browser.partSize, ask };
  return {
    async repositories(search, most) {
      if (isBitbucket && !/^[^/]+\/?/.test(search))
        throw invalidField("/search", "has to begin with the workspace on Bitbucket, like `acme/docs`.");
      const request = (asked: AskedPart) => browser.repositories({ ...asked, isApp });
      return walk(
        { ...parts, request, read: browser.readRepositories, nameOf: ({ name }) => name },
        search,
        most,
      );
    },
    async repository(named) {
      const request = browser.repository(named);
      if (request === undefined)
        throw invalidField(
          "/providerConfiguration/repositoryId",
          "is nothing that this host has; send its `url`.",
        );
      const found = browser.readRepository(await ask(request));
      if (found === undefined) throw notFound("The repository");
      return found;
    },
    branches: (name, search, most) =>
      walk(
        {
          ...parts,
          request: (asked) => browser.branches(name, asked),
          read: browser.readBranches,
          nameOf: (branch) => branch,
        },
        search,
        most,
      ),
    async file(place) {
      const found = browser.readFile(await ask(browser.file(place)));
      if (found === undefined) throw notFound("The file");
      return found;
    },
    folders: async (place) => browser.readFolders(await ask(browser.folder(place))),
  };
}

interface HostList<Item> {
  readonly partSize: number;
  readonly ask: (request: HostRequest) => Promise<unknown>;
  readonly request: (asked: AskedPart) => HostRequest;
  readonly read: (answer: unknown) => readonly Item[];
  readonly nameOf: (item: Item) => string;
}

/** Reads part after part until there are enough that a text finds: not every host looks for texts itself. */
async function walk<Item>(
  { partSize, ask, request, read, nameOf }: HostList<Item>,
  search: string,
  most: number,
): Promise<SomeOf<Item>> {
  const text = search.toLowerCase();
  const items: Item[] = [];
  for (let part = 1; part <= MOST_PARTS; part++) {
    const list = read(await ask(request({ search, part })));
    items.push(...list.filter((item) => nameOf(item).toLowerCase().includes(text)));
    if (items.length > most) return { items: items.slice(0, most), more: true };
    if (list.length < partSize) return { items, more: false };
  }
  return { items, more: true };
}

/** What a host's refusal is for who asked us. */
function asAnswer(error: unknown): never {
  if (error instanceof HostRefused) throw answerFor(error.kind, error.message, error.after);
  if (error instanceof GitError)
    throw answerFor(error.kind === "unauthenticated" ? "refused" : "failed", error.message, undefined);
  throw error;
}

/** What hosts say ends as they like. */
const sentence = (text: string): string => (/[.!?]$/.test(text) ? text : `${text}.`);

function answerFor(kind: HostRefused["kind"], message: string, after: number | undefined): HttpError {
  if (kind === "refused")
    return conflict(
      "git-refused",
      `${sentence(message)} Send another token, or let this one read the repositories.`,
    );
  if (kind === "missing") return notFound("What the host was asked for");
  return unavailable(`${sentence(message)} Try again in a moment.`, after === undefined ? 5 : 60);
}
