import { Readable } from "node:stream";
import { ZipFile } from "yazl";
import type { ExportEntry, FindLinks } from "./exported.ts";

/** Opens the bytes of a file of the space. */
export type OpenFile = (fileId: string) => Promise<Readable>;

// Local time, as the format keeps it: the same bytes in every time zone.
const options = { mtime: new Date(1980, 0, 1), mode: 0o100644, forceDosTimestamp: true };

/**
 * Packs an export's entries, in their order, into a zip archive. The same entries give the same bytes.
 * The stream fails when a file can't be opened or read; what was written so far is then no archive.
 */
export function writeZip(
  entries: readonly ExportEntry[],
  openFile: OpenFile,
  findLinks?: FindLinks,
): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  zip.on("error", (error: Error) => output.destroy(error));
  for (const entry of entries) {
    zip.addReadStreamLazy(entry.path, options, (done) => {
      openEntry(entry, openFile, findLinks).then(
        (stream) =>
          done(
            null,
            stream.on("error", (error) => output.destroy(error)),
          ),
        (error: unknown) => {
          output.destroy(error instanceof Error ? error : new Error(String(error)));
          done(error, Readable.from([]));
        },
      );
    });
  }
  zip.end();
  return output;
}

async function openEntry(
  entry: ExportEntry,
  openFile: OpenFile,
  findLinks: FindLinks | undefined,
): Promise<Readable> {
  if ("fileId" in entry) return openFile(entry.fileId);
  return Readable.from([Buffer.from(await entry.text(findLinks))]);
}
