import type { Write } from "../db/database.ts";
import { NO_CONTENT, putRevision } from "./commit.ts";

/** Gives a new space its first revision: empty, and already named as the head by the space's row. */
export async function commitFirst(
  tx: Write,
  first: {
    readonly organization: string;
    readonly space: string;
    readonly revision: string;
    readonly at: number;
    readonly by: string;
  },
): Promise<void> {
  await putRevision(
    tx,
    {
      id: first.revision,
      organization: first.organization,
      space: first.space,
      type: "edits",
      parents: [],
      createdAt: first.at,
      createdBy: first.by,
    },
    NO_CONTENT,
  );
}
