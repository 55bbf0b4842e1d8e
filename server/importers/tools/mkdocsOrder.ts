/** What a folder of MkDocs says of its order itself: `.pages` of awesome-pages, `.nav.yml` of awesome-nav. */
import { openPace } from "../../turns/pace.ts";
import { folderOf } from "../pageNames.ts";
import type { FolderEntry, FolderFacts } from "./folders.ts";
import { joinPath } from "./includes.ts";
import type { NavItem } from "./project.ts";
import type { ProjectFiles } from "./projectFiles.ts";
import { field, itemsOf, literalOf, textField, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";

const NAME = /(?:^|\/)\.(?:pages|nav\.ya?ml)$/;
/** Of one file, and of all: the parser holds the thread of all others. */
const LONGEST = 64 * 1024;
const LONGEST_OF_ALL = 2 * 1024 * 1024;
const DEEPEST = 20;
/** Of one folder: each is compared with all that is there. */
const MOST_PATTERNS = 10;
const LONGEST_PATTERN = 200;
/** Of all folders: a page may be named from many of them, and a name again and again. */
const MOST_NAMES = 50_000;
const REST = "...";
/** What becomes of pages whose folder's file isn't read. */
const UNREAD = "its pages are in the order of their names, and what it hides is shown";
const BEYOND =
  "of what folders say of their order 2 MB are read: pages of the others are in the order of their names, and what they hide is shown";

export interface FolderOrders {
  /** The files that say it. */
  readonly paths: readonly string[];
  readonly of: (folder: string) => FolderFacts | undefined;
}

/** Reads what the folders below one say. */
export async function readOrders(
  files: ProjectFiles,
  { content, pages }: { readonly content: string; readonly pages: readonly string[] },
  told: ReadingNotes,
): Promise<FolderOrders> {
  const known = new Set(pages);
  const found = new Map<string, FolderFacts>();
  const paths = files.paths.filter(
    (path) => NAME.test(path) && path.startsWith(content === "" ? "" : `${content}/`),
  );
  const pace = openPace();
  const room = { names: MOST_NAMES };
  let read = 0;
  for (const path of paths) {
    await pace();
    const text = await files.text(path);
    if (text === undefined || text.length > LONGEST) {
      told.problem(path, `it is no text, or larger than 64 kB: ${UNREAD}`);
      continue;
    }
    read += text.length;
    if (read > LONGEST_OF_ALL) {
      told.unknown(BEYOND, path);
      continue;
    }
    const yaml = await files.yaml(text);
    if ("refused" in yaml) told.problem(path, `${yaml.refused}: ${UNREAD}`);
    else found.set(folderOf(path), factsOf(literalOf(yaml.value), { path, pages: known, told, room }));
  }
  return { paths, of: (folder) => found.get(folder) };
}

type Reading = Pick<Arranging, "path" | "pages" | "told" | "room">;

function factsOf(said: Literal, reading: Reading): FolderFacts {
  const { path, told } = reading;
  for (const key of ["order_by", "sort"])
    if (field(said, key) !== undefined)
      told.problem(path, `\`${key}\` of a folder is not read: its pages are in the order of their names`);
  const isDown = textField(said, "order") === "desc";
  const nav = field(said, "nav");
  const listed = Array.isArray(nav) ? nav : field(said, "arrange");
  // Of old, what was arranged had the rest behind it.
  const hasRest = field(said, "append_unmatched") === true || !Array.isArray(nav);
  const list = [...itemsOf(listed), ...(hasRest ? [REST] : [])];
  return {
    title: textField(said, "title"),
    isHidden: field(said, "hide") === true,
    arrange: (entries) =>
      arranged(isDown ? entries.toReversed() : entries, Array.isArray(listed) ? list : [REST], reading),
  };
}

interface Arranging {
  readonly folder: string;
  readonly path: string;
  readonly told: ReadingNotes;
  readonly pages: ReadonlySet<string>;
  /** What is there, by each of its paths. */
  readonly there: ReadonlyMap<string, FolderEntry>;
  /** What no name has taken yet. */
  readonly left: Set<FolderEntry>;
  /** How many names of all folders may still be looked at. */
  readonly room: { names: number };
  patterns: number;
}

function arranged(entries: readonly FolderEntry[], list: readonly Literal[], reading: Reading): NavItem[] {
  const there = new Map(entries.flatMap((entry) => entry.paths.map((one) => [one, entry] as const)));
  const state: Arranging = {
    ...reading,
    folder: folderOf(reading.path),
    there,
    left: new Set(entries),
    patterns: 0,
  };
  // Names first: the rest is what none of them takes, wherever it stands.
  const named = new Map<Place, NavItem>();
  const items = list.flatMap((one) => placesOf(state, one, 0));
  for (const place of items) takeNames(state, place, named);
  return items.flatMap((place) => itemsAt(state, place, named));
}

/** What an entry of the list stands for: a name, a pattern for the rest, or a part with entries of its own. */
type Place =
  | { readonly name: string; readonly title: string | undefined }
  | { readonly pattern: string }
  | { readonly title: string; readonly items: readonly Place[] };

function placesOf(state: Arranging, written: Literal, depth: number): Place[] {
  if (depth > DEEPEST) return [];
  if (typeof written === "string") return placeOf(state, written, undefined);
  if (!(written instanceof Map)) return [];
  const pattern = textField(written, "glob");
  if (pattern !== undefined) return patternOf(state, pattern);
  return [...(written as ReadonlyMap<string, Literal>)].flatMap(([title, value]): Place[] => {
    if (typeof value === "string") return placeOf(state, value, title);
    return Array.isArray(value)
      ? [{ title, items: itemsOf(value).flatMap((one) => placesOf(state, one, depth + 1)) }]
      : [];
  });
}

function placeOf(state: Arranging, written: string, title: string | undefined): Place[] {
  const asked = /^\.\.\.\s*(?:\|\s*(?:flat\s*(?:\||$)\s*)?(.*))?$/.exec(written);
  if (asked === null && (title !== undefined || !written.includes("*"))) return [{ name: written, title }];
  const pattern = asked === null ? written : (asked[1] ?? "").replace(/^glob=/, "");
  if (!pattern.startsWith("regex=")) return patternOf(state, pattern);
  const shown = written.slice(0, LONGEST_PATTERN);
  state.told.problem(state.path, `\`${shown}\` asks for names by a regular expression: it is left out`);
  return [];
}

function patternOf(state: Arranging, pattern: string): Place[] {
  // All that is left is compared with nothing, and is never left out: its pages would be hidden.
  if (pattern === "") return [{ pattern }];
  if (state.patterns++ < MOST_PATTERNS && pattern.length <= LONGEST_PATTERN) return [{ pattern }];
  state.told.unknown(
    `a folder's order has more than ${MOST_PATTERNS} patterns: the rest is left out`,
    state.path,
  );
  return [];
}

function takeNames(state: Arranging, place: Place, named: Map<Place, NavItem>): void {
  if ("items" in place) for (const one of place.items) takeNames(state, one, named);
  if (!("name" in place)) return;
  if (state.room.names-- <= 0) {
    state.told.unknown("of what folders name in their orders 50,000 names are read", state.path);
    return;
  }
  const { name, title } = place;
  const titled = title === undefined ? {} : { title };
  if (/^(?:https?:|mailto:|\/)/.test(name)) {
    named.set(place, { title: title ?? name, href: name });
    return;
  }
  const path = joinPath(state.folder, name) ?? "";
  const entry = state.there.get(path);
  if (entry !== undefined) {
    if (state.left.delete(entry) && !entry.isHidden) named.set(place, { ...entry.item, ...titled });
  } else if (state.pages.has(path)) named.set(place, { path, ...titled });
  else state.told.problem(state.path, `it names ${name.slice(0, 200)}, which is not there`);
}

function itemsAt(state: Arranging, place: Place, named: ReadonlyMap<Place, NavItem>): NavItem[] {
  if ("items" in place)
    return [{ title: place.title, items: place.items.flatMap((one) => itemsAt(state, one, named)) }];
  if ("name" in place) return [named.get(place)].filter((item) => item !== undefined);
  const isMatch = matcher(place.pattern, state.folder);
  const taken = [...state.left].filter((entry) => entry.paths.some((path) => isMatch(path, entry.isFolder)));
  for (const entry of taken) state.left.delete(entry);
  return taken.flatMap(({ item, isHidden }) => (isHidden ? [] : [item]));
}

/** Whether a name has the parts between the stars, in their order. "" is anything; a slash at the end asks for folders. */
function matcher(pattern: string, folder: string): (path: string, isFolder: boolean) => boolean {
  if (pattern === "") return () => true;
  const isOfFolders = pattern.endsWith("/");
  const parts = pattern
    .replace(/\/$/, "")
    .replace(/^\*\*\//, "")
    .split(/\*+/);
  const [first = "", ...rest] = parts;
  const last = rest.pop();
  return (path, isFolder) => {
    const name = path.slice(folder === "" ? 0 : folder.length + 1);
    if (isOfFolders && !isFolder) return false;
    if (last === undefined) return name === first;
    if (!name.startsWith(first)) return false;
    let at = first.length;
    for (const part of rest) {
      const found = name.indexOf(part, at);
      if (found < 0) return false;
      at = found + part.length;
    }
    return name.length - last.length >= at && name.endsWith(last);
  };
}
