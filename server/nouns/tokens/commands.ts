import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { forbidden } from "../../http/errors.ts";
import { hashToken } from "../../ports/tokens.ts";

interface TokenInput {
  readonly id: string;
  readonly userId: string;
  readonly label: string;
  readonly secret: string;
  readonly expiresAt: number | null;
  /** What it is narrowed to; undefined: nothing. */
  readonly scopes?: readonly string[] | undefined;
  readonly now: number;
  /** The organization whose single sign-on opened the session that makes it. */
  readonly through?: string | undefined;
  /** The token that makes it: it passes on where it comes from, and ends never. */
  readonly by?: string | undefined;
}

/**
 * Keeps a token by its hash; the secret itself is never written.
 * @throws 403 when it is made by one that ends: it would outlive that, and its revocation
 */
export async function createToken(tx: Write, input: TokenInput): Promise<Row<"tokens">> {
  const maker =
    input.by === undefined
      ? undefined
      : await tx
          .selectFrom("tokens")
          .select(["through", "expires_at"])
          .where("id", "=", input.by)
          .executeTakeFirst();
  if ((maker?.expires_at ?? null) !== null)
    throw forbidden(
      "A token that ends makes no others, since they would outlive it. Make this one on your account page, or by `lectern token create` on the server.",
    );
  return tx
    .insertInto("tokens")
    .values({
      id: input.id,
      user_id: input.userId,
      label: input.label,
      hash: hashToken(input.secret),
      scopes: input.scopes === undefined ? null : JSON.stringify(input.scopes),
      through: input.through ?? maker?.through ?? null,
      created_at: input.now,
      last_used_at: null,
      expires_at: input.expiresAt,
      revoked_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Ends a token; false when it was ended before. */
export async function revokeToken(tx: Write, id: string, now: number): Promise<boolean> {
  const result = await tx
    .updateTable("tokens")
    .set({ revoked_at: now })
    .where("id", "=", id)
    .where("revoked_at", "is", null)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}
