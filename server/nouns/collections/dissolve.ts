import { lockOrganization } from "../../access/intern.ts";
import { NOBODY, readOwn } from "../../access/own.ts";
import type { OwnPolicy } from "../../access/policy.ts";
import { type GrantedContent, recomputePolicies } from "../../access/recompute.ts";
import { takeOver } from "../../access/takeOver.ts";
import { type Params, prepared, type Read, type Write } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { current } from "./commands.ts";
import { positionsFrom } from "./siblings.ts";

type Child = GrantedContent & Pick<Row<"spaces">, "acl" | "default_level" | "level_owner" | "created_by">;

/**
 * Puts a collection into the trash. What lies in it moves to its place, in its order, and nobody gains or loses access:
 * children that inherit take over its level and grants. What was deleted moves as well, so that it can be restored.
 * @throws 404 when it has gone meanwhile
 */
export async function dissolveCollection(
  tx: Write,
  collection: Row<"collections">,
  now: number,
): Promise<Row<"collections">> {
  const { id, organization_id: organization } = collection;
  await lockOrganization(tx, organization);
  const row = await current(tx, id, organization);
  const children = await childrenOf(tx, organization, id);
  await takeOverAccess(tx, row, children, now);
  const positions = await positionsFrom(tx, row, children.length);
  for (const [index, child] of children.entries()) {
    await tx
      .updateTable(child.kind === "space" ? "spaces" : "collections")
      .set({ parent_id: row.parent_id, position: positions[index] as string })
      .set((eb) => ({ version: eb("version", "+", 1) }))
      .where("organization_id", "=", organization)
      .where("id", "=", child.id)
      .execute();
  }
  await tx
    .updateTable("collections")
    .set({ deleted_at: now, held: JSON.stringify(children.map((child) => child.id)) })
    .set((eb) => ({ version: eb("version", "+", 1) }))
    .where("organization_id", "=", organization)
    .where("id", "=", id)
    .execute();
  await recomputePolicies(tx, organization, children, now);
  return row;
}

/** What lies in a collection, or at the top of an organization (null), in its order, what was deleted included. */
export async function childrenOf(tx: Read, organization: string, parent: string | null): Promise<Child[]> {
  const inside = (table: "spaces" | "collections") =>
    tx
      .selectFrom(table)
      .select(["id", "acl", "position", "default_level", "level_owner", "created_by"])
      .where("organization_id", "=", organization)
      .where("parent_id", parent === null ? "is" : "=", parent)
      .execute();
  const [spaces, collections] = [await inside("spaces"), await inside("collections")];
  return [
    ...spaces.map((row) => ({ ...row, kind: "space" as const })),
    ...collections.map((row) => ({ ...row, kind: "collection" as const })),
  ].toSorted((a, b) => (a.position < b.position || (a.position === b.position && a.id < b.id) ? -1 : 1));
}

async function takeOverAccess(
  tx: Write,
  collection: Row<"collections">,
  children: readonly Child[],
  now: number,
): Promise<void> {
  const inheriting = children.filter(({ default_level }) => default_level === "inherit");
  const own = await readOwn(tx, collection.organization_id, [collection, ...inheriting]);
  const given = own.get(collection.id) as OwnPolicy;
  const teamsOf = await teamsOfMembers(tx, collection.organization_id, own);
  for (const { id, kind } of inheriting) {
    const before = own.get(id) as OwnPolicy;
    const after = takeOver(before, given, teamsOf);
    const grants = [...added("user", before.users, after.users), ...added("team", before.teams, after.teams)];
    const rows = grants.map((grant) => ({
      ...grant,
      content_id: id,
      content_kind: kind,
      organization_id: collection.organization_id,
      created_at: now,
    }));
    if (rows.length > 0) await tx.insertInto("grants").values(rows).execute();
    if (after.defaultLevel === "inherit") continue;
    await tx
      .updateTable(kind === "space" ? "spaces" : "collections")
      .set({ default_level: after.defaultLevel, level_owner: after.owner ?? NOBODY })
      .where("organization_id", "=", collection.organization_id)
      .where("id", "=", id)
      .execute();
  }
}

function added(kind: "user" | "team", before: OwnPolicy["users"], after: OwnPolicy["users"]) {
  return Object.entries(after)
    .filter(([id]) => before[id] === undefined)
    .map(([grantee_id, role]) => ({ grantee_kind: kind, grantee_id, role }));
}

const membersOfTeams = prepared((read, p: Params<{ organization: string; teams: readonly string[] }>) =>
  read
    .selectFrom("team_members")
    .select(["team_id", "user_id"])
    .where("organization_id", "=", p("organization"))
    .where("team_id", "in", p.list("teams")),
);

/** The teams of everybody in a team that something is granted to. */
async function teamsOfMembers(
  tx: Read,
  organization: string,
  own: ReadonlyMap<string, OwnPolicy>,
): Promise<Map<string, string[]>> {
  const teams = new Set([...own.values()].flatMap((each) => Object.keys(each.teams)));
  const found = new Map<string, string[]>();
  if (teams.size === 0) return found;
  for (const { team_id, user_id } of await membersOfTeams.all(tx, { organization, teams: [...teams] })) {
    found.set(user_id, [...(found.get(user_id) ?? []), team_id]);
  }
  return found;
}
