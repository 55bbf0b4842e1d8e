/** What a commit says, as a revision: the last agreement with what has changed in the repository since. */
import { LEAKED } from "../../access/leakedTokens.ts";
import { applyChanges, type NewRevision } from "../../../engine/change.ts";
import { decoded } from "../../../engine/decoded.ts";
import { linksInto } from "../../../engine/links.ts";
import { betweenInMap, lastKeyPart } from "../../../engine/mapRead.ts";
import { loadRevisionRoot, type RevisionRoot } from "../../../engine/node.ts";
import { IMPORT_LIMITS } from "../../importers/limits.ts";
import { pageName } from "../../importers/pageNames.ts";
import { type ImportReport, openReport } from "../../importers/report.ts";
import { entriesByPath, type RepositoryEntry } from "../../importers/repository/entry.ts";
import {
  FEW,
  type FindLinking,
  isMassive,
  type Losses,
  readRepository,
  type RepositoryReading,
  type RepositoryThing,
  type Unread,
} from "../../importers/repository/readRepository.ts";
import {
  type CommittedFile,
  type LargeFiles,
  pathBelow,
  type ReadObject,
  type WhyFormer,
} from "../../importers/repository/source.ts";
import { resolveLinks } from "../../importers/resolveLinks.ts";
import { openPace } from "../../turns/pace.ts";
import type { FormerSlug } from "../formerSlugs.ts";
import { type ExistingContent, existingPages, readExisting } from "../import/existing.ts";
import { type ImportDeps, ImportNotApplied } from "../import/importDeps.ts";
import { findLinksFor, openTargets } from "../import/importTexts.ts";
import { pageChanges } from "../import/pageChanges.ts";
import { leakingIn, refuseLeakedTokens } from "../import/prepareImport.ts";
import { formerSlugsOf, nodesAbove } from "../import/redirects.ts";
import { resourceChanges } from "../import/resourceChanges.ts";
import { type StoredFile, storeFiles } from "../import/storeFiles.ts";
import { stageContent } from "../write.ts";
import type { RefusedThing } from "./sides.ts";

export interface TheirsRequest {
  readonly space: string;
  /** The last agreement, with all files of its commit. At the first time: what is to be replaced, and nothing more. */
  readonly base: {
    readonly root: string;
    readonly entries: readonly RepositoryEntry[];
    readonly tree?: readonly CommittedFile[];
  };
  /** All files of the commit. */
  readonly tree: readonly CommittedFile[];
  /** The project directory: "" or a path without a slash at either end. */
  readonly directory: string;
  /** Bytes of objects of the commit, and of the last one. */
  readonly read: ReadObject;
  /** The files that it has pointers to; without it they are skipped. */
  readonly large?: LargeFiles | undefined;
  /** What was proposed to the branch: where that has come, it is known. The newest comes first. */
  readonly proposed?: readonly RepositoryEntry[];
  /** The id for something new: the same for the same path of the same commit. */
  readonly newId: (kind: RepositoryThing, path: string) => string;
  /** Milliseconds. */
  readonly now: number;
  readonly signal?: AbortSignal;
}

export interface Theirs {
  /** Its nodes and bodies are in the store already; the root of the base when nothing of it has changed. */
  readonly root: string;
  readonly content: NewRevision;
  /** Redirects that the repository settles; part of the commit. */
  readonly formerSlugs: readonly FormerSlug[];
  /** What the commit's files are for the space. */
  readonly entries: readonly RepositoryEntry[];
  readonly report: ImportReport;
  readonly losses: Losses;
  /** Whether so much goes that a person should say so first. */
  readonly isMassive: boolean;
  /** What may not come in, since its file holds an API token, or can't, since nothing of a page can be had there: it is as it was. */
  readonly refused: readonly RefusedThing[];
  readonly unread: Unread;
}

/**
 * Reads a commit. Costs what has changed since the base, and a look at each page's place.
 * @throws ImportRefused, ImportNotApplied, what `read` throws, and the signal's reason
 */
export async function readTheirs(deps: ImportDeps, request: TheirsRequest): Promise<Theirs> {
  const { content, db, clock } = deps;
  const { space, base, now, signal } = request;
  const existing = await readExisting(content, base.root, null);
  const root = await content.root(base.root);
  const read = (tree: readonly CommittedFile[]): Promise<RepositoryReading> =>
    readRepository({
      ...request,
      tree,
      entries: base.entries,
      before: base.tree ?? [],
      pages: existingPages(existing, null),
      large: request.large && besidesOwn(request.large, existing),
      linking: linkingIn(deps, root),
      findLinks: findLinksFor(content.organization),
      onProgress: () => signal?.throwIfAborted(),
    });
  const { reading, leaking, refused } = await readWithoutTokens(deps, request, read);
  const lines = openReport(IMPORT_LIMITS.reportLines, reading.plan.report);
  for (const path of leaking) lines.skip(path, LEAKED);
  const resolved = await resolveLinks(reading.plan, reading.idOf);
  for (const { page, url } of resolved.brokenLinks) lines.broken(page, url);
  const files = await filesOf(deps, reading, existing, signal);
  const { page: ids, file: fileIds, reusable: reusableIds } = reading.ids;
  const { plan, formerSlugs } = reading;
  const common = { resolved, existing, prune: true, targetsOf: openTargets(content.organization) };
  const resources = await resourceChanges({ ...common, plan, files, fileIds, reusableIds, now });
  const pace = openPace();
  const pages = await pageChanges({
    ...common,
    pages: plan.pages,
    ids,
    formerSlugs,
    under: null,
    lines,
    pause: pace,
    onProgress: () => signal?.throwIfAborted(),
  });
  const changes = [...resources, ...pages];
  const applied = await applyChanges(content.nodes, base.root, changes, { now, pause: pace });
  if (!applied.ok) throw new ImportNotApplied(`The commit can't be applied: ${applied.refusal.message}.`);
  const nodes = nodesAbove(content.nodes, applied.nodes);
  const after = await loadRevisionRoot(nodes, applied.root);
  const place = { organization_id: content.organization, id: space };
  const slugs = await formerSlugsOf(
    { read: db.read, nodes, root: after, space: place },
    resolved.redirects,
    lines,
  );
  const staged = await stageContent(db, content.organization, applied, clock.now());
  const { entries, losses } = reading;
  const isLeaking = leaking.length > 0;
  return {
    root: staged.root,
    content: staged,
    formerSlugs: slugs,
    entries,
    report: lines.report(),
    losses,
    isMassive: isMassive(losses),
    refused: [
      ...refused,
      ...(["missing", "size", "unreadable"] as const).flatMap((why) =>
        thingsAt(base.entries, withReason(reading, why), why),
      ),
    ],
    unread: reading.unread ?? (isLeaking ? "refused" : undefined),
  };
}

/** What is here already is not asked for: files that were renamed, or are there twice. */
function besidesOwn({ bring, read }: LargeFiles, { files }: ExistingContent): LargeFiles {
  const own = new Map(files.map(({ hash, size }) => [hash, size]));
  return { bring: (wanted) => bring(wanted.filter(({ id, size }) => own.get(id) !== size)), read };
}

const withReason = ({ former }: RepositoryReading, why: WhyFormer): ReadonlySet<string> =>
  new Set([...former].flatMap(([path, one]) => (one === why ? [path] : [])));

/** The things of the space that some files are. */
function thingsAt(
  entries: readonly RepositoryEntry[],
  paths: ReadonlySet<string>,
  why: RefusedThing["why"],
): RefusedThing[] {
  return entries.flatMap(({ role, object, path, file }) => {
    const isThing = role === "page" || role === "file" || role === "reusable";
    const isMeant = isThing && object !== undefined && file !== undefined && paths.has(path);
    return isMeant ? [{ kind: role, source: object, why }] : [];
  });
}

interface HarmlessReading {
  readonly reading: RepositoryReading;
  /** Files that hold a token that works. */
  readonly leaking: readonly string[];
  /** The things of the space that they would change. */
  readonly refused: readonly RefusedThing[];
}

/**
 * Reads a commit as if the files that hold an API token were as they were last, or not there; all others come in.
 * @throws ImportNotApplied where a token stands in what is no file of its own, such as a line of the table of contents,
 *   or in what was moved by the same commit
 */
async function readWithoutTokens(
  deps: ImportDeps,
  { tree, base, directory }: TheirsRequest,
  read: (tree: readonly CommittedFile[]) => Promise<RepositoryReading>,
): Promise<HarmlessReading> {
  const whole = await read(tree);
  const leaking = new Set<string>();
  for await (const path of leakingIn(deps, whole.plan)) leaking.add(path);
  if (leaking.size === 0) return { reading: whole, leaking: [], refused: [] };
  const known = entriesByPath(base.entries);
  const now = entriesByPath(whole.entries);
  const objects = new Set(base.entries.map(({ object }) => object));
  const isMoved = (path: string): boolean => {
    const object = now.get(path)?.object;
    const isHere = known.get(path)?.object === object;
    return object !== undefined && !isHere && objects.has(object);
  };
  // Left out at its new path, what was moved would count as deleted at its old one.
  if ([...leaking].some(isMoved)) await refuseLeakedTokens(deps, whole.plan);
  const refused = thingsAt(base.entries, leaking, "token");
  const former = tree.flatMap((file): CommittedFile[] => {
    const path = pathBelow(file.path, directory)?.normalize("NFC") ?? "";
    if (!leaking.has(path)) return [file];
    const entry = known.get(path)?.file;
    const { size: _, ...rest } = file;
    return entry === undefined ? [] : [{ ...rest, id: entry.id, mode: entry.mode }];
  });
  const reading = await read(former);
  await refuseLeakedTokens(deps, reading.plan);
  return { reading, leaking: [...leaking], refused };
}

/** The files of a plan, those that are new or others stored. */
async function filesOf(
  deps: ImportDeps,
  { plan, same, ids }: RepositoryReading,
  { files }: ExistingContent,
  signal: AbortSignal | undefined,
): Promise<StoredFile[]> {
  const before = new Map(files.map((file) => [file.id, file]));
  const known = ({ path }: { readonly path: string }) =>
    same.has(path) ? before.get(ids.file.get(path) ?? "") : undefined;
  const changed = plan.files.filter((file) => known(file) === undefined);
  const stored = new Map(
    (await storeFiles(deps, changed, () => undefined, signal)).map((file) => [file.path, file]),
  );
  return plan.files.flatMap(({ path, name }) => {
    const entry = known({ path });
    if (entry === undefined) return stored.get(path) ?? [];
    const { contentType, size, hash, width, height } = entry;
    const pixels = width === undefined || height === undefined ? {} : { width, height };
    return { path, name, contentType, size, hash, ...pixels };
  });
}

const BROKEN = "broken:";

/** Finds what links to things that go, and what might mean files that come: by the backlinks of the base. */
function linkingIn({ content }: ImportDeps, root: RevisionRoot): FindLinking {
  return async ({ gone, fresh }) => {
    const linking = new Set<string>();
    const take = (source: string): void => void linking.add(source);
    for (const id of gone)
      for (const kind of ["page", "file", "reusable"])
        for (const { source } of await linksInto(content.nodes, root, `${kind}:${id}`)) take(source);
    if (fresh.length === 0) return linking;
    const names = fresh.length > FEW ? undefined : fresh.map((path) => pageName(path).toLowerCase());
    for (const [key] of await betweenInMap<number>(content.nodes, root.backlinks, BROKEN, "broken;")) {
      const source = lastKeyPart(key);
      const url = decoded(key.slice(BROKEN.length, -source.length)).toLowerCase();
      if (names === undefined || names.some((name) => url.includes(name))) take(source);
    }
    return linking;
  };
}
