import { addressOf } from "../../../console/routes.ts";
import { type Params, prepared, type Read } from "../../db/database.ts";
import type { Row, SpaceKey } from "../../db/schema.ts";
import type { Content } from "../../content/store.ts";
import { readBelow } from "../../../engine/below.ts";
import { getFromMap, rankInMap, sliceOfMap } from "../../../engine/mapRead.ts";
import type { MapRoot, NodeReader, RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry, ReusableContent } from "../../../engine/page.ts";
import { type PageBranch, readTrail } from "../../../engine/tree.ts";
import { cutTo } from "../../http/list.ts";
import { newestFirst, pageBy } from "../../http/pageBy.ts";
import type { LoadCall, Paging } from "../../http/operation.ts";
import type { ContentVersion } from "../../http/versioned.ts";
import { loadSpace, type SpaceThing } from "../spaces/queries.ts";

/** A revision of a space that the caller may read. */
export interface RevisionThing extends Omit<SpaceThing, "version"> {
  readonly revision: Row<"revisions">;
  /** The path in the console below which its pages are, as the revision was asked for. */
  readonly pagesAt: string;
}

/** A space as what its content is written to: with the content's version in place of its own. */
export interface ContentThing extends Omit<SpaceThing, "version"> {
  readonly version: ContentVersion;
}

async function within(
  space: SpaceThing | undefined,
  find: (space: SpaceThing) => Promise<Row<"revisions"> | undefined>,
  pagesAt: (space: string) => string,
): Promise<RevisionThing | undefined> {
  if (space === undefined) return undefined;
  const revision = await find(space);
  // Named one by one: leaving the version out of a copy costs a reader more than all that is found here.
  const { reader } = space;
  // Of a site's content its readers see what is published now.
  if (reader !== undefined && revision?.id !== space.space.head) return undefined;
  return (
    revision && {
      space: space.space,
      member: space.member,
      rights: space.rights,
      reader,
      revision,
      pagesAt: pagesAt(space.space.id),
    }
  );
}

/** Where the console has the pages that readers of a space see. */
export const pagesOfSpace = (space: string): string => addressOf("space", { space });

/** The revision that readers of the space see. */
export async function loadHead(call: LoadCall): Promise<RevisionThing | undefined> {
  return within(
    await loadSpace(call),
    ({ space }) => call.deps.content.of(space.organization_id).revision(space.id, space.head),
    pagesOfSpace,
  );
}

/** A space whose content is written. */
export async function loadContent(call: LoadCall): Promise<ContentThing | undefined> {
  const thing = await loadSpace(call);
  return thing && { ...thing, version: { content: `/v1/spaces/${thing.space.id}/content` } };
}

/** A revision of a space whose content is written. */
export async function loadFormerContent(
  call: LoadCall,
): Promise<(RevisionThing & { readonly version: ContentVersion }) | undefined> {
  const thing = await loadRevision(call);
  return thing && { ...thing, version: { content: `/v1/spaces/${thing.space.id}/content` } };
}

/** The revision that the path names, of the space that the path names. */
export async function loadRevision(call: LoadCall): Promise<RevisionThing | undefined> {
  const revision = call.params["revisionId"] ?? "";
  return within(
    await loadSpace(call),
    ({ space }) => call.deps.content.of(space.organization_id).revision(space.id, revision),
    (space) => addressOf("revision", { space, revision }),
  );
}

const spaceOfRevision = prepared((read, p: Params<{ organization: string; id: string }>) =>
  read
    .selectFrom("revisions")
    .select("space_id")
    .where("organization_id", "=", p("organization"))
    .where("id", "=", p("id")),
);

/** The space of a revision of an organization, by its id: of one in no list, too. */
export async function placeOfRevision(
  read: Read,
  organization: string,
  id: string,
): Promise<string | undefined> {
  return (await spaceOfRevision.first(read, { organization, id }))?.space_id;
}

/** A page with its address and everything below it; its cost is what is below it. */
export async function readBranch(shown: ReadFrom, id: string): Promise<PageBranch | undefined> {
  const trail = await readTrail(shown.nodes, shown.root, id);
  const page = trail?.at(-1);
  if (trail === undefined || page === undefined) return undefined;
  const path = trail.map(({ slug }) => slug).join("/");
  return { page, path, pages: await readBelow(shown.nodes, shown.root, id, path) };
}

/** A revision with where its chunks are. */
interface ReadFrom {
  readonly nodes: NodeReader;
  readonly root: RevisionRoot;
}

export function readFile(content: Content, root: RevisionRoot, id: string): Promise<FileEntry | undefined> {
  return getFromMap<FileEntry>(content.nodes, root.files, id);
}

/** Reusable contents by id, which is the map's order; the next page starts behind the last one's id, whatever came meanwhile. */
export function listReusable({ nodes }: Content, root: RevisionRoot, paging: Paging) {
  return listMap<ReusableContent>(nodes, root.reusable, paging);
}

export async function listMap<Thing extends { readonly id: string }>(
  nodes: NodeReader,
  map: MapRoot,
  { limit, after }: Paging,
) {
  const start = after === undefined ? 0 : await firstBehind(nodes, map, String(after[0]));
  const entries = await sliceOfMap<Thing>(nodes, map, start, start + limit + 1);
  const things = entries.map(([, thing]) => thing);
  return cutTo(limit, things, map === null ? 0 : map[1], ({ id }) => [id]);
}

async function firstBehind(nodes: NodeReader, map: MapRoot, id: string): Promise<number> {
  const rank = await rankInMap(nodes, map, id);
  return (await getFromMap(nodes, map, id)) === undefined ? rank : rank + 1;
}

/** A space's own history, newest first. */
export function listRevisions(read: Read, { organization_id, id }: SpaceKey, paging: Paging) {
  const own = read
    .selectFrom("revisions")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .where("change_request_id", "is", null)
    .where("superseded_by", "is", null);
  return newestFirst(own, paging);
}

/** Those of them that changed a page, or took it away; costs what the page's own history is. */
export function listRevisionsOfPage(
  read: Read,
  { organization_id, id }: SpaceKey,
  page: string,
  paging: Paging,
) {
  const touching = read
    .selectFrom("page_revisions")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "page_revisions.organization_id")
        .onRef("revisions.id", "=", "page_revisions.revision_id"),
    )
    .selectAll("revisions")
    .where("page_revisions.organization_id", "=", organization_id)
    .where("page_revisions.space_id", "=", id)
    .where("page_revisions.page_id", "=", page);
  const newest = ["page_revisions.created_at as created_at", "page_revisions.revision_id as id"] as const;
  return pageBy(touching, newest, paging, { direction: "desc" });
}
