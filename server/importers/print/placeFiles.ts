/** Where everything of an export lies: what was imported where it lay, what is new beside what it belongs to. */
import { numberedSlug } from "../../../engine/slug.ts";
import { openPace } from "../../turns/pace.ts";
import { assetPaths, exportPaths, followParents, type KeptPath } from "../exportPaths.ts";
import type { ExportableContent, ExportPlaces } from "../exported.ts";
import { type LinkTarget, openLookup } from "../linkTargets.ts";
import { slugOf } from "../pageNames.ts";
import { listPages } from "../planned.ts";
import type { SourceOrigin } from "./origin.ts";
import type { PrintedLinks } from "./printBody.ts";
import { namedFiles } from "./printSettings.ts";
import { targetsOf } from "./toldTree.ts";

/**
 * Gives everything its place.
 * @param without the pages that need no file
 * @param pages where pages lay
 */
export function placeContent(
  content: ExportableContent,
  origin: SourceOrigin,
  without: ReadonlySet<string>,
  pages = keptPages(origin),
): ExportPlaces {
  const { objects, settling, root, summaryPath } = origin;
  const occupied = [...origin.occupied, ...gonePaths(content, origin)];
  const keptOf = (id: string, role: string): string | undefined => {
    const entry = objects.get(id);
    return entry?.role === role ? entry.path : undefined;
  };
  const files = placeAll(
    content.files.map(({ id }) => [id, keptOf(id, "file")]),
    (ids, taken) => {
      const names = new Map(content.files.map(({ id, name }) => [id, name]));
      return assetPaths(
        ids.map((id) => names.get(id) ?? ""),
        [...taken, ...occupied],
      );
    },
  );
  const reusable = placeAll(
    content.reusable.map(({ id }) => [id, keptOf(id, "reusable")]),
    (ids, taken) => includePaths(content, ids, new Set([...taken, ...occupied])),
  );
  const taken = [...files.values(), ...reusable.values(), ...[...settling.values()].map(({ path }) => path)];
  const places = { root, pages, without, taken: [...taken, ...occupied, summaryPath] };
  return { pages: exportPaths(content.pages, places), files, reusable, summary: summaryPath };
}

/** Where everything lies, and what stands in the place of pages without a file. */
interface PlacedTree {
  readonly places: ExportPlaces;
  readonly keys: ReadonlyMap<string, string>;
}

/**
 * The same where folders alone are to tell the tree: what stands below another page than before lies there.
 * @param now where everything lies while files stay where they are
 * @returns undefined where they have to stay there
 */
export function placeByFolders(
  content: ExportableContent,
  origin: SourceOrigin,
  now: PlacedTree,
): PlacedTree | undefined {
  // A file that may not be touched goes on saying where others were.
  if (origin.pinned.size > 0) return undefined;
  const { root, readme, objects } = origin;
  const titles = new Map(listPages(content.pages).map(({ id, title }) => [id, title]));
  // The name of a folder tells the title that it had.
  const named = new Map([...now.keys].filter(([id]) => objects.get(id)?.spelling.title === titles.get(id)));
  const folders = new Map(
    [...objects].flatMap(([id, { role, path }]) =>
      role === "place" && path.endsWith("/") ? [[id, path] as const] : [],
    ),
  );
  const found = followParents(content.pages, {
    root,
    readme,
    pages: keptPages(origin),
    keys: named,
    folders,
  });
  const places = placeContent(content, origin, new Set(found.keys.keys()), found.pages);
  const then = { places, keys: found.keys };
  return settingsMiss(origin, now, then) ? undefined : then;
}

/** Whether the settings name a file that lies elsewhere then: nobody writes them anew. */
function settingsMiss(origin: SourceOrigin, now: PlacedTree, then: PlacedTree): boolean {
  const { settings } = origin.settled;
  if (settings === undefined) return false;
  const { lookup } = linksOf({ ...now, origin });
  const named = namedFiles(settings.yaml, origin.root, lookup);
  const placeIn = ({ places, keys }: PlacedTree, id: string): string | undefined =>
    places.pages.get(id)?.path ?? keys.get(id);
  return [...now.places.pages.keys(), ...now.keys.keys()].some((id) => {
    const place = placeIn(now, id) ?? "";
    return named.has(place) && placeIn(then, id) !== place;
  });
}

const keptPages = ({ objects, pinned }: SourceOrigin): ReadonlyMap<string, KeptPath> =>
  new Map(
    [...objects].flatMap(([id, { role, path, spelling }]) =>
      role === "page" ? [[id, { path, slug: spelling.slug ?? "", isPinned: pinned.has(id) }] as const] : [],
    ),
  );

/** Where lies what is gone, and whose file stays. */
function gonePaths(content: ExportableContent, { objects, pinned }: SourceOrigin): string[] {
  if (pinned.size === 0) return [];
  const there = new Set([...listPages(content.pages), ...content.reusable].map(({ id }) => id));
  return [...pinned.keys()].flatMap((id) => (there.has(id) ? [] : (objects.get(id)?.path ?? [])));
}

/** Each thing's own path, where it has one that nothing before it has; new ones for the rest. */
function placeAll(
  things: readonly (readonly [id: string, kept: string | undefined])[],
  place: (ids: readonly string[], taken: ReadonlySet<string>) => readonly string[],
): Map<string, string> {
  const taken = new Set<string>();
  const kept = new Map<string, string>();
  for (const [id, path] of things) {
    if (path === undefined || taken.has(path)) continue;
    taken.add(path);
    kept.set(id, path);
  }
  const fresh = things.flatMap(([id]) => (kept.has(id) ? [] : [id]));
  const paths = place(fresh, taken);
  const placed = new Map([...kept, ...fresh.map((id, index) => [id, paths[index] ?? ""] as const)]);
  return new Map(things.map(([id]) => [id, placed.get(id) ?? ""]));
}

function includePaths(
  { reusable }: ExportableContent,
  ids: readonly string[],
  kept: ReadonlySet<string>,
): string[] {
  const titles = new Map(reusable.map(({ id, title }) => [id, title]));
  const taken = new Set(kept);
  return ids.map((id) => {
    const slug = slugOf(titles.get(id) ?? "");
    const path = (name: string): string => `.gitbook/includes/${name}.md`;
    let free = slug;
    for (let number = 1; taken.has(path(free)); number += 1) free = numberedSlug(slug, number);
    taken.add(path(free));
    return path(free);
  });
}

/** The keys of pages that had no file when they were imported, and still need none: no text, and no link to them. */
export async function keysOf(
  content: ExportableContent,
  { objects }: SourceOrigin,
): Promise<Map<string, string>> {
  const keys = new Map<string, string>();
  for (const page of listPages(content.pages)) {
    const entry = objects.get(page.id);
    const isBare =
      page.type === "document" &&
      page.body === "" &&
      page.linkTitle === undefined &&
      Object.keys(page.meta).length === 0;
    if (entry?.role === "place" && isBare) keys.set(page.id, entry.path);
  }
  if (keys.size === 0) return keys;
  const texts = [...listPages(content.pages), ...content.reusable].map(({ body }) => body);
  const pause = openPace();
  for (const text of texts) {
    const read = typeof text === "string" ? text : await text();
    for (const [, id = ""] of read.matchAll(/\/pages\/([A-Za-z0-9_-]{1,64})/g))
      // A folder can be linked to; a name in a table of contents can't.
      if (keys.get(id)?.endsWith("/") === false) keys.delete(id);
    await pause();
  }
  return keys;
}

/** What destinations mean in the files. */
export function linksOf({
  places,
  keys,
  origin: { root, objects },
  keepsGone = false,
}: {
  readonly places: ExportPlaces;
  readonly keys: ReadonlyMap<string, string>;
  readonly origin: Pick<SourceOrigin, "root" | "objects">;
  /** Whether links to what is gone go on saying where it was. */
  readonly keepsGone?: boolean;
}): PrintedLinks {
  const former = (kind: LinkTarget["kind"], id: string): { target: undefined; path: string } | undefined => {
    const entry = keepsGone ? objects.get(id) : undefined;
    return entry?.role === kind ? { target: undefined, path: entry.path } : undefined;
  };
  return {
    lookup: openLookup(root, targetsOf({ places, keys }, true)),
    targetOf(kind, id) {
      if (kind === "page") {
        const path = places.pages.get(id)?.path ?? keys.get(id);
        return path === undefined ? former(kind, id) : { target: { kind, key: path }, path };
      }
      const path = (kind === "file" ? places.files : places.reusable).get(id);
      return path === undefined ? former(kind, id) : { target: { kind, path }, path };
    },
  };
}
