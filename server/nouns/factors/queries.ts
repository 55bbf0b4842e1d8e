import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { findAuthenticator } from "./authenticator.ts";
import { passkeysOf } from "./passkeys.ts";

/** The second factors of somebody. */
export interface Factors {
  readonly authenticator: Row<"authenticators"> | undefined;
  readonly passkeys: readonly Row<"passkeys">[];
  /** Recovery codes that were not used. */
  readonly codesLeft: number;
}

export async function factorsOf(read: Read, user: string): Promise<Factors> {
  // One after the other: in a transaction they have one connection.
  const authenticator = await findAuthenticator(read, user);
  const passkeys = await passkeysOf(read, user);
  const { left } = await read
    .selectFrom("recovery_codes")
    .select((eb) => eb.fn.countAll<number | string>().as("left"))
    .where("user_id", "=", user)
    .where("used_at", "is", null)
    .executeTakeFirstOrThrow();
  return { authenticator, passkeys, codesLeft: Number(left) };
}

/** Whether any of them is one that sign-ins ask for: recovery codes alone are none. */
export function hasFactor({ authenticator, passkeys }: Factors): boolean {
  return authenticator !== undefined || passkeys.length > 0;
}
