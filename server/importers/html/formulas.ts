/** Formulas of KaTeX, MathJax and MathML become the TeX that they were written as. */
import type { Element, ElementContent } from "hast";
import { attribute, element, firstIn, hasClass, isNamed, textOf } from "./hast.ts";

const LONGEST = 10_000;

/** MathML that says nothing of its TeX: what it shows, on one line. */
export function plainMath(one: Element): ElementContent | undefined {
  return isNamed(one, "math") ? { type: "text", value: textOf(one).replaceAll(" ", "") } : undefined;
}

/** A formula in the place of what shows it; undefined for all else. */
export function formulaOf(one: Element): Element | undefined {
  const found = texOf(one);
  if (found === undefined) return undefined;
  const tex = found.tex.trim();
  if (tex === "" || tex.length > LONGEST || tex.includes("$$")) return undefined;
  // With its text as a child: blanks beside an empty element are dropped.
  return element(found.isBlock ? "lectern-formula" : "lectern-inline-formula", { tex }, [
    { type: "text", value: tex },
  ]);
}

function texOf(one: Element): { readonly tex: string; readonly isBlock: boolean } | undefined {
  if (
    hasClass(one, "katex-display", "katex", "mathjax", "mjx-chtml") ||
    isNamed(one, "math", "mjx-container")
  ) {
    const tex = annotation(one) ?? attribute(one, "alttext") ?? attribute(one, "altText");
    if (tex === undefined) return undefined;
    return { tex, isBlock: hasClass(one, "katex-display") || attribute(one, "display") === "block" };
  }
  const type = isNamed(one, "script") ? (attribute(one, "type") ?? "") : "";
  if (type.startsWith("math/tex")) return { tex: rawText(one), isBlock: type.includes("mode=display") };
  if (!hasClass(one, "math", "arithmatex")) return undefined;
  const written = /^\\\(([\s\S]+)\\\)$|^\\\[([\s\S]+)\\\]$|^\$\$([\s\S]+)\$\$$/.exec(textOf(one));
  const tex = written?.slice(1).find((part) => part !== undefined);
  return tex === undefined ? undefined : { tex, isBlock: !isNamed(one, "span") };
}

function annotation(one: Element): string | undefined {
  const found = firstIn(
    one,
    (inner) => isNamed(inner, "annotation") && /tex/i.test(attribute(inner, "encoding") ?? ""),
  );
  return found === undefined ? undefined : rawText(found);
}

function rawText(one: Element): string {
  return one.children.map((child) => (child.type === "text" ? child.value : "")).join("");
}
