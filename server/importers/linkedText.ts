import type { Document } from "../../engine/markdown/document.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { uselessConditions } from "../../engine/markdown/uselessConditions.ts";
import { references } from "../../engine/markdown/references.ts";
import type { Reference } from "../../engine/markdown/references.ts";
import type { LinkLookup, LinkTarget } from "./linkTargets.ts";
import { findAddress, findTarget, leadsOutside } from "./linkTargets.ts";
import type { LinkedText, PlannedHref, PlannedLink } from "./planned.ts";

/** Syntax problems of one text that are worth a line each; more are of the same kind. */
const MAX_PROBLEMS = 20;

/** Who hears of what an import can't take as it is written. */
interface LinkListener {
  /** Of each destination that means nothing, once, as written. */
  readonly broken: (url: string) => void;
  /** Of what of the text's syntax is shown as text, and of conditions that hide from everybody. */
  readonly problem: (message: string) => void;
}

/** What an import reads a text for: plain values, so that a thread may find them. */
export interface FoundLinks {
  readonly references: readonly Reference[];
  /** What of its syntax is shown as text, and conditions that hide from everybody: the first of them. */
  readonly problems: readonly string[];
}

/** Finds what an import reads a text for. */
export type LinkFinder = (source: string) => FoundLinks | Promise<FoundLinks>;

export const findLinks = (source: string): FoundLinks => {
  const { document, problems } = parse(source);
  const useless = uselessConditions(document).slice(0, MAX_PROBLEMS);
  return {
    references: destinationsOf(document),
    problems: [
      ...new Set(problems.slice(0, MAX_PROBLEMS).map(({ message }) => message)),
      ...new Set(useless.map(({ condition, why }) => hidingProblem(condition, why))),
    ],
  };
};

/**
 * Takes the destinations of a text that mean something in its source.
 * @param found what is in the text
 * @param from the text's own file, which relative destinations begin at
 */
export function linkText(
  lookup: LinkLookup,
  from: string,
  source: string,
  found: FoundLinks,
  { broken, problem }: LinkListener,
): LinkedText {
  const links: PlannedLink[] = [];
  // A page may hold one destination a hundred thousand times.
  const known = new Map<string, LinkTarget | undefined>();
  for (const { url, start, end } of found.references) {
    if (leadsOutside(url)) {
      const target = findAddress(lookup, url);
      if (target !== undefined) links.push({ start, end, target, suffix: /#.*$/s.exec(url)?.[0] ?? "" });
      continue;
    }
    const seen = known.has(url);
    const target = seen ? known.get(url) : findTarget(lookup, from, url);
    known.set(url, target);
    if (target !== undefined) links.push({ start, end, target, suffix: suffixOf(source.slice(start, end)) });
    else if (!seen) broken(url);
  }
  for (const message of found.problems) problem(message);
  return { source, links };
}

/** What a report says of a condition that nothing makes true; it is imported as it is. */
export function hidingProblem(condition: string, why: string): string {
  return `the condition "${condition.slice(0, 80)}" hides from everybody what is under it: ${why}`;
}

/** The same for a destination that stands alone; what leads outside or nowhere has no target. */
export function linkHref(
  lookup: LinkLookup,
  from: string,
  url: string,
  broken: (url: string) => void,
): PlannedHref {
  if (leadsOutside(url)) return { url };
  const target = findTarget(lookup, from, url);
  if (target === undefined) broken(url);
  return target === undefined ? { url } : { url, target };
}

/**
 * The destinations of a body that may name something of its source. Addresses standing for themselves are left out:
 * they are text as well.
 */
export function destinationsOf(document: Document): Reference[] {
  return references(document).filter(({ syntax }) => syntax !== "auto");
}

/** The query and anchor of a destination, as written. */
export function suffixOf(destination: string): string {
  const index = destination.search(/[?#]/);
  return index < 0 ? "" : destination.slice(index);
}
