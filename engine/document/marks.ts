/** The marks of text: spans of the dialect, as the format names them. */
import type { Inline, Mark, Span } from "../markdown/document.ts";
import { type JsonMark, MARK_COLORS } from "./shapes.ts";

type MarkType = JsonMark["type"];
type SpanName = Exclude<MarkType, "color" | "code">;
type ColorName = (typeof MARK_COLORS)[number];

const NAMES: Readonly<Record<Span["type"], SpanName>> = {
  strong: "bold",
  emphasis: "italic",
  strikethrough: "strikethrough",
  underline: "underline",
  kbd: "keyboard",
  sub: "subscript",
  sup: "superscript",
};
const SPANS = new Map<string, Span["type"]>(
  Object.entries(NAMES).map(([type, name]) => [name, type as Span["type"]]),
);

export const CODE: JsonMark = { object: "mark", type: "code" };
export const UNDERLINE: JsonMark = { object: "mark", type: "underline" };

/** The mark of a span or of marked text. */
export function markOf(node: Span | Mark): JsonMark {
  if (node.type !== "mark") return { object: "mark", type: NAMES[node.type] };
  const text = knownColor(node.color);
  const background = knownColor(node.background);
  // Other colours of CSS stay beside, as written.
  const css = {
    ...(isOther(node.color, text) ? { color: node.color } : {}),
    ...(isOther(node.background, background) ? { background: node.background } : {}),
  };
  const data = { text, background, ...(Object.keys(css).length === 0 ? {} : { css }) };
  return { object: "mark", type: "color", data };
}

const knownColor = (color: string | undefined): ColorName =>
  MARK_COLORS.find((known) => known === color) ?? "default";

const isOther = (written: string | undefined, known: string): boolean =>
  written !== undefined && (written !== known || known === "default");

/** The node that a mark puts around others; undefined for code, which has text alone. */
export function nodeOf(mark: JsonMark, children: readonly Inline[]): Inline | undefined {
  const type = SPANS.get(mark.type);
  if (type !== undefined) return { type, children };
  if (mark.type !== "color") return undefined;
  const { css = {} } = mark.data;
  const color = css.color ?? colorOf(mark.data.text);
  const background = css.background ?? colorOf(mark.data.background);
  return {
    type: "mark",
    ...(color === undefined ? {} : { color }),
    ...(background === undefined ? {} : { background }),
    children,
  };
}

const colorOf = (name: ColorName): string | undefined => (name === "default" ? undefined : name);

/** Whether a name is that of a mark. */
export function isMark(type: string): type is MarkType {
  return SPANS.has(type) || type === "color" || type === "code";
}
