/** Pages of 10 kB and of 1 MB as documents of blocks and back, beside reading the page alone. */
import { readFileSync } from "node:fs";
import { fromDocument } from "../../engine/document/fromDocument.ts";
import { toDocument } from "../../engine/document/toDocument.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { medianOf } from "../compare.ts";
import type { Result } from "../table.ts";
import type { Row } from "./row.ts";

interface Page {
  readonly name: string;
  /** In characters. */
  readonly size: number;
  readonly turns: number;
  /** Not counted: the code becomes fast. */
  readonly warm: number;
  /** Milliseconds. */
  readonly most?: number;
}

const PAGES: readonly Page[] = [
  { name: "a page of 10 kB as a document and back", size: 10_000, turns: 60, warm: 20, most: 5 },
  // In threads of the server: nobody waits for it but who asked.
  { name: "a page of 1 MB as a document and back", size: 1_000_000, turns: 9, warm: 3 },
];

/** Milliseconds of processor time: what else the machine does is not counted. */
function timed(work: () => void): number {
  const began = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

export const documents: Row = {
  name: "pages as documents and back",
  run: async () => PAGES.map(measure),
};

function measure({ name, size, turns, warm, most }: Page): Result {
  const page = readFileSync("docs/api/content.md", "utf8");
  const markdown = page.repeat(Math.ceil(size / page.length)).slice(0, size);
  const times: Record<"both" | "read", number[]> = { both: [], read: [] };
  for (let turn = 0; turn < turns + warm; turn++) {
    const read = timed(() => parse(markdown));
    const both = timed(() => {
      const base = parse(markdown).document;
      const back = fromDocument(JSON.parse(JSON.stringify(toDocument(base))), base);
      if (back.markdown !== markdown) throw new Error("The page came back as another.");
    });
    if (turn < warm) continue;
    times.both.push(both);
    times.read.push(read);
  }
  const [ours, peer] = [medianOf(times.both), medianOf(times.read)];
  const note = "beside reading the page, in the bench's own process";
  const goal = most === undefined ? {} : { goal: { of: "ours", most } as const };
  return { name, ours, peer, unit: "ms", ratio: ours / peer, ...goal, note };
}
