import type { SpaceKey } from "../db/schema.ts";
import { prepared, preparedWrite } from "../db/database.ts";
import type { Params, Read, Write } from "../db/database.ts";
import type { TouchedPage } from "../../engine/change.ts";
import type { NodeReader, RevisionRoot } from "../../engine/node.ts";
import type { Page } from "../../engine/page.ts";
import { foldSlug } from "../../engine/slug.ts";
import { pageIdBySlug, readPage } from "../../engine/tree.ts";

interface FormerAddress {
  readonly organization: string;
  readonly space: string;
  /** "" at the top. */
  readonly parent: string;
  readonly slug: string;
}

const putFormerSlug = preparedWrite(
  (tx, p: Params<FormerAddress & { readonly page: string; readonly at: number }>) =>
    tx
      .insertInto("former_slugs")
      .values({
        organization_id: p("organization"),
        space_id: p("space"),
        parent_id: p("parent"),
        slug: p("slug"),
        page_id: p("page"),
        at: p("at"),
      })
      .onConflict((on) =>
        on.columns(["organization_id", "space_id", "parent_id", "slug"]).doUpdateSet((set) => ({
          page_id: set.ref("excluded.page_id"),
          at: set.ref("excluded.at"),
        })),
      ),
);
const formerSlug = prepared((q, p: Params<FormerAddress>) =>
  q
    .selectFrom("former_slugs")
    .select("page_id")
    .where("organization_id", "=", p("organization"))
    .where("space_id", "=", p("space"))
    .where("parent_id", "=", p("parent"))
    .where("slug", "=", p("slug")),
);

/** Notes the addresses that pages of a space have left, so that they lead to where the pages are now. */
export async function keepFormerSlugs(
  tx: Write,
  space: SpaceKey,
  pages: readonly TouchedPage[],
  at: number,
): Promise<void> {
  for (const { id, before, after } of pages) {
    if (before === undefined || after === undefined) continue;
    if (before.parent === after.parent && before.slug === after.slug) continue;
    await keepFormerSlug(tx, space, { parent: before.parent, slug: before.slug, page: id }, at);
  }
}

/** An address below a page (null: at the top) that leads to a page. */
export interface FormerSlug {
  readonly parent: string | null;
  /** Of one segment; of several where a source's redirect goes through what is no page. */
  readonly slug: string;
  readonly page: string;
}

/** Lets an address lead to a page for as long as no page has the address itself. */
export async function keepFormerSlug(
  tx: Write,
  space: SpaceKey,
  former: FormerSlug,
  at: number,
): Promise<void> {
  const { parent, slug, page } = former;
  const { organization_id: organization, id } = space;
  await putFormerSlug.run(tx, {
    organization,
    space: id,
    parent: parent ?? "",
    slug: foldSlug(slug),
    page,
    at,
  });
}

/** The page that a former address below a page (null: at the top) leads to. */
export async function findFormerSlug(
  read: Read,
  { organization_id: organization, id: space }: SpaceKey,
  parent: string | null,
  slug: string,
): Promise<string | undefined> {
  const address = { organization, space, parent: parent ?? "", slug: foldSlug(slug) };
  return (await formerSlug.first(read, address))?.page_id;
}

/** The page found at an address, and whether the address is one that it or a page above it had formerly. */
interface ResolvedPath {
  readonly page: Page;
  readonly redirected: boolean;
}

/** Bytes of an address below a page that are looked for in one piece: a key of PostgreSQL holds some 2,700 in all. */
const LONGEST_FORMER = 1500;

export const isKeptWhole = (address: string): boolean =>
  Buffer.byteLength(foldSlug(address)) <= LONGEST_FORMER;

/**
 * Finds the page at an address of a revision, segment by segment: where no page has a slug now, the page that had
 * it last is meant, as long as it exists. An address that a source's redirect begins at may go through what is no page
 * here; it is kept in one piece below the last page above it. Case doesn't matter; `undefined` when nothing is found.
 */
export async function resolvePath(
  read: Read,
  content: { readonly nodes: NodeReader; readonly organization: string },
  space: string,
  root: RevisionRoot,
  path: string,
): Promise<ResolvedPath | undefined> {
  const key = { organization_id: content.organization, id: space };
  const segments = path.split("/").filter((slug) => slug !== "");
  const above: (string | null)[] = [null];
  let page: Page | undefined;
  let redirected = false;
  for (const segment of segments) {
    const parent = page?.id ?? null;
    const now = await pageIdBySlug(content.nodes, root, parent, segment);
    const id = now ?? (await findFormerSlug(read, key, parent, segment));
    redirected ||= now === undefined;
    page = id === undefined ? undefined : await readPage(content.nodes, root, id);
    if (page === undefined) break;
    above.push(page.id);
  }
  if (page === undefined) page = await pageOfWhole(read, content, { key, root, above, segments });
  return page && { page, redirected };
}

/** The page that an address led to which was kept in one piece, below the nearest page above it. */
async function pageOfWhole(
  read: Read,
  { nodes }: { readonly nodes: NodeReader },
  place: {
    readonly key: SpaceKey;
    readonly root: RevisionRoot;
    readonly above: readonly (string | null)[];
    readonly segments: readonly string[];
  },
): Promise<Page | undefined> {
  const { key, root, above, segments } = place;
  for (let depth = above.length - 1; depth >= 0; depth -= 1) {
    const rest = segments.slice(depth).join("/");
    if (segments.length - depth < 2 || !isKeptWhole(rest)) continue;
    const id = await findFormerSlug(read, key, above[depth] ?? null, rest);
    if (id !== undefined) return readPage(nodes, root, id);
  }
  return undefined;
}
