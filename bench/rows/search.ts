/** Searching a large space, one request after the other. */
import { medianOf } from "../compare.ts";
import { authorized } from "../fixture.ts";
import { get } from "../request.ts";
import { queries } from "../source.ts";
import type { Row } from "./row.ts";

const SEARCHES = 200;

/** @param pages the size of the space that is searched */
export function search(pages: number): Row {
  return {
    name: `search on ${pages.toLocaleString("en")} pages`,
    async run({ fixture }) {
      const space = fixture.filled.spaces[pages];
      const times: number[] = [];
      let found = 0;
      for (const [index, query] of queries(SEARCHES + 5).entries()) {
        const path = `/v1/spaces/${space}/search?query=${encodeURIComponent(query)}`;
        const { status, ms, body } = await get(fixture.ours.port, path, authorized);
        if (status !== 200) throw new Error(`A search for "${query}" answers ${status}: ${body.toString()}`);
        if ((JSON.parse(body.toString()) as { count: number }).count > 0) found++;
        if (index >= 5) times.push(ms);
      }
      if (found < SEARCHES / 2) throw new Error(`Only ${found} of ${SEARCHES} searches find anything.`);
      const p95 = times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN;
      const note = `median; ${found} of ${SEARCHES + 5} find something`;
      return [
        { name: this.name, ours: medianOf(times), unit: "ms", goal: { of: "ours", most: 10 }, note },
        { name: `${this.name}, p95`, ours: p95, unit: "ms", goal: { of: "ours", most: 25 } },
      ];
    },
  };
}
