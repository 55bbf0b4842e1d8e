/** The picture that stands for a page where its address is shared: drawn from words alone. */
import { plainLine } from "../../engine/print/plain.ts";
import { withTypesetter } from "./typeset.ts";

export interface CardOrder {
  readonly title: string;
  readonly description: string;
  readonly site: string;
  /** A colour as `#rrggbb`. */
  readonly ground: string;
}

/** Words come as values, never as markup: nothing of them is run. */
const TEMPLATE = `
#let card = json("data.json")
#set page(width: 1200pt, height: 630pt, margin: 0pt, fill: rgb("#ffffff"))
#set text(font: ("Noto Sans SC", "Libertinus Serif", "DejaVu Sans Mono"), fill: rgb("#17181c"))
#place(top + left, rect(width: 24pt, height: 630pt, fill: rgb(card.ground)))
#place(top + left, dx: 96pt, dy: 72pt, block(width: 1010pt, height: 40pt, clip: true,
  text(size: 30pt, fill: rgb("#5c6473"), card.site)))
#place(top + left, dx: 96pt, dy: 170pt, block(width: 1010pt, height: 370pt, clip: true, {
  set par(leading: 0.45em, justify: false)
  text(size: if card.title.len() > 60 { 56pt } else { 72pt }, weight: "bold", card.title)
  if card.description != "" {
    v(32pt)
    text(size: 32pt, fill: rgb("#434956"), card.description)
  }
}))
`;

/** Draws it as SVG, 1200 by 630, with letters as paths. @throws Error with what the typesetter says */
export async function drawCard({ title, description, site, ground }: CardOrder): Promise<string> {
  const data = {
    title: plainLine(title),
    description: plainLine(description),
    site: plainLine(site),
    ground,
  };
  return withTypesetter((compiler) => {
    compiler.mapShadow("/lectern-print/data.json", Buffer.from(JSON.stringify(data)));
    return compiler.plainSvg({ mainFileContent: TEMPLATE });
  });
}
