import type { JsonObject } from "../../engine/json.ts";
import type { TagDefinition, VariableValue } from "../../engine/page.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import type { ImportFile } from "./files.ts";
import type { Redirect } from "./gitbookYaml.ts";
import type { LinkTarget } from "./linkTargets.ts";
import type { ImportReport } from "./report.ts";

/** A destination in a text that means something in the same source. */
export interface PlannedLink {
  readonly start: number;
  readonly end: number;
  readonly target: LinkTarget;
  /** What follows the path, as written: "#install", "?raw=1" or nothing. */
  readonly suffix: string;
}

/** Markdown with the destinations that get an id when it is written. */
export interface LinkedText {
  readonly source: string;
  /** In the order of the text, not overlapping. */
  readonly links: readonly PlannedLink[];
}

/** A destination outside of a text: of a link page, a redirect, a cover. */
export interface PlannedHref {
  readonly url: string;
  readonly target?: LinkTarget;
}

/** A page to be: everything but its id and the ids its links need. */
export interface PlannedPage {
  /** Unique in the plan and the same at each import: the file's path, where there is a file. */
  readonly key: string;
  readonly type: "document" | "group" | "link" | "computed";
  readonly title: string;
  /** What the table of contents calls it beside its title. */
  readonly linkTitle?: string;
  /** Free among its siblings in the plan. */
  readonly slug: string;
  /** The slugs from the top, joined by slashes. */
  readonly address: string;
  /** Front matter without the title; what its cover's addresses mean is in `cover`. */
  readonly meta: PageMeta;
  readonly cover?: { readonly url: PlannedHref; readonly urlDark?: PlannedHref };
  readonly body: LinkedText;
  /** Whether its file is what it was when the space last took it: its text and front matter there hold, and are empty here. */
  readonly isKept?: true;
  /** Its file, and what stands before the body there; no head where its bytes can't be written again. */
  readonly file?: { readonly path: string; readonly head: string | undefined };
  /** Where a link page leads. */
  readonly href?: PlannedHref;
  /** Where a link page leads when no destination can say it, as a content reference. */
  readonly reference?: JsonObject;
  /** What a computed page is made from. */
  readonly computed?: JsonObject;
  readonly children: readonly PlannedPage[];
}

/** A file that something shows or links to, or that lies in `.gitbook/assets`. */
export interface PlannedFile extends ImportFile {
  readonly name: string;
}

export interface PlannedReusable {
  readonly path: string;
  readonly title: string;
  readonly body: LinkedText;
  /** What stands before the body in its file. */
  readonly head?: string;
}

/** A file that settles what becomes of the others, as it was written. */
export interface SettlingFile {
  readonly role: "summary" | "settings" | "variables" | "tags";
  readonly path: string;
  readonly text: string;
}

export interface PlannedRedirect extends Redirect {
  /** What `to` means in this source, when it means something there. */
  readonly target?: LinkTarget;
}

/** What a source would make of a space, with nothing written yet. */
export interface ImportPlan {
  readonly pages: readonly PlannedPage[];
  readonly files: readonly PlannedFile[];
  readonly variables: ReadonlyMap<string, VariableValue>;
  readonly tags: ReadonlyMap<string, TagDefinition>;
  /** Of what a file can't be read: what there is of it stays, since nobody has taken it away. */
  readonly unread?: Readonly<Record<"variables" | "tags", boolean>>;
  readonly reusable: readonly PlannedReusable[];
  readonly redirects: readonly PlannedRedirect[];
  readonly settling: readonly SettlingFile[];
  readonly report: ImportReport;
}

/** Lists a tree's pages, parents before their children. */
export function listPages<Page extends { readonly children: readonly Page[] }>(
  pages: readonly Page[],
): Page[] {
  const listed: Page[] = [];
  const left = pages.toReversed();
  for (let page = left.pop(); page !== undefined; page = left.pop()) {
    listed.push(page);
    for (const child of page.children.toReversed()) left.push(child);
  }
  return listed;
}
