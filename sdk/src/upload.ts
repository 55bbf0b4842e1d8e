/** Files, which travel with the call that takes them. */
import { BODY, type Caller, requestOf } from "./calls.ts";
import type { Client, ClientRequest } from "./client.ts";
import { workOf } from "./work.ts";

/** A file: of the browser, of bytes, of this machine (Node, Deno, Bun), or as it comes, with its size in bytes. */
export type FileSource =
  | File
  | { readonly name: string; readonly content: Blob | Uint8Array<ArrayBuffer> | string }
  | { readonly path: string; readonly name?: string }
  | FileStream;

/** A file as it comes, with its size in bytes. */
export interface FileStream {
  readonly name: string;
  readonly stream: ReadableStream<Uint8Array>;
  readonly size: number;
}

interface Loaded {
  readonly name: string;
  readonly size: number;
  /** The bytes from the last ones that were taken on; at most `length`. */
  readonly take: (length: number) => Promise<Blob>;
}

/** An operation that takes a file, or a body that says where it is. */
export function upload<F extends Caller>(line: string, takes = BODY): F {
  const caller = (client: Client, ...values: unknown[]) =>
    workOf(client, async (isJob) => {
      const request: ClientRequest = {
        ...requestOf(line, takes, values),
        patient: true,
        ...(isJob ? { headers: { prefer: "respond-async" } } : {}),
      };
      return isFile(request.body) ? withFile(request, request.body) : request;
    });
  return caller as unknown as F;
}

function isFile(body: unknown): body is FileSource {
  if (typeof body !== "object" || body === null) return false;
  return body instanceof Blob || "content" in body || "path" in body || "stream" in body;
}

async function withFile(request: ClientRequest, source: FileSource): Promise<ClientRequest> {
  const file = await open(source);
  const form = new FormData();
  form.append("file", await file.take(file.size), file.name);
  return { ...request, body: form };
}

async function open(source: FileSource): Promise<Loaded> {
  if (source instanceof Blob) return ofBlob(source, source.name);
  if ("stream" in source) return ofStream(source);
  if ("content" in source) {
    const { content, name } = source;
    return ofBlob(content instanceof Blob ? content : new Blob([content]), name);
  }
  const { openAsBlob } = await import("node:fs");
  return ofBlob(await openAsBlob(source.path), source.name ?? (source.path.split(/[/\\]/).at(-1) as string));
}

function ofBlob(blob: Blob, name: string): Loaded {
  let at = 0;
  return { name, size: blob.size, take: async (length) => blob.slice(at, (at += length)) };
}

/** What a stream has given is kept until it was sent: a part can be sent again, the stream can't be read again. */
function ofStream({ name, size, stream }: FileStream): Loaded {
  const reader = stream.getReader();
  let rest: Uint8Array = new Uint8Array();
  return {
    name,
    size,
    async take(length) {
      const chunks: Uint8Array<ArrayBuffer>[] = [];
      for (let missing = length; missing > 0;) {
        if (rest.length === 0) {
          const { value, done } = await reader.read();
          if (done) throw new TypeError(`The stream of ${name} ended before its ${size} bytes.`);
          rest = value;
        }
        chunks.push(rest.slice(0, missing));
        rest = rest.subarray(missing);
        missing -= (chunks.at(-1) as Uint8Array).length;
      }
      return new Blob(chunks);
    },
  };
}
