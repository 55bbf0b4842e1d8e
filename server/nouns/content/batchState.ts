/** What a batch of changes has come to while it is made ready, change by change. */
import type { MergeRun } from "../../content/mergeTexts.ts";
import type { Content } from "../../content/store.ts";
import type { BodyInput } from "../../../engine/batch.ts";
import type { Change as EngineChange } from "../../../engine/change.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry } from "../../../engine/page.ts";
import type { Identity } from "../../access/identity.ts";
import type { Deps } from "../../deps.ts";
import type { BatchNames } from "./lookup.ts";
import type { WriteConflict } from "./writeConflict.ts";

export interface BatchState {
  readonly deps: Deps;
  readonly content: Content;
  readonly identity: Identity;
  readonly space: string;
  readonly root: RevisionRoot;
  readonly names: BatchNames;
  readonly now: number;
  readonly revertTo: string | undefined;
  /** The bodies that changes before this one give pages and reusable contents, by their sources (engine/revision.ts). */
  readonly written: Map<string, BodyInput | null>;
  /** The fields that changes before this one give pages and reusable contents, by the same. */
  readonly patched: Map<string, Readonly<Record<string, unknown>>>;
  /** What stands against the batch: with any, nothing of it is made. */
  readonly conflicts: WriteConflict[];
  readonly merges: MergeRun;
  /** Pages that changes before this one brought back. */
  readonly returned: Set<string>;
  /** Files as changes before this one leave them; undefined: deleted. */
  readonly files: Map<string, FileEntry | undefined>;
  /** Where what lies below a page of this request is, as far as links are read: by the page's id. */
  readonly folders: Map<string, string>;
  /** How many pages were copied by now. */
  readonly copied: { pages: number };
  /** Keys of the content sources that pages are inserted for, whose dependencies the caller sees. */
  readonly sources: string[];
}

/** What one change of the request did, for the answer. */
export interface ChangeEffect {
  readonly operation: string;
  readonly page?: string;
  readonly reusableContent?: string;
  readonly file?: string;
  readonly ref?: string;
  readonly brokenLinks?: readonly string[];
  /** What others wrote since the base is in the text too. */
  readonly merged?: true;
}

/** A change that is ready for the engine. */
export interface BatchChange {
  readonly engine: readonly EngineChange[];
  readonly answer: ChangeEffect;
  /** The text that it came with. */
  readonly sent?: string | undefined;
}

/** The text of a page or reusable content as the changes before this one leave it. @param now as the batch began */
export async function textNow(
  { content, written }: BatchState,
  source: string,
  now: { readonly body?: string } | undefined,
): Promise<string> {
  if (written.has(source)) return textOfBody(content, written.get(source) ?? null);
  return content.body(now?.body);
}

/** The text of what is written. */
export function textOfBody(content: Content, body: BodyInput | null): string | Promise<string> {
  if (body === null) return "";
  return "text" in body ? body.text : content.body(body.hash);
}
