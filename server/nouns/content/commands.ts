import { recordBlob } from "../../content/write.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges, type NewRevision } from "../../../engine/change.ts";
import type { Refusal } from "../../../engine/refusal.ts";
import type { Change } from "../../http/change.ts";
import { conflict, HttpError, invalid } from "../../http/errors.ts";
import type { Outcome } from "../../http/operation.ts";
import { type PreparedBatch, prepareBatch } from "./batch.ts";
import { storeFiles } from "./batchFiles.ts";
import type { ContentChange } from "./schema.ts";
import type { ContentTarget, OpenTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

type RunChange = <R extends Outcome>(work: (change: Change) => Promise<R>) => Promise<R>;

/** Answers what was changed, in the transaction that changed it. */
type Answer = (changed: Changed, running: Change) => Outcome | Promise<Outcome>;

export interface Changed extends PreparedBatch {
  readonly revision: string;
}

/**
 * Changes content: all of it in one new revision, or nothing. When somebody else's change gets in first, it is made
 * again on theirs. A batch that changes nothing makes no revision.
 * @throws 400, 404 or 409, naming the change that can't be made
 */
export async function changeContent(
  deps: Deps,
  target: ContentTarget,
  changes: readonly ContentChange[],
  change: RunChange,
  answer: Answer,
): Promise<Outcome> {
  const files = await storeFiles(deps, changes, deps.clock.now());
  return takeTurn(target.turn, async () => {
    const open = await target.open();
    const now = deps.clock.now();
    const batch = await prepareBatch(deps, { ...open, space: target.space }, changes, files, now);
    const applied = await applyChanges(deps.content.nodes, open.base.root, batch.changes, { now });
    if (!applied.ok) throw refused(applied.refusal, batch.origins);
    return commitContent(open, applied, batch, change, answer);
  });
}

function commitContent(
  open: OpenTarget,
  content: NewRevision,
  batch: PreparedBatch,
  change: RunChange,
  answer: Answer,
): Promise<Outcome> {
  return change(async (running) => {
    if (content.root === open.base.root) return answer({ ...batch, revision: open.base.id }, running);
    const { tx, now, newId } = running;
    for (const { file } of batch.files) await recordBlob(tx, { hash: file.hash, size: file.size, at: now });
    const revision = newId();
    await open.publish(running, revision, content);
    return answer({ ...batch, revision }, running);
  });
}

const CONFLICTS = new Set(["slug-taken", "page-exists"]);

function refused(refusal: Refusal, origins: readonly number[]): HttpError {
  const path = `/changes/${origins[refusal.change] ?? refusal.change}`;
  const sentence = `${path}: ${refusal.message}`;
  const details = [{ path, message: refusal.message }];
  return CONFLICTS.has(refusal.code) ? conflict(refusal.code, sentence, details) : invalid(sentence, details);
}
