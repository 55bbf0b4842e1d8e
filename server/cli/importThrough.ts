/** An import through a running server: what is here is sent, the server makes of it what it makes of all sources. */
import { createWriteStream } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { FileSource } from "../../sdk/src/index.ts";
import { writeZip } from "../importers/exportZip.ts";
import type { ImportSource } from "../importers/files.ts";
import { isFolder, openSource } from "../importers/source.ts";
import type { Remote } from "./connection.ts";
import { cameToNothing, type ImportResult, type ImportRun, isAddress } from "./importRun.ts";
import { addSpaceThere, findSpaceThere, type Lectern, throughServer } from "./throughServer.ts";

/**
 * Imports as a job of the server, which an interruption cancels.
 * @throws ImportRefused and StartRefused, with what to do; the signal's reason
 */
export async function importThrough(remote: Remote, run: ImportRun): Promise<ImportResult> {
  // Before a space is made for it.
  const isLocal = !isAddress(run.path);
  const folder = isLocal && (await isFolder(run.path)) ? await openSource(run.path) : undefined;
  try {
    const { space, new: title = "", org } = run;
    const id = await throughServer(remote, (lectern) =>
      space === undefined ? addSpaceThere(lectern, title, org) : findSpaceThere(lectern, space, org),
    );
    return await throughServer(
      remote,
      async (lectern) => {
        let isKept = space !== undefined;
        try {
          const result = await importInto(lectern, id, run, folder);
          isKept ||= !cameToNothing(result);
          return result;
        } finally {
          // What is refused now may be imported by the next try, into a space of its own. Why it was is what counts.
          if (!isKept) await lectern.spaces.delete(id).catch(() => undefined);
        }
      },
      true,
    );
  } finally {
    await folder?.close();
  }
}

async function importInto(
  lectern: Lectern,
  space: string,
  run: ImportRun,
  folder: ImportSource | undefined,
): Promise<ImportResult> {
  const { path, kind, bars, signal, prune = false } = run;
  const work = (body: FileSource | { readonly url: string; readonly source: typeof kind }) =>
    lectern.spaces.content
      .import(space, body as FileSource, { prune, ...(kind && "path" in body ? { source: kind } : {}) })
      .done({
        signal,
        onProgress: ({ step = "", done = 0, total = 0 }) => bars.show(step, done, total),
      });
  if (isAddress(path)) return { ...(await work({ url: path, source: kind ?? "website" })), space };
  if (folder === undefined) return { ...(await work({ path })), space };
  const outcome = await packed(folder, run, (archive) => work({ path: archive }));
  // What was not packed is known here alone.
  const skipped = [...folder.skipped, ...outcome.report.skipped];
  return { ...outcome, report: { ...outcome.report, skipped }, space };
}

/** Works with a folder as one archive. The server reads archives that hold one folder as that folder. */
async function packed<T>(
  source: ImportSource,
  { bars, signal }: Pick<ImportRun, "bars" | "signal">,
  work: (archive: string) => Promise<T>,
): Promise<T> {
  const files = new Map(source.files.map((file) => [`content/${file.path}`, file]));
  const entries = [...files.keys()].map((name) => ({ path: name, fileId: name }));
  const home = await mkdtemp(join(tmpdir(), "lectern-import-"));
  try {
    let read = 0;
    const zip = writeZip(entries, async (name) => {
      bars.show("packing", ++read, files.size);
      return Readable.from([(await files.get(name)?.read()) ?? ""]);
    });
    const archive = join(home, "content.zip");
    await pipeline(zip, createWriteStream(archive), { signal }).catch((error: unknown) => {
      signal.throwIfAborted();
      throw error;
    });
    return await work(archive);
  } finally {
    await rm(home, { recursive: true });
  }
}
