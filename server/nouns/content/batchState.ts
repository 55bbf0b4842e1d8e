/** What a batch of changes has come to while it is made ready, change by change. */
import type { BodyInput } from "../../../engine/batch.ts";
import type { Change as EngineChange } from "../../../engine/change.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import { readPage } from "../../../engine/tree.ts";
import type { Deps } from "../../deps.ts";
import type { BatchNames } from "./lookup.ts";

export interface BatchState {
  readonly deps: Deps;
  readonly space: string;
  readonly root: RevisionRoot;
  readonly names: BatchNames;
  readonly now: number;
  readonly revertTo: string | undefined;
  /** The bodies that changes before this one give pages and reusable contents, by their sources (engine/revision.ts). */
  readonly written: Map<string, BodyInput | null>;
  /** Pages that changes before this one brought back. */
  readonly returned: Set<string>;
}

/** What one change of the request did, for the answer. */
export interface ChangeDone {
  readonly operation: string;
  readonly page?: string;
  readonly reusableContent?: string;
  readonly ref?: string;
  readonly brokenLinks?: readonly string[];
}

/** A change that is ready for the engine. */
export interface PreparedChange {
  readonly engine: readonly EngineChange[];
  readonly answer: ChangeDone;
  /** The text that it came with. */
  readonly sent?: string | undefined;
}

/** A page's text as the changes before this one leave it. */
export async function textNow(batch: BatchState, page: string): Promise<string> {
  const { deps, root, written } = batch;
  if (written.has(page)) return textOfBody(deps, written.get(page) ?? null);
  return deps.content.body((await readPage(deps.content.nodes, root, page))?.body);
}

/** The text of what is written. */
export function textOfBody({ content }: Deps, body: BodyInput | null): string | Promise<string> {
  if (body === null) return "";
  return "text" in body ? body.text : content.body(body.hash);
}
