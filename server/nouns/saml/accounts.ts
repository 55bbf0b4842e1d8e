/** Whose account it is that an identity provider vouches for. */
import { lockOrganization } from "../../access/intern.ts";
import type { Read, Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { addToTeam } from "../teams/commands.ts";
import { findOrCreateUsers } from "../users/commands.ts";
import { SamlRefused } from "../../access/saml/refused.ts";
import type { VouchedPerson } from "./requests.ts";

interface Arrival extends VouchedPerson {
  readonly provider: Row<"saml_providers">;
  readonly now: number;
  readonly newId: () => string;
}

export interface Account {
  readonly user: string;
  /** Whether the user, or the link of their account to the provider, was made just now. */
  readonly made: "user" | "link" | undefined;
}

/**
 * The account of somebody who arrives from a provider.
 *
 * People are known by provider and address together, so no provider speaks for people of another. An address that is
 * new here gets an account and a membership; one that has an account is let in only as a member whom an administrator
 * of this organization has made an SSO member. Who was removed stays so until they are invited again.
 *
 * @throws SamlRefused when they have no account that they may use
 */
export async function accountOf(tx: Write, arrival: Arrival): Promise<Account> {
  await lockOrganization(tx, arrival.provider.organization_id);
  const known = await knownArrival(tx, arrival);
  if (known === undefined) return join(tx, arrival);
  if (!known.isLinked) await link(tx, arrival, known.user);
  return { user: known.user, made: known.isLinked ? undefined : "link" };
}

/**
 * The account that somebody who arrives has already, and whether it is linked to the provider; undefined for who is new.
 * @throws SamlRefused as above
 */
export async function knownArrival(
  read: Read,
  { provider, nameId }: Pick<Arrival, "provider" | "nameId">,
): Promise<{ readonly user: string; readonly isLinked: boolean } | undefined> {
  const linked = await read
    .selectFrom("saml_identities")
    .select("user_id")
    .where("organization_id", "=", provider.organization_id)
    .where("provider_id", "=", provider.id)
    .where("name_id", "=", nameId)
    .executeTakeFirst();
  if (linked !== undefined) {
    await admit(read, provider.organization_id, linked.user_id, "removed");
    return { user: linked.user_id, isLinked: true };
  }
  const known = await read
    .selectFrom("users")
    .select("id")
    .where("email_folded", "=", nameId)
    .executeTakeFirst();
  if (known === undefined) return undefined;
  await admit(read, provider.organization_id, known.id, "not-invited");
  return { user: known.id, isLinked: false };
}

/** @throws SamlRefused unless the user is a member, not disabled, and signs in by single sign-on */
async function admit(
  read: Read,
  organization: string,
  user: string,
  stranger: "removed" | "not-invited",
): Promise<void> {
  const member = await read
    .selectFrom("members")
    .innerJoin("users", "users.id", "members.user_id")
    .select(["members.sso", "members.disabled", "users.disabled_at"])
    .where("members.organization_id", "=", organization)
    .where("members.user_id", "=", user)
    .executeTakeFirst();
  if (member === undefined) throw new SamlRefused(stranger, "They are no member of the organization.");
  if (member.disabled === 1 || member.disabled_at !== null) {
    throw new SamlRefused("disabled", "Their account or membership is disabled.");
  }
  if (member.sso !== 1) throw new SamlRefused("not-linked", "Their account is not an SSO member's.");
}

/** Makes the user and the membership of somebody who is new. */
async function join(tx: Write, arrival: Arrival): Promise<Account> {
  const { provider, nameId, displayName, now, newId } = arrival;
  const id = newId();
  const name = displayName ?? [...(nameId.split("@")[0] ?? nameId)].slice(0, 64).join("");
  const users = await findOrCreateUsers(tx, [{ id, email: nameId, folded: nameId, displayName: name }], now);
  // Somebody else made the account at this very moment: then it is theirs to invite.
  if (users.get(nameId) !== id) throw new SamlRefused("not-invited", "The account was made meanwhile.");
  const organization = provider.organization_id;
  await tx
    .insertInto("members")
    .values({
      organization_id: organization,
      user_id: id,
      role: provider.default_role,
      sso: 1,
      joined_at: now,
    })
    .execute();
  if (provider.default_team_id !== null) {
    await addToTeam(tx, { team: provider.default_team_id, organization, now }, new Map([[id, undefined]]));
  }
  await link(tx, arrival, id);
  return { user: id, made: "user" };
}

async function link(tx: Write, { provider, nameId, now }: Arrival, user: string): Promise<void> {
  await tx
    .insertInto("saml_identities")
    .values({
      provider_id: provider.id,
      name_id: nameId,
      organization_id: provider.organization_id,
      user_id: user,
      created_at: now,
    })
    .execute();
}
