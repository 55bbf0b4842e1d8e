import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { escapeHtml } from "../engine/markdown/html/element.ts";
import { attribute, html, raw, safeHref } from "./html.ts";

describe("html", () => {
  test("escapes text and keeps markup of its own", () => {
    const name = `<b title="x">Tom & 'Jerry'</b>`;
    expect(html`<p>${name}</p>`.text).toBe(
      "<p>&lt;b title=&quot;x&quot;&gt;Tom &amp; &#39;Jerry&#39;&lt;/b&gt;</p>",
    );
    expect(html`<p>${html`<i>${"<"}</i>`}${raw("<br>")}</p>`.text).toBe("<p><i>&lt;</i><br></p>");
  });

  test.each([
    ["nothing for absent values", html`${undefined}${null}${false}${""}`, ""],
    ["numbers", html`${0}`, "0"],
    ["lists", html`${["a", html`<b></b>`, "<"]}`, "a<b></b>&lt;"],
    [
      "one line end for indentation",
      html`<ul>
        <li></li>
      </ul>`,
      "<ul>\n<li></li>\n</ul>",
    ],
  ])("prints %s", (_, made, expected) => {
    expect(made.text).toBe(expected);
  });

  test("no text can open a tag or leave a quoted attribute", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        expect(escapeHtml(text)).not.toMatch(/[<>"']/);
      }),
    );
  });

  test("line ends inside values stay", () => {
    expect(html`<p>${"a\n   b"}</p>`.text).toBe("<p>a\n   b</p>");
  });
});

describe("addresses", () => {
  const hostile = "java\tscript:alert(1)";

  test.each([
    ["a link", html`<a href="${hostile}">x</a>`, '<a href="#">x</a>'],
    ["a picture", html`<img src="${hostile}" alt="" />`, '<img src="#" alt="" />'],
    [
      "a form",
      html`<form method="post" action="${hostile}"></form>`,
      '<form method="post" action="#"></form>',
    ],
    ["a button", html`<button formaction="${hostile}"></button>`, '<button formaction="#"></button>'],
    ["an attribute made apart", html`<a${attribute("href", hostile)}></a>`, '<a href="#"></a>'],
    ["no address", html`<a href="${undefined}"></a>`, '<a href=""></a>'],
    ["a good one", html`<a href="${"/a b?x=1&y=2#z"}"></a>`, '<a href="/a%20b?x=1&amp;y=2#z"></a>'],
    ["the end of one", html`<a href="/${hostile}"></a>`, '<a href="/java\tscript:alert(1)"></a>'],
    ["what only looks so", html`<p data-href="${hostile}">href="${hostile}</p>`, undefined],
  ])("%s", (_, made, expected) => {
    expect(made.text).toBe(expected ?? `<p data-href="${hostile}">href="${hostile}</p>`);
  });

  test("no scheme but those that lead somewhere is in one, whatever the text", () => {
    fc.assert(
      fc.property(fc.oneof(fc.webUrl(), fc.string({ unit: "binary" }), fc.string()), (address) => {
        const [, written = ""] = /^<a href="([^"]*)">$/.exec(html`<a href="${address}"></a>`.text) ?? [];
        const { protocol } = URL.canParse(written, "https://here/") ? new URL(written, "https://here/") : {};
        expect([undefined, "https:", "http:", "mailto:", "tel:"]).toContain(protocol);
      }),
    );
  });

  test.each([
    ["a value without quotes", () => html`<a href=${"/a"}></a>`, "Quote the value of href."],
    ["a handler", () => html`<a onclick="go(${"x"})"></a>`, "No value may stand in onclick."],
    ["a style", () => html`<p style="color: ${"red"}"></p>`, "No value may stand in style."],
    ["a frame's page", () => html`<iframe srcdoc="${"x"}"></iframe>`, "No value may stand in srcdoc."],
    ["an address in two parts", () => html`<a href="${"java"}${"script:x"}"></a>`, "together first"],
    ["an address as markup", () => html`<a href="${raw(hostile)}"></a>`, "An address is a text."],
    ["a handler made apart", () => attribute("onload", "x"), "No value may stand in onload."],
  ])("%s is misuse", (_, make, message) => {
    expect(make).toThrow(message);
  });
});

describe("attribute", () => {
  test.each([
    ["title", `"><script>`, ` title="&quot;&gt;&lt;script&gt;"`],
    ["hidden", true, " hidden"],
    ["hidden", false, ""],
    ["title", undefined, ""],
    ["data-n", 0, ` data-n="0"`],
  ])("%s=%s", (name, value, expected) => {
    expect(html`${attribute(name, value)}`.text).toBe(expected);
  });
});

describe("safeHref", () => {
  test.each([
    ["/a/b?c#d", "/a/b?c#d"],
    ["https://example.com/", "https://example.com/"],
    ["mailto:a@example.com", "mailto:a@example.com"],
    ["page:with-colon", "#"],
    ["./page:with-colon", "./page:with-colon"],
    ["javascript:alert(1)", "#"],
    ["JaVaScRiPt:alert(1)", "#"],
    [" \u0000javascript:alert(1)", "#"],
    ["java\nscript:alert(1)", "#"],
    ["java\tscript:alert(1)", "#"],
    ["\u0001javascript:alert(1)", "#"],
    ["data:text/html,<script>", "#"],
    ["vbscript:x", "#"],
    ["/with space", "/with%20space"],
  ])("%j becomes %j", (href, expected) => {
    expect(safeHref(href)).toBe(expected);
  });
});
