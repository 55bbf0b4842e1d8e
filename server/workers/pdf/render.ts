/** The Markdown of the pages as HTML whose addresses the print knows. */
import { evaluateInline } from "../../../engine/expression/condition.ts";
import type { Block, Document } from "../../../engine/markdown/document.ts";
import { diagramKey, type DiagramSource } from "../../../engine/markdown/html/diagramSource.ts";
import { type RenderGround, groundedContext } from "../../../engine/markdown/html/grounds.ts";
import { prepareRendering } from "../../../engine/markdown/html/prepare.ts";
import { renderHtml } from "../../../engine/markdown/html/render.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { walkBlocks } from "../../../engine/markdown/walk.ts";
import type { PdfOrder, Variables } from "./order.ts";

interface OrderRenderer {
  readonly render: (markdown: string, variables?: Variables) => Promise<string>;
  /** The diagrams in what was rendered so far. */
  readonly diagrams: readonly DiagramSource[];
}

/** Gives the renderer of one order's pages. What is under a condition is all shown: who prints may read it all. */
export function rendererOf(order: PdfOrder): OrderRenderer {
  const { space = "", links, files, included, variables: ofSpace = {}, elsewhere = {}, locale } = order;
  const texts = new Map([
    ...Object.entries(elsewhere).map(([id, other]) => [id, parsed(other.included)] as const),
    [space, parsed(included)] as const,
  ]);
  const parts = [...texts.values()].flatMap((documents) => [...documents.values()]);
  const diagrams: DiagramSource[] = [];
  const drawing = (source: DiagramSource) => order.drawings?.[diagramKey(source)];
  const render = async (markdown: string, variables: Variables = {}): Promise<string> => {
    const { document } = parse(markdown);
    const conditions = new Set([document, ...parts].flatMap(conditionsOf));
    const evaluateWith = (ofSpace: Variables) => (expression: string) => {
      // What only a visitor has is named instead: there is none.
      const data = { space: { vars: ofSpace }, page: { vars: variables }, visitor: { claims: {} } };
      return conditions.has(expression) ? true : (evaluateInline(expression, data) ?? `{${expression}}`);
    };
    const own = { links, files, included: texts.get(space) ?? NONE, evaluate: evaluateWith(ofSpace) };
    const others = Object.entries(elsewhere).map(([id, other]): [string, RenderGround] => [
      id,
      // The document has none of their pages.
      {
        links: {},
        files: other.files,
        included: texts.get(id) ?? NONE,
        evaluate: evaluateWith(other.variables),
      },
    ]);
    const prepared = await prepareRendering(document, ...parts);
    const grounds = new Map([...others, [space, own]]);
    const { html, uses } = renderHtml(
      document,
      groundedContext(grounds, space, { ...prepared, drawing, locale }),
    );
    diagrams.push(...(uses.diagrams ?? []));
    return html;
  };
  return { render, diagrams };
}

const NONE: ReadonlyMap<string, Document> = new Map();

function parsed(texts: Readonly<Record<string, string>>): ReadonlyMap<string, Document> {
  return new Map(Object.entries(texts).map(([id, text]) => [id, parse(text).document]));
}

function conditionsOf(document: Document): string[] {
  const found: string[] = [];
  for (const { block } of walkBlocks(document) as Iterable<{ readonly block: Block }>) {
    if (block.type === "if") found.push(block.expression);
  }
  return found;
}
