import { isDeepStrictEqual } from "node:util";
import { openPace } from "../turns/pace.ts";
import type { ImportFile, ImportSource } from "./files.ts";
import { folderOutline, isForAgents } from "./folderOutline.ts";
import { formerAddresses } from "./formerAddresses.ts";
import { growTree } from "./growTree.ts";
import type { ImportLimits } from "./limits.ts";
import { IMPORT_LIMITS } from "./limits.ts";
import { linkHref, linkText, type LinkFinder, findLinks } from "./linkedText.ts";
import type { LinkTarget } from "./linkTargets.ts";
import { openLookup } from "./linkTargets.ts";
import type { OutlineNode, PlacedNode } from "./outline.ts";
import { placeNodes } from "./outline.ts";
import { below, byName } from "./pageNames.ts";
import type { KeptPage, PageText } from "./pageTexts.ts";
import { readPageTexts } from "./pageTexts.ts";
import type {
  ImportPlan,
  PlannedFile,
  PlannedPage,
  PlannedRedirect,
  PlannedReusable,
  SettlingFile,
} from "./planned.ts";
import { listPages } from "./planned.ts";
import type { ReportLines } from "./report.ts";
import { openReport } from "./report.ts";
import { fileName } from "./assetNames.ts";
import { ImportRefused } from "./refusal.ts";
import type { IncludeFile } from "./reusable.ts";
import { readIncludes } from "./reusable.ts";
import type { ContentLayout } from "./sourceLayout.ts";
import { readText, surveySource } from "./sourceLayout.ts";
import { readSummary } from "./summary.ts";
import type { DecodedText } from "./text.ts";
import { summaryOutline } from "./summaryOutline.ts";
import { tagsIn } from "./tagsFile.ts";
import { variablesIn } from "./variables.ts";
import { openYamlReader, type YamlReader } from "./yamlApart.ts";
import type { ReadYaml } from "./yamlText.ts";

export interface ImportOptions {
  /** The folder of the source that holds the content; by default its top. */
  readonly directory?: string;
  readonly limits?: Partial<ImportLimits>;
  /** Whether nothing is taken of more pages than may be: those that were left out would count as deleted. */
  readonly isWhole?: boolean;
  /** What an earlier state of the same source has become. */
  readonly earlier?: EarlierSource;
  /** Finds what is in a text; here and now unless said. */
  readonly findLinks?: LinkFinder;
  /** Hears how many of the pages have been read. */
  readonly onProgress?: (done: number, total: number) => void;
}

/** What is known of a source that was imported before, by path. */
export interface EarlierSource {
  /** Pages whose files are the same and whose links still lead where they led. */
  readonly pages: ReadonlyMap<string, KeptPage>;
  /** Where files are that lay elsewhere: what was written before they moved means them still. */
  readonly moved: ReadonlyMap<string, string>;
  /** Files that were taken along: they stay, though their pages are not read for it. */
  readonly files: ReadonlySet<string>;
}

const NO_EARLIER: EarlierSource = { pages: new Map(), moved: new Map(), files: new Set() };

/**
 * Reads a source into a page tree with its files, variables, tags, reusable contents and redirects.
 * What can't be taken is left out and named in the report; the same source gives the same plan.
 * Throws ImportRefused when an archive turns out to be damaged or hostile while it is read.
 */
export async function planImport(source: ImportSource, options: ImportOptions = {}): Promise<ImportPlan> {
  const limits: ImportLimits = { ...IMPORT_LIMITS, ...options.limits };
  const { earlier = NO_EARLIER, isWhole = false } = options;
  const { onProgress = () => {}, findLinks: find = findLinks } = options;
  const lines = openReport(limits.reportLines);
  for (const { path, reason } of source.skipped) lines.skip(path, reason);
  for (const { path, message } of source.problems ?? []) lines.problem(path, message);

  const readYaml = openYamlReader();
  const layout = await surveySource(source, options.directory ?? "", limits, lines, readYaml);
  const placed = placeOutline(source.outline ?? (await outlineOf(layout, lines, readYaml)), {
    limits,
    lines,
    isWhole,
  });
  const texts = await readPageTexts(placed, {
    layout,
    limits,
    lines,
    kept: earlier.pages,
    isWhole,
    onProgress,
  });
  const includes = await readIncludes(layout, limits, lines);
  const targets = linkTargets(layout, placed, texts, includes);
  for (const [path, now] of earlier.moved) {
    const target = targets.get(now);
    if (target !== undefined && !targets.has(path)) targets.set(path, target);
  }
  const lookup = openLookup(layout.root, targets, source.addresses, source.published);
  const at = layout.summary?.path ?? below(layout.root, "SUMMARY.md");
  const pages = await growTree(placed, texts, lookup, at, lines, find);
  const reusable: ImportPlan["reusable"][number][] = [];
  for (const { path, title, body, head } of includes) {
    const broken = (url: string): void => lines.broken(path, url);
    const problem = (message: string): void => lines.problem(path, message);
    const text = linkText(lookup, path, body, await find(body), { broken, problem });
    reusable.push({ path, title, body: text, ...(head === undefined ? {} : { head }) });
  }
  const settingsPath = below(layout.root, ".gitbook.yaml");
  const written = [...layout.settings.redirects, ...(source.redirects ?? [])].map((redirect) => {
    const { target } = linkHref(lookup, settingsPath, redirect.to, (url) => lines.broken(settingsPath, url));
    return target === undefined ? redirect : { ...redirect, target };
  });
  const redirects = [...written, ...formerAddresses(pages, source.published)];
  reportUnlisted(layout, placed, lines);
  const used = usedFiles(pages, reusable, redirects);
  for (const path of earlier.files) used.add(path);
  const files = takeFiles(layout, used, lines);
  const settle = { limits, lines, readYaml };
  const variables = await readSettling(layout.variables, variablesIn, settle);
  const tags = await readSettling(layout.tags, tagsIn, settle);
  const settling = [
    ...settlingFile("summary", layout.summary),
    ...settlingFile("settings", layout.settingsFile),
    ...settlingFile("variables", variables.file),
    ...settlingFile("tags", tags.file),
  ];
  return {
    pages,
    files,
    variables: variables.said,
    tags: tags.said,
    unread: { variables: variables.isUnread, tags: tags.isUnread },
    reusable,
    redirects,
    settling,
    report: lines.report(),
  };
}

const SHORTEN = "Take some of these items out of it.";

/**
 * The page tree by the table of contents, or by the folders when there is none or it lists nothing.
 * @throws ImportRefused for one of which only a part could be read: the pages of the rest would be gone
 */
async function outlineOf(
  layout: ContentLayout,
  lines: ReportLines,
  readYaml: YamlReader,
): Promise<OutlineNode[]> {
  const { root, settings, summary, pages, files } = layout;
  if (summary !== undefined) {
    const { nodes, refused, problems } = await readSummary(summary.text, readYaml);
    if (refused !== undefined)
      throw new ImportRefused("too-large", `${summary.path} is refused: ${refused}.`, SHORTEN);
    for (const problem of problems) lines.problem(summary.path, problem);
    const targets = new Map<string, LinkTarget>();
    for (const path of files.keys()) targets.set(path, { kind: "file", path });
    for (const path of pages.keys()) targets.set(path, { kind: "page", key: path });
    const lookup = openLookup(root, targets);
    const outline = summaryOutline(nodes, summary.path, lookup, (message) =>
      lines.problem(summary.path, message),
    );
    if (outline.length > 0 || pages.size === 0) return outline;
    lines.problem(summary.path, "it lists no page, so the folders decide");
  }
  return folderOutline([...pages.keys()], root, below(root, settings.readme));
}

function placeOutline(
  outline: readonly OutlineNode[],
  { limits, lines, isWhole }: { limits: ImportLimits; lines: ReportLines; isWhole: boolean },
): PlacedNode[] {
  return placeNodes(outline, limits, {
    raised: ({ key }) => {
      lines.problem(key, `it is more than ${limits.pageDepth} levels deep and is raised to the last one`);
    },
    dropped: ({ key }) => {
      if (isWhole) throw new ImportRefused("too-large", `The directory has more than ${limits.pages} pages.`);
      lines.skip(key, `an import takes at most ${limits.pages} pages`);
    },
  });
}

/** Everything that a link may mean: pages that were read, reusable contents, other files. */
function linkTargets(
  layout: ContentLayout,
  placed: readonly PlacedNode[],
  texts: readonly (PageText | undefined)[],
  includes: readonly IncludeFile[],
): Map<string, LinkTarget> {
  const targets = new Map<string, LinkTarget>();
  for (const path of layout.files.keys()) targets.set(path, { kind: "file", path });
  for (const { path } of includes) targets.set(path, { kind: "reusable", path });
  for (const [index, { node }] of placed.entries()) {
    if (texts[index] === undefined) continue;
    // A folder's page without a file has the folder's path as its key.
    const path = node.path ?? (node.key.endsWith("/") ? node.key.slice(0, -1) : undefined);
    if (path !== undefined) targets.set(path, { kind: "page", key: node.key });
  }
  return targets;
}

function usedFiles(
  pages: readonly PlannedPage[],
  reusable: readonly PlannedReusable[],
  redirects: readonly PlannedRedirect[],
): Set<string> {
  const used = new Set<string>();
  const use = (target: LinkTarget | undefined): void => {
    if (target?.kind === "file") used.add(target.path);
  };
  for (const { body, href, cover } of listPages(pages)) {
    for (const { target } of body.links) use(target);
    use(href?.target);
    use(cover?.url.target);
    use(cover?.urlDark?.target);
  }
  for (const { body } of reusable) for (const { target } of body.links) use(target);
  for (const { target } of redirects) use(target);
  return used;
}

function reportUnlisted(layout: ContentLayout, placed: readonly PlacedNode[], lines: ReportLines): void {
  const why =
    layout.summary === undefined
      ? "it tells agents what to do, and is no page"
      : `${layout.summary.path} does not list it`;
  const listed = new Set(placed.map(({ node }) => node.path));
  for (const path of layout.pages.keys())
    if (!listed.has(path) && (layout.summary !== undefined || isForAgents(path))) lines.skip(path, why);
}

/** The files that come along; the rest is reported. */
function takeFiles(layout: ContentLayout, used: ReadonlySet<string>, lines: ReportLines): PlannedFile[] {
  const taken: PlannedFile[] = [];
  for (const [path, file] of layout.files) {
    if (used.has(path) || layout.assets.has(path)) taken.push({ ...file, name: fileName(path) });
    else lines.skip(path, "no page links to it");
  }
  // "logo.png", "2/logo.png", "10/logo.png": the order in which an export numbers equal names.
  return taken.toSorted((a, b) => depth(a.path) - depth(b.path) || byName(a.path, b.path));
}

function depth(path: string): number {
  return path.split("/").length;
}

/** What a file of settings says by name, and the file itself where it can be read. */
interface ReadSettling<Value> {
  readonly said: ReadonlyMap<string, Value>;
  readonly file?: { readonly path: string } & DecodedText;
  /** Whether there is a file of it that can't be read. */
  readonly isUnread: boolean;
}

/** Of several files the first that says a name decides. They can't be written again as one. */
async function readSettling<Value>(
  files: readonly ImportFile[],
  saidIn: (yaml: ReadYaml) => {
    readonly said: Map<string, Value>;
    readonly problems: readonly string[];
    readonly refused?: string;
  },
  { limits, lines, readYaml }: { limits: ImportLimits; lines: ReportLines; readYaml: YamlReader },
): Promise<ReadSettling<Value>> {
  const all = new Map<string, Value>();
  const from = new Map<string, string>();
  const pace = openPace();
  let last: ReadSettling<Value>["file"];
  let isUnread = false;
  for (const file of files) {
    await pace();
    const read = await readText(file, limits.settingsBytes, lines);
    isUnread ||= read === undefined;
    if (read === undefined) continue;
    last = { path: file.path, ...read };
    const { said, problems, refused } = saidIn(await readYaml(read.text));
    isUnread ||= refused !== undefined;
    for (const problem of problems) lines.problem(file.path, problem);
    for (const [name, value] of said) {
      const first = from.get(name);
      if (first === undefined && all.size >= MOST_SAID && files.length > 1) {
        lines.problem(file.path, `only ${MOST_SAID} names are taken of all such files: the rest is left out`);
        break;
      }
      if (first === undefined) {
        all.set(name, value);
        from.set(name, file.path);
      } else if (!isDeepStrictEqual(all.get(name), value))
        lines.problem(file.path, `${name} is said otherwise in ${first}, whose value is taken`);
    }
  }
  return { said: all, isUnread, ...(files.length === 1 && last !== undefined && { file: last }) };
}

/** Of several files that settle the same: each alone is bounded, and there may be thousands. */
const MOST_SAID = 10_000;

/** What can be written again as it was. */
function settlingFile(
  role: SettlingFile["role"],
  file: ({ readonly path: string } & DecodedText) | undefined,
): SettlingFile[] {
  if (file?.mark === undefined) return [];
  return [{ role, path: file.path, text: file.mark + file.text }];
}
