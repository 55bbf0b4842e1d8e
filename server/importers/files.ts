import type { OutlineNode } from "./outline.ts";

/** One file of a source. `path` is NFC, relative, with forward slashes and without "." or ".." segments. */
export interface ImportFile {
  readonly path: string;
  /** Bytes, unpacked, as the source declares them. */
  readonly size: number;
  /** Gives the bytes; rejects with an error for people when they are damaged or larger than declared. */
  readonly read: () => Promise<Uint8Array>;
}

export interface SkippedFile {
  readonly path: string;
  /** A sentence without a full stop. */
  readonly reason: string;
}

/** Something of a file that could not be taken over as written; the file itself is imported. */
export interface ImportProblem {
  readonly path: string;
  readonly message: string;
}

/** The site that another tool makes of a source. Addresses have no slashes at their ends; "" is the start. */
export interface SourceSite {
  /** The folder at which a leading slash begins. */
  readonly root: string;
  /** What stands before all addresses: "docs". */
  readonly base: string;
  /** Folders whose files are published at the top. */
  readonly statics: readonly string[];
  /** Addresses by the pages' files. */
  readonly pages: ReadonlyMap<string, string>;
}

/** Everything an import can read. Files are sorted by path. */
export interface ImportSource {
  readonly files: readonly ImportFile[];
  readonly skipped: readonly SkippedFile[];
  /** What could not be taken over as written. */
  readonly problems?: readonly ImportProblem[];
  /** The tree of pages, where the source has one that its files don't tell. */
  readonly outline?: readonly OutlineNode[];
  /** Where the tool that it was written for publishes its pages: links may name that, too. */
  readonly published?: SourceSite;
  /** Addresses that lead elsewhere now, as the source's own settings have them. */
  readonly redirects?: readonly { readonly from: string; readonly to: string }[];
  /** Folders beside its top whose `.gitbook` belongs to the content too. */
  readonly spaces?: readonly string[];
  /** The paths of what pages name by an address of the web; without fragments. */
  readonly addresses?: ReadonlyMap<string, string>;
  /** Releases what the source holds open. Files can't be read afterwards. */
  readonly close: () => Promise<void>;
}

// Unpaired surrogates, NUL and other control characters: no file system and no database takes all of them.
const FORBIDDEN =
  // oxlint-disable-next-line no-control-regex
  /[\u0000-\u001f\u007f]|[\uD800-\uDBFF](?![\uDC00-\uDFFF])|(?<![\uD800-\uDBFF])[\uDC00-\uDFFF]/;

/**
 * Takes a path as an archive or an upload names it and gives the path used here, or why it is refused.
 * A refusal of an absolute path or of ".." is a sign of a hostile archive.
 */
export function safePath(name: string): { readonly path: string } | { readonly refused: string } {
  const slashed = name.replaceAll("\\", "/");
  if (FORBIDDEN.test(slashed)) return { refused: "its name holds control or broken characters" };
  if (slashed.startsWith("/") || /^[a-zA-Z]:\//.test(slashed)) return { refused: "its path is absolute" };
  const segments = slashed.split("/").filter((segment) => segment !== "" && segment !== ".");
  if (segments.includes("..")) return { refused: "its path leaves the folder" };
  if (segments.length === 0) return { refused: "it has no name" };
  return { path: segments.join("/").normalize("NFC") };
}

/**
 * Says why a file or folder name takes no part in an import, or undefined when it does.
 * Names beginning with a dot are settings of other tools, and may hold secrets; ours begin with ".gitbook".
 */
export function ignoredName(name: string, isFile = false): string | undefined {
  if (name === ".git" || name === "node_modules" || name === "__MACOSX") return "it is not documentation";
  // What orders projects of VitePress lies in the one, of MkDocs in the others, which are files.
  if (name === ".vitepress" || (isFile && [".pages", ".nav.yml", ".nav.yaml"].includes(name)))
    return undefined;
  if (name.startsWith(".") && !name.startsWith(".gitbook")) return "its name begins with a dot";
  if (name === "Thumbs.db" || name === "desktop.ini") return "it is not documentation";
  return undefined;
}

/** The first ignored segment of a path with its reason: `{ path: "a/.git", reason }`. */
export function ignoredPath(path: string): SkippedFile | undefined {
  const segments = path.split("/");
  for (const [index, segment] of segments.entries()) {
    const reason = ignoredName(segment, index === segments.length - 1);
    if (reason !== undefined) return { path: segments.slice(0, index + 1).join("/"), reason };
  }
  return undefined;
}

/** Orders strings by code unit: the same on every machine and in every locale. */
export function byCodeUnit(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/**
 * A source over files already in memory: an upload, or an export to be read back.
 * Takes names as they came; unsafe and ignored ones are skipped with a reason, the first of two equal paths wins.
 */
export function memorySource(entries: Iterable<{ name: string; bytes: Uint8Array | string }>): ImportSource {
  const files = new Map<string, ImportFile>();
  const skipped = new Map<string, SkippedFile>();
  for (const { name, bytes } of entries) {
    const safe = safePath(name);
    const skip =
      "refused" in safe ? { path: printableName(name), reason: safe.refused } : ignoredPath(safe.path);
    if (skip !== undefined) skipped.set(skip.path, skip);
    if (skip !== undefined || "refused" in safe) continue;
    if (files.has(safe.path)) {
      skipped.set(safe.path, { path: safe.path, reason: "another file has the same path" });
      continue;
    }
    const data = typeof bytes === "string" ? new TextEncoder().encode(bytes) : bytes;
    files.set(safe.path, { path: safe.path, size: data.byteLength, read: () => Promise.resolve(data) });
  }
  return {
    files: [...files.values()].toSorted((a, b) => byCodeUnit(a.path, b.path)),
    skipped: [...skipped.values()],
    close: () => Promise.resolve(),
  };
}

/** A name with its forbidden characters replaced, at most 200 characters: fit for a report. */
export function printableName(name: string): string {
  const global = new RegExp(FORBIDDEN.source, "g");
  return name.slice(0, 200).replace(global, "\uFFFD");
}
