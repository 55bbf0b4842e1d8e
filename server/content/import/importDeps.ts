import type { Database } from "../../db/database.ts";
import type { Blobs, BlobStore } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Content, ContentStore } from "../store.ts";

/** What an import works on. */
export interface ImportDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly content: Content;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What an import into a space of an organization works on. */
export function importDeps(
  deps: Omit<ImportDeps, "blobs" | "content"> & { readonly blobs: BlobStore; readonly content: ContentStore },
  organization: string,
): ImportDeps {
  const { db, clock, newId } = deps;
  return { db, clock, newId, content: deps.content.of(organization), blobs: deps.blobs.of(organization) };
}

/** What an import is busy with, for a progress bar. */
export type ImportStep = "fetching" | "reading" | "files" | "pages";

/** Hears how far a step is. */
export type ImportProgress = (step: ImportStep, done: number, total: number) => void;

/** The source is fine, but this space can't take it; the message says why. Nothing was changed. */
export class ImportNotApplied extends Error {
  override readonly name = "ImportNotApplied";
}
