/** Whether files tell a space's tree: an import of them would give the same pages at the same places. */
import { sameJson } from "../../../engine/json.ts";
import { valuesOf } from "../../../engine/markdown/pageMeta.ts";
import type { ExportableContent, ExportablePage, ExportPlaces } from "../exported.ts";
import { folderOutline } from "../folderOutline.ts";
import { growTree } from "../growTree.ts";
import { findLinks } from "../linkedText.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import type { LinkTarget } from "../linkTargets.ts";
import { openLookup } from "../linkTargets.ts";
import { type OutlineNode, placeNodes } from "../outline.ts";
import { withoutFile } from "../pageTexts.ts";
import type { PlannedPage } from "../planned.ts";
import { listPages } from "../planned.ts";
import { openReport } from "../report.ts";
import { linkReference } from "../resolveLinks.ts";
import type { Summary } from "../summary.ts";
import { summaryOutline } from "../summaryOutline.ts";

/** The files of an export, as far as they tell the tree. */
export interface TellingFiles {
  readonly content: ExportableContent;
  readonly places: ExportPlaces;
  /** The folder of the content. */
  readonly root: string;
  /** The file of the first page, where folders tell. */
  readonly readme: string;
  readonly summaryPath: string;
  /** What stands in the place of pages without a file, by their keys. */
  readonly keys: ReadonlyMap<string, string>;
  /** The title that a page's own file says; undefined for a file that says none. */
  readonly titleIn: (page: ExportablePage) => string | undefined;
}

/**
 * Whether the tree is told by a table of contents, or with none by the folders. Costs a look at each page's place,
 * not at its text.
 */
export async function tellsTree(files: TellingFiles, summary: Summary | undefined): Promise<boolean> {
  const { content, places, root } = files;
  if (summary?.refused !== undefined) return false;
  const outline = summary === undefined ? foldersOf(files) : listedBy(files, summary);
  const placed = placeNodes(outline, IMPORT_LIMITS, { raised: () => undefined, dropped: () => undefined });
  const ids = idsOf(files);
  const pages = new Map(listPages(content.pages).map((page) => [page.id, page]));
  const texts = placed.map(({ node }) => {
    const page = pages.get(ids.get(node.path ?? "") ?? "");
    if (node.path === undefined || page === undefined) return withoutFile(node);
    const title = files.titleIn(page);
    return { meta: page.meta, body: "", ...(title === undefined ? {} : { title }) };
  });
  const lines = openReport(0);
  const targets = targetsOf(files, true);
  const grown = await growTree(placed, texts, openLookup(root, targets), files.summaryPath, lines, findLinks);
  const idOf = (target: LinkTarget): string | undefined =>
    ids.get(target.kind === "page" ? target.key : target.path);
  return sameLevel(grown, content.pages, { places, idOf });
}

interface PageIds {
  readonly places: ExportPlaces;
  readonly idOf: (target: LinkTarget) => string | undefined;
}

function sameLevel(grown: readonly PlannedPage[], wanted: readonly ExportablePage[], ids: PageIds): boolean {
  return (
    grown.length === wanted.length &&
    grown.every((page, index) => samePage(page, wanted[index] as ExportablePage, ids))
  );
}

function samePage(grown: PlannedPage, wanted: ExportablePage, ids: PageIds): boolean {
  if (grown.type !== wanted.type || grown.title !== wanted.title || grown.slug !== wanted.slug) return false;
  const path = ids.places.pages.get(wanted.id)?.path;
  if (grown.type === "document" && grown.file?.path !== path) return false;
  if (grown.linkTitle !== wanted.linkTitle) return false;
  if (!sameJson(valuesOf(grown.meta), valuesOf(wanted.meta))) return false;
  const target = linkReference(grown, ids.idOf, () => undefined);
  if (grown.type === "link" && !sameJson(target, wanted.target)) return false;
  if (grown.type === "computed" && !sameJson(grown.computed, wanted.computed)) return false;
  return sameLevel(grown.children, wanted.children, ids);
}

function listedBy(files: TellingFiles, { nodes }: Summary): OutlineNode[] {
  const lookup = openLookup(files.root, targetsOf(files, false));
  const outline = summaryOutline(nodes, files.summaryPath, lookup, () => undefined);
  // One that lists nothing leaves it to the folders.
  return outline.length > 0 || files.places.pages.size === 0 ? outline : foldersOf(files);
}

function foldersOf({ places, root, readme }: TellingFiles): OutlineNode[] {
  return folderOutline(
    [...places.pages.values()].map(({ path }) => path),
    root,
    readme,
  );
}

/** The ids of everything that has a path, or in its place a key. */
function idsOf({ places, keys }: TellingFiles): Map<string, string> {
  const named = [...places.files, ...places.reusable, ...keys].map(([id, path]) => [path, id] as const);
  return new Map([...named, ...[...places.pages].map(([id, { path }]) => [path, id] as const)]);
}

/** What links may mean, as an import of the files would see it. */
export function targetsOf(
  { places, keys }: Pick<TellingFiles, "places" | "keys">,
  withPlaces: boolean,
): Map<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  for (const path of places.files.values()) targets.set(path, { kind: "file", path });
  for (const { path } of places.pages.values()) targets.set(path, { kind: "page", key: path });
  if (!withPlaces) return targets;
  for (const path of places.reusable.values()) targets.set(path, { kind: "reusable", path });
  for (const key of keys.values())
    if (key.endsWith("/")) targets.set(key.slice(0, -1), { kind: "page", key });
  return targets;
}
