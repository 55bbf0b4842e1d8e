import fc from "fast-check";
import { expect, test } from "vitest";
import { type PolicyLevel, type Member, resolve } from "../../access/policy.ts";
import { atLeast, ROLES } from "../../access/roles.ts";
import { countVisible } from "./countVisible.ts";

const role = fc.constantFrom(...ROLES);
const user = fc.constantFrom("u1", "u2", "u3", "u4");
const team = fc.constantFrom("t1", "t2", "t3");
const level = fc.record(
  {
    users: fc.dictionary(user, role),
    teams: fc.dictionary(team, role),
    default: fc.option(role),
    creator: user,
  },
  { requiredKeys: [] },
);
const member = fc.record({
  userId: user,
  role: fc.option(role),
  teams: fc.uniqueArray(team).map((teams) => teams.toSorted()),
});

test("counts what resolving every policy for every member counts", () => {
  const full = process.env["LECTERN_TEST_TIER"] === "full";
  fc.assert(
    fc.property(
      fc.array(fc.record({ policy: fc.array(level, { maxLength: 4 }), count: fc.nat(9) }), {
        maxLength: 12,
      }),
      fc.array(member, { maxLength: 8 }),
      (made, members) => {
        const policies = made as { policy: PolicyLevel[]; count: number }[];
        const counted = (one: Member) =>
          policies
            .filter(({ policy }) => atLeast(resolve(policy, one), "read"))
            .reduce((total, { count }) => total + count, 0);
        expect(countVisible(policies, members)).toEqual(members.map(counted));
      },
    ),
    { numRuns: full ? 10_000 : 500 },
  );
});
