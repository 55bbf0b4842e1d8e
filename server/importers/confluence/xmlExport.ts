/** The XML export of a Confluence space: its pages as HTML beside their attachments, with the tree that they have there. */
import { openPace } from "../../turns/pace.ts";
import type { ImportFile, ImportProblem, ImportSource, SkippedFile } from "../files.ts";
import { convertHtml, type HtmlOptions } from "../htmlFiles.ts";
import { IMPORT_LIMITS } from "../limits.ts";
import { below, folderOf } from "../pageNames.ts";
import { ImportRefused } from "../refusal.ts";
import { openScratch, type Scratch } from "../scratch.ts";
import { openTold, type ReadingNotes } from "../tools/told.ts";
import { escapeXml } from "../xml.ts";
import { type ExportedObject, readObjects } from "./entities.ts";
import { outlineOf, titleOf } from "./pageTree.ts";
import { storageHtml } from "./storage.ts";

/** Characters of one page's text that are read. */
const LONGEST_BODY = 2_000_000;

/** The file that such an export consists of; undefined for other sources. */
export function entitiesOf({ files }: ImportSource): ImportFile | undefined {
  return files.find(({ path }) => /(?:^|\/)entities\.xml$/.test(path));
}

interface SpaceExport {
  readonly pages: Map<string, ExportedObject>;
  readonly bodies: Map<string, ImportFile>;
  /** The current version of each attachment, by its page and its name. */
  readonly attachments: Map<string, ExportedObject>;
  home: string | undefined;
}

/** Closing the source closes the one given. @throws ImportRefused for what is no such export */
export async function readXmlExport(
  source: ImportSource,
  entities: ImportFile,
  options: HtmlOptions,
): Promise<ImportSource> {
  const scratch = await openScratch();
  const close = async (): Promise<void> => {
    await scratch.close();
    await source.close();
  };
  try {
    const found = await readSpace(entities, scratch, options.signal);
    const told = openTold();
    const files = attachmentFiles(source, folderOf(entities.path), found);
    const made = await pageFiles(found, files, scratch, told);
    const left = source.files.filter(({ path }) => path !== entities.path && !files.taken.has(path));
    const read = await convertHtml(
      { files: [...made.pages, ...files.files], skipped: [...source.skipped, ...made.skipped], close },
      options,
    );
    const skipped: SkippedFile[] = left.map(({ path }) => ({
      path,
      reason: "it is no attachment of a page",
    }));
    const problems: ImportProblem[] = [...(read.problems ?? []), ...told.problems()];
    return {
      ...read,
      skipped: [...read.skipped, ...skipped],
      problems,
      outline: outlineOf(found.pages, found.home),
    };
  } catch (error) {
    await scratch.close();
    throw error;
  }
}

async function readSpace(
  entities: ImportFile,
  scratch: Scratch,
  signal: AbortSignal | undefined,
): Promise<SpaceExport> {
  const found: SpaceExport = { pages: new Map(), bodies: new Map(), attachments: new Map(), home: undefined };
  await readObjects(
    entities,
    async (object) => {
      const { type, id, values, references } = object;
      // Earlier versions, drafts and what is in the trash are no pages.
      const isCurrent =
        !references.has("originalVersion") && ["", "current"].includes(values.get("contentStatus") ?? "");
      if (type === "Space") found.home = references.get("homePage");
      else if ((type === "Page" || type === "BlogPost") && isCurrent) {
        found.pages.set(id, object);
        refuseBeyond(entities, found.pages.size, IMPORT_LIMITS.pages, "pages");
      } else if (type === "Attachment" && isCurrent) {
        found.attachments.set(placeOf(object), object);
        refuseBeyond(entities, found.attachments.size, IMPORT_LIMITS.entries, "attachments");
      } else if (type === "BodyContent") {
        const page = references.get("content");
        if (page !== undefined) found.bodies.set(page, await scratch.add(page, values.get("body") ?? ""));
      }
    },
    signal,
  );
  return found;
}

/** They are all held at once. */
function refuseBeyond({ path }: ImportFile, count: number, most: number, what: string): void {
  if (count <= most) return;
  const limit = most.toLocaleString("en");
  throw new ImportRefused(
    "too-large",
    `${path} has more than ${limit} ${what}; export parts of the space, and import them one after another.`,
  );
}

const placeOf = ({ values, references }: ExportedObject): string =>
  `${references.get("containerContent") ?? references.get("content") ?? ""}/${nameOf(values.get("title") ?? values.get("fileName") ?? "")}`;

/** A name that is one segment of a path. */
const nameOf = (title: string): string => title.replaceAll(/[/\\]/g, "-");

interface Attachments {
  readonly files: readonly ImportFile[];
  /** Their paths in the source. */
  readonly taken: ReadonlySet<string>;
  readonly has: (place: string) => boolean;
}

/** Attachments lie by their ids and versions; here they have their names. */
function attachmentFiles(source: ImportSource, folder: string, { attachments }: SpaceExport): Attachments {
  const byPath = new Map(source.files.map((file) => [file.path, file]));
  const files = new Map<string, ImportFile>();
  const taken = new Set<string>();
  for (const [place, { id, values, references }] of attachments) {
    const page = references.get("containerContent") ?? references.get("content") ?? "";
    const version = values.get("version") ?? values.get("attachmentVersion") ?? "1";
    const at = below(folder, `attachments/${page}/${id}`);
    const file = byPath.get(`${at}/${version}`) ?? byPath.get(`${at}/1`) ?? byPath.get(at);
    if (file === undefined) continue;
    taken.add(file.path);
    files.set(place, { ...file, path: `attachments/${place}` });
  }
  return { files: [...files.values()], taken, has: (place) => files.has(place) };
}

async function pageFiles(
  { pages, bodies }: SpaceExport,
  attachments: Attachments,
  scratch: Scratch,
  told: ReadingNotes,
): Promise<{ readonly pages: ImportFile[]; readonly skipped: SkippedFile[] }> {
  const byTitle = new Map([...pages].map(([id, page]) => [titleOf(page), id]));
  const made: ImportFile[] = [];
  const skipped: SkippedFile[] = [];
  const pace = openPace();
  for (const [id, page] of pages) {
    await pace();
    const title = titleOf(page);
    const body = Buffer.from((await bodies.get(id)?.read()) ?? new Uint8Array()).toString("utf8");
    if (body.length > LONGEST_BODY) {
      skipped.push({ path: title, reason: "its text is longer than 2,000,000 characters" });
      continue;
    }
    const names = {
      page: (other: string) => (byTitle.has(other) ? `${byTitle.get(other)}.html` : undefined),
      file: (name: string, other: string | undefined) => {
        const place = `${other === undefined ? id : (byTitle.get(other) ?? id)}/${nameOf(name)}`;
        return attachments.has(place)
          ? `../attachments/${place.split("/").map(encodeURIComponent).join("/")}`
          : undefined;
      },
      unknown: (macro: string) =>
        told.unknown(`the macro ${macro.slice(0, 80)} is not known here: its content is kept`, title),
      left: (macro: string) =>
        told.unknown(`the macro ${macro} shows other pages or files, and at most a link is kept`, title),
    };
    try {
      const html = storageHtml(body, names);
      made.push(
        await scratch.add(
          `pages/${id}.html`,
          `<main class="wiki-content"><h1>${escapeXml(title)}</h1>${html}</main>`,
        ),
      );
    } catch (error) {
      skipped.push({ path: title, reason: `its text is no XML: ${(error as Error).message.slice(0, 100)}` });
    }
  }
  return { pages: made, skipped };
}
