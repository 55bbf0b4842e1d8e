/** The state of one rendering: what is known, what is used up (ids, numbers), what has been collected. */
import type { Block, Footnote, Heading, Inline } from "../document.ts";
import type { Evaluated, RenderContext, RenderedHeading, RenderedUpdate, Uses } from "./context.ts";
import type { Html } from "./element.ts";
import { knownLocale } from "./locale.ts";
import type { RawTargets } from "./sanitize.ts";
import { resolveImage, resolveTarget, targetAttributes, imageAttributes } from "./targets.ts";
import { ENGLISH, type Words } from "./words.ts";

/** How inline content is being placed. */
export interface LineState {
  /** Inside a link already: links within are shown as their text. */
  readonly inLink: boolean;
}

/** Renders children; given to the page so that block renderers need not know one another. */
export interface Dispatch {
  readonly blocks: (page: Page, blocks: readonly Block[], tight: boolean) => Html;
  readonly inlines: (page: Page, inlines: readonly Inline[], state: LineState) => Html;
}

/** A footnote that is referred to: its number, its id and those of the references. */
export interface Citation {
  readonly note: Footnote;
  /** Where the note was written: labels count within the page or one inclusion. */
  readonly scope: string;
  readonly number: number;
  readonly id: string;
  readonly references: string[];
}

const INCLUDE_DEPTH = 5;
const INCLUDE_COUNT = 200;

export class Page {
  readonly context: RenderContext;
  readonly words: Words;
  readonly locale: string;
  readonly uses: Uses = {};
  readonly headings: RenderedHeading[] = [];
  readonly updates: RenderedUpdate[] = [];
  readonly frames = new Set<string>();
  /** Origins that forms on the page ask. */
  readonly asked = new Set<string>();
  readonly rawTargets: RawTargets;
  /** Footnotes by label, and those referred to so far, in order. */
  readonly #footnotes = new Map<string, Footnote>();
  readonly cited = new Map<string, Citation>();
  readonly anchors = new Map<Heading, string>();
  /** Operations of APIs on the page: they share its room. */
  operations = 1;
  readonly #dispatch: Dispatch;
  readonly #ids = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #evaluated = new Map<string, Evaluated>();
  #scope = ":";
  #includeDepth = 0;
  #included = 0;

  constructor(context: RenderContext, dispatch: Dispatch) {
    this.context = context;
    this.words = { ...ENGLISH, ...context.words };
    this.locale = knownLocale(context.locale);
    this.#dispatch = dispatch;
    this.rawTargets = {
      linkAttributes: (url) => targetAttributes(resolveTarget(context, url)),
      imageAttributes: (url, asked) => {
        const image = resolveImage(context, url);
        return image === undefined ? undefined : imageAttributes(image, asked);
      },
      claimId: (id) => this.claimId(id),
    };
  }

  /** Renders blocks; paragraphs of a tight list lose their tags. */
  blocks(blocks: readonly Block[], tight = false): Html {
    return this.#dispatch.blocks(this, blocks, tight);
  }

  inlines(inlines: readonly Inline[], state: LineState = { inLink: false }): Html {
    return this.#dispatch.inlines(this, inlines, state);
  }

  /** Takes the id one would like; gives it, or with a number when it is used already. */
  claimId(wanted: string): string {
    const plain = wanted
      .trim()
      .replace(/[\s"'<>&]+/g, "-")
      .slice(0, 240);
    let id = plain;
    while (this.#ids.has(id)) id = `${plain}-${this.count(`id ${plain}`)}`;
    this.#ids.add(id);
    return id;
  }

  /** Learns the footnotes among these blocks and within them; the first of a label counts. */
  collectFootnotes(blocks: readonly Block[]): void {
    for (const block of blocks) {
      const key = block.type === "footnote" ? this.#scope + block.label : "";
      if (block.type === "footnote" && !this.#footnotes.has(key)) this.#footnotes.set(key, block);
      this.collectFootnotes(childBlocks(block));
    }
  }

  /** Cites a footnote: numbers it when it is the first time. Undefined when there is no such footnote. */
  cite(label: string): Citation | undefined {
    const scope = this.#scope;
    const note = this.#footnotes.get(scope + label);
    const known = this.cited.get(scope + label);
    if (note === undefined || known !== undefined) return known;
    const number = this.cited.size + 1;
    const citation = { note, scope, number, id: this.claimId(`user-content-fn-${number}`), references: [] };
    this.cited.set(scope + label, citation);
    return citation;
  }

  /** Counts things of one kind from 1. */
  count(kind: string): number {
    const next = (this.#counts.get(kind) ?? 0) + 1;
    this.#counts.set(kind, next);
    return next;
  }

  /** Evaluates an expression once a page and remembers that the page depends on it. */
  evaluate(expression: string, kind: Evaluated["kind"]): Evaluated["value"] {
    const key = `${kind} ${expression}`;
    let found = this.#evaluated.get(key);
    if (found === undefined) {
      found = { expression, kind, value: this.context.evaluate?.(expression) };
      this.#evaluated.set(key, found);
    }
    return found.value;
  }

  get evaluated(): readonly Evaluated[] {
    return [...this.#evaluated.values()];
  }

  /** Runs `render` one level further into included content; undefined when that is too deep or too much. */
  include<T>(render: () => T): T | undefined {
    if (this.#includeDepth >= INCLUDE_DEPTH || this.#included >= INCLUDE_COUNT) return undefined;
    this.#includeDepth++;
    this.#included++;
    try {
      return this.within(`${this.#included}:`, render);
    } finally {
      this.#includeDepth--;
    }
  }

  /** Runs `render` where footnotes' labels mean those of one scope. */
  within<T>(scope: string, render: () => T): T {
    const before = this.#scope;
    this.#scope = scope;
    try {
      return render();
    } finally {
      this.#scope = before;
    }
  }
}

/** The blocks within a block. */
function childBlocks(block: Block): readonly Block[] {
  if (block.type === "paragraph" || block.type === "heading" || block.type === "contentRef") return [];
  return "children" in block ? block.children : [];
}
