import type { Static } from "typebox";
import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Row } from "../../db/schema.ts";
import { notFound } from "../../http/errors.ts";
import type { UpdateUser } from "./schema.ts";

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

/** Changes a user. @throws 404 when they are gone */
export async function patchUser(
  tx: Write,
  id: string,
  { displayName, photoURL }: Static<typeof UpdateUser>,
): Promise<Row<"users">> {
  const update = tx
    .updateTable("users")
    .set(displayName === undefined ? {} : { display_name: displayName, name_folded: folded(displayName) })
    .set(photoURL === undefined ? {} : { photo_url: photoURL })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("id", "=", id);
  const row = await update.returningAll().executeTakeFirst();
  if (row === undefined) throw notFound("The user");
  // One that was uploaded is no longer shown: nothing is kept of it.
  if (photoURL !== undefined) await tx.deleteFrom("user_photos").where("user_id", "=", id).execute();
  return row;
}

export interface NamedUser {
  readonly id: string;
  readonly email: string;
  readonly folded: string;
  readonly displayName: string;
}

/** The ids of users by folded address; those who are not there yet are made, with the id and the name given. */
export async function findOrCreateUsers(
  tx: Write,
  people: readonly NamedUser[],
  now: number,
): Promise<Map<string, string>> {
  await tx
    .insertInto("users")
    .values(
      people.map((person) => ({
        id: person.id,
        email: person.email,
        email_folded: person.folded,
        display_name: person.displayName,
        name_folded: folded(person.displayName),
        created_at: now,
      })),
    )
    .onConflict((on) => on.column("email_folded").doNothing())
    .execute();
  const rows = await tx
    .selectFrom("users")
    .select(["id", "email_folded"])
    .where(
      "email_folded",
      "in",
      people.map((person) => person.folded),
    )
    .execute();
  return new Map(rows.map((row) => [row.email_folded, row.id]));
}
