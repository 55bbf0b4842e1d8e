/** Pages taken back to what another revision has of them. */
import type { Content } from "../../content/store.ts";
import type { BodyInput } from "../../../engine/batch.ts";
import type { Change as EngineChange } from "../../../engine/change.ts";
import { revertBlocks } from "../../../engine/markdown/revertBlocks.ts";
import type { Page } from "../../../engine/page.ts";
import { readPage } from "../../../engine/tree.ts";
import { inSteps } from "../../../engine/steps.ts";
import { readRevision } from "../../content/commit.ts";
import { workOnText } from "../../content/textWork.ts";
import { openPace } from "../../turns/pace.ts";
import { invalidField } from "../../http/errors.ts";
import { type BatchState, type BatchChange, textNow } from "./batchState.ts";
import type { RevertPage } from "./schema.ts";
import type { Static } from "typebox";

/** The page as another revision has it: its fields and body, at the place where it is now; one that is gone comes back. */
export async function revertPage(
  batch: BatchState,
  change: Static<typeof RevertPage>,
  index: number,
): Promise<BatchChange> {
  const { deps, content, space, revertTo } = batch;
  const from = change.revision ?? revertTo;
  if (from === undefined) {
    throw invalidField(`/changes/${index}/revision`, "is required outside of a change request.");
  }
  const revision = await readRevision(
    deps.db.read,
    { organization_id: content.organization, id: space },
    from,
  );
  if (revision === undefined) {
    throw invalidField(`/changes/${index}/revision`, "is not a revision of this space.");
  }
  const old = await readPage(content.nodes, await content.root(revision.root), change.page);
  if (old === undefined) {
    throw invalidField(`/changes/${index}/page`, "is not a page of that revision.");
  }
  const answer = { operation: "revert_page", page: change.page };
  if (change.block !== undefined) {
    const body = await revertedBody(batch, change, old, index);
    return { engine: [{ operation: "update_page", page: change.page, body }], answer };
  }
  const { fields, body } = await contentOf(content, old);
  const engine = (await isThere(batch, change.page))
    ? { operation: "update_page" as const, page: change.page, fields: fields as never, body }
    : await comingBack(batch, old, fields, body);
  return { engine: [engine], answer };
}

/** A deleted page as it was, without its subpages: under the page that it was under, or at the top when that is gone. */
async function comingBack(
  batch: BatchState,
  was: Page,
  fields: object,
  body: BodyInput | null,
): Promise<EngineChange> {
  const { id, type, parent } = was;
  const into = parent !== null && (await isThere(batch, parent)) ? parent : null;
  batch.returned.add(id);
  return { operation: "insert_page", id, type, fields, into, was, ...(body === null ? {} : { body }) };
}

async function isThere({ content, root, returned }: BatchState, page: string): Promise<boolean> {
  return returned.has(page) || (await readPage(content.nodes, root, page)) !== undefined;
}

/** The page's text now with the changes of some blocks taken back. @throws 400 naming a block that is none of them */
async function revertedBody(
  batch: BatchState,
  { page, block = [] }: Static<typeof RevertPage>,
  old: Page,
  index: number,
): Promise<BodyInput> {
  const { content, root } = batch;
  const there = await readPage(content.nodes, root, page);
  if (there === undefined) throw invalidField(`/changes/${index}/page`, "is not a page of this content.");
  const [now, before] = [await textNow(batch, page, there), await content.body(old.body)];
  const { text, unknown, isNested } = await inSteps(revertBlocks(now, before, block), openPace());
  const [first] = unknown;
  if (first !== undefined) {
    throw invalidField(`/changes/${index}/block/${block.indexOf(first)}`, "is no block that has changed.");
  }
  if (isNested) {
    throw invalidField(
      `/changes/${index}/block`,
      "would leave an indented block as a part of the list or the footnote before it: name what stood between them, too, or edit the page.",
    );
  }
  return { text, targets: await workOnText(content.organization, "targets", { text }) };
}

const CLEARED = {
  linkTitle: null,
  emoji: null,
  icon: null,
  description: null,
  hidden: null,
  noIndex: null,
  noRobotsIndex: null,
  condition: null,
  layout: null,
  cover: null,
  variables: null,
  tags: null,
  extra: null,
};

/** The fields and the body of a page, for another to have. */
export async function contentOf(
  content: Content,
  page: Page,
): Promise<{ fields: object; body: BodyInput | null }> {
  const {
    id: _id,
    type: _type,
    parent: _parent,
    order: _order,
    body,
    createdAt: _c,
    updatedAt: _u,
    ...fields
  } = page;
  if (body === undefined) return { fields: { ...CLEARED, ...fields }, body: null };
  const text = await content.body(body);
  const targets = await workOnText(content.organization, "targets", { text });
  return { fields: { ...CLEARED, ...fields }, body: { hash: body, targets } };
}
