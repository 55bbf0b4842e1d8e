import { sameJson } from "./json.ts";
import { diffMaps } from "./mapDiff.ts";
import type { EntryChange } from "./mapDiff.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import type { FileEntry, LinkTargets, Page, ReusableContent, TagDefinition, VariableValue } from "./page.ts";

/**
 * How one revision differs from another, entry by entry, in the order of the keys: a side where an entry is absent
 * has no field. What follows from it (order of siblings, addresses, backlinks) is not listed.
 */
export interface RevisionDiff {
  readonly pages: readonly EntryChange<Page>[];
  readonly files: readonly EntryChange<FileEntry>[];
  readonly reusable: readonly EntryChange<ReusableContent>[];
  readonly variables: readonly EntryChange<VariableValue>[];
  readonly tags: readonly EntryChange<TagDefinition>[];
  /** Links of pages and reusable contents, which follow from their bodies. */
  readonly links: readonly EntryChange<LinkTargets>[];
}

/** Compares two revisions. Loads only what is not in both: the cost follows the differences. */
export async function diffRevisions(
  nodes: NodeReader,
  before: RevisionRoot,
  after: RevisionRoot,
): Promise<RevisionDiff> {
  const [pages, files, reusable, variables, tags, links] = await Promise.all([
    diffMaps<Page>(nodes, before.pages, after.pages),
    diffMaps<FileEntry>(nodes, before.files, after.files),
    diffMaps<ReusableContent>(nodes, before.reusable, after.reusable),
    diffMaps<VariableValue>(nodes, before.variables, after.variables),
    diffMaps<TagDefinition>(nodes, before.tags, after.tags),
    diffMaps<LinkTargets>(nodes, before.links, after.links),
  ]);
  return { pages, files, reusable, variables, tags, links };
}

/** The fields of a page whose change counts as an edit; its place is told apart, its times follow. */
export const EDITED_FIELDS = [
  "title",
  "linkTitle",
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
