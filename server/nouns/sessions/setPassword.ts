import type { Write } from "../../db/database.ts";
import { endSessionsOf } from "./commands.ts";
import { voidSignInLinks } from "./links.ts";
import { closeStepsOf } from "./steps.ts";

interface PasswordChange {
  readonly user: string;
  /** Made by `hashPassword` before the transaction. */
  readonly hash: string;
  /** The hash that the change relies on: what was compared with the old password. */
  readonly before: string | null;
  /** The session that goes on; all others end. */
  readonly session: string | undefined;
}

/**
 * Gives a user a password, ends their other sessions, what of sign-ins is half done, and makes their unused links useless. False when the password has
 * changed since it was compared.
 */
export async function setPassword(
  tx: Write,
  { user, hash, before, session }: PasswordChange,
): Promise<boolean> {
  const changed = await tx
    .updateTable("users")
    .set({ password_hash: hash })
    .where("id", "=", user)
    .where("password_hash", before === null ? "is" : "=", before)
    .executeTakeFirst();
  if (changed.numUpdatedRows === 0n) return false;
  await endSessionsOf(tx, { user }, session);
  await voidSignInLinks(tx, user);
  await closeStepsOf(tx, user);
  return true;
}
