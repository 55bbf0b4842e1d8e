import type { BodyInput } from "../../../engine/batch.ts";
import type { Change } from "../../../engine/change.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { Pause } from "../../../engine/node.ts";
import { holdsBody } from "../../../engine/page.ts";
import { foldSlug } from "../../../engine/slug.ts";
import type { PlannedPage } from "../../importers/planned.ts";
import type { ReportLines } from "../../importers/report.ts";
import type { ResolvedPlan } from "../../importers/resolveLinks.ts";
import type { ExistingContent } from "./existing.ts";
import { changedFields, importedFields } from "./pageFields.ts";
import { PagePlaces } from "./pagePlaces.ts";
import { type PagePosition, placeSiblings } from "./siblings.ts";
import type { TargetsOf } from "./importTexts.ts";

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
  /** The slugs that pages had in an earlier state of the same source: one that says another now renames its page. */
  readonly formerSlugs?: ReadonlyMap<string, string>;
  /** What a stored body links to. */
  readonly targetsOf: TargetsOf;
  readonly lines: ReportLines;
  readonly pause: Pause;
  /** Hears how many pages have been compared. */
  readonly onProgress: (done: number) => void;
}

/** A page on its way to its place. */
interface PlacedPage {
  readonly page: PlannedPage;
  readonly parent: string | null;
  readonly position: PagePosition;
  /** The slugs that its siblings have in the source. */
  readonly planned: ReadonlySet<string>;
}

/**
 * The changes that bring the pages of a space in line with a source: deletions first, then level by level, and at last
 * the pages that others had to leave before they could go. A page that is as it should be has none.
 */
export async function pageChanges(input: PagesToChange): Promise<Change[]> {
  const places = new PagePlaces(input.existing);
  const gone = goneOf(input);
  const changes: Change[] = gone.empty.map((page) => ({ operation: "delete_page", page }));
  for (const id of gone.empty) places.remove(id);
  let done = 0;
  const levels: [parent: string | null, pages: readonly PlannedPage[]][] = [[input.under, input.pages]];
  for (let level = levels.pop(); level !== undefined; level = levels.pop()) {
    const [parent, pages] = level;
    const positions = placeSiblings(
      places.children(parent),
      pages.map((page) => idOf(input, page)),
    );
    const planned = new Set(pages.map(({ slug }) => foldSlug(slug)));
    for (const [index, page] of pages.entries()) {
      const placed = { page, parent, position: positions[index] as PagePosition, planned };
      const change = await pageChange(input, placed, places);
      if (change !== undefined) changes.push(change);
      if (page.children.length > 0) levels.push([idOf(input, page), page.children]);
      input.onProgress((done += 1));
      await input.pause();
    }
  }
  for (const id of gone.left) {
    changes.push({ operation: "delete_page", page: id });
    places.remove(id);
  }
  for (const { page, slug } of places.granted())
    changes.push({ operation: "update_page", page, fields: { slug } });
  return changes;
}

function idOf({ ids }: PagesToChange, page: PlannedPage): string {
  return ids.get(page.key) as string;
}

/**
 * The topmost pages that the source doesn't have: what lies below them goes along, so those that still hold one of its
 * pages go when it has left.
 */
function goneOf({ existing, ids, prune }: PagesToChange): {
  readonly empty: readonly string[];
  readonly left: readonly string[];
} {
  if (!prune) return { empty: [], left: [] };
  const known = new Set(ids.values());
  const holding = new Set<string | null>();
  for (const id of known)
    for (let above = existing.pages.get(id)?.parent; above && !holding.has(above);) {
      holding.add(above);
      above = existing.pages.get(above)?.parent;
    }
  const isGone = (id: string): boolean => existing.pages.has(id) && !known.has(id);
  const gone = [...existing.pages.values()].filter(({ id, parent }) => {
    return isGone(id) && (parent === null || !isGone(parent));
  });
  const topmost = gone.map(({ id }) => id);
  return {
    empty: topmost.filter((id) => !holding.has(id)),
    left: topmost.filter((id) => holding.has(id)),
  };
}

async function pageChange(
  input: PagesToChange,
  placed: PlacedPage,
  places: PagePlaces,
): Promise<Change | undefined> {
  const { page, parent, position } = placed;
  const id = idOf(input, page);
  const before = input.existing.pages.get(id);
  const slug = slugFor(input, placed, places);
  places.place(id, parent, position, slug);
  const meta = input.resolved.metas.get(page.key) ?? {};
  const target = input.resolved.targets.get(page.key);
  const isKept = page.isKept === true;
  const names = { title: page.title.trim(), linkTitle: page.linkTitle ?? null };
  const fields = isKept
    ? names
    : { ...importedFields(page.title, meta, { target, computed: page.computed }), ...names };
  const text = holdsBody(page.type) ? (input.resolved.bodies.get(page.key) ?? "") : "";
  const at = position === "stays" || position.at === undefined ? {} : { at: position.at };
  if (before === undefined) {
    const body = await bodyOf(input, text, undefined);
    const insert = { operation: "insert_page", id, type: page.type, into: parent, ...at } as const;
    return { ...insert, fields: { ...fields, slug }, ...(body ? { body } : {}) };
  }
  const changed = { ...changedFields(before, fields), ...(slug === before.slug ? {} : { slug }) };
  const body = isKept ? undefined : await bodyOf(input, text, before.body);
  if (position === "stays" && body === undefined && Object.keys(changed).length === 0) return undefined;
  return {
    operation: "update_page",
    page: id,
    fields: changed,
    ...(before.parent === parent ? {} : { into: parent }),
    ...at,
    ...(body === undefined ? {} : { body }),
  };
}

/** The slug that a page gets or keeps; one that somebody else still has is waited for. */
function slugFor(input: PagesToChange, { page, parent, planned }: PlacedPage, places: PagePlaces): string {
  const id = idOf(input, page);
  const before = input.existing.pages.get(id)?.slug;
  const former = input.formerSlugs?.get(id);
  const isRenamed = former !== undefined && foldSlug(former) !== foldSlug(page.slug);
  const wanted = before === undefined || isRenamed ? foldSlug(page.slug) : before;
  const holder = places.holder(parent, wanted);
  if (holder === undefined || holder === id) return wanted;
  const slug = places.await(id, parent, wanted, planned);
  if (before === undefined && input.formerSlugs === undefined) {
    const why = `the space has a page of another type at the address "${page.address}"`;
    input.lines.problem(page.key, `${why}, so this one gets "${slug}"; delete that page and import again`);
  }
  return slug;
}

/** The body to write; undefined when it is what is there, null when nothing is left of it. */
export async function bodyOf(
  { targetsOf }: Pick<PagesToChange, "targetsOf">,
  text: string,
  before: string | undefined,
): Promise<BodyInput | null | undefined> {
  if (text === "") return before === undefined ? undefined : null;
  const hash = contentHash(text);
  return hash === before ? undefined : { text, targets: await targetsOf(hash, text) };
}
