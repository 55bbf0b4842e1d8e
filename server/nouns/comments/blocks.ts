/** The blocks of pages as comments name them: what they say, and what became of them. All of it is kept by hash. */
import { openPace } from "../../turns/pace.ts";
import type { Content } from "../../content/store.ts";
import { blocksSteps } from "../../../engine/markdown/blockIds.ts";
import { blockText } from "../../../engine/markdown/blockText.ts";
import type { Document } from "../../../engine/markdown/document.ts";
import { diffBlocks } from "../../../engine/markdown/diffBlocks.ts";
import { parseSteps } from "../../../engine/markdown/parse.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { inSteps } from "../../../engine/steps.ts";

/** How much of a block is shown beside a comment, in characters. */
const PREVIEW = 200;

/** The hash of a body, or that of none: pages without text have no body. */
export type BodyHash = string | undefined;

/** What one request asks of blocks; it unpacks nothing twice, however many comments there are on a page. */
export interface Blocks {
  /** What the blocks of a body say, by their ids: the beginning, in one line. */
  previews(body: BodyHash): Promise<ReadonlyMap<string, string>>;
  /** What a block of one body is called in another; undefined when it is gone. */
  follow(node: string, before: string, after: string): Promise<string | undefined>;
}

/** New names of the blocks that have one, null for those that are gone; the others are called as before. */
type RenamedBlocks = ReadonlyMap<string, string | null>;

export function openBlocks(content: Content): Blocks {
  // Bodies are compared each with the next: the last two stay parsed.
  let last: readonly { readonly body: string; readonly document: Promise<Document> }[] = [];
  const parsedOnce = (body: string): Promise<Document> => {
    const latest = last.find((one) => one.body === body) ?? { body, document: parsed(content, body) };
    last = [latest, ...last.filter((one) => one !== latest)].slice(0, 2);
    return latest.document;
  };
  const said = once((body: string) => readPreviews(content, body, parsedOnce));
  const renamed = once((pair: string) => readRenamed(content, pair, parsedOnce));
  return {
    previews: async (body) => (body === undefined ? new Map<string, string>() : said(body)),
    async follow(node, before, after) {
      if (before === after) return node;
      const name = (await renamed(`${before}:${after}`)).get(node);
      return name === undefined ? node : (name ?? undefined);
    },
  };
}

type ReadDocument = (body: string) => Promise<Document>;

function once<V>(read: (key: string) => Promise<V>): (key: string) => Promise<V> {
  const known = new Map<string, Promise<V>>();
  return (key) => {
    const value = known.get(key) ?? read(key);
    known.set(key, value);
    return value;
  };
}

async function readPreviews(
  content: Content,
  body: string,
  read: ReadDocument,
): Promise<Map<string, string>> {
  const json = await content.derived("block-previews", body, async () => {
    const document = await read(body);
    const pause = openPace();
    const texts: string[] = [];
    for (const { block } of walkBlocks(document)) {
      await pause();
      texts.push(beginning(blockText([block])));
    }
    const entries = await inSteps(blocksSteps(document), pause);
    return JSON.stringify(entries.map(({ id }, index) => [id, texts[index]]));
  });
  return new Map(JSON.parse(json) as [string, string][]);
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= PREVIEW) return line;
  const characters = Array.from(line.slice(0, PREVIEW * 2));
  return characters.length <= PREVIEW ? line : `${characters.slice(0, PREVIEW).join("")}…`;
}

async function readRenamed(content: Content, pair: string, read: ReadDocument): Promise<RenamedBlocks> {
  const json = await content.derived("block-renames", pair, async () => {
    const [before = "", after = ""] = pair.split(":");
    const then = await read(before);
    const now = await read(after);
    const pause = openPace();
    const moves = await inSteps(diffBlocks(then, now), pause);
    const names = (await inSteps(blocksSteps(then), pause)).map(
      ({ id }) => [id, moves.get(id)?.to.id ?? null] as const,
    );
    return JSON.stringify(names.filter(([id, name]) => id !== name));
  });
  return new Map(JSON.parse(json) as [string, string | null][]);
}

async function parsed(content: Content, body: string): Promise<Document> {
  const text = await content.body(body);
  return (await inSteps(parseSteps(text), openPace())).document;
}
