/** What both sides have changed differently, and revisions in which one side has its word on that. */
import { type NewRevision, newRevision } from "../../../engine/change.ts";
import { diffRevisions } from "../../../engine/diff.ts";
import type { EntryChange } from "../../../engine/mapDiff.ts";
import { freeSlug } from "../../../engine/address.ts";
import { openDraft, type PageReplacement, replaceLinks, replacePages } from "../../../engine/draft.ts";
import { canonicalJson, sameJson } from "../../../engine/json.ts";
import { bodyLinks } from "../../../engine/links.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import { loadRevisionRoot, type MapRoot } from "../../../engine/node.ts";
import { versionOf } from "../../../engine/pageVersion.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { readPages } from "../../../engine/tree.ts";
import { contentHash } from "../../../engine/hash.ts";
import { bodyOfParts } from "../../../engine/markdown/mergeBody.ts";
import { targetsOf } from "../../../engine/markdown/textLinks.ts";
import type { FileEntry, Page, ReusableContent, TagDefinition, VariableValue } from "../../../engine/page.ts";
import type { Row } from "../../db/schema.ts";
import { openPace } from "../../turns/pace.ts";
import type { MergedContent } from "../mergeContent.ts";
import type { Content } from "../store.ts";

/** A page, file, variable, tag or reusable content, by its id; variables and tags by their names. */
export interface ContestedThing {
  readonly kind: Row<"git_held">["kind"];
  readonly source: string;
}

/** Something that doesn't go over as it is: its file holds an API token, or the host doesn't take its bytes, or give them. */
export interface RefusedThing extends ContestedThing {
  readonly why: Exclude<Row<"git_held">["why"], "both">;
}

export const thingKey = ({ kind, source }: ContestedThing): string => `${kind} ${source}`;

const REUSABLE = reusableSource("");

/**
 * What a merge could not decide, each thing once. Where a page stands, and a page that one side has removed and the other
 * changed, is decided by the merge: no word is lost by it.
 */
export function contestedBy({ conflicts }: Pick<MergedContent, "conflicts">): ContestedThing[] {
  const things = conflicts.flatMap((conflict) => thingOf(conflict) ?? []);
  return [...new Map(things.map((thing) => [thingKey(thing), thing])).values()];
}

type Conflicts = Pick<MergedContent, "conflicts" | "bodies">;

/** What a merge could not decide of some things. @param isOf told the key of a thing */
export function conflictsIn({ conflicts, bodies }: Conflicts, isOf: (key: string) => boolean): Conflicts {
  const isMeant = (thing: ContestedThing | undefined): boolean =>
    thing !== undefined && isOf(thingKey(thing));
  return {
    conflicts: conflicts.filter((conflict) => isMeant(thingOf(conflict))),
    bodies: new Map([...bodies].filter(([source]) => isMeant(thingOf({ kind: "body", source })))),
  };
}

type Conflict = Pick<MergedContent["conflicts"][number], "kind" | "source">;

function thingOf({ kind, source }: Conflict): ContestedThing | undefined {
  if (kind === "page-position" || kind === "page-removed") return undefined;
  if (kind === "page-field") return { kind: "page", source };
  if (kind !== "body") return { kind, source };
  if (!source.startsWith(REUSABLE)) return { kind: "page", source };
  return { kind: "reusable", source: source.slice(REUSABLE.length) };
}

/** The maps of a revision in which it has its things, by kind. */
export const KINDS = {
  page: "pages",
  file: "files",
  reusable: "reusable",
  variable: "variables",
  tag: "tags",
} as const satisfies Record<ContestedThing["kind"], string>;

/** What two revisions say differently, be it that one has it alone. Both are hashes of roots. */
export async function differing(
  content: Pick<Content, "nodes" | "root">,
  one: string,
  other: string,
): Promise<ContestedThing[]> {
  if (one === other) return [];
  const difference = await diffRevisions(content.nodes, await content.root(one), await content.root(other));
  return Object.entries(KINDS).flatMap(([kind, map]) =>
    difference[map].flatMap((change) =>
      saysTheSame(change) ? [] : [{ kind: kind as ContestedThing["kind"], source: change.key }],
    ),
  );
}

/** Whether two revisions differ in times at most. Both are hashes of roots. */
export async function isSameButTimes(
  { nodes, root }: Pick<Content, "nodes" | "root">,
  one: string,
  other: string,
): Promise<boolean> {
  if (one === other) return true;
  const difference = await diffRevisions(nodes, await root(one), await root(other));
  const { pages, files, reusable, variables, tags } = difference;
  const isSame = ({ before, after }: EntryChange<Page> | EntryChange<ReusableContent>): boolean =>
    before !== undefined && after !== undefined && versionOf(before) === versionOf(after);
  return [...pages, ...reusable].every(isSame) && files.length + variables.length + tags.length === 0;
}

/** Whether nothing but times and places differ. */
function saysTheSame({ before, after }: { readonly before?: unknown; readonly after?: unknown }): boolean {
  const [one, other] = [said(before), said(after)];
  return one !== undefined && other !== undefined && sameJson(one, other);
}

/** What is stored of a thing, without its times and its place. */
function said(thing: unknown): unknown {
  if (typeof thing !== "object" || thing === null) return thing;
  const { createdAt: _c, updatedAt: _u, git: _g, parent: _p, order: _o, ...rest } = thing as Partial<Page>;
  return rest;
}

/** What both sides say of things, as a hash of each by its key; times and places don't count. Both are hashes of roots. */
export async function sidesOf(
  { nodes, root }: Pick<Content, "nodes" | "root">,
  { own, theirs }: { readonly own: string; readonly theirs: string },
  things: readonly ContestedThing[],
): Promise<Map<string, string>> {
  const [here, there] = [await root(own), await root(theirs)];
  const hashes = new Map<string, string>();
  for (const [kind, map] of Object.entries(KINDS)) {
    const sources = things.flatMap((thing) => (thing.kind === kind ? [thing.source] : []));
    const [ours, others] = [
      await getManyFromMap(nodes, here[map], sources),
      await getManyFromMap(nodes, there[map], sources),
    ];
    for (const source of sources) {
      const both = [ours, others].map((side) => said(side.get(source)) ?? null);
      hashes.set(
        thingKey({ kind: kind as ContestedThing["kind"], source }),
        contentHash(canonicalJson(both)),
      );
    }
  }
  return hashes;
}

/**
 * A revision with some things as another has them; where pages stand, and under which address, stays.
 * @param root hash of the revision, `side` of the other
 */
export async function withSide(
  { nodes }: Pick<Content, "nodes">,
  root: string,
  side: string,
  things: readonly ContestedThing[],
): Promise<NewRevision> {
  const draft = await openDraft(nodes, root, openPace());
  const there = await loadRevisionRoot(nodes, side);
  const reused = new Set<string>();
  const of = (kind: ContestedThing["kind"]): string[] =>
    things.flatMap((thing) => (thing.kind === kind ? [thing.source] : []));
  const ids = of("page");
  const [own, other] = [await readPages(nodes, draft.base, ids), await readPages(nodes, there, ids)];
  const taken = ids.flatMap((id): PageReplacement[] => {
    const [before, wanted] = [own.get(id), other.get(id)];
    if (before === undefined) return [];
    const { parent, order, slug } = before;
    return [{ before, after: wanted && ({ ...wanted, parent, order, slug } as Page) }];
  });
  replacePages(draft, taken);
  const fresh = [...other.values()].filter(({ id }) => !own.has(id));
  const parents = fresh.flatMap(({ parent }) => parent ?? []);
  const here = new Set([...(await readPages(nodes, draft.base, parents)).keys(), ...other.keys()]);
  for (const page of fresh) {
    // One whose parent isn't here stands at the top, and its address may have become another's since.
    const parent = here.has(page.parent ?? "") ? page.parent : null;
    const slug = await freeSlug(draft, parent, page.slug);
    replacePages(draft, [{ before: undefined, after: { ...page, parent, slug } }]);
  }
  for (const id of ids) {
    const after = other.get(id);
    if (after?.body !== undefined) reused.add(after.body);
    replaceLinks(draft, id, after && (await bodyLinks(nodes, there, id)));
  }
  const entries = <V>(kind: ContestedThing["kind"], map: MapRoot): Promise<Map<string, V>> =>
    getManyFromMap<V>(nodes, map, of(kind));
  const files = await entries<FileEntry>("file", there.files);
  for (const key of of("file")) draft.files.set(key, files.get(key));
  const variables = await entries<VariableValue>("variable", there.variables);
  for (const key of of("variable")) draft.variables.set(key, variables.get(key));
  const tags = await entries<TagDefinition>("tag", there.tags);
  for (const key of of("tag")) draft.tags.set(key, tags.get(key));
  const reusable = await entries<ReusableContent>("reusable", there.reusable);
  for (const key of of("reusable")) {
    const one = reusable.get(key);
    draft.reusable.set(key, one);
    if (one?.body !== undefined) reused.add(one.body);
    const source = reusableSource(key);
    replaceLinks(draft, source, one && (await bodyLinks(nodes, there, source)));
  }
  return newRevision(draft, { bodies: new Map(), reused });
}

/** Those of some things that a revision has. @param side hash of its root */
export async function presentIn(
  { nodes, root }: Pick<Content, "nodes" | "root">,
  side: string,
  things: readonly ContestedThing[],
): Promise<ContestedThing[]> {
  const there = await root(side);
  const found: ContestedThing[] = [];
  for (const [kind, map] of Object.entries(KINDS)) {
    const sources = things.flatMap((thing) => (thing.kind === kind ? [thing.source] : []));
    const present = await getManyFromMap(nodes, there[map], sources);
    for (const source of sources)
      if (present.has(source)) found.push({ kind: kind as ContestedThing["kind"], source });
  }
  return found;
}

/** A revision without some of its things. */
interface LostThings {
  readonly content: NewRevision;
  readonly lost: readonly ContestedThing[];
}

/**
 * A revision without what another has lost of it: whoever comes from that gets back what is gone, and nothing else.
 * @param root hash of the revision, `side` of the other
 * @param asked hash of what the other was when somebody was asked: what it has lost since is not meant
 * @param isPlaced whether the other has its places and titles from no table of contents: they say nothing then
 */
export async function withoutLost(
  { nodes, root: load }: Pick<Content, "nodes" | "root">,
  root: string,
  { side, asked, isPlaced }: { readonly side: string; readonly asked: string; readonly isPlaced: boolean },
): Promise<LostThings> {
  const draft = await openDraft(nodes, root, openPace());
  const difference = await diffRevisions(nodes, draft.base, await load(side));
  const then = await load(asked);
  const lost: ContestedThing[] = [];
  for (const [kind, map] of Object.entries(KINDS)) {
    const gone = difference[map].flatMap(({ key, after }) => (after === undefined ? [key] : []));
    const there = asked === side ? undefined : await getManyFromMap(nodes, then[map], gone);
    const meant = new Set(gone.filter((key) => there?.get(key) === undefined));
    if (kind === "page") addBelow(meant, difference.pages);
    for (const source of meant) lost.push({ kind: kind as ContestedThing["kind"], source });
  }
  const of = (kind: ContestedThing["kind"]): ReadonlySet<string> =>
    new Set(lost.flatMap((thing) => (thing.kind === kind ? [thing.source] : [])));
  const pages = of("page");
  const taken = difference.pages.flatMap(({ key, before, after }): PageReplacement[] => {
    if (before === undefined) return [];
    if (pages.has(key)) return [{ before, after: undefined }];
    if (after === undefined) return [];
    const { parent, order, slug, title } = after;
    if (isPlaced) return [{ before, after: { ...before, parent, order, slug, title } as Page }];
    // What has left a page that is lost stands where it went.
    return before.parent !== null && pages.has(before.parent)
      ? [{ before, after: { ...before, parent, order, slug } as Page }]
      : [];
  });
  replacePages(draft, taken);
  for (const key of pages) replaceLinks(draft, key, undefined);
  for (const key of of("file")) draft.files.set(key, undefined);
  for (const key of of("variable")) draft.variables.set(key, undefined);
  for (const key of of("tag")) draft.tags.set(key, undefined);
  for (const key of of("reusable")) {
    draft.reusable.set(key, undefined);
    replaceLinks(draft, reusableSource(key), undefined);
  }
  return { content: await newRevision(draft, { bodies: new Map(), reused: new Set() }), lost };
}

/** What stood below a page that is meant, and is gone too, has no place without it. */
function addBelow(meant: Set<string>, pages: readonly EntryChange<Page>[]): void {
  const gone = new Map(
    pages.flatMap(({ key, before, after }) => (before && after === undefined ? [[key, before]] : [])),
  );
  const isBelow = (key: string): boolean => {
    const parent = gone.get(key)?.parent ?? undefined;
    return meant.has(key) || (parent !== undefined && isBelow(parent));
  };
  for (const key of gone.keys()) if (isBelow(key)) meant.add(key);
}

/**
 * A merged revision in which one side has its word on all that is contested, and on nothing else: what either has changed
 * beside that stays.
 * @param root hash of the merged revision
 * @param wins `primary`: the space, `changed`: the branch
 */
export async function withDecisions(
  { nodes }: Pick<Content, "nodes">,
  root: string,
  { conflicts, bodies: contested }: Pick<MergedContent, "conflicts" | "bodies">,
  wins: "primary" | "changed",
): Promise<NewRevision> {
  const draft = await openDraft(nodes, root, openPace());
  const bodies = new Map<string, string>();
  const sources = [...conflicts.map(({ source }) => source), ...contested.keys()];
  const before = await readPages(nodes, draft.base, [...new Set(sources)]);
  const after = new Map(before);
  if (wins === "changed")
    for (const { kind, source, detail } of conflicts) {
      const page = after.get(source);
      // Its address stays: another page may have taken the other one.
      const isField = kind === "page-field" && detail.field !== undefined && detail.field !== "slug";
      if (isField && page !== undefined)
        after.set(source, { ...page, [detail.field ?? ""]: detail.changed } as Page);
      if (kind === "file") draft.files.set(source, detail.changed as FileEntry | undefined);
      if (kind === "variable") draft.variables.set(source, detail.changed as VariableValue | undefined);
      if (kind === "tag") draft.tags.set(source, detail.changed as TagDefinition | undefined);
      if (kind === "reusable") draft.reusable.set(source, detail.changed as ReusableContent | undefined);
    }
  for (const [source, parts] of contested) {
    const body = takeText(
      bodies,
      bodyOfParts(parts, ({ ours, theirs }) => (wins === "primary" ? ours : theirs)),
    );
    replaceLinks(draft, source, body.targets);
    const page = after.get(source);
    if (page !== undefined) after.set(source, withText(page, body.hash));
    const id = source.slice(REUSABLE.length);
    const one = source.startsWith(REUSABLE) ? await draft.reusable.get(id) : undefined;
    if (one !== undefined) draft.reusable.set(id, withText(one, body.hash));
  }
  replacePages(
    draft,
    [...after].map(([id, page]) => ({ before: before.get(id), after: page })),
  );
  return newRevision(draft, { bodies, reused: new Set() });
}

/** A revision that was made of another new one, as one that was made of what both began with. */
export function besides(first: NewRevision, second: NewRevision): NewRevision {
  const { root, nodes, bodies } = second;
  return {
    ...first,
    root,
    nodes,
    bodies,
    blobs: [...first.blobs, ...second.blobs],
    reusedBodies: [...first.reusedBodies, ...second.reusedBodies],
  };
}

function takeText(bodies: Map<string, string>, text: string) {
  if (text === "") return { hash: undefined, targets: undefined };
  const hash = contentHash(text);
  bodies.set(hash, text);
  return { hash, targets: targetsOf(text) };
}

function withText<T extends Page | ReusableContent>(thing: T, hash: string | undefined): T {
  const { body: _, ...rest } = thing;
  return { ...rest, ...(hash !== undefined && { body: hash }) } as T;
}
