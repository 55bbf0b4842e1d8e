/** Opens what a request imports: something on the web, or an upload. It is kept in temporary files meanwhile. */
import type { Blobs } from "../../ports/blobs.ts";
import type { Readable } from "node:stream";
import { decoded } from "../../../engine/decoded.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, tooLarge } from "../../http/errors.ts";
import type { UploadPart } from "../../http/operation.ts";
import type { ImportSource } from "../../importers/files.ts";
import { isWikiAddress, readGithubWiki } from "../../importers/githubWiki.ts";
import { kindOfFile, type SourceReading, readFileAs, type SourceKind } from "../../importers/kinds.ts";
import { ImportRefused } from "../../importers/refusal.ts";
import { openScratch } from "../../importers/scratch.ts";
import { readWebPage } from "../../importers/website/webPage.ts";
import { readWebsite } from "../../importers/website/website.ts";
import { BlobTooLarge } from "../../ports/blobs.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { openUpload } from "../uploads/bytes.ts";
import { LARGEST_UPLOAD } from "../uploads/schema.ts";
import { LARGEST_FILE } from "./files.ts";

export interface SourceAddress {
  readonly url: string;
  readonly kind: SourceKind;
}

/** An upload that waits in the store of files until a job imports it. */
export interface StoredUpload {
  readonly hash: string;
  readonly name: string;
  readonly kind: SourceKind;
}

/** An upload that was sent in parts, and what it is. */
export interface ImportUpload {
  readonly row: Row<"file_uploads">;
  readonly name: string;
  readonly kind?: SourceKind | undefined;
}

const FETCH_TIMEOUT = 120_000;
const TOO_LARGE =
  "A file that comes with its request has at most 100 MB; send it in parts, by POST /v1/uploads, and name the upload.";

/** Whether a source is many addresses, whose number nobody knows before: it is imported by a job. */
export function isCrawled({ url, kind }: SourceAddress): boolean {
  return kind === "website" || (kind === "github-wiki" && isWikiAddress(url));
}

/**
 * Fetches a source. The caller closes it.
 * @throws 409 when the address doesn't answer with what it should, 400 when that can't be read
 */
export async function fetchSource(
  deps: Pick<Deps, "fetch">,
  { url, kind }: SourceAddress,
  reading: SourceReading = {},
): Promise<ImportSource> {
  const order = { fetch: deps.fetch, url, ...reading } as const;
  try {
    if (kind === "website") return await readWebsite(order);
    if (isCrawled({ url, kind })) return await readGithubWiki(order);
    const address = kind === "google-docs" ? documentExport(url) : url;
    if (kind === "html" || (kind === "google-docs" && address === url)) return await readWebPage(order);
    return await fetchFile(deps, { url: address, kind }, reading);
  } catch (error) {
    if (error instanceof OutboundError) throw conflict("source-not-fetched", error.message);
    if (!(error instanceof ImportRefused)) throw error;
    throw error.kind === "not-found" ? conflict("source-not-fetched", error.message) : invalid(error.message);
  }
}

async function fetchFile(
  deps: Pick<Deps, "fetch">,
  { url, kind }: SourceAddress,
  reading: SourceReading,
): Promise<ImportSource> {
  const { status, body } = await deps.fetch.stream(url, { maxBytes: LARGEST_FILE, timeout: FETCH_TIMEOUT });
  if (status === 200) return openStream(body, nameFrom(url), kind, reading);
  body.destroy();
  throw conflict("source-not-fetched", `The address answered with status ${status} instead of a file.`);
}

/** A document of Google's is exported by its address; one that is published is a page. */
function documentExport(url: string): string {
  const { origin, pathname } = new URL(url);
  const id = /\/document\/(?:u\/\d+\/)?d\/([\w-]{20,})(?:\/|$)/.exec(pathname)?.[1];
  return id === undefined ? url : `${origin}/document/d/${id}/export?format=zip`;
}

/**
 * Takes an upload, as `kind` or as what its name says. The caller closes the source.
 * @throws 400, 413
 */
export function uploadedSource({ name, content }: UploadPart, kind?: SourceKind): Promise<ImportSource> {
  const file = fileOf(name);
  return openStream(content, file, kind ?? kindOfFile(file), {});
}

/** Puts an upload into the store of files, for a job, with its size in bytes. @throws 413 */
export async function storeUpload(
  blobs: Blobs,
  { name, content }: UploadPart,
  kind?: SourceKind,
): Promise<{ readonly upload: StoredUpload; readonly size: number }> {
  const { hash, size } = await blobs.put(content, { maxBytes: LARGEST_FILE }).catch((error: unknown) => {
    throw error instanceof BlobTooLarge ? tooLarge(TOO_LARGE) : error;
  });
  const file = fileOf(name);
  return { upload: { hash, name: file, kind: kind ?? kindOfFile(file) }, size };
}

/** Opens an upload that was stored. The caller closes the source. @throws 400 when it can't be read, 409 when it has gone */
export async function storedSource(
  blobs: Blobs,
  { hash, name, kind }: StoredUpload,
  reading: SourceReading,
): Promise<ImportSource> {
  const content = await blobs.get(hash);
  if (content === undefined) throw conflict("upload-gone", "The upload is gone; send it again.");
  return openStream(content, name, kind, reading);
}

/** Opens an upload that was sent in parts. The caller closes the source. @throws 400 when it can't be read, 409 when it isn't whole */
export async function sentSource(
  deps: Pick<Deps, "blobs" | "db">,
  { row, name, kind }: ImportUpload,
  reading: SourceReading,
): Promise<ImportSource> {
  const content = await openUpload(deps, row);
  const file = fileOf(name);
  return openStream(content, file, kind ?? kindOfFile(file), reading, LARGEST_UPLOAD);
}

/** What a client calls its file, without folders. */
function fileOf(name: string): string {
  return name.replace(/^.*[/\\]/, "");
}

async function openStream(
  content: Readable,
  name: string,
  kind: SourceKind,
  reading: SourceReading,
  largest = LARGEST_FILE,
): Promise<ImportSource> {
  const scratch = await openScratch();
  try {
    const { file, size } = await scratch.take(content);
    if (size > largest) throw tooLarge(TOO_LARGE);
    const source = await readFileAs(kind, file, name, reading);
    const close = async (): Promise<void> => {
      await source.close();
      await scratch.close();
    };
    return { ...source, close };
  } catch (error) {
    await scratch.close();
    if (!(error instanceof ImportRefused)) throw error;
    throw error.kind === "too-large" && kind === "markdown"
      ? tooLarge(error.message)
      : invalid(error.message);
  }
}

/** The file name in an address. */
function nameFrom(url: string): string {
  return decoded(new URL(url).pathname.split("/").findLast((part) => part !== "") ?? "page");
}
