/** Why somebody has a role on something: which of those above it said so, and how. */
import { type Params, prepared, type Read } from "../db/database.ts";
import { type PolicyOwner, readOwn } from "./own.ts";
import { decide, levelOf, type Member, type OwnPolicy, type PolicyLevel } from "./policy.ts";
import type { GrantedContent } from "./recompute.ts";
import type { Standing } from "./roles.ts";

/** A level of a policy, and what says it. */
export interface SaidLevel {
  readonly level: PolicyLevel;
  readonly by: GrantedContent & { readonly title: string };
}

/**
 * `administrator`: they administrate the organization. `user`: the role was given to them. `team`: it was given to one of theirs.
 * `level`: all members have it. `creator`: it is closed, and they made it. `organization`: nothing else is said.
 */
export const REASONS = ["administrator", "user", "team", "level", "creator", "organization"] as const;

export interface RoleReason {
  readonly standing: Standing;
  readonly kind: (typeof REASONS)[number];
  /** The id of the team. */
  readonly team?: string;
  /** The place of what says it, among the levels; undefined where the organization does. */
  readonly place?: number;
}

const COLUMNS = ["id", "title", "parent_id", "default_level", "level_owner", "created_by"] as const;

type One = Params<{ organization: string; id: string }>;

const spaceById = prepared((read, p: One) =>
  read
    .selectFrom("spaces")
    .select(COLUMNS)
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);
const siteById = prepared((read, p: One) =>
  read
    .selectFrom("sites")
    .select(["id", "title", "default_level", "level_owner", "created_by"])
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);
const collectionWithAbove = prepared((read, p: One) =>
  read
    .withRecursive("above", (db) =>
      db
        .selectFrom("collections")
        .select(COLUMNS)
        .where("organization_id", "=", p("organization"))
        .where("id", "=", p("id"))
        .union(
          db
            .selectFrom("collections")
            .innerJoin("above", "above.parent_id", "collections.id")
            .select(COLUMNS.map((column) => `collections.${column}` as const))
            .where("collections.organization_id", "=", p("organization")),
        ),
    )
    .selectFrom("above")
    .select(COLUMNS),
);

type Carrier = PolicyOwner & { readonly title: string; readonly parent_id: string | null };

/** The levels that decide about a space, a collection or a site, itself first, each with what says it. */
export async function levelsOf(
  read: Read,
  organization: string,
  content: GrantedContent,
): Promise<readonly SaidLevel[]> {
  const carriers = await carriersFrom(read, organization, content);
  const own = await readOwn(read, organization, carriers);
  const levels: SaidLevel[] = [];
  for (const { id, kind, title } of carriers) {
    const level = levelOf(own.get(id) as OwnPolicy);
    if (Object.keys(level).length > 0) levels.push({ level, by: { id, kind, title } });
    if (level.default !== undefined) break;
  }
  return levels;
}

/** Something with all that lies above it, itself first. */
async function carriersFrom(
  read: Read,
  organization: string,
  { kind, id: itself }: GrantedContent,
): Promise<(Carrier & GrantedContent)[]> {
  const alone = { organization, id: itself };
  if (kind === "site") {
    const site = await siteById.first(read, alone);
    return site === undefined ? [] : [{ ...site, parent_id: null, kind }];
  }
  const space = kind === "space" ? await spaceById.first(read, alone) : undefined;
  const nearest = kind === "space" ? (space?.parent_id ?? null) : itself;
  const collections =
    nearest === null ? [] : await collectionWithAbove.all(read, { organization, id: nearest });
  const byId = new Map(collections.map((row) => [row.id, row]));
  const carriers: (Carrier & GrantedContent)[] = space === undefined ? [] : [{ ...space, kind: "space" }];
  for (let id = nearest; id !== null;) {
    const row = byId.get(id);
    if (row === undefined) break;
    carriers.push({ ...row, kind: "collection" });
    id = row.parent_id;
  }
  return carriers;
}

/** What a member may do under some levels, as `resolve` has it, and why. */
export function reasonFor(levels: readonly SaidLevel[], member: Member): RoleReason {
  if (member.role === "admin") return { standing: "admin", kind: "administrator" };
  for (const [place, { level }] of levels.entries()) {
    const standing = decide(level, member);
    if (standing === "inherit") continue;
    if (level.users?.[member.userId] !== undefined) return { standing, kind: "user", place };
    const team = member.teams.find((id) => standing !== undefined && level.teams?.[id] === standing);
    if (team !== undefined) return { standing, kind: "team", team, place };
    return { standing, kind: level.default === null ? "creator" : "level", place };
  }
  return { standing: member.role ?? undefined, kind: "organization" };
}
