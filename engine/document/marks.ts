/** The marks of text: spans of the dialect, as the format names them. */
import type { Inline, Mark, Span } from "../markdown/document.ts";
import type { JsonMark } from "./shapes.ts";

const NAMES: Readonly<Record<Span["type"], string>> = {
  strong: "bold",
  emphasis: "italic",
  strikethrough: "strikethrough",
  underline: "underline",
  kbd: "keyboard",
  sub: "subscript",
  sup: "superscript",
};
const SPANS = new Map(Object.entries(NAMES).map(([type, name]) => [name, type as Span["type"]]));

/** The colours that the format knows. */
export const MARK_COLORS = [
  "default",
  "green",
  "blue",
  "red",
  "orange",
  "yellow",
  "purple",
  "$primary",
  "$info",
  "$success",
  "$warning",
  "$danger",
] as const;

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

const knownColor = (color: string | undefined): string =>
  MARK_COLORS.find((known) => known === color) ?? "default";

const isOther = (written: string | undefined, known: string): boolean =>
  written !== undefined && (written !== known || known === "default");

/** The node that a mark puts around others; undefined for code, which has text alone. */
export function nodeOf(mark: JsonMark, children: readonly Inline[]): Inline | undefined {
  const type = SPANS.get(mark.type);
  if (type !== undefined) return { type, children };
  if (mark.type !== "color") return undefined;
  const css = (mark.data?.["css"] ?? {}) as { color?: string; background?: string };
  const color = css.color ?? colorOf(mark.data?.["text"]);
  const background = css.background ?? colorOf(mark.data?.["background"]);
  return {
    type: "mark",
    ...(color === undefined ? {} : { color }),
    ...(background === undefined ? {} : { background }),
    children,
  };
}

const colorOf = (value: unknown): string | undefined =>
  typeof value === "string" && value !== "default" ? value : undefined;

/** Whether a name is that of a mark. */
export function isMark(type: string): boolean {
  return SPANS.has(type) || type === "color" || type === "code";
}
