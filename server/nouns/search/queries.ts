import type { Member } from "../../access/policy.ts";
import { aclsWithin } from "../../access/scope.ts";
import { readHead } from "../../content/commit.ts";
import { shownRevision, type ShownRevision } from "../../content/computed/shown.ts";
import type { FoundPage } from "../../content/search/foundPages.ts";
import { searchBySpace } from "../../content/search/searchBySpace.ts";
import { searchSpaces } from "../../content/search/searchSpaces.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../../engine/page.ts";
import { readTrails } from "../../../engine/tree.ts";
import type { Paging } from "../../http/operation.ts";

/** A page that was found, with its place in the content that readers see now. */
export interface SearchedPage {
  readonly found: FoundPage;
  readonly page: Page;
  readonly path: string;
}

/** Pages of one space that match, best first. */
export async function searchInSpace(
  deps: Deps,
  space: { readonly id: string; readonly organization_id: string },
  query: string,
  { limit, after }: Paging,
) {
  const place = after && {
    score: Number(after[0]),
    pageId: String(after[1]),
    spaceId: String(after[2]),
    rank: Number(after[3]),
  };
  const question = { organization: space.organization_id, spaces: [space.id], query, limit, after: place };
  const [content, { pages, count, next }] = await Promise.all([
    shownContent(deps, space.organization_id, space.id),
    searchSpaces(deps.db.read, question),
  ]);
  return {
    pages: await placed(content, pages),
    count,
    next: next && [next.score, next.pageId, next.spaceId, next.rank],
  };
}

/** Pages of each space shown in the answer of an organization. */
const PAGES_OF_SPACE = 10;

/** Ids and titles of the spaces under some policies. */
export const readableSpaces = prepared((read, p: Params<{ organization: string; acls: readonly string[] }>) =>
  read
    .selectFrom("spaces")
    .select(["id", "title"])
    .where("organization_id", "=", p("organization"))
    .where("deleted_at", "is", null)
    .where(p.among("acl", "acls")),
);

/** Spaces that a member may read in which pages match, that of the best page first. */
export async function searchInOrganization(
  deps: Deps,
  organization: string,
  member: Member,
  query: string,
  { limit, after }: Paging,
) {
  const { read } = deps.db;
  const acls = await aclsWithin(deps.members, organization, member);
  const titles = new Map(
    (await readableSpaces.all(read, { organization, acls })).map(({ id, title }) => [id, title]),
  );
  return searchInSpaces(deps, organization, titles, query, { limit, after });
}

/** Those of some spaces in which pages match, that of the best page first. @param titles of the spaces, by id */
export async function searchInSpaces(
  deps: Deps,
  organization: string,
  titles: ReadonlyMap<string, string>,
  query: string,
  { limit, after }: Paging,
) {
  const { read } = deps.db;
  const { spaces, count, next } = await searchBySpace(read, {
    organization,
    spaces: [...titles.keys()],
    query,
    limit,
    pagesOfSpace: PAGES_OF_SPACE,
    after: after && { score: Number(after[0]), spaceId: String(after[1]) },
  });
  const shown = await Promise.all(
    spaces.map(async ({ spaceId, pages }) => ({
      id: spaceId,
      title: titles.get(spaceId) ?? "",
      pages: pages.length === 0 ? [] : await placed(await shownContent(deps, organization, spaceId), pages),
    })),
  );
  return { spaces: shown, count, next: next && [next.score, next.spaceId] };
}

/**
 * The index follows the head within a second: what has left the content, or search, meanwhile is left out.
 * @param given the content as readers see it; undefined when there is none
 */
async function placed(
  given: ShownRevision | undefined,
  pages: readonly FoundPage[],
): Promise<SearchedPage[]> {
  if (given === undefined || pages.length === 0) return [];
  const { nodes, root } = given;
  const trails = await readTrails(
    nodes,
    root,
    pages.map(({ pageId }) => pageId),
  );
  return pages.flatMap((found) => {
    const trail = trails.get(found.pageId);
    const page = trail?.at(-1);
    if (trail === undefined || page === undefined || trail.some(({ noIndex }) => noIndex === true)) return [];
    return [{ found, page, path: trail.map(({ slug }) => slug).join("/") }];
  });
}

async function shownContent(
  deps: Deps,
  organization: string,
  space: string,
): Promise<ShownRevision | undefined> {
  const head = await readHead(deps.db.read, { organization_id: organization, id: space });
  return head && shownRevision(deps, organization, head.root);
}
