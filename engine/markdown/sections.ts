/** A page in the parts that search finds: what precedes the first heading, then each heading with what follows. */
import { headingAnchors } from "./anchors.ts";
import { ownText, shownBlocks } from "./anatomy.ts";
import type { Block, Document, Heading } from "./document.ts";
import { plainText } from "./plainText.ts";

interface Section {
  /** "" for the part before the first heading. */
  readonly anchor: string;
  readonly title: string;
  /** 1 to 3; 0 for the part before the first heading. */
  readonly level: number;
  /** Plain text, a line a block. */
  readonly text: string;
  /** The conditions of all `{% if %}` around it: whoever fails one of them must not see it. */
  readonly conditions: readonly string[];
}

interface Draft {
  readonly heading: Heading | undefined;
  readonly conditions: readonly string[];
  readonly lines: string[];
  /** Whether this is its heading's first part, which stands for the heading even without text. */
  readonly first: boolean;
}

/** Finds what an include shows, by its address. */
type FindIncluded = (path: string) => Document | undefined;

/** Includes within includes that are followed. */
const DEEPEST = 8;

/**
 * The sections of a page in order. Text within `{% if %}` is a section of its own under the same heading, so that
 * it can be withheld. A part without text and without heading is left out. What is included is text of the section that
 * includes it, its headings as well.
 */
export function sections(document: Document, included: FindIncluded = () => undefined): Section[] {
  const anchors = headingAnchors(document);
  const drafts: Draft[] = [{ heading: undefined, conditions: [], lines: [], first: false }];
  collect(document.children, drafts, included, 0);
  return drafts
    .map(({ heading, conditions, lines }) => ({
      anchor: heading === undefined ? "" : anchors.get(heading)!,
      title: heading === undefined ? "" : plainText(heading.children).replace(/\s+/g, " ").trim(),
      level: heading?.level ?? 0,
      text: lines.filter((line) => line !== "").join("\n"),
      conditions,
    }))
    .filter((section, index) => section.text !== "" || drafts[index]!.first);
}

/** @param depth how many includes the blocks are in */
function collect(blocks: readonly Block[], drafts: Draft[], included: FindIncluded, depth: number): void {
  for (const block of blocks) {
    const last = drafts[drafts.length - 1]!;
    if (block.type === "heading" && block.level <= 3 && depth === 0) {
      drafts.push({ heading: block, conditions: last.conditions, lines: [], first: true });
    } else if (block.type === "if") {
      const { heading, conditions } = last;
      drafts.push({ heading, conditions: [...conditions, block.expression], lines: [], first: false });
      collect(block.children, drafts, included, depth);
      drafts.push({ heading, conditions, lines: [], first: false });
    } else if (block.type === "include") {
      const shown = depth < DEEPEST ? included(block.path) : undefined;
      if (shown !== undefined) collect(shown.children, drafts, included, depth + 1);
    } else {
      last.lines.push(ownText(block));
      collect(shownBlocks(block), drafts, included, depth);
    }
  }
}
