/** A tool's project as a source of an import: its pages in the dialect, its tree, where it was published. */
import { frontMatterRange, joinPage, splitPage, whyUnread } from "../../../engine/markdown/frontMatter.ts";
import type { PageMeta } from "../../../engine/markdown/pageMeta.ts";
import { openPace } from "../../turns/pace.ts";
import type { ImportFile, ImportSource } from "../files.ts";
import { openScratch, type Scratch } from "../scratch.ts";
import { namesInOwn } from "../spaceFolders.ts";
import { decodeText } from "../text.ts";
import { replaceOutsideCode } from "./code.ts";
import { embeddedMedia } from "./embeddedMedia.ts";
import { withHeadingIds } from "./headingIds.ts";
import { includeFiles } from "./includes.ts";
import type { NavFacts, Project, ProjectRedirect, Tool } from "./project.ts";
import { redirectsOf } from "./redirects.ts";
import { openTold, type ReadingNotes } from "./told.ts";
import { treeOf } from "./tree.ts";
import { filesOf, type ProjectFiles } from "./projectFiles.ts";

const MARKDOWN = /\.(?:mdx?|markdown)$/i;

export interface ProjectReading {
  readonly signal?: AbortSignal | undefined;
}

/** The first tool of the table whose project the source is. */
export async function toolOf(
  source: ImportSource,
  tools: readonly Tool[],
): Promise<{ readonly tool: Tool; readonly settings: string } | undefined> {
  const files = filesOf(source);
  // Where settings of the dialect's own lie at the top, it is that, whatever else lies there.
  const isOwn =
    [".gitbook.yaml", ".gitbook.yml"].some(files.has) || (files.has("SUMMARY.md") && !files.has("book.toml"));
  if (isOwn) return undefined;
  for (const tool of tools) {
    const settings = await tool.find(files);
    if (settings !== undefined) return { tool, settings };
  }
  return undefined;
}

/** Reads a project as what it is. Closing the source closes the one given. */
export async function readProject(
  source: ImportSource,
  { tool, settings }: { readonly tool: Tool; readonly settings: string },
  { signal }: ProjectReading = {},
): Promise<ImportSource> {
  const told = openTold();
  const files = filesOf(source);
  const project = await tool.open(files, settings, told);
  const scratch = await openScratch();
  const close = async (): Promise<void> => {
    await scratch.close();
    await source.close();
  };
  try {
    return { ...(await written(source, { project, files, told, scratch, signal, settings, tool })), close };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

interface Reading {
  readonly project: Project;
  readonly files: ProjectFiles;
  readonly told: ReadingNotes;
  readonly scratch: Scratch;
  readonly signal: AbortSignal | undefined;
  readonly settings: string;
  readonly tool: Tool;
}

async function written(source: ImportSource, reading: Reading): Promise<Omit<ImportSource, "close">> {
  const { project, told, tool, settings } = reading;
  const pages = await writePages(reading);
  const navigation = project.navigation(pages.facts);
  const { outline, unlisted } = treeOf(navigation, pages, project.hasLabels);
  for (const path of unlisted) await hide(reading, pages.made, path);
  const own = new Set([...project.pages, settings, ...(project.own ?? [])]);
  const spaces = new Set(project.spaces ?? []);
  const isOther = ({ path }: ImportFile): boolean =>
    MARKDOWN.test(path) &&
    !own.has(path) &&
    !namesInOwn(spaces, path).some((name) => name.startsWith("includes/"));
  const skipped = source.files
    .filter(isOther)
    .map(({ path }) => ({ path, reason: `it is no page of this ${tool.name} project` }));
  const others = source.files.filter((file) => !own.has(file.path) && !isOther(file));
  const published = new Map([...pages.files].map(([path, file]) => [file, pages.addresses.get(path) ?? ""]));
  return {
    files: [...pages.made.values(), ...others],
    skipped: [...source.skipped, ...skipped],
    problems: [
      { path: settings, message: `this is a project of ${tool.name}: ${tool.understood} come along` },
      ...(source.problems ?? []),
      ...told.problems(),
    ],
    outline,
    spaces: project.spaces ?? [],
    published: {
      root: project.content,
      base: project.base ?? "",
      statics: project.statics,
      pages: published,
    },
    redirects: [...(project.redirects ?? []), ...aliasesOf(pages, reading)],
  };
}

/** Redirects from the addresses at which pages say that they were. */
function aliasesOf(pages: WrittenPages, { project, settings, told }: Reading): ProjectRedirect[] {
  const written = [...pages.facts].flatMap(([path, { aliases = [] }]) => {
    const address = [project.base ?? "", pages.addresses.get(path) ?? ""].filter((part) => part !== "");
    return aliases.map((alias) => [alias, `/${address.join("/")}`] as const);
  });
  return redirectsOf(written, settings, told, project.base);
}

interface WrittenPages {
  /** The file of each page in the import, by its path in the project. */
  readonly made: Map<string, ImportFile>;
  readonly files: Map<string, string>;
  readonly addresses: Map<string, string>;
  readonly facts: Map<string, NavFacts>;
}

async function writePages({ project, files, told, scratch, signal }: Reading): Promise<WrittenPages> {
  const pages: WrittenPages = { made: new Map(), files: new Map(), addresses: new Map(), facts: new Map() };
  const taken = new Set(project.pages);
  const pace = openPace();
  for (const path of project.pages) {
    signal?.throwIfAborted();
    await pace();
    const text = await files.text(path);
    if (text === undefined) {
      told.problem(path, "it can't be read as text, or is larger than 5 MB: it is left out");
      continue;
    }
    const whole = (project.front?.(text) ?? text).replaceAll("\r\n", "\n");
    const refused = whyUnread(whole);
    if (refused !== undefined) {
      told.problem(path, `${refused} It is left out.`);
      continue;
    }
    const name = path.replace(MARKDOWN, ".md");
    const file = name !== path && taken.has(name) ? path.replace(MARKDOWN, "-mdx.md") : name;
    const { written, meta, body } = await writePage({ project, files, told, signal, path }, whole);
    pages.made.set(path, await scratch.add(file, joinPage(meta, body)));
    pages.files.set(path, file);
    pages.addresses.set(path, project.addressOf(path, written));
    pages.facts.set(path, { title: meta.title, ...project.facts(path, written) });
  }
  return pages;
}

async function writePage(
  {
    project,
    files,
    told,
    signal,
    path,
  }: Pick<Reading, "project" | "files" | "told" | "signal"> & { readonly path: string },
  text: string,
): Promise<{ written: PageMeta; meta: PageMeta; body: string }> {
  const after = frontMatterRange(text)?.after ?? 0;
  const front = text.slice(0, after);
  const whole = await includeFiles(text.slice(after), path, project.includes(text), files, told, signal);
  const { meta: first } = splitPage(front);
  const plain = withoutGaps(embeddedMedia(project.write(whole, { path, meta: first, told })));
  const body = project.headingIds === undefined ? plain : withHeadingIds(plain, project.headingIds);
  const page = splitPage(`${front}${front === "" || front.endsWith("\n") ? "" : "\n"}\n${body}\n`);
  for (const { message } of page.problems) told.problem(path, message);
  const meta = project.meta?.(page.meta) ?? page.meta;
  return { written: page.meta, meta, body: page.body.replace(/^\n+/, "") };
}

/** What the navigation doesn't name is read by whoever has the address, as in the tool. */
async function hide({ scratch }: Reading, made: Map<string, ImportFile>, path: string): Promise<void> {
  const file = made.get(path);
  const decoded = file === undefined ? undefined : decodeText(await file.read());
  if (file === undefined || decoded === undefined || !("text" in decoded)) return;
  const { meta, body } = splitPage(decoded.text);
  made.set(path, await scratch.add(file.path, joinPage({ ...meta, hidden: true }, body)));
}

/** Where constructions were taken out, many empty lines are left. */
function withoutGaps(text: string): string {
  return replaceOutsideCode(text, /\n(?:[ \t]*\n){2,}/g, () => "\n\n").trim();
}
