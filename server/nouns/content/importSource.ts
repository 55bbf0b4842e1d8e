/** Opens what a request imports: something on the web, or an upload. It is kept in a temporary file meanwhile. */
import { createWriteStream } from "node:fs";
import { mkdtemp, open, readFile, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Deps } from "../../deps.ts";
import { conflict, invalid, tooLarge } from "../../http/errors.ts";
import type { UploadPart } from "../../http/operation.ts";
import { type ImportSource, memorySource, safePath } from "../../importers/files.ts";
import { IMPORT_LIMITS } from "../../importers/limits.ts";
import { ImportRefused } from "../../importers/refusal.ts";
import { readZip } from "../../importers/zip.ts";
import { OutboundError } from "../../ports/outbound-error.ts";
import { LARGEST_FILE } from "./files.ts";

/** The kinds of sources that are read today. */
export type ReadableKind = "markdown" | "zip";

const FETCH_TIMEOUT = 120_000;

/**
 * Fetches a source. The caller closes it.
 * @throws 409 when the address doesn't answer with a file, 400 when the file can't be read
 */
export async function fetchSource(
  deps: Deps,
  { url, kind }: { readonly url: string; readonly kind: ReadableKind },
): Promise<ImportSource> {
  try {
    const { status, body } = await deps.fetch.stream(url, { maxBytes: LARGEST_FILE, timeout: FETCH_TIMEOUT });
    if (status === 200) return await openStream(body, nameFrom(url), kind);
    body.destroy();
    throw conflict("source-not-fetched", `The address answered with status ${status} instead of a file.`);
  } catch (error) {
    if (error instanceof OutboundError) throw conflict("source-not-fetched", error.message);
    throw error;
  }
}

/** Takes an upload: an archive, or a Markdown file by its name. The caller closes the source. @throws 400, 413 */
export function uploadedSource({ name, content }: UploadPart): Promise<ImportSource> {
  const kind = /\.(md|markdown)$/i.test(name) ? "markdown" : "zip";
  return openStream(content, name.replace(/^.*[/\\]/, ""), kind);
}

async function openStream(content: Readable, name: string, kind: ReadableKind): Promise<ImportSource> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-import-"));
  const path = join(folder, "source");
  const remove = (): Promise<void> => rm(folder, { recursive: true, force: true });
  try {
    await pipeline(content, createWriteStream(path));
    if ((await stat(path)).size > LARGEST_FILE)
      throw tooLarge("An archive has at most 100 MB; import it in parts.");
    const source = kind === "zip" || (await isZip(path)) ? await readZip(path) : await onePage(path, name);
    const close = async (): Promise<void> => {
      await source.close();
      await remove();
    };
    return { ...source, close };
  } catch (error) {
    await remove();
    throw error instanceof ImportRefused ? invalid(error.message) : error;
  }
}

async function isZip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(4), 0, 4, 0);
    return buffer.toString("latin1") === "PK\u0003\u0004";
  } finally {
    await file.close();
  }
}

async function onePage(path: string, name: string): Promise<ImportSource> {
  const { size } = await stat(path);
  if (size > IMPORT_LIMITS.pageBytes) throw tooLarge("A Markdown file has at most 5 MB; split it.");
  return memorySource([{ name, bytes: await readFile(path) }]);
}

/** The file name in an address, as that of a page. */
function nameFrom(url: string): string {
  const last = new URL(url).pathname.split("/").findLast((part) => part !== "") ?? "page";
  let name = last;
  try {
    name = decodeURIComponent(last);
  } catch {
    // As it is written, then.
  }
  const page = /\.(md|markdown)$/i.test(name) ? name : `${name}.md`;
  return "path" in safePath(page) && !page.includes("/") && !page.startsWith(".") ? page : "page.md";
}
