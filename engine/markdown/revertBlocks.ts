/** Taking some changes of a body back, block by block. */
import type { Steps } from "../steps.ts";
import { alignSteps } from "./align.ts";
import { blocksSteps } from "./blockIds.ts";
import { BlockJoin } from "./joinBlocks.ts";
import { parseSteps } from "./parse.ts";

/** A block at the top with the white space behind it, and the ids of it and of the blocks in it. */
interface Segment {
  readonly key: string;
  readonly text: string;
  readonly ids: readonly string[];
}

interface RevertedBody {
  readonly text: string;
  /** Ids that are of no changed block, on neither side. */
  readonly unknown: readonly string[];
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
  const isNamed = (segments: readonly Segment[]): boolean => {
    const named = segments.flatMap((segment) => segment.ids.filter((id) => wanted.has(id)));
    for (const id of named) seen.add(id);
    return named.length > 0;
  };
  const parts: string[] = [];
  const addGap = (old: readonly Segment[], here: readonly Segment[]): void => {
    for (const [was, is] of changesIn(old, here)) {
      const isReverted = isNamed([...was, ...is]);
      for (const { text } of isReverted ? was : is) parts.push(text);
    }
  };
  let [x, y] = [0, 0];
  const keys = (segments: readonly Segment[]) => segments.map(({ key }) => key);
  for (const [nextX, nextY] of yield* alignSteps(keys(past), keys(present))) {
    addGap(past.slice(x, nextX), present.slice(y, nextY));
    parts.push((present[nextY] as Segment).text);
    [x, y] = [nextX + 1, nextY + 1];
  }
  addGap(past.slice(x), present.slice(y));
  // The end is that of the text whose blocks stand there: what was removed behind it leaves no empty lines.
  const ending = seen.size > 0 ? before : now;
  const text = joining.join(parts).trimEnd();
  return {
    text: text === "" ? "" : text + ending.slice(ending.trimEnd().length),
    unknown: ids.filter((id) => !seen.has(id)),
  };
}

type Change = readonly [was: readonly Segment[], is: readonly Segment[]];

/** Blocks between two that stayed: one by one where there are as many, or none on one side, and else together. */
function changesIn(old: readonly Segment[], here: readonly Segment[]): Change[] {
  if (old.length > 0 && here.length > 0 && old.length !== here.length) return [[old, here]];
  const most = Math.max(old.length, here.length);
  return Array.from({ length: most }, (_, at) => [old.slice(at, at + 1), here.slice(at, at + 1)]);
}

function* segmentsOf(source: string): Steps<Segment[]> {
  const { document } = yield* parseSteps(source);
  const entries = yield* blocksSteps(document);
  const tops = entries.filter(({ path }) => path.length === 1);
  const ids = tops.map((): string[] => []);
  for (const { id, path } of entries) ids[path[0] as number]?.push(id);
  return tops.map(({ start }, index) => {
    const text = source.slice(index === 0 ? 0 : start, tops[index + 1]?.start ?? source.length);
    return { key: text.trim(), text, ids: ids[index] ?? [] };
  });
}
