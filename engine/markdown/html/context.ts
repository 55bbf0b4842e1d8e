/** What rendering is given, and what it gives back. Everything is a value or a pure function. */
import type { Api } from "../../openapi/reference/api.ts";
import type { Document } from "../document.ts";
import type { DiagramSource } from "./diagramSource.ts";
import type { Highlight } from "./highlight.ts";
import type { MathTypesetter } from "./math.ts";
import type { RendererWords } from "./words.ts";

/** Where a link leads. */
export interface ResolvedLink {
  readonly href: string;
  /** The target's own title, icon and description, for mentions and link cards. */
  readonly title?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly description?: string;
  /** The target does not exist: the text stays, the link goes. */
  readonly broken?: true;
  /** It leaves the site; when absent, an address with a host of its own does. */
  readonly external?: true;
}

/** A file of the space. */
export interface ResolvedFile {
  readonly href: string;
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly contentType: string;
  /** CSS pixels, of images. */
  readonly width?: number;
  readonly height?: number;
  /** Smaller copies, of images. */
  readonly copies?: readonly ImageCopy[];
}

/** An image at another width, in pixels. */
export interface ImageCopy {
  readonly href: string;
  readonly width: number;
}

/** What stands in the place of an include. */
export interface Inclusion {
  readonly document: Document;
  /** What addresses and expressions in it mean; absent where that is what they mean around it. */
  readonly context?: RenderContext;
}

/**
 * Every member is optional: what is missing is shown as it is written.
 * `resolveLink` and `resolveFile` take an address as it stands in the body and give undefined when they know
 * nothing about it.
 */
export interface RenderContext {
  readonly resolveLink?: (url: string) => ResolvedLink | undefined;
  readonly resolveFile?: (url: string) => ResolvedFile | undefined;
  /** `unavailable`: there may be something that this reader is not shown; undefined: there is nothing. */
  readonly resolveInclude?: (path: string) => Inclusion | "unavailable" | undefined;
  /** A description of an API by its slug. */
  readonly api?: (spec: string) => Api | undefined;
  /** What an integration draws in the place of its block, as it gave it; undefined: nothing. */
  readonly drawn?: (name: string, props: Readonly<Record<string, string>>) => unknown;
  /** The page's own title: an operation of that title is what the page is about. */
  readonly title?: string;
  /** The value of a condition or of an expression within text; undefined when it has none. */
  readonly evaluate?: (expression: string) => string | number | boolean | undefined;
  /** From `prepareRendering`. */
  readonly highlight?: Highlight;
  readonly typeset?: MathTypesetter;
  /** What a program drew of a diagram, as SVG that nobody has looked through yet; undefined while there is none. */
  readonly drawing?: (source: DiagramSource) => string | undefined;
  /** BCP 47, for dates and sizes; "en" when absent. */
  readonly locale?: string;
  readonly words?: Partial<RendererWords>;
}

export interface RenderedHeading {
  readonly level: number;
  readonly id: string;
  readonly text: string;
}

/** A dated update as it stands on its page. */
export interface RenderedUpdate {
  /** Where it is on the page. */
  readonly id: string;
  /** YYYY-MM-DD; undefined when what is written is no day of the calendar. */
  readonly date?: string;
  readonly tags: readonly string[];
  /** What its first heading says; undefined without one. */
  readonly title?: string;
  readonly html: string;
}

/** What a page needs from the site around it. */
export interface PageNeeds {
  math?: true;
  /** The diagrams on the page, drawn or not. */
  diagrams?: DiagramSource[];
  /** Some of them are drawn by readers' browsers, in a frame that we have for it. */
  drawnByReaders?: true;
  code?: true;
  tabs?: true;
  zoom?: true;
  prompts?: true;
  actions?: true;
  /** Operations or schemas of an API. */
  reference?: true;
  tryIt?: true;
  /** Origins of the frames on the page, sorted. */
  frames?: readonly string[];
  /** Origins that forms on the page ask, sorted. */
  asked?: readonly string[];
}

/** An expression that was looked at; together they are what a cached page depends on. */
export interface EvaluatedExpression {
  readonly expression: string;
  /** `condition` decides what is shown; `value` is printed. */
  readonly kind: "condition" | "value";
  readonly value: string | number | boolean | undefined;
}

export interface RenderedBody {
  readonly html: string;
  readonly headings: readonly RenderedHeading[];
  /** In the order of the page. */
  readonly updates: readonly RenderedUpdate[];
  readonly uses: PageNeeds;
  /** Each expression once, in the order of the page; those inside hidden parts are not among them. */
  readonly evaluated: readonly EvaluatedExpression[];
}
