/** Files: whole with the call that takes them, or before it in parts, each of which can be sent again. */
import { BODY, type OperationFunction, requestOf } from "./calls.ts";
import { type Client, type ClientRequest, eitherOf } from "./client.ts";
import { Unreachable } from "./faults.ts";
import { type WorkOptions, workOf } from "./work.ts";

/** A file: of the browser, of bytes, of this machine (Node, Deno, Bun), or as it comes, with its size in bytes. */
export type FileSource =
  | File
  | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> | string }
  | { readonly path: string; readonly name?: string }
  | StreamedFile;

/** A file as it comes, with its size in bytes. */
export interface StreamedFile {
  readonly name: string;
  readonly stream: ReadableStream<Uint8Array>;
  readonly size: number;
}

interface OpenFile {
  readonly name: string;
  readonly size: number;
  /** The bytes from the last ones that were taken on; at most `length`. */
  readonly take: (length: number) => Promise<Blob>;
  /** Lets go of a stream that is not read to its end. */
  readonly close?: () => Promise<void>;
}

/** Larger files go in parts. */
const LARGEST_WHOLE = 8 * 1024 * 1024;

/** An operation that takes a file, or a body that says where it is. */
export function upload<F extends OperationFunction>(line: string, takes = BODY): F {
  const caller = (client: Client, ...values: unknown[]) => {
    const request: ClientRequest = { ...requestOf(line, takes, values), patient: true };
    let sent: string | undefined;
    const work = workOf(client, async (following) => {
      const asked = following === undefined ? request : { ...request, headers: { prefer: "respond-async" } };
      if (!isFile(request.body)) return asked;
      const body = await bodyOf(client, request, request.body, following);
      if (!(body instanceof FormData)) sent = body.upload;
      return { ...asked, body };
    });
    // What was taken is gone; what may have been taken is left to the server, which forgets it within a day.
    work.catch((error: unknown) => {
      if (sent !== undefined && !(error instanceof Unreachable)) void giveUp(client, sent);
    });
    return work;
  };
  return caller as unknown as F;
}

function isFile(body: unknown): body is FileSource {
  if (typeof body !== "object" || body === null) return false;
  return body instanceof Blob || "content" in body || "path" in body || "stream" in body;
}

/** A file as a form, or what stands for one that was sent in parts. */
async function bodyOf(
  client: Client,
  { path, signal: calling }: ClientRequest,
  source: FileSource,
  following: WorkOptions = {},
): Promise<FormData | SentUpload> {
  const file = await open(source);
  try {
    if (file.size > LARGEST_WHOLE) {
      const space = decodeURIComponent(path.split("/")[2] as string);
      const signal = eitherOf(calling, following.signal);
      const options = { ...following, ...(signal ? { signal } : {}) };
      return { upload: await sendParts(client, space, file, options), name: file.name };
    }
    const form = new FormData();
    form.append("file", await file.take(file.size), file.name);
    return form;
  } finally {
    await file.close?.();
  }
}

interface UploadAnswer {
  readonly id: string;
  readonly partSize: number;
  readonly partCount: number;
}

/** An upload, as operations that take files take it in place of one. */
export interface SentUpload {
  /** The id of the upload. */
  readonly upload: string;
  readonly name: string;
}

/**
 * Sends a file in parts, for an operation that takes the id of an upload, such as `replace_file`. It is kept for a day.
 * @param spaceId the space that will take it
 */
export async function sendUpload(
  client: Client,
  spaceId: string,
  source: FileSource,
  options: WorkOptions = {},
): Promise<SentUpload> {
  const file = await open(source);
  try {
    return { upload: await sendParts(client, spaceId, file, options), name: file.name };
  } finally {
    await file.close?.();
  }
}

/** Sends a file part after part and gives the id of its upload. What fails leaves none behind. */
async function sendParts(
  client: Client,
  space: string,
  file: OpenFile,
  { signal, onProgress }: WorkOptions,
): Promise<string> {
  const ending = signal ? { signal } : {};
  const body = { size: file.size, space };
  const answer = await client.send({ method: "POST", path: "/uploads", body, ...ending });
  const { id, partSize, partCount } = answer.body as UploadAnswer;
  try {
    for (let number = 1, done = 0; number <= partCount; number++) {
      // Kept until it was taken: it can be sent again, and a stream can't be read again.
      const part = await file.take(partSize);
      const path = `/uploads/${id}/parts/${number}`;
      await client.send({ method: "PUT", path, body: part, ...ending });
      done += part.size;
      onProgress?.({ step: "sending", done, total: file.size });
    }
    return id;
  } catch (error) {
    await giveUp(client, id);
    throw error;
  }
}

function giveUp(client: Client, id: string): Promise<unknown> {
  return client.send({ method: "DELETE", path: `/uploads/${id}` }).catch(() => undefined);
}

async function open(source: FileSource): Promise<OpenFile> {
  const file = await openSource(source);
  // Callers without types leave it out, and a form would call the file "undefined".
  if (typeof file.name !== "string" || file.name === "") {
    await file.close?.();
    throw new TypeError(
      "A file takes a name: { name, content }, { name, stream, size }, or a File, which has one.",
    );
  }
  return file;
}

async function openSource(source: FileSource): Promise<OpenFile> {
  if (source instanceof Blob) return ofBlob(source, source.name);
  if ("stream" in source) return ofStream(source);
  if ("content" in source) {
    const { content, name } = source;
    return ofBlob(content instanceof Blob ? content : new Blob([content]), name);
  }
  const { openAsBlob } = await fileModule();
  return ofBlob(await openAsBlob(source.path), source.name ?? (source.path.split(/[/\\]/).at(-1) as string));
}

/** Bundlers for browsers look for each module whose name they see, also where it would never be loaded. */
function fileModule(): Promise<typeof import("node:fs")> {
  const name = ["node", "fs"].join(":");
  return import(/* webpackIgnore: true */ /* @vite-ignore */ name) as Promise<typeof import("node:fs")>;
}

function ofBlob(blob: Blob, name: string): OpenFile {
  let at = 0;
  return { name, size: blob.size, take: async (length) => blob.slice(at, (at += length)) };
}

function ofStream({ name, size, stream }: StreamedFile): OpenFile {
  const reader = stream.getReader();
  let [rest, left] = [new Uint8Array(), size];
  const wrong = (has: string) => new TypeError(`The stream of ${name} has ${has} than its ${size} bytes.`);
  return {
    name,
    size,
    async take(length) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let missing = Math.min(length, left); missing > 0;) {
        if (rest.length === 0) {
          const { value, done } = await reader.read();
          if (done) throw wrong("fewer");
          rest = value as Uint8Array<ArrayBuffer>;
        }
        const chunk = rest.slice(0, missing);
        chunks.push(chunk);
        rest = rest.subarray(chunk.length);
        missing -= chunk.length;
        left -= chunk.length;
      }
      if (left === 0 && (rest.length > 0 || !(await reader.read()).done)) throw wrong("more");
      return new Blob(chunks);
    },
    close: () => reader.cancel(),
  };
}
