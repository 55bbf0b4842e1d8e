/**
 * The one way of raw HTML into a page. Raw HTML comes in pieces, with finished HTML between them
 * (`<div>` … Markdown … `</div>`), so the pieces go through one balance that knows what is open.
 */
import {
  ALLOWED_TAGS,
  allowedAttributes,
  ENDS_OPEN,
  PHRASING_TAGS,
  RENAMED_TAGS,
  REQUIRED_PARENTS,
  STRUCTURE_TAGS,
  VOID_TAGS,
} from "./allow.ts";
import { type Attributes, escapeHtml, type SafeHtml, openTag, trusted } from "./element.ts";
import type { AskedSize } from "./targets.ts";
import { tokenizeHtml } from "./tokenize.ts";

/** How addresses and ids of raw HTML become those of the page. */
export interface RawTargets {
  /** Attributes of a link with this address; without `href` when it leads nowhere. */
  readonly linkAttributes: (url: string) => Attributes;
  /** Attributes of an image with this address (`src`, sizes); undefined leaves the image out. */
  readonly imageAttributes: (url: string, asked: AskedSize) => Attributes | undefined;
  /** Gives an id that is not used on the page yet. */
  readonly claimId: (id: string) => string;
}

/** `line`: within a paragraph, where only phrasing tags may stand. `flow`: anywhere else. */
export type RawPlace = "line" | "flow";

const DEPTH_LIMIT = 100;
const ENDS_PARAGRAPH = (tag: string): boolean => !PHRASING_TAGS.has(tag);

/**
 * The id that an element is linked to by, as its author wrote it, so that every link to it leads there. It can stand in
 * for nothing else: ids that begin with a tilde are those of the page around, and what windows and documents have of
 * their own no id overrides. The old anchors are links with a name.
 */
function anchorOf(tag: string, attributes: ReadonlyMap<string, string>): string | undefined {
  const id = attributes.get("id")?.trim() || (tag === "a" ? attributes.get("name")?.trim() : undefined);
  if (!id) return undefined;
  return id.startsWith("~") ? `user-content-${id}` : id;
}

/** Collects raw and finished pieces into balanced HTML of allowed tags only. */
export class RawHtml {
  readonly #place: RawPlace;
  readonly #targets: RawTargets;
  readonly #open: string[] = [];
  #out = "";

  constructor(place: RawPlace, targets: RawTargets) {
    this.#place = place;
    this.#targets = targets;
  }

  /** Adds HTML as an author wrote it. */
  raw(source: string): void {
    for (const token of tokenizeHtml(source)) {
      if (token.type === "text") this.#text(token.text);
      else if (token.type === "open") this.#openElement(token.name, token.attributes);
      else this.#closeElement(RENAMED_TAGS.get(token.name) ?? token.name);
    }
  }

  /** Adds a finished piece. */
  finished(piece: SafeHtml): void {
    if (this.#place === "flow") this.#closeWithin(["p"], []);
    this.#out += piece.toString();
  }

  /** Closes what is still open and gives everything. */
  finish(): SafeHtml {
    while (this.#open.length > 0) this.#pop();
    // Written by this class alone: allow-listed names, attributes through openTag, text escaped.
    return trusted(this.#out);
  }

  #text(text: string): void {
    const top = this.#open.at(-1);
    if (top !== undefined && STRUCTURE_TAGS.has(top) && text.trim() === "") return;
    this.#out += escapeHtml(text);
  }

  #openElement(written: string, attributes: ReadonlyMap<string, string>): void {
    const tag = RENAMED_TAGS.get(written) ?? written;
    const allowed = this.#place === "line" ? PHRASING_TAGS : ALLOWED_TAGS;
    if (!allowed.has(tag)) return;
    if (tag === "a" && this.#open.includes("a")) this.#closeElement("a");
    if (ENDS_PARAGRAPH(tag)) this.#closeWithin(["p"], ["td", "th", "li", "div", "figure", "details"]);
    const implied = ENDS_OPEN.get(tag);
    if (implied !== undefined) this.#closeWithin(implied.ends, implied.stops);
    if (!this.#mayStandHere(tag)) return;
    const open = this.#openTag(tag, written, attributes);
    if (open === undefined) return;
    this.#out += open;
    if (!VOID_TAGS.has(tag)) this.#open.push(tag);
  }

  #mayStandHere(tag: string): boolean {
    const top = this.#open.at(-1);
    if (this.#open.length >= DEPTH_LIMIT) return false;
    const parents = REQUIRED_PARENTS.get(tag);
    if (parents !== undefined) return top !== undefined && parents.includes(top);
    return top === undefined || !STRUCTURE_TAGS.has(top);
  }

  #openTag(tag: string, written: string, attributes: ReadonlyMap<string, string>): string | undefined {
    const kept: Record<string, string | number | boolean | undefined> = allowedAttributes(tag, attributes);
    const href = tag === "a" ? attributes.get("href") : undefined;
    if (href !== undefined) Object.assign(kept, this.#targets.linkAttributes(href));
    if (tag === "img") {
      const asked = { width: attributes.get("width"), height: attributes.get("height") };
      const image = this.#targets.imageAttributes(attributes.get("src") ?? "", asked);
      if (image === undefined) return undefined;
      Object.assign(kept, { alt: "", ...image, ...kept });
    }
    const align = written === "center" ? "center" : attributes.get("align")?.trim().toLowerCase();
    if (align === "left" || align === "center" || align === "right") kept["class"] = `align-${align}`;
    const id = anchorOf(tag, attributes);
    if (id !== undefined) kept["id"] = this.#targets.claimId(id);
    return openTag(tag, kept);
  }

  #closeElement(tag: string): void {
    if (!this.#open.includes(tag)) return;
    while (this.#pop() !== tag);
  }

  /** Closes the innermost open element named in `ends`, unless one of `stops` lies between. */
  #closeWithin(ends: readonly string[], stops: readonly string[]): void {
    const at = this.#open.findLastIndex((tag) => ends.includes(tag) || stops.includes(tag));
    const found = this.#open[at];
    if (found === undefined || !ends.includes(found)) return;
    while (this.#open.length > at) this.#pop();
  }

  #pop(): string | undefined {
    const tag = this.#open.pop();
    if (tag !== undefined) this.#out += `</${tag}>`;
    return tag;
  }
}
