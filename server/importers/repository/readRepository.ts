/** A new state of a repository, read against what both sides last agreed on: only what has changed is parsed. */
import { decoded } from "../../../engine/decoded.ts";
import { openPace } from "../../turns/pace.ts";
import type { ExistingPage } from "../match.ts";
import { matchPages } from "../match.ts";
import type { LinkTarget } from "../linkTargets.ts";
import { folderPath } from "../linkTargets.ts";
import { isMarkdown, pageName } from "../pageNames.ts";
import { type EarlierSource, planImport } from "../plan.ts";
import type { ImportPlan } from "../planned.ts";
import type { KeptPage } from "../pageTexts.ts";
import { listPages } from "../planned.ts";
import { saysTitle } from "../print/printHead.ts";
import { entriesOf } from "../print/sourceEntry.ts";
import { readStoredUrl } from "../storedUrls.ts";
import type { LinkFinder } from "../linkedText.ts";
import type { LargeFile } from "../../ports/git/lfs.ts";
import { entriesByPath, type RepositoryEntry } from "./entry.ts";
import { followContents } from "./followContents.ts";
import { followFiles } from "./followFiles.ts";
import {
  type CommittedFile,
  type LargeFiles,
  type MissingFile,
  type ReadObject,
  type RepositorySource,
  repositorySource,
} from "./source.ts";

/** What a file can be for a space. */
export type RepositoryThing = "page" | "file" | "reusable";

/** Of so many fresh paths is found what names them; of more, all that might. */
export const FEW = 50;

/** Which pages and reusable contents of the last agreement link to what has come or gone since, by id. */
export type FindLinking = (changed: {
  /** Ids of pages, files and reusable contents whose files are gone, or have given their path to another. */
  readonly gone: ReadonlySet<string>;
  /** Paths that were not there. */
  readonly fresh: readonly string[];
}) => Promise<ReadonlySet<string>>;

export interface RepositoryRequest {
  /** All files of the commit. */
  readonly tree: readonly CommittedFile[];
  /** The project directory: "" or a path without a slash at either end. */
  readonly directory: string;
  /** What was agreed last; empty at the first time. */
  readonly entries: readonly RepositoryEntry[];
  /** All files of the commit then. */
  readonly before: readonly CommittedFile[];
  /** The pages that the space had then. */
  readonly pages: readonly ExistingPage[];
  /** Bytes of objects of this commit and of the last one. */
  readonly read: ReadObject;
  /** The files that it has pointers to; without it they are skipped. */
  readonly large?: LargeFiles | undefined;
  /** What may have come besides, known but not agreed on, the newest first: of two for one path or thing that counts. */
  readonly proposed?: readonly RepositoryEntry[];
  /** The id for something new: the same for the same path, however often it is read. */
  readonly newId: (kind: RepositoryThing, path: string) => string;
  readonly linking: FindLinking;
  /** Hears how many pages have been read. */
  readonly onProgress?: (done: number, total: number) => void;
  /** Finds what is in a text; here and now unless said. */
  readonly findLinks?: LinkFinder;
}

/**
 * Whether files have not come in that may come with a look at all of them: what keeps them out may be mended
 * (`refused`), or there was no more time (`late`).
 */
export type Unread = "refused" | "late" | undefined;

export interface RepositoryReading extends Pick<RepositorySource, "former"> {
  readonly plan: ImportPlan;
  readonly idOf: (target: LinkTarget) => string | undefined;
  readonly ids: Readonly<Record<RepositoryThing, ReadonlyMap<string, string>>>;
  /** The files that are what they were at the last agreement, by path. */
  readonly same: ReadonlySet<string>;
  /** The slugs that pages had by their files then. */
  readonly formerSlugs: ReadonlyMap<string, string>;
  readonly entries: readonly RepositoryEntry[];
  readonly losses: Losses;
  readonly unread: Unread;
}

/** What went, so that somebody can be asked before much of it does. */
export interface Losses {
  /** Pages whose files went without a successor. */
  readonly pages: number;
  /** Pages that there were. */
  readonly of: number;
  /** Whether the table of contents went, which there was, or with every page the whole directory. */
  readonly contents: boolean;
}

/** More pages than this going at once, and more than half of all, is asked about first. */
const MANY = 20;

/** Whether so much goes that a person should say so. */
export function isMassive({ pages, of, contents }: Losses): boolean {
  return contents || (pages > MANY && pages * 2 > of);
}

/**
 * Reads the project directory of a commit. Pages keep their ids through edits, renames and moves; those whose files and
 * links are as they were are not parsed.
 * @throws ImportRefused, and what `read` throws
 */
export async function readRepository(request: RepositoryRequest): Promise<RepositoryReading> {
  const { entries } = request;
  const { taken, followed, plan } = await planShown(request);
  const { files, former } = taken;
  const ids = idsOf(request, plan, { followed, proposed: await followProposed(request, taken, followed) });
  const idOf = (target: LinkTarget): string | undefined =>
    ids[target.kind].get(target.kind === "page" ? target.key : target.path);
  const known = entriesByPath(entries);
  const same = new Set(
    [...files].flatMap(([path, { id }]) => (known.get(path)?.file?.id === id ? [path] : [])),
  );
  const kept = new Set(listPages(plan.pages).flatMap(({ isKept, key }) => (isKept === true ? [key] : [])));
  const now = entriesOf(plan, idOf, "").map((entry): RepositoryEntry => {
    const file = files.get(entry.path);
    if (entry.role === "place" || file === undefined) return entry;
    const before = known.get(entry.path);
    const stays = entry.role === "summary" ? before?.file?.id === file.id : kept.has(entry.path);
    return { ...entry, spelling: { ...(stays && before?.spelling), ...entry.spelling }, file };
  });
  const formerSlugs = new Map(
    entries.flatMap(({ object, spelling: { slug } }) =>
      object === undefined || slug === undefined ? [] : [[object, slug] as const],
    ),
  );
  const losses = lossesOf(entries, now);
  const unread = await unreadIn(request, taken, plan);
  return { plan, idOf, ids, same, formerSlugs, entries: now, losses, former, unread };
}

interface PlannedSource {
  readonly taken: RepositorySource;
  readonly followed: ReadonlyMap<string, RepositoryEntry>;
  readonly plan: ImportPlan;
}

/**
 * Plans the pages, and brings the large files that they show, those that are read for the plan itself, such as settings,
 * and no others: once more where some can't be had.
 */
async function planShown(request: RepositoryRequest): Promise<PlannedSource> {
  const { large } = request;
  if (large === undefined) return planAll(request, undefined);
  const pointed = new Map<string, LargeFile>();
  const asked = new Set<string>();
  const missing = new Map<string, MissingFile>();
  /** Gives whether all of them are there. */
  const bring = async (files: readonly LargeFile[]): Promise<boolean> => {
    const wanted = files.filter(({ id }) => !asked.has(id));
    for (const { id } of wanted) asked.add(id);
    const withheld = wanted.length === 0 ? undefined : await large.bring(wanted);
    for (const [id, one] of withheld ?? []) missing.set(id, one);
    return withheld === undefined || withheld.size === 0;
  };
  const planned: LargeFiles = {
    bring(files) {
      for (const file of files) pointed.set(file.id, file);
      return Promise.resolve(missing);
    },
    async read(id) {
      const file = pointed.get(id);
      if (file !== undefined && !(await bring([file]))) throw new Withheld();
      return large.read(id);
    },
  };
  for (;;) {
    try {
      const made = await planAll(request, planned);
      const shown = made.plan.files.flatMap(({ path }) => made.taken.brought.get(path) ?? []);
      if (await bring(shown)) return made;
    } catch (error) {
      if (!(error instanceof Withheld)) throw error;
    }
  }
}

/** A file that the plan was to be made of can't be had: it is made once more, without it. */
class Withheld extends Error {}

async function planAll(request: RepositoryRequest, large: LargeFiles | undefined): Promise<PlannedSource> {
  const { tree, directory, read, entries, proposed = [], onProgress, findLinks } = request;
  const taken = await repositorySource(tree, directory, read, { entries, large });
  const followed = await followFiles(entries, { files: taken.files, proposed, read });
  const earlier = await earlierOf(request, taken, followed);
  const plan = await planImport(taken.source, {
    earlier,
    isWhole: true,
    ...(onProgress === undefined ? {} : { onProgress }),
    ...(findLinks === undefined ? {} : { findLinks }),
  });
  return { taken, followed, plan };
}

/** What nobody shows is not waited for. */
async function unreadIn(
  { linking }: RepositoryRequest,
  { former, missing, brought }: RepositorySource,
  { files, report: { brokenLinks, omitted } }: ImportPlan,
): Promise<Unread> {
  const isAnyShown = async (paths: readonly string[]): Promise<boolean> => {
    if (paths.length === 0) return false;
    if (omitted > 0 || paths.some((path) => former.has(path))) return true;
    const pause = openPace();
    const names = [...new Set(paths.map((path) => pageName(path).toLowerCase()))];
    for (const { url } of brokenLinks) {
      await pause();
      const written = decoded(url).toLowerCase();
      if (names.some((name) => written.includes(name))) return true;
    }
    for (let from = 0; from < paths.length; from += FEW)
      if ((await linking({ gone: new Set(), fresh: paths.slice(from, from + FEW) })).size > 0) return true;
    return false;
  };
  // What comes and is shown by nothing comes each time: a run after it would be no further.
  const isFurther = files.some(({ path }) => brought.has(path));
  const waiting = (isMeant: boolean): string[] =>
    [...missing].flatMap(([path, { isLate }]) => ((isLate && isFurther) === isMeant ? [path] : []));
  if (await isAnyShown(waiting(true))) return "late";
  return former.size > 0 || (await isAnyShown(waiting(false))) ? "refused" : undefined;
}

async function earlierOf(
  { entries, linking, pages, before }: RepositoryRequest,
  { files, brought }: RepositorySource,
  followed: ReadonlyMap<string, RepositoryEntry>,
): Promise<EarlierSource> {
  const pathOf = new Map([...followed].map(([path, { object }]) => [object, path]));
  const moved = new Map(
    [...followed].flatMap(([path, entry]) => (entry.path === path ? [] : [[entry.path, path] as const])),
  );
  const gone = new Set(
    entries.flatMap(({ object, file }) => (object && file && !pathOf.has(object) ? [object] : [])),
  );
  const former = new Set(before.map(({ path }) => path));
  const fresh = [...files].flatMap(([path, { name }]) =>
    followed.has(path) || (former.has(name) && !brought.has(path)) ? [] : [path],
  );
  // Where another stands now, a link that nobody touched leads to that one.
  for (const [path, { path: at, object }] of followed)
    if (object !== undefined && at !== path && files.has(at)) gone.add(object);
  const changedLinks = gone.size + fresh.length > 0 ? await linking({ gone, fresh }) : new Set<string>();
  const there = new Set(pages.filter(({ type }) => type === "document").map(({ id }) => id));
  const kept = new Map<string, KeptPage>();
  for (const [path, { role, object = "", spelling, ...entry }] of followed) {
    const isSame = entry.path === path && entry.file?.id === files.get(path)?.id;
    const isPage = role === "page" && isMarkdown(path) && there.has(object);
    if (isSame && isPage && spelling.text !== undefined && !changedLinks.has(object))
      kept.set(path, { head: spelling.text, title: saysTitle(spelling.text) ? spelling.title : undefined });
    else for (const alias of aliasesOf(path, entry.path, spelling.links, pathOf)) moved.set(...alias);
  }
  const used = [...followed].flatMap(([path, { role }]) => (role === "file" ? [path] : []));
  return { pages: kept, moved, files: new Set(used) };
}

/** What a page that is read again has written of files that moved before: it means them still. */
function aliasesOf(
  path: string,
  former: string,
  links: Readonly<Record<string, readonly string[]>> = {},
  pathOf: ReadonlyMap<string | undefined, string>,
): [string, string][] {
  return Object.entries(links).flatMap(([stored, spellings]) => {
    const now = pathOf.get(readStoredUrl(stored)?.id);
    if (now === undefined) return [];
    return [path, former].flatMap((from) =>
      spellings.flatMap((spelling): [string, string][] => {
        const meant = folderPath(from, spelling);
        return meant === undefined || meant === now ? [] : [[meant, now]];
      }),
    );
  });
}

/**
 * What of the files that are nobody's yet was known before it came. Of a page the name alone says nothing, since somebody
 * else may have taken it, and neither does it alone that most lines are the same, since what is made from one template is
 * alike: it is at its path with most of its lines, or elsewhere with all of its bytes. What has no lines to compare is at
 * its path what it was.
 */
async function followProposed(
  { proposed = [], read }: RepositoryRequest,
  { files }: RepositorySource,
  followed: ReadonlyMap<string, RepositoryEntry>,
): Promise<ReadonlyMap<string, RepositoryEntry>> {
  const objects = new Set([...followed.values()].map(({ object }) => object));
  const paths = new Set(followed.keys());
  const stayed = new Map<string, RepositoryEntry>();
  const open: RepositoryEntry[] = [];
  for (const entry of proposed) {
    const { object, path, file } = entry;
    if (object === undefined || file === undefined || objects.has(object) || paths.has(path)) continue;
    objects.add(object);
    paths.add(path);
    if (!isMarkdown(path) && files.has(path)) stayed.set(path, entry);
    else open.push(entry);
  }
  const bytes = new Set(open.map(({ file }) => file?.id));
  const places = new Set(open.map(({ path }) => path));
  const fresh = [...files].filter(
    ([path, { id }]) => !followed.has(path) && !stayed.has(path) && (places.has(path) || bytes.has(id)),
  );
  const found = await followContents(open, new Map(fresh), read);
  const isIt = ([path, { path: before, file }]: [string, RepositoryEntry]): boolean =>
    path === before || files.get(path)?.id === file?.id;
  return new Map([...stayed, ...[...found].filter(isIt)]);
}

function idsOf(
  { pages, newId }: RepositoryRequest,
  plan: ImportPlan,
  {
    followed,
    proposed,
  }: {
    readonly followed: ReadonlyMap<string, RepositoryEntry>;
    readonly proposed: ReadonlyMap<string, RepositoryEntry>;
  },
): RepositoryReading["ids"] {
  const used = new Set<string>();
  const known = (role: RepositoryThing, path: string | undefined, entries = followed): string | undefined => {
    const entry = entries.get(path ?? "");
    if (entry?.role !== role || entry.object === undefined || used.has(entry.object)) return undefined;
    used.add(entry.object);
    return entry.object;
  };
  const planned = listPages(plan.pages);
  const types = new Map(pages.map(({ id, type }) => [id, type]));
  const claimed = new Map(
    planned.flatMap(({ key, type, file }) => {
      const id = type === "document" && key === file?.path ? known("page", file.path) : undefined;
      return id !== undefined && types.get(id) === type ? [[key, id] as const] : [];
    }),
  );
  const matched = matchPages(plan.pages, pages, () => "", claimed);
  // What was found by its place or title is not given to what was proposed, too.
  for (const { id } of matched.values()) used.add(id);
  const freshId = (kind: RepositoryThing, path: string): string =>
    known(kind, path, proposed) ?? newId(kind, path);
  const idOf = (kind: "file" | "reusable", path: string): string => known(kind, path) ?? freshId(kind, path);
  return {
    page: new Map(planned.map(({ key }) => [key, matched.get(key)?.id || freshId("page", key)])),
    file: new Map(plan.files.map(({ path }) => [path, idOf("file", path)])),
    reusable: new Map(plan.reusable.map(({ path }) => [path, idOf("reusable", path)])),
  };
}

function lossesOf(before: readonly RepositoryEntry[], now: readonly RepositoryEntry[]): Losses {
  const left = new Set(now.map(({ object }) => object));
  const pages = before.filter(({ role }) => role === "page");
  const gone = pages.filter(({ object }) => !left.has(object)).length;
  const has = (entries: readonly RepositoryEntry[], role: string): boolean =>
    entries.some((entry) => entry.role === role);
  const contents =
    (has(before, "summary") && !has(now, "summary")) || (pages.length > 0 && !has(now, "page"));
  return { pages: gone, of: pages.length, contents };
}
