import type { Document } from "./document.ts";
import { walkBlocks } from "./walk.ts";

/** A block that an integration draws: its name, as in `counter/chart`, and what the page says of it. */
export interface IntegrationBlock {
  readonly name: string;
  readonly props: Readonly<Record<string, string>>;
}

/** Of so many blocks of a page integrations are asked. */
export const MOST_BLOCKS = 20;

/** The blocks of integrations in a page, each once, the first of them. */
export function integrationBlocks(document: Document): IntegrationBlock[] {
  const found = new Map<string, IntegrationBlock>();
  for (const { block } of walkBlocks(document)) {
    if (block.type !== "integration" || found.size >= MOST_BLOCKS) continue;
    const { name, props } = block;
    found.set(blockKey(name, props), { name, props });
  }
  return [...found.values()];
}

/** Names a block with what is said of it. */
export function blockKey(name: string, props: IntegrationBlock["props"]): string {
  return JSON.stringify([name, Object.entries(props).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
