/** Which file of a new state is which of the last one by what is in it, whatever the paths are. */
import { contentHash } from "../../../engine/hash.ts";
import type { Pause } from "../../../engine/node.ts";
import { openPace } from "../../turns/pace.ts";
import { byCodeUnit } from "../files.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { isMarkdown } from "../pageNames.ts";
import { decodeText } from "../text.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { followSame } from "./followSame.ts";
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
/** Characters of them, since one line may be as long as a page. */
const MOST_CHARACTERS_KEPT = 32_000_000;
/** Characters of a line that is compared by its hash: among long texts that begin alike, none is found quickly. */
const LONG_LINE = 1_000;
/** Lines between two pauses. */
const STEP = 200;

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
  const left = await followSame(entries, files, followed);
  await followAlike(left, { files, read, followed });
  return followed;
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
  const { old, holders } = await formerLines(before, read, pause);
  const pairs: Pair[] = [];
  for (const path of now) {
    const { lines } = await linesOf(files.get(path)?.id ?? "", read);
    let telling = 0;
    const shared = new Map<number, number>();
    await inSteps(lines, pause, (line) => {
      const having = holders.get(line) ?? [];
      if (having.length > COMMON) return;
      telling++;
      for (const index of having) shared.set(index, (shared.get(index) ?? 0) + 1);
    });
    for (const [index, count] of shared) {
      const { entry, telling: others } = old[index] as Former;
      const alike = (2 * count) / (telling + others);
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

interface Former {
  readonly entry: RepositoryEntry;
  /** How many lines it has that few have. */
  telling: number;
}

interface FormerLines {
  readonly old: readonly Former[];
  /** Who has a line, by their places in `old`. */
  readonly holders: ReadonlyMap<string, readonly number[]>;
}

/** The lines of former files, of as many as there is room for. */
async function formerLines(
  before: readonly RepositoryEntry[],
  read: ReadObject,
  pause: Pause,
): Promise<FormerLines> {
  const old: Former[] = [];
  const holders = new Map<string, number[]>();
  let [room, characters] = [MOST_LINES_KEPT, MOST_CHARACTERS_KEPT];
  for (const entry of before) {
    const { lines, length } = await linesOf(entry.file?.id ?? "", read);
    // One that is too large for what is left takes no place of smaller ones.
    if (lines.size > room || length > characters) continue;
    room -= lines.size;
    characters -= length;
    await inSteps(lines, pause, (line) => {
      const having = holders.get(line);
      if (having === undefined) holders.set(line, [old.length]);
      else having.push(old.length);
    });
    old.push({ entry, telling: 0 });
    await pause();
  }
  await inSteps(holders.values(), pause, (having) => {
    if (having.length > COMMON) return;
    for (const index of having) (old[index] as Former).telling++;
  });
  return { old, holders };
}

async function inSteps<T>(all: Iterable<T>, pause: Pause, take: (one: T) => void): Promise<void> {
  let taken = 0;
  for (const one of all) {
    take(one);
    if (++taken % STEP === 0) await pause();
  }
}

interface Lines {
  readonly lines: ReadonlySet<string>;
  /** Of the text, which its lines keep in memory. */
  readonly length: number;
}

async function linesOf(id: string, read: ReadObject): Promise<Lines> {
  let bytes: Uint8Array;
  try {
    bytes = await read(id, IMPORT_LIMITS.pageBytes);
  } catch {
    // What is not here any more, or too large to be a page, is alike to nothing: its page counts as gone, the new file as new.
    return { lines: new Set(), length: 0 };
  }
  const decoded = decodeText(bytes);
  if ("refused" in decoded) return { lines: new Set(), length: 0 };
  const { text } = decoded;
  const lines = text.split(/\r\n|\n/, MOST_LINES).map((line) => line.trim());
  const telling = lines.filter((line) => line !== "" && !/^[-*_=~`|: ]+$/.test(line));
  return {
    lines: new Set(telling.map((line) => (line.length > LONG_LINE ? contentHash(line) : line))),
    length: text.length,
  };
}
