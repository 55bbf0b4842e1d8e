/** The step of a sign-in between the password, or the link, and the second factor: ten minutes, in one browser. */
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { hashSecret, newSecret } from "./commands.ts";

const LIFETIME = 10 * 60_000;

interface NewStep {
  readonly user: string;
  readonly method: Row<"sign_in_steps">["method"];
  readonly next: string | undefined;
  /** The identity provider that vouched for them. */
  readonly provider?: SignOn | undefined;
  readonly now: number;
}

/** A sign-in by single sign-on: which identity provider, and the organization whose it is. */
export interface SignOn {
  readonly id: string;
  readonly organization: string;
}

/** Keeps it by its hash and gives the secret for the browser. */
export async function openStep(tx: Write, { user, method, next, provider, now }: NewStep): Promise<string> {
  const secret = newSecret();
  await tx
    .insertInto("sign_in_steps")
    .values({
      hash: hashSecret(secret),
      user_id: user,
      method,
      next: next ?? null,
      provider: provider?.id ?? null,
      through: provider?.organization ?? null,
      challenge: newSecret(),
      expires_at: now + LIFETIME,
    })
    .execute();
  return secret;
}

/** The step of a browser's secret, with whom it lets in; undefined when it is over. */
export function findStep(read: Read, secret: string | undefined, now: number) {
  return read
    .selectFrom("sign_in_steps")
    .innerJoin("users", "users.id", "sign_in_steps.user_id")
    .selectAll("sign_in_steps")
    .select("users.email")
    .where("hash", "=", hashSecret(secret ?? ""))
    .where("expires_at", ">", now)
    .where("users.disabled_at", "is", null)
    .executeTakeFirst();
}

/** Ends a step: of several answers at once one goes on. */
export async function closeStep(tx: Write, { hash }: Pick<Row<"sign_in_steps">, "hash">): Promise<boolean> {
  const closed = await tx.deleteFrom("sign_in_steps").where("hash", "=", hash).executeTakeFirst();
  return closed.numDeletedRows > 0n;
}

/** Ends all of somebody's: their password or their factors are others now. */
export async function closeStepsOf(tx: Write, user: string): Promise<void> {
  await tx.deleteFrom("sign_in_steps").where("user_id", "=", user).execute();
}
