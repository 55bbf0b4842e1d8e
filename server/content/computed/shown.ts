/**
 * A revision as it is read: in place of its computed pages stand those that are made from what they name. What is made
 * lies in memory only, in the same form as what is stored, so that whoever reads a revision reads both alike.
 */
import { type SettledDraft, settleDraft } from "../../../engine/settleDraft.ts";
import { type Draft, openDraft, replacePages } from "../../../engine/draft.ts";
import { contentHash } from "../../../engine/hash.ts";
import { betweenInMap, lastKeyPart, mapSize } from "../../../engine/mapRead.ts";
import { isRevisionRoot, type NodeReader, type RevisionRoot } from "../../../engine/node.ts";
import type { Page } from "../../../engine/page.ts";
import { type PageBranch, readPages, readTree } from "../../../engine/tree.ts";
import { Beside } from "../../memory/beside.ts";
import { type Kept, openKept } from "../../memory/kept.ts";
import { overlay } from "../overlay.ts";
import type { Content } from "../store.ts";
import { openPace } from "../../turns/pace.ts";
import type { SpaceKey } from "../../db/schema.ts";
import {
  pagesOfSources,
  sourceKeyOf,
  type SourceResult,
  sourceResults,
  whileFresh,
} from "./contentSources.ts";
import { type ComputingDeps, type MadePages, makePages, makeSourcePages, specOfPage } from "./make.ts";
import { type OperationsByPath, operationsByPath, type PlacedOperation } from "./operations.ts";
import { latestVersions, type SpecVersion } from "./specs.ts";

/** A revision with its computed pages made. */
export interface ShownRevision {
  /** The same for the same content: the root's hash where nothing is computed. */
  readonly key: string;
  readonly root: RevisionRoot;
  /** The root's own, by which `nodes` have it. */
  readonly hash: string;
  /** Chunks of the root, stored and made. */
  readonly nodes: NodeReader;
  /** Ids of the documents that are made, in no order. */
  readonly made: readonly string[];
  /** The operations that these show. */
  readonly operations: OperationsByPath;
  /** What they are made from, by slug. */
  readonly versions: ReadonlyMap<string, SpecVersion>;
  /** All pages. */
  tree(): Promise<readonly PageBranch[]>;
  /** The Markdown under a hash, stored or made; "" for `undefined`. */
  body(hash: string | undefined): Promise<string>;
}

/** What is kept of made content takes so many bytes for each character, read nodes included, and for a page of a tree. */
const NODE_BYTES = 3;
const BODY_BYTES = 2;
const PAGE_BYTES = 512;
const OPERATION_BYTES = 300;
/** One in which nothing is computed is a few references. */
const STORED_BYTES = 600;

/** What is ready of one store. A made one is never too large to be kept, or each reader would make it. */
const openReady = () => {
  const made: Kept<MadeRevision> = openKept("made_revisions", {
    bytesOf: ({ bytes }) => Math.min(bytes, made.most / 2),
  });
  return { made, stored: openKept<ShownRevision>("plain_revisions", { bytesOf: STORED_BYTES }) };
};
const ready = new Beside<ReturnType<typeof openReady>, ComputingDeps["content"]>();

/**
 * The revision under a root's hash as it is read. Costs one look at what the revision is made from; the pages are made
 * once for each root, versions of descriptions and what scripts made.
 * @param space whose content it is
 */
export async function shownRevision(
  deps: ComputingDeps,
  space: SpaceKey,
  rootHash: string,
): Promise<ShownRevision> {
  const organization = space.organization_id;
  const content = deps.content.of(organization);
  const { made, stored } = ready.make(deps.content, openReady);
  const name = `${organization}/${rootHash}`;
  // What a root holds never changes, so that most revisions are looked through once.
  const plain = stored.get(name);
  if (plain !== undefined) return plain;
  const root = await content.root(rootHash);
  const computed = await computedPages(content.nodes, root);
  if (computed.length === 0) {
    return stored.set(name, storedRevision(content, rootHash, root));
  }
  // What a script made may be made anew between the look at it and its reading.
  return whileFresh(() => madeRevision(deps, content, made, { name, space, rootHash, computed }));
}

async function madeRevision(
  deps: ComputingDeps,
  content: Content,
  made: Kept<MadeRevision>,
  {
    name,
    space,
    rootHash,
    computed,
  }: Pick<RevisionPlan, "space" | "rootHash" | "computed"> & { name: string },
): Promise<ShownRevision> {
  const { organization } = content;
  const slugs = [...new Set(computed.flatMap((page) => specOfPage(page) ?? []))].toSorted();
  const sources = [...new Set(computed.flatMap((page) => sourceKeyOf(page) ?? []))].toSorted();
  const [versions, results] = await Promise.all([
    latestVersions(deps.db.read, organization, slugs),
    sourceResults(deps.db.read, space, sources),
  ]);
  const from = [
    ...slugs.map((slug) => versions.get(slug)?.id ?? ""),
    ...sources.map((source) => {
      const { id = "", madeAt = 0 } = results.get(source) ?? {};
      return `${id}@${madeAt}`;
    }),
  ];
  const key = contentHash(JSON.stringify([name, from]));
  const { revision } = await made.make(key, () =>
    makeRevision(deps, content, { key, space, rootHash, computed, versions, results }),
  );
  return revision;
}

/** A revision without anything computed, or as if nothing were. */
export function storedRevision(content: Content, key: string, root: RevisionRoot): ShownRevision {
  const { nodes } = content;
  const nothing = { made: [], operations: operationsByPath([]), versions: new Map<string, SpecVersion>() };
  return {
    ...nothing,
    key,
    hash: key,
    root,
    nodes,
    tree: () => content.tree(key),
    body: (hash) => content.body(hash),
  };
}

/** The computed pages of a revision, found by what they link to: its cost is theirs, not the revision's. */
async function computedPages(nodes: NodeReader, root: RevisionRoot): Promise<Page[]> {
  const [links, ofSources] = await Promise.all([
    betweenInMap<number>(nodes, root.backlinks, "openapi:", "openapi;"),
    pagesOfSources(nodes, root),
  ]);
  if (links.length === 0) return ofSources;
  const pages = await readPages(
    nodes,
    root,
    links.map(([key]) => lastKeyPart(key)),
  );
  return [...[...pages.values()].filter(({ type }) => type === "computed"), ...ofSources];
}

interface RevisionPlan {
  readonly key: string;
  readonly space: SpaceKey;
  readonly rootHash: string;
  readonly computed: readonly Page[];
  readonly versions: ReadonlyMap<string, SpecVersion>;
  /** What was made of sources, by their keys. */
  readonly results: ReadonlyMap<string, SourceResult>;
}

interface MadeRevision {
  readonly revision: ShownRevision;
  /** What it takes of memory, roughly. */
  readonly bytes: number;
}

async function makeRevision(
  deps: ComputingDeps,
  content: Content,
  plan: RevisionPlan,
): Promise<MadeRevision> {
  const { key, rootHash, computed, versions } = plan;
  const draft = await openDraft(content.nodes, rootHash);
  const bodies = new Map<string, string>();
  const made: string[] = [];
  const operations: PlacedOperation[] = [];
  for (const page of computed) {
    const pages = await pagesFor(deps, content, draft, page, plan);
    if (pages === undefined) continue;
    replacePages(draft, [{ before: page }, ...pages.moved, ...pages.pages.map((after) => ({ after }))]);
    for (const [hash, text] of pages.bodies) bodies.set(hash, text);
    made.push(...pages.pages.filter(({ type }) => type === "document").map(({ id }) => id));
    operations.push(...pages.operations);
  }
  const settled = await settleDraft(draft);
  const { nodes, root } = await over(settled, content.nodes);
  let tree: Promise<readonly PageBranch[]> | undefined;
  const revision: ShownRevision = {
    key,
    hash: settled.root,
    root,
    nodes,
    made,
    operations: operationsByPath(operations),
    versions,
    tree: () => (tree ??= readTree(nodes, root, openPace())),
    body: async (hash) => (hash === undefined ? undefined : bodies.get(hash)) ?? content.body(hash),
  };
  const bytes =
    lengthOf(settled.nodes) * NODE_BYTES +
    lengthOf(bodies) * BODY_BYTES +
    mapSize(root.pages) * PAGE_BYTES +
    operations.length * OPERATION_BYTES;
  return { revision, bytes };
}

async function pagesFor(
  deps: ComputingDeps,
  content: Content,
  draft: Draft,
  page: Page,
  { space, versions, results }: RevisionPlan,
): Promise<MadePages | undefined> {
  const result = results.get(sourceKeyOf(page) ?? "");
  if (result !== undefined) return makeSourcePages(deps.db.read, draft, page, { space, result });
  const version = versions.get(specOfPage(page) ?? "");
  return version && makePages({ ...deps, content }, draft, page, version);
}

async function over(settled: SettledDraft, stored: NodeReader) {
  const nodes = overlay(settled.nodes, stored);
  const [root] = await nodes.load([settled.root]);
  if (root === undefined || !isRevisionRoot(root)) throw new Error("A made revision has no root.");
  return { nodes, root };
}

/** A revision as a draft of it was settled, with the bodies and what is made as they were. @param read reads all its pages */
export async function openedOver(
  shown: ShownRevision,
  key: string,
  settled: SettledDraft,
  read: (nodes: NodeReader, root: RevisionRoot) => Promise<readonly PageBranch[]>,
): Promise<ShownRevision> {
  const { nodes, root } = await over(settled, shown.nodes);
  let tree: Promise<readonly PageBranch[]> | undefined;
  return { ...shown, key, hash: settled.root, nodes, root, tree: () => (tree ??= read(nodes, root)) };
}

function lengthOf(texts: ReadonlyMap<string, string>): number {
  let length = 0;
  for (const text of texts.values()) length += text.length;
  return length;
}
