import type { Write } from "../../db/database.ts";
import { setDisabled } from "../members/commands.ts";
import { endSessionsOf } from "./commands.ts";
import { voidSignInLinks } from "./links.ts";
import { closeStepsOf } from "./steps.ts";

/**
 * Shuts a user out: their sessions and sign-ins that are half done end, links don't let them in, their tokens are refused, and their memberships count
 * for nothing, so that what still runs for them stops at its next look. Nothing of theirs is deleted.
 * @throws 409 where they are the last administrator of an organization
 */
export async function disableUser(tx: Write, user: string, now: number): Promise<void> {
  await setDisabled(tx, user, true);
  await tx
    .updateTable("users")
    .set({ disabled_at: now })
    .where("id", "=", user)
    .where("disabled_at", "is", null)
    .execute();
  await endSessionsOf(tx, { user });
  await voidSignInLinks(tx, user);
  await closeStepsOf(tx, user);
}

/** Lets a user in again, with the memberships and the tokens that they had. */
export async function enableUser(tx: Write, user: string): Promise<void> {
  await tx.updateTable("users").set({ disabled_at: null }).where("id", "=", user).execute();
  await setDisabled(tx, user, false);
}
