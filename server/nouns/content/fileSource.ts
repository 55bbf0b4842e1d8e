/** Files that come inside a request, or from the addresses that it gives. */
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, type HttpError, invalidField } from "../../http/errors.ts";
import type { BlobContent } from "../../ports/blobs.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { openUpload } from "../uploads/bytes.ts";
import { LARGEST_FILE } from "./files.ts";

export interface RequestFile {
  readonly url?: string;
  readonly base64?: string;
  readonly contentType?: string;
  /** The id of an upload that was sent in parts. */
  readonly upload?: string;
}

const LARGEST_INLINE = 1024 * 1024;
/** Milliseconds. */
const FETCH_TIMEOUT = 120_000;

/**
 * Refuses what can't be a file, as far as the request itself tells.
 * @param path of the file in the request, as a JSON pointer
 * @throws 400 naming the field
 */
export function refuseFileSource({ url, base64, contentType, upload }: RequestFile, path: string): void {
  if ([url, base64, upload].filter((source) => source !== undefined).length !== 1)
    throw invalidField(path, "needs one of url, base64 and upload.");
  if (base64 === undefined) return;
  if (contentType === undefined) throw invalidField(`${path}/contentType`, "is required with base64.");
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64) || base64.length % 4 !== 0)
    throw invalidField(`${path}/base64`, "is not base64.");
  if (Buffer.byteLength(base64, "base64") > LARGEST_INLINE)
    throw invalidField(`${path}/base64`, "holds more than 1 MB; use url, or upload the file.");
}

/**
 * Gives the bytes of a file that has passed `refuseFileSource` to what stores them.
 * @param sent the upload that it names
 * @param signal ends what is asked of an address; its reason is an OutboundError
 * @throws 409 naming the file when its address doesn't answer with it, and what `store` throws
 */
export async function withFileSource<T>(
  deps: Pick<Deps, "fetch" | "blobs" | "db">,
  {
    url,
    base64 = "",
    sent,
  }: Omit<RequestFile, "upload"> & { readonly sent?: Row<"file_uploads"> | undefined },
  path: string,
  signal: AbortSignal,
  store: (content: BlobContent) => Promise<T>,
): Promise<T> {
  if (sent !== undefined) return store(await openUpload(deps, sent));
  if (url === undefined) return store(Buffer.from(base64, "base64"));
  try {
    const { status, body } = await deps.fetch.stream(url, {
      maxBytes: LARGEST_FILE,
      timeout: FETCH_TIMEOUT,
      signal,
    });
    if (status === 200) return await store(body);
    body.destroy();
    throw notFetched(path, `The address answered with status ${status}.`);
  } catch (error) {
    // An address may stop answering, or turn out too large, while it is read.
    if (!(error instanceof OutboundError)) throw error;
    const together =
      error.code === "FETCH_TIMEOUT" ? " All files of a request have two minutes together." : "";
    throw notFetched(path, error.message + together);
  }
}

function notFetched(path: string, message: string): HttpError {
  return conflict("file-not-fetched", `${path}: ${message}`, [{ path, message }]);
}
