import { describe, expect, test } from "vitest";
import { loadTypesetter, MATH_LIMIT, renderMath } from "./math.ts";
import { auditHtml } from "./audit.fixture.ts";

describe("maths", async () => {
  const typeset = await loadTypesetter();
  const html = (tex: string, display = false) => renderMath(tex, display, typeset).toString();

  test("is MathML with its source", () => {
    expect(html("x^2")).toBe(
      '<span class="math-inline"><math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>' +
        '<annotation encoding="application/x-tex">x^2</annotation></semantics></math></span>',
    );
    expect(html("x", true)).toMatch(/^<div class="math-block" tabindex="0"><math [^>]*display="block">/);
  });

  test.each([
    "\\pmb x",
    "\\begin{align}a&=b\\tag{1}\\end{align}",
    "\\rule{1em}{2em}",
    "a \\quad b \\qquad c",
    "\\color{red}x",
    "\\text{<b>\"'}",
    "\\fbox{x}\\cancel{y}",
    "\\xrightarrow{ab}",
  ])("%s stays within the allow-list", (tex) => {
    const out = html(tex, true);
    expect(out).toContain("<math");
    expect(auditHtml(out)).toEqual([]);
  });

  test.each([
    "\\frac{a",
    "\\nosuchcommand",
    "}",
    "\\def\\a{\\a\\a}\\a",
    "\\gdef\\x#1{\\x{#1#1}}\\x a",
    "{".repeat(3000),
    "x".repeat(MATH_LIMIT + 1),
  ])("%# is shown as written", (tex) => {
    expect(html(tex)).toBe(`<code class="math-error">${tex}</code>`);
  });

  test.each([
    "\\href{javascript:alert(1)}{x}",
    "\\url{javascript:alert(1)}",
    "\\includegraphics{https://x.example/a.png}",
    "\\htmlClass{a}{b}",
    "\\htmlStyle{color:red}{x}",
  ])("%s has no effect", (tex) => {
    expect(auditHtml(html(tex))).toEqual([]);
    expect(html(tex)).not.toMatch(/ (?:href|src|style)=/);
  });

  test("a definition does not reach the next formula", () => {
    html("\\gdef\\leak{1}\\leak");
    expect(html("\\leak")).toContain("math-error");
  });
});
