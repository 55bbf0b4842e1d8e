/** Looks at everything an installation needs, beside a running server. It changes nothing, but for a file of five bytes that it writes and removes to see that files can be stored. */
import { constants, existsSync } from "node:fs";
import { access, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { sql } from "kysely";
import { checkStore } from "../content/check.ts";
import { lastRound } from "../content/garbageRound.ts";
import type { Read } from "../db/database.ts";
import { pausedKinds } from "../db/pausedJobs.ts";
import { appliedTo, refusalOf } from "../db/migrate.ts";
import { migrations } from "../db/migrations/list.ts";
import { processesOn } from "../db/neighbours.ts";
import { readStandbys } from "../db/standbys.ts";
import { openSnapshot, type Snapshot } from "../db/snapshot.ts";
import type { Settings } from "../env.ts";
import { staleSpaces } from "../jobs/indexing.ts";
import { notedRooms } from "../jobs/room.ts";
import { sealedUnder } from "../jobs/sealed.ts";
import { databasePlace, openBlobs } from "../open.ts";
import type { BlobStore } from "../ports/blobs.ts";
import { folderHolder } from "../ports/lock-holder.ts";
import { loadSecret } from "../ports/secret-file.ts";
import { openSecrets, type Secrets } from "../ports/secrets.ts";
import { givesUsers } from "../ports/scripts/folder.ts";
import { findWorkerd } from "../ports/scripts/runtime.ts";
import { listeningIn } from "../ports/listening.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { addressesBeside } from "./beside.ts";
import { amount, type Console } from "./console.ts";
import { type Finding, ok, problem, reason, warning } from "./finding.ts";
import { mailServerFindings } from "./mail.ts";
import { siteAddressFindings } from "./siteAddresses.ts";
import {
  backupFinding,
  certificateFindings,
  clockFindings,
  garbageFinding,
  gitFinding,
  growthFinding,
  scriptsFinding,
  replicaFindings,
  standbyFindings,
  stopDelayFinding,
} from "./surroundings.ts";
import { sayingWhatFor } from "./waiting.ts";

/** Bytes below which a disk is called full soon. */
const LITTLE_ROOM = 1024 ** 3;
/** Bytes below which it is called full. */
const NO_ROOM = 1024 ** 2;
/** Problems of the store that are shown one by one. */
const SHOWN = 20;

/**
 * Everything but the settings, what others rest on first; each stands for itself, so that one failure hides no other. Who
 * waits long is told for what.
 */
export async function diagnose(settings: Settings, console: Pick<Console, "note">): Promise<Finding[]> {
  return [
    ...(await sayingWhatFor(console, "the data folder", () => folderFindings(settings))),
    ...(await sayingWhatFor(console, "the database, which a server that starts may hold", () =>
      databaseFindings(settings),
    )),
    ...(await sayingWhatFor(console, "the mail server", () => mailServerFindings(settings))),
    await sayingWhatFor(console, "Git", gitFinding),
  ];
}

async function folderFindings(settings: Settings): Promise<Finding[]> {
  const { dataDir } = settings;
  const isWritable = await access(dataDir, constants.R_OK | constants.W_OK).then(
    () => true,
    () => false,
  );
  if (!existsSync(dataDir))
    return [
      problem("Data folder", `${dataDir} is not there. Set LECTERN_DATA_DIR, or run lectern start first.`),
    ];
  if (!isWritable)
    return [problem("Data folder", `This user can't read and write ${dataDir}. Change its owner.`)];
  const { bavail, bsize } = await statfs(dataDir);
  const free = bavail * bsize;
  const [size, unit] = free < 1024 ** 3 ? [free / 1024 ** 2, "MiB"] : [free / 1024 ** 3, "GiB"];
  const room = `${size.toFixed(unit === "MiB" ? 0 : 1)} ${unit} free in ${dataDir}`;
  const full = `The disk of ${dataDir} is full: people can read everything, but change nothing. Free some space; a running server then continues by itself.`;
  const folder =
    free < NO_ROOM
      ? problem("Data folder", full)
      : free < LITTLE_ROOM
        ? warning("Data folder", `Only ${room}. Free some space: writes fail when the disk is full.`)
        : ok("Data folder", room);
  return [
    folder,
    ...(await openFindings(settings)),
    ...(await secretFindings(settings)),
    await serverFinding(settings),
  ];
}

/** Whether every user of the machine may look into the data folder. */
async function openFindings({ dataDir }: Settings): Promise<Finding[]> {
  const { mode } = await stat(dataDir);
  if ((mode & 0o007) === 0) return [];
  return [
    warning(
      "Data folder",
      `Every user of this machine can read ${dataDir}, which has the database and the files. Run: chmod 700 ${dataDir}`,
    ),
  ];
}

async function secretFindings(settings: Settings): Promise<Finding[]> {
  const { dataDir, secret } = settings;
  const path = join(dataDir, "secret");
  if (secret === undefined) {
    const found = await stat(path).catch(() => undefined);
    if (found === undefined)
      return [
        settings.databaseUrl === undefined && existsSync(databasePlace(settings).file)
          ? problem(
              "Secret",
              `There is no secret at ${path}, and the database is in use. Put the old one back: without it the server doesn't start.`,
            )
          : warning(
              "Secret",
              `There is no secret at ${path}. After a restore, put the old one back before you start Lectern.`,
            ),
      ];
    if ((found.mode & 0o077) !== 0)
      return [
        problem("Secret", `Users other than its owner can read or write ${path}. Run: chmod 600 ${path}`),
      ];
  }
  try {
    await secretsOf(settings);
    return [ok("Secret", secret === undefined ? path : "given by LECTERN_SECRET")];
  } catch (error) {
    return [problem("Secret", reason(error))];
  }
}

/** As the start opens them; undefined where there is no secret yet. @throws StartRefused where it refuses them */
async function secretsOf({ dataDir, secret, formerSecrets }: Settings): Promise<Secrets | undefined> {
  if (secret === undefined && !existsSync(join(dataDir, "secret"))) return undefined;
  return openSecrets(secret ?? (await loadSecret(dataDir)), formerSecrets);
}

/** What is encrypted in the database, held against the secrets at hand. */
async function sealedFindings(settings: Settings, read: Read): Promise<Finding[]> {
  const about = "Encrypted values";
  try {
    const secrets = await secretsOf(settings);
    if (secrets === undefined) return [];
    const counts = await sealedUnder(read);
    let [all, lost, former] = [0, 0, 0];
    for (const [id, count] of counts) {
      all += count;
      if (!secrets.has(id)) lost += count;
      else if (id !== secrets.id) former += count;
    }
    if (lost > 0) {
      const rest = "They were encrypted with another secret. Add it to LECTERN_FORMER_SECRETS.";
      return [problem(about, `${amount(lost, "value")} of ${all} can't be read. ${rest}`)];
    }
    if (former > 0) {
      return [
        warning(
          about,
          `${amount(former, "value")} of ${all} are encrypted with a former secret. Run lectern rotate-keys.`,
        ),
      ];
    }
    return [ok(about, `${amount(all, "value")}, all under the secret in use`)];
  } catch (error) {
    if (!(error instanceof StartRefused)) throw error;
    // The finding about the secret says why.
    return [];
  }
}

async function serverFinding({ dataDir, databaseUrl }: Settings): Promise<Finding> {
  if (databaseUrl !== undefined) {
    const here = await listeningIn(dataDir);
    // The folder knows one alone, though several may have it.
    const own =
      here === undefined ? "none runs on" : `the last one to start listens on port ${here.app} with`;
    return ok("Server", `${own} this data folder; others may use it and the PostgreSQL database`);
  }
  const holder = await folderHolder(dataDir);
  return ok(
    "Server",
    holder === undefined ? "no server uses the data folder" : `the data folder is in use by ${holder}`,
  );
}

async function databaseFindings(settings: Settings): Promise<Finding[]> {
  const place = databasePlace(settings);
  let snapshot: Snapshot;
  try {
    snapshot = await openSnapshot(place);
  } catch (error) {
    const first =
      place.url === undefined && !existsSync(place.file)
        ? " Run lectern start: the first start makes it."
        : place.url === undefined
          ? ""
          : ". Check LECTERN_DATABASE_URL, and that PostgreSQL runs and has this database.";
    return [problem("Database", `Lectern can't open it: ${reason(error)}${first}`)];
  }
  const now = Date.now() + settings.clockOffset * 1000;
  try {
    const schema = await schemaFinding(snapshot.read);
    if (schema.state === "problem") return [schema, ...(await blobFindings(settings))];
    return [
      schema,
      ...(await siteAddressFindings(settings, snapshot.read)),
      ...stopDelayFinding(settings, await processesOn(snapshot.read)),
      ...(await certificateFindings(snapshot.read, await addressesBeside(settings), Date.now())),
      ...(await clockFindings(snapshot.read, now)),
      ...standbyFindings(await readStandbys(snapshot.read)),
      ...(await replicaFindings(place, settings.databaseReadUrl)),
      ...(await diskFindings(settings, snapshot.read)),
      garbageFinding(await lastRound(snapshot.read), now),
      await backupFinding(snapshot.read, now),
      ...(await sealedFindings(settings, snapshot.read)),
      ...(await fileFindings(snapshot)),
      ...(await storeFindings(settings, snapshot.read)),
      await searchFinding(snapshot.read),
      ...(await jobsFindings(snapshot.read)),
      scriptsFinding(settings, await hasScripts(snapshot.read), findWorkerd(), givesUsers()),
    ];
  } catch (error) {
    return [problem("Database", `Lectern can't read it: ${reason(error)}`)];
  } finally {
    await snapshot.close();
  }
}

async function hasScripts(read: Read): Promise<boolean> {
  const found = await read.selectFrom("integration_versions").select("version").limit(1).execute();
  return found.length > 0;
}

/** Files in S3 are on nobody's disk. */
async function diskFindings({ blobUrl, dataDir, clockOffset }: Settings, read: Read): Promise<Finding[]> {
  if (blobUrl !== undefined) return [];
  const { bavail, bsize } = await statfs(dataDir);
  return [growthFinding(await notedRooms(read), Date.now() + clockOffset * 1000, bavail * bsize)];
}

async function schemaFinding(read: Read): Promise<Finding> {
  const refused = await refusalOf(read);
  if (refused !== undefined) return problem("Database", refused);
  const applied = await appliedTo(read);
  const missing = migrations.map(({ name }) => name).filter((name) => !applied.includes(name));
  if (missing.length > 0)
    return problem(
      "Database",
      `It lacks ${missing.join(", ")}. Run lectern start with this version: it adds them.`,
    );
  return ok(
    "Database",
    `${read.link.dialect === "sqlite" ? "SQLite" : "PostgreSQL"}, ${amount(applied.length, "migration")}`,
  );
}

async function fileFindings({ dialect, read }: Snapshot): Promise<Finding[]> {
  if (dialect !== "sqlite") return [];
  const { rows } = await sql<{ integrity_check: string }>`pragma integrity_check(20)`.execute(read);
  const broken = rows.map((row) => row.integrity_check).filter((line) => line !== "ok");
  const { rows: references } = await sql<{ table: string }>`pragma foreign_key_check`.execute(read);
  if (broken.length + references.length === 0) return [ok("Database file", "is whole")];
  return [
    ...broken.map((line) => problem("Database file", `${line}. Restore a backup.`)),
    ...[...new Set(references.map(({ table }) => table))].map((table) =>
      problem("Database file", `Rows of ${table} refer to rows that don't exist. Restore a backup.`),
    ),
  ];
}

/** Whether files can be stored; opens nothing that is not there. */
async function blobFindings(settings: Settings): Promise<Finding[]> {
  return withBlobs(settings, async () => []);
}

async function withBlobs(
  settings: Settings,
  more: (blobs: BlobStore) => Promise<Finding[]>,
): Promise<Finding[]> {
  let blobs: BlobStore | undefined;
  try {
    blobs = await openBlobs(settings);
    await blobs.check();
    return [
      ok(
        "Files",
        settings.blobUrl !== undefined
          ? "can be stored in S3"
          : settings.databaseUrl === undefined
            ? "can be stored in the data folder"
            : "can be stored in the data folder, which all processes have to share",
      ),
      ...(await more(blobs)),
    ];
  } catch (error) {
    return [problem("Files", `Lectern can't store files: ${reason(error)}`)];
  } finally {
    await blobs?.close();
  }
}

async function storeFindings(settings: Settings, read: Read): Promise<Finding[]> {
  return withBlobs(settings, async (blobs) => {
    const { problems, revisions, nodes, bodies, blobs: files } = await checkStore({ read }, blobs);
    if (problems.length === 0) {
      const parts = [
        amount(revisions, "revision"),
        amount(nodes, "node"),
        amount(bodies, "text"),
        amount(files, "file"),
      ];
      return [ok("Content", `${parts.join(", ")}: complete and undamaged`)];
    }
    const shown = problems.slice(0, SHOWN).map((text) => problem("Content", `${text}. Restore a backup.`));
    const rest = problems.length - shown.length;
    return rest > 0 ? [...shown, problem("Content", `and ${amount(rest, "problem")} more`)] : shown;
  });
}

async function searchFinding(read: Read): Promise<Finding> {
  const stale = await staleSpaces(read);
  if (stale.length === 0) return ok("Search", "every space is indexed");
  return warning(
    "Search",
    `${amount(stale.length, "space")} not indexed to the last change. A running server does it within seconds; if it stays so, run lectern reindex.`,
  );
}

async function jobsFindings(read: Read): Promise<Finding[]> {
  const counts = await read
    .selectFrom("jobs")
    .select((eb) => ["state", "kind", eb.fn.countAll<number>().as("count")])
    .where("state", "in", ["queued", "running", "failed"])
    .groupBy(["state", "kind"])
    .orderBy("kind")
    .execute();
  const of = (isFailed: boolean) => counts.filter(({ state }) => (state === "failed") === isFailed);
  const sum = (of: typeof counts): number => of.reduce((all, { count }) => all + Number(count), 0);
  const paused = await pausedKinds(read);
  const failed = of(true).map(({ kind, count }) => `${count} ${kind}`);
  const findings: Finding[] = [];
  if (failed.length > 0) {
    const { INPUT_GOES } = await import("../jobs/handlers.ts");
    const lost = of(true).flatMap(({ kind }) => (INPUT_GOES.has(kind) ? [kind] : []));
    const but = lost.length > 0 ? `, except of ${lost.join(", ")}: ask for those anew` : "";
    findings.push(
      warning(
        "Jobs",
        `${amount(sum(of(true)), "job")} failed for good: ${failed.join(", ")}. lectern jobs list --state failed says why; lectern jobs retry queues them again${but}.`,
      ),
    );
  }
  if (paused.length > 0) {
    findings.push(
      warning("Jobs", `Paused: ${paused.join(", ")}. lectern jobs resume <kind> lets them begin again.`),
    );
  }
  return findings.length > 0 ? findings : [ok("Jobs", `${sum(of(false))} waiting or running, none failed`)];
}
