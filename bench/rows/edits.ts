/** One page of a space changed, in a small space and in a large one: what it takes may not grow with the space. */
import { medianOf } from "../compare.ts";
import { authorized, type Fixture } from "../fixture.ts";
import { get, send } from "../request.ts";
import type { Row } from "./row.ts";

const EDITS = 40;
const GOAL = { of: "ratio", most: 1.5 } as const;

/** What becomes of the text of a page that is edited for the `count`th time. */
type Change = (markdown: string, count: number) => string;

/** Adds a paragraph, as an editor does: the links stay. */
const addParagraph: Change = (markdown, count) => `${markdown}\nChanged for the ${count}th time.\n`;

/** Leaves the words of each link without where it leads: what is searched for stays, the links go. */
const dropLinks: Change = (markdown) => {
  const changed = markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, "$1");
  if (changed === markdown) throw new Error("The page to edit has no links left.");
  return changed;
};

/** Changes one page of one space and gives the request's milliseconds. */
type Edit = (fixture: Fixture, pages: number) => Promise<number>;

function editBy(change: Change, namesBase = false): Edit {
  const edited = new Map<number, number>();
  return (fixture, pages) => {
    const count = (edited.get(pages) ?? 0) + 1;
    edited.set(pages, count);
    return edit(fixture, pages, { change, count, namesBase });
  };
}

async function edit(
  { filled, ours }: Fixture,
  pages: number,
  { change, count, namesBase }: { change: Change; count: number; namesBase: boolean },
): Promise<number> {
  const ids = filled.pages[pages] ?? [];
  // A step that shares no factor with the number of pages, so that the edits fall far apart, each on another page.
  const page = ids[(count * 37) % ids.length];
  const content = `/v1/spaces/${filled.spaces[pages]}/content`;
  const before = await get(ours.port, `${content}/page/${page}`, authorized);
  const { markdown, documentId } = JSON.parse(before.body.toString()) as Record<string, string>;
  const base = namesBase ? { base: documentId } : {};
  const document = { ...base, markdown: change(markdown as string, count) };
  const body = JSON.stringify({ changes: [{ operation: "update_page", page, document }] });
  const headers = { ...authorized, "content-type": "application/json" };
  const answer = await send(ours.port, "POST", content, headers, body);
  if (answer.status !== 200) throw new Error(`An edit answers ${answer.status}: ${answer.body.toString()}`);
  return answer.ms;
}

const QUIET_MS = 400;

/** Bytes written so far, once nothing more is written: the search index follows an edit. */
async function settledBytes(fixture: Fixture): Promise<number> {
  for (let last = await fixture.bytesWritten(), turn = 0; turn < 150; turn++) {
    await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
    const now = await fixture.bytesWritten();
    // A process that only watches writes a few bytes to wake its own threads.
    if (now - last < 2000) return now;
    last = now;
  }
  throw new Error("The server does not stop writing.");
}

async function bytesPerEdit(fixture: Fixture, pages: number, editOne: Edit): Promise<number> {
  const before = await settledBytes(fixture);
  for (let index = 0; index < EDITS; index++) await editOne(fixture, pages);
  return ((await settledBytes(fixture)) - before) / EDITS;
}

/** @param small and @param large numbers of pages that the fixture has spaces for; of `small` at least 83 */
export function edits(small: number, large: number): Row[] {
  const between = `edit one page of ${large.toLocaleString("en")} and of ${small}`;
  return [
    row(between, small, large, addParagraph),
    row(`${between}, links dropped`, small, large, dropLinks),
    withBase(large),
  ];
}

/** The same edit with the text that it was made from named, and without: pages of one space, in turns. */
function withBase(pages: number): Row {
  const name = "edit one page with its base and without: time";
  return {
    name,
    async run({ fixture }) {
      const [named, plain] = [editBy(addParagraph, true), editBy(addParagraph)];
      const times: Record<"named" | "plain", number[]> = { named: [], plain: [] };
      for (let index = 0; index < 2 * EDITS + 3; index++) {
        const [one, other] = [await named(fixture, pages), await plain(fixture, pages)];
        if (index < 3) continue;
        times.named.push(one);
        times.plain.push(other);
      }
      const [ms, peerMs] = [medianOf(times.named), medianOf(times.plain)];
      const goal = { of: "ratio", most: 1.3 } as const;
      return [{ name, ours: ms, peer: peerMs, unit: "ms", ratio: ms / peerMs, goal }];
    },
  };
}

function row(name: string, small: number, large: number, change: Change): Row {
  return {
    name,
    async run({ fixture }) {
      const editOne = editBy(change);
      const times: Record<"small" | "large", number[]> = { small: [], large: [] };
      for (let index = 0; index < EDITS + 3; index++) {
        const [one, other] = [await editOne(fixture, small), await editOne(fixture, large)];
        if (index < 3) continue;
        times.small.push(one);
        times.large.push(other);
      }
      const [ms, peerMs] = [medianOf(times.large), medianOf(times.small)];
      const [bytes, peerBytes] = [
        await bytesPerEdit(fixture, large, editOne),
        await bytesPerEdit(fixture, small, editOne),
      ];
      return [
        { name: `${name}: time`, ours: ms, peer: peerMs, unit: "ms", ratio: ms / peerMs, goal: GOAL },
        {
          name: `${name}: bytes`,
          ours: bytes / 1024,
          peer: peerBytes / 1024,
          unit: "kB",
          ratio: bytes / peerBytes,
          goal: GOAL,
          note: "written until the search index has followed, per edit",
        },
      ];
    },
  };
}
