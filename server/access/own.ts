import { type Params, prepared, type Read } from "../db/database.ts";
import type { OwnPolicy } from "./policy.ts";
import type { Role } from "./roles.ts";

/** A row of a space, a collection or a site, as far as it says who may see it. */
export interface PolicyOwner {
  readonly id: string;
  readonly default_level: Role | "inherit" | null;
  readonly level_owner: string | null;
  readonly created_by: string | null;
}

/** A `level_owner` who is nobody: a default level of null is then the administrators' alone. */
export const NOBODY = "";

const grantsOn = prepared((read, p: Params<{ organization: string; ids: readonly string[] }>) =>
  read
    .selectFrom("grants")
    .selectAll()
    .where("organization_id", "=", p("organization"))
    .where("content_id", "in", p.list("ids")),
);

/** What spaces and collections of an organization say for themselves, by id: their level and the roles granted on them. */
export async function readOwn(
  read: Read,
  organization: string,
  rows: readonly PolicyOwner[],
): Promise<Map<string, OwnPolicy>> {
  const users = new Map<string, Record<string, Role>>();
  const teams = new Map<string, Record<string, Role>>();
  for (const grant of await grantsOn.all(read, { organization, ids: rows.map(({ id }) => id) })) {
    const given = grant.grantee_kind === "user" ? users : teams;
    const roles = given.get(grant.content_id) ?? {};
    roles[grant.grantee_id] = grant.role as Role;
    given.set(grant.content_id, roles);
  }
  return new Map(
    rows.map(({ id, default_level, level_owner, created_by }) => [
      id,
      {
        defaultLevel: default_level,
        owner: (level_owner ?? created_by) || null,
        users: users.get(id) ?? {},
        teams: teams.get(id) ?? {},
      },
    ]),
  );
}
