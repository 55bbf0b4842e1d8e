/** A project of a documentation tool: how it is known, which files are its pages, and what they are written in. */
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import type { HeadingIds } from "./headingIds.ts";
import type { IncludeRule } from "./includes.ts";
import type { ProjectFiles } from "./projectFiles.ts";
import type { ReadingNotes } from "./told.ts";

export interface Tool {
  readonly name: string;
  /** What of it comes along, as the end of a sentence. */
  readonly understood: string;
  /** The file that settles a project; undefined when the files are none of this tool. */
  readonly find: (files: ProjectFiles) => Promise<string | undefined> | string | undefined;
  readonly open: (files: ProjectFiles, settings: string, told: ReadingNotes) => Promise<Project>;
}

export interface Project {
  /** The folder of the pages: a slash before a link begins there. "" is the top. */
  readonly content: string;
  readonly pages: readonly string[];
  /** Where the tool publishes a page: without slashes at the ends, "" for the start. */
  readonly addressOf: (path: string, meta: PageMeta) => string;
  /** What stands before all addresses: "docs". */
  readonly base?: string;
  /** Folders whose files are published at the top. */
  readonly statics: readonly string[];
  /** Files that are taken into others. */
  readonly includes: (text: string) => readonly IncludeRule[];
  /** The text of a page without its front matter, in the dialect. */
  readonly write: (text: string, page: ProjectPage) => string;
  /** How it calls headings that have no id of their own; ours where it is not known. */
  readonly headingIds?: HeadingIds;
  /** Front matter in another notation than YAML, as YAML. */
  readonly front?: (text: string) => string;
  /** What the front matter means here. */
  readonly meta?: (meta: PageMeta) => PageMeta;
  readonly facts: (path: string, meta: PageMeta) => NavFacts;
  /** The tree; pages that it doesn't name are hidden. */
  readonly navigation: (facts: ReadonlyMap<string, NavFacts>) => readonly NavItem[];
  /** Whether readers see the navigation's names of pages rather than their titles, as in most tools. */
  readonly hasLabels?: boolean;
  readonly redirects?: readonly ProjectRedirect[];
  /** Folders that were spaces: what lies in their `.gitbook` has the part that it has in a space. */
  readonly spaces?: readonly string[];
  /** Files of the tool itself, which are neither pages nor shown by any. */
  readonly own?: readonly string[];
}

export interface ProjectPage {
  readonly path: string;
  readonly meta: PageMeta;
  readonly told: ReadingNotes;
}

/** An old address, without slashes at its ends, and a link to what is read there now. */
export interface ProjectRedirect {
  readonly from: string;
  readonly to: string;
}

/** What a page says of its place. */
export interface NavFacts {
  /** In the navigation, where it is another than the title. */
  readonly label?: string | undefined;
  readonly title?: string | undefined;
  readonly order?: number | undefined;
  readonly isHidden?: boolean | undefined;
  /** Another id than its path. */
  readonly id?: string | undefined;
  /** Addresses at which it was before. */
  readonly aliases?: readonly string[] | undefined;
}

/** A place in the tree: a page, a link, or a title over others. */
export interface NavItem {
  /** Of a page: what the navigation calls it, where it says that. */
  readonly title?: string | undefined;
  /** What a page is called there in any case. */
  readonly linkTitle?: string | undefined;
  readonly path?: string | undefined;
  readonly href?: string | undefined;
  readonly items?: readonly NavItem[];
}

/** A value of the front matter that has no meaning of its own here. */
export function extraOf(meta: PageMeta, key: string): unknown {
  return meta.extra?.[key];
}

export function textExtra(meta: PageMeta, key: string): string | undefined {
  const value = extraOf(meta, key);
  return typeof value === "string" && value !== "" ? value : undefined;
}

export function numberExtra(meta: PageMeta, key: string): number | undefined {
  const value = extraOf(meta, key);
  return typeof value === "number" && Number.isFinite(value) ? value : undefined;
}

/** A front matter without keys that mean nothing any more. */
export function withoutExtra(meta: PageMeta, keys: readonly string[]): PageMeta {
  if (meta.extra === undefined) return meta;
  const { extra, ...rest } = meta;
  const left = Object.entries(extra).filter(([key]) => !keys.includes(key));
  return left.length === 0 ? rest : { ...rest, extra: Object.fromEntries(left) };
}
