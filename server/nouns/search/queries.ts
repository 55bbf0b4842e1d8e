import type { SiteReader } from "../../access/siteReader.ts";
import type { Member } from "../../access/policy.ts";
import { aclsWithin } from "../../access/scope.ts";
import { readHead } from "../../content/commit.ts";
import { shownRevision, type ShownRevision } from "../../content/computed/shown.ts";
import { dataFor, openedRevision } from "../../content/computed/opened.ts";
import { openSearchConditions, type ReadSpace } from "../../content/search/readerConditions.ts";
import type { SpacePageKey } from "../../content/search/visibility.ts";
import { Beside } from "../../memory/beside.ts";
import type { FoundPage } from "../../content/search/foundPages.ts";
import { searchBySpace } from "../../content/search/searchBySpace.ts";
import { searchSpaces } from "../../content/search/searchSpaces.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import { evaluateCondition } from "../../../engine/expression/condition.ts";
import { rememberingParse } from "../../../engine/expression/memo.ts";
import type { Page } from "../../../engine/page.ts";
import { type PageBranch, readTrails } from "../../../engine/tree.ts";
import type { Paging } from "../../http/operation.ts";

/** A page that was found, with its place in the content that readers see now. */
export interface SearchedPage {
  readonly found: FoundPage;
  readonly page: Page;
  readonly path: string;
  /** Titles of the pages above it, from the top. */
  readonly above: readonly string[];
}

/** A space in which pages were found, with the best of them. */
export interface SearchedSpace {
  readonly id: string;
  readonly title: string;
  readonly pages: readonly SearchedPage[];
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
    deps.db.upToDate().then((read) => searchSpaces(read, question)),
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

/**
 * Those of some spaces in which pages match, that of the best page first.
 * @param titles of the spaces, by id
 * @param reader of a site that shows them: what is under a condition is found where it holds for them
 */
export async function searchInSpaces(
  deps: Deps,
  organization: string,
  titles: ReadonlyMap<string, string>,
  query: string,
  { limit, after }: Paging,
  reader?: SiteReader,
) {
  const read = await deps.db.upToDate();
  const conditions = reader && (await conditionsFor(deps, reader, [...titles.keys()]));
  const search = () =>
    searchBySpace(read, {
      organization,
      spaces: [...titles.keys()],
      query,
      limit,
      pagesOfSpace: PAGES_OF_SPACE,
      after: after && { score: Number(after[0]), spaceId: String(after[1]) },
      visibility: conditions?.visibility,
    });
  let found = await search();
  // The variables of a page are read only when one of its conditions asks for them.
  if (await conditions?.learn()) found = await search();
  const { spaces, count, next } = found;
  const shown = await Promise.all(
    spaces.map(async ({ spaceId, pages }) => ({
      id: spaceId,
      title: titles.get(spaceId) ?? "",
      pages:
        pages.length === 0
          ? []
          : await placed(await shownContent(deps, organization, spaceId, reader), pages),
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
    const above = trail.slice(0, -1).map(({ title }) => title);
    return [{ found, page, path: trail.map(({ slug }) => slug).join("/"), above }];
  });
}

async function shownContent(
  deps: Deps,
  organization: string,
  space: string,
  reader?: SiteReader,
): Promise<ShownRevision | undefined> {
  const of = { organization_id: organization, id: space };
  const head = await readHead(deps.db.read, of);
  const shown = head && (await shownRevision(deps, of, head.root));
  return shown === undefined || reader === undefined ? shown : openedRevision(deps.content, shown, reader);
}

const parse = rememberingParse(1000);
/** The ids of the pages of a tree. */
const idsOf = new Beside<ReadonlySet<string>, readonly PageBranch[]>();

function pageIds(branches: readonly PageBranch[]): Set<string> {
  const ids = new Set<string>();
  const walk = (some: readonly PageBranch[]): void => {
    for (const { page, pages } of some) {
      ids.add(page.id);
      walk(pages);
    }
  };
  walk(branches);
  return ids;
}

/** What a reader may find in some spaces that a site shows them. */
async function conditionsFor(deps: Deps, reader: SiteReader, spaces: readonly string[]) {
  const open = new Map<string, ReadonlySet<string>>();
  const read = await Promise.all(
    spaces.map(async (space): Promise<ReadSpace[]> => {
      const shown = await shownContent(deps, reader.organization, space, reader);
      if (shown === undefined) return [];
      const data = await dataFor(shown, reader);
      open.set(space, idsOf.make(await shown.tree(), pageIds));
      const holdAll: ReadSpace["holdAll"] = (all, variables = {}) =>
        all.every((condition) => evaluateCondition(condition, data({ variables }), parse));
      return [{ space, nodes: shown.nodes, root: shown.root, parse, holdAll }];
    }),
  );
  const conditions = openSearchConditions(read.flat());
  // A space in which only pages match that are left out for the reader is not found, nor counted.
  const ofPage = ({ spaceId, pageId }: SpacePageKey): boolean => open.get(spaceId)?.has(pageId) === true;
  return { ...conditions, visibility: { ...conditions.visibility, ofPage } };
}
