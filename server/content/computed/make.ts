/** From a computed page to the pages that stand in its place. */
import type { Deps } from "../../deps.ts";
import type { Read } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Draft } from "../../../engine/draft.ts";
import { contentHash } from "../../../engine/hash.ts";
import type { Json, JsonObject } from "../../../engine/json.ts";
import { type ReferencePage, referencePages } from "../../../engine/openapi/reference/pages.ts";
import type { Page } from "../../../engine/page.ts";
import { childPrefix, slugKey } from "../../../engine/revision.ts";
import { numberedSlug } from "../../../engine/slug.ts";
import type { Content } from "../store.ts";
import { seedOf, type SourcePage, sourcePages, type SourceResult } from "./contentSources.ts";
import type { PlacedOperation } from "./operations.ts";
import { outlineAt, type SpecVersion, versionFileAddress } from "./specs.ts";

/** Without addresses, as programs run that index alone, pages lead to no document. */
export type ComputingDeps = Pick<Deps, "content"> &
  Partial<Pick<Deps, "addresses" | "secrets">> & {
    readonly db: { readonly read: Read };
  };

/** What stands in place of a computed page. */
export interface MadePages {
  readonly pages: readonly Page[];
  /** Markdown by hash. */
  readonly bodies: ReadonlyMap<string, string>;
  /** What the pages show, in their order. */
  readonly operations: readonly PlacedOperation[];
  /** Pages that stood below it and stand beside its pages now. */
  readonly moved: readonly { readonly before: Page; readonly after: Page }[];
}

const TYPE = "builtin:openapi";

/** The slug of the description that a computed page is made from; undefined for what can't be made. */
export function specOfPage({ computed }: Pick<Page, "computed">): string | undefined {
  if (computed?.["type"] !== TYPE) return undefined;
  const spec = at(at(at(computed["dependencies"], "spec"), "ref"), "spec");
  return typeof spec === "string" && spec !== "" ? spec : undefined;
}

/**
 * The source of a page as it is told: of a description it says whether there is a page of models, as the public contract
 * has it, also where nobody said so when the page was put there.
 */
export function toldSource(computed: JsonObject | undefined): JsonObject | undefined {
  if (computed === undefined || specOfPage({ computed }) === undefined) return computed;
  const { props } = computed;
  const isPartOf = at(props, "doc") !== undefined;
  const isWhole = isPartOf || at(props, "models") !== undefined;
  return isWhole ? computed : { ...computed, props: { models: true, ...(props as JsonObject | undefined) } };
}

function at(value: Json | undefined, key: string): Json | undefined {
  const isObject = typeof value === "object" && value !== null && !Array.isArray(value);
  return isObject && Object.hasOwn(value, key) ? (value as JsonObject)[key] : undefined;
}

/** The content is that of the organization. */
type MakingDeps = Omit<ComputingDeps, "content"> & { readonly content: Content };

/** Makes the pages of a computed page from a version of its description. */
export async function makePages(
  deps: MakingDeps,
  draft: Draft,
  page: Page,
  version: SpecVersion,
): Promise<MadePages> {
  const outline = await outlineAt(deps.content, version.outline);
  const props = page.computed?.["props"];
  const { addresses, secrets } = deps;
  const signing = addresses && secrets && { addresses, secrets };
  const tree = referencePages(outline, {
    spec: version.slug,
    seed: seedOf(page),
    models: at(props, "models") !== false,
    grouping: at(props, "grouping") === "by-operation" ? "by-operation" : "by-tag",
    ...(signing && at(props, "downloadLink") === true
      ? { downloadLink: versionFileAddress(signing, version) }
      : {}),
  });
  return placed(draft, page, tree.map(asMade), version.createdAt);
}

/** Makes the pages of a computed page from what a script made of its source. @throws StaleResult when that has gone */
export async function makeSourcePages(
  read: Read,
  draft: Draft,
  page: Page,
  { space, result }: { readonly space: SpaceKey; readonly result: SourceResult },
): Promise<MadePages> {
  return placed(draft, page, await sourcePages(read, space, result), result.madeAt);
}

/** A page to be placed. */
interface UnplacedPage extends SourcePage {
  readonly layout?: JsonObject;
  readonly operation?: ReferencePage["operation"];
  readonly operations?: ReferencePage["operations"];
  readonly pages: readonly UnplacedPage[];
}

function asMade(page: ReferencePage): UnplacedPage {
  return { ...page, type: "document", layout: { width: "wide" }, pages: page.pages.map(asMade) };
}

async function placed(
  draft: Draft,
  page: Page,
  tree: readonly UnplacedPage[],
  madeAt: number,
): Promise<MadePages> {
  const placer = new Placer(draft, page, madeAt);
  await placer.place(tree, page.parent, `${page.order}!`);
  const { pages, bodies, operations } = placer;
  return { pages, bodies, operations, moved: await placer.moveUp() };
}

class Placer {
  readonly pages: Page[] = [];
  readonly bodies = new Map<string, string>();
  readonly operations: PlacedOperation[] = [];
  readonly #draft: Draft;
  readonly #page: Page;
  readonly #madeAt: number;
  /** Slugs given beside the computed page. */
  readonly #taken = new Set<string>();

  constructor(draft: Draft, page: Page, madeAt: number) {
    this.#draft = draft;
    this.#page = page;
    this.#madeAt = madeAt;
  }

  /** Places pages below a parent; `order` sorts them after what stands before the computed page, and before the next. */
  async place(made: readonly UnplacedPage[], parent: string | null, order: string): Promise<void> {
    let number = 0;
    for (const one of made) {
      const isTop = parent === this.#page.parent;
      const slug = isTop ? await this.#freeSlug(one.slug) : one.slug;
      const hash = one.body === "" ? undefined : contentHash(one.body);
      if (hash !== undefined) this.bodies.set(hash, one.body);
      for (const { method, path } of one.operations ?? [])
        this.operations.push({ page: one.id, method, path });
      this.pages.push({
        id: one.id,
        type: one.type,
        parent,
        order: order + String(number++).padStart(6, "0"),
        title: one.title,
        slug,
        ...given(one),
        ...(isTop ? inherited(this.#page) : {}),
        ...(one.computed === undefined ? {} : { computedSeed: seedOf(this.#page) }),
        ...(hash === undefined ? {} : { body: hash }),
        createdAt: this.#page.createdAt,
        updatedAt: Math.max(this.#page.updatedAt, this.#madeAt),
      });
      await this.place(one.pages, one.id, "");
    }
  }

  async #freeSlug(wanted: string): Promise<string> {
    let slug = wanted;
    for (let number = 1; await this.#isTaken(slug); number++) slug = numberedSlug(wanted, number);
    this.#taken.add(slug);
    return slug;
  }

  async #isTaken(slug: string): Promise<boolean> {
    if (this.#taken.has(slug)) return true;
    const other = await this.#draft.slugs.get(slugKey(this.#page.parent, slug));
    return other !== undefined && other !== this.#page.id;
  }

  /** What stood below the computed page stands after its pages. */
  async moveUp(): Promise<MadePages["moved"]> {
    const entries = await this.#draft.children.slice(childPrefix(this.#page.id));
    const ids = entries.map(([key]) => key.slice(key.lastIndexOf("\t") + 1));
    const pages = await this.#draft.pages.getMany(ids);
    const moved: { before: Page; after: Page }[] = [];
    for (const id of ids) {
      const before = pages.get(id);
      if (before === undefined) continue;
      const order = `${this.#page.order}!~${before.order}`;
      const slug = await this.#freeSlug(before.slug);
      moved.push({ before, after: { ...before, parent: this.#page.parent, order, slug } });
    }
    return moved;
  }
}

/** The fields that a page has where it was given them. */
function given(page: UnplacedPage): Partial<Page> {
  const { description, emoji, icon, layout, computed, target, operation } = page;
  const fields = { description, emoji, icon, layout, computed, target, operation };
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

/** What an editor said of the computed page holds for the pages in its place. */
function inherited({ hidden, noIndex, noRobotsIndex, condition }: Page): Partial<Page> {
  return {
    ...(hidden === undefined ? {} : { hidden }),
    ...(noIndex === undefined ? {} : { noIndex }),
    ...(noRobotsIndex === undefined ? {} : { noRobotsIndex }),
    ...(condition === undefined ? {} : { condition }),
  };
}
