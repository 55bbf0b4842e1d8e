/** A repository of GitBook as a whole: folders with settings and tables of contents of their own, each a space there. */
import { decoded } from "../../../engine/decoded.ts";
import { baseName, below, folderOf, titleOfName } from "../pageNames.ts";
import { type ContentSettings, parseGitbookYaml } from "../gitbookYaml.ts";
import { parseSummary, type SummaryNode } from "../summary.ts";
import { openPace } from "../../turns/pace.ts";
import { isBelowOne } from "../spaceFolders.ts";
import { addressByPath } from "./folders.ts";
import { joinPath } from "./includes.ts";
import { redirectsOf } from "./redirects.ts";
import type { NavItem, Project, Tool } from "./project.ts";
import type { ReadingNotes } from "./told.ts";
import type { ProjectFiles } from "./projectFiles.ts";

const CONTENTS = /(?:^|\/)SUMMARY\.md$/;
const SITE = /(?:^|\/)docs\.ya?ml$/;

export const GITBOOK: Tool = {
  name: "GitBook",
  understood:
    "all of its spaces, each as a group of pages, with the links between them, reusable contents, variables, tags and redirects",
  find: ({ paths }) => {
    const spaces = paths.filter((path) => CONTENTS.test(path));
    return spaces.length > 1 || (spaces.length === 1 && paths.some((path) => path.endsWith("/.gitbook.yaml")))
      ? spaces[0]
      : undefined;
  },
  open: openRepository,
};

interface SpaceOf {
  readonly folder: string;
  readonly content: string;
  readonly contents: string;
  /** As its settings have them: from an address in the space to a file below its content. */
  readonly redirects: ContentSettings["redirects"];
}

/** Where its pages were, they are below its name here. */
function redirectPairs({ folder, content, redirects }: SpaceOf): (readonly [from: string, to: string])[] {
  return redirects.map(({ from, to }) => {
    const isElsewhere = /^[a-z]+:/i.test(to);
    return [below(baseName(folder), from), isElsewhere ? to : below(content, to)] as const;
  });
}

async function openRepository(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const spaces = await spacesOf(files, told);
  for (const path of files.paths)
    if (SITE.test(path))
      told.problem(
        path,
        "it describes a site: an import makes one space of all folders, Git Sync of a site one of each",
      );
  const groups: NavItem[] = [];
  const pace = openPace();
  for (const space of spaces) {
    await pace();
    const { nodes } = parseSummary((await files.text(space.contents)) ?? "");
    groups.push({
      title: titleOfName(baseName(space.folder)),
      items: nodes.map((node) => itemOf(node, space, files, 0)),
    });
  }
  const contents = new Set(spaces.map(({ content }) => content));
  const isPage = (path: string): boolean =>
    /\.(?:md|markdown)$/i.test(path) &&
    !CONTENTS.test(path) &&
    !path.includes(".gitbook/") &&
    isBelowOne(contents, path);
  return {
    content: "",
    pages: files.paths.filter(isPage),
    own: files.paths.filter(
      (path) => CONTENTS.test(path) || SITE.test(path) || /(?:^|\/)\.gitbook\.ya?ml$/.test(path),
    ),
    statics: [],
    addressOf: (path) => addressByPath("", path),
    includes: () => [],
    // It is the dialect already.
    write: (text) => text,
    // Names in its tables of contents are for pages without a title, but for link titles.
    hasLabels: false,
    facts: () => ({}),
    navigation: () => groups,
    spaces: [...new Set(spaces.flatMap(({ folder, content }) => [folder, content]))],
    redirects: redirectsOf(spaces.flatMap(redirectPairs), settings, told),
  };
}

/** The folders with settings, and those with contents alone. */
async function spacesOf(files: ProjectFiles, told: ReadingNotes): Promise<SpaceOf[]> {
  const spaces = new Map<string, SpaceOf>();
  const pace = openPace();
  for (const path of files.paths.filter((one) => one.endsWith("/.gitbook.yaml"))) {
    await pace();
    const { settings, problems } = parseGitbookYaml((await files.text(path)) ?? "");
    for (const problem of problems) told.problem(path, problem);
    const folder = folderOf(path);
    const content = joinPath(folder, settings.root) ?? folder;
    const contents = joinPath(content, settings.summary);
    if (contents !== undefined && files.has(contents)) {
      const { redirects } = settings;
      spaces.set(contents, { folder, content, contents, redirects });
    }
  }
  for (const contents of files.paths.filter((one) => CONTENTS.test(one)))
    if (!spaces.has(contents)) {
      const folder = folderOf(contents);
      spaces.set(contents, { folder, content: folder, contents, redirects: [] });
    }
  return [...spaces.values()];
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
