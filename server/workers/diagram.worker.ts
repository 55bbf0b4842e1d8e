/** Draws graphs of strangers in a thread: laying one out may take as long and as much memory as its author likes. */
import { instance, type Viz } from "@viz-js/viz";
import { answer } from "./answer.ts";

/** What Graphviz may take for itself, in pages of 64 kB: it lies outside of the memory that a thread has. */
const MOST_PAGES = 256 * 16;

declare const WebAssembly: {
  readonly Memory: { prototype: { readonly buffer: ArrayBuffer; grow(pages: number): number } };
};

const { grow } = WebAssembly.Memory.prototype;
WebAssembly.Memory.prototype.grow = function growWithin(pages) {
  if (this.buffer.byteLength / 65_536 + pages > MOST_PAGES) throw new RangeError("The graph takes too much.");
  return grow.call(this, pages);
};

let graphviz: Promise<Viz> | undefined;

/** Measured as the fonts of most systems are; a site shows the text in its own. */
const FONT = { fontname: "Helvetica" };

/** The drawing, or nothing for what is no graph. */
answer(async (text: string): Promise<string> => {
  graphviz ??= instance();
  const drawn = (await graphviz).render(text, {
    format: "svg",
    graphAttributes: { ...FONT, bgcolor: "transparent" },
    nodeAttributes: FONT,
    edgeAttributes: { ...FONT, fontsize: 12 },
  });
  return drawn.status === "success" ? drawn.output : "";
});
