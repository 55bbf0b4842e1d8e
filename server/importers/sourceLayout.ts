import { type ImportFile, type ImportSource, ignoredPath } from "./files.ts";
import type { ContentSettings } from "./gitbookYaml.ts";
import { contentSettings, DEFAULT_SETTINGS } from "./gitbookYaml.ts";
import type { ImportLimits } from "./limits.ts";
import { describeBytes } from "./limits.ts";
import { below, isMarkdown } from "./pageNames.ts";
import type { ReportLines } from "./report.ts";
import { namesInOwn } from "./spaceFolders.ts";
import { openPace } from "../turns/pace.ts";
import { type DecodedText, decodeText } from "./text.ts";
import type { YamlReader } from "./yamlApart.ts";

/** Which file of a source plays which part. */
export interface ContentLayout {
  /** The folder of the content: "" or a path without a slash at either end. */
  readonly root: string;
  readonly settings: ContentSettings;
  /** The table of contents, when there is one that can be read. */
  readonly summary?: { readonly path: string } & DecodedText;
  /** `.gitbook.yaml`, when there is one that can be read. */
  readonly settingsFile?: { readonly path: string } & DecodedText;
  /** Markdown below the root, the table of contents and `.gitbook` left out. */
  readonly pages: ReadonlyMap<string, ImportFile>;
  /** `.gitbook/includes/*.md` */
  readonly includes: readonly ImportFile[];
  /** `.gitbook/assets`: kept whether or not a page shows them. */
  readonly assets: ReadonlySet<string>;
  /** `.gitbook/vars.yaml` and `.gitbook/tags.yaml`: several where the source was several spaces. */
  readonly variables: readonly ImportFile[];
  readonly tags: readonly ImportFile[];
  /** Everything that may be linked to as a file. */
  readonly files: ReadonlyMap<string, ImportFile>;
}

const NOT_SAID = { settings: DEFAULT_SETTINGS, problems: [] };
const SETTINGS_NAMES = [".gitbook.yaml", ".gitbook.yml"];

/** Sorts out a source. `directory` is where its settings are looked for, "" being the top. */
export async function surveySource(
  source: ImportSource,
  directory: string,
  limits: ImportLimits,
  lines: ReportLines,
  readYaml: YamlReader,
): Promise<ContentLayout> {
  const byPath = new Map(source.files.map((file) => [file.path, file]));
  const settingsFile = SETTINGS_NAMES.map((name) => byPath.get(below(directory, name))).find(Boolean);
  const settled = settingsFile && (await readText(settingsFile, limits.settingsBytes, lines));
  const { settings, problems } = settled ? contentSettings(await readYaml(settled.text)) : NOT_SAID;
  for (const problem of problems) lines.problem(settingsFile?.path ?? "", problem);
  const root = below(directory, settings.root);
  const summaryPath = below(root, settings.summary);
  const summaryFile = byPath.get(summaryPath);
  const summary =
    summaryFile === undefined ? undefined : await readText(summaryFile, limits.settingsBytes, lines);

  const { spaces = [] } = source;
  const folders = new Set([root, directory, "", ...spaces]);
  const own = (name: string): ImportFile[] => {
    const at = (folder: string): ImportFile | undefined => byPath.get(below(folder, `.gitbook/${name}`));
    // Of one space there is one, wherever it lies; of several each has its own.
    return [...new Set([[root, directory, ""].map(at).find(Boolean), ...spaces.map(at)])].filter(
      (file) => file !== undefined,
    );
  };
  const [variables, tags] = [own("vars.yaml"), own("tags.yaml")];
  const settling = new Set([settingsFile, ...variables, ...tags]);
  const parts = { pages: new Map<string, ImportFile>(), files: new Map<string, ImportFile>() };
  const includes: ImportFile[] = [];
  const assets = new Set<string>();
  const pace = openPace();
  for (const file of source.files) {
    const { path } = file;
    await pace();
    if (settling.has(file) || path === summaryPath) continue;
    const names = namesInOwn(folders, path);
    if (names.some((name) => name.startsWith("assets/"))) assets.add(path);
    if (names.some((name) => name.startsWith("includes/")) && isMarkdown(path)) includes.push(file);
    else if (names.length > 0 && !assets.has(path)) lines.skip(path, "nothing is known of such a file");
    else if (isPagePath(path, { root, folders })) parts.pages.set(path, file);
    else parts.files.set(path, file);
  }
  return {
    root,
    settings,
    ...(summary === undefined ? {} : { summary: { path: summaryPath, ...summary } }),
    ...(settingsFile && settled ? { settingsFile: { path: settingsFile.path, ...settled } } : {}),
    variables,
    tags,
    ...parts,
    includes,
    assets,
  };
}

/**
 * Whether a path is one of those that pages have: Markdown below the folder of the content, and nothing that is ignored or
 * lies in the `.gitbook` of one of the folders.
 */
export function isPagePath(
  path: string,
  { root, folders }: { readonly root: string; readonly folders: ReadonlySet<string> },
): boolean {
  if (!isMarkdown(path) || !isBelow(root, path)) return false;
  return ignoredPath(path) === undefined && namesInOwn(folders, path).length === 0;
}

/** Reads a text file, or reports why it is skipped and gives undefined. `limit` is in bytes. */
export async function readText(
  file: ImportFile,
  limit: number,
  lines: ReportLines,
): Promise<DecodedText | undefined> {
  if (file.size > limit) {
    lines.skip(file.path, `its text is larger than ${describeBytes(limit)}; split it into several files`);
    return undefined;
  }
  const bytes = await file.read();
  const decoded = bytes.byteLength > limit ? { refused: "it grew while it was read" } : decodeText(bytes);
  if ("text" in decoded) return decoded;
  lines.skip(file.path, decoded.refused);
  return undefined;
}

function isBelow(folder: string, path: string): boolean {
  return folder === "" || path.startsWith(`${folder}/`);
}
