import { prepared, type Params } from "../db/database.ts";
import type { Database } from "../db/database.ts";
import type { Clock } from "../ports/clock.ts";
import { hashToken, tokenChecksumOk } from "../ports/tokens.ts";

/** Who is calling: a user, through one of their API tokens. Rights are never kept here, they are looked up. */
export interface Identity {
  readonly userId: string;
  readonly tokenId: string;
  /** Narrows what the token may do; undefined: everything its user may. */
  readonly scopes: readonly string[] | undefined;
}

interface Entry {
  readonly identity: Identity | undefined;
  readonly expiresAt: number;
  readonly readAt: number;
}

/** How long a token that was looked up is believed: other processes learn of a revocation within this time. */
const BELIEVED_MS = 1000;
const MOST_ENTRIES = 10_000;
const USED_EVERY_MS = 60_000;

const tokenByHash = prepared((read, p: Params<{ hash: string }>) =>
  read
    .selectFrom("tokens")
    .select(["id", "user_id", "scopes", "expires_at", "revoked_at", "last_used_at"])
    .where("hash", "=", p("hash")),
);

/** Finds the user behind a token. The process that revokes a token forgets it at once (`forget`). */
export interface Identities {
  identify(token: string): Identity | undefined | Promise<Identity | undefined>;
  forget(tokenId: string): void;
}

export function openIdentities(db: Database, clock: Clock): Identities {
  const entries = new Map<string, Entry>();

  async function look(token: string): Promise<Identity | undefined> {
    const now = clock.now();
    const row = await tokenByHash.first(db.read, { hash: hashToken(token) });
    const identity =
      row !== undefined && row.revoked_at === null
        ? { userId: row.user_id, tokenId: row.id, scopes: row.scopes ? JSON.parse(row.scopes) : undefined }
        : undefined;
    if (entries.size >= MOST_ENTRIES) entries.clear();
    const entry = { identity, expiresAt: row?.expires_at ?? Infinity, readAt: now };
    // Unknown strings are not kept: they would let a stranger fill the memory.
    if (identity !== undefined) entries.set(token, entry);
    if (row !== undefined && identity !== undefined && (row.last_used_at ?? 0) < now - USED_EVERY_MS) {
      await markUsed(db, row.id, now);
    }
    return entry.expiresAt > now ? identity : undefined;
  }

  return {
    identify(token) {
      if (!tokenChecksumOk(token)) return undefined;
      const entry = entries.get(token);
      const now = clock.now();
      if (entry !== undefined && now - entry.readAt < BELIEVED_MS) {
        return entry.expiresAt > now ? entry.identity : undefined;
      }
      entries.delete(token);
      return look(token);
    },
    forget(tokenId) {
      for (const [token, entry] of entries) if (entry.identity?.tokenId === tokenId) entries.delete(token);
    },
  };
}

async function markUsed(db: Database, id: string, now: number): Promise<void> {
  await db.transact(async (tx) => {
    await tx.updateTable("tokens").set({ last_used_at: now }).where("id", "=", id).execute();
  });
}
