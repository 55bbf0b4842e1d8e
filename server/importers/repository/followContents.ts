/** Which file of a new state is which of the last one by what is in it, whatever the paths are. */
import { openPace } from "../../turns/pace.ts";
import { byCodeUnit } from "../files.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { isMarkdown, pageName } from "../pageNames.ts";
import { decodeText } from "../text.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import type { ReadObject } from "./source.ts";
import { mayBecome } from "./successor.ts";

/** How alike the lines of two files have to be: twice what they share over what both have. */
const ALIKE = 0.5;
/** Files on either side that are compared by their lines; more are found only where their bytes are the same. */
const MOST_COMPARED = 1_000;
/** A line that so many files have tells none of them. */
const COMMON = 50;
/** Lines of one file that are compared. */
const MOST_LINES = 20_000;
/** Lines of all former files that are kept for it: those beyond are found only with the same bytes. */
const MOST_LINES_KEPT = 500_000;

/**
 * Finds for files what they were: with the same bytes, or with most of its lines. Beyond what is compared a page is found
 * by its bytes alone, be it at its own path.
 * @param entries of files, each with an object
 */
export async function followContents(
  entries: readonly RepositoryEntry[],
  files: ReadonlyMap<string, RepositoryFile>,
  read: ReadObject,
): Promise<Map<string, RepositoryEntry>> {
  const followed = new Map<string, RepositoryEntry>();
  if (entries.length === 0 || files.size === 0) return followed;
  const left = followSame(entries, files, followed);
  await followAlike(left, { files, read, followed });
  return followed;
}

/** Files with the same bytes: of several the one at the same path, then whose name is nearest, then the first. Gives what is left. */
function followSame(
  entries: readonly RepositoryEntry[],
  files: ReadonlyMap<string, RepositoryFile>,
  followed: Map<string, RepositoryEntry>,
): RepositoryEntry[] {
  const byId = new Map<string, string[]>();
  for (const [path, { id }] of files) byId.set(id, [...(byId.get(id) ?? []), path]);
  const moved = entries.filter((entry) => {
    const isThere = files.get(entry.path)?.id === entry.file?.id;
    if (isThere) followed.set(entry.path, entry);
    return !isThere;
  });
  return moved
    .toSorted((a, b) => byCodeUnit(a.path, b.path))
    .filter((entry) => {
      const free = (byId.get(entry.file?.id ?? "") ?? [])
        .filter((path) => !followed.has(path) && mayBecome(entry, path))
        .toSorted(byCodeUnit);
      const path = free.find((one) => pageName(one) === pageName(entry.path)) ?? free[0];
      if (path !== undefined) followed.set(path, entry);
      return path === undefined;
    });
}

interface Pair {
  readonly entry: RepositoryEntry;
  readonly path: string;
  readonly alike: number;
}

async function followAlike(
  entries: readonly RepositoryEntry[],
  {
    files,
    read,
    followed,
  }: {
    readonly files: ReadonlyMap<string, RepositoryFile>;
    readonly read: ReadObject;
    readonly followed: Map<string, RepositoryEntry>;
  },
): Promise<void> {
  const pause = openPace();
  const before = entries.filter(({ path }) => isMarkdown(path)).slice(0, MOST_COMPARED);
  const now = [...files.keys()]
    .filter((path) => isMarkdown(path) && !followed.has(path))
    .toSorted(byCodeUnit)
    .slice(0, MOST_COMPARED);
  if (before.length === 0 || now.length === 0) return;
  const old: { entry: RepositoryEntry; lines: ReadonlySet<string> }[] = [];
  const holders = new Map<string, number[]>();
  let room = MOST_LINES_KEPT;
  for (const entry of before) {
    const lines = await linesOf(entry.file?.id ?? "", read);
    if ((room -= lines.size) < 0) break;
    for (const line of lines) {
      const having = holders.get(line);
      if (having === undefined) holders.set(line, [old.length]);
      else having.push(old.length);
    }
    old.push({ entry, lines });
    await pause();
  }
  const isTelling = (line: string): boolean => (holders.get(line)?.length ?? 0) <= COMMON;
  const sizes = old.map(({ lines }) => [...lines].filter(isTelling).length);
  const pairs: Pair[] = [];
  for (const path of now) {
    const lines = [...(await linesOf(files.get(path)?.id ?? "", read))].filter(isTelling);
    const shared = new Map<number, number>();
    for (const line of lines)
      for (const index of holders.get(line) ?? []) shared.set(index, (shared.get(index) ?? 0) + 1);
    for (const [index, count] of shared) {
      const { entry } = old[index] as (typeof old)[number];
      const alike = (2 * count) / (lines.length + (sizes[index] ?? 0));
      if (alike >= ALIKE && mayBecome(entry, path)) pairs.push({ entry, path, alike });
    }
    await pause();
  }
  pairs.sort(
    (a, b) => b.alike - a.alike || byCodeUnit(a.entry.path, b.entry.path) || byCodeUnit(a.path, b.path),
  );
  const used = new Set<RepositoryEntry>();
  for (const { entry, path } of pairs) {
    if (used.has(entry) || followed.has(path)) continue;
    used.add(entry);
    followed.set(path, entry);
  }
}

async function linesOf(id: string, read: ReadObject): Promise<ReadonlySet<string>> {
  let bytes: Uint8Array;
  try {
    bytes = await read(id, IMPORT_LIMITS.pageBytes);
  } catch {
    // What is not here any more, or too large to be a page, is alike to nothing: its page counts as gone, the new file as new.
    return new Set();
  }
  const decoded = decodeText(bytes);
  if ("refused" in decoded) return new Set();
  const lines = decoded.text.split(/\r\n|\n/, MOST_LINES).map((line) => line.trim());
  return new Set(lines.filter((line) => line !== "" && !/^[-*_=~`|: ]+$/.test(line)));
}
