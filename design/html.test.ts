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
