/** A change of one page merged, in a small space and in a large one: what it takes may not grow with the space. */
import { medianOf } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
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
