/** Antora, which publishes AsciiDoc by components, versions and modules: https://docs.antora.org */
import { folderOf } from "../pageNames.ts";
import { field, itemsOf, literalOf } from "../tools/script.ts";
import type { ProjectFiles } from "../tools/projectFiles.ts";
import type { ReadingNotes } from "../tools/told.ts";
import { joinPath } from "../tools/includes.ts";

/** A component: where its modules lie, and the files that are its navigation. */
export interface AntoraComponent {
  /** The file that settles it. */
  readonly settings: string;
  readonly folder: string;
  readonly navigation: ReadonlySet<string>;
}

/** The first component of a source; undefined where there is none. */
export async function componentOf(
  files: ProjectFiles,
  told: ReadingNotes,
): Promise<AntoraComponent | undefined> {
  const settings = files.paths
    .filter((path) => /(?:^|\/)antora\.yml$/.test(path))
    .toSorted((a, b) => a.length - b.length)[0];
  if (settings === undefined) return undefined;
  const folder = folderOf(settings);
  const yaml = await files.yaml((await files.text(settings)) ?? "");
  if ("refused" in yaml) told.problem(settings, yaml.refused);
  const nav = itemsOf(field("value" in yaml ? literalOf(yaml.value) : undefined, "nav"));
  const navigation = nav.flatMap((path) => (typeof path === "string" ? (joinPath(folder, path) ?? []) : []));
  return { settings, folder, navigation: new Set(navigation.filter(files.has)) };
}

const FAMILIES: Readonly<Record<string, string>> = {
  partial: "partials",
  example: "examples",
  page: "pages",
  image: "images",
  attachment: "attachments",
};

/** The module that a file belongs to; undefined for one outside of all. */
export function moduleOf({ folder }: AntoraComponent, path: string): string | undefined {
  const below = folder === "" ? path : path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : "";
  return /^modules\/([^/]+)\//.exec(below)?.[1];
}

/** The folder of a module in which files of a kind lie. */
export function familyFolder({ folder }: AntoraComponent, module: string, family: string): string {
  return `${folder === "" ? "" : `${folder}/`}modules/${module}/${family}`;
}

/**
 * The file that a resource id means: `[module:][family$]path`. Undefined for those of other components and versions.
 * @param family what it is where it doesn't say so
 */
export function resourceOf(
  component: AntoraComponent,
  module: string,
  id: string,
  family: string,
): string | undefined {
  const parts = /^(?:([\w.-]+):)?(?:(\w+)\$)?([^:@$]{1,500})$/.exec(id);
  if (parts === null) return undefined;
  const [, named = module, kind, path = ""] = parts;
  const within = kind === undefined ? family : FAMILIES[kind];
  return within === undefined ? undefined : joinPath(familyFolder(component, named, within), path);
}

/** A path as it is written in a folder. */
export function relativePath(folder: string, path: string): string {
  const from = folder === "" ? [] : folder.split("/");
  const to = path.split("/");
  let same = 0;
  while (same < from.length && same < to.length - 1 && from[same] === to[same]) same += 1;
  return [...from.slice(same).map(() => ".."), ...to.slice(same)].join("/");
}

const LONGEST_ID = 500;

/** References between pages as paths from `folder`; what leads to another component is its text. */
export function writeReferences(
  text: string,
  component: AntoraComponent,
  module: string,
  folder: string,
): string {
  // What is no reference matches too, up to where one would have its bracket: no part of it is looked at again.
  return text.replace(
    /\bxref:([^\s[\]#]*)(#[^\s[\]]*)?(\[)?/g,
    (whole, id: string, anchor = "", end = "") => {
      if (end === "" || id.length === 0 || id.length > LONGEST_ID) return whole;
      const file = /\.\w+$/.test(id) ? id : `${id}.adoc`;
      const path = resourceOf(component, module, file, "pages");
      return path === undefined ? whole : `xref:${relativePath(folder, path)}${anchor}[`;
    },
  );
}
