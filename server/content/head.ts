import { enqueue } from "../db/jobs.ts";
import type { Write } from "../db/database.ts";
import type { NewRevision } from "../engine/change.ts";
import { commit, type RevisionNote } from "./commit.ts";

/**
 * Moves the head of a space to a new revision, and queues what follows the head: the search index.
 * @throws StaleHead when the head is not where the change began
 */
export async function publishHead(
  tx: Write,
  made: { readonly expectedHead: string; readonly note: RevisionNote; readonly content: NewRevision },
  newId: () => string,
): Promise<void> {
  await commit(tx, made);
  const { space, createdAt } = made.note;
  await enqueue(tx, {
    id: newId(),
    kind: "index-space",
    key: `index-space:${space}`,
    space,
    due: createdAt,
    now: createdAt,
  });
}
