/** Inviting by e-mail address: people become users and members at once. */
import type { Write } from "../../db/database.ts";
import { forgetRemoval } from "../members/commands.ts";
import { findOrCreateUsers } from "../users/commands.ts";
import type { Invitee } from "./emails.ts";

interface Invitation {
  readonly organization: string;
  readonly people: readonly Invitee[];
  readonly sso: boolean;
  readonly now: number;
  readonly newId: () => string;
}

/**
 * Makes people members, and gives who has become one, in the order of the request. Who is one already keeps the role
 * they have. Single sign-on is for those who are members elsewhere as well: what it opens reaches this organization alone.
 */
export async function invitePeople(tx: Write, invitation: Invitation): Promise<string[]> {
  const { organization, people, sso, now, newId } = invitation;
  const named = people.map(({ email, folded }) => ({
    id: newId(),
    email,
    folded,
    displayName: [...(email.split("@")[0] ?? email)].slice(0, 64).join(""),
  }));
  const users = await findOrCreateUsers(tx, named, now);
  const idOf = (folded: string) => users.get(folded) as string;
  const added = await tx
    .insertInto("members")
    .values(
      people.map(({ folded, role }) => ({
        organization_id: organization,
        user_id: idOf(folded),
        role,
        sso: sso ? (1 as const) : (0 as const),
        joined_at: now,
      })),
    )
    .onConflict((on) => on.columns(["organization_id", "user_id"]).doNothing())
    .returning("user_id")
    .execute();
  const isNew = new Set(added.map(({ user_id }) => user_id));
  await forgetRemoval(tx, organization, [...isNew]);
  return people.map(({ folded }) => idOf(folded)).filter((user) => isNew.has(user));
}
