import { encodeNode } from "./node.ts";
import type { RevisionRoot } from "./node.ts";
import { contentHash } from "./hash.ts";
import { compoundKey, keyPrefix } from "./mapRead.ts";
import { foldSlug } from "./slug.ts";

/** A revision without any content. */
export const EMPTY_REVISION: RevisionRoot = {
  backlinks: null,
  children: null,
  files: null,
  links: null,
  pages: null,
  reusable: null,
  slugs: null,
  tags: null,
  targets: null,
  variables: null,
};

/** The hash under which {@link EMPTY_REVISION} is stored. */
export const EMPTY_ROOT: string = contentHash(encodeNode(EMPTY_REVISION));

/** Key of a page among its siblings, in the map `children`. */
export function childKey(page: {
  readonly parent: string | null;
  readonly order: string;
  readonly id: string;
}): string {
  return compoundKey(page.parent ?? "", page.order, page.id);
}

/** Prefix of the keys of a page's subpages (`null`: of the pages at the top). */
export function childPrefix(parent: string | null): string {
  return keyPrefix(parent ?? "");
}

/** Key of a page by its address below its parent, in the map `slugs`. */
export function slugKey(parent: string | null, slug: string): string {
  return compoundKey(parent ?? "", foldSlug(slug));
}

/** Key of one link, in the map `backlinks`. */
export function backlinkKey(target: string, source: string): string {
  return compoundKey(target, source);
}

/** Key of a target, in the map `targets`: as it stands in the keys of `backlinks`. */
export function targetKey(target: string): string {
  return compoundKey(target);
}

/** Under what a body of reusable content is a source of links. */
export function reusableSource(id: string): string {
  return `reusable:${id}`;
}

export const BROKEN = "broken:";

/** What a link target names in its own revision, when it does: the map to look in and the id there. */
export function targetInRevision(
  target: string,
): { readonly map: "pages" | "files" | "reusable"; readonly id: string } | undefined {
  const colon = target.indexOf(":");
  const map = TARGET_MAPS[target.slice(0, colon)];
  return map === undefined ? undefined : { map, id: target.slice(colon + 1).split("#", 1)[0] as string };
}

const TARGET_MAPS: Readonly<Record<string, "pages" | "files" | "reusable" | undefined>> = Object.assign(
  Object.create(null),
  { page: "pages", file: "files", reusable: "reusable" },
);
