/** Applying a diff, by which laws tell that it has all that differs. */
import { newRevision } from "./change.ts";
import type { NewRevision } from "./change.ts";
import type { RevisionDiff } from "./diff.ts";
import { openDraft, replaceLinks, replacePages } from "./draft.ts";
import type { NodeReader } from "./node.ts";

/**
 * Applies a diff to the revision it was made from, or to one that agrees with that in all that the diff touches.
 * Its bodies and blobs are stored already.
 */
export async function applyDiff(stored: NodeReader, root: string, diff: RevisionDiff): Promise<NewRevision> {
  const draft = await openDraft(stored, root);
  replacePages(draft, diff.pages);
  for (const { key, after } of diff.files) draft.files.set(key, after);
  for (const { key, after } of diff.reusable) draft.reusable.set(key, after);
  for (const { key, after } of diff.variables) draft.variables.set(key, after);
  for (const { key, after } of diff.tags) draft.tags.set(key, after);
  for (const { key, after } of diff.links) replaceLinks(draft, key, after);
  const named = [...diff.pages, ...diff.reusable].filter(({ before, after }) => before?.body !== after?.body);
  const reused = new Set(named.flatMap(({ after }) => after?.body ?? []));
  return newRevision(draft, { bodies: new Map(), reused });
}
