import { dropGrantsOf } from "../../access/grants.ts";
import { lockOrganization } from "../../access/intern.ts";
import { folded } from "../../db/contains.ts";
import type { Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { notFound } from "../../http/errors.ts";

export type TeamRole = "owner" | "member";

/** What names a team. */
export type TeamKey = Pick<Row<"teams">, "organization_id" | "id">;

interface NewTeam {
  readonly id: string;
  readonly organization: string;
  readonly title: string;
  readonly now: number;
}

/** Makes an empty team. */
export function createTeam(tx: Write, { id, organization, title, now }: NewTeam): Promise<Row<"teams">> {
  return tx
    .insertInto("teams")
    .values({ id, organization_id: organization, title, title_folded: folded(title), created_at: now })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** @throws 404 when it has been deleted */
export async function renameTeam(tx: Write, team: TeamKey, title: string): Promise<Row<"teams">> {
  const row = await lockTeam(tx, team);
  return tx
    .updateTable("teams")
    .set({ title, title_folded: folded(title), version: row.version + 1 })
    .where("organization_id", "=", row.organization_id)
    .where("id", "=", row.id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Deletes a team with every role it was given. @throws 404 the second time */
export async function deleteTeam(tx: Write, team: Row<"teams">, now: number): Promise<void> {
  await lockOrganization(tx, team.organization_id);
  await lockTeam(tx, team);
  await dropGrantsOf(tx, {
    organization: team.organization_id,
    grantee: { kind: "team", id: team.id },
    now,
  });
  await tx
    .deleteFrom("teams")
    .where("organization_id", "=", team.organization_id)
    .where("id", "=", team.id)
    .execute();
}

async function lockTeam(tx: Write, { organization_id, id }: TeamKey): Promise<Row<"teams">> {
  const row = await tx
    .selectFrom("teams")
    .selectAll()
    .where("organization_id", "=", organization_id)
    .where("id", "=", id)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined) throw notFound("The team");
  return row;
}

interface TeamMembers {
  readonly team: string;
  readonly organization: string;
  readonly now: number;
}

/**
 * Adds people who are members of the organization, which the transaction has locked. Who is in the team already gets
 * the role, or keeps theirs when none is given.
 */
export async function addToTeam(
  tx: Write,
  { team, organization, now }: TeamMembers,
  people: ReadonlyMap<string, TeamRole | undefined>,
): Promise<void> {
  await lockTeam(tx, { organization_id: organization, id: team });
  for (const given of ["owner", "member", undefined] as const) {
    const rows = [...people]
      .filter(([, role]) => role === given)
      .map(([user]) => ({
        team_id: team,
        organization_id: organization,
        user_id: user,
        role: given ?? ("member" as const),
        added_at: now,
      }));
    if (rows.length === 0) continue;
    await tx
      .insertInto("team_members")
      .values(rows)
      .onConflict((on) => {
        const again = on.columns(["organization_id", "team_id", "user_id"]);
        return given === undefined ? again.doNothing() : again.doUpdateSet({ role: given });
      })
      .execute();
  }
}

/** Takes people out of a team, and gives how many of them were in it. */
export async function removeFromTeam(
  tx: Write,
  { organization_id, id }: TeamKey,
  users: readonly string[],
): Promise<number> {
  if (users.length === 0) return 0;
  const { numDeletedRows } = await tx
    .deleteFrom("team_members")
    .where("organization_id", "=", organization_id)
    .where("team_id", "=", id)
    .where("user_id", "in", users)
    .executeTakeFirst();
  return Number(numDeletedRows);
}
