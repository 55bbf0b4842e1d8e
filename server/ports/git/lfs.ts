/** Git LFS: files whose bytes a host keeps beside its repository, by the published batch API and its basic transfer. */
import { Readable } from "node:stream";
import { json } from "node:stream/consumers";
import type { OutboundFetch } from "../fetch.ts";
import { GitError, plainWords } from "./error.ts";
import type { StoredBytes } from "./commit.ts";
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
const LONGEST_SAYING = 300;

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
  readonly signal?: AbortSignal | undefined;
}

/** Bytes of what a host says about some files: it is parsed at once. */
const LARGEST_ANSWER = 1024 * 1024;

/** Something that a host wants to be asked for one file. */
interface Action {
  readonly href: string;
  readonly header?: Readonly<Record<string, string>>;
}

interface Offer {
  readonly oid?: string;
  readonly actions?: Readonly<Partial<Record<"download" | "upload" | "verify", Action>>>;
  readonly error?: { readonly message?: unknown };
}

/** What a host said against a file or all of them; asking again would come to the same. */
class LargeRefusal extends Error {
  override readonly name = "LargeRefusal";
}

/**
 * Brings files from a host, one after the other.
 * @param take takes the bytes of one, and gives the SHA-256 of what it took
 * @returns why some could not be had, by their ids
 * @throws GitError where the host may be asked again
 */
export function bringLarge(
  request: LargeRequest,
  files: readonly LargeFile[],
  take: (file: LargeFile, bytes: Readable) => Promise<string>,
): Promise<ReadonlyMap<string, string>> {
  return forEach(request, "download", files, async (file, { actions = {} }) => {
    if (actions.download === undefined) throw new LargeRefusal("The host has no such file.");
    const bytes = await act(request, actions.download, { method: "GET", maxBytes: file.size });
    if ((await take(file, bytes)) !== file.id) throw new LargeRefusal("The host sent other bytes.");
  });
}

/**
 * Sends files to a host, those that it doesn't have.
 * @returns why some are not taken, by their ids
 * @throws GitError where the host may be asked again
 */
export function sendLarge(
  request: LargeRequest,
  files: readonly (LargeFile & StoredBytes)[],
): Promise<ReadonlyMap<string, string>> {
  return forEach(request, "upload", files, async (file, { actions = {} }) => {
    const { upload, verify } = actions;
    // It has it already.
    if (upload === undefined) return;
    const { size } = file;
    const whole = size <= SENT_WHOLE ? Buffer.concat(await Readable.from(file.open()).toArray()) : undefined;
    const body = whole ?? Readable.from(file.open());
    const headers = { "content-type": "application/octet-stream", "content-length": `${size}` };
    (await act(request, upload, { method: "PUT", headers, body })).destroy();
    if (verify === undefined) return;
    const said = JSON.stringify({ oid: file.id, size });
    const typed = { "content-type": TYPE, accept: TYPE };
    (await act(request, verify, { method: "POST", headers: typed, body: said })).destroy();
  });
}

/** Asks what is to be done with each file, and does it. */
async function forEach<File extends LargeFile>(
  request: LargeRequest,
  operation: "download" | "upload",
  files: readonly File[],
  work: (file: File, offer: Offer) => Promise<void>,
): Promise<ReadonlyMap<string, string>> {
  const refused = new Map<string, string>();
  const byId = new Map(files.map((file) => [file.id, file]));
  const all = [...byId.values()];
  for (let start = 0; start < all.length; start += MOST_ASKED) {
    const asked = all.slice(start, start + MOST_ASKED);
    const offers = await offersFor(request, operation, asked).catch(refusal);
    for (const file of asked) {
      const offer = offers instanceof LargeRefusal ? offers : offers.get(file.id);
      const why = offer instanceof LargeRefusal ? offer : await settle(file, offer, work);
      if (why !== undefined) refused.set(file.id, why.message);
    }
  }
  return refused;
}

async function settle<File extends LargeFile>(
  file: File,
  offer: Offer | undefined,
  work: (file: File, offer: Offer) => Promise<void>,
): Promise<LargeRefusal | undefined> {
  if (offer === undefined) return new LargeRefusal("The host said nothing about it.");
  if (offer.error !== undefined) return new LargeRefusal(`The host says: ${saying(offer.error.message)}`);
  return work(file, offer).then(() => undefined, refusal);
}

function refusal(error: unknown): LargeRefusal {
  if (error instanceof LargeRefusal) return error;
  throw remoteError(error);
}

async function offersFor(
  request: LargeRequest,
  operation: "download" | "upload",
  files: readonly LargeFile[],
): Promise<ReadonlyMap<string, Offer>> {
  const url = `${request.remote.url.replace(/(?<!\/)\/+$|\.git\/*$/g, "")}.git/info/lfs/objects/batch`;
  const objects = files.map(({ id, size }) => ({ oid: id, size }));
  const body = JSON.stringify({ operation, transfers: ["basic"], objects, hash_algo: "sha256" });
  const headers = { "content-type": TYPE, accept: TYPE };
  const answer = (await json(
    await act(request, { href: url }, { method: "POST", headers, body, maxBytes: LARGEST_ANSWER }),
  ).catch((error: unknown) => {
    throw error instanceof SyntaxError ? new LargeRefusal("The host keeps no files by Git LFS.") : error;
  })) as { readonly objects?: unknown };
  const offers = Array.isArray(answer.objects) ? (answer.objects as readonly Offer[]) : [];
  return new Map(offers.map((offer) => [String(offer.oid), offer]));
}

/** Does what a host wants done. Our credentials are for its own origin, where it names no others. */
async function act(
  { fetch, remote, signal }: LargeRequest,
  { href, header = {} }: Action,
  asked: Parameters<OutboundFetch["stream"]>[1],
): Promise<Readable> {
  const { username, secret } = remote.credentials ?? {};
  const isOwn = URL.canParse(href) && new URL(href).origin === new URL(remote.url).origin;
  const isNamed = Object.keys(header).some((name) => name.toLowerCase() === "authorization");
  const basic = `Basic ${Buffer.from(`${username}:${secret}`).toString("base64")}`;
  const own = isOwn && !isNamed && secret !== undefined ? { authorization: basic } : {};
  const { status, body } = await fetch.stream(href, {
    ...asked,
    headers: { ...asked?.headers, ...own, ...header },
    headersTimeout: GIT_LIMITS.firstByte,
    timeout: GIT_LIMITS.run,
    signal,
  });
  if (status >= 200 && status < 300) return body;
  body.destroy();
  if (status === 429 || (status >= 500 && status !== 501 && status !== 507))
    throw new GitError("unreachable", `The host can't answer at the moment (${status}).`);
  throw new LargeRefusal(SAID[status] ?? `The host answered with ${status}.`);
}

const SAID: Readonly<Record<number, string>> = {
  401: "The host doesn't take this token for Git LFS.",
  403: "The host doesn't let this token use Git LFS.",
  404: "The host keeps no files by Git LFS here.",
  413: "The host takes no file of this size.",
  501: "The host keeps no files by Git LFS.",
  507: "The host has no room for it.",
};

const saying = (message: unknown): string =>
  plainWords(typeof message === "string" ? message : "no").slice(0, LONGEST_SAYING);
