import { settleDraft } from "./settleDraft.ts";
import type { Batch } from "./batch.ts";
import { deletePage, insertPage, updatePage } from "./changePage.ts";
import type { DeletePage, InsertPage, UpdatePage } from "./changePage.ts";
import { changeResource } from "./changeResource.ts";
import type { ResourceChange } from "./changeResource.ts";
import { sameJson } from "./json.ts";
import { openDraft } from "./draft.ts";
import type { Draft, DraftMap } from "./draft.ts";
import { getManyFromMap } from "./mapRead.ts";
import type { MapRoot, NodeReader, Pause } from "./node.ts";
import type { FileEntry, Page, ReusableContent } from "./page.ts";
import { ChangeRefused } from "./refusal.ts";
import type { Refusal } from "./refusal.ts";

/** One change to a revision; see the operations for what each takes. */
export type Change = InsertPage | UpdatePage | DeletePage | ResourceChange;

/** Something that a batch changed: how it was and how it is. */
export interface TouchedThing<Value> {
  readonly id: string;
  readonly before?: Value;
  readonly after?: Value;
}

export type TouchedPage = TouchedThing<Page>;

/** A revision in the making: what must be written for its root to be readable. */
export interface NewRevision {
  /** The hash of its root; that of the base when nothing changed. */
  readonly root: string;
  /** Nodes and bodies to write, text by hash. */
  readonly nodes: ReadonlyMap<string, string>;
  readonly bodies: ReadonlyMap<string, string>;
  /** Hashes of bodies that must be in the store already. */
  readonly reusedBodies: readonly string[];
  /** Hashes of the blobs of files that were put: they must be stored already. */
  readonly blobs: readonly string[];
  /** Pages created, changed, moved or deleted, in no particular order. */
  readonly pages: readonly TouchedPage[];
  /** The same of reusable contents. */
  readonly reusable: readonly TouchedThing<ReusableContent>[];
  /** Names of variables that were set to another value or removed. */
  readonly variables: readonly string[];
  /** The same of tags. */
  readonly tags: readonly string[];
}

type ChangeResult = ({ readonly ok: true } & NewRevision) | { readonly ok: false; readonly refusal: Refusal };

/**
 * Applies changes in order, all or none, to the revision whose root has the hash `root`. Costs O(log n) for each
 * change, not the size of the revision. `now` in milliseconds; `pause` is asked between steps. Gives a refusal when one of them can't be made; throws only when the
 * store is damaged.
 */
export async function applyChanges(
  stored: NodeReader,
  root: string,
  changes: readonly Change[],
  { now, pause }: { readonly now: number; readonly pause?: Pause },
): Promise<ChangeResult> {
  const batch: Batch = {
    draft: await openDraft(stored, root, pause),
    ends: new Map(),
    now,
    bodies: new Map(),
    reused: new Set(),
  };
  for (const [index, change] of changes.entries()) {
    try {
      await applyChange(batch, change);
      await pause?.();
    } catch (error) {
      if (!(error instanceof ChangeRefused)) throw error;
      const { code, message, path } = error;
      return {
        ok: false,
        refusal: { code, message, change: index, ...(path === undefined ? {} : { path }) },
      };
    }
  }
  return { ok: true, ...(await newRevision(batch.draft, batch)) };
}

async function applyChange(batch: Batch, change: Change): Promise<void> {
  switch (change.operation) {
    case "insert_page":
      return insertPage(batch, change);
    case "update_page":
      return updatePage(batch, change);
    case "delete_page":
      return deletePage(batch, change);
    default:
      return changeResource(batch, change);
  }
}

/** Closes a draft and says what it changed; `bodies` are those that its pages may use for the first time. */
export async function newRevision(
  draft: Draft,
  { bodies, reused }: { readonly bodies: ReadonlyMap<string, string>; readonly reused: ReadonlySet<string> },
): Promise<NewRevision> {
  const { root, nodes } = await settleDraft(draft);
  const variables = await touchedIn(draft, draft.variables, draft.base.variables);
  const tags = await touchedIn(draft, draft.tags, draft.base.tags);
  return {
    root,
    nodes,
    bodies,
    reusedBodies: [...reused],
    blobs: await newBlobs(draft),
    pages: await touchedIn(draft, draft.pages, draft.base.pages),
    reusable: await touchedIn(draft, draft.reusable, draft.base.reusable),
    variables: variables.map(({ id }) => id),
    tags: tags.map(({ id }) => id),
  };
}

/** What is not as it was in one map of a draft. */
async function touchedIn<Value>(
  { nodes }: Draft,
  map: DraftMap<Value>,
  base: MapRoot,
): Promise<TouchedThing<Value>[]> {
  const ids = [...map.touched()];
  const before = await getManyFromMap<Value>(nodes, base, ids);
  const after = await map.getMany(ids);
  return ids
    .map((id) => ({ id, before: before.get(id), after: after.get(id) }))
    .filter((one) => !sameJson(one.before, one.after)) as TouchedThing<Value>[];
}

async function newBlobs(draft: Draft): Promise<string[]> {
  const ids = [...draft.files.touched()];
  const before = await getManyFromMap<FileEntry>(draft.nodes, draft.base.files, ids);
  const after = await draft.files.getMany(ids);
  return [
    ...new Set(
      [...after.values()].filter(({ id, hash }) => before.get(id)?.hash !== hash).map(({ hash }) => hash),
    ),
  ];
}
