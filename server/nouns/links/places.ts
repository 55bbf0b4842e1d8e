/** Where in a text something is linked to. */
import type { Content } from "../../content/store.ts";
import { specOf, targetOf } from "../../../engine/markdown/textLinks.ts";
import { blocks } from "../../../engine/markdown/blockIds.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { references } from "../../../engine/markdown/references.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import { SELF } from "../../../engine/page.ts";
import { BROKEN } from "../../../engine/revision.ts";

/** Places told of one target in one text. */
const MOST_PLACES = 5;

/**
 * The ids of the blocks at the top of a text in which a target is linked to, the first of them. A text is taken apart
 * once, whoever asks.
 * @param source the page that has the text
 */
export async function placesOf(
  content: Content,
  hash: string | undefined,
  target: string,
  source: string,
): Promise<readonly string[]> {
  if (hash === undefined) return [];
  const known = await content.derived("places", hash, async () =>
    JSON.stringify(findPlaces(await content.body(hash))),
  );
  const places = new Map(JSON.parse(known) as [string, string[]][]);
  const name = target.startsWith(BROKEN) ? target.slice(BROKEN.length) : target;
  const own = `page:${source}#`;
  const self = name.startsWith(own) ? SELF + name.slice(own.length) : undefined;
  const found = [target, name, self].flatMap((one) => (one === undefined ? [] : (places.get(one) ?? [])));
  return [...new Set(found)].slice(0, MOST_PLACES);
}

function findPlaces(text: string): [string, string[]][] {
  const { document } = parse(text);
  const tops = blocks(document).filter(({ path }) => path.length === 1);
  const ids = new Map(tops.map(({ id, path }) => [path[0], id]));
  const places = new Map<string, string[]>();
  const add = (target: string | undefined, block: number | undefined): void => {
    const id = ids.get(block);
    if (target === undefined || id === undefined) return;
    const known = places.get(target);
    if (known === undefined) places.set(target, [id]);
    else if (known.length < MOST_PLACES && !known.includes(id)) known.push(id);
  };
  for (const { url, block } of references(document)) add(targetOf(url), block);
  for (const { block, path } of walkBlocks(document)) add(specOf(block), path[0]);
  return [...places];
}
