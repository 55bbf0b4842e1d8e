/** Diagrams: the drawing that a program made of a text, or the text. */
import type { DiagramSource } from "./diagramSource.ts";
import { keepDrawing } from "./drawing.ts";
import { h, type SafeHtml } from "./element.ts";
import type { PageHtml } from "./page.ts";
import { isWideDiagram } from "./wideDiagram.ts";

/** Longer sources are shown as they are written, in characters. */
const LONGEST_SOURCE = 50_000;

/**
 * Renders a diagram: its drawing, or its source with a word while there is none. The page says which ones it has, so that
 * whoever can draw does.
 */
export function renderDiagram(page: PageHtml, source: DiagramSource): SafeHtml {
  if (source.text.length <= LONGEST_SOURCE) (page.uses.diagrams ??= []).push(source);
  const drawn = page.context.drawing?.(source);
  const drawing = drawn === undefined ? undefined : keepDrawing(drawn, page.words.drawing, page.drawings++);
  if (drawing === undefined) return renderSource(page, source);
  page.uses.zoom = true;
  return h("figure", { class: "diagram" }, drawing);
}

function renderSource(page: PageHtml, { kind, text }: DiagramSource): SafeHtml {
  if (kind === "mermaid") page.uses.drawnByReaders = true;
  return h(
    "figure",
    {
      class: isWideDiagram(text) ? "diagram diagram-source diagram-wide" : "diagram diagram-source",
      "data-diagram": kind,
      "aria-label": page.words.drawing,
    },
    h("figcaption", { class: "caption" }, page.words.diagram),
    h("pre", { tabindex: 0 }, h("code", {}, text)),
  );
}
