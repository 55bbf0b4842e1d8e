/** Pages whose files were edited and nothing more: all else of the repository is as it was, and is not looked at. */
import { openPace } from "../../turns/pace.ts";
import { linkCover, reportCondition } from "../growTree.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { findLinks, type LinkFinder, type FoundLinks, linkHref, linkText } from "../linkedText.ts";
import { leadsOutside, type LinkTarget, meantPaths, openLookup } from "../linkTargets.ts";
import { whyUnread } from "../../../engine/markdown/frontMatter.ts";
import { takeApart } from "../pageTexts.ts";
import type { ImportPlan, PlannedPage } from "../planned.ts";
import { saysTitle } from "../print/printHead.ts";
import { entriesOf } from "../print/sourceEntry.ts";
import { openReport, type ReportLines } from "../report.ts";
import { readStoredUrl } from "../storedUrls.ts";
import { decodeText } from "../text.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";

/** A file of the repository that a page may link to. */
export interface MeantFile {
  /** The path that it was found at: its own, or its folder's. */
  readonly at: string;
  readonly entry: RepositoryEntry;
}

/** A page's file with what it was when both sides last agreed. */
export interface EditedFile {
  readonly entry: RepositoryEntry;
  readonly file: RepositoryFile;
  readonly bytes: Uint8Array;
  /** Reads the body of then, as it is stored. */
  readonly before: () => Promise<string>;
}

export interface EditsRequest {
  readonly edited: readonly EditedFile[];
  /** The folder of the content, at which a leading slash begins. */
  readonly root: string;
  /**
   * Finds the first of some paths that the repository has. @returns undefined where it has none of them, and
   * "unsure" where only a look at all files can tell what it means
   */
  readonly find: (paths: readonly string[]) => Promise<MeantFile | "unsure" | undefined>;
  /** Finds what is in a text; here and now unless said. */
  readonly findLinks?: LinkFinder;
}

/** The edited pages as a plan without a tree. */
export interface EditsReading {
  readonly plan: ImportPlan;
  readonly idOf: (target: LinkTarget) => string | undefined;
  /** Those of the edited files. */
  readonly entries: readonly RepositoryEntry[];
}

/**
 * Reads edited files as a reading of the whole repository would. Costs what they cost.
 * @returns undefined where that takes a look at other files too: for a new title, or a link that may mean anything
 */
export async function readEdits({
  edited,
  root,
  find,
  findLinks: inText = findLinks,
}: EditsRequest): Promise<EditsReading | undefined> {
  const lines = openReport(IMPORT_LIMITS.reportLines);
  const ids = new Map(edited.map(({ entry: { path, object } }) => [`page ${path}`, object]));
  const pause = openPace();
  const pages: PlannedPage[] = [];
  for (const one of edited) {
    const found = await destinationsIn(one, { find, root, inText }, lines);
    if (found === undefined) return undefined;
    for (const { entry } of found.meant) ids.set(`${entry.role} ${entry.path}`, entry.object);
    const page = pageOf(one, found, root, lines);
    if (page === undefined) return undefined;
    pages.push(page);
    await pause();
  }
  const idOf = (target: LinkTarget): string | undefined =>
    ids.get(`${target.kind} ${target.kind === "page" ? target.key : target.path}`);
  const plan = {
    pages,
    files: [],
    variables: new Map(),
    tags: new Map(),
    reusable: [],
    redirects: [],
    settling: [],
    report: lines.report(),
  };
  const files = new Map(edited.map(({ entry, file }) => [entry.path, file]));
  const entries = entriesOf(plan, idOf, "").map((entry): RepositoryEntry => {
    const file = files.get(entry.path);
    return file === undefined ? entry : { ...entry, file };
  });
  return { plan, idOf, entries };
}

interface FoundText {
  readonly text: ReturnType<typeof takeApart>;
  readonly links: FoundLinks;
  readonly meant: readonly MeantFile[];
}

/** The text of a file, and what its destinations mean; undefined where that can't be told by them alone. */
async function destinationsIn(
  { entry, bytes, before }: EditedFile,
  { find, root, inText }: Pick<EditsRequest, "find" | "root"> & { readonly inText: LinkFinder },
  lines: ReportLines,
): Promise<FoundText | undefined> {
  const decoded = bytes.byteLength > IMPORT_LIMITS.pageBytes ? undefined : decodeText(bytes);
  if (decoded === undefined || "refused" in decoded) return undefined;
  if (whyUnread(decoded.text) !== undefined) return undefined;
  const text = takeApart(entry.path, decoded, lines);
  const { url, urlDark } = text.meta.cover ?? {};
  const links = await inText(text.body);
  const urls = new Set([
    ...links.references.map((one) => one.url),
    ...[url, urlDark].filter((one) => one !== undefined),
  ]);
  const meant: MeantFile[] = [];
  let former: ReadonlySet<string> | undefined;
  for (const one of urls) {
    if (leadsOutside(one)) continue;
    const found = await find(meantPaths(root, entry.path, one));
    if (found === "unsure") return undefined;
    if (found !== undefined) meant.push(found);
    else {
      former ??= brokenIn(await inText(await before()));
      // What meant nothing means nothing still; of anything else only all files can say so.
      if (!former.has(one)) return undefined;
    }
  }
  return { text, links, meant };
}

/** The destinations of a stored text that name nothing. */
function brokenIn({ references }: FoundLinks): Set<string> {
  const urls = references.map(({ url }) => url);
  return new Set(urls.filter((url) => !leadsOutside(url) && readStoredUrl(url) === undefined));
}

function pageOf(
  { entry: { path, spelling } }: EditedFile,
  { text, links, meant }: FoundText,
  root: string,
  lines: ReportLines,
): PlannedPage | undefined {
  const { title = "", slug = "" } = spelling;
  const former = saysTitle(spelling.text ?? "") ? title : undefined;
  // Its place, its address and lines of the table of contents may follow from a title.
  if (text.title !== former || text.head === undefined) return undefined;
  const lookup = openLookup(
    root,
    new Map(meant.map(({ at, entry }): [string, LinkTarget] => [at, targetOf(entry)])),
  );
  const broken = (url: string): void => lines.broken(path, url);
  const problem = (message: string): void => lines.problem(path, message);
  reportCondition(text.meta, problem);
  return {
    key: path,
    type: "document",
    title,
    slug,
    address: slug,
    meta: text.meta,
    ...linkCover(text.meta, (url) => linkHref(lookup, path, url, broken)),
    file: { path, head: text.head },
    body: linkText(lookup, path, text.body, links, { broken, problem }),
    children: [],
  };
}

function targetOf({ role, path }: RepositoryEntry): LinkTarget {
  if (role === "file" || role === "reusable") return { kind: role, path };
  return { kind: "page", key: path };
}
