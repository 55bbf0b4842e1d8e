/** Codes on paper: each stands in once for a second factor that is lost. */
import { randomInt } from "node:crypto";
import type { Write } from "../../db/database.ts";
import { hashSecret } from "../sessions/commands.ts";

const RECOVERY_CODES = 10;
/** Letters and digits that nobody takes for one another, and 16 of them: 78 bits. */
const ALPHABET = "bcdfghjkmnpqrstvwxyz23456789";
const LENGTH = 16;

/** Replaces somebody's codes and gives the new ones, which are kept by their hashes. */
export async function renewRecoveryCodes(tx: Write, user: string): Promise<readonly string[]> {
  const codes = Array.from({ length: RECOVERY_CODES }, newCode);
  await tx.deleteFrom("recovery_codes").where("user_id", "=", user).execute();
  await tx
    .insertInto("recovery_codes")
    .values(codes.map((code) => ({ user_id: user, hash: hashOf(code), used_at: null })))
    .execute();
  return codes;
}

/** Uses a code up; false when it is none of theirs, or used. */
export async function useRecoveryCode(
  tx: Write,
  { user, code, now }: { readonly user: string; readonly code: string; readonly now: number },
): Promise<boolean> {
  const used = await tx
    .updateTable("recovery_codes")
    .set({ used_at: now })
    .where("user_id", "=", user)
    .where("hash", "=", hashOf(code))
    .where("used_at", "is", null)
    .executeTakeFirst();
  return used.numUpdatedRows > 0n;
}

function newCode(): string {
  const letters = Array.from({ length: LENGTH }, () => ALPHABET.charAt(randomInt(ALPHABET.length))).join("");
  return (letters.match(/.{4}/g) as string[]).join("-");
}

/** As people type it: in capitals, with or without the hyphens. */
function hashOf(code: string): string {
  return hashSecret(`recovery ${code.toLowerCase().replace(/[\s-]/g, "")}`);
}
