/** What comments are about: read from requests, and found again for answers. */
import type { Content } from "../../content/store.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { Page } from "../../../engine/page.ts";
import { readTrail } from "../../../engine/tree.ts";
import { invalidField } from "../../http/errors.ts";
import { type Blocks, openBlocks } from "./blocks.ts";
import { type Carrier, openCarrier } from "./carry.ts";

/** Where a discussion goes on: a space, or one of its change requests. */
export interface DiscussionPlace {
  readonly space: Row<"spaces">;
  readonly request?: Row<"change_requests"> | undefined;
}

/** What a new comment is about, as it is kept. */
export type KeptTarget = Pick<Row<"comments">, "revision_id" | "page_id" | "node_id" | "page_body">;

/** What a comment is about, as it is now. */
export interface ShownTarget {
  /** The revision in which page and block are as told here. */
  readonly revision: string;
  readonly page?: ShownPage;
  readonly node?: { readonly id: string; readonly preview: string };
}

export interface ShownPage {
  readonly page: Page;
  readonly path: string;
  readonly outdated: boolean;
}

/** A revision with the root of its content. */
interface OpenedRevision {
  readonly content: Content;
  readonly revision: Row<"revisions">;
  readonly root: RevisionRoot;
}

interface PageWithPath {
  readonly page: Page;
  readonly path: string;
}

/** The content that is talked about: of the space, or of the change request. */
function openPlace(deps: Deps, { space, request }: DiscussionPlace): Promise<OpenedRevision> {
  return open(deps.content.of(space.organization_id), space.id, request?.head ?? space.head);
}

async function open(content: Content, space: string, id: string): Promise<OpenedRevision> {
  const revision = await content.revision(space, id);
  if (revision === undefined) throw new Error(`space ${space} has no revision ${id}`);
  return { content, revision, root: await content.root(revision.root) };
}

async function findPage({ content, root }: OpenedRevision, id: string): Promise<PageWithPath | undefined> {
  const trail = await readTrail(content.nodes, root, id);
  const page = trail?.at(-1);
  return page && trail && { page, path: trail.map(({ slug }) => slug).join("/") };
}

/**
 * What a request says that a comment is about.
 * @throws 400 when the content has no such page, or the page no such block
 */
export async function readTarget(
  deps: Deps,
  place: DiscussionPlace,
  sent: { readonly page?: string; readonly node?: string },
): Promise<KeptTarget> {
  const { page: pageId, node } = sent;
  const opened = await openPlace(deps, place);
  const kept = { revision_id: opened.revision.id, page_id: null, node_id: null, page_body: null };
  if (pageId === undefined) {
    if (node !== undefined) throw invalidField("/page", "is required: say which page the node is in.");
    return kept;
  }
  const page = (await findPage(opened, pageId))?.page;
  if (page === undefined) throw invalidField("/page", "is no page of this content.");
  if (node !== undefined && !(await openBlocks(opened.content).previews(page.body)).has(node)) {
    throw invalidField("/node", "is no block of this page as it is now; read the page again.");
  }
  return { ...kept, page_id: pageId, node_id: node ?? null, page_body: page.body ?? null };
}

/** Where the target of a comment that is about to be posted is: right there. */
export async function showKept(deps: Deps, place: DiscussionPlace, kept: KeptTarget): Promise<ShownTarget> {
  const targeted = {
    id: "",
    space_id: place.space.id,
    change_request_id: place.request?.id ?? null,
    ...kept,
  };
  return (await showTargets(deps, place, [targeted])).get("") as ShownTarget;
}

type TargetedComment = KeptTarget & Pick<Row<"comments">, "id" | "space_id" | "change_request_id">;

/** Where the targets of some comments of one place are now, by the ids of the comments. */
export async function showTargets(
  deps: Deps,
  place: DiscussionPlace,
  comments: readonly TargetedComment[],
): Promise<Map<string, ShownTarget>> {
  const now = await openPlace(deps, place);
  const pages = new Map<string, PageWithPath | undefined>();
  for (const { page_id: id } of comments) {
    if (id !== null && !pages.has(id)) pages.set(id, await findPage(now, id));
  }
  const shown = new Map<string, ShownTarget>();
  const blocks = openBlocks(now.content);
  const showing = {
    deps,
    now,
    blocks,
    carrier: openCarrier({ db: deps.db, content: now.content }, blocks, now.revision),
  };
  for (const comment of comments) {
    const found = comment.page_id === null ? undefined : pages.get(comment.page_id);
    shown.set(comment.id, await showTarget(showing, comment, found));
  }
  return shown;
}

interface Showing {
  readonly deps: Deps;
  readonly now: OpenedRevision;
  readonly blocks: Blocks;
  readonly carrier: Carrier;
}

async function showTarget(
  showing: Showing,
  comment: TargetedComment,
  found: PageWithPath | undefined,
): Promise<ShownTarget> {
  const { page_id: pageId, node_id: node } = comment;
  const { now, blocks, carrier } = showing;
  const revision = now.revision.id;
  if (pageId === null) return { revision };
  if (found === undefined) return showGone(showing, comment, undefined);
  if (node === null) return { revision, page: { ...found, outdated: false } };
  const { body } = found.page;
  const id = await carrier.carried({ page: pageId, node, body: comment.page_body ?? undefined }, body);
  if (id === undefined) return showGone(showing, comment, found);
  const preview = (await blocks.previews(body)).get(id) ?? "";
  return { revision, page: { ...found, outdated: false }, node: { id, preview } };
}

/** A target that is no longer there, as its commenter saw it. @param now the page, if only the block is gone */
async function showGone(
  { now: here, blocks }: Showing,
  comment: TargetedComment,
  now: PageWithPath | undefined,
): Promise<ShownTarget> {
  const { space_id: space, revision_id: revision, page_id: pageId, node_id: node } = comment;
  const then = now ?? (await findPage(await open(here.content, space, revision), pageId as string));
  if (then === undefined) throw new Error(`comment ${comment.id} names a page that was never there`);
  const page = { ...then, outdated: true };
  if (node === null) return { revision, page };
  const preview = (await blocks.previews(comment.page_body ?? undefined)).get(node) ?? "";
  return { revision, page, node: { id: node, preview } };
}
