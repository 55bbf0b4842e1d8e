/** What has to change in a repository for it to say what a space says. */
import { createHash } from "node:crypto";
import type { StoredBytes } from "../../ports/git/commit.ts";
import { type LargeFile, pointerTo } from "../../ports/git/lfs.ts";
import { openPace } from "../../turns/pace.ts";
import { printContent, type PrintedFile } from "../export.ts";
import type { ExportableContent } from "../exported.ts";
import { byCodeUnit } from "../files.ts";
import { folderOf, isMarkdown } from "../pageNames.ts";
import { listPages } from "../planned.ts";
import type { SourceSpelling } from "../print/sourceEntry.ts";
import type { RepositoryEntry } from "./entry.ts";
import { type CommittedFile, pathBelow } from "./source.ts";

/** What becomes of a file: it is gone, or has other bytes. */
export type PrintedChange =
  | { readonly path: string; readonly gone: true }
  | {
      readonly path: string;
      readonly mode: string;
      readonly bytes: Uint8Array | StoredBytes;
      /** The file that the bytes point to: its host has to have it first. */
      readonly large?: LargeChange;
    };

/** Bytes of a file of the space. */
interface FileBytes extends StoredBytes {
  /** Their SHA-256. */
  readonly hash: string;
}

interface LargeChange extends LargeFile, StoredBytes {
  /** Of the space's file. */
  readonly object: string;
}

/** What differs between the content that the tree says and the one that it shall say. */
export interface ContentDifference {
  /** Pages, files and reusable contents that are new or others, by id. */
  readonly changed: ReadonlySet<string>;
  /** The pages and reusable contents that link to some of these things. */
  readonly linking: (things: ReadonlySet<string>) => Promise<ReadonlySet<string>>;
}

export interface PrintRequest {
  /** What the repository shall say. */
  readonly content: ExportableContent;
  readonly difference: ContentDifference;
  /** What the files of the tree are. */
  readonly entries: readonly RepositoryEntry[];
  readonly tree: readonly CommittedFile[];
  /** The project directory: "" or a path without a slash at either end. */
  readonly directory: string;
  /** How the repository names objects. */
  readonly format: "sha1" | "sha256";
  /** The bytes of a file of the space. */
  readonly bytesOf: (file: string) => FileBytes;
  /** Told of the bytes of each change, which are held until the end: who wants no more throws. */
  readonly spend?: (bytes: number) => void;
  /** Those of some paths that Git LFS keeps; none unless said. */
  readonly largeAmong?: (paths: readonly string[]) => Promise<ReadonlySet<string>>;
  /** Pages and reusable contents whose files stay as they are, by id. */
  readonly held: ReadonlySet<string>;
  /** Whether files that are nobody's yet are replaced where a page would lie. */
  readonly replaces: boolean;
}

export interface RepositoryPrint {
  /** By path from the top of the repository; all else stays as it is. */
  readonly changes: readonly PrintedChange[];
  /** What the files are after the changes. */
  readonly entries: readonly RepositoryEntry[];
  /** Pages whose files are new, others or gone. */
  readonly pages: number;
  readonly losses: { readonly files: number; readonly of: number };
  /** What should have gone where something is in the way; it is in no change. */
  readonly blocked: readonly BlockedFile[];
  /** Why it could not be read back, as a sentence that says what to do; undefined: it could. */
  readonly refused: string | undefined;
}

/** A file that can't be written, or can't go. */
export interface BlockedFile extends Pick<PrintedFile, "role"> {
  /** The id of what it is; undefined for a file that settles others. */
  readonly object: string | undefined;
  /** What is in the way: a path of the tree that is a link, a submodule or no text, and nobody's to write over. */
  readonly by: string;
}

const PLAIN = "100644";
const NOTHING: SourceSpelling = {};

/**
 * Prints a space into a tree. What has not changed is not looked at; what is printed and comes to the same bytes is no
 * change. Nothing that has no entry is touched.
 */
export async function printRepository(request: PrintRequest): Promise<RepositoryPrint> {
  const { content, entries, difference } = request;
  const printing = openPrinting(request);
  const occupied = othersOf(request);
  // Redirects of a repository are its own: those of the space hold for readers, whatever its files say.
  const written = { ...content, redirects: [] };
  const stay = heldEntries(request);
  const { files, keys, refused } = await printContent(written, entries, {
    occupied,
    pinned: stay,
    keepsGone: true,
  });
  const printed = stay.size === 0 ? files : withHeld(files, stay);
  const moved = movedThings(request, printed, keys);
  const linking = moved.size === 0 ? new Set<string>() : await difference.linking(moved);
  const isSame = (file: PrintedFile, entry: RepositoryEntry | undefined): boolean => {
    const { object } = file;
    if (entry?.file === undefined || entry.path !== file.path || object === undefined) return false;
    return stay.has(object) || !(difference.changed.has(object) || linking.has(object));
  };
  const isKept = (file: PrintedFile): boolean => isSame(file, printing.entryOf(file));
  const stored = printed.filter((file) => file.print === undefined && !isKept(file));
  const large = await request.largeAmong?.(stored.map(({ path }) => printing.nameOf(path)));
  const pause = openPace();
  for (const file of printed) {
    const entry = printing.entryOf(file);
    if (isSame(file, entry)) printing.keep(file, entry as RepositoryEntry);
    else await printing.write(file, entry, large?.has(printing.nameOf(file.path)) === true);
    await pause();
  }
  const print = printing.end(keys);
  return { ...print, refused: refused ?? print.refused };
}

/** Pages and what else has ids, whose place in the tree is another than it was, or which are not there any more. */
function movedThings(
  { entries }: PrintRequest,
  files: readonly PrintedFile[],
  keys: ReadonlyMap<string, string>,
): Set<string> {
  const places = new Map([...keys, ...files.map(({ object = "", path }) => [object, path] as const)]);
  const before = new Map(
    entries.map(({ role, object = "", path, file }) => [
      object,
      role === "place" || file !== undefined ? path : undefined,
    ]),
  );
  const ids = new Set([...places.keys(), ...before.keys()]);
  return new Set([...ids].filter((id) => id !== "" && places.get(id) !== before.get(id)));
}

/** Entries of what stays as it is in the tree, whatever has become of it in the space, by id. */
function heldEntries({ entries, held }: PrintRequest): Map<string, RepositoryEntry> {
  return new Map(
    entries.flatMap((entry) => {
      const { object, role, file } = entry;
      const isThing = role === "page" || role === "reusable";
      return object !== undefined && file !== undefined && isThing && held.has(object)
        ? [[object, entry]]
        : [];
    }),
  );
}

function withHeld(files: readonly PrintedFile[], stay: ReadonlyMap<string, RepositoryEntry>): PrintedFile[] {
  const others = files.filter(({ object }) => object === undefined || !stay.has(object));
  return [...others, ...[...stay].map(([object, { path, role }]): PrintedFile => ({ role, path, object }))];
}

/** Paths below the project directory that are nothing of the space's, and that it doesn't replace. */
function othersOf({ tree, directory, entries, replaces }: PrintRequest): string[] {
  const own = new Set(entries.map(({ file }) => file?.name));
  const others: string[] = [];
  const folders = new Set<string>();
  for (const { path: name, mode } of tree) {
    const path = pathBelow(name, directory);
    if (path === undefined || (replaces && isFile(mode))) continue;
    if (!own.has(name)) others.push(path.normalize("NFC"));
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  return [...others, ...[...folders].filter(isMarkdown)];
}

interface Printing {
  readonly entryOf: (file: PrintedFile) => RepositoryEntry | undefined;
  /** A file that stays as it is. */
  readonly keep: (file: PrintedFile, entry: RepositoryEntry) => void;
  /** The name of a path in the repository. */
  readonly nameOf: (path: string) => string;
  /** @param isLarge whether a pointer takes the place of its bytes */
  readonly write: (file: PrintedFile, entry: RepositoryEntry | undefined, isLarge: boolean) => Promise<void>;
  readonly end: (keys: ReadonlyMap<string, string>) => RepositoryPrint;
}

/** Whether it is no link and no submodule. */
const isFile = (mode: string): boolean => mode.startsWith("100");

/** Tells of a path what of the tree stands in its way: itself, or what should be a folder above it. */
function wayTo({
  tree,
  entries,
  replaces,
}: Pick<PrintRequest, "tree" | "entries" | "replaces">): (name: string) => string | undefined {
  const ids = new Map(tree.map(({ path, id }) => [path, id]));
  const own = new Set(
    entries.flatMap(({ file }) => (file !== undefined && ids.get(file.name) === file.id ? [file.name] : [])),
  );
  const others = new Set(
    tree.flatMap(({ path, mode }) => (own.has(path) || (replaces && isFile(mode)) ? [] : [path])),
  );
  return (name) => {
    for (let path = name; path !== ""; path = folderOf(path)) if (others.has(path)) return path;
    return undefined;
  };
}

function openPrinting(request: PrintRequest): Printing {
  const { content, entries, tree, directory, format, bytesOf, replaces, spend = () => undefined } = request;
  const there = new Map(tree.map((file) => [file.path, file]));
  const byObject = new Map(entries.flatMap((one) => (one.object === undefined ? [] : [[one.object, one]])));
  const byPath = new Map(entries.map((one) => [`${one.role} ${one.path}`, one]));
  const names = new Map(entries.flatMap(({ path, file }) => (file === undefined ? [] : [[path, file]])));
  const pages = new Map(listPages(content.pages).map((page) => [page.id, page]));
  const changes: PrintedChange[] = [];
  const noted: RepositoryEntry[] = [];
  const pagesTouched = new Set<string>();
  const blocked: BlockedFile[] = [];
  let refused: string | undefined;
  const inTheWay = wayTo({ tree, entries, replaces });
  const nameOf = (path: string): string =>
    names.get(path)?.name ?? `${directory === "" ? "" : `${directory}/`}${path.replaceAll("\\", "\\\\")}`;
  const note = (
    { role, path, object }: PrintedFile,
    spelling: SourceSpelling,
    file: RepositoryEntry["file"],
  ): void => void noted.push({ role, path, object, spelling, ...(file === undefined ? {} : { file }) });
  return {
    nameOf,
    entryOf: ({ role, path, object }) => byObject.get(object ?? "") ?? byPath.get(`${role} ${path}`),
    keep: (file, entry) => note(file, entry.spelling, entry.file),
    async write(file, entry, isLarge) {
      const made = await file.print?.();
      refused ??= made?.refused;
      const { object = "" } = file;
      const other = inTheWay(nameOf(file.path));
      if (other !== undefined) {
        // What the file settled before is known, and stays so.
        const isKnown = object === "" && made !== undefined && made.text === entry?.spelling.text;
        if (!isKnown) blocked.push({ role: file.role, object: file.object, by: other });
        return note(file, made?.spelling ?? NOTHING, entry?.file);
      }
      const stored = made === undefined ? bytesOf(object) : undefined;
      const large = stored && isLarge ? { ...stored, id: stored.hash, object } : undefined;
      const bytes =
        large === undefined ? (stored ?? Buffer.from(made?.text ?? "")) : Buffer.from(pointerTo(large));
      const name = nameOf(file.path);
      const former = [there.get(name)?.mode, entry?.file?.mode].find((one = "") => isFile(one));
      const mode = former ?? PLAIN;
      const id = "open" in bytes ? await storedBlobId(bytes, format) : blobId(bytes, format);
      note(file, made?.spelling ?? NOTHING, { name, mode, id });
      if (there.get(name)?.id === id) return;
      spend("open" in bytes ? bytes.size : bytes.byteLength);
      changes.push({ path: name, mode, bytes, ...(large && { large }) });
      if (file.role === "page") pagesTouched.add(file.object ?? "");
    },
    end(keys) {
      const left = new Set(noted.map(({ file }) => file?.name));
      const files = entries.filter(({ file }) => file !== undefined && there.has(file.name));
      const gone = files.filter(({ file }) => !left.has(file?.name));
      const goneNames = new Map(gone.map((entry) => [entry.file?.name ?? "", entry]));
      for (const [path, { role, object }] of goneNames)
        if (inTheWay(path) === undefined) changes.push({ path, gone: true });
        else blocked.push({ role, object, by: path });
      for (const { role, object = "" } of gone) if (role === "page") pagesTouched.add(object);
      noted.push(...placesOf(keys, pages));
      return {
        changes: changes.toSorted((a, b) => byCodeUnit(a.path, b.path)),
        entries: noted,
        pages: pagesTouched.size,
        losses: { files: lostOf(goneNames.values(), noted), of: files.length },
        blocked,
        refused,
      };
    },
  };
}

/** What the files are of pages that need none, by their keys. */
function placesOf(
  keys: ReadonlyMap<string, string>,
  pages: ReadonlyMap<string, { readonly title: string; readonly slug?: string | undefined }>,
): RepositoryEntry[] {
  return [...keys].map(([object, path]) => {
    const { title = "", slug = "" } = pages.get(object) ?? {};
    return { role: "place", path, object, spelling: { title, slug } };
  });
}

/** How many files of things go that have none elsewhere. */
function lostOf(gone: Iterable<RepositoryEntry>, left: readonly RepositoryEntry[]): number {
  const placed = new Set(left.flatMap(({ object, file }) => (file === undefined ? [] : [object ?? ""])));
  return [...gone].filter(({ object = "" }) => object === "" || !placed.has(object)).length;
}

/** The id that Git gives to bytes. */
export function blobId(bytes: Uint8Array, format: "sha1" | "sha256"): string {
  return createHash(format).update(`blob ${bytes.byteLength}\0`).update(bytes).digest("hex");
}

async function storedBlobId({ size, open }: StoredBytes, format: "sha1" | "sha256"): Promise<string> {
  const hash = createHash(format).update(`blob ${size}\0`);
  for await (const chunk of open()) hash.update(chunk);
  return hash.digest("hex");
}
