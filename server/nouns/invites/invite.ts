/** Inviting by e-mail address: people become users and members at once. */
import type { Write } from "../../db/database.ts";
import { findOrCreateUsers } from "../users/commands.ts";
import type { Invitee } from "./emails.ts";

export interface Invitation {
  readonly organization: string;
  readonly people: readonly Invitee[];
  readonly sso: boolean;
  readonly now: number;
  readonly newId: () => string;
}

export interface Invited {
  /** Who has become a member, in the order of the request. */
  readonly users: string[];
  /** Those of them who sign in elsewhere already, so not by this organization's single sign-on. */
  readonly failedSSOEmails: string[];
}

/** Makes people members; who is one already keeps the role they have. */
export async function invitePeople(tx: Write, invitation: Invitation): Promise<Invited> {
  const { organization, people, sso, now, newId } = invitation;
  const named = people.map(({ email, folded }) => ({
    id: newId(),
    email,
    folded,
    displayName: [...(email.split("@")[0] ?? email)].slice(0, 64).join(""),
  }));
  const users = await findOrCreateUsers(tx, named, now);
  const idOf = (folded: string) => users.get(folded) as string;
  const elsewhere = sso ? await membersElsewhere(tx, organization, [...users.values()]) : new Set<string>();
  const added = await tx
    .insertInto("members")
    .values(
      people.map(({ folded, role }) => ({
        organization_id: organization,
        user_id: idOf(folded),
        role,
        sso: sso && !elsewhere.has(idOf(folded)) ? (1 as const) : (0 as const),
        joined_at: now,
      })),
    )
    .onConflict((on) => on.columns(["organization_id", "user_id"]).doNothing())
    .returning("user_id")
    .execute();
  const isNew = new Set(added.map(({ user_id }) => user_id));
  const joined = people.filter(({ folded }) => isNew.has(idOf(folded)));
  return {
    users: joined.map(({ folded }) => idOf(folded)),
    failedSSOEmails: joined.filter(({ folded }) => elsewhere.has(idOf(folded))).map(({ email }) => email),
  };
}

async function membersElsewhere(
  tx: Write,
  organization: string,
  users: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom("members")
    .select("user_id")
    .where("user_id", "in", users)
    .where("organization_id", "!=", organization)
    .execute();
  return new Set(rows.map(({ user_id }) => user_id));
}
