import { existsSync } from "node:fs";
import { mkdir, readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import type { Command } from "commander";
import { BackupDamaged, type Manifest, SECRET } from "../content/backup/manifest.ts";
import { type CheckedBackup, checkBackup, restoreBackup } from "../content/backup/readBackup.ts";
import { readSettings, type Settings } from "../env.ts";
import { databasePlace, openBlobs } from "../open.ts";
import { lockFolder } from "../ports/lock.ts";
import { keepSecret } from "../ports/secret-file.ts";
import { drawnProgress } from "./backup.ts";
import { amount, type Console, EXIT } from "./console.ts";

interface Options {
  readonly verify?: boolean;
  readonly json?: boolean;
}

/** Adds `lectern restore <folder>`. */
export function addRestore(lectern: Command, console: Console, exit: (code: number) => void): void {
  lectern
    .command("restore")
    .description("Restore a backup into an empty installation, or only check it")
    .argument("<folder>", "a folder that lectern backup wrote")
    .option(
      "--verify",
      "check every hash, load it into a temporary database, check that, and restore nothing",
    )
    .option("--json", "print the result as JSON")
    .action(async (folder: string, options: Options) => exit(await restore(console, folder, options)));
}

async function restore(console: Console, folder: string, options: Options): Promise<number> {
  const settings = readSettings(console.env);
  const progress = drawnProgress(console);
  const reading = { now: Date.now() + settings.clockOffset * 1000, progress: progress.show };
  try {
    const checked = options.verify
      ? await checkBackup(resolve(folder), reading)
      : await restoreInto(settings, resolve(folder), reading);
    progress.end();
    return answer(console, folder, checked, options);
  } catch (error) {
    progress.end();
    if (!(error instanceof BackupDamaged)) throw error;
    return refused(console, folder, error.message.split("\n"), options);
  }
}

interface RestoredBackup extends CheckedBackup {
  /** Of what was kept in step with a branch; undefined where nothing was restored. */
  readonly paused?: number;
  /** Whether the installation that it was restored into has none. */
  readonly lacksSecret?: boolean;
  /** Whether the installation has another secret than the backup. */
  readonly isOther?: boolean;
}

function answer(console: Console, folder: string, checked: RestoredBackup, options: Options): number {
  const { manifest, problems, store, paused, lacksSecret, isOther } = checked;
  if (problems.length > 0) return refused(console, folder, problems, options);
  const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
  const what = `${amount(rows, "row")}, ${amount(store?.revisions ?? 0, "revision")} and ${amount(manifest.files.count, "file")}`;
  if (options.json) {
    console.print(
      JSON.stringify({ folder, at: manifest.at, rows, files: manifest.files, problems, paused }, null, 2),
    );
  } else if (options.verify) console.print(`${folder} can be restored: ${what} of ${manifest.at} are whole.`);
  else console.print(`Restored ${what} of ${manifest.at}.`);
  if (paused) {
    console.note(
      `Git Sync is paused for ${amount(paused, "space")}, so that a copy never pushes. "lectern git resume" lets each go on, where this installation is to take the place of the one in the backup.`,
    );
  }
  if (isOther) {
    console.note(
      `The secret here is another one than that of the backup, so second factors, webhooks, Git Sync and share links of the backup can't be read. Before the first start, put the text of ${join(folder, SECRET)} into LECTERN_FORMER_SECRETS; after the start, run "lectern rotate-keys".`,
    );
  }
  if (lacksSecret) {
    console.note(
      "The backup has no secret, and there is none here. Before the first start, put the old one back: as LECTERN_SECRET, or as the file secret in the data folder.",
    );
  }
  return EXIT.ok;
}

function refused(console: Console, folder: string, problems: readonly string[], options: Options): number {
  if (options.json) console.print(JSON.stringify({ folder, problems }, null, 2));
  for (const problem of problems) console.note(`problem: ${problem}`);
  console.note(`lectern: ${folder} has ${amount(problems.length, "problem")}. Use another backup.`);
  return EXIT.problems;
}

async function restoreInto(
  settings: Settings,
  folder: string,
  reading: Parameters<typeof restoreBackup>[2],
): Promise<RestoredBackup> {
  // As the server does: what is stored is for nobody else of the machine.
  const mask = process.umask(0o077);
  try {
    return await restoreLocked(settings, folder, reading);
  } finally {
    process.umask(mask);
  }
}

async function restoreLocked(
  settings: Settings,
  folder: string,
  reading: Parameters<typeof restoreBackup>[2],
): Promise<RestoredBackup> {
  await mkdir(settings.dataDir, { recursive: true });
  const release = await lockFolder(settings.dataDir, { shared: settings.databaseUrl !== undefined });
  const blobs = await openBlobs(settings);
  try {
    let isOther = false;
    // Rows without their secret are of little use: it is there before them, wherever this ends.
    const beforeRows = async ({ secret }: Manifest) => {
      if (secret) isOther = !(await restoreSecret(settings, folder));
    };
    const to = { place: databasePlace(settings), blobs };
    const checked = await restoreBackup(folder, to, { ...reading, beforeRows });
    const lacksSecret = settings.secret === undefined && !existsSync(join(settings.dataDir, "secret"));
    return { ...checked, lacksSecret, isOther };
  } finally {
    await blobs.close();
    await release();
  }
}

/** A secret that is set or there already is the one that counts. @returns whether that of the backup is known now */
async function restoreSecret(settings: Settings, folder: string): Promise<boolean> {
  const path = join(settings.dataDir, "secret");
  const ofBackup = (await readFile(join(folder, SECRET), "utf8")).trim();
  if (settings.secret === undefined && !existsSync(path)) {
    await keepSecret(settings.dataDir, ofBackup);
    return true;
  }
  const here = settings.secret ?? (await readFile(path, "utf8")).trim();
  return here === ofBackup || settings.formerSecrets.includes(ofBackup);
}
