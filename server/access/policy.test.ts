import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Member, type OwnPolicy, type Policy, policyId, policyUnder, resolve } from "./policy.ts";
import { reasonFor } from "./reasons.ts";
import { ROLES, type Standing } from "./roles.ts";
import { takeOver } from "./takeOver.ts";

const RUNS = process.env["LECTERN_TEST_TIER"] === "full" ? 10_000 : 500;

const USERS = ["ann", "bob", "cid"];
const TEAMS = ["red", "blue", "green"];
const role = fc.constantFrom(...ROLES);
const own: fc.Arbitrary<OwnPolicy> = fc.record({
  defaultLevel: fc.oneof(fc.constant("inherit" as const), fc.constant(null), role),
  owner: fc.constantFrom(...USERS),
  users: fc.dictionary(fc.constantFrom(...USERS), role, { noNullPrototype: true }),
  teams: fc.dictionary(fc.constantFrom(...TEAMS), role, { noNullPrototype: true }),
});
const member: fc.Arbitrary<Member> = fc.record({
  userId: fc.constantFrom(...USERS, "dot"),
  role: fc.oneof(fc.constant(null), role),
  teams: fc.subarray(TEAMS),
});

/** The walk as the concepts tell it: from the thing upwards, the first level that says something decides. */
function walk(levels: readonly OwnPolicy[], who: Member): Standing {
  if (who.role === "admin") return "admin";
  for (const level of levels) {
    if (level.users[who.userId]) return level.users[who.userId];
    const roles = who.teams.map((team) => level.teams[team]).filter((given) => given !== undefined);
    if (roles.length > 0) return ROLES.findLast((each) => roles.includes(each));
    if (level.defaultLevel === null) return level.owner === who.userId ? "create" : undefined;
    if (level.defaultLevel !== "inherit") return who.role === null ? undefined : level.defaultLevel;
  }
  return who.role ?? undefined;
}

const policyOf = (levels: readonly OwnPolicy[]): Policy =>
  levels.toReversed().reduce<Policy>((above, level) => policyUnder(level, above), []);

describe("resolve", () => {
  test("is the walk from the thing upwards", () => {
    fc.assert(
      fc.property(fc.array(own, { maxLength: 5 }), member, (levels, who) => {
        expect(resolve(policyOf(levels), who)).toBe(walk(levels, who));
      }),
      { numRuns: RUNS },
    );
  });

  test("is what the reason of a role says, which names who said it", () => {
    fc.assert(
      fc.property(fc.array(own, { maxLength: 5 }), member, (levels, who) => {
        const by = { kind: "collection" as const, id: "c", title: "C" };
        const said = policyOf(levels).map((level) => ({ level, by }));
        const { standing, kind, place, team } = reasonFor(said, who);
        expect(standing).toBe(resolve(policyOf(levels), who));
        const level = place === undefined ? undefined : said[place]?.level;
        if (kind === "user") expect(level?.users?.[who.userId]).toBe(standing);
        if (kind === "team") expect(level?.teams?.[team ?? ""]).toBe(standing);
        if (kind === "organization") expect(standing).toBe(who.role ?? undefined);
        expect(level === undefined).toBe(kind === "organization" || kind === "administrator");
      }),
      { numRuns: RUNS },
    );
  });

  test.each<[string, Partial<OwnPolicy>[], Partial<Member>, Standing]>([
    ["the organization's role at the root", [], { role: "edit" }, "edit"],
    ["nothing for guests at the root", [], { role: null }, undefined],
    ["administrators above everything", [{ defaultLevel: null }], { role: "admin" }, "admin"],
    ["a grant lower than the organization's role", [{ users: { ann: "read" } }], { role: "create" }, "read"],
    [
      "a direct grant before a higher one of a team",
      [{ users: { ann: "read" }, teams: { red: "edit" } }],
      { teams: ["red"] },
      "read",
    ],
    [
      "the best of several teams",
      [{ teams: { red: "read", blue: "review" } }],
      { teams: ["red", "blue"] },
      "review",
    ],
    [
      "a team grant before the default",
      [{ teams: { red: "comment" }, defaultLevel: "edit" }],
      { teams: ["red"] },
      "comment",
    ],
    ["a default for every member", [{ defaultLevel: "edit" }], { role: "read" }, "edit"],
    ["no default for guests", [{ defaultLevel: "edit" }], { role: null }, undefined],
    ["null for the owner", [{ defaultLevel: null, owner: "ann" }], { role: "read" }, "create"],
    ["null for others", [{ defaultLevel: null, owner: "bob" }], { role: "create" }, undefined],
    ["a guest's grant on a collection above", [{}, { users: { ann: "comment" } }], { role: null }, "comment"],
    [
      "the nearer level",
      [{ teams: { red: "read" } }, { users: { ann: "create" } }],
      { teams: ["red"] },
      "read",
    ],
  ])("%s", (_, levels, who, expected) => {
    const whole = levels.map((level) => ({
      defaultLevel: "inherit" as const,
      owner: null,
      users: {},
      teams: {},
      ...level,
    }));
    expect(resolve(policyOf(whole), { userId: "ann", role: "read", teams: [], ...who })).toBe(expected);
  });
});

describe("policyUnder", () => {
  test("says the same whatever order grants were made in", () => {
    fc.assert(
      fc.property(own, (level) => {
        const turned = {
          ...level,
          users: Object.fromEntries(Object.entries(level.users).toReversed()),
          teams: Object.fromEntries(Object.entries(level.teams).toReversed()),
        };
        expect(policyId("o", policyUnder(turned, []))).toBe(policyId("o", policyUnder(level, [])));
      }),
    );
  });

  test("shares the policy above when there is nothing to say", () => {
    const above = policyOf([{ defaultLevel: "read", owner: null, users: {}, teams: {} }]);
    expect(policyUnder({ defaultLevel: "inherit", owner: "ann", users: {}, teams: {} }, above)).toBe(above);
  });

  test("is another policy in another organization", () => {
    expect(policyId("o", [])).not.toBe(policyId("p", []));
  });
});

describe("takeOver", () => {
  test("leaves everybody the role they had", () => {
    const teamsOf = fc.record({
      ann: fc.subarray(TEAMS),
      bob: fc.subarray(TEAMS),
      cid: fc.subarray(TEAMS),
    });
    fc.assert(
      fc.property(own, own, fc.array(own, { maxLength: 2 }), teamsOf, (child, collection, above, teams) => {
        const merged = takeOver(child, collection, new Map(Object.entries(teams)));
        for (const userId of USERS) {
          for (const standing of [null, "read", "create"] as const) {
            const who = { userId, role: standing, teams: teams[userId as keyof typeof teams] };
            expect(resolve(policyOf([merged, ...above]), who)).toBe(walk([child, collection, ...above], who));
          }
        }
      }),
      { numRuns: RUNS },
    );
  });
});
