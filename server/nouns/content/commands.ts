import { readRevision } from "../../content/commit.ts";
import { publishHead } from "../../content/head.ts";
import { inTurn } from "../../content/turns.ts";
import { MissingContent, recordBlob } from "../../content/write.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { applyChanges, type NewRevision } from "../../engine/change.ts";
import type { Refusal } from "../../engine/refusal.ts";
import type { Change } from "../../http/change.ts";
import { conflict, HttpError, invalid, notFound } from "../../http/errors.ts";
import type { Outcome } from "../../http/operation.ts";
import { findSpace } from "../spaces/queries.ts";
import { type PreparedBatch, prepareBatch, storeFiles } from "./batch.ts";
import type { ContentChange } from "./schema.ts";

/** @throws 409 when the space takes no direct writes */
export function refuseLocked(space: Row<"spaces">): void {
  if (space.edit_mode !== "locked") return;
  throw conflict("space-locked", "This space is locked: its content changes through change requests alone.");
}

/** The space as it is at this moment, which is not when the request began. @throws 404, 409 */
export async function freshSpace(deps: Deps, id: string): Promise<Row<"spaces">> {
  const space = await findSpace(deps.db.read, id);
  if (space === undefined || space.deleted_at !== null) throw notFound("The space");
  refuseLocked(space);
  return space;
}

type RunChange = <R extends Outcome>(work: (change: Change) => Promise<R>) => Promise<R>;

export interface Changed extends PreparedBatch {
  readonly revision: string;
}

/**
 * Changes the content of a space: all of it in one new revision, or nothing. When somebody else's change gets in
 * first, it is made again on theirs. A batch that changes nothing makes no revision.
 * @throws 400, 404 or 409, naming the change that can't be made
 */
export async function changeContent(
  deps: Deps,
  spaceId: string,
  changes: readonly ContentChange[],
  change: RunChange,
  answer: (changed: Changed) => Outcome,
): Promise<Outcome> {
  const files = await storeFiles(deps, changes, deps.clock.now());
  return inTurn(spaceId, async () => {
    const space = await freshSpace(deps, spaceId);
    const base = await readRevision(deps.db.read, spaceId, space.head);
    if (base === undefined) throw new Error(`space ${spaceId} has no head`);
    const now = deps.clock.now();
    const batch = await prepareBatch(deps, spaceId, base.root, changes, files, now);
    const applied = await applyChanges(deps.content.nodes, base.root, batch.changes, { now });
    if (!applied.ok) throw refused(applied.refusal, batch.origins);
    return commitContent(space, base, applied, batch, change, answer);
  });
}

function commitContent(
  space: Row<"spaces">,
  base: Row<"revisions">,
  content: NewRevision,
  batch: PreparedBatch,
  change: RunChange,
  answer: (changed: Changed) => Outcome,
): Promise<Outcome> {
  return change(async (running) => {
    if (content.root === base.root) return answer({ ...batch, revision: base.id });
    const { tx, now, newId } = running;
    for (const { file } of batch.files) await recordBlob(tx, { hash: file.hash, size: file.size, at: now });
    const revision = newId();
    await publishContent(running, space, base, revision, content);
    return answer({ ...batch, revision });
  }).catch((error: unknown) => {
    throw error instanceof MissingContent
      ? conflict("content-missing", "Something this change refers to was removed meanwhile; send it again.")
      : error;
  });
}

/** One new revision as the head of its space, with its trail. @throws StaleHead */
export async function publishContent(
  { tx, now, newId, by, trace }: Change,
  space: Row<"spaces">,
  base: Row<"revisions">,
  revision: string,
  content: NewRevision,
  message?: string,
): Promise<void> {
  const note = {
    id: revision,
    space: space.id,
    type: "edits" as const,
    parents: [base.id],
    createdAt: now,
    createdBy: by,
    message,
  };
  await publishHead(tx, { expectedHead: base.id, note, content }, newId);
  await trace({
    action: "space.content.update",
    organization: space.organization_id,
    target: { type: "space", id: space.id, label: space.title },
    before: { revision: base.id },
    after: { revision },
    event: {
      kind: "space_content_updated",
      space: space.id,
      payload: { spaceId: space.id, revisionId: revision },
    },
  });
}

const CONFLICTS = new Set(["slug-taken", "page-exists"]);

function refused(refusal: Refusal, origins: readonly number[]): HttpError {
  const path = `/changes/${origins[refusal.change] ?? refusal.change}`;
  const sentence = `${path}: ${refusal.message}`;
  const details = [{ path, message: refusal.message }];
  return CONFLICTS.has(refusal.code) ? conflict(refusal.code, sentence, details) : invalid(sentence, details);
}
