import { byCodeUnit } from "./files.ts";
import { checkSlug, slugFromTitle } from "../../engine/slug.ts";

/** The names under which a file is the page of its folder, without extension and in lower case. */
const FOLDER_PAGES = ["readme", "index", "_index"];
const EXTENSION = /\.(?:md|markdown)$/i;
/** "01-", "2. ", "010_": written for the order in a folder listing. Years and versions keep their numbers. */
const ORDER_PREFIX = /^(?:0\d{1,3}|\d{1,2})[-_. ]+(?=\p{L})/u;
const natural = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Whether a path is that of a page's text. */
export function isMarkdown(path: string): boolean {
  return EXTENSION.test(path);
}

/** Whether a path is that of Markdown with components, which becomes Markdown when it is imported. */
export function isMdx(path: string): boolean {
  return /\.mdx$/i.test(path);
}

/** "a/b/c.md" → "a/b"; "" for what lies at the top. */
export function folderOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** "a/b/c.md" → "c.md". */
export function baseName(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

/** "a/b/c.md" → "c". Other extensions stay, for a page may be called "v1.2". */
export function pageName(path: string): string {
  return baseName(path).replace(EXTENSION, "");
}

/** How well a file's name says that it is the page of its folder: 0 is best, undefined is not at all. */
export function folderPageRank(path: string): number | undefined {
  const rank = FOLDER_PAGES.indexOf(pageName(path).toLowerCase());
  return isMarkdown(path) && rank >= 0 ? rank : undefined;
}

/**
 * The slug that a page's file stands for: its name, or its folder's name when it is the folder's page. As in GitBook,
 * "&" is a word.
 */
export function slugOfPath(path: string): string {
  const folder = folderOf(path);
  const name = folderPageRank(path) !== undefined && folder !== "" ? baseName(folder) : pageName(path);
  return slugOf(name.replaceAll("&", " and "));
}

/** A name without its order prefix: "01-intro" → "intro". */
export function withoutOrder(name: string): string {
  return name.replace(ORDER_PREFIX, "");
}

/** A title for what has none but a file name: "01-getting_started" → "Getting started". */
export function titleOfName(name: string): string {
  const words = withoutOrder(name)
    .replace(/[-_\s]+/g, " ")
    .trim();
  const [first = ""] = words;
  return first.toUpperCase() + words.slice(first.length);
}

/** Orders names as people do: 2 before 10, letters without regard to case. */
export function byName(a: string, b: string): number {
  return natural.compare(a, b) || byCodeUnit(a, b);
}

/** The slug that a name stands for: itself when it is one, else what a title of that name would give. */
export function slugOf(name: string): string {
  const checked = checkSlug(name);
  return "slug" in checked ? checked.slug : slugFromTitle(name);
}

/** A path below a folder ("" being the top). */
export function below(folder: string, path: string): string {
  if (path === "" || folder === "") return path === "" ? folder : path;
  return `${folder}/${path}`;
}
