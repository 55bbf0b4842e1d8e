import { vouchForSources } from "../../content/computed/contentSources.ts";
import { recordBlob } from "../../content/write.ts";
import { applyChanges, type NewRevision } from "../../../engine/change.ts";
import type { Refusal } from "../../../engine/refusal.ts";
import type { RunningChange, RunChange } from "../../http/change.ts";
import { conflict, HttpError, invalid, invalidField } from "../../http/errors.ts";
import type { Call } from "../../http/operation.ts";
import { openPace } from "../../turns/pace.ts";
import { prepareBatch } from "./batch.ts";
import { answersOf, type ChangeAnswer } from "./batchAnswer.ts";
import { storeFiles, type StoredFiles } from "./batchFiles.ts";
import { refuseLinkedDeletions } from "./fileChanges.ts";
import { takingUpload } from "../uploads/commands.ts";
import type { BatchChange } from "./batchState.ts";
import { type ContentChange, MOST_CHANGES } from "./schema.ts";
import type { ContentTarget, OpenTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

/** Answers what was changed, in the transaction that changed it. */
type Answer<R> = (changed: CommittedBatch, running: RunningChange) => R | Promise<R>;

/** A batch that was made. */
export interface CommittedBatch {
  readonly revision: string;
  /** The revision that it was made on. */
  readonly before: string;
  readonly changes: readonly ChangeAnswer[];
  readonly files: StoredFiles;
}

/** A call that brings changes of content. */
type ContentCall<R> = Pick<Call<unknown, Record<never, never>>, "deps" | "ending" | "identity"> & {
  readonly body: { readonly changes: readonly ContentChange[] };
  readonly change: RunChange<R>;
};

/**
 * Changes content: all of it in one new revision, or nothing. When somebody else's change gets in first, it is made
 * again on theirs. A batch that changes nothing makes no revision.
 * @throws 400, 404 or 409, naming the change that can't be made; 503 when its caller left while long texts were merged
 */
export async function changeContent<R>(
  call: ContentCall<R>,
  target: ContentTarget,
  answer: Answer<R>,
): Promise<R> {
  const { deps, ending: endingOf } = call;
  const { changes } = call.body;
  refuseMany(changes);
  const ending = endingOf();
  const files = await storeFiles(call, target.organization, changes, deps.clock.now());
  return takeTurn(target.turn, async () => {
    const open = await target.open();
    const now = deps.clock.now();
    const batch = await prepareBatch(
      deps,
      { ...open, identity: call.identity, space: target.space, ending },
      changes,
      files,
      now,
    );
    const made = batch.prepared.flatMap(({ engine }) => engine);
    const content = await applyChanges(deps.content.of(target.organization).nodes, open.base.root, made, {
      now,
      pause: openPace(),
    });
    if (!content.ok) throw refused(content.refusal, batch.prepared, changes);
    await refuseLinkedDeletions(deps.content.of(target.organization), content, changes);
    const answers = await answersOf(batch.state, batch.prepared, content);
    const taking = files.reduce(
      (run, { sent }) => (sent === undefined ? run : takingUpload(deps, sent, run)),
      call.change,
    );
    const { sources } = batch.state;
    const vouching = (running: RunningChange) => vouch(running, target, sources);
    return commitContent(open, content, { changes: answers, files, vouching }, taking, answer);
  });
}

/** What a change that only moves a page says. */
const MOVING = new Set(["operation", "page", "into", "at", "ifVersion", "was"]);

/** Moves cost little, so that those of a whole selection are one revision. @throws 400 */
function refuseMany(changes: readonly ContentChange[]): void {
  if (changes.length <= MOST_CHANGES) return;
  const other = changes.findIndex(
    (change) => change.operation !== "update_page" || Object.keys(change).some((name) => !MOVING.has(name)),
  );
  if (other === -1) return;
  throw invalidField(
    "/changes",
    `has more than ${MOST_CHANGES} changes, and ${other} is no mere move: send several requests.`,
  );
}

type Vouching = (running: RunningChange) => Promise<void>;

async function vouch(
  { tx, by }: RunningChange,
  { organization, space }: ContentTarget,
  sources: readonly string[],
): Promise<void> {
  if (by !== undefined) await vouchForSources(tx, { organization_id: organization, id: space }, sources, by);
}

function commitContent<R>(
  open: OpenTarget,
  content: NewRevision,
  { vouching, ...answers }: Omit<CommittedBatch, "revision" | "before"> & { readonly vouching: Vouching },
  change: RunChange<R>,
  answer: Answer<R>,
): Promise<R> {
  const made = { ...answers, before: open.base.id };
  return change(async (running) => {
    if (content.root === open.base.root) return answer({ ...made, revision: open.base.id }, running);
    const { tx, now, newId } = running;
    for (const { file } of made.files) {
      const { hash, size } = file;
      await recordBlob(tx, { organization: open.base.organization_id, hash, size, at: now });
    }
    const revision = newId();
    await open.publish(running, revision, content);
    await vouching(running);
    return answer({ ...made, revision }, running);
  });
}

const CONFLICTS = new Set(["slug-taken", "page-exists"]);

/** The fields that a refusal may be about: the first that the change has; of none of them it is the change itself. */
const FIELDS_OF: Readonly<Record<Refusal["code"], readonly string[]>> = {
  "page-unknown": ["page"],
  "page-exists": [],
  "parent-unknown": ["into"],
  "parent-holds-no-pages": ["into"],
  "group-not-at-top": ["into", "type"],
  "under-itself": ["into"],
  "too-deep": ["into"],
  "slug-invalid": ["slug"],
  "slug-taken": ["slug", "into"],
  "title-too-long": ["title"],
  "no-body": ["document", "edits"],
  "file-unknown": ["file"],
  "file-invalid": ["name"],
  "variable-invalid": ["variables"],
  "tag-invalid": ["tags"],
  "reusable-unknown": ["reusableContent"],
};

/** @param prepared the changes of the request, of which each may be several of the engine's */
function refused(
  { code, change, message }: Refusal,
  prepared: readonly BatchChange[],
  changes: readonly ContentChange[],
): HttpError {
  const origins = prepared.flatMap(({ engine }, index) => engine.map(() => index));
  const index = origins[change] ?? change;
  const field = FIELDS_OF[code].find((name) => name in (changes[index] ?? {}));
  const path = field === undefined ? `/changes/${index}` : `/changes/${index}/${field}`;
  const sentence = `${path}: ${message}`;
  const details = [{ path, message }];
  return CONFLICTS.has(code) ? conflict(code, sentence, details) : invalid(sentence, details);
}
