/** The blocks of pages as comments name them: what they say, and what became of them. All of it is kept by hash. */
import type { Content } from "../../content/store.ts";
import { blocks } from "../../engine/markdown/blockIds.ts";
import { blockText } from "../../engine/markdown/blockText.ts";
import { diffBlocks } from "../../engine/markdown/diffBlocks.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";

/** How much of a block is shown beside a comment, in characters. */
const PREVIEW = 200;

/** The hash of a body, or that of none: pages without text have no body. */
export type BodyHash = string | undefined;

/** What the blocks of a body say, by their ids: the beginning, in one line. */
export async function previews(content: Content, hash: BodyHash): Promise<ReadonlyMap<string, string>> {
  if (hash === undefined) return new Map();
  const json = await content.derived("block-previews", hash, async () => {
    const { document } = parse(await content.body(hash));
    const texts = [...walkBlocks(document)].map(({ block }) => beginning(blockText([block])));
    return JSON.stringify(blocks(document).map(({ id }, index) => [id, texts[index]]));
  });
  return new Map(JSON.parse(json) as [string, string][]);
}

function beginning(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= PREVIEW) return line;
  const characters = Array.from(line.slice(0, PREVIEW * 2));
  return characters.length <= PREVIEW ? line : `${characters.slice(0, PREVIEW).join("")}…`;
}

/** What the blocks of one body are called in another; those that are gone are missing. */
export async function moves(
  content: Content,
  before: BodyHash,
  after: BodyHash,
): Promise<ReadonlyMap<string, string>> {
  if (before === undefined || after === undefined) return new Map();
  const json = await content.derived("block-moves", `${before}:${after}`, async () => {
    const found = diffBlocks(
      parse(await content.body(before)).document,
      parse(await content.body(after)).document,
    );
    return JSON.stringify([...found].map(([id, { to }]) => [id, to.id]));
  });
  return new Map(JSON.parse(json) as [string, string][]);
}
