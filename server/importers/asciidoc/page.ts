/** One page of AsciiDoc in, HTML out. Runs in a thread: see workers/asciidoc.worker.ts. */
import { convert } from "@asciidoctor/core";

export interface AsciidocPage {
  /** What it includes stands in it already. */
  readonly text: string;
  /** Where pictures and attachments lie, from the page. */
  readonly attributes: Readonly<Record<string, string>>;
}

export type AsciidocReading = { readonly html: string } | { readonly refused: string };

/** Drawings of asciidoctor-diagram are code in the language of the drawing. */
const DRAWING =
  /^\[(mermaid|plantuml|graphviz|ditaa|d2)\b[^\]\n]{0,300}\](?=[ \t]*\n(?:\.{4,}|-{4,})[ \t]*\n)/gm;

/** Reads a page as Asciidoctor does, with nothing but the text itself: no file and no address is read. */
export async function readAsciidocPage({ text, attributes }: AsciidocPage): Promise<AsciidocReading> {
  try {
    const made = await convert(text.replace(DRAWING, "[source,$1]"), {
      safe: "secure",
      standalone: false,
      attributes: { showtitle: "", experimental: "", "skip-front-matter": "", ...attributes },
    });
    const html = typeof made === "string" ? made : "";
    return { html: /\bstem\b|latexmath/.test(text) ? withFormulas(html) : html };
  } catch (error) {
    if (error instanceof RangeError) return { refused: "it is nested too deeply" };
    return { refused: "it can't be read as AsciiDoc" };
  }
}

/** TeX stands between marks that MathJax would look for. AsciiMath stays as it is written. */
function withFormulas(html: string): string {
  return html
    .replace(/\\\[((?:[^\\]|\\[^\]]){1,5000}?)\\\]/g, '<div class="math">$&</div>')
    .replace(/\\\(((?:[^\\]|\\[^)]){1,2000}?)\\\)/g, '<span class="math">$&</span>');
}
