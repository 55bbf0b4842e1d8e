/** Copies of pages with those below them: the texts are the same bytes, so that a copy costs what its pages do. */
import type { Static } from "typebox";
import { readBelow } from "../../../engine/below.ts";
import type { Change as EngineChange } from "../../../engine/change.ts";
import { prefixInMap, rankInMap } from "../../../engine/mapRead.ts";
import type { Page } from "../../../engine/page.ts";
import { childKey, childPrefix } from "../../../engine/revision.ts";
import { type PageBranch, readPage } from "../../../engine/tree.ts";
import { invalidField } from "../../http/errors.ts";
import { openPace } from "../../turns/pace.ts";
import { contentOf } from "./batchRevert.ts";
import type { BatchChange, BatchState } from "./batchState.ts";
import type { DuplicatePage } from "./schema.ts";

/** Pages that the changes of one request copy. */
const MOST_COPIED = 200;

/** @throws 400 when there is no such page, or too many are below it */
export async function duplicatePage(
  batch: BatchState,
  { page: id, title }: Static<typeof DuplicatePage>,
  index: number,
): Promise<BatchChange> {
  const { content, root, deps } = batch;
  const page = await readPage(content.nodes, root, id);
  if (page === undefined) throw invalidField(`/changes/${index}/page`, "is not a page of this content.");
  const pages = await readBelow(content.nodes, root, id, "");
  batch.copied.pages += 1 + countOf(pages);
  if (batch.copied.pages > MOST_COPIED) {
    const sentence = `makes more than ${MOST_COPIED} copies with those below it: duplicate them in parts.`;
    throw invalidField(`/changes/${index}/page`, sentence);
  }
  const pause = openPace();
  const engine: EngineChange[] = [];
  const copy = async (branch: Pick<PageBranch, "page" | "pages">, into: string | null, place: object) => {
    const copied = deps.newId();
    // Each text is read for what it links to.
    await pause();
    engine.push({ ...(await insertionOf(batch, branch.page)), id: copied, into, ...place });
    for (const below of branch.pages) await copy(below, copied, {});
    return copied;
  };
  const top = await copy({ page, pages }, page.parent, { at: (await placeOf(batch, page)) + 1 });
  const [first] = engine as { fields: object }[];
  if (first !== undefined)
    first.fields = { ...first.fields, slug: undefined, ...(title === undefined ? {} : { title }) };
  return { engine, answer: { operation: "duplicate_page", page: top } };
}

function countOf(pages: readonly PageBranch[]): number {
  return pages.reduce((sum, { pages: below }) => sum + 1 + countOf(below), 0);
}

async function insertionOf({ content }: BatchState, page: Page) {
  const { fields, body } = await contentOf(content, page);
  // Where the original lies in a repository is not where the copy does.
  const { git: _git, ...own } = fields as Record<string, unknown>;
  return {
    operation: "insert_page" as const,
    type: page.type,
    fields: own as never,
    ...(body === null ? {} : { body }),
  };
}

/** The position of a page among its siblings. */
async function placeOf({ content: { nodes }, root }: BatchState, page: Page): Promise<number> {
  const { start } = await prefixInMap(nodes, root.children, childPrefix(page.parent));
  return (await rankInMap(nodes, root.children, childKey(page))) - start;
}
