/** What stands around an installation: its backups, its clock, its git, and the certificates that visitors are shown. */
import { sql } from "kysely";
import { servedUrl } from "../../engine/siteAddress.ts";
import type { GarbageRound } from "../content/garbageRound.ts";
import { backedUpAt } from "../db/backedUp.ts";
import type { Read } from "../db/database.ts";
import { openDatabase } from "../db/open.ts";
import type { DatabasePlace } from "../db/snapshot.ts";
import { missingOf, type Standbys } from "../db/standbys.ts";
import type { Addresses } from "../deps.ts";
import type { Settings } from "../env.ts";
import { gitVersion, isNewEnough, lackedRelease, OLDEST_GIT } from "../ports/git/version.ts";
import { shownCertificate } from "../ports/shownCertificate.ts";
import type { NotedRoom } from "../jobs/room.ts";
import { amount } from "./console.ts";
import { type Finding, ok, problem, reason, warning } from "./finding.ts";

const DAY = 24 * 60 * 60 * 1000;
/** Age from which a backup is old. */
const OLD = 2 * DAY;
/** Before its end, a certificate that is renewed by itself has long been renewed. */
const ENDS_SOON = 14 * DAY;
/** Milliseconds that two clocks may differ. */
const CLOCKS = 5000;

/** The git that spaces are kept in step with repositories by. */
export async function gitFinding(readVersion = gitVersion): Promise<Finding> {
  const version = await readVersion();
  const lacked = version === undefined ? undefined : lackedRelease(version);
  // Nothing tells whether the system has added the fixes and kept the number, as most do: no warning that stays for good.
  if (lacked !== undefined)
    return ok(
      "Git",
      `version ${version}. Security fixes came with ${lacked}: install your system's updates, which may have them under the same number`,
    );
  if (version !== undefined && isNewEnough(version)) return ok("Git", `version ${version}`);
  const found = version === undefined ? "Git is not installed" : `Git ${version} is too old`;
  return warning("Git", `${found}, so Git Sync doesn't work. Install git ${OLDEST_GIT} or newer.`);
}

/**
 * Who scripts of integrations run as.
 * @param are whether there is any
 * @param workerd where it lies
 * @param givesUsers whether each of its processes gets a user of its own
 */
export function scriptsFinding(
  { runners }: Pick<Settings, "runners">,
  are: boolean,
  workerd: string | undefined,
  givesUsers: boolean,
): Finding {
  const about = "Scripts of integrations";
  if (runners === 0) return ok(about, "not run, because LECTERN_RUNNERS is 0");
  if (workerd === undefined) return ok(about, "not run, because workerd isn't installed");
  if (!are) return ok(about, "there are none");
  if (givesUsers) return ok(about, "each of their processes has a user of its own");
  return warning(
    about,
    "They run as Lectern's own user: a script that breaks out of workerd could read the data folder. Set LECTERN_RUNNERS to 0 unless you trust the publishers of the integrations.",
  );
}

/**
 * Whether a stopping process goes on answering until the proxy has turned to another one.
 * @param processes of this installation that run, as the database sees them
 */
export function stopDelayFinding(
  { trustedProxies, stopDelay }: Pick<Settings, "trustedProxies" | "stopDelay">,
  processes: number,
): Finding[] {
  // One process alone has none beside it to turn to.
  if (processes < 2 || trustedProxies.length === 0 || stopDelay > 0) return [];
  return [
    warning(
      "LECTERN_STOP_DELAY",
      `It is not set, and ${processes} processes run: on a restart, the proxy still sends requests to the stopping one for a moment. Set it to 5 if the proxy checks /readyz.`,
    ),
  ];
}

/** Seconds, and bytes of changes, that a standby may be behind: one that stands still says the seconds of before. */
const BEHIND = 60;
const BEHIND_BYTES = 256n * 1024n ** 2n;

const mebibytes = (bytes: bigint): string => `${(Number(bytes) / 1024 ** 2).toFixed(1)} MiB`;

/** The servers that copy a PostgreSQL: whether changes wait for one that is away, and which is behind. */
export function standbyFindings(standbys: Standbys | undefined): Finding[] {
  if (standbys === undefined) return [];
  const about = "Standbys";
  const { all, hidden, needed, answering, setting, end } = standbys;
  if ((missingOf(standbys) ?? 0) > 0) {
    const message = `Changes wait: PostgreSQL confirms none before ${amount(needed, "standby")} of synchronous_standby_names (${setting}) has it, and ${answering} of these copy. Start a standby again, or take it out of that setting and run select pg_reload_conf().`;
    return [problem(about, message)];
  }
  if (hidden > 0) {
    const message = `PostgreSQL tells Lectern's user nothing about ${amount(hidden, "server")} that copy the database. Run as its administrator: grant pg_monitor to the user in LECTERN_DATABASE_URL.`;
    return [warning(about, message)];
  }
  const behind = all.filter(({ lag, replayed }) => lag > BEHIND || end - replayed > BEHIND_BYTES);
  if (behind.length > 0) {
    const each = behind
      .map(({ name, replayed }) => `${name} by ${mebibytes(end - replayed)} of changes`)
      .join(", ");
    const message = `Behind the database: ${each}. If one takes over now, it lacks the latest changes. Look at its load, its network and its log.`;
    return [warning(about, message)];
  }
  const short = all
    .filter(({ replayed }) => replayed < end)
    .map(({ name, replayed }) => `; ${name} lacks the last ${mebibytes(end - replayed)}`);
  return [
    ok(
      about,
      `Servers that copy the database: ${all.length}. Changes wait for ${needed} of them${short.join("")}`,
    ),
  ];
}

/** Whether the replica of `LECTERN_DATABASE_READ_URL` answers, and has what was written last. */
export async function replicaFindings(place: DatabasePlace, readUrl: string | undefined): Promise<Finding[]> {
  if (readUrl === undefined) return [];
  const about = "LECTERN_DATABASE_READ_URL";
  const failures: unknown[] = [];
  const report = (error: unknown): void => void failures.push(error);
  const db = await openDatabase({ ...place, readUrl, poolSize: 1, report });
  try {
    // First without haste: what a connection takes says nothing of how late the replica is.
    if (db.replica !== undefined) await sql`select 1`.execute(db.replica);
    if (failures.length === 0 && (await db.upToDate()) !== db.read)
      return [ok(about, "the replica has what was written last")];
    const why =
      failures.length > 0
        ? `The replica can't be read: ${reason(failures[0])}. Check the address, and that the server runs.`
        : "The replica lacks what was written last: it is more than a tenth of a second behind, copies another server than that of LECTERN_DATABASE_URL, or copies none. Compare the addresses, and look at its log.";
    return [warning(about, `${why} Until then the database itself answers.`)];
  } finally {
    await db.close();
  }
}

/** How old the last backup is that `lectern backup` made or was told of. */
export async function backupFinding(read: Read, now: number): Promise<Finding> {
  const at = await backedUpAt(read);
  if (at === undefined) {
    return warning(
      "Backup",
      "lectern backup has not made a backup yet. Run it from a timer, and keep the backups on another machine or disk. If another program makes them, let it end with lectern backup <its file> --note.",
    );
  }
  const days = Math.floor((now - at) / DAY);
  const age = days < 1 ? "less than a day" : amount(days, "day");
  return now - at > OLD
    ? warning("Backup", `The last one is ${age} old. Check the timer that makes them.`)
    : ok("Backup", `the last one is ${age} old`);
}

/** Days before a disk is full in which there is time to do something about it. */
const FULL_SOON = 30;

/** How soon the disk of the files is full, if it goes on filling as it did. @param rooms the oldest first */
export function growthFinding(rooms: readonly NotedRoom[], now: number, free: number): Finding {
  const about = "Disk growth";
  const [first] = rooms;
  const days = first === undefined ? 0 : (now - first.at) / DAY;
  if (first === undefined || days < 1)
    return ok(about, "not known yet: a running server notes the room once a day");
  const since = amount(Math.round(days), "day");
  const gone = first.bytes - free;
  if (gone <= 0) return ok(about, `there is no less room than ${since} ago`);
  const left = Math.floor((free / gone) * days);
  const told = `${(gone / 1024 ** 3).toFixed(1)} GiB in ${since}: at this rate it is full in ${amount(left, "day")}`;
  return left < FULL_SOON
    ? warning(about, `${told}. Look for what grows, or move the data folder to a larger disk.`)
    : ok(about, told);
}

/** Days after which a daily round is late. */
const LATE = 3;

/** Whether what nothing names is removed. */
export function garbageFinding(round: GarbageRound | undefined, now: number): Finding {
  const about = "Garbage";
  if (round === undefined) return ok(about, "not looked for yet: a running server does it once a day");
  const { nodes, bodies, blobs, strays, heldStrays, damaged } = round;
  const days = Math.floor((now - round.at) / DAY);
  const age = days < 1 ? "less than a day" : amount(days, "day");
  if (damaged > 0)
    return problem(
      about,
      `Content of ${amount(damaged, "organization")} is damaged, so unused content is not removed there. The server's log names the organizations. See the findings about content, and restore a backup.`,
    );
  if (heldStrays > 0) return warning(about, heldWords(heldStrays));
  if (days >= LATE)
    return warning(
      about,
      `The last complete round began ${age} ago. Run lectern jobs list --kind housekeeping: it says whether a round is running, has failed or is paused.`,
    );
  const removed = `${amount(nodes, "node")}, ${amount(bodies, "text")} and ${amount(blobs + strays, "file")}`;
  return ok(about, `${removed} were removed ${age} ago, of ${amount(round.organizations, "organization")}`);
}

/** Why files without a row stay, and what to look at. */
export function heldWords(count: number): string {
  return `The database knows nothing of ${amount(count, "file")}, which is more than is left behind by chance, so none was removed. See whether another installation keeps its files in the same place. If none does, run lectern gc --strays.`;
}

/**
 * Whether this machine's clock is behind what was written last, and on PostgreSQL whether it is the database's.
 * @param now as the server reads it
 */
export async function clockFindings(read: Read, now: number): Promise<Finding[]> {
  const about = "Time";
  const last = await read.selectFrom("audit").select("occurred_at").orderBy("seq", "desc").limit(1).execute();
  const behind = (last[0]?.occurred_at ?? now) - now;
  if (behind > CLOCKS) {
    const seconds = amount(Math.round(behind / 1000), "second");
    return [
      warning(
        about,
        `This machine's clock is ${seconds} behind what was written last, so what expires stays for longer. Let it follow a time server.`,
      ),
    ];
  }
  if (read.link.dialect === "sqlite")
    return [ok(about, "this machine's clock is not behind what was written last")];
  return [await databaseClockFinding(read, about)];
}

async function databaseClockFinding(read: Read, about: string): Promise<Finding> {
  const { rows } = await sql<{ now: number }>`
    select (extract(epoch from clock_timestamp()) * 1000)::bigint as now`.execute(read);
  const ahead = Date.now() - Number(rows[0]?.now);
  if (Math.abs(ahead) <= CLOCKS) return ok(about, "this machine's clock is the database's");
  const seconds = amount(Math.round(Math.abs(ahead) / 1000), "second");
  return warning(
    about,
    `This machine's clock is ${seconds} ${ahead > 0 ? "ahead of" : "behind"} the database's. Let both follow a time server.`,
  );
}

/** Hostnames of sites' own that are looked at: each costs a connection. */
const MOST_HOSTNAMES = 20;

/** What visitors of our https addresses are shown: the application's, a site's, and the hostnames that sites have proved. */
export async function certificateFindings(
  read: Read,
  addresses: Addresses,
  now: number,
  most = MOST_HOSTNAMES,
): Promise<Finding[]> {
  const hostnames = read.selectFrom("site_hostnames");
  const own = await hostnames.select("hostname").orderBy("hostname").limit(most).execute();
  const { all } = await hostnames
    .select((eb) => eb.fn.countAll<number>().as("all"))
    .executeTakeFirstOrThrow();
  const shown = [
    addresses.app,
    await someSite(read, addresses),
    ...own.map(({ hostname }) => `https://${hostname}`),
  ].filter((one) => one.startsWith("https:"));
  const origins = [...new Set(shown.map((address) => new URL(address).origin))];
  const found = await Promise.all(origins.map((origin) => certificateFinding(origin, now)));
  const more = Number(all) - own.length;
  return more > 0
    ? [...found, ok("Certificate", `and ${amount(more, "hostname")} more, which were not looked at`)]
    : found;
}

/** A site's own address, where there is one: below a domain each organization has a host. */
async function someSite(read: Read, addresses: Addresses): Promise<string> {
  const site = await read
    .selectFrom("sites")
    .innerJoin("organizations", "organizations.id", "sites.organization_id")
    .select(["organizations.hostname as organization", "sites.basename"])
    .where("sites.published", "=", 1)
    .orderBy("sites.created_at")
    .limit(1)
    .executeTakeFirst();
  return site === undefined ? addresses.sites : servedUrl(addresses, site);
}

/** @param trusted see `shownCertificate` */
export async function certificateFinding(origin: string, now: number, trusted?: string): Promise<Finding> {
  const about = "Certificate";
  try {
    const { refusal, until } = await shownCertificate(origin, trusted);
    if (refusal !== undefined) {
      return problem(
        about,
        `Browsers refuse the certificate of ${origin}: ${refusal}. Renew it at the proxy.`,
      );
    }
    const days = Math.floor((until - now) / DAY);
    const left = `${origin} has one for ${amount(days, "more day")}`;
    return until - now < ENDS_SOON
      ? warning(about, `${left}. See why the proxy doesn't renew it.`)
      : ok(about, left);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return warning(about, `${origin} can't be looked at from here: ${reason}`);
  }
}
