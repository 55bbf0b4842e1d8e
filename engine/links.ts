import type { Draft, DraftMap } from "./draft.ts";
import {
  betweenInMap,
  getFromMap,
  getManyFromMap,
  keyPrefix,
  lastKeyPart,
  prefixInMap,
  sliceOfMap,
} from "./mapRead.ts";
import type { MapEntry } from "./mapRead.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import { fieldTargets, namedTarget, SELF } from "./page.ts";
import type { LinkTargets, Page } from "./page.ts";
import { BROKEN, backlinkKey, targetInRevision, targetKey } from "./revision.ts";

/** Something that links to a target, and how often. */
interface Backlink {
  /** A page id, or "reusable:<id>". */
  readonly source: string;
  readonly count: number;
}

/** What the body of a page ("reusable:<id>": of reusable content) links to, with how often. */
export async function bodyLinks(nodes: NodeReader, root: RevisionRoot, source: string): Promise<LinkTargets> {
  return (await getFromMap<LinkTargets>(nodes, root.links, source)) ?? {};
}

/** What a page or reusable content links to: by its body, its cover and, for a link page, its target. */
export async function linksFrom(nodes: NodeReader, root: RevisionRoot, source: string): Promise<LinkTargets> {
  const page = await getFromMap<Page>(nodes, root.pages, source);
  return addTargets(await bodyLinks(nodes, root, source), page);
}

/** What links to a target, by source id; `start` and `end` are positions in that list. */
export async function linksTo(
  nodes: NodeReader,
  root: RevisionRoot,
  target: string,
  start = 0,
  end = Number.MAX_SAFE_INTEGER,
): Promise<{ readonly total: number; readonly backlinks: Backlink[] }> {
  const range = await prefixInMap(nodes, root.backlinks, keyPrefix(target));
  const entries = await sliceOfMap<number>(
    nodes,
    root.backlinks,
    range.start + start,
    Math.min(range.end, range.start + end),
  );
  return {
    total: range.end - range.start,
    backlinks: entries.map(([key, count]) => ({ source: lastKeyPart(key), count })),
  };
}

/** A key of `backlinks` as what it says. */
function readBacklink([key, count]: MapEntry<number>): Backlink & { readonly target: string } {
  const source = lastKeyPart(key);
  return { target: key.slice(0, key.length - source.length - 1), source, count };
}

/** What links to a target or to a place in it, by place and source; `start` and `end` are positions in that list. */
export async function linksInto(
  nodes: NodeReader,
  root: RevisionRoot,
  target: string,
): Promise<(Backlink & { readonly target: string })[]> {
  const [from, to] = boundsOf(target);
  return (await betweenInMap<number>(nodes, root.backlinks, from, to)).map(readBacklink);
}

/** The bounds of the keys about a target and its places ("<target>#<anchor>"): ids hold nothing that sorts between. */
function boundsOf(target: string): [from: string, to: string] {
  return [keyPrefix(target), `${target}$`];
}

/** Which of these targets lead to nothing in a revision. */
export async function brokenTargets(
  nodes: NodeReader,
  root: RevisionRoot,
  targets: readonly string[],
): Promise<Set<string>> {
  return findBroken(targets, (map, ids) => getManyFromMap(nodes, root[map], ids));
}

/**
 * Brings a draft's backlinks in step with its links, its pages, files and reusable contents. A link to something
 * absent is filed under "broken:<target>", so both what links to a page and how many links are broken can be told
 * by position. Costs what changed: the links of the pages edited, and those that lead to what came or went.
 */
export async function linkBack(draft: Draft): Promise<void> {
  const sources = [...new Set([...draft.links.touched(), ...draft.pages.touched()])];
  const before = await allLinks(sources, (map, ids) => getManyFromMap(draft.nodes, draft.base[map], ids));
  const after = await allLinks(sources, (map, ids) => (draft[map] as DraftMap<unknown>).getMany(ids));
  const wereBroken = await brokenTargets(draft.nodes, draft.base, targetsOf(before));
  const areBroken = await findBroken(targetsOf(after), (map, ids) =>
    (draft[map] as DraftMap<unknown>).getMany(ids),
  );
  const filings = new Map<string, Filing>();
  const file: FileLink = (target, source, count) => {
    const key = backlinkKey(target, source);
    draft.backlinks.set(key, count);
    const { was } = filings.get(key) ?? { was: count === undefined };
    filings.set(key, { target: targetKey(target), was, is: count !== undefined });
  };
  await refileBacklinks(draft, new Set(sources), file);
  for (const [source, targets] of before) {
    for (const target of Object.keys(targets)) file(filed(target, wereBroken), source, undefined);
    await draft.nodes.pause();
  }
  for (const [source, targets] of after) {
    for (const [target, count] of Object.entries(targets)) file(filed(target, areBroken), source, count);
    await draft.nodes.pause();
  }
  await countSources(draft, filings.values());
}

type FileLink = (target: string, source: string, count: number | undefined) => void;

/** Whether a link was there before a draft, and whether it is after it. */
interface Filing {
  readonly target: string;
  readonly was: boolean;
  readonly is: boolean;
}

/** Brings the number of sources of each target in step with the links that came and went. */
async function countSources({ targets }: Draft, filings: Iterable<Filing>): Promise<void> {
  const changes = new Map<string, number>();
  for (const { target, was, is } of filings) {
    if (was !== is) changes.set(target, (changes.get(target) ?? 0) + (is ? 1 : -1));
  }
  const known = await targets.getMany([...changes.keys()]);
  for (const [target, by] of changes) {
    const sum = (known.get(target) ?? 0) + by;
    targets.set(target, sum === 0 ? undefined : sum);
  }
}

/** The links of several sources, of one state of a revision. */
async function allLinks(
  sources: readonly string[],
  find: (map: "links" | "pages", ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<Map<string, LinkTargets>> {
  const links = (await find("links", sources)) as ReadonlyMap<string, LinkTargets>;
  const pages = (await find("pages", sources)) as ReadonlyMap<string, Page>;
  return new Map(sources.map((source) => [source, addTargets(links.get(source) ?? {}, pages.get(source))]));
}

/**
 * Adds what a page's own fields link to, and gives the places in the page itself their full names. In reusable content
 * they are places of whatever page includes it, and are left out.
 */
function addTargets(links: LinkTargets, page: Page | undefined): LinkTargets {
  const named = page === undefined ? [] : fieldTargets(page);
  const own = Object.entries(links).filter(([target]) => target.startsWith(SELF));
  if (named.length + own.length === 0) return links;
  const all: Record<string, number> = { ...links };
  const add = (target: string, count: number) => (all[target] = (all[target] ?? 0) + count);
  for (const target of named) add(target, 1);
  for (const [target, count] of own) {
    delete all[target];
    if (page !== undefined) add(namedTarget("page", page.id, target.slice(SELF.length)), count);
  }
  return all;
}

/** Moves the links to what came or went between "<target>" and "broken:<target>", but for the sources given. */
async function refileBacklinks(draft: Draft, except: ReadonlySet<string>, file: FileLink): Promise<void> {
  if (draft.base.backlinks === null) return;
  for (const { target, exists } of await appearances(draft)) {
    await draft.nodes.pause();
    for (const link of await linksInto(draft.nodes, draft.base, exists ? BROKEN + target : target)) {
      if (except.has(link.source)) continue;
      file(link.target, link.source, undefined);
      file(exists ? link.target.slice(BROKEN.length) : BROKEN + link.target, link.source, link.count);
    }
  }
}

/** The targets that exist in only one of a draft's base and the draft itself. */
async function appearances(draft: Draft): Promise<{ target: string; exists: boolean }[]> {
  const changed: { target: string; exists: boolean }[] = [];
  for (const [kind, map] of TARGET_KINDS) {
    const ids = [...draft[map].touched()];
    const before = await getManyFromMap(draft.nodes, draft.base[map], ids);
    const after = await (draft[map] as DraftMap<unknown>).getMany(ids);
    for (const id of ids) {
      if (before.has(id) !== after.has(id)) changed.push({ target: `${kind}:${id}`, exists: after.has(id) });
    }
  }
  return changed;
}

const TARGET_KINDS = [
  ["page", "pages"],
  ["file", "files"],
  ["reusable", "reusable"],
] as const;

type TargetMap = "pages" | "files" | "reusable";

async function findBroken(
  targets: readonly string[],
  find: (map: TargetMap, ids: readonly string[]) => Promise<ReadonlyMap<string, unknown>>,
): Promise<Set<string>> {
  const broken = new Set<string>();
  for (const [, map] of TARGET_KINDS) {
    const named = targets.filter((target) => targetInRevision(target)?.map === map);
    if (named.length === 0) continue;
    const found = await find(
      map,
      named.map((target) => targetInRevision(target)?.id as string),
    );
    for (const target of named) if (!found.has(targetInRevision(target)?.id as string)) broken.add(target);
  }
  return broken;
}

function filed(target: string, broken: ReadonlySet<string>): string {
  return broken.has(target) ? BROKEN + target : target;
}

function targetsOf(links: ReadonlyMap<string, LinkTargets>): string[] {
  return [...new Set([...links.values()].flatMap((targets) => Object.keys(targets)))];
}
