/** What an import is told, here or through a server, and what it gives. */
import type { ImportOutcome } from "../content/import/importInto.ts";
import type { SourceKind } from "../importers/kinds.ts";
import type { Console } from "./console.ts";
import type { StepBars } from "./stepBars.ts";

export interface ImportArguments {
  /** A folder, a file, or an address. */
  readonly path: string;
  /** What it is, where its name doesn't tell. */
  readonly source?: string | undefined;
  /** The id or title of the space. */
  readonly space?: string | undefined;
  /** The title of a space to be made, instead of `space`. */
  readonly new?: string | undefined;
  /** The id, hostname or title of the organization, where there are several. */
  readonly org?: string | undefined;
  /** Delete what the source doesn't have. */
  readonly prune?: boolean | undefined;
  /** Print the result as JSON. */
  readonly json?: boolean | undefined;
  /** The address of a running server, and a token for it. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** An import that is under way: what it is told, and whom it tells. */
export interface ImportRun extends ImportArguments {
  readonly kind: SourceKind | undefined;
  readonly console: Console;
  readonly bars: StepBars;
  readonly signal: AbortSignal;
}

export interface ImportResult extends Pick<
  ImportOutcome,
  "revision" | "changed" | "imported" | "importedResources" | "totalResources" | "report"
> {
  /** The id of the space. */
  readonly space: string;
}

/** Whether nothing was taken over: a space that was made for it goes again. */
export function cameToNothing({ importedResources }: Pick<ImportResult, "importedResources">): boolean {
  return importedResources === 0;
}

/** Whether what is imported is an address, not a path. */
export function isAddress(path: string): boolean {
  return /^https?:\/\//i.test(path);
}
