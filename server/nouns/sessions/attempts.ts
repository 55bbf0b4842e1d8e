/**
 * What keeps people from guessing passwords and from having letters sent: attempts are counted in the database, for the
 * network, for the account from that network, and for the account from everywhere. Each goes up before the password is
 * looked at, so that many at once gain nothing. Nobody is locked out by strangers: the count over all networks does not
 * hold where the account was in use lately, and what strangers do elsewhere counts for their own networks.
 */
import { createHash } from "node:crypto";
import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import { networkOf } from "../../http/rateLimit.ts";

const MINUTE = 60_000;

interface Rule {
  /** Attempts that cost nothing. */
  readonly free: number;
  /** Milliseconds without an attempt after which all are forgotten. */
  readonly memory: number;
}

/** The longest that anybody has to wait between two attempts. */
const LONGEST_WAIT = 15 * MINUTE;

/**
 * `code`: the code that a program shows, typed by somebody who is signed in. `factor`: the second step of a sign-in,
 * which only who knows the password or has the link gets to.
 */
export type AttemptKind = "password" | "letter" | "code" | "factor";

const RULES: Readonly<Record<AttemptKind, { network: Rule; pair: Rule; account: Rule }>> = {
  password: {
    network: { free: 30, memory: 30 * MINUTE },
    pair: { free: 5, memory: 60 * MINUTE },
    account: { free: 50, memory: 60 * MINUTE },
  },
  letter: {
    network: { free: 20, memory: 60 * MINUTE },
    pair: { free: 3, memory: 30 * MINUTE },
    account: { free: 10, memory: 60 * MINUTE },
  },
  code: {
    network: { free: 30, memory: 60 * MINUTE },
    pair: { free: 5, memory: 60 * MINUTE },
    account: { free: 10, memory: 60 * MINUTE },
  },
  factor: {
    network: { free: 30, memory: 60 * MINUTE },
    pair: { free: 5, memory: 60 * MINUTE },
    account: { free: 20, memory: 60 * MINUTE },
  },
};

export interface SignInAttempt {
  readonly kind: AttemptKind;
  /** The address that was typed. */
  readonly email: string;
  /** The user who has it. */
  readonly user: string | undefined;
  /** The network address that asks. */
  readonly address: string | undefined;
  readonly now: number;
}

interface CountedKey {
  readonly key: string;
  readonly rule: Rule;
}

/** What is counted for an attempt, in the order in which the rows are locked. */
function countersOf(attempt: SignInAttempt): { network: CountedKey; pair: CountedKey; account: CountedKey } {
  const { kind, user, email, address } = attempt;
  const rules = RULES[kind];
  const network = networkOf(address ?? "");
  // Spellings of one mailbox are one account to whoever tries them.
  const typed = folded(email.trim()).replace(/\+[^@]*(?=@)/, "");
  const account = createHash("sha256")
    .update(user ?? typed)
    .digest("base64url")
    .slice(0, 22);
  return {
    network: { key: `${kind} network ${network}`, rule: rules.network },
    pair: { key: `${kind} pair ${account} ${network}`, rule: rules.pair },
    account: { key: `${kind} account ${account}`, rule: rules.account },
  };
}

/** Counts an attempt and gives 0; or the milliseconds to wait, and then it is not counted and must not be made. */
export async function beginAttempt(tx: Write, attempt: SignInAttempt): Promise<number> {
  const turn = await lockCounters(tx, attempt);
  if ("wait" in turn) return turn.wait;
  for (const locked of turn.counting) await count(tx, locked, attempt.now);
  return 0;
}

/**
 * Looks up what was guessed, in the transaction that counts it: guesses at once wait for each other. Only what finds
 * nothing counts, and what finds something forgives no mistakes before it: of codes everybody can get right ones.
 * @returns what was found, or the milliseconds to wait, and then nothing was looked up
 */
export async function countGuess<T>(
  tx: Write,
  attempt: SignInAttempt,
  look: () => Promise<T | undefined>,
): Promise<{ readonly wait: number } | { readonly found: T | undefined }> {
  const turn = await lockCounters(tx, attempt);
  if ("wait" in turn) return turn;
  const found = await look();
  if (found === undefined) for (const locked of turn.counting) await count(tx, locked, attempt.now);
  return { found };
}

type Turn = { readonly wait: number } | { readonly counting: readonly LockedKey[] };

/** Locks what is counted for an attempt, unless one of it has to wait. */
async function lockCounters(tx: Write, attempt: SignInAttempt): Promise<Turn> {
  const { network, pair, account } = countersOf(attempt);
  // Codes are typed by people who are signed in, so no stranger can lock anybody out by them.
  const isFamiliar = attempt.kind !== "code" && (await wasInUse(tx, attempt));
  const counting: LockedKey[] = [];
  for (const counted of isFamiliar ? [network, pair] : [network, pair, account]) {
    const locked = await lock(tx, counted, attempt.now);
    // A clock that was set back must not keep anybody waiting for longer than the rule does.
    const wait = Math.min(locked.waitUntil - attempt.now, LONGEST_WAIT);
    if (wait > 0) return { wait };
    counting.push(locked);
  }
  return { counting };
}

/** Takes back what `beginAttempt` has counted, and forgets the mistakes that came before: it was them. */
export async function forgiveAttempt(tx: Write, attempt: SignInAttempt): Promise<void> {
  const { network, pair, account } = countersOf(attempt);
  await takeBack(tx, network);
  await tx.deleteFrom("sign_in_attempts").where("key", "=", pair.key).execute();
  await takeBack(tx, account);
}

async function takeBack(tx: Write, { key }: CountedKey): Promise<void> {
  await tx
    .updateTable("sign_in_attempts")
    .set((eb) => ({ failures: eb("failures", "-", 1) }))
    .where("key", "=", key)
    .where("failures", ">", 0)
    .execute();
}

interface LockedKey extends CountedKey {
  readonly failures: number;
  readonly waitUntil: number;
}

async function lock(tx: Write, { key, rule }: CountedKey, now: number): Promise<LockedKey> {
  await tx
    .insertInto("sign_in_attempts")
    .values({ key, failures: 0, last_at: now, wait_until: 0 })
    .onConflict((on) => on.column("key").doNothing())
    .execute();
  const row = await tx
    .selectFrom("sign_in_attempts")
    .selectAll()
    .where("key", "=", key)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return {
    key,
    rule,
    failures: row.last_at < now - rule.memory ? 0 : row.failures,
    waitUntil: row.wait_until,
  };
}

async function count(tx: Write, { key, rule, failures }: LockedKey, now: number): Promise<void> {
  const over = failures + 1 - rule.free;
  // None means none: of attempts at once the one that is counted next may have begun a little before this one.
  const waitUntil = over < 0 ? 0 : now + Math.min(2 ** over * 1000, LONGEST_WAIT);
  await tx
    .updateTable("sign_in_attempts")
    .set({ failures: failures + 1, last_at: now, wait_until: waitUntil })
    .where("key", "=", key)
    .execute();
}

/** Whether the account had a session from this network in the last weeks. */
async function wasInUse(tx: Write, { user, address, now }: SignInAttempt): Promise<boolean> {
  // Asked for nobody as well, so that it takes the same time.
  const found = await tx
    .selectFrom("sessions")
    .select("id")
    .where("user_id", "=", user ?? "")
    .where("network", "=", networkOf(address ?? ""))
    .where("expires_at", ">", now)
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
