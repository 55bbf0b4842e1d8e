/** Random trees of collections, teams and grants: what is answered is what a naive reading of the rules says. */
import { putAddress } from "../../access/addresses.ts";
import fc from "fast-check";
import { beforeAll, expect, test } from "vitest";
import { grant } from "../../access/grants.ts";
import { lockOrganization } from "../../access/intern.ts";
import { recomputePolicies } from "../../access/recompute.ts";
import { type Role, ROLES, type Standing } from "../../access/roles.ts";
import { aclsWithin, roleUnder } from "../../access/scope.ts";
import { collectionRights, spaceRights } from "../../access/table.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { dissolveCollection } from "./dissolve.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
/** Each tree is asked about every pair of a person and a thing in it: some 60 cases. */
const TREES = FULL ? 250 : 20;

const world = useWorld();
const people: { readonly person: Person; readonly role: Role | null; readonly teams: readonly string[] }[] =
  [];
const TEAMS = ["team-red", "team-blue"];

beforeAll(async () => {
  const kinds = [
    ["gus", null, ["team-red"]],
    ["gil", null, []],
    ["rita", "read", ["team-red", "team-blue"]],
    ["ed", "edit", ["team-blue"]],
    ["carl", "create", []],
    ["ada", "admin", []],
  ] as const;
  for (const [name, role, teams] of kinds) {
    people.push({ person: await world().addPerson(name, role), role, teams });
  }
  await world().deps.db.transact(async (tx) => {
    for (const id of TEAMS) {
      const team = { organization_id: world().organization, title: id, title_folded: id, created_at: 1 };
      await tx
        .insertInto("teams")
        .values({ id, ...team })
        .execute();
    }
    for (const { person, teams } of people) {
      for (const team_id of teams) {
        const member = { organization_id: world().organization, role: "member" as const, added_at: 1 };
        await tx
          .insertInto("team_members")
          .values({ team_id, user_id: person.id, ...member })
          .execute();
      }
    }
  });
});

/** One thing of a tree: in which of the collections before it, and what it says for itself. */
interface Plan {
  readonly kind: "space" | "collection";
  /** Counts the collections before it; beyond them: the top. */
  readonly parent: number;
  readonly level: Role | "inherit" | null;
  readonly owner: number;
  readonly users: readonly (readonly [number, Role])[];
  readonly teams: readonly (readonly [number, Role])[];
}

const role = fc.constantFrom(...ROLES);
const plan: fc.Arbitrary<Plan> = fc.record({
  kind: fc.constantFrom("space", "collection"),
  parent: fc.nat(4),
  level: fc.oneof({ weight: 3, arbitrary: fc.constant("inherit" as const) }, fc.constant(null), role),
  owner: fc.nat(5),
  users: fc.uniqueArray(fc.tuple(fc.nat(5), role), { maxLength: 2, selector: ([who]) => who }),
  teams: fc.uniqueArray(fc.tuple(fc.nat(1), role), { maxLength: 2, selector: ([which]) => which }),
});

interface Thing extends Plan {
  readonly id: string;
  readonly above: Thing | undefined;
}

async function build(plans: readonly Plan[]): Promise<Thing[]> {
  const { db, newId } = world().deps;
  const organization = world().organization;
  const things: Thing[] = [];
  for (const each of plans) {
    const collections = things.filter(({ kind }) => kind === "collection");
    things.push({ ...each, id: newId(), above: collections[each.parent] });
  }
  await db.transact(async (tx) => {
    await lockOrganization(tx, organization);
    for (const { kind, id, above, level, owner } of things) {
      const row = {
        id,
        organization_id: organization,
        parent_id: above?.id ?? null,
        position: id,
        title: id,
        default_level: level,
        created_by: people[owner]?.person.id ?? null,
        created_at: 1,
        acl: "none",
      };
      const more = { edit_mode: "live" as const, updated_at: 1, head: "none" };
      await putAddress(tx, row);
      if (kind === "collection") await tx.insertInto("collections").values(row).execute();
      else
        await tx
          .insertInto("spaces")
          .values({ ...row, ...more })
          .execute();
    }
    await recomputePolicies(tx, organization, things, 1);
    for (const thing of things) {
      const of = { content: thing, organization, now: 1 };
      for (const [who, given] of thing.users) {
        const grantees = [{ kind: "user" as const, id: people[who]?.person.id as string }];
        await grant(tx, { ...of, grantees, role: given });
      }
      for (const [which, given] of thing.teams) {
        const grantees = [{ kind: "team" as const, id: TEAMS[which] as string }];
        await grant(tx, { ...of, grantees, role: given });
      }
    }
  });
  return things;
}

async function removeAll(): Promise<void> {
  await world().deps.db.transact(async (tx) => {
    for (const table of ["grants", "spaces", "collections", "policies"] as const) {
      await tx.deleteFrom(table).execute();
    }
  });
}

/** The rules, read naively: the nearest level that says something about somebody decides. */
function naive(thing: Thing, who: number): Standing {
  const { role: standing, teams } = people[who] as (typeof people)[number];
  if (standing === "admin") return "admin";
  for (let level: Thing | undefined = thing; level !== undefined; level = level.above) {
    const direct = level.users.find(([user]) => user === who);
    if (direct !== undefined) return direct[1];
    const granted = level.teams.filter(([team]) => teams.includes(TEAMS[team] as string));
    if (granted.length > 0) return ROLES.findLast((each) => granted.some(([, given]) => given === each));
    if (level.level === null) return level.owner === who ? "create" : undefined;
    if (level.level !== "inherit") return standing === null ? undefined : (level.level as Role);
  }
  return standing ?? undefined;
}

const plans = fc.array(plan, { minLength: 3, maxLength: 12 });

/** Asks the access layer about every person and thing, and the lists about every person. */
async function agrees(things: readonly Thing[]): Promise<void> {
  const { db, members } = world().deps;
  for (const [who, { person }] of people.entries()) {
    const member = await members.ofUser(world().organization, person.id);
    if (member === undefined) throw new Error("everybody is a member");
    const acls = new Set(await aclsWithin(members, world().organization, member));
    for (const thing of things) {
      const expected = naive(thing, who);
      const row = await db.read
        .selectFrom(thing.kind === "space" ? "spaces" : "collections")
        .select(["organization_id", "acl"])
        .where("id", "=", thing.id)
        .executeTakeFirstOrThrow();
      expect(await roleUnder(members, row, member)).toBe(expected);
      expect(acls.has(row.acl)).toBe(expected !== undefined && expected !== null);
    }
  }
}

test(
  "roles and lists agree with a naive resolver",
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (drawn) => {
        await agrees(await build(drawn));
        await removeAll();
      }),
      { numRuns: TREES, endOnFailure: true },
    );
  },
  FULL ? 600_000 : 60_000,
);

test(
  "removing collections changes nobody's role",
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, fc.infiniteStream(fc.nat(10)), async (drawn, picks) => {
        const things = await build(drawn);
        const left = things.filter(({ kind }) => kind === "collection");
        while (left.length > 0) {
          const [gone] = left.splice((picks.next().value as number) % left.length, 1);
          await world().deps.db.transact(async (tx) => {
            const row = await tx
              .selectFrom("collections")
              .selectAll()
              .where("id", "=", gone?.id ?? "")
              .executeTakeFirstOrThrow();
            await dissolveCollection(tx, row, 2);
          });
          await agrees(things.filter((thing) => thing.kind === "space" || left.includes(thing)));
        }
        await removeAll();
      }),
      { numRuns: Math.ceil(TREES / 4), endOnFailure: true },
    );
  },
  FULL ? 600_000 : 60_000,
);

test(
  "permissions are true exactly when an operation isn't forbidden, and lists contain what get answers",
  async () => {
    await fc.assert(
      fc.asyncProperty(plans, async (drawn) => {
        const things = await build(drawn);
        for (const [who, { person }] of people.entries()) {
          const lists = await listed(person);
          for (const thing of things) {
            const path = `/${thing.kind}s/${thing.id}`;
            const { status, body } = await world().get(path, person);
            const rightsOf = thing.kind === "space" ? spaceRights : collectionRights;
            const expected = rightsOf(naive(thing, who));
            expect(status).toBe(expected.view ? 200 : 404);
            expect(lists.has(thing.id)).toBe(expected.view);
            if (status === 200) expect(body.permissions).toEqual(expected);
            // Refused for its body, if the right is there.
            const patched = await world().patch(path, { title: "" }, person);
            expect(patched.status).toBe(400);
            const renamed = await world().patch(path, { title: "New" }, person);
            expect(renamed.status).toBe(!expected.view ? 404 : expected.admin ? 200 : 403);
          }
        }
        await removeAll();
      }),
      { numRuns: Math.ceil(TREES / 6), endOnFailure: true },
    );
  },
  FULL ? 600_000 : 60_000,
);

async function listed(person: Person): Promise<Set<string>> {
  const ids = new Set<string>();
  for (const noun of ["spaces", "collections"]) {
    const { body } = await world().get(`/orgs/${world().organization}/${noun}?limit=1000`, person);
    expect(body.count).toBe(body.items.length);
    for (const { id } of body.items) ids.add(id);
  }
  return ids;
}

test(
  "of changes made at once nothing is lost: every policy is what its tree says",
  async () => {
    const { db } = world().deps;
    const organization = world().organization;
    const admin = people.at(-1)?.person as Person;
    const things = await build([
      ...[5, 0, 1, 5, 3].map((parent) => ({ ...NOTHING, kind: "collection" as const, parent })),
      ...[0, 1, 2, 3, 4].map((parent) => ({ ...NOTHING, kind: "space" as const, parent })),
    ]);
    const change = fc.record({
      thing: fc.nat(things.length - 1),
      other: fc.nat(4),
      what: fc.constantFrom("move", "top", "level", "grant", "delete"),
      level: fc.oneof(fc.constant("inherit"), fc.constant(null), role),
    });
    const waves = fc.sample(fc.array(change, { minLength: 6, maxLength: 6 }), FULL ? 100 : 8);
    const statuses = new Set<number>();
    for (const wave of waves) {
      const answers = await Promise.all(
        wave.map(({ thing, other, what, level }) => {
          const { kind, id } = things[thing] as Thing;
          const path = `/${kind}s/${id}`;
          if (what === "move") return world().post(`${path}/move`, { parent: things[other]?.id }, admin);
          if (what === "top") return world().post(`${path}/move`, { parent: null }, admin);
          if (what === "level") return world().patch(path, { defaultLevel: level }, admin);
          if (what === "delete" && kind === "collection" && thing === 2) return world().delete(path, admin);
          const given = { content: { kind, id }, organization, now: 1, role: "comment" as const };
          const grantees = [{ kind: "user" as const, id: people[other]?.person.id as string }];
          return db.transact((tx) => grant(tx, { ...given, grantees })).then(() => ({ status: 204 }));
        }),
      );
      for (const { status } of answers) statuses.add(status);
      const before = await acls();
      await db.transact((tx) => recomputePolicies(tx, organization, things, 2));
      expect(await acls()).toEqual(before);
    }
    expect([...statuses].filter((status) => ![200, 204, 205, 400, 404, 409].includes(status))).toEqual([]);
    await removeAll();
  },
  FULL ? 600_000 : 60_000,
);

const NOTHING: Omit<Plan, "kind" | "parent"> = { level: "inherit", owner: 5, users: [], teams: [] };

async function acls(): Promise<Map<string, string>> {
  const { read } = world().deps.db;
  const rows = [
    ...(await read.selectFrom("spaces").select(["id", "acl"]).orderBy("id").execute()),
    ...(await read.selectFrom("collections").select(["id", "acl"]).orderBy("id").execute()),
  ];
  return new Map(rows.map(({ id, acl }) => [id, acl]));
}
