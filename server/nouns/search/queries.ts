import type { Member } from "../../access/policy.ts";
import { aclsWithin } from "../../access/scope.ts";
import { readHead } from "../../content/commit.ts";
import { shownRevision } from "../../content/computed/shown.ts";
import type { FoundPage } from "../../content/search/foundPages.ts";
import { searchBySpace } from "../../content/search/searchBySpace.ts";
import { searchSpaces } from "../../content/search/searchSpaces.ts";
import { type Params, prepared } from "../../db/database.ts";
import type { Deps } from "../../deps.ts";
import type { Page } from "../../engine/page.ts";
import { readTrail } from "../../engine/tree.ts";
import type { Paging } from "../../http/operation.ts";

/** A page that was found, with its place in the content that readers see now. */
export interface PlacedPage {
  readonly found: FoundPage;
  readonly page: Page;
  readonly path: string;
}

/** Pages of one space that match, best first. */
export async function searchInSpace(deps: Deps, space: string, query: string, { limit, after }: Paging) {
  const place = after && {
    score: Number(after[0]),
    pageId: String(after[1]),
    spaceId: String(after[2]),
    rank: Number(after[3]),
  };
  const { pages, count, next } = await searchSpaces(deps.db.read, {
    spaces: [space],
    query,
    limit,
    after: place,
  });
  return {
    pages: await placed(deps, space, pages),
    count,
    next: next && [next.score, next.pageId, next.spaceId, next.rank],
  };
}

/** Pages looked for in the content at the same time: more would read the same nodes again and again. */
const PLACED_TOGETHER = 10;
/** Pages of each space shown in the answer of an organization. */
const PAGES_OF_SPACE = 10;

const readableSpaces = prepared((read, p: Params<{ organization: string; acls: readonly string[] }>) =>
  read
    .selectFrom("spaces")
    .select(["id", "title"])
    .where("organization_id", "=", p("organization"))
    .where("deleted_at", "is", null)
    .where("acl", "in", p.list("acls")),
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
  return searchInSpaces(deps, titles, query, { limit, after });
}

/** Those of some spaces in which pages match, that of the best page first. @param titles of the spaces, by id */
export async function searchInSpaces(
  deps: Deps,
  titles: ReadonlyMap<string, string>,
  query: string,
  { limit, after }: Paging,
) {
  const { read } = deps.db;
  const { spaces, count, next } = await searchBySpace(read, {
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
      pages: await placed(deps, spaceId, pages),
    })),
  );
  return { spaces: shown, count, next: next && [next.score, next.spaceId] };
}

const organizationOf = prepared((read, p: Params<{ space: string }>) =>
  read.selectFrom("spaces").select("organization_id").where("id", "=", p("space")),
);

/** The index follows the head within a second: what has left the content, or search, meanwhile is left out. */
async function placed(deps: Deps, space: string, pages: readonly FoundPage[]): Promise<PlacedPage[]> {
  if (pages.length === 0) return [];
  const { read } = deps.db;
  const [head, owner] = await Promise.all([readHead(read, space), organizationOf.first(read, { space })]);
  if (head === undefined) return [];
  const { nodes, root } = await shownRevision(deps, owner?.organization_id ?? "", head.root);
  const place = async (found: FoundPage): Promise<PlacedPage[]> => {
    const trail = await readTrail(nodes, root, found.pageId);
    const page = trail?.at(-1);
    if (trail === undefined || page === undefined || trail.some(({ noIndex }) => noIndex === true)) return [];
    return [{ found, page, path: trail.map(({ slug }) => slug).join("/") }];
  };
  const all: PlacedPage[][] = [];
  for (let at = 0; at < pages.length; at += PLACED_TOGETHER) {
    all.push(...(await Promise.all(pages.slice(at, at + PLACED_TOGETHER).map(place))));
  }
  return all.flat();
}
