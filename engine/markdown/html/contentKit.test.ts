/** What strangers' programs draw: nothing of it is more than words, links, pictures and frames. */
import { describe, expect, test } from "vitest";
import { parse } from "../parse.ts";
import { renderHtml } from "./render.ts";

const drawn = (element: unknown) => {
  const { document } = parse("{% @a/b %}");
  return renderHtml(document, { drawn: () => ({ element }) });
};
const html = (element: unknown): string => drawn(element).html;
const text = (children: unknown) => ({ type: "text", children });

describe("an element", () => {
  test.each([
    ["nothing", undefined],
    ["null", null],
    ["a text", "block"],
    ["a list", []],
    ["of no kind", {}],
    ["of a kind of objects", { type: "constructor" }],
    [
      "that asks for writing the page",
      { type: "button", label: "x", onPress: { action: "@editor.node.updateProps" } },
    ],
    ["that shows nothing", { type: "webframe", source: { url: "javascript:alert(1)" } }],
  ])("that is %s leaves the block's name", (_, element) => {
    expect(html(element)).toContain("<code>a/b</code>");
  });

  test("is text, however it looks", () => {
    const hostile = "<img src=x onerror=alert(1)>";
    const element = {
      type: "block",
      children: [
        text(hostile),
        text([hostile, { type: "text", style: "bold", children: [hostile] }]),
        { type: "card", title: hostile, hint: [text(hostile)], children: [] },
        { type: "codeblock", content: hostile },
        { type: "button", label: hostile, onPress: { action: "@ui.url.open", url: "https://a.example/" } },
      ],
    };
    expect(html(element)).not.toContain("<img");
    expect(html(element).match(/&lt;img/g)?.length).toBe(7);
  });

  test.each([
    "javascript:alert(1)",
    "data:text/html,x",
    "http://a.example/",
    "//a.example",
    "https://",
    7,
    null,
  ])("leads nowhere by %s", (url) => {
    const element = {
      type: "block",
      children: [
        text("words"),
        { type: "link", target: { url }, children: "there" },
        { type: "image", source: { url }, aspectRatio: 1 },
        { type: "webframe", source: { url } },
        { type: "button", label: "go", onPress: { action: "@ui.url.open", url } },
      ],
    };
    expect(html(element)).not.toMatch(/href|src=|iframe/);
    expect(drawn(element).uses.frames).toBeUndefined();
  });

  test("may name an address by its parts, and frames are said", () => {
    const url = { host: "a.example", pathname: "/x", query: { q: "1 2", of: { $state: "y" } } };
    const element = { type: "webframe", source: { url } };
    expect(html(element)).toContain('src="https://a.example/x?q=1+2"');
    expect(drawn(element).uses.frames).toEqual(["https://a.example"]);
  });

  test("ends, however deep and however much it is", () => {
    let deep: unknown = text("deep");
    for (let times = 0; times < 5000; times++) deep = { type: "vstack", children: [deep] };
    expect(html(deep)).not.toContain("deep");
    const many = { type: "block", children: Array.from({ length: 100_000 }, () => text("x")) };
    expect(html(many).match(/<p>x<\/p>/g)?.length).toBeLessThanOrEqual(500);
  });

  test("ends where what is drawn names its own block", () => {
    const element = { type: "markdown", content: "{% hint %}\n{% @a/b %}\n{% endhint %}" };
    expect(html(element)).toContain("<code>a/b</code>");
  });

  test.each(["https://a;sandbox/", "https://*/", "https://a,b/"])(
    "puts no frame of %s into the policy",
    (url) => {
      expect(drawn({ type: "webframe", source: { url } }).uses.frames).toBeUndefined();
    },
  );

  test("names twenty origins of frames at most", () => {
    const children = Array.from({ length: 30 }, (_, at) => ({
      type: "webframe",
      source: { url: `https://a${at}.example/` },
    }));
    expect(drawn({ type: "block", children }).uses.frames).toHaveLength(20);
  });

  test("writes Markdown as the page does", () => {
    const element = { type: "markdown", content: "**bold** <script>alert(1)</script>" };
    expect(html(element)).toContain("<strong>bold</strong>");
    expect(html(element)).not.toContain("<script");
  });
});

describe("what asks the integration again", () => {
  const given = (element: unknown, state: object = {}) => {
    const { document } = parse(`{% @a/b id="1" %}`);
    return renderHtml(document, { drawn: () => ({ element, state, props: { id: "2" } }) }).html;
  };
  const button = (onPress: unknown, more: object = {}) =>
    given({ type: "button", label: "Go", onPress, ...more });

  test("says in its attributes of which block it is, and in what state", () => {
    const section = button({ action: "go" }, { confirm: { title: "Sure?", text: "It is for good." } });
    expect(section).toContain(`data-kit="[&quot;a/b&quot;,{&quot;id&quot;:&quot;1&quot;}]"`);
    expect(section).toContain(`data-kit-props="{&quot;id&quot;:&quot;2&quot;}"`);
    expect(section).toContain(`data-kit-action="{&quot;action&quot;:&quot;go&quot;}"`);
    expect(section).toContain("data-kit-confirm=");
    expect(given({ type: "text", children: ["words"] })).not.toContain("data-kit");
  });

  test.each([
    { action: "@editor.node.updateProps", props: {} },
    { action: "@link.unfurl", url: "https://a.example" },
    { action: 7 },
    { action: "go", more: "x".repeat(20_000) },
    "go",
    null,
  ])("is not %j", (action) => {
    expect(button(action)).toContain("<code>a/b</code>");
  });

  test("holds in its fields what the state says, or what they begin with, as text", () => {
    const field = (element: object) => ({ type: "input", label: "L", element: { state: "f", ...element } });
    const hostile = `"><script>`;
    const text = field({ type: "textinput", initialValue: "first" });
    expect(given(text)).toContain(`value="first"`);
    expect(given(text, { f: hostile })).toContain(`value="&quot;&gt;&lt;script&gt;"`);
    const options = [{ id: "a", label: "A" }, { id: hostile }, 7];
    const select = given(field({ type: "select", options }), { f: "a" });
    expect(select).toContain(`<option value="a" selected>A</option>`);
    expect(select).not.toContain("<script>");
    expect(given(field({ type: "switch" }), { f: true })).toContain(" checked");
    expect(given(field({ type: "checkbox", value: 2 }), { f: [2] })).toContain(" checked");
    expect(given(field({ type: "radio", value: "x" }), { f: "y" })).not.toContain(" checked");
    // Choices that lie elsewhere are asked of nobody.
    expect(given(field({ type: "select", options: { url: "https://a.example" } }))).not.toContain(
      "a.example",
    );
  });
});
