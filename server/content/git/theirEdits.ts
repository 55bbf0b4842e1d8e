/** What a commit says that edits pages and does nothing else: at the cost of these pages, however many there are. */
import { applyChanges, type Change } from "../../../engine/change.ts";
import { readPages } from "../../../engine/tree.ts";
import { contentSettings } from "../../importers/gitbookYaml.ts";
import { openYamlReader } from "../../importers/yamlApart.ts";
import { IMPORT_LIMITS } from "../../importers/limits.ts";
import { isMarkdown } from "../../importers/pageNames.ts";
import { type ImportReport, openReport } from "../../importers/report.ts";
import type { RepositoryEntry } from "../../importers/repository/entry.ts";
import { type EditedFile, type MeantFile, readEdits } from "../../importers/repository/readEdits.ts";
import { pathBelow, type ReadObject } from "../../importers/repository/source.ts";
import { resolveLinks } from "../../importers/resolveLinks.ts";
import { GitError } from "../../ports/git/error.ts";
import { isPointer } from "../../ports/git/lfs.ts";
import { openPace } from "../../turns/pace.ts";
import { type ImportDeps, ImportNotApplied } from "../import/importDeps.ts";
import { bodyOf } from "../import/pageChanges.ts";
import { changedFields, importedFields } from "../import/pageFields.ts";
import { findLinksFor, openTargets } from "../import/importTexts.ts";
import { leakingIn } from "../import/prepareImport.ts";
import { stageContent } from "../write.ts";
import type { CommitEntries } from "./entries.ts";

/** A file in which two commits differ. */
interface ChangedFile {
  readonly path: string;
  readonly before?: { readonly mode: string; readonly id: string };
  readonly now?: { readonly mode: string; readonly id: string };
}

export interface TheirEditsRequest {
  /** What was agreed last. */
  readonly base: string;
  /** The files in which the commit differs from the one that was agreed on. */
  readonly changes: readonly ChangedFile[];
  /** The project directory: "" or a path without a slash at either end. */
  readonly directory: string;
  /** Entries of the agreed commit. */
  readonly entries: CommitEntries;
  /** What was proposed to the branch. */
  readonly proposed?: () => Promise<readonly RepositoryEntry[]>;
  /** What the commit has at a path from its top. */
  readonly at: (path: string) => Promise<"blob" | "tree" | "other" | undefined>;
  readonly read: ReadObject;
  /** Milliseconds. */
  readonly now: number;
}

export interface TheirEdits {
  /** Its nodes and bodies are in the store already. */
  readonly root: string;
  /** Entries that are others now. */
  readonly entries: readonly RepositoryEntry[];
  readonly report: ImportReport;
}

/** More edited pages than this are read with all others, and so are some that have more bytes together: they are in memory together. */
const MOST = 500;
const MOST_BYTES = 16 * 1024 * 1024;
const FILE = /^100(?:644|755)$/;

/**
 * Reads a commit as `readTheirs` would.
 * @returns undefined for one that does anything but edit pages; `readTheirs` tells what that means
 * @throws ImportRefused, ImportNotApplied, and what `read` throws
 */
export async function readTheirEdits(
  deps: ImportDeps,
  request: TheirEditsRequest,
): Promise<TheirEdits | undefined> {
  const { content, db, clock } = deps;
  const { base, now } = request;
  const edited = await editedFiles(deps, request);
  if (edited === undefined) return undefined;
  const report = openReport(0).report();
  if (edited.length === 0) return { root: base, entries: [], report };
  const named = await request.entries.find({ paths: [".gitbook.yaml", ".gitbook.yml"] });
  const settings = named.find(({ role }) => role === "settings");
  const { root } = contentSettings(await openYamlReader()(settings?.spelling.text ?? "")).settings;
  const reading = await readEdits({
    edited,
    root,
    find: (paths) => find(request, paths),
    findLinks: findLinksFor(content.organization),
  });
  if (reading === undefined) return undefined;
  // What is refused of a page is told by what reads all.
  for await (const _ of leakingIn(deps, reading.plan)) return undefined;
  const resolved = await resolveLinks(reading.plan, reading.idOf);
  const lines = openReport(IMPORT_LIMITS.reportLines, reading.plan.report);
  for (const { page, url } of resolved.brokenLinks) lines.broken(page, url);
  const pages = await readPages(content.nodes, await content.root(base), idsOf(edited));
  const changes: Change[] = [];
  const links = { targetsOf: openTargets(content.organization) };
  const pause = openPace();
  for (const { key, title } of reading.plan.pages) {
    await pause();
    const id = reading.idOf({ kind: "page", key }) ?? "";
    const before = pages.get(id);
    if (before === undefined) continue;
    const fields = changedFields(before, importedFields(title, resolved.metas.get(key) ?? {}, {}));
    const body = await bodyOf(links, resolved.bodies.get(key) ?? "", before.body);
    if (body === undefined && Object.keys(fields).length === 0) continue;
    changes.push({ operation: "update_page", page: id, fields, ...(body === undefined ? {} : { body }) });
  }
  const applied = await applyChanges(content.nodes, base, changes, { now, pause: openPace() });
  if (!applied.ok) throw new ImportNotApplied(`The commit can't be applied: ${applied.refusal.message}.`);
  const staged = await stageContent(db, content.organization, applied, clock.now());
  return { root: staged.root, entries: reading.entries, report: lines.report() };
}

const idsOf = (edited: readonly EditedFile[]): string[] => edited.flatMap(({ entry }) => entry.object ?? []);

/** The pages whose files the commit edits; undefined where it does anything else below the project directory. */
async function editedFiles(
  { content }: ImportDeps,
  { base, changes, directory, entries, proposed, read }: TheirEditsRequest,
): Promise<EditedFile[] | undefined> {
  const below = changes.flatMap((change) => {
    const path = pathBelow(change.path, directory);
    return path === undefined ? [] : [{ ...change, path: path.normalize("NFC"), name: change.path }];
  });
  if (below.length > MOST) return undefined;
  const known = new Map(
    (await entries.find({ paths: below.map(({ path }) => path) })).map((entry) => [entry.path, entry]),
  );
  const edits: Omit<EditedFile, "bytes" | "before">[] = [];
  for (const { path, name, before, now } of below) {
    const entry = known.get(path);
    if (!FILE.test(before?.mode ?? "") || now === undefined || !FILE.test(now.mode)) return undefined;
    const isPage = entry?.role === "page" && isMarkdown(path) && entry.spelling.text !== undefined;
    if (!isPage || entry.file?.name !== name || entry.file.id !== before?.id) return undefined;
    edits.push({ entry, file: { name, ...now } });
  }
  if (await areMoved(edits, proposed)) return undefined;
  const pages = await readPages(
    content.nodes,
    await content.root(base),
    edits.flatMap(({ entry }) => entry.object ?? []),
  );
  const edited: EditedFile[] = [];
  let room = MOST_BYTES;
  for (const edit of edits) {
    const page = pages.get(edit.entry.object ?? "");
    if (page?.type !== "document") return undefined;
    const bytes = await readWithin(read, edit.file.id, Math.min(IMPORT_LIMITS.pageBytes, room));
    if (bytes === undefined || isPointer(bytes)) return undefined;
    room -= bytes.byteLength;
    edited.push({ ...edit, bytes, before: () => content.body(page.body) });
  }
  return edited;
}

/** Whether one may stand at the path of another: it has the bytes of that one, or was proposed there. */
async function areMoved(
  edits: readonly Pick<EditedFile, "entry" | "file">[],
  proposed: TheirEditsRequest["proposed"],
): Promise<boolean> {
  if (edits.length === 0) return false;
  const former = new Set(edits.map(({ entry }) => entry.file?.id));
  if (edits.some(({ file }) => former.has(file.id))) return true;
  const objects = new Map(edits.map(({ entry: { path, object } }) => [path, object]));
  const known = (await proposed?.()) ?? [];
  return known.some(({ path, object }) => objects.has(path) && objects.get(path) !== object);
}

/** @returns undefined for what is larger */
async function readWithin(read: ReadObject, id: string, most: number): Promise<Uint8Array | undefined> {
  try {
    return await read(id, most);
  } catch (error) {
    if (error instanceof GitError && error.kind === "too-large") return undefined;
    throw error;
  }
}

/** Git reads what it is asked line by line, and answers with it. */
const LONGEST_PATH = 150;
/** What a folder's own page is called; of any other name only all files tell whether it is that. */
const FOLDER_PAGE = "README.md";

async function find(
  { directory, entries, at }: TheirEditsRequest,
  paths: readonly string[],
): Promise<MeantFile | "unsure" | undefined> {
  const named = (path: string): string => [directory, path].filter((part) => part !== "").join("/");
  for (const path of paths) {
    const name = named(path);
    if (/[\n\\]/.test(name) || Buffer.byteLength(name) > LONGEST_PATH) return "unsure";
    const there = await at(name);
    if (there === undefined) continue;
    const wanted = there === "tree" ? [path, FOLDER_PAGE].filter((part) => part !== "").join("/") : path;
    const [entry, ...others] = (await entries.find({ paths: [wanted] })).filter(
      ({ file }) => file?.name === named(wanted),
    );
    const isOne = entry?.object !== undefined && others.length === 0 && there !== "other";
    return isOne ? { at: path, entry } : "unsure";
  }
  return undefined;
}
