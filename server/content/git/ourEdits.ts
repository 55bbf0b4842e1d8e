/** What a repository has to become where pages were edited and nothing else: at the cost of these pages. */
import { diffRevisions } from "../../../engine/diff.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import { fieldTargets, type Page } from "../../../engine/page.ts";
import { slicesOf } from "../../../engine/slices.ts";
import { readPages } from "../../../engine/tree.ts";
import { printPage } from "../../importers/export.ts";
import type { ExportPath } from "../../importers/exportPaths.ts";
import { openOrigin, type SourceOrigin } from "../../importers/print/origin.ts";
import { linksOf } from "../../importers/print/placeFiles.ts";
import type { PrintedLinks } from "../../importers/print/printBody.ts";
import type { RepositoryEntry } from "../../importers/repository/entry.ts";
import { blobId, type PrintedChange } from "../../importers/repository/printRepository.ts";
import { openPace } from "../../turns/pace.ts";
import { exportedPage } from "../import/readExport.ts";
import type { Content } from "../store.ts";
import { workOnText } from "../textWork.ts";
import type { CommitEntries } from "./entries.ts";

export interface OurEditsRequest {
  /** What the tree says, and what it shall say. */
  readonly from: string;
  readonly root: string;
  readonly format: "sha1" | "sha256";
  /** Entries of the tree. */
  readonly entries: CommitEntries;
}

export interface OurEdits {
  readonly changes: readonly PrintedChange[];
  /** Entries that are others then. */
  readonly entries: readonly RepositoryEntry[];
  /** Pages whose files are others. */
  readonly pages: number;
}

/** More edited pages than this are printed with all others, and so are some that have more text together: they are held at once. */
const MOST = 500;
const MOST_CHARACTERS = 64 * 1024 * 1024;
/** Pages whose texts are read together. */
const SLICE = 8;
/** What a target names of this space. */
const NAMED = /^(?:page|file|reusable):([^#]+)/;

interface EditedPage {
  readonly page: Page;
  readonly entry: RepositoryEntry;
  readonly body: string;
}

/**
 * Prints edited pages as `printRepository` would.
 * @returns undefined where anything else differs too, or where a link asks for a file that isn't there
 */
export async function printOurEdits(
  content: Content,
  request: OurEditsRequest,
): Promise<OurEdits | undefined> {
  const edited = await editedPages(content, request);
  if (edited === undefined) return undefined;
  const links = await linksIn(content, request, edited);
  if (links === undefined) return undefined;
  const changes: PrintedChange[] = [];
  const entries: RepositoryEntry[] = [];
  const pause = openPace();
  for (const { page, entry, body } of edited) {
    const { path, file } = entry;
    const exported = { ...exportedPage({ page, pages: [] }, () => body), body };
    const { text, spelling, refused } = printPage(exported, path, links, undefined);
    // Printed with all others it is told.
    if (refused !== undefined) return undefined;
    const bytes = Buffer.from(text);
    const { name = "", mode = "", id: former } = file ?? {};
    const id = blobId(bytes, request.format);
    entries.push({ role: "page", path, object: page.id, spelling, file: { name, mode, id } });
    if (id !== former) changes.push({ path: name, mode, bytes });
    await pause();
  }
  return { changes, entries, pages: changes.length };
}

/** The pages in which both revisions differ; undefined where more than their text and their front matter does. */
async function editedPages(
  content: Content,
  { from, root, entries }: OurEditsRequest,
): Promise<EditedPage[] | undefined> {
  const [before, after] = [await content.root(from), await content.root(root)];
  const { pages, files, reusable, variables, tags } = await diffRevisions(content.nodes, before, after);
  const others = files.length + reusable.length + variables.length + tags.length;
  if (others > 0 || pages.length > MOST) return undefined;
  const known = new Map(
    (await entries.find({ objects: pages.map(({ key }) => key) })).map((entry) => [entry.object, entry]),
  );
  const edited: Omit<EditedPage, "body">[] = [];
  for (const change of pages) {
    const entry = known.get(change.key);
    const page = change.after;
    if (page?.type !== "document" || !isInPlace(change.before, page)) return undefined;
    // A page without a file may need one now.
    const hasFile = entry?.role === "page" && entry.file?.mode.startsWith("100") === true;
    if (!hasFile || entry.spelling.text === undefined) return undefined;
    edited.push({ page, entry });
  }
  const printed: EditedPage[] = [];
  let room = MOST_CHARACTERS;
  for (const some of slicesOf(edited, SLICE)) {
    const bodies = await content.bodies(some.flatMap(({ page }) => page.body ?? []));
    for (const one of some) {
      const body = bodies.get(one.page.body ?? "") ?? "";
      room -= body.length;
      printed.push({ ...one, body });
    }
    if (room < 0) return undefined;
  }
  return printed;
}

/** Whether a page is where it was, under its former name: tables of contents and other pages say nothing new of it. */
function isInPlace(before: Page | undefined, after: Page): boolean {
  return (["type", "parent", "order", "slug", "title"] as const).every(
    (field) => before?.[field] === after[field],
  );
}

/** Where the pages' links lead in the files; undefined where that takes a look at all of them. */
async function linksIn(
  content: Content,
  { root, entries }: OurEditsRequest,
  edited: readonly EditedPage[],
): Promise<{ readonly origin: SourceOrigin; readonly links: PrintedLinks } | undefined> {
  const named = new Set<string>();
  for (const { page, body } of edited) {
    const linked = await workOnText(content.organization, "targets", { text: body });
    for (const target of [...Object.keys(linked), ...fieldTargets(page)])
      for (const id of NAMED.exec(target)?.slice(1) ?? []) named.add(id);
  }
  const own = edited.map(({ entry }) => entry);
  const linked = await entries.find({ objects: [...named] });
  const known = new Set(linked.map(({ object }) => object));
  if (
    !(await areNowhere(
      content,
      root,
      [...named].filter((id) => !known.has(id)),
    ))
  )
    return undefined;
  // A page that is only a line of the table of contents gets a file once it is linked to.
  if (linked.some(({ role, path }) => role === "place" && !path.endsWith("/"))) return undefined;
  const settings = (await entries.find({ paths: [".gitbook.yaml", ".gitbook.yml"] })).filter(
    ({ role }) => role === "settings",
  );
  const origin = await openOrigin([...settings, ...own, ...linked]);
  const paths = <T>(role: string, to: (path: string) => T): Map<string, T> =>
    new Map(linked.flatMap((one) => (one.role === role && one.object ? [[one.object, to(one.path)]] : [])));
  const keys = paths("place", (path) => path);
  const places = {
    pages: paths("page", (path): ExportPath => ({ path, tellsSlug: false })),
    files: paths("file", (path) => path),
    reusable: paths("reusable", (path) => path),
    summary: origin.summaryPath,
  };
  return { origin, links: linksOf({ places, keys, origin, keepsGone: true }) };
}

/** Whether a revision has nothing of some ids. */
async function areNowhere(content: Content, root: string, ids: readonly string[]): Promise<boolean> {
  if (ids.length === 0) return true;
  const { nodes } = content;
  const of = await content.root(root);
  const found = await Promise.all([
    readPages(nodes, of, ids),
    getManyFromMap(nodes, of.files, ids),
    getManyFromMap(nodes, of.reusable, ids),
  ]);
  return found.every(({ size }) => size === 0);
}
