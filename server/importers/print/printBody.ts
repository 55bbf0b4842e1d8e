/** A body as its file has it: what is stored by ids is written as destinations again, as they were where they still fit. */
import { replaceRanges } from "../../../engine/markdown/edits.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import type { Reference } from "../../../engine/markdown/references.ts";
import { relativeUrl } from "../exportPaths.ts";
import { destinationsOf, suffixOf } from "../linkedText.ts";
import { findTarget, leadsOutside, type LinkLookup, type LinkTarget } from "../linkTargets.ts";
import { folderOf } from "../pageNames.ts";
import { readStoredUrl } from "../storedUrls.ts";
import { movedUrl } from "./movedUrl.ts";
import { openSpellings, type SourceEntry, type SourceSpelling } from "./sourceEntry.ts";

/** Where destinations lead in the files that are written. */
export interface PrintedLinks {
  readonly lookup: LinkLookup;
  /** What a stored destination is in the lookup, and its path; of what is gone the path alone. */
  readonly targetOf: (
    kind: LinkTarget["kind"],
    id: string,
  ) => { readonly target: LinkTarget | undefined; readonly path: string } | undefined;
}

/** A body as its file has it, and the spellings to be noted of it. */
interface PrintedBody extends Pick<SourceSpelling, "links"> {
  readonly text: string;
}

/**
 * Writes a body for the file `from`. What is no destination of the space's leads where it has led from the file of before.
 * @param entry that of the file of before
 * @param found what it links to, where that is known
 */
export function printBody(
  body: string,
  from: string,
  links: PrintedLinks,
  entry?: SourceEntry,
  found: readonly Reference[] = destinationsOf(parse(body).document),
): PrintedBody {
  const { links: written = {} } = entry?.spelling ?? {};
  const counts = new Map<string, number>();
  const spelled = openSpellings();
  const edits = found.flatMap(({ url, start, end }) => {
    const stored = body.slice(start, end);
    const count = counts.get(stored) ?? 0;
    counts.set(stored, count + 1);
    // The suffix is taken from the source: it is escaped for the place it stands in.
    const spellings = Object.hasOwn(written, stored) ? written[stored] : undefined;
    const spelling = spellings?.[count] ?? spellings?.at(-1);
    if (isRelative(url)) {
      const text = followMove(spelling ?? stored, from, entry);
      spelled.add(stored, text, stored);
      return [{ start, end, text }];
    }
    const path = url.replace(/[?#].*$/s, "");
    const text = printUrl(path, from, links, spelling, suffixOf(stored));
    if (text === undefined) return [];
    spelled.add(stored, text, printUrl(path, from, links, undefined, suffixOf(stored)));
    return [{ start, end, text }];
  });
  return { text: replaceRanges(body, edits), ...spelled.links() };
}

/** Whether a destination that is stored as it was written leads on from where its file lies. */
export const isRelative = (url: string): boolean => !leadsOutside(url) && !url.startsWith("/");

/** A relative destination as it is written in the file `from`: it leads where it has led from the file of before. */
export function followMove(url: string, from: string, entry: SourceEntry | undefined): string {
  // What had no file has led nowhere.
  const former = entry === undefined || entry.role === "place" ? from : entry.path;
  return movedUrl(url, folderOf(former), folderOf(from));
}

/**
 * A stored destination as it is written in the file `from`; undefined for anything else and for what has no file.
 * @param spelling how it was written, taken again where it still leads there
 */
export function printUrl(
  url: string,
  from: string,
  { lookup, targetOf }: PrintedLinks,
  spelling: string | undefined,
  suffix = "",
): string | undefined {
  const stored = readStoredUrl(url);
  const found = stored && targetOf(stored.kind, stored.id);
  if (stored === undefined || found === undefined) return undefined;
  const { target } = found;
  const leadsThere = (way: string): boolean => isSame(findTarget(lookup, from, way), target);
  if (spelling !== undefined && (leadsThere(spelling) || leadsThere(unescaped(spelling)))) return spelling;
  const way = relativeUrl(from, found.path);
  // Where something was that is gone, another thing may be by now.
  return target !== undefined || leadsThere(way) ? way + stored.suffix + suffix : undefined;
}

function isSame(one: LinkTarget | undefined, other: LinkTarget | undefined): boolean {
  if (one === undefined || other === undefined) return one === other;
  if (one.kind === "page" && other.kind === "page") return one.key === other.key;
  return one.kind === other.kind && "path" in one && "path" in other && one.path === other.path;
}

/** What Markdown and HTML read in a destination as it is written. */
function unescaped(written: string): string {
  return written.replace(/\\([!-/:-@[-`{-~])/g, "$1").replaceAll("&amp;", "&");
}
