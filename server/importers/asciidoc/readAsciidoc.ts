/** Folders of AsciiDoc: Asciidoctor makes HTML of each page, which is read as the HTML of a website is. */
import { openThreads, WorkerFailed } from "../../ports/worker.ts";
import type { ImportFile, ImportSource, SkippedFile } from "../files.ts";
import { convertHtml, type HtmlOptions } from "../htmlFiles.ts";
import { folderOf } from "../pageNames.ts";
import { openScratch, type Scratch } from "../scratch.ts";
import { includeFiles, resolvePath } from "../tools/includes.ts";
import { filesOf, type ProjectFiles } from "../tools/projectFiles.ts";
import { openTold, type ReadingNotes } from "../tools/told.ts";
import { componentOf, familyFolder, moduleOf, relativePath, resourceOf, writeReferences } from "./antora.ts";
import type { AntoraComponent } from "./antora.ts";
import { asciidocIncludes } from "./includes.ts";
import type { AsciidocPage, AsciidocReading } from "./page.ts";

const ASCIIDOC = /\.(?:adoc|asciidoc)$/i;
/** What the navigation of a component is read from; each file of it is converted. */
const NAVIGATION = { files: 100, characters: 2_000_000 };
const LIMITS = { timeout: 30_000, memory: 512 };

/** Whether a path is that of a page in AsciiDoc. */
export function isAsciidoc(path: string): boolean {
  return ASCIIDOC.test(path);
}

interface Reading {
  readonly files: ProjectFiles;
  readonly told: ReadingNotes;
  readonly component: AntoraComponent | undefined;
  readonly signal: AbortSignal | undefined;
  readonly convert: (page: AsciidocPage) => Promise<AsciidocReading>;
}

/** A source with Markdown in the place of AsciiDoc and HTML. Closing it closes the one given. */
export async function readAsciidoc(source: ImportSource, options: HtmlOptions = {}): Promise<ImportSource> {
  const { signal } = options;
  const scratch = await openScratch();
  const threads = openThreads("asciidoc", LIMITS.memory);
  const close = async (): Promise<void> => {
    await scratch.close();
    await source.close();
  };
  try {
    const files = filesOf(source);
    const told = openTold();
    const component = await componentOf(files, told);
    const convert = async (page: AsciidocPage): Promise<AsciidocReading> => {
      try {
        return await threads.run<AsciidocReading>(page, { timeout: LIMITS.timeout, signal });
      } catch (error) {
        signal?.throwIfAborted();
        if (!(error instanceof WorkerFailed)) throw error;
        return { refused: "reading it takes too long or too much memory" };
      }
    };
    const reading: Reading = { files, told, component, signal, convert };
    const made = await converted(source, reading, scratch);
    const read = await convertHtml(
      { ...made.source, close },
      { ...options, ...(made.contents === undefined ? {} : { contents: made.contents }) },
    );
    // Without a navigation of their own the folders are the tree.
    const { outline: _, ...rest } = read;
    return made.contents === undefined ? rest : read;
  } catch (error) {
    await scratch.close();
    throw error;
  } finally {
    await threads.close();
  }
}

interface ConvertedSource {
  readonly source: Omit<ImportSource, "close">;
  /** The page that the tree is read from. */
  readonly contents: string | undefined;
}

async function converted(source: ImportSource, reading: Reading, scratch: Scratch): Promise<ConvertedSource> {
  const { component, told } = reading;
  const skipped: SkippedFile[] = [...source.skipped];
  const made: ImportFile[] = [];
  for (const { path } of source.files) {
    if (!isAsciidoc(path)) continue;
    if (!isPage(path, component)) {
      if (component?.navigation.has(path) !== true)
        skipped.push({ path, reason: "it is a part that pages include" });
      continue;
    }
    const page = await pageHtml(path, reading);
    if ("refused" in page) skipped.push({ path, reason: page.refused });
    else made.push(await scratch.add(path.replace(ASCIIDOC, ".html"), `<main>${page.html}</main>`));
  }
  const contents = component === undefined ? undefined : await contentsOf(component, reading);
  if (contents !== undefined) made.push(await scratch.add(contents.path, contents.html));
  const others = source.files.filter(({ path }) => !isAsciidoc(path) && path !== component?.settings);
  const recognised =
    component === undefined
      ? []
      : [
          {
            path: component.settings,
            message:
              "this is a project of Antora: its navigation, references, pictures and partials come along",
          },
        ];
  return {
    source: {
      ...source,
      files: [...made, ...others],
      skipped,
      problems: [...recognised, ...(source.problems ?? []), ...told.problems()],
    },
    contents: contents?.path,
  };
}

/** What begins with an underscore, and in Antora what lies elsewhere than pages do, is shown within others. */
function isPage(path: string, component: AntoraComponent | undefined): boolean {
  if (/(?:^|\/)_/.test(path)) return false;
  if (component === undefined) return true;
  return /(?:^|\/)modules\/[^/]+\/pages\//.test(path);
}

async function pageHtml(path: string, reading: Reading): Promise<AsciidocReading> {
  const { files, told, component, signal, convert } = reading;
  const written = await files.text(path);
  if (written === undefined) return { refused: "it can't be read as text, or is larger than 5 MB" };
  const module = component === undefined ? undefined : moduleOf(component, path);
  const resolve = (from: string, target: string): string | undefined => {
    const own = component === undefined ? undefined : moduleOf(component, from);
    return component !== undefined && own !== undefined && target.includes("$")
      ? resourceOf(component, own, target, "pages")
      : resolvePath(from, target);
  };
  const whole = await includeFiles(written, path, [asciidocIncludes(told, resolve)], files, told, signal);
  if (component === undefined || module === undefined) return convert({ text: whole, attributes: {} });
  const folder = folderOf(path);
  const below = (family: string): string => relativePath(folder, familyFolder(component, module, family));
  const attributes = { imagesdir: below("images"), attachmentsdir: below("attachments") };
  return convert({ text: writeReferences(whole, component, module, folder), attributes });
}

/** The navigation as a page at the top of the component, from which its links lead. */
async function contentsOf(
  component: AntoraComponent,
  { files, told, signal, convert }: Reading,
): Promise<{ readonly path: string; readonly html: string } | undefined> {
  const parts: string[] = [];
  const left = { files: NAVIGATION.files, characters: NAVIGATION.characters };
  for (const path of component.navigation) {
    signal?.throwIfAborted();
    const written = (await files.text(path)) ?? "";
    left.files -= 1;
    left.characters -= written.length;
    if (left.files < 0 || left.characters < 0) {
      told.problem(
        component.settings,
        "its navigation is more than 100 files or 2,000,000 characters: the rest of it is left out",
      );
      break;
    }
    const text = writeReferences(written, component, moduleOf(component, path) ?? "ROOT", component.folder);
    const page = await convert({ text, attributes: {} });
    if ("html" in page) parts.push(page.html);
  }
  if (parts.length === 0) return undefined;
  const folder = component.folder === "" ? "" : `${component.folder}/`;
  return { path: `${folder}-navigation.html`, html: `<nav>${parts.join("")}</nav>` };
}
