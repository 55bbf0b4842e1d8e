/** What an import notes of the files that it was given, so that an export can write them again as they were. */
import { relativeUrl } from "../exportPaths.ts";
import type { LinkTarget } from "../linkTargets.ts";
import type { ImportPlan, LinkedText, PlannedPage, SettlingFile } from "../planned.ts";
import { listPages } from "../planned.ts";
import { storedUrl } from "../storedUrls.ts";

/** What a file is for the space; a `place` is a page of the tree that had no file, under its key in the plan. */
export type SourceRole = "page" | "place" | "file" | "reusable" | SettlingFile["role"];

/** How a file was written. It is a hint: whatever it says, an export is read back to the same content. */
export interface SourceSpelling {
  /** All of a file that settles others; of a page or a reusable content what stands before its body. */
  readonly text?: string;
  /** Of a page, as it was imported. */
  readonly title?: string;
  readonly slug?: string;
  /** Destinations as they were written, in order, by what they are stored as; those that would be written otherwise. */
  readonly links?: Readonly<Record<string, readonly string[]>>;
  /** Covers that followed their page into another folder, as they are written, by what they are stored as. */
  readonly covers?: Readonly<Record<string, string>>;
  /** Of a table of contents that tells what folders told, since something that was held could not be moved then. */
  readonly isPassing?: boolean;
}

/** A file of a source and what became of it. */
export interface SourceEntry {
  readonly role: SourceRole;
  /** From the folder of the content, which an import may be told. */
  readonly path: string;
  /** The id of what it became; undefined for a file that settles others. */
  readonly object: string | undefined;
  readonly spelling: SourceSpelling;
}

/**
 * What is to be noted of a source.
 * @param directory the folder that was imported; what lies outside of it has no place in an export
 */
export function entriesOf(
  plan: ImportPlan,
  idOf: (target: LinkTarget) => string | undefined,
  directory: string,
): SourceEntry[] {
  const prefix = directory === "" ? "" : `${directory}/`;
  const note = (
    role: SourceRole,
    path: string,
    object: string | undefined,
    spelling: SourceSpelling,
  ): SourceEntry[] =>
    path.startsWith(prefix) ? [{ role, path: path.slice(prefix.length), object, spelling }] : [];
  const pages = listPages(plan.pages).flatMap((page) => {
    const id = idOf({ kind: "page", key: page.key });
    const { title, slug, file, key } = page;
    if (page.type !== "document") return [];
    if (file === undefined) return note("place", key, id, { title, slug });
    return note("page", file.path, id, { ...headOf(page, idOf), title, slug });
  });
  const reusable = plan.reusable.flatMap(({ path, title, head, body }) => {
    const text = head === undefined ? {} : { text: head };
    const spelling = { title, ...text, ...bodySpelling(path, body, idOf) };
    return note("reusable", path, idOf({ kind: "reusable", path }), spelling);
  });
  const files = plan.files.flatMap(({ path }) => note("file", path, idOf({ kind: "file", path }), {}));
  const settling = plan.settling.flatMap(({ role, path, text }) => note(role, path, undefined, { text }));
  return [...pages, ...reusable, ...files, ...settling];
}

function headOf(
  { file, body }: PlannedPage,
  idOf: (target: LinkTarget) => string | undefined,
): SourceSpelling {
  if (file?.head === undefined) return {};
  return { text: file.head, ...bodySpelling(file.path, body, idOf) };
}

function bodySpelling(
  from: string,
  { source, links }: LinkedText,
  idOf: (target: LinkTarget) => string | undefined,
): SourceSpelling {
  const spelled = openSpellings();
  for (const { start, end, target, suffix } of links) {
    const id = idOf(target);
    if (id === undefined) continue;
    const spelling = source.slice(start, end);
    const usual = relativeUrl(from, target.kind === "page" ? target.key : target.path) + suffix;
    const stored = storedUrl({ kind: target.kind, id, suffix });
    spelled.add(stored, spelling, usual);
  }
  return spelled.links();
}

/** Collects how the destinations of a body are written, to be noted where that is not as they would be. */
export function openSpellings(): {
  readonly add: (stored: string, spelling: string, usual: string | undefined) => void;
  readonly links: () => Pick<SourceSpelling, "links">;
} {
  const written = new Map<string, { readonly spellings: string[]; isUsual: boolean }>();
  return {
    add(stored, spelling, usual) {
      const known = written.get(stored) ?? { spellings: [], isUsual: true };
      known.spellings.push(spelling);
      known.isUsual &&= spelling === usual;
      written.set(stored, known);
    },
    links() {
      const unusual = [...written].filter(([, { isUsual }]) => !isUsual);
      if (unusual.length === 0) return {};
      const links = unusual.map(([stored, { spellings }]) => [stored, sameOnce(spellings)] as const);
      return { links: Object.fromEntries(links) };
    },
  };
}

/** One spelling is noted once, however often it stands there: the last one goes on. */
function sameOnce(spellings: readonly string[]): string[] {
  const last = spellings.at(-1);
  const length = spellings.findLastIndex((one) => one !== last) + 2;
  return spellings.slice(0, length);
}
