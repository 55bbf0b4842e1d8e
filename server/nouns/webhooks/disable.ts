/** Ending what is told of events, where nobody asked for it: it fails, it is gone, or it takes too much. */
import type { Action } from "../../access/actions.ts";
import { leaveTrace } from "../../access/trail.ts";
import type { Write } from "../../db/database.ts";
import { enqueue } from "../../db/jobs.ts";
import type { Row } from "../../db/schema.ts";
import { giveUpWaiting, updateTarget } from "./commands.ts";

/** The job that writes to the administrators. */
export const NOTICE_JOB = "webhook-notice";

/** Under which action the log has it, by the kind of the target; where none is named, that of webhooks. */
const DISABLING: Readonly<Record<string, Action>> = {
  installation: "installation.pause",
  renderer: "renderer.pause",
};

/** Why a target is disabled. */
type Cause = "failures" | "gone" | "owner" | "script";

/** Ends a target until an administrator activates it again: gives up what waits, and tells the administrators. */
export async function disable(
  tx: Write,
  target: Pick<Row<"event_targets">, "id" | "kind" | "organization_id">,
  because: Cause,
  { newId, now }: { readonly newId: () => string; readonly now: number },
): Promise<void> {
  const { numUpdatedRows } = await updateTarget(tx, target)
    .set((eb) => ({ active: 0, disabled_at: now, disabled_because: because, version: eb("version", "+", 1) }))
    .where("active", "=", 1)
    .executeTakeFirst();
  await giveUpWaiting(tx, target, now);
  if (numUpdatedRows === 0n) return;
  await leaveTrace(tx, { identity: undefined, ip: undefined, source: "job" }, now, newId, {
    action: DISABLING[target.kind] ?? "webhook.disable",
    organization: target.organization_id,
    target: { type: target.kind, id: target.id },
    after: { because },
  });
  const notice = { organization: target.organization_id, target: target.id, because };
  await enqueue(tx, {
    id: newId(),
    kind: NOTICE_JOB,
    payload: notice,
    organization: target.organization_id,
    due: now,
    now,
  });
}
