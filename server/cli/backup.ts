import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Command } from "commander";
import { type BackupProgress, writeBackup } from "../content/backup/writeBackup.ts";
import { noteBackup } from "../db/backedUp.ts";
import { openDatabase } from "../db/open.ts";
import type { DatabasePlace } from "../db/snapshot.ts";
import { readSettings, type Settings } from "../env.ts";
import { openProgress, type ProgressWriter } from "../importers/progress.ts";
import { databasePlace, openBlobs } from "../open.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { amount, type Console, EXIT } from "./console.ts";
import { refuseAbsent } from "./beside.ts";
import { untilInterrupted } from "./interrupt.ts";

interface Options {
  readonly withSecret?: boolean;
  readonly note?: boolean;
  readonly json?: boolean;
}

/** Adds `lectern backup <folder>`. */
export function addBackup(lectern: Command, console: Console, exit: (code: number) => void): void {
  lectern
    .command("backup")
    .description("Back up all rows and files into a new folder; the server can run meanwhile")
    .argument("<folder>", "a new or empty folder; with --note, the file that another program wrote")
    .option("--with-secret", "put the installation's secret into the backup, too")
    .option(
      "--note",
      "back up nothing: note for doctor and /metrics that another program, such as pg_dump, did",
    )
    .option("--json", "print the result as JSON")
    .action(async (folder: string, options: Options) =>
      exit(await (options.note ? noteAnother(console, folder, options) : backUp(console, folder, options))),
    );
}

/** What two clocks may differ by. */
const AHEAD_MS = 60_000;

/** Takes the age of another program's backup from its file. */
async function noteAnother(console: Console, path: string, options: Options): Promise<number> {
  if (options.withSecret) throw new StartRefused("--with-secret makes a backup; leave it out with --note.");
  const found = await stat(path).catch(() => undefined);
  if (found === undefined || !found.isFile() || found.size === 0)
    throw new StartRefused(
      `There is no backup at ${path}: name the file that the other program wrote, or see why it failed.`,
    );
  const place = databasePlace(readSettings(console.env));
  refuseAbsent(place);
  const at = Math.floor(found.mtimeMs);
  if (at > Date.now() + AHEAD_MS)
    throw new StartRefused(
      `${path} is of the future. Set the clock of the machine that wrote it, or touch the file.`,
    );
  const db = await openDatabase(place);
  await noteBackup(db, at).finally(() => db.close());
  const made = new Date(at).toISOString();
  console.print(
    options.json ? JSON.stringify({ path, made }, null, 2) : `Noted: ${path} was made at ${made}.`,
  );
  return EXIT.ok;
}

async function backUp(console: Console, folder: string, options: Options): Promise<number> {
  const settings = readSettings(console.env);
  const place = databasePlace(settings);
  refuseAbsent(place);
  const secret = options.withSecret ? await readSecret(settings) : undefined;
  const blobs = await openBlobs(settings);
  const now = Date.now() + settings.clockOffset * 1000;
  const progress = drawnProgress(console);
  try {
    const { manifest, problems } = await untilInterrupted("Interrupted: nothing was kept.", (signal) =>
      writeBackup({ place, blobs }, folder, { now, secret, signal, progress: progress.show }),
    );
    progress.end();
    if (problems.length === 0) await note(console, place, now);
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    if (options.json)
      console.print(JSON.stringify({ folder, rows, files: manifest.files, problems }, null, 2));
    else
      console.print(`Saved ${amount(rows, "row")} and ${amount(manifest.files.count, "file")} in ${folder}.`);
    for (const problem of problems) console.note(problem);
    if (!options.withSecret) console.note(secretHint(settings));
    return problems.length === 0 ? EXIT.ok : EXIT.problems;
  } finally {
    progress.end();
    await blobs.close();
  }
}

/** For `lectern doctor`. The backup is whole without it: a full disk, say, is no reason to call it none. */
async function note(console: Console, place: DatabasePlace, now: number): Promise<void> {
  try {
    const db = await openDatabase(place);
    await noteBackup(db, now).finally(() => db.close());
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    console.note(`The backup is made, but lectern doctor will not know of it: ${reason}`);
  }
}

function secretHint({ secret, dataDir }: Settings): string {
  const where = secret === undefined ? join(dataDir, "secret") : "LECTERN_SECRET";
  return `The secret (${where}) is not in the backup. Keep it in another place: the values that it encrypted can't be read without it.`;
}

async function readSecret({ secret, dataDir }: Settings): Promise<string> {
  if (secret !== undefined) return secret;
  const path = join(dataDir, "secret");
  const text = await readFile(path, "utf8").catch(() => "");
  if (text.trim() === "") throw new StartRefused(`There is no secret at ${path}; leave out --with-secret.`);
  return text.trim();
}

/** Progress of rows, then of files, on the console. */
export function drawnProgress(console: Console): { readonly show: BackupProgress; readonly end: () => void } {
  let current: { readonly what: string; readonly writer: ProgressWriter } | undefined;
  const end = (): void => {
    current?.writer.end();
    current = undefined;
  };
  const show: BackupProgress = (what, done, total) => {
    if (current?.what !== what) {
      end();
      const label = what === "rows" ? "Rows" : "Files";
      current = { what, writer: openProgress(label, console.progress, () => performance.now()) };
    }
    current.writer.show(done, total);
  };
  return { show, end };
}
