import { newRevision } from "./change.ts";
import type { BodyInput } from "./batch.ts";
import type { NewRevision } from "./change.ts";
import { diffRevisions } from "./diff.ts";
import type { RevisionDiff } from "./diff.ts";
import { openDraft, replaceLinks, replacePages } from "./draft.ts";
import type { Draft, DraftMap } from "./draft.ts";
import { contentHash } from "./hash.ts";
import { bodyLinks } from "./links.ts";
import type { EntryChange } from "./mapDiff.ts";
import { changedAt, choose, mergePage } from "./mergePage.ts";
import type { PageConflict, Side, PageVersions } from "./mergePage.ts";
import { breakCycles, restoreParents, separateAddresses } from "./mergeTree.ts";
import type { MergingTree, RenamedPage } from "./mergeTree.ts";
import { loadRevisionRoot } from "./node.ts";
import type { NodeReader, Pause, RevisionRoot } from "./node.ts";
import type { Page, ReusableContent } from "./page.ts";
import { readPages } from "./tree.ts";
import { reusableSource } from "./revision.ts";

/** What a merge could not decide. The merged revision then has our side, or what would otherwise be lost. */
export type MergeConflict<C> =
  | PageConflict
  | ({
      readonly kind: "file" | "variable" | "tag" | "reusable";
      readonly key: string;
    } & PageVersions<unknown>)
  /** `source` is a page's id or "reusable:<id>"; `detail` comes from the merging of bodies. */
  | { readonly kind: "body"; readonly source: string; readonly detail: C };

/** Merges a body that both sides changed. The versions are hashes; absent: no body. */
export type MergeBody<C> = (
  source: string,
  versions: PageVersions<string>,
) => Promise<{ readonly body: BodyInput | null; readonly conflicts: readonly C[] }>;

export interface MergeOutcome<C> {
  readonly revision: NewRevision;
  readonly conflicts: readonly MergeConflict<C>[];
  /** Pages of theirs whose address one of ours has. */
  readonly renamed: readonly RenamedPage[];
}

interface Merging<C> {
  readonly draft: Draft;
  readonly theirs: RevisionRoot;
  readonly mergeBody: MergeBody<C>;
  readonly bodies: Map<string, string>;
  readonly reused: Set<string>;
  readonly conflicts: MergeConflict<C>[];
}

/**
 * Merges into `ours` what `theirs` has changed since `base` (hashes of roots): pages by id, each of their fields
 * for itself, bodies by `mergeBody`; files, variables, tags and reusable contents by key. The work follows what differs.
 */
export async function mergeRevisions<C>(
  stored: NodeReader,
  roots: { readonly base: string; readonly ours: string; readonly theirs: string },
  mergeBody: MergeBody<C>,
  pause?: Pause,
): Promise<MergeOutcome<C>> {
  const draft = await openDraft(stored, roots.ours, pause);
  const base = await loadRevisionRoot(stored, roots.base);
  const theirs = await loadRevisionRoot(stored, roots.theirs);
  const diff = await diffRevisions(draft.nodes, base, theirs);
  const merging: Merging<C> = {
    draft,
    theirs,
    mergeBody,
    bodies: new Map(),
    reused: new Set(),
    conflicts: [],
  };
  const renamed = await mergePages(merging, diff);
  await mergeEntries(merging, "file", draft.files, diff.files);
  await mergeEntries(merging, "variable", draft.variables, diff.variables);
  await mergeEntries(merging, "tag", draft.tags, diff.tags);
  await mergeReusable(merging, diff.reusable);
  return { revision: await newRevision(draft, merging), conflicts: merging.conflicts, renamed };
}

async function mergePages<C>(merging: Merging<C>, diff: RevisionDiff): Promise<RenamedPage[]> {
  const { draft, theirs } = merging;
  const ids = diff.pages.map(({ key }) => key);
  const ours = await readPages(draft.nodes, draft.base, ids);
  const tree: MergingTree = {
    nodes: draft.nodes,
    ours: draft.base,
    theirs,
    replaced: new Map(),
    conflicts: [],
  };
  for (const { key, before, after } of diff.pages) {
    const versions = { base: before, ours: ours.get(key), theirs: after };
    const merged = mergePage(key, versions);
    const page = await withBody(merging, merged.page, merged.body, versions);
    tree.conflicts.push(...merged.conflicts);
    tree.replaced.set(key, page);
  }
  await restoreParents(tree);
  await breakCycles(tree);
  const renamed = await separateAddresses(tree);
  merging.conflicts.push(...tree.conflicts);
  await replaceMerged(merging, tree.replaced);
  return renamed;
}

/** Puts the merged pages into the draft, with the links of those whose body is theirs or gone. */
async function replaceMerged<C>(
  { draft, theirs }: Merging<C>,
  replaced: Map<string, Page | undefined>,
): Promise<void> {
  const ours = await readPages(draft.nodes, draft.base, [...replaced.keys()]);
  replacePages(
    draft,
    [...replaced].map(([id, after]) => ({ before: ours.get(id), after })),
  );
  const others = await readPages(draft.nodes, theirs, [...replaced.keys()]);
  for (const [id, page] of replaced) {
    if (page?.body === undefined) replaceLinks(draft, id, undefined);
    else if (page.body !== ours.get(id)?.body && page.body === others.get(id)?.body) {
      replaceLinks(draft, id, await bodyLinks(draft.nodes, theirs, id));
    }
  }
}

/** Gives a page or reusable content the body that was chosen or merged for it. */
async function withBody<C, T extends Page | ReusableContent>(
  merging: Merging<C>,
  item: T | undefined,
  from: Side | "merge",
  versions: PageVersions<{ readonly id: string; readonly body?: string }>,
): Promise<T | undefined> {
  if (item === undefined) return undefined;
  if (from !== "merge") {
    if (from === "theirs" && item.body !== undefined) merging.reused.add(item.body);
    return item;
  }
  const source = "slug" in item ? item.id : reusableSource(item.id);
  const { base, ours, theirs } = versions;
  const merged = await merging.mergeBody(source, {
    base: base?.body,
    ours: ours?.body,
    theirs: theirs?.body,
  });
  for (const detail of merged.conflicts) merging.conflicts.push({ kind: "body", source, detail });
  const { body: _, ...rest } = item;
  const body = takeMerged(merging, merged.body);
  replaceLinks(merging.draft, source, body === undefined ? undefined : merged.body?.targets);
  return { ...rest, ...(body !== undefined && { body }) } as T;
}

function takeMerged<C>({ bodies, reused }: Merging<C>, body: BodyInput | null): string | undefined {
  if (body === null) return undefined;
  if ("hash" in body) {
    reused.add(body.hash);
    return body.hash;
  }
  if (body.text === "") return undefined;
  const hash = contentHash(body.text);
  bodies.set(hash, body.text);
  return hash;
}

/** Merges entries as wholes: what one side removed and the other changed stays changed. */
async function mergeEntries<C, V>(
  { conflicts }: Merging<C>,
  kind: "file" | "variable" | "tag",
  map: DraftMap<V>,
  changes: readonly EntryChange<V>[],
): Promise<void> {
  const ours = await map.getMany(changes.map(({ key }) => key));
  for (const { key, before, after } of changes) {
    const versions = { base: before, ours: ours.get(key), theirs: after };
    const { from, isConflict } = choose(versions);
    if (isConflict) conflicts.push({ kind, key, ...versions });
    if (from === "theirs" || (isConflict && versions.ours === undefined)) map.set(key, after);
  }
}

async function mergeReusable<C>(
  merging: Merging<C>,
  changes: readonly EntryChange<ReusableContent>[],
): Promise<void> {
  const { draft, theirs, conflicts } = merging;
  const known = await draft.reusable.getMany(changes.map(({ key }) => key));
  for (const { key, before, after } of changes) {
    const versions = { base: before, ours: known.get(key), theirs: after };
    const whole = choose(versions);
    const { ours } = versions;
    if (!whole.isConflict || ours === undefined || after === undefined) {
      if (whole.isConflict) conflicts.push({ kind: "reusable", key, ...versions });
      const isTheirs = whole.from === "theirs" || ours === undefined;
      if (!isTheirs) continue;
      draft.reusable.set(key, await withBody(merging, after, "theirs", versions));
      replaceLinks(draft, reusableSource(key), await bodyLinks(draft.nodes, theirs, reusableSource(key)));
      continue;
    }
    draft.reusable.set(key, await mergeContents(merging, key, { base: before, ours, theirs: after }));
  }
}

/** Merges title and body of reusable content that both sides changed. */
async function mergeContents<C>(
  merging: Merging<C>,
  key: string,
  versions: { base: ReusableContent | undefined; ours: ReusableContent; theirs: ReusableContent },
): Promise<ReusableContent | undefined> {
  const { base, ours, theirs } = versions;
  const title = choose({ base: base?.title, ours: ours.title, theirs: theirs.title });
  if (title.isConflict) merging.conflicts.push({ kind: "reusable", key, ...versions });
  const body = choose({ base: base?.body, ours: ours.body, theirs: theirs.body });
  const from = body.isConflict ? "merge" : body.from;
  const { body: _, ...fields } = { ...ours, title: versions[title.from].title };
  const chosen = from === "theirs" ? theirs.body : ours.body;
  const said = { ...fields, ...(chosen !== undefined && { body: chosen }) };
  const merged = {
    ...said,
    createdAt: Math.min(ours.createdAt, theirs.createdAt),
    updatedAt: changedAt(from === "merge" ? undefined : said, ours, theirs),
  };
  if (from === "theirs") {
    const source = reusableSource(key);
    replaceLinks(merging.draft, source, await bodyLinks(merging.draft.nodes, merging.theirs, source));
  }
  return withBody(merging, merged, from, versions);
}
