import type { SpaceKey } from "../../db/schema.ts";
import type { Read } from "../../db/database.ts";
import type { ReportLines } from "../../importers/report.ts";
import { readStoredUrl } from "../../importers/storedUrls.ts";
import { foldSlug } from "../../../engine/slug.ts";
import { pageIdBySlug } from "../../../engine/tree.ts";
import { decodeNode, type NodeReader, type RevisionRoot, type StoreNode } from "../../../engine/node.ts";
import { findFormerSlug, type FormerSlug, isKeptWhole } from "../formerSlugs.ts";

/** A redirect of a source, its target by id or as written. */
interface ImportedRedirect {
  readonly from: string;
  readonly to: string;
}

/**
 * Says which former addresses a source's redirects come to in a space. A redirect that leads outside is none that a
 * space can keep: it is reported. One may begin where an earlier one leads, and below what is no page.
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
    const problem = (why: string): void =>
      lines.problem(".gitbook.yaml", `the redirect of ${from} is left out: ${why}; add it to the site`);
    if (target?.kind !== "page") problem("it leads to no page of this content");
    else if (segments.length === 0) problem("it has no address");
    else {
      const { parent, slug } = await placeOf(segments);
      if (slug === "") problem("a page has its address");
      else if (!isKeptWhole(slug)) problem("its address has more than 1,500 bytes");
      else {
        led.set(`${parent}/${foldSlug(slug)}`, target.id);
        if ((await findFormerSlug(read, space, parent, slug)) !== target.id)
          found.push({ parent, slug, page: target.id });
      }
    }
  }
  return found;

  /** The last page above an address, and what of it is below that page: nothing where a page has the address. */
  async function placeOf(segments: readonly string[]): Promise<{ parent: string | null; slug: string }> {
    let parent: string | null = null;
    for (const [depth, segment] of segments.entries()) {
      const isLast = depth === segments.length - 1;
      const next: string | undefined =
        (await pageIdBySlug(nodes, root, parent, segment)) ??
        (isLast ? undefined : led.get(`${parent}/${foldSlug(segment)}`));
      if (next === undefined) return { parent, slug: segments.slice(depth).join("/") };
      parent = next;
    }
    return { parent, slug: "" };
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
