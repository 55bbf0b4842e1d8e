/** Renders blocks of texts of strangers in a thread: a grammar may take as long for a line as its author likes. */
import type { Block } from "../../engine/markdown/document.ts";
import { diagramKey } from "../../engine/markdown/html/diagramSource.ts";
import { prepareRendering } from "../../engine/markdown/html/prepare.ts";
import { renderHtml } from "../../engine/markdown/html/render.ts";
import { answer } from "./answer.ts";

/** A block as a thread gets it. */
export interface BlockOrder {
  readonly block: Block;
  /** What was drawn of it, by `diagramKey`. */
  readonly drawings: Readonly<Record<string, string>>;
}

answer(async ({ block, drawings }: BlockOrder): Promise<string> => {
  const document = { source: "", children: [block] };
  const prepared = await prepareRendering(document);
  const drawing = (source: Parameters<typeof diagramKey>[0]) => drawings[diagramKey(source)];
  return renderHtml(document, { ...prepared, drawing }).html;
});
