import { type Params, prepared, type Read } from "../../db/database.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { sliceOfMap } from "../../../engine/mapRead.ts";
import type { PageLayout, PageMeta, PageTag } from "../../../engine/markdown/pageMeta.ts";
import type { FileEntry, Page, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import { foldSlug } from "../../../engine/slug.ts";
import type { PageBranch } from "../../../engine/tree.ts";
import type { ExportableContent, ExportablePage, BodySource } from "../../importers/exported.ts";
import type { Content } from "../store.ts";

/** A revision as an export takes it, with what tells each file's bytes, by the file's id. */
interface ReadExport {
  readonly content: ExportableContent;
  readonly blobs: ReadonlyMap<string, Pick<FileEntry, "hash" | "size">>;
}

/** The hash of a text without a letter. */
const EMPTY = contentHash("");
/** Redirects in one export; the latest are taken. */
const MOST_REDIRECTS = 10_000;

const formerSlugs = prepared((q, p: Params<{ organization: string; space: string }>) =>
  q
    .selectFrom("former_slugs")
    .select(["parent_id", "slug", "page_id"])
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .orderBy("at", "desc")
    .orderBy("parent_id")
    .orderBy("slug")
    .limit(MOST_REDIRECTS),
);

/** Reads what an export holds of a revision, but for its texts: each is read when it is asked for, and kept by nobody. */
export async function readExport(
  { read, content }: { readonly read: Read; readonly content: Content },
  space: string,
  rootHash: string,
): Promise<ReadExport> {
  const root = await content.root(rootHash);
  const tree = await content.tree(rootHash);
  const reusable = (await sliceOfMap<ReusableContent>(content.nodes, root.reusable)).map(([, one]) => one);
  const files = (await sliceOfMap<FileEntry>(content.nodes, root.files)).map(([, file]) => file);
  const text = (hash: string | undefined): BodySource =>
    hash === undefined || hash === EMPTY ? "" : () => content.body(hash);
  const exported: ExportableContent = {
    pages: tree.map((branch) => exportedPage(branch, text)),
    files: files.map(({ id, name }) => ({ id, name })),
    variables: new Map(await sliceOfMap<VariableValue>(content.nodes, root.variables)),
    tags: new Map(await sliceOfMap<TagDefinition>(content.nodes, root.tags)),
    reusable: reusable.map(({ id, title, body }) => ({ id, title, body: text(body) })),
    redirects: redirectsOf(tree, await formerSlugs.all(read, { organization: content.organization, space })),
  };
  return { content: exported, blobs: new Map(files.map((file) => [file.id, file])) };
}

/** A page as an export takes it. */
export function exportedPage(
  { page, pages }: Pick<PageBranch, "page" | "pages">,
  text: (hash: string | undefined) => BodySource,
): ExportablePage {
  const { id, type, title, linkTitle, slug, target, computed } = page;
  return {
    id,
    type,
    title,
    ...(linkTitle === undefined ? {} : { linkTitle }),
    slug,
    meta: metaOf(page),
    body: text(page.body),
    ...(target === undefined ? {} : { target }),
    ...(computed === undefined ? {} : { computed }),
    children: pages.map((branch) => exportedPage(branch, text)),
  };
}

const SAME = ["description", "icon", "emoji", "hidden", "noIndex", "noRobotsIndex", "condition"] as const;

/** A page's fields as its front matter. */
function metaOf(page: Page): PageMeta {
  const { cover, layout, tags, variables, extra } = page;
  const written = cover === undefined ? undefined : coverOf(cover);
  // A cover that is no address, such as a file of another space, is kept as it is.
  const kept = cover !== undefined && written === undefined ? { ...extra, cover } : extra;
  return {
    ...Object.fromEntries(SAME.flatMap((name) => (page[name] === undefined ? [] : [[name, page[name]]]))),
    ...(written === undefined ? {} : { cover: written }),
    ...(layout === undefined ? {} : { layout: layout as PageLayout }),
    ...(tags === undefined ? {} : { tags: tags as unknown as readonly PageTag[] }),
    ...(variables === undefined ? {} : { variables: variables as NonNullable<PageMeta["variables"]> }),
    ...(kept === undefined ? {} : { extra: kept }),
  };
}

function coverOf({ ref, refDark, yPos }: JsonObject): PageMeta["cover"] {
  const url = addressOf(ref);
  const urlDark = refDark === undefined ? undefined : addressOf(refDark);
  if (url === undefined || (refDark !== undefined && urlDark === undefined)) return undefined;
  return {
    url,
    ...(urlDark === undefined ? {} : { urlDark }),
    ...(typeof yPos === "number" && yPos !== 0 ? { y: yPos } : {}),
  };
}

/** A content reference as an address; undefined when it names something that has none here. */
function addressOf(reference: Json | undefined): string | undefined {
  if (typeof reference !== "object" || reference === null || Array.isArray(reference)) return undefined;
  const { kind, file, url, space } = reference as JsonObject;
  if (kind === "file" && typeof file === "string" && space === undefined) return `/files/${file}`;
  return kind === "url" && typeof url === "string" ? url : undefined;
}

/** Former addresses that still lead to a page, with those of the page above as it is now. */
function redirectsOf(
  tree: readonly PageBranch[],
  rows: readonly { readonly parent_id: string; readonly slug: string; readonly page_id: string }[],
): ExportableContent["redirects"] {
  const paths = new Map<string, string>();
  const taken = new Set<string>();
  const files = new Set<string>();
  const visit = (branches: readonly PageBranch[]): void => {
    for (const { page, path, pages } of branches) {
      paths.set(page.id, path);
      // Groups and links are no files that an address could lead to.
      if (page.type !== "group" && page.type !== "link") files.add(page.id);
      taken.add(foldSlug(path));
      visit(pages);
    }
  };
  visit(tree);
  return rows
    .flatMap(({ parent_id: parent, slug, page_id: page }) => {
      const above = parent === "" ? "" : paths.get(parent);
      const from = above === "" ? slug : `${above}/${slug}`;
      const isUsed = above === undefined || !files.has(page) || taken.has(foldSlug(from));
      return isUsed ? [] : [{ from, to: `/pages/${page}` }];
    })
    .toSorted((a, b) => (a.from < b.from ? -1 : 1));
}
