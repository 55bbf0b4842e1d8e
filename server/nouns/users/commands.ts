import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";

export interface NewUser {
  readonly id: string;
  readonly email: string;
  readonly displayName: string;
  readonly now: number;
}

/** Makes a user; the address is not verified yet. */
export async function createUser(tx: Write, input: NewUser): Promise<{ id: string }> {
  return tx
    .insertInto("users")
    .values({
      id: input.id,
      email: input.email,
      email_folded: folded(input.email),
      display_name: input.displayName,
      name_folded: folded(input.displayName),
      created_at: input.now,
    })
    .returning("id")
    .executeTakeFirstOrThrow();
}
