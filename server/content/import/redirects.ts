import type { SpaceKey } from "../../db/schema.ts";
import type { Read } from "../../db/database.ts";
import type { ReportLines } from "../../importers/report.ts";
import { readStoredUrl } from "../../importers/storedUrls.ts";
import { foldSlug } from "../../../engine/slug.ts";
import { pageIdBySlug } from "../../../engine/tree.ts";
import { decodeNode, type NodeReader, type RevisionRoot, type StoreNode } from "../../../engine/node.ts";
import { findFormerSlug, type FormerSlug } from "../formerSlugs.ts";

/** A redirect of a source, its target by id or as written. */
interface ImportedRedirect {
  readonly from: string;
  readonly to: string;
}

/**
 * Says which former addresses a source's redirects come to in a space. A redirect that leads outside, or from below a
 * page that does not exist, is none that a space can keep: it is reported. One may begin where an earlier one leads.
 * @param root the revision that the import makes
 */
export async function formerSlugsOf(
  { read, nodes, root, space }: { read: Read; nodes: NodeReader; root: RevisionRoot; space: SpaceKey },
  redirects: readonly ImportedRedirect[],
  lines: ReportLines,
): Promise<FormerSlug[]> {
  const found: FormerSlug[] = [];
  const led = new Map<string, string>();
  for (const { from, to } of redirects) {
    const target = readStoredUrl(to);
    const segments = from.split("/").filter((segment) => segment !== "");
    const slug = segments.pop();
    const problem = (why: string): void =>
      lines.problem(".gitbook.yaml", `the redirect of ${from} is left out: ${why}; add it to the site`);
    if (target?.kind !== "page") problem("it leads to no page of this content");
    else if (slug === undefined) problem("it has no address");
    else {
      const parent = await pageAt(segments);
      const key = `${parent}/${foldSlug(slug)}`;
      if (parent === undefined) problem("no page is above its address");
      else if ((await pageIdBySlug(nodes, root, parent, slug)) !== undefined)
        problem("a page has its address");
      else {
        led.set(key, target.id);
        if ((await findFormerSlug(read, space, parent, slug)) !== target.id)
          found.push({ parent, slug, page: target.id });
      }
    }
  }
  return found;

  async function pageAt(segments: readonly string[]): Promise<string | null | undefined> {
    let id: string | null = null;
    for (const segment of segments) {
      const next: string | undefined =
        (await pageIdBySlug(nodes, root, id, segment)) ?? led.get(`${id}/${foldSlug(segment)}`);
      if (next === undefined) return undefined;
      id = next;
    }
    return id;
  }
}

/** The store's nodes together with some that are not written yet. */
export function nodesAbove(stored: NodeReader, texts: ReadonlyMap<string, string>): NodeReader {
  const decoded = new Map<string, StoreNode>();
  const own = (hash: string): StoreNode | undefined => {
    const text = texts.get(hash);
    const node = decoded.get(hash) ?? (text === undefined ? undefined : decodeNode(text));
    if (node !== undefined) decoded.set(hash, node);
    return node;
  };
  return {
    load: (hashes) =>
      Promise.all(hashes.map(async (hash) => own(hash) ?? ((await stored.load([hash]))[0] as StoreNode))),
  };
}
