import { type Params, prepared, preparedWrite, type Read, type Write } from "../db/database.ts";
import { internPolicies, retirePolicies } from "./intern.ts";
import { type PolicyOwner, readOwn } from "./own.ts";
import { type OwnPolicy, type Policy, policyUnder } from "./policy.ts";

/** A space, a collection or a site, as something that roles are given on. */
export interface GrantedContent {
  readonly kind: "space" | "collection" | "site";
  readonly id: string;
}

/** What a space, a collection or a site is to those who compute its policy. */
interface Carrier extends GrantedContent, PolicyOwner {
  readonly parent_id: string | null;
  readonly acl: string;
}

/**
 * Brings the policies of spaces, collections and sites, and of everything below them, to what they and those above them
 * say now. Below a site is nothing: the spaces that it shows have policies of their own. It belongs to the transaction that moves, grants or changes a level, which has locked the organization. Costs
 * what lies below, deleted spaces included.
 */
export async function recomputePolicies(
  tx: Write,
  organization: string,
  contents: readonly GrantedContent[],
  now: number,
): Promise<void> {
  if (contents.length === 0) return;
  const carriers = await carriersBelow(tx, organization, contents);
  const policies = await policiesOf(tx, organization, carriers);
  const ids = await internPolicies(tx, organization, policies);
  const byPolicy = new Map<string, Carrier[]>();
  const former = new Set<string>();
  for (const [index, carrier] of carriers.entries()) {
    const acl = ids[index] as string;
    if (acl === carrier.acl) continue;
    former.add(carrier.acl);
    const those = byPolicy.get(acl);
    if (those === undefined) byPolicy.set(acl, [carrier]);
    else those.push(carrier);
  }
  for (const [acl, those] of byPolicy) {
    for (const { kind, set } of SETTERS) await set.run(tx, { organization, acl, ids: idsOf(those, kind) });
  }
  await retirePolicies(tx, organization, [...former], now);
}

function idsOf(contents: readonly GrantedContent[], kind: GrantedContent["kind"]): string[] {
  return contents.filter((content) => content.kind === kind).map(({ id }) => id);
}

type Setting = Params<{ organization: string; acl: string; ids: readonly string[] }>;

const setPolicies = (table: "spaces" | "collections" | "sites") =>
  preparedWrite((tx, p: Setting) =>
    tx
      .updateTable(table)
      .set({ acl: p("acl") })
      .where("organization_id", "=", p("organization"))
      .where("id", "in", p.list("ids")),
  );
const SETTERS = [
  { kind: "space", set: setPolicies("spaces") },
  { kind: "collection", set: setPolicies("collections") },
  { kind: "site", set: setPolicies("sites") },
] as const;

const COLUMNS = ["id", "parent_id", "default_level", "level_owner", "created_by", "acl"] as const;

type Among = Params<{ organization: string; ids: readonly string[] }>;

const collectionsBelow = prepared((read, p: Among) =>
  read
    .withRecursive("below", (db) =>
      db
        .selectFrom("collections")
        .select(COLUMNS)
        .where("organization_id", "=", p("organization"))
        .where("id", "in", p.list("ids"))
        .union(
          db
            .selectFrom("collections")
            .innerJoin("below", "below.id", "collections.parent_id")
            .select(COLUMNS.map((column) => `collections.${column}` as const))
            .where("collections.organization_id", "=", p("organization")),
        ),
    )
    .selectFrom("below")
    .select(COLUMNS),
);
const spacesBy = (column: "id" | "parent_id") =>
  prepared((read, p: Among) =>
    read
      .selectFrom("spaces")
      .select(COLUMNS)
      .where("organization_id", "=", p("organization"))
      .where(column, "in", p.list("ids")),
  );
const spacesIn = spacesBy("parent_id");
const spacesNamed = spacesBy("id");
const sitesNamed = prepared((read, p: Among) =>
  read
    .selectFrom("sites")
    .select(["id", "default_level", "level_owner", "created_by", "acl"])
    .where("organization_id", "=", p("organization"))
    .where("id", "in", p.list("ids")),
);

/** The collections among `contents` with all below them, the spaces in those, and the sites among them, each once. */
async function carriersBelow(
  tx: Write,
  organization: string,
  contents: readonly GrantedContent[],
): Promise<Carrier[]> {
  const collections = await collectionsBelow.all(tx, { organization, ids: idsOf(contents, "collection") });
  const inside = await spacesIn.all(tx, { organization, ids: collections.map(({ id }) => id) });
  const named = await spacesNamed.all(tx, { organization, ids: idsOf(contents, "space") });
  const spaces = [...new Map([...inside, ...named].map((row) => [row.id, row])).values()];
  const sites = await sitesNamed.all(tx, { organization, ids: idsOf(contents, "site") });
  return [
    ...sites.map((row) => ({ ...row, parent_id: null, kind: "site" as const })),
    ...collections.map((row) => ({ ...row, kind: "collection" as const })),
    ...spaces.map((row) => ({ ...row, kind: "space" as const })),
  ];
}

const policiesOfCollections = prepared((read, p: Among) =>
  read
    .selectFrom("collections")
    .innerJoin("policies", (on) =>
      on
        .onRef("policies.organization_id", "=", "collections.organization_id")
        .onRef("policies.id", "=", "collections.acl"),
    )
    .select(["collections.id", "policies.body"])
    .where("collections.organization_id", "=", p("organization"))
    .where("collections.id", "in", p.list("ids")),
);

/** The policy of each carrier, in their order. */
async function policiesOf(read: Read, organization: string, carriers: readonly Carrier[]): Promise<Policy[]> {
  const byId = new Map(carriers.map((carrier) => [carrier.id, carrier]));
  const outside = carriers.flatMap(({ parent_id }) =>
    parent_id !== null && !byId.has(parent_id) ? [parent_id] : [],
  );
  const rows = await policiesOfCollections.all(read, { organization, ids: [...new Set(outside)] });
  const known = new Map(rows.map(({ id, body }) => [id, JSON.parse(body) as Policy]));
  const own = await readOwn(read, organization, carriers);
  const policyOf = (id: string): Policy => {
    const existing = known.get(id);
    if (existing !== undefined) return existing;
    const carrier = byId.get(id);
    // A parent that isn't there would leave everybody with their role in the organization.
    if (carrier === undefined) throw new Error(`the collection ${id} is not there`);
    const above = carrier.parent_id === null ? [] : policyOf(carrier.parent_id);
    const policy = policyUnder(own.get(id) as OwnPolicy, above);
    known.set(id, policy);
    return policy;
  };
  return carriers.map(({ id }) => policyOf(id));
}
