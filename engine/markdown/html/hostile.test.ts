import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "../parse.ts";
import type { RenderContext } from "./context.ts";
import { prepareRendering } from "./prepare.ts";
import { renderHtml } from "./render.ts";
import { RawHtml, type RawPlace } from "./sanitize.ts";
import { auditHtml } from "./audit.fixture.ts";
import { HOSTILE_MARKUP, HOSTILE_URLS, MARKUP_SINKS, URL_SINKS } from "./hostile.fixture.ts";

const FULL = process.env["LECTERN_TEST_TIER"] === "full";
const PWN = `"><img src=x onerror=alert(1)>'`;

/** Answers that are as hostile as the content. */
const HOSTILE_CONTEXT: RenderContext = {
  resolveLink: (url) =>
    url.length % 2 === 0
      ? { href: url, title: PWN, icon: PWN, description: PWN }
      : { href: "/x", title: PWN, emoji: PWN, description: PWN },
  resolveFile: (url) => ({ href: url, name: PWN, size: 1, contentType: PWN }),
  resolveInclude: () => ({ document: parse(`## ${PWN}\n\n<p id=x>`).document }),
  evaluate: (expression) => (expression.length % 2 === 0 ? true : PWN),
  locale: PWN,
  words: { copy: PWN, anchor: PWN, table: PWN, info: PWN },
};

const { highlight, typeset } = await prepareRendering(parse("```html\nx\n```\n\n$$\nx\n$$").document);
const CONTEXTS: readonly RenderContext[] = [
  { highlight, typeset },
  { ...HOSTILE_CONTEXT, highlight, typeset },
].map((context) => context as RenderContext);

function violations(source: string): string[] {
  return CONTEXTS.flatMap((context) => auditHtml(renderHtml(parse(source).document, context).html));
}

/** The first few sources that render to something wrong, with what is wrong. */
function offenders(sources: Iterable<string>): { source: string; wrong: string[] }[] {
  const found: { source: string; wrong: string[] }[] = [];
  for (const source of sources) {
    const wrong = violations(source);
    if (wrong.length > 0) found.push({ source, wrong: wrong.slice(0, 3) });
    if (found.length >= 5) break;
  }
  return found;
}

function* combine(
  payloads: readonly string[],
  sinks: readonly ((payload: string) => string)[],
  step: number,
) {
  let turn = 0;
  for (const payload of payloads) for (const sink of sinks) if (turn++ % step === 0) yield sink(payload);
}

describe("hostile content", () => {
  test("the audit finds what it must find", () => {
    const bad = [
      "<script></script>",
      '<p onclick="x"></p>',
      '<a href="javascript:x"></a>',
      "<p>",
      "<b></i>",
      "<p style></p>",
      "a > b",
    ];
    expect(bad.filter((html) => auditHtml(html).length === 0)).toEqual([]);
    expect(auditHtml('<p class="quote">a &amp; b</p><img src="x" alt="">')).toEqual([]);
  });

  test("hostile addresses stay harmless wherever they stand", () => {
    expect(offenders(combine(HOSTILE_URLS, URL_SINKS, 1))).toEqual([]);
  });

  test("hostile markup stays harmless wherever it stands", () => {
    // A prime step takes a different part of the table for every sink.
    expect(offenders(combine(HOSTILE_MARKUP, MARKUP_SINKS, FULL ? 1 : 23))).toEqual([]);
  });

  const piece = fc.oneof(
    fc.constantFrom(
      ..."< > \" ' = / & ; : # ` $ | * _ [ ] ( ) ! { } % ~ - \\ \n \t \u0000".split(" "),
      " ",
      "\n\n",
      "<a ",
      "<img ",
      "</",
      "<p>",
      "</p>",
      "<table>",
      "<td>",
      "<div>",
      "<svg>",
      "<math>",
      "<style>",
      "<script>",
      "<!--",
      "-->",
      "<b>",
      "<li>",
      "<details>",
      "<summary>",
      "href=",
      "src=",
      "onerror=",
      "id=x ",
      "javascript:",
      "data:text/html,",
      "&#x",
      "&Tab;",
      "&lt",
      "```",
      "$$",
      "{% hint %}",
      "{% endhint %}",
      "{% tabs %}",
      "{% tab title=",
      "{% endtab %}",
      "<mark style=color:",
      "[^1]",
      "[^1]: ",
      "## ",
      "| a |\n|---|\n",
    ),
    fc.constantFrom(...HOSTILE_MARKUP, ...HOSTILE_URLS),
    fc.string({ maxLength: 6 }),
  );
  const composition = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(""));

  test("any page renders to allowed, balanced HTML", () => {
    fc.assert(
      fc.property(composition, (source) => {
        expect(violations(source)).toEqual([]);
      }),
      { numRuns: FULL ? 20_000 : 400 },
    );
  }, 300_000);

  test("raw HTML in pieces comes out allowed and balanced", () => {
    const targets = {
      linkAttributes: (href: string) => ({ href }),
      imageAttributes: (src: string) => ({ src }),
      claimId: nextId(),
    };
    fc.assert(
      fc.property(
        fc.array(composition, { maxLength: 4 }),
        fc.constantFrom<RawPlace>("line", "flow"),
        (pieces, place) => {
          const raw = new RawHtml(place, targets);
          for (const piece of pieces) raw.raw(piece);
          expect(auditHtml(raw.finish().toString())).toEqual([]);
        },
      ),
      { numRuns: FULL ? 20_000 : 600 },
    );
  }, 300_000);

  function nextId(): (id: string) => string {
    let count = 0;
    return () => `id-${count++}`;
  }
});
