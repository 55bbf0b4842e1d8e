import { openBelieved } from "../db/believed.ts";
import { type Database, type Params, prepared } from "../db/database.ts";
import type { Row } from "../db/schema.ts";
import type { Clock } from "../ports/clock.ts";
import { hashToken, tokenChecksumOk } from "../ports/tokens.ts";

/** Who is calling: a user, through one of their API tokens. Rights are never kept here, they are looked up. */
export interface Identity {
  readonly userId: string;
  readonly tokenId: string;
  /** Narrows what the token may do; undefined: everything its user may. */
  readonly scopes: readonly string[] | undefined;
}

interface Known {
  readonly identity: Identity;
  /** Milliseconds. */
  readonly expiresAt: number;
  readonly lastUsedAt: number;
}

const MOST = 10_000;
const USED_EVERY_MS = 60_000;

const tokenByHash = prepared((read, p: Params<{ hash: string }>) =>
  read
    .selectFrom("tokens")
    .innerJoin("users", "users.id", "tokens.user_id")
    .select(["tokens.id", "user_id", "scopes", "expires_at", "last_used_at"])
    .where("hash", "=", p("hash"))
    .where("revoked_at", "is", null)
    .where("users.disabled_at", "is", null)
    // The identity provider that vouched for whoever made the token doesn't speak for other organizations' members.
    .where((eb) =>
      eb.or([
        eb("tokens.through", "is", null),
        eb.not(
          eb.exists(
            eb
              .selectFrom("members")
              .select("members.user_id")
              .whereRef("members.user_id", "=", "tokens.user_id")
              .whereRef("members.organization_id", "!=", "tokens.through"),
          ),
        ),
      ]),
    ),
);

type TokenFound = Pick<Row<"tokens">, "id" | "user_id" | "scopes" | "expires_at" | "last_used_at">;

/** Finds the user behind a token. */
export interface Identities {
  /** undefined when the token is unknown, expired or revoked, or its user disabled. */
  identify(token: string): Identity | undefined | Promise<Identity | undefined>;
}

/** @param report hears why the time of a token's last use could not be noted: no reason to refuse its user */
export function openIdentities(
  db: Database,
  clock: Clock,
  report: (error: unknown) => void = () => undefined,
): Identities {
  const known = openBelieved<Known>(db, MOST);
  const current = ({ identity, expiresAt }: Known) => (expiresAt > clock.now() ? identity : undefined);

  async function look(token: string): Promise<Identity | undefined> {
    // Unknown strings are not kept: they would let a stranger fill the memory.
    const found = await known.read(token, async () => {
      const row = await tokenByHash.first(db.read, { hash: hashToken(token) });
      return row && knownFrom(row);
    });
    const identity = found && current(found);
    if (found === undefined || identity === undefined) return undefined;
    const now = clock.now();
    if (found.lastUsedAt < now - USED_EVERY_MS) await markUsed(db, identity.tokenId, now).catch(report);
    return identity;
  }

  return {
    identify(token) {
      if (!tokenChecksumOk(token)) return undefined;
      const found = known.get(token);
      return found === undefined ? look(token) : current(found);
    },
  };
}

function knownFrom(row: TokenFound): Known {
  return {
    identity: {
      userId: row.user_id,
      tokenId: row.id,
      scopes: row.scopes === null ? undefined : (JSON.parse(row.scopes) as string[]),
    },
    expiresAt: row.expires_at ?? Number.POSITIVE_INFINITY,
    lastUsedAt: row.last_used_at ?? 0,
  };
}

/** To the minute: a token that is used all the time is not written all the time. */
async function markUsed(db: Database, id: string, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await tx.updateTable("tokens").set({ last_used_at: now }).where("id", "=", id).execute();
  });
}
