import type { Write } from "../../db/database.ts";
import { conflict, notFound } from "../../http/errors.ts";
import { endSessionsOf } from "../sessions/commands.ts";
import { voidSignInLinks } from "../sessions/links.ts";
import { closeStepsOf } from "../sessions/steps.ts";
import { factorsOf, hasFactor } from "./queries.ts";
import { MOST_PASSKEYS, passkeysOf } from "./passkeys.ts";
import { renewRecoveryCodes } from "./recoveryCodes.ts";

interface Holder {
  readonly user: string;
  /** The session in which they add it, which goes on. */
  readonly session: string;
}

/**
 * Adds a factor by `add`. With the first one all other sessions end, which were opened without; and there are recovery
 * codes, which are given back to be shown this once.
 */
export async function addFactor(
  tx: Write,
  { user, session }: Holder,
  add: () => Promise<void>,
): Promise<readonly string[] | undefined> {
  // What two browsers add at once, one adds first.
  await tx.selectFrom("users").select("id").where("id", "=", user).forUpdate().execute();
  const before = await factorsOf(tx, user);
  await add();
  if (hasFactor(before)) return undefined;
  await endSessionsOf(tx, { user }, session);
  await voidSignInLinks(tx, user);
  await closeStepsOf(tx, user);
  return renewRecoveryCodes(tx, user);
}

interface NewPasskey {
  readonly id: string;
  readonly user: string;
  readonly label: string;
  readonly made: {
    readonly credential: string;
    readonly public_key: string;
    readonly counter: number;
    readonly transports: string;
  };
  readonly now: number;
}

/** @throws 409 when they have the most, or somebody has this one */
export async function insertPasskey(tx: Write, { id, user, label, made, now }: NewPasskey): Promise<void> {
  if ((await passkeysOf(tx, user)).length >= MOST_PASSKEYS)
    throw conflict("limit-reached", `You have ${MOST_PASSKEYS} passkeys. Remove one first.`);
  const added = await tx
    .insertInto("passkeys")
    .values({ id, user_id: user, label, ...made, created_at: now, used_at: null })
    .onConflict((on) => on.column("credential").doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 0n)
    throw conflict("passkey-known", "This passkey is added already.");
}

/** Removes one passkey, or the authenticator app. @throws 404 */
export async function removeFactor(
  tx: Write,
  user: string,
  factor: { readonly passkey: string } | "authenticator",
): Promise<void> {
  const removed =
    factor === "authenticator"
      ? await tx.deleteFrom("authenticators").where("user_id", "=", user).executeTakeFirst()
      : await tx
          .deleteFrom("passkeys")
          .where("user_id", "=", user)
          .where("id", "=", factor.passkey)
          .executeTakeFirst();
  if (removed.numDeletedRows === 0n) throw notFound("The second factor");
  // Codes stand in for a factor: without one they stand for nothing.
  if (!hasFactor(await factorsOf(tx, user)))
    await tx.deleteFrom("recovery_codes").where("user_id", "=", user).execute();
}

/**
 * The same on behalf of an organization, which may do so for those who are members of no other.
 * @throws 409 for who belongs to another one too
 */
export async function resetMemberFactors(tx: Write, organization: string, user: string): Promise<boolean> {
  const elsewhere = await tx
    .selectFrom("members")
    .select("organization_id")
    .where("user_id", "=", user)
    .where("organization_id", "!=", organization)
    .limit(1)
    .executeTakeFirst();
  if (elsewhere !== undefined) {
    throw conflict(
      "member-of-others",
      "They belong to another organization too, which relies on their second factor. Ask whoever runs the installation to take it away, by lectern user reset-factor.",
    );
  }
  return resetFactors(tx, user);
}

/** Takes all of somebody's factors away, since they can't use them any more. False when they have none. */
export async function resetFactors(tx: Write, user: string): Promise<boolean> {
  const had = hasFactor(await factorsOf(tx, user));
  for (const table of ["authenticators", "passkeys", "recovery_codes", "sign_in_steps"] as const)
    await tx.deleteFrom(table).where("user_id", "=", user).execute();
  // Whoever is in with the password alone proves it once more.
  await endSessionsOf(tx, { user });
  return had;
}
