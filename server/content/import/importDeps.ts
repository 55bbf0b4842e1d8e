import type { Database } from "../../db/database.ts";
import type { Blobs } from "../../ports/blobs.ts";
import type { Clock } from "../../ports/clock.ts";
import type { Content } from "../store.ts";

/** What an import works on. */
export interface ImportDeps {
  readonly db: Database;
  readonly blobs: Blobs;
  readonly content: Content;
  readonly clock: Clock;
  readonly newId: () => string;
}

/** What an import is busy with, for a progress bar. */
export type ImportStep = "fetching" | "reading" | "files" | "pages";

/** Hears how far a step is. */
export type ImportProgress = (step: ImportStep, done: number, total: number) => void;

/** The source is fine, but this space can't take it; the message says why. Nothing was changed. */
export class ImportNotApplied extends Error {
  override readonly name = "ImportNotApplied";
}
