/** Blocks of code and formulas. */
import type { Code, MathBlock } from "../document.ts";
import { codeAsBlock } from "../integrationBlocks.ts";
import { renderCodeFigure } from "./codeFigure.ts";
import { drawnBlock } from "./contentKit.ts";
import { diagramIn } from "./diagramSource.ts";
import { renderDiagram } from "./diagrams.ts";
import { h, type SafeHtml } from "./element.ts";
import { renderMath } from "./math.ts";
import type { PageHtml } from "./page.ts";

/** Renders a block of code with its title bar; the source of a diagram as that, and what an integration draws. */
export function renderCode(page: PageHtml, code: Code): SafeHtml {
  const block = page.context.drawn === undefined ? undefined : codeAsBlock(code);
  const drawn = block && drawnBlock(page, block);
  if (drawn !== undefined) return h("section", { class: "integration", ...drawn.attributes }, drawn.html);
  const diagram = diagramIn(code);
  if (diagram !== undefined) return renderDiagram(page, diagram);
  return renderCodeFigure(page, code);
}

/** Renders a `$$` block. */
export function renderMathBlock(page: PageHtml, math: MathBlock): SafeHtml {
  page.uses.math = true;
  return renderMath(math.text, true, page.context.typeset);
}
