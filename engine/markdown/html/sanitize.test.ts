import { describe, expect, test } from "vitest";
import { h, trusted } from "./element.ts";
import { RawHtml, type RawPlace } from "./sanitize.ts";
import type { AskedSize } from "./targets.ts";
import { safeUrl } from "./url.ts";

const TARGETS = {
  linkAttributes: (url: string) => (url === "gone" ? { class: "broken" } : { href: `/to/${url}` }),
  imageAttributes: (url: string, asked: AskedSize) =>
    url === "gone" ? undefined : { src: url, "data-asked": `${asked.width} ${asked.height}` },
  claimId: (id: string) => id,
};

function clean(place: RawPlace, ...pieces: (string | { done: string })[]): string {
  const raw = new RawHtml(place, TARGETS);
  for (const piece of pieces) {
    if (typeof piece === "string") raw.raw(piece);
    else raw.finished(trusted(piece.done));
  }
  return raw.finish().toString();
}

describe("raw HTML", () => {
  test.each<[string, string]>([
    ["a < b & c &amp; d &lt;i&gt; &eacute; &nosuch;", "a &lt; b &amp; c &amp; d &lt;i&gt; é &amp;nosuch;"],
    ["&colon;&rarr;&Popf;<p title='?a=1&copy=2&lt;'>", ':→ℙ<p title="?a=1&amp;copy=2&lt;"></p>'],
    ["<p align=center id='a b' class=x style=y onclick=z>t", '<p class="align-center" id="a b">t</p>'],
    ["<a id=x>t</a><a name=y></a><p name=z>", '<a id="x">t</a><a id="y"></a><p></p>'],
    ["<p id='~content'>t<p id=' '>", '<p id="user-content-~content">t</p><p></p>'],
    ["<a href=x target=_blank>t</a><a href=gone>u</a>", '<a href="/to/x">t</a><a class="broken">u</a>'],
    [
      "<img src=x alt='a\"b' width=10 height=10%><img src=gone>",
      '<img alt="a&quot;b" src="x" data-asked="10 10%">',
    ],
    ["<b>x<i>y</b>z</i>", "<b>x<i>y</i></b>z"],
    ["</div></p>x", "x"],
    ["<p>a<p>b<div>c", "<p>a</p><p>b</p><div>c</div>"],
    ["<ul><li>a<li>b<ul><li>c</ul><li>d</ul>", "<ul><li>a</li><li>b<ul><li>c</li></ul></li><li>d</li></ul>"],
    [
      "<table><tr><td>a<td>b<tr><th scope=row>c</table>d",
      '<table><tr><td>a</td><td>b</td></tr><tr><th scope="row">c</th></tr></table>d',
    ],
    ["<td>a</td><li>b</li><summary>c</summary>", "abc"],
    ["<table><div>a</div><b>x</b></table>", "<table>ax</table>"],
    [
      "<h1>a</h1><center>b</center><strike>c</strike><main>d</main>",
      '<h2>a</h2><div class="align-center">b</div><s>c</s><div>d</div>',
    ],
    [
      "<script>x</script>a<style>y</style><svg><p>z</p></svg><iframe src=x>w</iframe><textarea>v</textarea>b",
      "ab",
    ],
    ["a<script>never closed <b>x", "a"],
    ["<!-- a --><?b?><!doctype c><![CDATA[d]]>e", "e"],
    ["a<b", "a&lt;b"],
    ["<b title='never closed", "&lt;b title=&#39;never closed"],
    ["<a href=x><a href=y>t", '<a href="/to/x"></a><a href="/to/y">t</a>'],
    [
      "<ol start=3 type=a reversed><li value=2>x",
      '<ol start="3" type="a" reversed><li value="2">x</li></ol>',
    ],
    ["<form action=x><input name=y><button>z</button></form>", "z"],
    ["<B>x</B>", "<b>x</b>"],
  ])("%s", (source, expected) => {
    expect(clean("flow", source)).toBe(expected);
  });

  test("within a line only phrasing stays", () => {
    expect(clean("line", "<div>a <b>b</b></div><p>c</p><table><tr><td>d")).toBe("a <b>b</b>cd");
  });

  test("finished pieces keep their place between raw ones", () => {
    expect(clean("flow", "<div>", { done: "<p>x</p>" }, "</div>", "y")).toBe("<div><p>x</p></div>y");
    expect(clean("flow", "<p>", { done: "<p>x</p>" }, "</p>")).toBe("<p></p><p>x</p>");
    expect(clean("line", "<b>", { done: "<em>x</em>" })).toBe("<b><em>x</em></b>");
  });

  test("depth is bounded, time grows with length", () => {
    const deep = clean("flow", "<div>".repeat(50_000));
    expect(deep.match(/<div>/g)).toHaveLength(100);
    for (const piece of [
      "<",
      "<a ",
      "<a x='",
      "<!--",
      "<script>",
      "</",
      "&#",
      "<b><i>",
      "<p>",
      "<table><tr><td>",
    ]) {
      expect(clean("flow", piece.repeat(50_000)).length).toBeLessThan(3_000_000);
    }
  });
});

describe("elements", () => {
  test("escape what they hold", () => {
    expect(h("p", { title: `"<&'>` }, "<b>", 1, undefined, false, [h("br", {}), "&"]).toString()).toBe(
      '<p title="&quot;&lt;&amp;&#39;&gt;">&lt;b&gt;1<br>&amp;</p>',
    );
  });

  test("leave unsafe addresses out and refuse handlers and styles", () => {
    expect(h("a", { href: "javascript:x" }).toString()).toBe("<a></a>");
    for (const name of ["onclick", "style", "srcdoc", "srcset", "x y", 'a"b'])
      expect(() => h("p", { [name]: "x" })).toThrow(TypeError);
  });
});

describe("addresses", () => {
  test.each<[string, string | undefined]>([
    ["/a b", "/a%20b"],
    ["#x", "#x"],
    ["?a=b:c", "?a=b:c"],
    ["a/b:c", "a/b:c"],
    ["HTTPS://x", "HTTPS://x"],
    ["mailto:a@b.c", "mailto:a@b.c"],
    ["tel:+1", "tel:+1"],
    ["//x.example", "//x.example"],
    ["javascript:x", undefined],
    ["java\nscript:x", undefined],
    ["\u00adjavascript:x", undefined],
    ["data:image/png;base64,AAAA", undefined],
    ["a\u0000b", "ab"],
  ])("%j", (url, expected) => {
    expect(safeUrl(url, "link")).toBe(expected);
  });

  test("images may carry their data when it is a picture", () => {
    expect(safeUrl("data:image/png;base64,AAAA", "image")).toBe("data:image/png;base64,AAAA");
    expect(safeUrl("data:image/svg+xml;base64,AAAA", "image")).toBeUndefined();
  });
});
