/** Conditions of a text that hide what is under them from everybody, because nothing can make them true. */
import { whyUseless } from "../expression/useless.ts";
import type { Document } from "./document.ts";
import { parse } from "./parse.ts";
import { walkBlocks } from "./walk.ts";

interface UselessCondition {
  /** As written. */
  readonly condition: string;
  /** A sentence or the start of one, for whoever wrote it. */
  readonly why: string;
}

/** Those of a text, in its order. */
export function uselessConditionsIn(text: string): UselessCondition[] {
  // Most texts have none, and parsing is most of what writing one costs.
  return /\{%-?\s*if\b/.test(text) ? uselessConditions(parse(text).document) : [];
}

/** Those of a document, in its order. Equal ones are read once. */
export function uselessConditions(document: Document): UselessCondition[] {
  const known = new Map<string, string | undefined>();
  const found: UselessCondition[] = [];
  for (const { block } of walkBlocks(document)) {
    if (block.type !== "if") continue;
    const { expression: condition } = block;
    if (!known.has(condition)) known.set(condition, whyUseless(condition));
    const why = known.get(condition);
    if (why !== undefined) found.push({ condition, why });
  }
  return found;
}
