/** Published pages: ready in memory, and made for their first reader. */
import { medianOf } from "../compare.ts";
import { get, wire } from "../request.ts";
import { against, type Row } from "./row.ts";

function ready(encoding: "br" | "identity"): Row {
  return against(`published page, ready${encoding === "br" ? ", Brotli" : ""}`, 0.7, async ({ fixture }) => {
    const path = fixture.filled.published[0] ?? "";
    const headers = { "accept-encoding": encoding };
    const { status, body } = await get(fixture.ours.sitesPort, path, headers);
    if (status !== 200) throw new Error(`${path} answers ${status}.`);
    const name = `page-${encoding}`;
    const about = encoding === "br" ? { encoding } : {};
    fixture.giveConstant(name, { type: "text/html; charset=utf-8", body, ...about });
    return {
      ours: [wire("GET", path, headers)],
      peer: [wire("GET", `/constant/${name}`, headers)],
      published: true,
    };
  });
}

const FIRST_READERS = 150;

const cold: Row = {
  name: "published page, first reader",
  async run({ fixture }) {
    const paths = fixture.filled.published.slice(1, 1 + FIRST_READERS);
    const times: number[] = [];
    for (const path of paths) {
      const { status, ms } = await get(fixture.ours.sitesPort, path, { "accept-encoding": "br" });
      if (status !== 200) throw new Error(`${path} answers ${status}.`);
      times.push(ms);
    }
    return [
      { name: this.name, ours: medianOf(times), unit: "ms", goal: { of: "ours", most: 5 } },
      {
        name: `${this.name}, slowest of ${times.length}`,
        ours: Math.max(...times),
        unit: "ms",
        goal: { of: "ours", most: 50 },
      },
    ];
  },
};

export const published: readonly Row[] = [cold, ready("identity"), ready("br")];
