/** The picture that stands for a page where its address is shared: drawn from words alone. */
import { directed } from "../../../engine/print/directed.ts";
import { plainLine } from "../../../engine/print/plain.ts";
import { withTypesetter } from "./typeset.ts";

export interface CardOrder {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** The family of its letters, one of those of `fonts`. */
  readonly font: string;
  /** A colour as `#rrggbb`. */
  readonly ground: string;
}

/** Words come as values, never as markup: nothing of them is run. */
const TEMPLATE = String.raw`
#let card = json("data.json")
#set page(width: 1200pt, height: 630pt, margin: 0pt, fill: rgb("#ffffff"))
#let fonts = (card.font, "Libertinus Serif", "Noto Naskh Arabic", "Noto Sans CJK SC", "Noto Emoji", "DejaVu Sans Mono")
#set text(font: fonts, fill: rgb("#17181c"), top-edge: "ascender", bottom-edge: "descender", dir: if card.dir == "rtl" { rtl } else { ltr })
#set par(leading: 0.18em, spacing: 0pt, justify: false)
// There is one weight of these letters: a line around them makes them as heavy as the others.
#let east-asian = regex("[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}ー]+")
#let columns-of(text) = text.codepoints().map(one => if one.match(east-asian) == none { 1 } else { 2 }).sum(default: 0)
#place(top + start, rect(width: 24pt, height: 630pt, fill: rgb(card.ground)))
#let side = if card.dir == "rtl" { -96pt } else { 96pt }
#place(top + start, dx: side, dy: 64pt, block(width: 1010pt, height: 48pt, clip: true,
  text(size: 30pt, fill: rgb("#5c6473"), card.site)))
#place(top + start, dx: side, dy: 132pt, block(width: 1010pt, height: 450pt, clip: true, align(horizon, {
  let size = if columns-of(card.title) > 60 { 56pt } else { 76pt }
  {
    show east-asian: set text(stroke: size * 0.025 + rgb("#17181c"))
    block(text(size: size, weight: "bold", card.title))
  }
  if card.description != "" {
    v(34pt)
    block(text(size: 32pt, fill: rgb("#434956"), card.description))
  }
})))
`;

/** Draws it as SVG, 1200 by 630, with letters as paths. @throws Error with what the typesetter says */
export async function drawCard({ title, description, site, font, ground }: CardOrder): Promise<string> {
  const data = {
    title: plainLine(title),
    description: plainLine(description),
    site: plainLine(site),
    dir: "ltr",
    ...directed(title),
    font,
    ground,
  };
  return withTypesetter((compiler) => {
    compiler.mapShadow("/lectern-print/data.json", Buffer.from(JSON.stringify(data)));
    return compiler.plainSvg({ mainFileContent: TEMPLATE });
  });
}
