/** The Markdown of the pages as HTML whose addresses the print knows. */
import { evaluateInline } from "../../engine/expression/condition.ts";
import type { Block, Document } from "../../engine/markdown/document.ts";
import type { RenderContext } from "../../engine/markdown/html/context.ts";
import { prepareRendering } from "../../engine/markdown/html/prepare.ts";
import { renderHtml } from "../../engine/markdown/html/render.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import type { PdfOrder, Variables } from "./order.ts";

/** Gives the renderer of one order's pages. What is under a condition is all shown: who prints may read it all. */
export function rendererOf(order: PdfOrder): (markdown: string, variables?: Variables) => Promise<string> {
  const parts = new Map(Object.entries(order.included).map(([id, text]) => [id, parse(text).document]));
  return async (markdown, variables) => {
    const { document } = parse(markdown);
    const prepared = await prepareRendering(document, ...parts.values());
    return renderHtml(document, { ...contextOf(order, document, parts, variables), ...prepared }).html;
  };
}

function contextOf(
  { links, files, locale, variables: ofSpace = {} }: PdfOrder,
  document: Document,
  parts: ReadonlyMap<string, Document>,
  variables: Variables = {},
): RenderContext {
  const data = { space: { vars: ofSpace }, page: { vars: variables }, visitor: { claims: {} } };
  const conditions = new Set([document, ...parts.values()].flatMap(conditionsOf));
  return {
    locale,
    resolveLink(url) {
      const target = resolveTarget(url);
      if (target.kind !== "page") return undefined;
      const link = own(links, target.page) ?? { href: "", broken: true as const };
      return target.anchor === undefined ? link : { ...link, href: `${link.href}#${target.anchor}` };
    },
    resolveFile(url) {
      const target = resolveTarget(url);
      return target.kind === "file" ? own(files, target.file) : undefined;
    },
    resolveInclude(path) {
      const target = resolveTarget(path);
      return target.kind === "reusable" ? parts.get(target.reusable) : undefined;
    },
    // What only a visitor has is named instead: there is none.
    evaluate: (expression) =>
      conditions.has(expression) ? true : (evaluateInline(expression, data) ?? `{${expression}}`),
  };
}

function conditionsOf(document: Document): string[] {
  const found: string[] = [];
  for (const { block } of walkBlocks(document) as Iterable<{ readonly block: Block }>) {
    if (block.type === "if") found.push(block.expression);
  }
  return found;
}

/** Names come from authors: those of every object are none of theirs. */
function own<V>(record: Readonly<Record<string, V>>, name: string): V | undefined {
  return Object.hasOwn(record, name) ? record[name] : undefined;
}
