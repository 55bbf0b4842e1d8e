import { editMap } from "./mapEdit.ts";
import { getFromMap, getManyFromMap, prefixInMap, rankInMap, sliceOfMap } from "./mapRead.ts";
import type { MapEntry } from "./mapRead.ts";
import { sameJson } from "./json.ts";
import { loadRevisionRoot, pendingNodes } from "./node.ts";
import type { MapRoot, NodeReader, Pause, PendingNodes, RevisionRoot } from "./node.ts";
import type { FileEntry, LinkTargets, Page, ReusableContent, TagDefinition, VariableValue } from "./page.ts";
import { childKey, slugKey } from "./revision.ts";

/** A map being changed: edits are kept aside and written into the persistent map in one go. */
export interface DraftMap<V> {
  get(key: string): Promise<V | undefined>;
  getMany(keys: readonly string[]): Promise<Map<string, V>>;
  /** Puts a value, or removes the key with `undefined`. */
  set(key: string, value: V | undefined): void;
  /** The keys set so far, whether or not their value differs from what it was. */
  touched(): IterableIterator<string>;
  /** Writes the edits made so far and gives the map's root. */
  settle(): Promise<MapRoot>;
  /** Entries whose keys start with a prefix, counted from the first of them. */
  slice(prefix: string, start?: number, end?: number): Promise<MapEntry<V>[]>;
  /** How many keys start with a prefix. */
  count(prefix: string): Promise<number>;
  /** The position of a key among those that start with a prefix. */
  position(prefix: string, key: string): Promise<number>;
}

/** Opens a map for changing. */
function draftMap<V>(nodes: PendingNodes, start: MapRoot): DraftMap<V> {
  let root = start;
  let edits = new Map<string, V | undefined>();
  const touched = new Set<string>();
  async function settle(): Promise<MapRoot> {
    if (edits.size > 0) root = await editMap(nodes, root, edits);
    edits = new Map();
    return root;
  }
  return {
    get: async (key) => (edits.has(key) ? edits.get(key) : getFromMap<V>(nodes, root, key)),
    async getMany(keys) {
      const found = await getManyFromMap<V>(
        nodes,
        root,
        keys.filter((key) => !edits.has(key)),
      );
      for (const key of keys) {
        const edited = edits.get(key);
        if (edited !== undefined) found.set(key, edited);
      }
      return found;
    },
    set(key, value) {
      edits.set(key, value);
      touched.add(key);
    },
    touched: () => touched.values(),
    settle,
    async slice(prefix, start = 0, end = Number.MAX_SAFE_INTEGER) {
      const range = await prefixInMap(nodes, await settle(), prefix);
      return sliceOfMap<V>(nodes, root, range.start + start, Math.min(range.end, range.start + end));
    },
    async count(prefix) {
      const range = await prefixInMap(nodes, await settle(), prefix);
      return range.end - range.start;
    },
    async position(prefix, key) {
      return (await rankInMap(nodes, await settle(), key)) - (await rankInMap(nodes, root, prefix));
    },
  };
}

/** A revision being changed. */
export interface Draft {
  /** The revision it started from. */
  readonly base: RevisionRoot;
  readonly nodes: PendingNodes;
  readonly pages: DraftMap<Page>;
  readonly children: DraftMap<0>;
  readonly slugs: DraftMap<string>;
  readonly files: DraftMap<FileEntry>;
  readonly reusable: DraftMap<ReusableContent>;
  readonly variables: DraftMap<VariableValue>;
  readonly tags: DraftMap<TagDefinition>;
  readonly links: DraftMap<LinkTargets>;
  readonly backlinks: DraftMap<number>;
  readonly targets: DraftMap<number>;
}

/** Opens a revision for changing. */
export async function openDraft(stored: NodeReader, root: string, pause?: Pause): Promise<Draft> {
  const base = await loadRevisionRoot(stored, root);
  const nodes = pendingNodes(stored, pause);
  return {
    base,
    nodes,
    pages: draftMap<Page>(nodes, base.pages),
    children: draftMap<0>(nodes, base.children),
    slugs: draftMap<string>(nodes, base.slugs),
    files: draftMap<FileEntry>(nodes, base.files),
    reusable: draftMap<ReusableContent>(nodes, base.reusable),
    variables: draftMap<VariableValue>(nodes, base.variables),
    tags: draftMap<TagDefinition>(nodes, base.tags),
    links: draftMap<LinkTargets>(nodes, base.links),
    backlinks: draftMap<number>(nodes, base.backlinks),
    targets: draftMap<number>(nodes, base.targets),
  };
}

/** A page before and after; one side may be absent. */
export interface PageReplacement {
  readonly before?: Page | undefined;
  readonly after?: Page | undefined;
}

/**
 * Replaces pages together, keeping the maps of siblings and of addresses in step. Pages may swap their places
 * and addresses; that no address is given to two pages is for the caller to see to.
 */
export function replacePages(draft: Draft, replacements: readonly PageReplacement[]): void {
  const changed = replacements.filter(({ before, after }) => !sameJson(before, after));
  for (const { before, after } of changed) {
    if (before === undefined) continue;
    if (after === undefined) draft.pages.set(before.id, undefined);
    draft.children.set(childKey(before), undefined);
    draft.slugs.set(slugKey(before.parent, before.slug), undefined);
  }
  for (const { after } of changed) {
    if (after === undefined) continue;
    draft.pages.set(after.id, after);
    draft.children.set(childKey(after), 0);
    draft.slugs.set(slugKey(after.parent, after.slug), after.id);
  }
}

/** Replaces what a page or reusable content links to. */
export function replaceLinks(draft: Draft, source: string, targets: LinkTargets | undefined): void {
  draft.links.set(source, targets === undefined || Object.keys(targets).length === 0 ? undefined : targets);
}
