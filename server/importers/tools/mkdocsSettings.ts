/** The settings of a project of MkDocs, with those that they inherit. */
import { openPace } from "../../turns/pace.ts";
import { folderOf } from "../pageNames.ts";
import { joinPath } from "./includes.ts";
import type { ProjectFiles } from "./projectFiles.ts";
import { field, itemsOf, literalOf, textField, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";

export interface MkdocsSettings {
  readonly config: Literal | undefined;
  /** The text of all files that they are of. */
  readonly written: string;
  /** Those files. */
  readonly paths: readonly string[];
}

const DEEPEST = 10;
const MOST_LOOKED_AT = 100;
const NAME = /(?:^|\/)mkdocs\.ya?ml$/;

/** The file that settles a project: the highest one, and of several those that the others inherit. */
export async function findSettings(files: ProjectFiles): Promise<string | undefined> {
  const depth = (path: string): number => path.split("/").length;
  const found = files.paths.filter((path) => NAME.test(path)).map((path) => ({ path, depth: depth(path) }));
  const least = found.reduce((most, one) => Math.min(most, one.depth), Infinity);
  const highest = found.filter((one) => one.depth === least).map(({ path }) => path);
  for (const path of highest.slice(0, highest.length === 1 ? 0 : MOST_LOOKED_AT))
    if (!/^INHERIT:/m.test((await files.text(path)) ?? "")) return path;
  return highest[0];
}

/** Reads the settings. A file that can't be read counts as empty, and is told. */
export async function readSettings(
  files: ProjectFiles,
  settings: string,
  told: ReadingNotes,
): Promise<MkdocsSettings> {
  const paths: string[] = [];
  const texts: string[] = [];
  let config: Literal | undefined;
  for (let path: string | undefined = settings; path !== undefined;) {
    const text = (await files.text(path)) ?? "";
    const yaml = await files.yaml(text);
    if ("refused" in yaml) told.problem(path, yaml.refused);
    const own = "value" in yaml ? literalOf(yaml.value) : undefined;
    config = merged(own, config);
    paths.push(path);
    texts.push(text);
    path = inheritedBy(own, path, { files, paths, told });
  }
  return { config, written: texts.join("\n"), paths };
}

function inheritedBy(
  own: Literal | undefined,
  path: string,
  { files, paths, told }: { files: ProjectFiles; paths: readonly string[]; told: ReadingNotes },
): string | undefined {
  const named = textField(own, "INHERIT");
  if (named === undefined) return undefined;
  const found = joinPath(folderOf(path), named);
  if (found === undefined || !files.has(found)) {
    const shown = named.slice(0, 200);
    told.problem(path, `it inherits ${shown}, which isn't in this import: import the folder that has both`);
    return undefined;
  }
  if (!paths.includes(found) && paths.length < DEEPEST) return found;
  told.problem(
    path,
    paths.includes(found) ? "it inherits itself" : `it inherits from more than ${DEEPEST} files`,
  );
  return undefined;
}

/** Maps are joined, all else is taken from what inherits. */
function merged(above: Literal | undefined, own: Literal | undefined): Literal | undefined {
  if (own === undefined) return above;
  if (!(above instanceof Map) || !(own instanceof Map)) return own;
  const joined = new Map(above as ReadonlyMap<string, Literal>);
  for (const [key, value] of own as ReadonlyMap<string, Literal>)
    joined.set(key, merged(joined.get(key), value) ?? value);
  return joined;
}

const UNREAD: Readonly<Record<string, string>> = {
  mkdocstrings: "what it makes of source code is missing",
  "gen-files": "the pages that it makes are missing",
  "literate-nav": "the navigation in its files isn't read",
  monorepo: "the projects that it includes are missing",
  multirepo: "the projects that it includes are missing",
};

/** Names the plugins that make pages or navigation, which nothing here does in their place. */
export function tellPlugins(config: Literal | undefined, settings: string, told: ReadingNotes): void {
  for (const name of Object.keys(UNREAD))
    if (pluginOf(config, name) !== undefined)
      told.problem(settings, `its plugin ${name} isn't run: ${UNREAD[name]}`);
}

/** The settings of a plugin, null where it has none; undefined where it isn't named. */
function pluginOf(config: Literal | undefined, name: string): Literal | undefined {
  const plugins = field(config, "plugins");
  for (const one of [plugins, ...itemsOf(plugins)]) {
    if (one === name) return null;
    const found = field(one, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

interface FirstLanguage {
  /** The folder of its pages. */
  readonly content: string;
  readonly pages: readonly string[];
}

/** Of pages in several languages, those in the first one; the others are counted. */
export async function inFirstLanguage(
  config: Literal | undefined,
  { content, pages }: FirstLanguage,
  settings: string,
  told: ReadingNotes,
): Promise<FirstLanguage> {
  const plugin = pluginOf(config, "i18n");
  const languages = itemsOf(field(plugin, "languages"));
  const codes = new Set(languages.flatMap((one) => textField(one, "locale") ?? []));
  const first = textField(languages.find((one) => field(one, "default") === true) ?? languages[0], "locale");
  if (first === undefined) return { content, pages };
  const isFolders = textField(plugin, "docs_structure") === "folder";
  const languageOf = (path: string): string | undefined => {
    const below = path.slice(content === "" ? 0 : content.length + 1);
    const code = isFolders ? /^([^/]+)\//.exec(below)?.[1] : /\.([^./]+)\.[^./]+$/.exec(below)?.[1];
    return code !== undefined && codes.has(code) ? code : undefined;
  };
  const kept: string[] = [];
  const pace = openPace();
  for (const path of pages) {
    await pace();
    if ((languageOf(path) ?? first) === first) kept.push(path);
  }
  const left = pages.length - kept.length;
  if (left > 0) {
    const others =
      left === 1 ? "1 in others is left out" : `${left.toLocaleString("en")} in others are left out`;
    told.problem(settings, `pages in its first language (${first}) alone are imported: ${others}`);
  }
  const folder = content === "" ? first : `${content}/${first}`;
  const isBelow = isFolders && kept.length > 0 && kept.every((path) => path.startsWith(`${folder}/`));
  return { content: isBelow ? folder : content, pages: kept };
}
