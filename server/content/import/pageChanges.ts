import type { BodyInput } from "../../../engine/batch.ts";
import type { Change } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { Pause } from "../../../engine/node.ts";
import { holdsBody } from "../../../engine/page.ts";
import type { LinkTargets, Page } from "../../../engine/page.ts";
import { foldSlug, numberedSlug } from "../../../engine/slug.ts";
import type { PlannedPage } from "../../importers/planned.ts";
import type { ReportLines } from "../../importers/report.ts";
import type { ResolvedPlan } from "../../importers/resolveLinks.ts";
import type { ExistingContent } from "./existing.ts";
import { changedFields, importedFields } from "./pageFields.ts";
import { type PagePosition, placeSiblings } from "./siblings.ts";

/** What the pages of an import become in one revision. */
interface PagesToChange {
  readonly pages: readonly PlannedPage[];
  readonly ids: ReadonlyMap<string, string>;
  readonly resolved: ResolvedPlan;
  readonly existing: ExistingContent;
  /** The page that is imported under, null for the top. */
  readonly under: string | null;
  /** Whether pages that the source doesn't have are deleted. */
  readonly prune: boolean;
  /** What a stored body links to. */
  readonly targetsOf: (hash: string, body: string) => LinkTargets;
  readonly lines: ReportLines;
  readonly pause: Pause;
  /** Hears how many pages have been compared. */
  readonly onProgress: (done: number) => void;
}

/**
 * The changes that bring the pages of a space in line with a source: deletions first, then level by level. A page that
 * is as it should be has none.
 */
export async function pageChanges(input: PagesToChange): Promise<Change[]> {
  const known = new Set(input.ids.values());
  const changes: Change[] = input.prune ? deletions(input, known) : [];
  let done = 0;
  const levels: [parent: string | null, pages: readonly PlannedPage[]][] = [[input.under, input.pages]];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const [parent, pages] = level;
    const kept = (input.existing.children.get(parent) ?? []).filter((id) => !input.prune || known.has(id));
    const places = placeSiblings(
      kept,
      pages.map((page) => idOf(input, page)),
    );
    const slugs = freeSlugs(input, kept, pages);
    for (const [index, page] of pages.entries()) {
      const change = pageChange(input, page, parent, places[index] as PagePosition, slugs);
      if (change !== undefined) changes.push(change);
      if (page.children.length > 0) levels.push([idOf(input, page), page.children]);
      input.onProgress((done += 1));
      await input.pause();
    }
  }
  return changes;
}

function idOf({ ids }: PagesToChange, page: PlannedPage): string {
  return ids.get(page.key) as string;
}

/** The topmost pages that the source doesn't have: what lies below them goes along. */
function deletions({ existing }: PagesToChange, known: ReadonlySet<string>): Change[] {
  const gone = [...existing.pages.values()].filter(({ id }) => !known.has(id));
  const ids = new Set(gone.map(({ id }) => id));
  return gone
    .filter(({ parent }) => parent === null || !ids.has(parent))
    .map(({ id }) => ({ operation: "delete_page", page: id }));
}

/** Slugs that siblings in the space hold, and those that the source has for pages of its own. */
function freeSlugs(
  { existing }: PagesToChange,
  kept: readonly string[],
  pages: readonly PlannedPage[],
): { readonly held: Set<string>; readonly planned: Set<string> } {
  return {
    held: new Set(kept.map((id) => foldSlug((existing.pages.get(id) as Page).slug))),
    planned: new Set(pages.map(({ slug }) => foldSlug(slug))),
  };
}

function pageChange(
  input: PagesToChange,
  page: PlannedPage,
  parent: string | null,
  place: PagePosition,
  slugs: { readonly held: Set<string>; readonly planned: Set<string> },
): Change | undefined {
  const id = idOf(input, page);
  const before = input.existing.pages.get(id);
  const meta = input.resolved.metas.get(page.key) ?? {};
  const target = input.resolved.targets.get(page.key);
  const fields = importedFields(page.title, meta, { target, computed: page.computed });
  const text = holdsBody(page.type) ? (input.resolved.bodies.get(page.key) ?? "") : "";
  const at = place === "stays" || place.at === undefined ? {} : { at: place.at };
  if (before === undefined) {
    const slug = takeSlug(input, page, slugs);
    const body = bodyOf(input, text, undefined);
    const insert = { operation: "insert_page", id, type: page.type, into: parent, ...at } as const;
    return { ...insert, fields: { ...fields, slug }, ...(body ? { body } : {}) };
  }
  const changed = changedFields(before, fields);
  const body = bodyOf(input, text, before.body);
  if (place === "stays" && body === undefined && Object.keys(changed).length === 0) return undefined;
  return {
    operation: "update_page",
    page: id,
    fields: changed,
    ...at,
    ...(body === undefined ? {} : { body }),
  };
}

/** Only a page of another type may hold the slug of a new one; it keeps it, and the report says so. */
function takeSlug(
  { lines }: PagesToChange,
  page: PlannedPage,
  { held, planned }: { readonly held: Set<string>; readonly planned: Set<string> },
): string {
  const wanted = foldSlug(page.slug);
  let slug = wanted;
  for (let number = 1; held.has(slug) || (slug !== wanted && planned.has(slug)); number += 1)
    slug = numberedSlug(wanted, number);
  held.add(slug);
  if (slug !== wanted) {
    const why = `the space has a page of another type at the address "${page.address}"`;
    lines.problem(page.key, `${why}, so this one gets "${slug}"; delete that page and import again`);
  }
  return slug;
}

/** The body to write; undefined when it is what is there, null when nothing is left of it. */
function bodyOf(
  { targetsOf }: PagesToChange,
  text: string,
  before: string | undefined,
): BodyInput | null | undefined {
  if (text === "") return before === undefined ? undefined : null;
  const hash = contentHash(text);
  return hash === before ? undefined : { text, targets: targetsOf(hash, text) };
}
