/** A repository of GitBook as a whole: folders with settings and tables of contents of their own, each a space there. */
import { decoded } from "../../../engine/decoded.ts";
import { baseName, below, folderOf, titleOfName } from "../pageNames.ts";
import { type ContentSettings, contentSettings } from "../gitbookYaml.ts";
import { readSummary, type SummaryNode } from "../summary.ts";
import { openPace } from "../../turns/pace.ts";
import { isBelowOne } from "../spaceFolders.ts";
import { readSiteConfigApart } from "../yamlApart.ts";
import { addressByPath, folderItemsOnce } from "./folders.ts";
import { joinPath } from "./includes.ts";
import { redirectsOf } from "./redirects.ts";
import type { NavItem, Project, Tool } from "./project.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

const CONTENTS = /(?:^|\/)SUMMARY\.md$/;
const SITE = /(?:^|\/)(?:gitbook-)?docs\.ya?ml$/;
const MARKDOWN = /\.(?:md|markdown)$/i;
const SETTINGS = /\/\.gitbook\.ya?ml$/;
/** How pages of one space name those of another where both are at GitBook. */
const AT_GITBOOK = /https:\/\/app\.gitbook\.com\/(?:o\/[\w-]+\/)?s\/[\w-]+/g;
const LEADS_BACK =
  "it links to a space by its address at GitBook, which stays: link to the file of the page instead";

export const GITBOOK: Tool = {
  name: "GitBook",
  understood:
    "all of its spaces, each as a group of pages, with the links between them, reusable contents, variables, tags and redirects",
  find: async (files) => {
    const contents = files.paths.filter((path) => CONTENTS.test(path));
    const settled = files.paths.filter((path) => SETTINGS.test(path));
    if (contents.length > 1 || (contents.length === 1 && settled.length > 0)) return contents[0];
    if (settled.length > 1) return settled[0];
    const site = await siteOf(files);
    const folders = new Set(site?.spaces.map(({ directory }) => directory));
    return foldersWithPages(files, folders).size > 1 ? site?.path : undefined;
  },
  open: openRepository,
};

interface SpaceOf {
  readonly folder: string;
  readonly content: string;
  /** Its table of contents; undefined: the folders are its tree. */
  readonly contents: string | undefined;
  /** As its settings have them: from an address in the space to a file below its content. */
  readonly redirects: ContentSettings["redirects"];
  /** What its site calls it. */
  readonly title?: string;
}

/** Where its pages were, they are below its name here. */
function redirectPairs({ folder, content, redirects }: SpaceOf): (readonly [from: string, to: string])[] {
  return redirects.map(({ from, to }) => {
    const isElsewhere = /^[a-z]+:/i.test(to);
    return [below(baseName(folder), from), isElsewhere ? to : below(content, to)] as const;
  });
}

async function openRepository(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const site = await siteOf(files);
  const spaces = inOrder(await spacesOf(files, site?.spaces ?? [], told), site, told);
  tellOfSites(files, site, told);
  const listed = new Map<SpaceOf, readonly SummaryNode[]>();
  const pace = openPace();
  for (const space of spaces) {
    await pace();
    if (space.contents === undefined) continue;
    const { nodes } = await readSummary((await files.text(space.contents)) ?? "", files.yaml);
    listed.set(space, nodes);
  }
  const contents = new Set(spaces.map(({ content }) => content));
  const isPage = (path: string): boolean =>
    MARKDOWN.test(path) && !CONTENTS.test(path) && !path.includes(".gitbook/") && isBelowOne(contents, path);
  const pages = files.paths.filter(isPage);
  return {
    content: "",
    pages,
    own: files.paths.filter(
      (path) => CONTENTS.test(path) || SITE.test(path) || /(?:^|\/)\.gitbook\.ya?ml$/.test(path),
    ),
    statics: [],
    addressOf: (path) => addressByPath("", path),
    includes: () => [],
    write: (text, { path, told: notes }) => {
      for (const _ of text.matchAll(AT_GITBOOK)) notes.unknown(LEADS_BACK, path);
      // It is the dialect already.
      return text;
    },
    // Names in its tables of contents are for pages without a title, but for link titles.
    hasLabels: false,
    facts: () => ({}),
    navigation: (facts) => {
      const items = folderItemsOnce(pages, { facts });
      return spaces.map((space) => ({
        title: space.title ?? titleOfName(baseName(space.folder)),
        items: listed.get(space)?.map((node) => itemOf(node, space, files, 0)) ?? items(space.content),
      }));
    },
    spaces: [...new Set(spaces.flatMap(({ folder, content }) => [folder, content]))],
    redirects: redirectsOf(spaces.flatMap(redirectPairs), settings, told),
  };
}

/** The folders with settings, those with contents alone, and those that their site names. */
async function spacesOf(
  files: ProjectFiles,
  named: readonly SiteSpace[],
  told: ReadingNotes,
): Promise<SpaceOf[]> {
  const spaces = new Map<string, SpaceOf>();
  const directories = new Set(named.map(({ directory }) => directory));
  const pace = openPace();
  const settled = files.paths.filter((one) => SETTINGS.test(one));
  for (const path of settled) {
    await pace();
    const { settings, problems } = contentSettings(await files.yaml((await files.text(path)) ?? ""));
    for (const problem of problems) told.problem(path, problem);
    const folder = folderOf(path);
    const content = joinPath(folder, settings.root) ?? folder;
    const contents = joinPath(content, settings.summary);
    const { redirects } = settings;
    if (contents !== undefined && files.has(contents))
      spaces.set(contents, { folder, content, contents, redirects });
    else if (settled.length > 1 || directories.has(folder))
      spaces.set(`${content}/`, { folder, content, contents: undefined, redirects });
  }
  for (const contents of files.paths.filter((one) => CONTENTS.test(one)))
    if (!spaces.has(contents)) {
      const folder = folderOf(contents);
      spaces.set(contents, { folder, content: folder, contents, redirects: [] });
    }
  const found = new Set([...spaces.values()].flatMap(({ folder, content }) => [folder, content]));
  for (const folder of foldersWithPages(files, directories))
    if (!found.has(folder))
      spaces.set(`${folder}/`, { folder, content: folder, contents: undefined, redirects: [] });
  return [...spaces.values()];
}

/** Those of some folders that have pages. */
function foldersWithPages({ paths }: ProjectFiles, folders: ReadonlySet<string>): Set<string> {
  const found = new Set<string>();
  for (const path of folders.size === 0 ? [] : paths) {
    if (!MARKDOWN.test(path)) continue;
    let folder = folderOf(path);
    while (folder !== "" && !folders.has(folder)) folder = folderOf(folder);
    if (folders.has(folder)) found.add(folder);
  }
  return found;
}

/** A space as its site names it. */
interface SiteSpace {
  readonly title: string;
  readonly directory: string;
}

interface SiteOf {
  readonly path: string;
  readonly spaces: readonly SiteSpace[];
  /** Why it can't be read. */
  readonly problem?: string;
}

/** What the file of the site says that lies highest, if there is one. */
async function siteOf(files: ProjectFiles): Promise<SiteOf | undefined> {
  const [path] = files.paths
    .filter((one) => SITE.test(one))
    .toSorted((a, b) => a.split("/").length - b.split("/").length);
  if (path === undefined) return undefined;
  const read = await readSiteConfigApart((await files.text(path)) ?? "", { project: folderOf(path) });
  if ("problems" in read) {
    const [first] = read.problems;
    return { path, spaces: [], problem: `line ${first?.line}: ${first?.message}` };
  }
  const spaces = read.config.nodes.flatMap(({ type, title, directory }) =>
    type === "space" && typeof directory === "string" ? [{ title, directory }] : [],
  );
  return { path, spaces };
}

/** The spaces as their site has them: in its order and by its names, those that it doesn't name behind. */
function inOrder(spaces: readonly SpaceOf[], site: SiteOf | undefined, told: ReadingNotes): SpaceOf[] {
  const left = new Set(spaces);
  const ordered: SpaceOf[] = [];
  const byFolder = new Map(
    spaces.toReversed().flatMap((space) => [
      [space.content, space],
      [space.folder, space],
    ]),
  );
  for (const { title, directory } of site?.spaces ?? []) {
    const space = byFolder.get(directory);
    if (space === undefined || !left.delete(space))
      told.problem(site?.path ?? "", `there are no pages for "${title}" in ${directory}`);
    else ordered.push({ ...space, title });
  }
  return [...ordered, ...left];
}

function tellOfSites({ paths }: ProjectFiles, site: SiteOf | undefined, told: ReadingNotes): void {
  for (const path of paths)
    if (SITE.test(path))
      told.problem(
        path,
        "it describes a site: an import makes one space of all folders, Git Sync of a site one of each",
      );
  if (site?.problem !== undefined)
    told.problem(site.path, `the names and the order of its spaces are not taken: ${site.problem}`);
}

function itemOf(node: SummaryNode, space: SpaceOf, files: ProjectFiles, depth: number): NavItem {
  const { title, linkTitle, destination = "", children } = node;
  const items = depth > 60 ? [] : children.map((child) => itemOf(child, space, files, depth + 1));
  const path =
    destination === "" ? undefined : joinPath(space.content, decoded(destination.replace(/#.*$/, "")));
  if (path !== undefined && files.has(path) && !destination.includes("#"))
    return { title, linkTitle, path, items };
  return {
    title,
    items,
    ...(destination === ""
      ? {}
      : { href: /^[a-z]+:/i.test(destination) ? destination : `/${path ?? destination}` }),
  };
}
