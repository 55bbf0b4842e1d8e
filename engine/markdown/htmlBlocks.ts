/** Raw HTML blocks the dialect gives a meaning: figures and galleries, tables, and tables seen as cards. */
import type {
  Block,
  Card,
  Cards,
  Cell,
  Column,
  Destination,
  Figure,
  FigureImage,
  Html,
  Range,
} from "./document.ts";
import { htmlTags, htmlValue, type HtmlTag } from "./htmlTags.ts";
import { htmlDestinations, inlinesOf, type Context } from "./inlines.ts";
import { optional, plain } from "./inlineHtml.ts";
import type { OffsetMap } from "./positions.ts";
import { inlineDestinations } from "./inlineDestinations.ts";

interface Piece {
  readonly html: string;
  readonly tags: readonly HtmlTag[];
  readonly range: Range;
  readonly locate: OffsetMap;
  readonly context: Context;
}

/** The block that a piece of raw HTML is; plain `html` when it is none of the dialect's. */
export function htmlBlock(html: string, range: Range, locate: OffsetMap, context: Context): Block {
  const piece: Piece = { html, tags: htmlTags(html), range, locate, context };
  const first = piece.tags[0];
  if (first?.name === "table") return tableOf(piece, first) ?? rawOf(piece);
  return figureOf(piece) ?? rawOf(piece);
}

function rawOf({ html, tags, range, locate }: Piece): Html {
  const destinations = tags.flatMap((tag) => htmlDestinations(tag, locate));
  return { type: "html", ...range, raw: html.replace(/\n$/, ""), destinations };
}

// ---------------------------------------------------------------------------------------------- figures

const figureTags: ReadonlySet<string> = new Set([
  "figure",
  "picture",
  "source",
  "img",
  "figcaption",
  "div",
  "p",
  "a",
  "",
]);

/** What the tags around an image say about it. */
interface Surroundings {
  framed: boolean;
  fullWidth: boolean;
  align?: "left" | "center" | "right";
  dark?: Destination;
  link?: Destination;
}

function figureOf(piece: Piece): Figure | undefined {
  const around: Surroundings = { framed: false, fullWidth: false };
  const images: FigureImage[] = [];
  let at = 0;
  for (let index = 0; index < piece.tags.length; index++) {
    const tag = piece.tags[index]!;
    if (!figureTags.has(tag.name) || piece.html.slice(at, tag.start).trim() !== "") return undefined;
    at = tag.end;
    if (tag.name === "figcaption" && tag.kind === "open") {
      let close = index + 1;
      while (close < piece.tags.length && piece.tags[close]!.name !== "figcaption") close++;
      const last = images.pop();
      if (close === piece.tags.length || last === undefined) return undefined;
      images.push({ ...last, caption: captionOf(piece, tag.end, piece.tags[close]!.start) });
      index = close;
      at = piece.tags[close]!.end;
    } else if (tag.name === "img") {
      const image = imageOf(piece, tag, around);
      if (image === undefined) return undefined;
      images.push(image);
    } else surround(piece, tag, around);
  }
  if (images.length === 0 || piece.html.slice(at).trim() !== "") return undefined;
  const { align, fullWidth } = around;
  return { type: "figure", ...piece.range, ...optional("align", align), fullWidth, images };
}

function surround(piece: Piece, tag: HtmlTag, around: Surroundings): void {
  const opens = tag.kind === "open";
  if (tag.name === "div" || tag.name === "figure" || tag.name === "p") {
    if (htmlValue(tag, "data-with-frame") === "true") around.framed = true;
    else if (tag.name === "div" && !opens) around.framed = false;
    if (htmlValue(tag, "data-full-width") === "true") around.fullWidth = true;
    const align = htmlValue(tag, "align");
    if (align === "left" || align === "center" || align === "right") around.align = align;
  }
  const [destination] = htmlDestinations(tag, piece.locate);
  if (tag.name === "a") {
    delete around.link;
    if (opens && destination !== undefined) around.link = plain(destination);
  }
  if (tag.name === "source" && destination !== undefined && /dark/.test(htmlValue(tag, "media") ?? ""))
    around.dark = plain(destination);
  if (tag.name === "picture" && !opens) delete around.dark;
}

function imageOf(piece: Piece, tag: HtmlTag, around: Surroundings): FigureImage | undefined {
  const src = htmlDestinations(tag, piece.locate).find((one) => one.attribute === "src");
  if (src === undefined) return undefined;
  return {
    src: src.url,
    alt: htmlValue(tag, "alt") ?? "",
    ...optional("title", htmlValue(tag, "title")),
    ...optional("dark", around.dark),
    ...optional("width", htmlValue(tag, "width")),
    ...optional("height", htmlValue(tag, "height")),
    ...optional("size", htmlValue(tag, "data-size")),
    framed: around.framed || htmlValue(tag, "data-with-frame") === "true",
    drawing: /(?:^|[\s-])drawing(?:\s|$)/.test(htmlValue(tag, "class") ?? ""),
    caption: [],
    ...optional("link", around.link),
    destination: plain(src),
  };
}

/** The content of a caption, without the paragraph it may be wrapped in. */
function captionOf(piece: Piece, start: number, end: number): FigureImage["caption"] {
  const inner = trimmed(piece.html, start, end);
  const wrapped = piece.html.startsWith("<p>", inner.start) && piece.html.endsWith("</p>", inner.end);
  if (!wrapped || inner.end - inner.start < 7) return inlinesAt(piece, inner.start, inner.end);
  const { start: from, end: to } = trimmed(piece.html, inner.start + 3, inner.end - 4);
  return inlinesAt(piece, from, to);
}

/** A range of a text without the white space at its ends. */
function trimmed(text: string, start: number, end: number): Range {
  const written = text.slice(start, end);
  const from = start + written.length - written.trimStart().length;
  return { start: from, end: Math.max(from, start + written.trimEnd().length) };
}

function inlinesAt(piece: Piece, start: number, end: number): FigureImage["caption"] {
  return inlinesOf(piece.html.slice(start, end), (offset) => piece.locate(start + offset), piece.context);
}

// ----------------------------------------------------------------------------------------------- tables

interface HtmlCell {
  readonly tag: HtmlTag;
  end: number;
}

/** The rows of a table; undefined when it nests another one or spans cells, which pipes can't express. */
function rowsOf(piece: Piece): HtmlCell[][] | undefined {
  const rows: HtmlCell[][] = [];
  let open: HtmlCell | undefined;
  for (const [index, tag] of piece.tags.entries()) {
    if (tag.name === "table" && tag.kind === "open" && index > 0) return undefined;
    if (!["tr", "td", "th", "thead", "tbody", "table"].includes(tag.name)) continue;
    if (open !== undefined) open.end = tag.start;
    open = undefined;
    if (tag.kind !== "open") continue;
    if (tag.name === "tr") rows.push([]);
    if (tag.name !== "td" && tag.name !== "th") continue;
    if (htmlValue(tag, "colspan") !== undefined || htmlValue(tag, "rowspan") !== undefined) return undefined;
    open = { tag, end: tag.end };
    if (rows.length === 0) return undefined;
    rows[rows.length - 1]!.push(open);
  }
  return open === undefined ? rows : undefined;
}

function tableOf(piece: Piece, table: HtmlTag): Block | undefined {
  const rows = rowsOf(piece);
  const close = piece.tags[piece.tags.length - 1]!;
  if (rows === undefined || rows.length === 0 || close.name !== "table" || close.kind !== "close")
    return undefined;
  if (piece.html.slice(close.end).trim() !== "") return undefined;
  const headed = rows[0]!.every((cell) => cell.tag.name === "th");
  const header = headed ? rows.shift()! : [];
  const columns = (headed ? header : rows[0]!).map(columnOf);
  if (htmlValue(table, "data-view") === "cards") return cardsOf(piece, table, header, rows);
  const cells = (row: readonly HtmlCell[]): Cell[] => row.map((cell) => cellOf(piece, cell));
  return { type: "table", ...piece.range, columns, header: cells(header), rows: rows.map(cells) };
}

function columnOf(cell: HtmlCell): Column {
  const align =
    htmlValue(cell.tag, "align") ?? /text-align:\s*(\w+)/.exec(htmlValue(cell.tag, "style") ?? "")?.[1];
  const width = Number.parseInt(htmlValue(cell.tag, "width") ?? "", 10);
  const max = Number.parseInt(htmlValue(cell.tag, "data-max") ?? "", 10);
  return {
    ...(align === "left" || align === "center" || align === "right" ? { align } : {}),
    ...(htmlValue(cell.tag, "data-hidden") === undefined ? {} : { hidden: true }),
    ...optional("kind", htmlValue(cell.tag, "data-type")),
    ...(Number.isNaN(width) ? {} : { width }),
    ...(Number.isNaN(max) ? {} : { max }),
    ...optional("role", roleOf(cell.tag)),
  };
}

const roles = [
  ["data-card-target", "target"],
  ["data-card-cover-dark", "coverDark"],
  ["data-card-cover", "cover"],
] as const;

function roleOf(tag: HtmlTag): Column["role"] {
  return roles.find(([name]) => htmlValue(tag, name) !== undefined)?.[1];
}

function cellOf(piece: Piece, cell: HtmlCell): Cell {
  const { start, end } = trimmed(piece.html, cell.tag.end, cell.end);
  return { start: piece.locate(start), end: piece.locate(end), children: inlinesAt(piece, start, end) };
}

function cardsOf(
  piece: Piece,
  table: HtmlTag,
  header: readonly HtmlCell[],
  rows: readonly HtmlCell[][],
): Cards {
  const others: Destination[] = [];
  const columns = header.map(columnOf);
  const isHidden = (_: unknown, index: number): boolean => columns[index]?.hidden === true;
  const cards = rows.map((row): Card => {
    const cells = row.map((cell) => cellOf(piece, cell));
    const found = new Map<Column["role"], Destination>();
    cells.forEach((cell, index) => {
      const all = inlineDestinations(cell.children);
      const [first, ...rest] = all;
      const role = columns[index]?.role;
      const taken = role !== undefined && first !== undefined && !found.has(role);
      if (taken) found.set(role, first);
      if (isHidden(cell, index)) others.push(...(taken ? rest : all));
    });
    return {
      start: cells[0]?.start ?? piece.range.start,
      end: cells[cells.length - 1]?.end ?? piece.range.end,
      cells: cells.filter((cell, index) => !isHidden(cell, index)),
      hidden: cells.filter(isHidden),
      ...optional("target", found.get("target")),
      ...optional("cover", found.get("cover")),
      ...optional("coverDark", found.get("coverDark")),
    };
  });
  const size = htmlValue(table, "data-card-size") === "large" ? "large" : "default";
  const titles = header.map((cell) => cellOf(piece, cell));
  return { type: "cards", ...piece.range, size, columns, header: titles, cards, others };
}
