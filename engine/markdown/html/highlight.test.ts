import { describe, expect, test } from "vitest";
import { CODE_LIMIT, type Highlight, LINE_LIMIT, prepareHighlighter } from "./highlight.ts";

/** Lines written as `kind(text)`, plain text as it is. */
function written(highlight: Highlight, code: string, lang: string): string | undefined {
  return highlight(code, lang)
    ?.map((line) => line.map(({ text, kind }) => (kind === undefined ? text : `${kind}(${text})`)).join(""))
    .join("\n");
}

describe("highlighting", async () => {
  const highlight = await prepareHighlighter([
    "js",
    "Python",
    "yml",
    "diff",
    "html",
    "json",
    "sh",
    "c++",
    "md",
    "no-such-language",
    "",
  ]);

  test.each([
    ["js", "const a = 'x'; // c", "keyword(const) a punctuation(= )string('x')punctuation(; )comment(// c)"],
    ["python", "def f(x):", "keyword(def )function(f)punctuation(()variable(x)punctuation():)"],
    ["yaml", "a: 1", "attr(a)punctuation(: )number(1)"],
    ["diff", "- a\n+ b\n c", "deleted(- a)\ninserted(+ b)\n c"],
    ["html", '<a href="x">t</a>', 'tag(<a )attr(href)punctuation(=)string("x")tag(>)ttag(</a>)'],
    ["json", '{"a": null}', 'punctuation({")attr(a)punctuation(": )constant(null)punctuation(})'],
    ["bash", "echo $A", "function(echo )variable($A)"],
    [
      "markdown",
      '{% hint style="info" %}\nSee `{% x %}`.\n{% endhint %}',
      'tag({% hint )attr(style)punctuation(=)string("info" )tag(%})\nSee punctuation(`)string({% x %})punctuation(`).\ntag({% endhint %})',
    ],
    ["cpp", "int x = 1;", "keyword(int) x punctuation(= )number(1)punctuation(;)"],
  ])("%s", (lang, code, expected) => {
    expect(written(highlight, code, lang)).toBe(expected);
  });

  test("unknown and plain languages are left alone", () => {
    expect(
      ["", "text", "no-such-language", "../../x", "__proto__"].map((lang) => highlight("a", lang)),
    ).toEqual(Array(5).fill(undefined));
  });

  test("no character is lost, whatever the line ends", () => {
    const code = "a  \r\n\r\n  `x\n${y}\t` \n";
    const lines = highlight(code, "js");
    expect(lines?.map((line) => line.map(({ text }) => text).join("")).join("\n")).toBe(
      code.replaceAll("\r\n", "\n"),
    );
  });

  test("long lines and large blocks are shown plain", () => {
    expect(highlight(`const a;${" ".repeat(LINE_LIMIT)}\nconst b`, "js")?.[0]).toHaveLength(1);
    expect(written(highlight, `${"x".repeat(LINE_LIMIT + 1)}\nnull`, "js")).toContain("\nconstant(null)");
    expect(highlight("x".repeat(CODE_LIMIT + 1), "js")).toBeUndefined();
  });

  test("code made to keep a grammar busy is cut off, and the rest of the page goes on", async () => {
    // Uncut, it would outlast the test.
    const hostile = { code: `echo $A\n${"<<".repeat(2_400)}\necho $B`, lang: "bash" };
    const neighbours = ["1", "2", "3"].map((code) => ({ code, lang: "js" }));
    const deep = { code: "$(".repeat(2_400), lang: "bash" };
    const none = { code: "x", lang: "no-such-language" };
    const codes = [neighbours[0]!, hostile, neighbours[1]!, deep, none, neighbours[2]!];
    const highlight = await prepareHighlighter(["bash", "js"], codes);
    // The whole page in one go, whichever is asked for first.
    for (const { code, lang } of neighbours) expect(written(highlight, code, lang)).toBe(`number(${code})`);
    expect(highlight(hostile.code, "bash")?.map((line) => line.length)).toEqual([2, 1, 1]);
    expect(
      highlight(deep.code, "bash")
        ?.flat()
        .map(({ text }) => text)
        .join(""),
    ).toBe(deep.code);
    expect(highlight("x", "no-such-language")).toBeUndefined();
    // What nobody expected.
    expect(written(highlight, "null", "js")).toBe("constant(null)");
  });

  test.runIf(process.env["LECTERN_TEST_TIER"] === "full")(
    "a page has only so much time",
    async () => {
      const highlight = await prepareHighlighter(["bash"]);
      for (let block = 0; block < 6; block++) highlight(`${"<<".repeat(2_400)}${block}`, "bash");
      expect(highlight("echo", "bash")).toBeUndefined();
    },
    60_000,
  );
});
