/** Servers that copy the database, as the one that takes the writes sees them. */
import { sql } from "kysely";
import type { Read } from "./database.ts";

export interface Standby {
  readonly name: string;
  /** How much of the log of changes it has carried out, in bytes from its beginning. */
  readonly replayed: bigint;
  /** Seconds that the last change it told of took to be carried out there. */
  readonly lag: number;
}

export interface Standbys {
  readonly all: readonly Standby[];
  /** Of how many the server tells this user nothing but that they are there. */
  readonly hidden: number;
  /** How many have to have a change before it is confirmed, and how many of them are there. */
  readonly needed: number;
  readonly answering: number;
  /** The setting that says so. */
  readonly setting: string;
  /** The end of the log of changes, in bytes. */
  readonly end: bigint;
}

interface Sender {
  readonly name: string | null;
  readonly state: string | null;
  readonly sync: string | null;
  readonly replayed: string | null;
  readonly lag: string;
}

/** @returns undefined where nobody copies and nobody is waited for: on SQLite, and on a server that itself copies */
export async function readStandbys(read: Read): Promise<Standbys | undefined> {
  if (read.link.dialect === "sqlite") return undefined;
  const { rows } = await sql<{ setting: string; end: string | null }>`
    select current_setting('synchronous_standby_names') as "setting", case when pg_is_in_recovery() then null
      else (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::text end as "end"`.execute(read);
  const { setting = "", end = null } = rows[0] ?? {};
  if (end === null) return undefined;
  const senders = (
    await sql<Sender>`
      select coalesce(nullif(application_name, ''), 'standby') as "name", state, sync_state as "sync",
        (replay_lsn - '0/0'::pg_lsn)::text as "replayed",
        coalesce(extract(epoch from replay_lag), 0)::text as "lag"
      from pg_stat_replication`.execute(read)
  ).rows;
  const needed = neededBy(setting);
  if (senders.length === 0 && needed === 0) return undefined;
  const awaited = ({ sync }: Sender): boolean => sync === "sync" || sync === "quorum";
  return {
    // Backups copy, too, and carry nothing out.
    all: senders
      .filter(({ replayed }) => replayed !== null)
      .map((sender) => ({
        name: String(sender.name),
        replayed: BigInt(String(sender.replayed)),
        lag: Number(sender.lag),
      })),
    hidden: senders.filter(({ state }) => state === null).length,
    needed,
    answering: senders.filter(awaited).length,
    setting,
    end: BigInt(end),
  };
}

/** How many standbys a value of `synchronous_standby_names` asks for. */
export function neededBy(setting: string): number {
  if (setting.trim() === "") return 0;
  return Number(/^\s*(?:(?:any|first)\s+)?(\d+)\s*\(/i.exec(setting)?.[1] ?? 1);
}

/** How many of those that changes wait for are missing; undefined where the server doesn't say who is there. */
export function missingOf({ hidden, needed, answering }: Standbys): number | undefined {
  return hidden > 0 ? undefined : Math.max(0, needed - answering);
}

/** Ends of the log that are remembered at most. */
const MOST = 1000;

/**
 * How far standbys are behind. What they say of themselves is of the last change that they have carried out: one that
 * stands still says what it said before. So it is noted when the log was seen to end where, and a standby is as far behind
 * as the oldest end that it has not reached.
 */
export class StandbyDelays {
  readonly #ends: { readonly end: bigint; readonly at: number }[] = [];

  /** @param now milliseconds @returns seconds by name, of several of one name the most */
  of({ all, end }: Standbys, now: number): Map<string, number> {
    if (this.#ends.at(-1)?.end !== end) this.#ends.push({ end, at: now });
    // The first stays, since it is what the slowest is measured by.
    if (this.#ends.length > MOST) this.#ends.splice(1, 1);
    const delays = new Map<string, number>();
    for (const { name, replayed, lag } of all) {
      const missed = this.#ends.find((noted) => noted.end > replayed);
      const seconds = missed === undefined ? 0 : Math.max(lag, (now - missed.at) / 1000);
      delays.set(name, Math.max(delays.get(name) ?? 0, seconds));
    }
    const reached = all.reduce((least, { replayed }) => (replayed < least ? replayed : least), end);
    const done = this.#ends.findIndex((noted) => noted.end > reached);
    this.#ends.splice(0, done === -1 ? this.#ends.length : done);
    return delays;
  }
}
