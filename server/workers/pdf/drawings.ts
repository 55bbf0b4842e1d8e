/** Drawings inside of finished pages, as pictures that the typesetter can draw. */
import type { PrintablePage } from "../../../engine/print/print.ts";
import type { OrderedImage } from "./order.ts";

const DRAWING = /<svg [^>]*class="drawing[^>]*>[^]*?<\/svg>/g;
/** Ink, and letters that the typesetter has. */
const ON_PAPER = 'color="#17181c" font-family="Libertinus Serif"';

/** Takes the drawings out of pages: each is named in its place by an address that nothing else has. */
export function takeDrawings(pages: readonly PrintablePage[]): {
  readonly pages: readonly PrintablePage[];
  readonly images: readonly OrderedImage[];
} {
  const images: OrderedImage[] = [];
  const take = (drawing: string): string => {
    const src = `drawing:${images.length}`;
    const standing = drawing
      .replace("<svg ", `<svg ${ON_PAPER} `)
      .replace(/ (?:data-zoom|role|aria-label)="[^"]*"/g, "");
    images.push({ src, contentType: "image/svg+xml", bytes: Buffer.from(standing) });
    return `<img src="${src}" alt="">`;
  };
  return { pages: pages.map((page) => ({ ...page, html: page.html.replace(DRAWING, take) })), images };
}
