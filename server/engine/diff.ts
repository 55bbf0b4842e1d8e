import { openDraft, replaceLinks, replacePages } from "./draft.ts";
import { newRevision } from "./change.ts";
import type { NewRevision } from "./change.ts";
import { sameJson } from "./json.ts";
import { diffMaps } from "./mapDiff.ts";
import type { EntryChange } from "./mapDiff.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import type { FileEntry, LinkTargets, Page, ReusableContent, VariableValue } from "./page.ts";

/**
 * How one revision differs from another, entry by entry, in the order of the keys: a side where an entry is absent
 * has no field. What follows from it (order of siblings, addresses, backlinks) is not listed.
 */
export interface RevisionDiff {
  readonly pages: readonly EntryChange<Page>[];
  readonly files: readonly EntryChange<FileEntry>[];
  readonly reusable: readonly EntryChange<ReusableContent>[];
  readonly variables: readonly EntryChange<VariableValue>[];
  /** Links of pages and reusable contents, which follow from their bodies. */
  readonly links: readonly EntryChange<LinkTargets>[];
}

/** Compares two revisions. Loads only what is not in both: the cost follows the differences. */
export async function diffRevisions(
  nodes: NodeReader,
  before: RevisionRoot,
  after: RevisionRoot,
): Promise<RevisionDiff> {
  const [pages, files, reusable, variables, links] = await Promise.all([
    diffMaps<Page>(nodes, before.pages, after.pages),
    diffMaps<FileEntry>(nodes, before.files, after.files),
    diffMaps<ReusableContent>(nodes, before.reusable, after.reusable),
    diffMaps<VariableValue>(nodes, before.variables, after.variables),
    diffMaps<LinkTargets>(nodes, before.links, after.links),
  ]);
  return { pages, files, reusable, variables, links };
}

/** The diff that leads back. */
export function reverseDiff(diff: RevisionDiff): RevisionDiff {
  return {
    pages: diff.pages.map(reverse),
    files: diff.files.map(reverse),
    reusable: diff.reusable.map(reverse),
    variables: diff.variables.map(reverse),
    links: diff.links.map(reverse),
  };
}

function reverse<V>({ key, before, after }: EntryChange<V>): EntryChange<V> {
  return {
    key,
    ...(after !== undefined && { before: after }),
    ...(before !== undefined && { after: before }),
  };
}

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
  for (const { key, after } of diff.links) replaceLinks(draft, key, after);
  const named = [...diff.pages, ...diff.reusable].filter(({ before, after }) => before?.body !== after?.body);
  const reused = new Set(named.flatMap(({ after }) => after?.body ?? []));
  return newRevision(draft, { bodies: new Map(), reused });
}

/** The fields of a page whose change counts as an edit; its place is told apart, its times follow. */
export const EDITED_FIELDS = [
  "title",
  "slug",
  "emoji",
  "icon",
  "description",
  "hidden",
  "noIndex",
  "noRobotsIndex",
  "condition",
  "layout",
  "cover",
  "variables",
  "tags",
  "target",
  "href",
  "computed",
  "computedSeed",
  "extra",
  "git",
  "body",
] as const satisfies readonly (keyof Page)[];

export type EditedField = (typeof EDITED_FIELDS)[number];

/** The fields in which two states of a page differ. */
export function editedFields(before: Page, after: Page): EditedField[] {
  return EDITED_FIELDS.filter((field) => !sameJson(before[field], after[field]));
}

/** What happened to one page between two revisions. A page may be both edited and moved. */
export type PageEvent =
  | { readonly type: "created"; readonly page: Page }
  | { readonly type: "deleted"; readonly page: Page }
  | {
      readonly type: "edited";
      readonly before: Page;
      readonly after: Page;
      readonly fields: readonly EditedField[];
    }
  | { readonly type: "moved"; readonly before: Page; readonly after: Page };

/** The events of the pages of a diff. */
export function pageEvents(diff: Pick<RevisionDiff, "pages">): PageEvent[] {
  return diff.pages.flatMap(({ before, after }): PageEvent[] => {
    if (before === undefined || after === undefined) {
      if (after !== undefined) return [{ type: "created", page: after }];
      return before === undefined ? [] : [{ type: "deleted", page: before }];
    }
    const events: PageEvent[] = [];
    const fields = editedFields(before, after);
    if (fields.length > 0) events.push({ type: "edited", before, after, fields });
    const isMoved = before.parent !== after.parent || before.order !== after.order;
    if (isMoved) events.push({ type: "moved", before, after });
    return events;
  });
}
