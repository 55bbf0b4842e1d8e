/** Content to index, and an index to compare. */
import { headOf } from "../content/spaces.fixture.ts";
import { publishHead } from "../content/head.ts";
import { openContent } from "../content/store.ts";
import type { Database, Read } from "../db/database.ts";
import { applyChanges, type Change } from "../../engine/change.ts";
import { byCodeUnit } from "../../engine/json.ts";
import { newId } from "../ports/ids.ts";

/** Changes the content of a space as its editors do. */
export async function publish(db: Database, space: string, changes: readonly Change[]): Promise<void> {
  const head = await headOf(db.read, space);
  if (head === undefined) throw new Error(`space ${space} has no head`);
  const now = Date.now();
  const content = await applyChanges(openContent(db).of(head.organization_id).nodes, head.root, changes, {
    now,
  });
  if (!content.ok) throw new Error(content.refusal.message);
  const note = {
    organization: head.organization_id,
    id: newId(),
    space,
    type: "edits" as const,
    parents: [head.id],
    createdAt: now,
  };
  await db.transact((tx) => publishHead(tx, { expectedHead: head.id, note, content }, newId));
}

/** A document with a title and a text, at the top. */
export function document(id: string, title: string, text: string): Change {
  return { operation: "insert_page", id, type: "document", fields: { title }, body: { text, targets: {} } };
}

/** Everything that the index holds of a space, in an order of its own. */
export async function dumpIndex(read: Read, space: string) {
  const pages = await read.selectFrom("search_pages").selectAll().where("space_id", "=", space).execute();
  const sections = await read
    .selectFrom("search_sections")
    .innerJoin("search_pages", (on) =>
      on
        .onRef("search_pages.organization_id", "=", "search_sections.organization_id")
        .onRef("search_pages.number", "=", "search_sections.page_number"),
    )
    .selectAll("search_sections")
    .where("search_pages.space_id", "=", space)
    .orderBy("page_number")
    .orderBy("position")
    .execute();
  const words = await read
    .selectFrom("search_vocabulary")
    .selectAll()
    .where("space_id", "=", space)
    .execute();
  return {
    pages: pages.toSorted((a, b) => byCodeUnit(a.page_id, b.page_id)),
    sections,
    words: words.toSorted((a, b) => byCodeUnit(a.term, b.term)),
  };
}
