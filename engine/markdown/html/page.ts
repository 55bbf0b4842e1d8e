/** The state of one rendering: what is known, what is used up (ids, numbers), what has been collected. */
import { childBlocks } from "../anatomy.ts";
import { dialectAnchors, headingAnchors } from "../anchors.ts";
import type { Block, Document, Footnote, Heading, Inline } from "../document.ts";
import type {
  EvaluatedExpression,
  RenderContext,
  RenderedHeading,
  RenderedUpdate,
  PageNeeds,
} from "./context.ts";
import type { SafeHtml } from "./element.ts";
import { knownLocale } from "./locale.ts";
import type { RawTargets } from "./sanitize.ts";
import { resolveImage, resolveTarget, targetAttributes, imageAttributes } from "./targets.ts";
import { type ApiWords, apiWordsIn } from "./api/words.ts";
import type { RendererWords } from "./words.ts";
import { wordsIn } from "./wordsByLanguage.ts";

/** How inline content is being placed. */
export interface LineState {
  /** Inside a link already: links within are shown as their text. */
  readonly inLink: boolean;
  /** Inside a cell: code in it may be broken where its parts are joined. */
  readonly inCell?: boolean;
}

/** Renders children; given to the page so that block renderers need not know one another. */
interface Dispatch {
  readonly blocks: (page: PageHtml, blocks: readonly Block[], tight: boolean) => SafeHtml;
  readonly inlines: (page: PageHtml, inlines: readonly Inline[], state: LineState) => SafeHtml;
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

export class PageHtml {
  readonly words: RendererWords;
  readonly apiWords: ApiWords;
  readonly locale: string;
  readonly uses: PageNeeds = {};
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
  /** Further ids of headings, which links from elsewhere may name. */
  readonly otherAnchors = new Map<Heading, string>();
  /** Operations of APIs on the page: they share its room. */
  operations = 1;
  /** Drawings on the page so far. */
  drawings = 0;
  /** What an integration draws is being written: blocks in it are drawn by none, which would never end. */
  isInDrawn = false;
  readonly #dispatch: Dispatch;
  readonly #ids = new Set<string>();
  readonly #counts = new Map<string, number>();
  readonly #evaluated = new Map<RenderContext, Map<string, EvaluatedExpression>>();
  /** What addresses and expressions mean, by scope: that of the page, or of one inclusion. */
  readonly #contexts: Map<string, RenderContext>;
  #scope = ":";
  #includeDepth = 0;
  #included = 0;

  constructor(context: RenderContext, dispatch: Dispatch) {
    this.#contexts = new Map([[this.#scope, context]]);
    this.locale = knownLocale(context.locale);
    this.words = { ...wordsIn(this.locale), ...context.words };
    this.apiWords = apiWordsIn(this.locale);
    this.#dispatch = dispatch;
    this.rawTargets = {
      linkAttributes: (url) => targetAttributes(resolveTarget(this.context, url)),
      imageAttributes: (url, asked) => {
        const image = resolveImage(this.context, url);
        return image === undefined ? undefined : imageAttributes(image, asked);
      },
      claimId: (id) => this.claimId(id),
    };
  }

  /** What addresses and expressions mean where the rendering is now. */
  get context(): RenderContext {
    return this.#contexts.get(this.#scope) as RenderContext;
  }

  /** Renders blocks; paragraphs of a tight list lose their tags. */
  blocks(blocks: readonly Block[], tight = false): SafeHtml {
    return this.#dispatch.blocks(this, blocks, tight);
  }

  inlines(inlines: readonly Inline[], state: LineState = { inLink: false }): SafeHtml {
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

  /** Gives the headings of a document the ids by which they are found. */
  placeHeadings(document: Document): void {
    const anchors = headingAnchors(document);
    for (const [heading, anchor] of anchors) this.anchors.set(heading, this.claimId(anchor));
    for (const [heading, anchor] of dialectAnchors(anchors)) {
      if (this.#ids.has(anchor)) continue;
      this.#ids.add(anchor);
      this.otherAnchors.set(heading, anchor);
    }
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

  /** Evaluates an expression once in each context and remembers that the page depends on it. */
  evaluate(expression: string, kind: EvaluatedExpression["kind"]): EvaluatedExpression["value"] {
    const { context } = this;
    const known = this.#evaluated.get(context) ?? new Map<string, EvaluatedExpression>();
    this.#evaluated.set(context, known);
    const key = `${kind} ${expression}`;
    let found = known.get(key);
    if (found === undefined) {
      found = { expression, kind, value: context.evaluate?.(expression) };
      known.set(key, found);
    }
    return found.value;
  }

  get evaluated(): readonly EvaluatedExpression[] {
    return [...this.#evaluated.values()].flatMap((known) => [...known.values()]);
  }

  /**
   * Runs `render` one level further into included content; undefined when that is too deep or too much.
   * @param context what addresses and expressions mean there, where that is something else than here
   */
  include<T>(render: () => T, context = this.context): T | undefined {
    if (this.#includeDepth >= INCLUDE_DEPTH || this.#included >= INCLUDE_COUNT) return undefined;
    this.#includeDepth++;
    this.#included++;
    const scope = `${this.#included}:`;
    this.#contexts.set(scope, context);
    try {
      return this.within(scope, render);
    } finally {
      this.#includeDepth--;
    }
  }

  /** Runs `render` where labels of footnotes, addresses and expressions mean those of one scope. */
  within<T>(scope: string, render: () => T): T {
    const before = this.#scope;
    // One that no inclusion made is of its surroundings: what addresses mean in it is what they mean there.
    if (!this.#contexts.has(scope)) this.#contexts.set(scope, this.context);
    this.#scope = scope;
    try {
      return render();
    } finally {
      this.#scope = before;
    }
  }
}
