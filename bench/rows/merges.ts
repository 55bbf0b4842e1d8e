/**
 * A change of one page merged, in a small space and in a large one: what it takes may not grow with the space. And a
 * page of a megabyte: how long everybody else waits.
 */
import { medianOf } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
import { loopP99 } from "../ours.ts";
import { get, send } from "../request.ts";
import type { Row } from "./row.ts";

const MERGES = 25;
/** Not counted: caches fill. */
const WARM = 3;

let merged = 0;

async function post(port: number, path: string, body?: object): Promise<{ ms: number; body: string }> {
  const headers = body === undefined ? authorized : { ...authorized, "content-type": "application/json" };
  const answer = await send(port, "POST", path, headers, body === undefined ? "" : JSON.stringify(body));
  const text = answer.body.toString();
  if (answer.status >= 300) throw new Error(`${path} answers ${answer.status}: ${text}`);
  return { ms: answer.ms, body: text };
}

/**
 * Changes one page in a change request and another in the space, so that both sides have something, and merges. Gives
 * the milliseconds of the merge alone.
 */
async function merge({ filled, ours }: Fixture, pages: number): Promise<number> {
  const ids = filled.pages[pages] ?? [];
  const space = `/v1/spaces/${filled.spaces[pages]}`;
  const { port } = ours;
  const request = JSON.parse((await post(port, `${space}/change-requests`, {})).body) as { id: string };
  const proposal = `${space}/change-requests/${request.id}`;
  merged++;
  for (const [at, place] of [proposal, space].entries()) {
    // Steps that share no factor with the number of pages, so that the edits fall far apart.
    const page = ids[(merged * 37 + at * 11) % ids.length];
    const before = await get(port, `${place}/content/page/${page}`, authorized);
    const { markdown } = JSON.parse(before.body.toString()) as { markdown: string };
    const document = { markdown: `${markdown}\nMerged for the ${merged}th time.\n` };
    await post(port, `${place}/content`, { changes: [{ operation: "update_page", page, document }] });
  }
  const { ms, body } = await post(port, `${proposal}/merge`);
  const { result } = JSON.parse(body) as { result: string };
  if (result !== "merge") throw new Error(`A merge gives ${result}.`);
  return ms;
}

/** @param small and @param large numbers of pages that the fixture has spaces for */
export function merges(small: number, large: number): Row {
  const name = `merge a change of one page into ${large.toLocaleString("en")} and into ${small}`;
  return {
    name,
    async run({ fixture }) {
      const times: Record<"small" | "large", number[]> = { small: [], large: [] };
      for (let index = 0; index < MERGES + WARM; index++) {
        const [one, other] = [await merge(fixture, small), await merge(fixture, large)];
        if (index < WARM) continue;
        times.small.push(one);
        times.large.push(other);
      }
      const [ms, peerMs] = [medianOf(times.large), medianOf(times.small)];
      const goal = { of: "ratio", most: 1.5 } as const;
      return [{ name, ours: ms, peer: peerMs, unit: "ms", ratio: ms / peerMs, goal }];
    },
  };
}

/** Characters. */
const LONG = 960_000;
const LONG_MERGES = 5;

/** Texts of a megabyte merged by their base: the event loop's longest waits meanwhile. */
export const longMerges: Row = {
  name: "a page of 1 MB merged: event loop held, p99",
  async run({ fixture: { filled, ours } }) {
    const { port } = ours;
    const made = await post(port, `/v1/orgs/${filled.writes}/spaces`, { title: "Long" });
    const space = `/v1/spaces/${(JSON.parse(made.body) as { id: string }).id}`;
    const line = (at: number, word = "words") => `Paragraph ${at} of some ${word} that nobody touches.\n\n`;
    const count = Math.floor(LONG / line(10_000).length);
    const text = (edited: number, word: string) =>
      Array.from({ length: count }, (_, at) => line(at, at === edited ? word : undefined)).join("");
    const write = async (change: object) =>
      (JSON.parse((await post(port, `${space}/content`, { changes: [change] })).body) as Written).changes[0];
    const page = (
      await write({ operation: "insert_page", title: "Long", document: { markdown: text(0, "words") } })
    )?.page;
    const held: number[] = [];
    for (let merge = 0; merge < LONG_MERGES; merge++) {
      const now = await get(port, `${space}/content/page/${page}`, authorized);
      const { documentId: base } = JSON.parse(now.body.toString()) as { documentId: string };
      const edit = (at: number, word: string) =>
        write({ operation: "update_page", page, document: { markdown: text(at, word), base } });
      await edit(10 + merge * 100, `their ${merge}`);
      await loopP99(ours);
      const merged = await edit(count - 10 - merge * 100, `our ${merge}`);
      if (merged?.merged !== true) throw new Error("The texts were not merged.");
      held.push(await loopP99(ours));
    }
    return [{ name: longMerges.name, ours: medianOf(held), unit: "ms", goal: { of: "ours", most: 50 } }];
  },
};

interface Written {
  readonly changes: readonly { readonly page: string; readonly merged?: true }[];
}
