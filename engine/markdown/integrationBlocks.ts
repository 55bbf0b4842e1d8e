import type { Code, Document } from "./document.ts";
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

/** What the name of a block of code begins with that an integration draws: no other block's does. */
const FENCE = "```";
/** The field of it that has the text. */
const TEXT = "text";
/** Longer ones are shown as they are written, in characters. */
const LONGEST_CODE = 20_000;

/** A block of code as one that an integration may draw; undefined for one that no integration does. */
export function codeAsBlock({ lang, text }: Pick<Code, "lang" | "text">): IntegrationBlock | undefined {
  if (lang === "" || text.length > LONGEST_CODE) return undefined;
  return { name: FENCE + lang.toLowerCase(), props: { [TEXT]: text.replace(/\r?\n$/, "") } };
}

/** The language and the text of such a block; undefined for every other one. */
export function codeOf({ name, props }: IntegrationBlock): { lang: string; text: string } | undefined {
  return name.startsWith(FENCE) ? { lang: name.slice(FENCE.length), text: props[TEXT] ?? "" } : undefined;
}

/** The blocks of code in these languages, each once, the first of them. @param languages in small letters */
export function codeBlocks(document: Document, languages: ReadonlySet<string>): IntegrationBlock[] {
  const found = new Map<string, IntegrationBlock>();
  for (const { block } of walkBlocks(document)) {
    if (block.type !== "code" || !languages.has(block.lang.toLowerCase())) continue;
    const own = codeAsBlock(block);
    if (own !== undefined && found.size < MOST_BLOCKS) found.set(blockKey(own.name, own.props), own);
  }
  return [...found.values()];
}

/** Names a block with what is said of it. */
export function blockKey(name: string, props: IntegrationBlock["props"]): string {
  return JSON.stringify([name, Object.entries(props).toSorted(([a], [b]) => (a < b ? -1 : 1))]);
}
