import { type Grantee, grant, revoke } from "../../access/grants.ts";
import { lockOrganization } from "../../access/intern.ts";
import type { Role } from "../../access/roles.ts";
import type { Read, Write } from "../../db/database.ts";
import { invalid, notFound, type FieldProblem } from "../../http/errors.ts";
import { membersAmong } from "../members/queries.ts";
import type { Subject } from "./subject.ts";

interface Invitation {
  readonly users?: readonly string[] | undefined;
  readonly teams?: readonly string[] | undefined;
  readonly role: Role;
}

/**
 * Gives members and teams of the organization a role on something.
 * @throws 400 naming each that is none of the organization's; nobody gets anything then
 */
export async function invite(
  tx: Write,
  { content, row }: Subject,
  { users = [], teams = [], role }: Invitation,
  now: number,
): Promise<void> {
  const organization = row.organization_id;
  await lockOrganization(tx, organization);
  const problems = [
    ...unknown(users, await membersAmong(tx, organization, users), "/users", "a member"),
    ...unknown(teams, await teamsAmong(tx, organization, teams), "/teams", "a team"),
  ];
  if (problems.length > 0) {
    throw invalid("Roles are given to members and teams of the organization only.", problems);
  }
  const grantees: Grantee[] = [
    ...users.map((id) => ({ kind: "user" as const, id })),
    ...teams.map((id) => ({ kind: "team" as const, id })),
  ];
  await grant(tx, { content, organization, grantees, role, now });
}

function unknown(
  ids: readonly string[],
  known: readonly string[],
  path: string,
  what: string,
): FieldProblem[] {
  return ids.flatMap((id, index) =>
    known.includes(id) ? [] : [{ path: `${path}/${index}`, message: `is not ${what} of this organization.` }],
  );
}

async function teamsAmong(tx: Read, organization: string, teams: readonly string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom("teams")
    .select("id")
    .where("organization_id", "=", organization)
    .where("id", "in", teams)
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Changes the role that somebody was given directly.
 * @throws 404 when they were given none
 */
export async function changeRole(
  tx: Write,
  { content, row }: Subject,
  grantee: Grantee,
  role: Role,
  now: number,
): Promise<void> {
  await lockOrganization(tx, row.organization_id);
  const existing = await tx
    .selectFrom("grants")
    .select("role")
    .where("organization_id", "=", row.organization_id)
    .where("content_id", "=", content.id)
    .where("grantee_kind", "=", grantee.kind)
    .where("grantee_id", "=", grantee.id)
    .executeTakeFirst();
  if (existing === undefined) throw notFound(`The ${grantee.kind}'s permission`);
  await grant(tx, { content, organization: row.organization_id, grantees: [grantee], role, now });
}

/**
 * Takes back a role that was given directly; what they have from above stays.
 * @throws 404 when they were given none
 */
export async function takeBack(
  tx: Write,
  { content, row }: Subject,
  grantee: Grantee,
  now: number,
): Promise<void> {
  const was = await revoke(tx, { content, organization: row.organization_id, grantee, now });
  if (!was) throw notFound(`The ${grantee.kind}'s permission`);
}
