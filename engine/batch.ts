/** What the changes of one batch work on together. */
import { type Draft, replaceLinks } from "./draft.ts";
import { contentHash } from "./hash.ts";
import type { LinkTargets } from "./page.ts";
import type { OrderEnds } from "./place.ts";

/**
 * The text of a body with what it links to, or the hash of a body that is stored already (a page reverted, a
 * page copied).
 */
export type BodyInput =
  | { readonly text: string; readonly targets: LinkTargets }
  | { readonly hash: string; readonly targets: LinkTargets };

/** A batch in the making. */
export interface Batch {
  readonly draft: Draft;
  readonly ends: OrderEnds;
  /** Milliseconds. */
  readonly now: number;
  readonly bodies: Map<string, string>;
  readonly reused: Set<string>;
}

/** Takes a body into a batch: gives its hash (absent for an empty text) and files what it links to. */
export function takeBody(batch: Batch, source: string, body: BodyInput | null): string | undefined {
  const hash = body === null ? undefined : bodyHash(batch, body);
  // An empty body links to nothing, whatever its sender says.
  replaceLinks(batch.draft, source, hash === undefined ? undefined : body?.targets);
  return hash;
}

function bodyHash(batch: Batch, body: BodyInput): string | undefined {
  if ("hash" in body) {
    if (!batch.bodies.has(body.hash)) batch.reused.add(body.hash);
    return body.hash;
  }
  if (body.text === "") return undefined;
  const hash = contentHash(body.text);
  batch.bodies.set(hash, body.text);
  return hash;
}
