import { expect, test } from "vitest";
import { auditHtml } from "./audit.fixture.ts";
import { keepDrawing } from "./drawing.ts";
import { HOSTILE_MARKUP, HOSTILE_URLS } from "./hostile.fixture.ts";

const kept = (inner: string, root = 'viewBox="0 0 40 30.2"'): string =>
  (
    keepDrawing(
      `<?xml version="1.0"?><!DOCTYPE svg><svg ${root} xmlns="http://www.w3.org/2000/svg">${inner}</svg>`,
      "Diagram",
      2,
    ) ?? ""
  ).toString();
const ROOT =
  'xmlns="http://www.w3.org/2000/svg" class="drawing" width="40" height="31" role="group" aria-label="Diagram" data-zoom=""';

test.each([
  [
    "shapes and text stay",
    '<g><path d="M0,0L1,1" fill="none"/><text x="1">a &lt; b</text></g>',
    '<g><path d="M0,0L1,1" fill="none"></path><text x="1">a &lt; b</text>\n</g>',
  ],
  [
    "ink is the text's colour",
    '<path stroke="black" fill="#000"/>',
    '<path stroke="currentColor" fill="currentColor"></path>',
  ],
  [
    "names are the drawing's own",
    '<marker id="a"/><path marker-end="url(#a)"/>',
    '<marker id="drawing-2-a"></marker><path marker-end="url(#drawing-2-a)"></path>'.replace(
      "></marker>",
      "></marker>",
    ),
  ],
  [
    "letters of code stay so",
    '<text font-family="Courier,monospace">x</text>',
    '<text font-family="monospace">x</text>\n',
  ],
  [
    "links go, what they hold stays",
    '<a xlink:href="javascript:alert(1)"><path d="M0"/></a>',
    '<path d="M0"></path>',
  ],
  [
    "titles, styles, scripts and foreign markup go",
    "<title>t</title><style>*{}</style><script>x</script><foreignObject><b>x</b></foreignObject><g></g>",
    "<g></g>",
  ],
  [
    "addresses outside go",
    '<path fill="url(https://e.example/#a)" marker-end="url(//e)" onclick="x" style="x"/>',
    "<path></path>",
  ],
])("%s", (_name, inner, expected) => {
  expect(kept(inner).replace(/<svg[^>]*>/, "")).toBe(`${expected}</svg>`);
});

test("a drawing has its size, and the name of its kind", () => {
  expect(kept("")).toBe(`<svg viewBox="0 0 40 30.2" ${ROOT}></svg>`);
});

test("one with colours of its own is marked, and its ink stays black", () => {
  const coloured = kept('<rect fill="#ffeeaa"/><text fill="black">x</text>');
  expect(coloured).toContain('class="drawing drawing-coloured"');
  expect(coloured).toContain('<text fill="black">');
});

test("what is no drawing, or a second one, is nothing", () => {
  expect(keepDrawing("", "d", 0)).toBeUndefined();
  expect(keepDrawing("<p>x</p>", "d", 0)).toBeUndefined();
  expect(keepDrawing(`<svg>${"<g/>".repeat(300_000)}</svg>`, "d", 0)).toBeUndefined();
  expect(kept("</svg><svg><text>x</text>")).not.toContain("text");
});

test("hostile drawings are nothing but shapes", () => {
  for (const hostile of [...HOSTILE_MARKUP, ...HOSTILE_URLS]) {
    const quoted = hostile.replaceAll('"', "'");
    for (const inner of [
      hostile,
      `<text>${hostile}</text>`,
      `<path d="${quoted}" fill="${quoted}" marker-end="url(${quoted})" id="${quoted}" transform="${quoted}"/>`,
      `<a href="${quoted}"><text>x</text></a><image href="${quoted}"/><use href="${quoted}"/>`,
    ])
      expect(auditHtml(`<figure class="diagram">${kept(inner)}</figure>`), inner).toEqual([]);
  }
});
