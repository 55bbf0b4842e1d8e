/** Taking some changes of a body back, block by block. */
import type { Steps } from "../steps.ts";
import { alignSteps, type Pair } from "./align.ts";
import { blocksSteps } from "./blockIds.ts";
import { BlockJoin } from "./joinBlocks.ts";
import { pairAlike } from "./pairAlike.ts";
import { parseSteps } from "./parse.ts";
import { keyOf, lineStart } from "./segments.ts";
import { isDeep, staysBeside } from "./staysBeside.ts";

/** A block at the top with its indentation and the lines behind it, and the ids of it and of the blocks in it. */
interface ChangedSegment {
  readonly key: string;
  readonly text: string;
  readonly ids: readonly string[];
  /** What kind of block it is. */
  readonly kind: string;
}

interface RevertedBody {
  readonly text: string;
  /** Ids that are of no changed block, on neither side. */
  readonly unknown: readonly string[];
  /** Whether an indented block would be a part of a list or a footnote that it stood behind in neither version. */
  readonly isNested: boolean;
}

/**
 * A body with some of its changes taken back. A change is named by the id of a block that it brought, changed or took
 * away; blocks inside others stand for the one at the top. What is not named stays as it is now.
 */
export function* revertBlocks(now: string, before: string, ids: readonly string[]): Steps<RevertedBody> {
  const [present, past] = [yield* segmentsOf(now), yield* segmentsOf(before)];
  const joining = new BlockJoin();
  for (const segments of [present, past]) joining.learn(segments.map(({ text }) => text));
  const wanted = new Set(ids);
  const seen = new Set<string>();
  const isNamed = (segments: readonly ChangedSegment[]): boolean => {
    const named = segments.flatMap((segment) => segment.ids.filter((id) => wanted.has(id)));
    for (const id of named) seen.add(id);
    return named.length > 0;
  };
  const parts: string[] = [];
  const addGap = function* (old: readonly ChangedSegment[], here: readonly ChangedSegment[]): Steps<void> {
    for (const [was, is] of yield* changesIn(old, here)) {
      const isReverted = isNamed([...was, ...is]);
      for (const { text } of isReverted ? was : is) parts.push(text);
    }
  };
  let [x, y] = [0, 0];
  const keys = (segments: readonly ChangedSegment[]) => segments.map(({ key }) => key);
  for (const [nextX, nextY] of yield* alignSteps(keys(past), keys(present))) {
    yield* addGap(past.slice(x, nextX), present.slice(y, nextY));
    parts.push((present[nextY] as ChangedSegment).text);
    [x, y] = [nextX + 1, nextY + 1];
  }
  yield* addGap(past.slice(x), present.slice(y));
  // The end is that of the text whose blocks stand there: what was removed behind it leaves no empty lines.
  const ending = seen.size > 0 ? before : now;
  const text = joining.join(parts).trimEnd();
  const isNested = yield* someNested(parts, [past, present]);
  return {
    isNested,
    text: text === "" ? "" : text + ending.slice(ending.trimEnd().length),
    unknown: ids.filter((id) => !seen.has(id)),
  };
}

function* someNested(
  parts: readonly string[],
  versions: readonly (readonly ChangedSegment[])[],
): Steps<boolean> {
  const pair = (former: string, text: string): string => `${former.length} ${former}${text}`;
  const known = new Set<string>();
  for (const segments of versions) {
    for (const [at, { text }] of segments.entries()) {
      if (at > 0 && isDeep(text)) known.add(pair(segments[at - 1]!.text, text));
    }
  }
  for (const [at, text] of parts.entries()) {
    const former = parts[at - 1];
    if (former === undefined || !isDeep(text) || known.has(pair(former, text))) continue;
    if (!(yield* staysBeside(former.trimEnd(), "\n\n", text))) return true;
  }
  return false;
}

type Change = readonly [was: readonly ChangedSegment[], is: readonly ChangedSegment[]];

/**
 * Blocks between two that stayed: one by one where there are as many; else those that are alike together, and each of
 * the others by itself, as a reader is shown them.
 */
function* changesIn(old: readonly ChangedSegment[], here: readonly ChangedSegment[]): Steps<Change[]> {
  const changes: Change[] = [];
  let [x, y] = [0, 0];
  const addUpTo = (toX: number, toY: number): void => {
    for (const was of old.slice(x, toX)) changes.push([[was], []]);
    for (const is of here.slice(y, toY)) changes.push([[], [is]]);
  };
  const pairs: readonly Pair[] =
    old.length === here.length ? old.map((_, at) => [at, at] as const) : yield* pairAlike(old, here);
  for (const [from, to] of pairs) {
    addUpTo(from, to);
    changes.push([[old[from] as ChangedSegment], [here[to] as ChangedSegment]]);
    [x, y] = [from + 1, to + 1];
  }
  addUpTo(old.length, here.length);
  return changes;
}

function* segmentsOf(source: string): Steps<ChangedSegment[]> {
  const { document } = yield* parseSteps(source);
  const entries = yield* blocksSteps(document);
  const tops = entries.filter(({ path }) => path.length === 1);
  const ids = tops.map((): string[] => []);
  for (const { id, path } of entries) ids[path[0] as number]?.push(id);
  const starts = tops.map((block, index) => (index === 0 ? 0 : lineStart(source, block)));
  return tops.map(({ type }, index) => {
    const text = source.slice(starts[index], starts[index + 1] ?? source.length);
    return { key: keyOf({ type }, text.trim()), text, ids: ids[index] ?? [], kind: type };
  });
}
