/** Loads what a page needs before it can be rendered in one go. */
import type { Code, Document } from "../document.ts";
import { shownCode } from "./codeFigure.ts";
import { diagramIn } from "./diagramSource.ts";
import type { RenderContext } from "./context.ts";
import { type PageCode, prepareHighlighter } from "./highlight.ts";
import { loadTypesetter } from "./math.ts";

/**
 * Loads the grammars and the typesetter that these documents use (a page and what it includes); the rest of
 * the context is the caller's. What cannot be loaded is shown plain.
 */
export function prepareRendering(
  ...documents: readonly Document[]
): Promise<Pick<RenderContext, "highlight" | "typeset">> {
  return prepareDrawn([], ...documents);
}

/** The same, with the code that integrations drew. */
export async function prepareDrawn(
  codes: readonly PageCode[],
  ...documents: readonly Document[]
): Promise<Pick<RenderContext, "highlight" | "typeset">> {
  const needs: Needs = { langs: new Set(codes.map(({ lang }) => lang)), codes: [...codes], math: false };
  for (const document of documents) lookThrough(document.children, needs);
  const highlight = await prepareHighlighter(needs.langs, needs.codes);
  return needs.math ? { highlight, typeset: await loadTypesetter() } : { highlight };
}

interface Needs {
  readonly langs: Set<string>;
  readonly codes: PageCode[];
  math: boolean;
}

// Blocks and inline nodes alike: whatever sits in an array of nodes is looked at.
function lookThrough(nodes: readonly object[], needs: Needs): void {
  for (const node of nodes) {
    if (typeof node !== "object") continue;
    const { type, lang } = node as { type?: string; lang?: string };
    if (type === "math") needs.math = true;
    else if (type === "code" && lang !== undefined) lookAtCode(node as Code, needs);
    for (const value of Array.isArray(node) ? [node] : Object.values(node)) {
      if (Array.isArray(value)) lookThrough(value, needs);
    }
  }
}

function lookAtCode(code: Code, { langs, codes }: Needs): void {
  if (diagramIn(code) !== undefined) return;
  langs.add(code.lang);
  codes.push({ code: shownCode(code), lang: code.lang });
}
