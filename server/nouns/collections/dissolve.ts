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

type Own = Pick<Row<"spaces">, "default_level" | "level_owner">;

/** What lay in a collection that is in the trash. */
export interface HeldChild {
  readonly id: string;
  /** Where it inherited from the collection: what it says for itself since. */
  readonly given?: {
    readonly before: Own;
    readonly after: Own;
    readonly grants: readonly Pick<Row<"grants">, "grantee_kind" | "grantee_id" | "role">[];
  };
}

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
  const given = await takeOverAccess(tx, row, children, now);
  const held: HeldChild[] = children.map((child) => {
    const own = given.get(child.id);
    return { id: child.id, ...(own && { given: own }) };
  });
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
    .set({ deleted_at: now, held: JSON.stringify(held) })
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
): Promise<ReadonlyMap<string, HeldChild["given"]>> {
  const inheriting = children.filter(({ default_level }) => default_level === "inherit");
  const own = await readOwn(tx, collection.organization_id, [collection, ...inheriting]);
  const given = own.get(collection.id) as OwnPolicy;
  const teamsOf = await teamsOfMembers(tx, collection.organization_id, own);
  const told = new Map<string, HeldChild["given"]>();
  for (const { id, kind, default_level, level_owner } of inheriting) {
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
    const was = { default_level, level_owner };
    const isInheriting = after.defaultLevel === "inherit";
    const is = isInheriting ? was : { default_level: after.defaultLevel, level_owner: after.owner ?? NOBODY };
    told.set(id, { before: was, after: is, grants });
    if (isInheriting) continue;
    await tx
      .updateTable(kind === "space" ? "spaces" : "collections")
      .set(is)
      .where("organization_id", "=", collection.organization_id)
      .where("id", "=", id)
      .execute();
  }
  return told;
}

/**
 * Has a child inherit again from its collection, which comes back: what it was given when that went is taken from it, so
 * that who loses the collection loses it too. Where somebody has changed any of it since, all of it stays.
 * @param since when the collection went
 * @returns its level as it is to be; nothing where that stays
 */
export async function takeBackAccess(
  tx: Write,
  organization: string,
  child: Child,
  { given, since }: { readonly given: HeldChild["given"]; readonly since: number | null },
): Promise<Partial<Own>> {
  if (given === undefined) return {};
  const { before, after, grants } = given;
  if (child.default_level !== after.default_level || child.level_owner !== after.level_owner) return {};
  const there = await tx
    .selectFrom("grants")
    .selectAll()
    .where("organization_id", "=", organization)
    .where("content_id", "=", child.id)
    .where("created_at", "=", since ?? 0)
    .execute();
  const nameOf = (grant: (typeof grants)[number]) =>
    [grant.grantee_kind, grant.grantee_id, grant.role].join(" ");
  const unchanged = new Set(there.map(nameOf));
  if (!grants.every((grant) => unchanged.has(nameOf(grant)))) return {};
  for (const { grantee_kind, grantee_id } of grants)
    await tx
      .deleteFrom("grants")
      .where("organization_id", "=", organization)
      .where("content_id", "=", child.id)
      .where("grantee_kind", "=", grantee_kind)
      .where("grantee_id", "=", grantee_id)
      .execute();
  return before;
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
