/** What pages show of reusable contents, for the search index. */
import type { Content } from "../content/store.ts";
import { bodyLinks, linksTo } from "../../engine/links.ts";
import { getFromMap } from "../../engine/mapRead.ts";
import { diffMaps } from "../../engine/mapDiff.ts";
import type { NodeReader, RevisionRoot } from "../../engine/node.ts";
import type { ReusableContent } from "../../engine/page.ts";
import { BROKEN, reusableSource } from "../../engine/revision.ts";

/** Reusable contents of one page whose texts are indexed with it, those inside others included. */
const MOST_INCLUDED = 100;

const KIND = reusableSource("");

/** The texts that a page includes, itself or through others, by the id of the reusable content. */
export async function includedBy(
  content: Pick<Content, "nodes" | "body">,
  root: RevisionRoot,
  page: string,
): Promise<Map<string, string>> {
  const texts = new Map<string, string>();
  if (root.reusable === null) return texts;
  const sources = new Set([page]);
  // The set grows while it is walked.
  for (const source of sources) {
    const links = await bodyLinks(content.nodes, root, source);
    for (const target of Object.keys(links)) if (target.startsWith(KIND)) sources.add(target);
    if (source === page) continue;
    const id = source.slice(KIND.length);
    const found = await getFromMap<ReusableContent>(content.nodes, root.reusable, id);
    if (found?.body !== undefined) texts.set(id, await content.body(found.body));
    if (texts.size === MOST_INCLUDED) break;
  }
  return texts;
}

/** The pages whose text differs between two revisions because of what they include. Costs what differs. */
export async function pagesIncludingChanged(
  nodes: NodeReader,
  before: RevisionRoot,
  after: RevisionRoot,
): Promise<Set<string>> {
  const changed = await diffMaps<ReusableContent>(nodes, before.reusable, after.reusable);
  const edited = changed.filter((one) => one.before?.body !== one.after?.body);
  const sources = new Set(edited.map(({ key }) => reusableSource(key)));
  const pages = new Set<string>();
  for (const source of sources) {
    for (const target of [source, BROKEN + source]) {
      for (const { source: by } of (await linksTo(nodes, after, target)).backlinks)
        (by.startsWith(KIND) ? sources : pages).add(by);
    }
  }
  return pages;
}
