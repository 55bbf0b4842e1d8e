/** Spaces and pages for the tests of the content store. */
import { loadAt, putAddress } from "../access/addresses.ts";
import type { Database, Read } from "../db/database.ts";
import type { Change } from "../../engine/change.ts";
import { NO_CONTENT, putRevision, readHead } from "./commit.ts";
import type { RevisionNote } from "./commit.ts";

/** Whose all of them are. */
export const ORGANIZATION = "org";

let spaces = 0;

/** A revision's note with nothing remarkable in it. */
export function note(
  space: string,
  id: string,
  createdAt: number,
  organization = ORGANIZATION,
): RevisionNote {
  return { organization, id, space, type: "edits", parents: [], createdAt };
}

/** Adds a space without content and gives its id. */
export async function addSpace(db: Database, organization = ORGANIZATION): Promise<string> {
  const id = `space${spaces++}`;
  await db.transact(async (tx) => {
    await tx
      .insertInto("organizations")
      .values({
        id: organization,
        title: "Org",
        hostname: organization,
        type: "business",
        plan: "none",
        created_at: 1,
      })
      .onConflict((on) => on.column("id").doNothing())
      .execute();
    await tx
      .insertInto("spaces")
      .values({
        id,
        organization_id: organization,
        position: id,
        title: id,
        edit_mode: "live",
        created_at: 1,
        updated_at: 1,
        acl: "acl",
        head: `${id}-empty`,
      })
      .execute();
    await putAddress(tx, { organization_id: organization, id });
    await putRevision(tx, note(id, `${id}-empty`, 1, organization), NO_CONTENT);
  });
  return id;
}

/** The revision that readers of a space see. */
export function headOf(read: Read, space: string): ReturnType<typeof readHead> {
  return loadAt(read, space, (key) => readHead(read, key));
}

/** Changes that add a document for each id, at the top. */
export function insertPages(...ids: readonly string[]): Change[] {
  return ids.map((id) => ({
    operation: "insert_page",
    id,
    type: "document",
    fields: { title: id },
    body: { text: `text of ${id}`, targets: { [`page:${id}`]: 1 } },
  }));
}
