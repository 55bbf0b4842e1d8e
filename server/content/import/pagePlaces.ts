/** Where pages stand while changes are planned one after the other: what a later one finds is what the earlier left. */
import { foldSlug, numberedSlug } from "../../../engine/slug.ts";
import type { ExistingContent } from "./existing.ts";
import type { PagePosition } from "./siblings.ts";

interface Place {
  readonly parent: string | null;
  readonly slug: string;
}

export class PagePlaces {
  readonly #places: Map<string, Place>;
  readonly #children: Map<string | null, string[]>;
  /** Who has which slug, by parent. */
  readonly #slugs = new Map<string | null, Map<string, string>>();
  readonly #awaited: (Place & { readonly page: string })[] = [];

  constructor({ pages, children }: ExistingContent) {
    this.#children = new Map([...children].map(([parent, ids]) => [parent, [...ids]]));
    this.#places = new Map(
      [...pages.values()].map(({ id, parent, slug }) => [id, { parent, slug: foldSlug(slug) }]),
    );
    for (const [id, { parent, slug }] of this.#places) this.#slugsOf(parent).set(slug, id);
  }

  /** The pages right below one, in order. */
  children(parent: string | null): readonly string[] {
    return this.#children.get(parent) ?? [];
  }

  /** Who has a slug. */
  holder(parent: string | null, slug: string): string | undefined {
    return this.#slugsOf(parent).get(foldSlug(slug));
  }

  /** A page goes, and all below it. */
  remove(id: string): void {
    const left = [id];
    for (let next = left.pop(); next !== undefined; next = left.pop()) {
      left.push(...this.children(next));
      this.#children.delete(next);
      this.#leave(next, true);
    }
  }

  /** A page goes below `parent`, at a position that holds now. */
  place(id: string, parent: string | null, position: PagePosition, slug: string): void {
    this.#leave(id, position !== "stays");
    if (position !== "stays") {
      const siblings = this.#children.get(parent) ?? [];
      siblings.splice(position.at ?? siblings.length, 0, id);
      this.#children.set(parent, siblings);
    }
    const place = { parent, slug: foldSlug(slug) };
    this.#places.set(id, place);
    this.#slugsOf(parent).set(place.slug, id);
  }

  /** A slug for now, for a page that would have another, which a page that may leave it still has. */
  await(page: string, parent: string | null, slug: string, planned: ReadonlySet<string>): string {
    this.#awaited.push({ page, parent, slug });
    let number = 1;
    let free = numberedSlug(slug, number);
    for (; this.holder(parent, free) !== undefined || planned.has(free); free = numberedSlug(slug, number))
      number += 1;
    return free;
  }

  /** The slugs that were waited for and have come free. */
  granted(): { readonly page: string; readonly slug: string }[] {
    const free = this.#awaited.filter(({ parent, slug }) => this.holder(parent, slug) === undefined);
    for (const { page, parent, slug } of free) this.place(page, parent, "stays", slug);
    return free;
  }

  #leave(id: string, fromSiblings: boolean): void {
    const place = this.#places.get(id);
    if (place === undefined) return;
    const slugs = this.#slugsOf(place.parent);
    if (slugs.get(place.slug) === id) slugs.delete(place.slug);
    const siblings = this.#children.get(place.parent);
    const index = fromSiblings ? (siblings?.indexOf(id) ?? -1) : -1;
    if (index >= 0) siblings?.splice(index, 1);
  }

  #slugsOf(parent: string | null): Map<string, string> {
    const slugs = this.#slugs.get(parent) ?? new Map<string, string>();
    this.#slugs.set(parent, slugs);
    return slugs;
  }
}
