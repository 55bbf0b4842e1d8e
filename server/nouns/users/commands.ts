import type { Static } from "typebox";
import type { Write } from "../../db/database.ts";
import { folded } from "../../db/contains.ts";
import type { Row } from "../../db/schema.ts";
import { type Caller, speaksForAccount } from "../../access/singleSignOn.ts";
import { forbidden, notFound } from "../../http/errors.ts";
import type { UpdateUser } from "./schema.ts";

const NOT_FOR_ALL =
  "The single sign-on of one organization doesn't change a name or picture that others show as well. Sign in with your password or a link, or use a token that was made so.";

interface NewUser {
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

/**
 * Changes the caller's own name or picture, which the members of all their organizations see.
 * @throws 403 when they came by the single sign-on of one organization and belong to others, 404 when they are gone
 */
export async function patchUser(
  tx: Write,
  caller: Caller,
  { displayName, photoURL }: Static<typeof UpdateUser>,
): Promise<Row<"users">> {
  if (!(await speaksForAccount(tx, caller))) throw forbidden(NOT_FOR_ALL);
  const id = caller.userId;
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

interface NamedUser {
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
