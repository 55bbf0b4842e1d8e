/** The branches of a host's repository, asked without git: what a poll costs is two requests. */
import { openPace } from "../../turns/pace.ts";
import type { OutboundFetch } from "../fetch.ts";
import { GitError, plainWords } from "./error.ts";
import type { GitLimits } from "./limits.ts";
import { askRefs, askService, type GitRemote, remoteError } from "./remote.ts";

export type ObjectFormat = "sha1" | "sha256";

/** What a repository says of itself. */
export interface RemoteRefs {
  readonly format: ObjectFormat;
  /** Ids by full names, those that were asked for. */
  readonly ids: ReadonlyMap<string, string>;
  /** The branch that is checked out where nothing else is said; undefined where the host doesn't tell. */
  readonly head: string | undefined;
  /** Where the repository is now, by the host's own redirects, and where it is for good. */
  readonly url: string;
  readonly lasting: string;
  /** How long the list was that the host gave: one that knows no protocol 2 gives everything. */
  readonly bytes: number;
}

interface RefsRequest {
  readonly fetch: OutboundFetch;
  readonly remote: GitRemote;
  /** Full names, or folders of such: `refs/heads/`. */
  readonly prefixes: readonly string[];
  readonly limits: Pick<GitLimits, "refsBytes" | "firstByte" | "run">;
  readonly signal?: AbortSignal;
  /** What its ids are made by, where that is known: then it is asked at once, and what it offers only where that fails. */
  readonly format?: ObjectFormat | undefined;
}

const SERVICE = "git-upload-pack";
const FLUSH = "0000";
const DELIMITER = "0001";

/** Asks for branches and what they point at. @throws GitError */
export async function readRefs(asked: RefsRequest): Promise<RemoteRefs> {
  return (await readAtOnce(asked)) ?? readOffered(asked);
}

/**
 * Asks for branches without asking first what the host offers: most have protocol 2, and what is known is still so.
 * @returns undefined where it doesn't give all of them that way
 */
async function readAtOnce({ format, ...asked }: RefsRequest): Promise<RemoteRefs | undefined> {
  if (format === undefined) return undefined;
  const { url } = asked.remote;
  try {
    const { head, ids, bytes } = await listRefs(asked, url, format);
    const isWhole = asked.prefixes.every((name) => ids.has(name));
    return isWhole ? { format, head, ids, url, lasting: url, bytes } : undefined;
  } catch (error) {
    // Another question would be answered the same: of two sign-ins that fail some hosts close the account.
    const isSettled =
      error instanceof GitError && ["timeout", "unauthenticated", "unreachable"].includes(error.kind);
    if (isSettled || asked.signal?.aborted === true) throw error;
    return undefined;
  }
}

async function readOffered(asked: RefsRequest): Promise<RemoteRefs> {
  const { fetch, remote, limits, signal, prefixes } = asked;
  const request = {
    service: SERVICE,
    limits,
    maxBytes: limits.refsBytes,
    timeout: limits.run,
    signal,
    isRepeated: true,
  } as const;
  const offered = await askRefs(fetch, remote, { ...request, headers: HEADERS });
  const { url, lasting } = offered;
  const offer = await new RefList(prefixes).read(offered.body);
  const format = formatOf(offer);
  // What hosts that don't know protocol 2 say unasked: everything.
  if (!offer.isOfVersion2)
    return { format, head: offer.head, ids: offer.ids, url, lasting, bytes: offer.bytes };
  const { head, ids, bytes } = await listRefs(asked, url, format);
  return { format, head, ids, url, lasting, bytes };
}

/** Asks for branches by protocol 2. Credentials are for the origin of the repository alone. */
async function listRefs(
  { fetch, remote, limits, signal, prefixes }: RefsRequest,
  url: string,
  format: ObjectFormat,
): Promise<RefList> {
  const isSame = new URL(url).origin === new URL(remote.url).origin;
  const { body } = await askService(
    fetch,
    { ...(isSame && remote), url },
    {
      service: SERVICE,
      limits,
      maxBytes: limits.refsBytes,
      timeout: limits.run,
      signal,
      isRepeated: true,
      headers: { ...HEADERS, "content-type": `application/x-${SERVICE}-request` },
      body: askedFor(format, prefixes),
    },
  );
  return new RefList(prefixes, format).read(body);
}

const HEADERS = { "git-protocol": "version=2", "user-agent": "git/2.39 (Lectern)" };

/** The request of protocol 2. HEAD is asked along: it tells which branch is the repository's own. */
function askedFor(format: ObjectFormat, prefixes: readonly string[]): string {
  const named = ["HEAD", ...prefixes].map((prefix) => packet(`ref-prefix ${prefix}\n`));
  return [
    packet("command=ls-refs\n"),
    packet(`object-format=${format}\n`),
    DELIMITER,
    packet("symrefs\n"),
    ...named,
    FLUSH,
  ].join("");
}

function packet(text: string): string {
  return (Buffer.byteLength(text) + 4).toString(16).padStart(4, "0") + text;
}

function formatOf({ format }: Pick<RefList, "format">): ObjectFormat {
  if (format === "sha1" || format === "sha256") return format;
  throw new GitError("protocol", `The repository is of a format that is not known here (${format}).`);
}

/** What a host says of a repository, in either protocol, heard line by line. */
class RefList {
  readonly #prefixes: readonly string[];
  isOfVersion2 = false;
  format: string;
  head: string | undefined;
  bytes = 0;
  readonly ids = new Map<string, string>();

  constructor(prefixes: readonly string[], format = "sha1") {
    this.#prefixes = prefixes;
    this.format = format;
  }

  /** @throws GitError */
  async read(body: AsyncIterable<Uint8Array>): Promise<this> {
    for await (const lines of readLines(this.#counted(body))) for (const line of lines) this.#hear(line);
    return this;
  }

  async *#counted(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
    for await (const chunk of body) {
      this.bytes += chunk.byteLength;
      yield chunk;
    }
  }

  #hear(line: string): void {
    // Beside the first ref, and by themselves in protocol 2, stand capabilities.
    const [ref = "", said = ref] = line.split("\0", 2);
    if (ref === "version 2") this.isOfVersion2 = true;
    this.format = /(?:^| )object-format=(\S+)/.exec(said)?.[1] ?? this.format;
    this.head ??=
      /(?:^| )symref=HEAD:(\S+)/.exec(said)?.[1] ?? /^\S+ HEAD symref-target:(\S+)/.exec(ref)?.[1];
    const [, id = "", name = ""] = /^([0-9a-f]+) (refs\/\S+)/.exec(ref) ?? [];
    if (id.length !== (this.format === "sha256" ? 64 : 40)) return;
    // A host may offer millions that only begin alike.
    const isAsked = (asked: string): boolean =>
      asked.endsWith("/") ? name.startsWith(asked) : name === asked;
    if (this.#prefixes.some(isAsked)) this.ids.set(name, id);
  }
}

/**
 * The packets of an answer as lines, without their ends, as they come: a host may have millions, and others have their
 * turn between them.
 * @throws GitError
 */
async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string[]> {
  const pause = openPace();
  let rest: Buffer = Buffer.alloc(0);
  let isFirst = true;
  for await (const chunk of chunksOf(body)) {
    const bytes = Buffer.concat([rest, chunk]);
    const lines: string[] = [];
    let at = 0;
    for (let end = packetEnd(bytes, at); end <= bytes.length; end = packetEnd(bytes, at)) {
      if (end > at + 4) lines.push(bytes.toString("utf8", at + 4, end).replace(/\n$/, ""));
      at = end;
    }
    const [first = ""] = lines;
    if (isFirst && first.startsWith("ERR ")) throw refused(plainWords(first.slice(4, 500)));
    isFirst &&= lines.length === 0;
    yield lines;
    rest = bytes.subarray(at);
    await pause();
  }
  if (rest.length > 0) throw damaged();
}

/** Where the packet at `at` ends; Infinity while its length is not there. @throws GitError */
function packetEnd(bytes: Buffer, at: number): number {
  if (at + 4 > bytes.length) return Infinity;
  const length = Number.parseInt(bytes.toString("latin1", at, at + 4), 16);
  if (!(length >= 0)) throw damaged();
  return at + Math.max(4, length);
}

/** What hosts say of a repository that they keep from us. */
const KEPT_FROM_US =
  /not (?:be )?found|not exported|no such|does(?: not|n't) exist|denied|forbidden|permission|not (?:allowed|authori[sz]ed)|disabled/i;

/** Nothing was pushed, so it is no refusal of that: the repository isn't for us, or the host can't give it at the moment. */
function refused(words: string): GitError {
  const kind = KEPT_FROM_US.test(words) ? "not-found" : "unreachable";
  return new GitError(kind, `The host says: ${words}`, undefined, { isApart: true });
}

const damaged = (): GitError => new GitError("protocol", "The host's list of branches is damaged.");

async function* chunksOf(body: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* body;
  } catch (error) {
    throw remoteError(error);
  }
}
