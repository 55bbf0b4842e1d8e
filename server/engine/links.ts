import type { Draft, DraftMap } from "./draft.ts";
import { getFromMap, getManyFromMap, keyPrefix, lastKeyPart, prefixInMap, sliceOfMap } from "./mapRead.ts";
import type { NodeReader, RevisionRoot } from "./node.ts";
import { fieldTargets } from "./page.ts";
import type { LinkTargets, Page } from "./page.ts";
import { BROKEN, backlinkKey, targetInRevision } from "./revision.ts";

/** Something that links to a target, and how often. */
export interface Backlink {
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

/** How many links a revision has, and how many of them lead to nothing; equal links of one page count once. */
export async function countLinks(
  nodes: NodeReader,
  root: RevisionRoot,
): Promise<{ total: number; broken: number }> {
  const { start, end } = await prefixInMap(nodes, root.backlinks, BROKEN);
  return { total: root.backlinks?.[1] ?? 0, broken: end - start };
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
  await refileBacklinks(draft, new Set(sources));
  for (const [source, targets] of before) {
    for (const target of Object.keys(targets)) {
      draft.backlinks.set(backlinkKey(filed(target, wereBroken), source), undefined);
    }
    await draft.nodes.pause();
  }
  for (const [source, targets] of after) {
    for (const [target, count] of Object.entries(targets)) {
      draft.backlinks.set(backlinkKey(filed(target, areBroken), source), count);
    }
    await draft.nodes.pause();
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

/** Adds what a page's own fields link to. */
function addTargets(links: LinkTargets, page: Page | undefined): LinkTargets {
  const named = page === undefined ? [] : fieldTargets(page);
  if (named.length === 0) return links;
  const all: Record<string, number> = { ...links };
  for (const target of named) all[target] = (all[target] ?? 0) + 1;
  return all;
}

/** Moves the links to what came or went between "<target>" and "broken:<target>", but for the sources given. */
async function refileBacklinks(draft: Draft, except: ReadonlySet<string>): Promise<void> {
  if (draft.base.backlinks === null) return;
  for (const { target, exists } of await appearances(draft)) {
    await draft.nodes.pause();
    const [from, to] = exists ? [BROKEN + target, target] : [target, BROKEN + target];
    const { backlinks } = await linksTo(draft.nodes, draft.base, from);
    for (const { source, count } of backlinks) {
      if (except.has(source)) continue;
      draft.backlinks.set(backlinkKey(from, source), undefined);
      draft.backlinks.set(backlinkKey(to, source), count);
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
