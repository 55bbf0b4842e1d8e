import { contentSourceOf, SOURCE } from "./contentSource.ts";
import type { JsonObject, Json } from "./json.ts";

const PAGE_TYPES = ["document", "group", "link", "computed"] as const;
export type PageType = (typeof PAGE_TYPES)[number];

/** How deep pages may nest. */
export const DEPTH_MAX = 100;
/** The longest title of a page or reusable content, in code points. */
export const TITLE_MAX = 250;
/** The longest title for navigation, in code points. */
export const LINK_TITLE_MAX = 100;
/** The title of a page that was given none. */
export const DEFAULT_TITLE = "Untitled";

/** The fields of a page that its editors set. Absent fields are off or empty. */
export interface PageFields {
  readonly title: string;
  /** What it is called in navigation and by those who mention it, where that is not its title. */
  readonly linkTitle?: string;
  readonly slug: string;
  readonly emoji?: string;
  readonly icon?: string;
  readonly description?: string;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  /** An expression that decides who sees the page. */
  readonly condition?: string;
  readonly layout?: JsonObject;
  readonly cover?: JsonObject;
  readonly variables?: JsonObject;
  readonly tags?: readonly Json[];
  /** Where a link page leads, as a content reference. */
  readonly target?: JsonObject;
  readonly href?: string;
  /** What a computed page is made from. */
  readonly computed?: JsonObject;
  readonly computedSeed?: string;
  /** Front matter that Lectern gives no meaning, kept for exports. */
  readonly extra?: JsonObject;
  readonly git?: JsonObject;
}

/** A page of a revision, without its subpages and without the text of its body. */
export interface Page extends PageFields {
  readonly id: string;
  readonly type: PageType;
  /** The page above, or `null` at the top. */
  readonly parent: string | null;
  /** Where it stands among its siblings; see order.ts. */
  readonly order: string;
  /** The hash of its Markdown; absent when there is none. */
  readonly body?: string;
  /** Of a page that is made of a description of an API: the operation that it is about. It is never stored. */
  readonly operation?: { readonly method: string; readonly path: string };
  /** Milliseconds. */
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** A file of a revision; its bytes are the blob `hash`. */
export interface FileEntry {
  readonly id: string;
  readonly name: string;
  readonly contentType: string;
  /** Bytes. */
  readonly size: number;
  readonly hash: string;
  /** Pixels, for images. */
  readonly width?: number;
  readonly height?: number;
  readonly createdAt: number;
  readonly git?: JsonObject;
}

/** A piece of content that several pages include. */
export interface ReusableContent {
  readonly id: string;
  readonly title: string;
  readonly body?: string;
  readonly createdAt: number;
  readonly updatedAt: number;
  readonly git?: JsonObject;
}

export type VariableValue = string | number | boolean;

/** What a tag looks like that pages carry by its name. */
export interface TagDefinition {
  readonly label: string;
  readonly icon?: string;
  /** As CSS writes it; it is shown as the nearest of the palette. */
  readonly color?: string;
}

/**
 * What a body links to, with how often: "page:<id>" (or "page:<id>#<anchor>"), "file:<id>", "reusable:<id>" for things
 * of the same revision, "self#<anchor>" for a place in the page itself, "space:<id>", "space:<id>/page:<id>" and the
 * like for things of other spaces, "openapi:<slug>", "source:<integration>", "url:<address>", "broken:<destination>" for
 * what could not be resolved.
 */
export type LinkTargets = Readonly<Record<string, number>>;

/** What a page is called where others lead to it. */
export function titleAsLink({ title, linkTitle }: Pick<Page, "title" | "linkTitle">): string {
  return linkTitle ?? title;
}

/** Pages of type link lead elsewhere and hold no pages. */
export function holdsPages(type: PageType): boolean {
  return type !== "link";
}

/** Only documents have a body of their own; a computed page's is made when it is read. */
export function holdsBody(type: PageType): boolean {
  return type === "document";
}

/** What the fields of a page link to: the images of its cover, the target of a link page, what a page is made from. */
export function fieldTargets(page: Page): string[] {
  const { cover, target, computed } = page;
  const own = [cover?.["ref"], cover?.["refDark"], target];
  const source = contentSourceOf(computed);
  const references = source === undefined ? [...own, ...dependenciesOf(computed)] : own;
  const named = references.flatMap((reference) => targetOf(reference) ?? []);
  // What a script makes pages from is shown to it alone: it leads readers of the pages to nothing.
  return source === undefined ? named : [...named, SOURCE + source.integration];
}

/** What a computed page is made from. */
function dependenciesOf(computed: JsonObject | undefined): (Json | undefined)[] {
  const dependencies = computed?.["dependencies"];
  if (typeof dependencies !== "object" || dependencies === null || Array.isArray(dependencies)) return [];
  return Object.values(dependencies as JsonObject).map((one) =>
    typeof one === "object" && one !== null && !Array.isArray(one) ? (one as JsonObject)["ref"] : undefined,
  );
}

/** The longest part of an address or anchor that names a target, in characters: keys of maps stay small. */
const NAME_MAX = 1000;

/** An address outside of any space, as a target: its host in lower case, the rest as written. */
export function urlTarget(url: string): string {
  const origin = /^[a-z][a-z0-9+.-]*:\/\/[^/?#]*/i.exec(url)?.[0] ?? "";
  return `url:${(origin.toLowerCase() + url.slice(origin.length)).slice(0, NAME_MAX)}`;
}

/** An address that means nothing in its revision, as a target. */
export function brokenTarget(url: string): string {
  return `broken:${url.slice(0, NAME_MAX)}`;
}

/** A thing of a revision as a target, with the place in it. */
export function namedTarget(kind: "page" | "file" | "reusable", id: string, anchor?: string): string {
  return `${kind}:${id}${anchor ? `#${anchor.slice(0, NAME_MAX)}` : ""}`;
}

/** A place in the page that links to it. */
export function selfTarget(anchor: string): string {
  return `${SELF}${anchor.slice(0, NAME_MAX)}`;
}

/** What the target of a place in the linking page itself begins with. */
export const SELF = "self#";

/** The link target that a content reference names. */
export function targetOf(reference: Json | undefined): string | undefined {
  if (typeof reference !== "object" || reference === null || Array.isArray(reference)) return undefined;
  const { space, ...named } = reference as JsonObject;
  const inside = insideSpace(named);
  if (typeof space !== "string") return inside ?? outsideSpace(named);
  return inside === undefined ? `space:${space}` : `space:${space}/${inside}`;
}

function insideSpace({ kind, file, page, anchor, reusableContent }: JsonObject): string | undefined {
  if (kind === "file" && typeof file === "string") return namedTarget("file", file);
  if (kind === "page" && typeof page === "string") return namedTarget("page", page);
  if (kind === "anchor" && typeof page === "string")
    return namedTarget("page", page, typeof anchor === "string" ? anchor : undefined);
  if (kind === "reusable-content" && typeof reusableContent === "string")
    return namedTarget("reusable", reusableContent);
  return undefined;
}

function outsideSpace({ kind, url, spec, user, collection }: JsonObject): string | undefined {
  if (kind === "url" && typeof url === "string") return urlTarget(url);
  if (kind === "openapi" && typeof spec === "string") return `openapi:${spec}`;
  if (kind === "user" && typeof user === "string") return `user:${user}`;
  return kind === "collection" && typeof collection === "string" ? `collection:${collection}` : undefined;
}
