/** A company of 5,000 spaces: what permissions add to a read and to a list; and a large space made twice. */
import { COMPANY, MEMBER_TOKEN, SPACES } from "../company.ts";
import { medianOf } from "../compare.ts";
import { authorized } from "../fixture.ts";
import { send, wire } from "../request.ts";
import { against, type Row } from "./row.ts";

const LIST = 50;
const COPIES = 20;

const asMember = { authorization: `Bearer ${MEMBER_TOKEN}` };

const permission: Row = {
  name: "permission of one space",
  async run({ fixture }) {
    const { resolved, given, ratio } = fixture.filled.permission;
    return [
      {
        name: permission.name,
        ours: resolved,
        peer: given,
        unit: "ms",
        ratio,
        goal: { of: "ratio", most: 1.15 },
        note: "processor time of a read with the rights looked up, and with the rights given; measured when the fixture is filled",
      },
    ];
  },
};

const list: Row = against(
  `a member's list of ${LIST} of ${SPACES.toLocaleString("en")} spaces`,
  0.4,
  async () => ({
    ours: [wire("GET", `/v1/orgs/${COMPANY}/spaces?limit=${LIST}`, asMember)],
    peer: [wire("GET", `/orgs/${COMPANY}/rows?limit=${LIST}`, authorized)],
  }),
);

/** @param pages of a space that the fixture has */
function duplicate(pages: number): Row {
  const name = `duplicate a space of ${pages.toLocaleString("en")} pages`;
  return {
    name,
    async run({ fixture: { filled, ours } }) {
      const times: number[] = [];
      for (let index = 0; index < COPIES + 3; index++) {
        const path = `/v1/spaces/${filled.spaces[pages]}/duplicate`;
        const answer = await send(ours.port, "POST", path, authorized);
        if (answer.status !== 201)
          throw new Error(`Duplicating answers ${answer.status}: ${answer.body.toString()}`);
        if (index >= 3) times.push(answer.ms);
      }
      const slowest = Math.max(...times).toFixed(1);
      const goal = { of: "ours", most: 50 } as const;
      return [{ name, ours: medianOf(times), unit: "ms", goal, note: `slowest of ${COPIES}: ${slowest} ms` }];
    },
  };
}

/** @param large a number of pages that the fixture has a space of; the copies are made after the other rows */
export function access(large: number): { readonly reads: readonly Row[]; readonly copies: Row } {
  return { reads: [permission, list], copies: duplicate(large) };
}
