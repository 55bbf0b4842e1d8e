/** A page of 10 kB as a document of blocks and back, beside reading the page alone. */
import { readFileSync } from "node:fs";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { medianOf } from "../compare.ts";
import type { Row } from "./row.ts";

const TURNS = 60;
/** Not counted: the code becomes fast. */
const WARM = 20;

/** Milliseconds of processor time: what else the machine does is not counted. */
function timed(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

const name = "a page of 10 kB as a document and back";

export const documents: Row = {
  name,
  async run() {
    const markdown = readFileSync("docs/api/content.md", "utf8").slice(0, 10_000);
    const times: Record<"both" | "read", number[]> = { both: [], read: [] };
    for (let turn = 0; turn < TURNS + WARM; turn++) {
      const read = timed(() => parse(markdown));
      const both = timed(() => {
        const base = parse(markdown).document;
        const back = fromDocument(JSON.parse(JSON.stringify(toDocument(base))), base);
        if (back.markdown !== markdown) throw new Error("The page came back as another.");
      });
      if (turn < WARM) continue;
      times.both.push(both);
      times.read.push(read);
    }
    const [ours, peer] = [medianOf(times.both), medianOf(times.read)];
    const note = "beside reading the page, in the bench's own process";
    return [{ name, ours, peer, unit: "ms", ratio: ours / peer, goal: { of: "ours", most: 5 }, note }];
  },
};
