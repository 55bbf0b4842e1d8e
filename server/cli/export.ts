import { createWriteStream } from "node:fs";
import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { openExport } from "../content/openExport.ts";
import type { ExportEntry } from "../importers/exported.ts";
import { ExportRefused, writeFolder } from "../importers/exportFolder.ts";
import { type OpenFile, writeZip } from "../importers/exportZip.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { openProgress } from "../importers/progress.ts";
import { readZip } from "../importers/zip.ts";
import { openContent } from "../content/store.ts";
import { readSettings } from "../env.ts";
import { openBlobs } from "../open.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { withSnapshot } from "./beside.ts";
import type { Console } from "./console.ts";
import { findSpace } from "./findSpace.ts";
import { type Remote, remoteOf } from "./connection.ts";
import { findSpaceThere, throughServer } from "./throughServer.ts";
import { writeWhole } from "./wholeFile.ts";

export interface ExportOptions {
  /** The id or title of the space. */
  readonly space: string;
  /** A new or empty folder, or a file that ends in .zip and does not exist yet. */
  readonly target: string;
  readonly org?: string | undefined;
  /** Print the result as JSON. */
  readonly json?: boolean | undefined;
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** Writes a space as the folder or archive that an import reads. @throws StartRefused, with what to do */
export async function exportCommand(options: ExportOptions, console: Console): Promise<void> {
  const remote = remoteOf(options, console.env);
  const { target, json } = options;
  try {
    if (isArchive(options)) await refuseExisting(target);
    const result = await (remote === undefined
      ? exportHere(options, console)
      : exportThrough(remote, options, console));
    console.print(json ? JSON.stringify({ target, ...result }, null, 2) : `Written to ${target}`);
  } catch (error) {
    const isRefusal = error instanceof ExportRefused || error instanceof ImportRefused;
    throw isRefusal ? new StartRefused(error.message) : error;
  }
}

interface ExportResult {
  /** The id of the space. */
  readonly space: string;
  /** The paths of what was written, in the folder or the archive. */
  readonly files: readonly string[];
}

function isArchive({ target }: ExportOptions): boolean {
  return target.toLowerCase().endsWith(".zip");
}

async function refuseExisting(path: string): Promise<void> {
  const found = await stat(path).catch(() => undefined);
  if (found !== undefined) throw new StartRefused(`${path} exists already. Name a new file.`);
}

/** Reads one instant of the database: a server may run meanwhile. */
function exportHere(options: ExportOptions, console: Console): Promise<ExportResult> {
  return withSnapshot(console, async ({ read }) => {
    const blobs = await openBlobs(readSettings(console.env));
    try {
      const space = await findSpace(read, options.space, options.org);
      const { entries, openFile } = await openExport(
        {
          read,
          content: openContent({ read }).of(space.organization_id),
          blobs: blobs.of(space.organization_id),
        },
        space.id,
        space.head,
      );
      if (isArchive(options)) await writeWhole(writeZip(entries, openFile), options.target);
      else await writeTree(entries, openFile, options, console);
      return { space: space.id, files: entries.map(({ path }) => path) };
    } finally {
      await blobs.close();
    }
  });
}

function exportThrough(remote: Remote, options: ExportOptions, console: Console): Promise<ExportResult> {
  return throughServer(remote, async (lectern) => {
    const space = await findSpaceThere(lectern, options.space, options.org);
    const { body } = await lectern.spaces.export(space);
    const zip = Readable.fromWeb(body as Parameters<typeof Readable.fromWeb>[0]);
    if (!isArchive(options)) return { space, files: await unpack(zip, options, console) };
    await writeWhole(zip, options.target);
    return { space, files: options.json ? await pathsIn(options.target) : [] };
  });
}

/** @returns the paths of what was written */
async function unpack(zip: Readable, options: ExportOptions, console: Console): Promise<readonly string[]> {
  const folder = await mkdtemp(join(tmpdir(), "lectern-export-"));
  try {
    await pipeline(zip, createWriteStream(join(folder, "export.zip")));
    const source = await readZip(join(folder, "export.zip"));
    const files = new Map(source.files.map((file) => [file.path, file]));
    const entries = [...files.keys()].map((path) => ({ path, fileId: path }));
    const openFile: OpenFile = async (path) => Readable.from([(await files.get(path)?.read()) ?? ""]);
    await writeTree(entries, openFile, options, console);
    await source.close();
    return [...files.keys()];
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function pathsIn(archive: string): Promise<readonly string[]> {
  const source = await readZip(archive);
  try {
    return source.files.map(({ path }) => path);
  } finally {
    await source.close();
  }
}

async function writeTree(
  entries: readonly ExportEntry[],
  openFile: OpenFile,
  { target }: ExportOptions,
  { progress }: Pick<Console, "progress">,
): Promise<void> {
  const bar = openProgress("Files", progress, () => performance.now());
  try {
    await writeFolder(entries, target, openFile, bar.show);
  } finally {
    bar.end();
  }
}
