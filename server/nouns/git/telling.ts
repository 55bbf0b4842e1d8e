/** Has people told what keeps a sync from going on: the job reads what that is when it runs. */
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";

export const GIT_STANDSTILL = "git-standstill";

export interface TellWish {
  readonly now: number;
  readonly newId: () => string;
}

/** Queues telling what keeps a sync from going on, as it is once it is told. */
export async function queueTelling(
  tx: Write,
  of: Row<"git_installations">,
  { now, newId }: TellWish,
): Promise<void> {
  // Who drives it hears of it by events.
  if (of.driven === 1) return;
  const { organization_id: organization, id: installation } = of;
  await enqueue(tx, {
    id: newId(),
    kind: GIT_STANDSTILL,
    key: `${GIT_STANDSTILL}:${installation}`,
    payload: { installation },
    due: now,
    now,
    organization,
  });
}
