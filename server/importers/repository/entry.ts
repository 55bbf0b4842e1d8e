/** What both sides of a sync last agreed on, file by file. */
import type { SourceEntry } from "../print/sourceEntry.ts";

/** A file as a repository has it. */
export interface RepositoryFile {
  /** From the top of the repository, as `nameText` of the port writes it. */
  readonly name: string;
  /** As Git writes it: 100644, 100755. */
  readonly mode: string;
  /** Of its bytes. */
  readonly id: string;
}

/**
 * A file of the project directory and what it is for the space, or a page of the tree that has no file (`place`).
 * Files that are nothing for the space have no entry: they stay as they are.
 */
export interface RepositoryEntry extends SourceEntry {
  readonly file?: RepositoryFile;
}

/** Entries that have a file, by path. */
export function entriesByPath(entries: readonly RepositoryEntry[]): Map<string, RepositoryEntry> {
  return new Map(
    entries.flatMap((entry) => (entry.file === undefined ? [] : [[entry.path, entry] as const])),
  );
}
