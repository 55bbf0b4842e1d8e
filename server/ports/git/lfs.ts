/** Git LFS: files whose bytes a host keeps beside its repository, by the published batch API and its basic transfer. */
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import { BlobTooLarge } from "../blobs.ts";
import { OutboundError, type OutboundFetch } from "../fetch.ts";
import { isFull } from "../reserve.ts";
import { GitError } from "./error.ts";
import type { StoredBytes } from "./commit.ts";
import {
  type LargeAction,
  type LargeOffer,
  LargeRefusal,
  namedHeaders,
  readOffers,
  saying,
} from "./largeOffers.ts";
import { GIT_LIMITS } from "./limits.ts";
import { type GitRemote, remoteError } from "./remote.ts";

/** A file that a repository has a pointer to. */
export interface LargeFile {
  /** The SHA-256 of its bytes. */
  readonly id: string;
  /** Bytes. */
  readonly size: number;
}

const VERSION = "version https://git-lfs.github.com/spec/v1\n";
/** Pointers are shorter, by their specification. */
export const LONGEST_POINTER = 1024;
const TYPE = "application/vnd.git-lfs+json";
/** Files that are asked about together; hosts take no more. */
const MOST_ASKED = 100;
/** Up to here a file is sent whole, so that a redirect can be followed. */
const SENT_WHOLE = 1024 * 1024;

/** The file that stands in a repository for another one. */
export const pointerTo = ({ id, size }: LargeFile): string => `${VERSION}oid sha256:${id}\nsize ${size}\n`;

/** Whether bytes stand for others: they are no text of anybody. */
export function isPointer(bytes: Uint8Array): boolean {
  return bytes.byteLength <= LONGEST_POINTER && Buffer.from(bytes).toString("latin1").startsWith(VERSION);
}

/** What bytes stand for; undefined for what is no pointer, or none that is known. */
export function readPointer(bytes: Uint8Array): LargeFile | undefined {
  if (!isPointer(bytes)) return undefined;
  const text = Buffer.from(bytes).toString("latin1");
  const id = /^oid sha256:([0-9a-f]{64})$/m.exec(text)?.[1];
  const size = Number(/^size (\d{1,15})$/m.exec(text)?.[1] ?? NaN);
  return id === undefined || Number.isNaN(size) ? undefined : { id, size };
}

interface LargeRequest {
  readonly fetch: OutboundFetch;
  readonly remote: GitRemote;
  /** Milliseconds for all files together; by default as much as a run of git may take. */
  readonly time?: number;
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of what a host says about some files: it is parsed at once. */
const LARGEST_ANSWER = 1024 * 1024;

/** Why a file could not be had. */
export interface MissingLarge {
  readonly why: string;
  /** Whether the host may be asked for it again. */
  readonly isLate: boolean;
}

/**
 * Brings files from a host, one after the other. One that fails by itself keeps no other out.
 * @param take takes the bytes of one, and gives the SHA-256 of what it took
 * @returns why some could not be had, by their ids
 * @throws GitError where the host may be asked again for all that hasn't come, and what `take` throws
 */
export async function bringLarge(
  request: LargeRequest,
  files: readonly LargeFile[],
  take: (file: LargeFile, bytes: Readable) => Promise<string>,
): Promise<ReadonlyMap<string, MissingLarge>> {
  const bring: Work<LargeFile> = async (act, file, { actions = {} }) => {
    if (actions.download === undefined) throw new LargeRefusal("The host has no such file.");
    const bytes = await act(actions.download, { method: "GET", maxBytes: file.size });
    if ((await take(file, bytes).catch(otherBytes)) !== file.id) throw otherBytes();
  };
  const failed = await forEach(request, "download", files, bring, { goesOn: true });
  return new Map(
    [...failed].map(([id, error]) => [id, { why: error.message, isLate: error instanceof GitError }]),
  );
}

/** More than was said are others. */
function otherBytes(error?: unknown): never {
  const isMore = error instanceof BlobTooLarge || isTooLarge(error);
  throw isMore || error === undefined ? new LargeRefusal("The host sent other bytes.") : error;
}

const isTooLarge = (error: unknown): boolean => error instanceof OutboundError && error.code === "TOO_LARGE";

/**
 * Sends files to a host, those that it doesn't have.
 * @returns why some are not taken, by their ids
 * @throws GitError where the host may be asked again, and what reading a file throws
 */
export async function sendLarge(
  request: LargeRequest,
  files: readonly (LargeFile & StoredBytes)[],
): Promise<ReadonlyMap<string, string>> {
  const send: Work<(typeof files)[number]> = async (act, file, { actions = {} }) => {
    const { upload, verify } = actions;
    // It has it already.
    if (upload === undefined) return;
    const { size } = file;
    const whole = size <= SENT_WHOLE ? Buffer.concat(await Readable.from(file.open()).toArray()) : undefined;
    const own = new OwnBytes(file);
    const headers = { "content-type": "application/octet-stream" };
    const body = whole === undefined ? { body: own.stream, bodyBytes: size } : { body: whole };
    (await act(upload, { method: "PUT", headers, ...body }).catch(own.blame)).destroy();
    if (verify === undefined) return;
    const said = JSON.stringify({ oid: file.id, size });
    const typed = { "content-type": TYPE, accept: TYPE };
    (await act(verify, { method: "POST", headers: typed, body: said })).destroy();
  };
  const refused = await forEach(request, "upload", files, send, { goesOn: false });
  return new Map([...refused].map(([id, { message }]) => [id, message]));
}

/** Bytes of ours on their way: that they can't be read is no fault of the host. */
class OwnBytes {
  readonly stream: Readable;
  #failure: unknown;

  constructor({ open }: StoredBytes) {
    this.stream = Readable.from(this.#read(open), { objectMode: false });
  }

  async *#read(open: StoredBytes["open"]): AsyncGenerator<Uint8Array> {
    try {
      yield* open();
    } catch (error) {
      this.#failure = error;
      throw error;
    }
  }

  readonly blame = (error: unknown): never => {
    throw this.#failure ?? error;
  };
}

/** Does what a host wants done. */
type Act = (action: LargeAction, asked: Parameters<OutboundFetch["stream"]>[1]) => Promise<Readable>;
type Work<File> = (act: Act, file: File, offer: LargeOffer) => Promise<void>;

/** Files in a row that fail where it is the host that does. */
const FAILS_IN_A_ROW = 2;
/** Milliseconds in which nothing more can be asked. */
const NO_TIME = 10;

/**
 * Asks what is to be done with each file, and does it.
 * @param goesOn with the others where one fails by itself
 */
async function forEach<File extends LargeFile>(
  request: LargeRequest,
  operation: "download" | "upload",
  files: readonly File[],
  work: Work<File>,
  { goesOn }: { readonly goesOn: boolean },
): Promise<ReadonlyMap<string, LargeRefusal | GitError>> {
  const refused = new Map<string, LargeRefusal | GitError>();
  const byId = new Map(files.map((file) => [file.id, file]));
  const all = [...byId.values()];
  // A host that is slow on purpose holds no place for days.
  const until = performance.now() + (request.time ?? GIT_LIMITS.run);
  const act = actorFor(request, until);
  let failures = 0;
  const passing = (error: unknown): GitError => {
    const isOver = until - performance.now() < NO_TIME || request.signal?.aborted === true;
    const isOfHost = error instanceof GitError && error.kind !== "no-room";
    failures += 1;
    if (isOver && isOfHost) throw new GitError(error.kind, error.message, error, { isApart: true });
    if (!goesOn || !isOfHost || failures === FAILS_IN_A_ROW) throw error;
    return error;
  };
  for (let start = 0; start < all.length; start += MOST_ASKED) {
    const asked = all.slice(start, start + MOST_ASKED);
    const offers = await offersFor(act, request, operation, asked).catch(refusal);
    for (const file of asked) {
      const offer = offers instanceof LargeRefusal ? offers : offers.get(file.id);
      const why = offer instanceof LargeRefusal ? offer : await settle(act, file, offer, work).catch(passing);
      if (!(why instanceof GitError)) failures = 0;
      if (why !== undefined) refused.set(file.id, why);
    }
  }
  return refused;
}

async function settle<File extends LargeFile>(
  act: Act,
  file: File,
  offer: LargeOffer | undefined,
  work: Work<File>,
): Promise<LargeRefusal | undefined> {
  if (offer === undefined) return new LargeRefusal("The host said nothing about it.");
  if (offer.error !== undefined) return new LargeRefusal(`The host says: ${saying(offer.error.message)}`);
  return work(act, file, offer).then(() => undefined, refusal);
}

/** What is the host's to answer for is said of it; what is ours is thrown as it is. */
function refusal(error: unknown): LargeRefusal {
  if (error instanceof LargeRefusal) return error;
  if (isFull(error)) throw new GitError("no-room", "This machine's disk is nearly full.", error);
  throw error instanceof OutboundError ? remoteError(error) : error;
}

async function offersFor(
  act: Act,
  { remote }: LargeRequest,
  operation: "download" | "upload",
  files: readonly LargeFile[],
): Promise<ReadonlyMap<string, LargeOffer | LargeRefusal>> {
  const href = `${remote.url.replace(/(?<!\/)\/+$|\.git\/*$/g, "")}.git/info/lfs/objects/batch`;
  const objects = files.map(({ id, size }) => ({ oid: id, size }));
  const body = JSON.stringify({ operation, transfers: ["basic"], objects, hash_algo: "sha256" });
  const headers = { "content-type": TYPE, accept: TYPE };
  const answer = await act({ href }, { method: "POST", headers, body, maxBytes: LARGEST_ANSWER });
  return readOffers(
    await json(answer).catch((error: unknown) => {
      const isNone = error instanceof SyntaxError || isTooLarge(error);
      throw isNone ? new LargeRefusal("The host keeps no files by Git LFS.") : error;
    }),
  );
}

/** Our credentials are for the host's own origin, where it names no others. Where it leads to is asked like any address. */
function actorFor({ fetch, remote, signal }: LargeRequest, until: number): Act {
  const { username, secret } = remote.credentials ?? {};
  const basic = `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
  return async ({ href, header = {} }, asked) => {
    const left = until - performance.now();
    if (left <= 0) throw new GitError("timeout", "The host took too long for all files together.");
    if (!fetch.permits(href)) throw new LargeRefusal("The host leads to an address that may not be asked.");
    const isOwn = new URL(href).origin === new URL(remote.url).origin;
    const named = namedHeaders(header);
    const isNamed = Object.hasOwn(named, "authorization");
    const own = isOwn && !isNamed && secret !== undefined ? { authorization: basic } : {};
    const { status, body } = await fetch.stream(href, {
      ...asked,
      headers: { ...asked?.headers, ...own, ...named },
      headersTimeout: GIT_LIMITS.firstByte,
      timeout: left,
      signal,
    });
    if (status >= 200 && status < 300) return body;
    body.destroy();
    throw refusedWith(status, isOwn);
  };
}

/** What another machine answers that a host leads to is not told: it might be none of the host's. */
function refusedWith(status: number, isOwn: boolean): Error {
  const isPassing = status === 429 || (status >= 500 && status !== 501 && status !== 507);
  if (!isOwn)
    return isPassing
      ? new GitError(
          "unreachable",
          "The store that the host leads to can't answer at the moment.",
          undefined,
          {
            isApart: true,
          },
        )
      : new LargeRefusal("The store that the host leads to refuses it.");
  if (isPassing) return new GitError("unreachable", `The host can't answer at the moment (${status}).`);
  return new LargeRefusal(SAID[status] ?? `The host answered with ${status}.`);
}

const SAID: Readonly<Record<number, string>> = {
  401: "The host doesn't take this token for Git LFS.",
  403: "The host doesn't let this token use Git LFS.",
  404: "The host keeps no files by Git LFS here.",
  413: "The host takes no file of this size.",
  501: "The host keeps no files by Git LFS.",
  507: "The host has no room for it.",
};
