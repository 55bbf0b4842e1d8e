import { describe, expect, test } from "vitest";
import { blocks } from "./blockIds.ts";
import { maxSourceLength, parse } from "./parse.ts";
import { references } from "./references.ts";
import { sections } from "./sections.ts";

const times = process.env["LECTERN_TEST_TIER"] === "full" ? 100_000 : 10_000;

const repeated = (text: string): string => text.repeat(times);
const ladder = (mark: string, depth: number): string =>
  Array.from({ length: depth }, (_, index) => `${"  ".repeat(index)}${mark} x`).join("\n");

/** Inputs that make some Markdown parser slow, large or crash. */
const hostile: [name: string, source: string][] = [
  "[",
  "]",
  "![",
  "*a",
  "**a",
  "_a*",
  "~~a",
  ">",
  "> ",
  "- ",
  "1. ",
  "[a](",
  "[a](<",
  "[a][",
  "[a]: ",
  "[^a]",
  "[^a]: ",
  "<",
  "<a",
  "<a ",
  "<a b='",
  "</",
  "<!--",
  "<?",
  "<![CDATA[",
  "<div>",
  "<table>",
  "<details>",
  "<summary>",
  "<figure><img src=a>",
  "<figcaption>",
  '<code class="expression">',
  "<b>",
  "</b>",
  "&#0;",
  "&amp",
  "`",
  "`a``",
  "```\n",
  "~~~",
  "$$",
  "$",
  "$$\n",
  ":a",
  ":a:",
  "|",
  "|a",
  "|-",
  "{%",
  "{% hint %}",
  "{% hint",
  '{% hint a="',
  "{% hint a='\\'",
  "{% endhint %}",
  "{% x %}",
  "\\",
  "\\\n",
  "  \n",
  "\r",
  "\t",
  "#",
  "# ",
  "=\n",
  "---\n",
  "http://",
  "http://a.b ",
  "https://a.b/(",
  "a@b.c ",
  "www.",
  "[[a](b)](",
  "![a](b)",
  "*a_ ",
  "a**b",
  "> - ",
  "\u0000",
  "\ud800",
]
  .flatMap((piece): [string, string][] => [
    [`${JSON.stringify(piece)} in a line`, repeated(piece)],
    [`${JSON.stringify(piece)} in lines`, repeated(`${piece}\n`)],
  ])
  .concat([
    ["opened, then closed brackets", "[".repeat(times) + "]".repeat(times)],
    ["nested images", "![".repeat(times) + "](a)".repeat(times)],
    ["nested emphasis", "*a **b ".repeat(times) + "c** d*".repeat(times)],
    ["nested marks", "<mark>".repeat(times) + "a" + "</mark>".repeat(times)],
    ["nested blocks", "{% hint %}\n".repeat(times) + "{% endhint %}\n".repeat(times)],
    ["nested details", "<details>\n".repeat(times) + "</details>\n".repeat(times)],
    ["a ladder of lists", ladder("-", 1400)],
    ["a ladder of quotes and lists", ladder("> -", 700)],
    ["comments that never end, in raw HTML", `<div>\n${repeated("<!--")}\n>`],
    ["tables with blocks of code", `${repeated("<table>\n\n```\n\n```\n").slice(0, 900_000)}</table>`],
    ["raw HTML before tags", repeated("<div>\n{% x %}\n")],
    ["raw HTML before details", repeated("<p>\n</details>\n")],
    ["a table of many columns", `${repeated("|a")}\n${repeated("|-")}\n${repeated("|b")}`],
    ["a table of many rows", `|a|b|\n|-|-|\n${repeated("|a\n")}`],
    [
      "cards",
      `<table data-view="cards"><tr><th>a</th></tr>${repeated("<tr><td><a href=x>y</a></td></tr>")}</table>`,
    ],
    ["formulas that never end", repeated("$$ a\n\n")],
    ["fences that never end", repeated("```a\n> ")],
    ["tags over many lines", repeated("{% hint\n a=b\n")],
    ["footnotes used and defined", `${repeated("[^a]")}\n\n${repeated("[^a]: b\n")}`],
    ["definitions with one label", repeated("[a]: b\n")],
    ["definitions with many labels", Array.from({ length: times }, (_, index) => `[${index}]: b\n`).join("")],
    ["backticks of all lengths", Array.from({ length: 600 }, (_, index) => "`".repeat(index)).join(" ")],
    ["headings of one title", repeated("# a\n")],
    ["deep quotes over many lines", repeated(`${">".repeat(50)} a\n`).slice(0, 900_000)],
    [
      "spaces in a caption",
      `<figure><img src="a"><figcaption>${" ".repeat(times)}x${" ".repeat(times)}</figcaption></figure>`,
    ],
    ["spaces in a tag", `<a${" ".repeat(times)}x${" ".repeat(times)}`],
    ["spaces in a line", `a${" ".repeat(times)}b\n`.repeat(10)],
    ["spaces in a block tag", `{% hint${" ".repeat(times)}a${" ".repeat(times)}%}\n`.repeat(10)],
    ["blank lines", `a${" \n".repeat(times)}b`],
    ["one long word", "a".repeat(900_000)],
    ["one long attribute", `<a href="${"a".repeat(900_000)}`],
  ]);

/** Milliseconds of processor time: what else the machine does is not counted. */
function timeOf(work: () => unknown): number {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

/** As `timeOf`, but measured again, up to three times, while it is above a limit. */
function leastTimeOf(work: () => unknown, limit: number): number {
  let least = timeOf(work);
  for (let attempt = 0; attempt < 3 && least >= limit; attempt++) least = Math.min(least, timeOf(work));
  return least;
}

const plain = "Some plain words that make up a line of text in an ordinary page.\n".repeat(4) + "\n";

/** Milliseconds a character of plain text takes: the best of some tries, once the code is warm. */
function usualTime(): number {
  const source = plain.repeat(1000);
  return Math.min(...Array.from({ length: 10 }, () => timeOf(() => parse(source)))) / source.length;
}

/** Allowed times the time of plain text; generous, since quadratic behaviour is thousands of times slower. */
const maxRatio = 120;

describe("hostile text", () => {
  const perCharacter = usualTime();

  test.each(hostile)("%s", (name, source) => {
    const size = Math.min(source.length, maxSourceLength);
    const usual = Math.max(2, size * perCharacter);
    let document = parse("").document;
    const read = (): void => void ({ document } = parse(source));
    const taken = leastTimeOf(read, usual * maxRatio);
    if (process.env["LECTERN_SHOW"] === "1")
      console.log(`${(taken / usual).toFixed(1)}x ${taken.toFixed(0)} ms ${size} ${name}`);
    expect(taken).toBeLessThan(usual * maxRatio);
    expect(document.source).toBe(source);
    const ask = (): unknown => [references(document), sections(document), blocks(document)];
    expect(leastTimeOf(ask, usual * maxRatio)).toBeLessThan(usual * maxRatio);
  });

  test("50 MB are one piece of text", () => {
    const source = plain.repeat(Math.ceil(50_000_000 / plain.length));
    const { document, problems } = parse(source);
    expect(document.children).toHaveLength(1);
    expect(problems).toHaveLength(1);
    expect(document.source).toBe(source);
  });

  test("ninety thousand links are all found", () => {
    const source = "[a](b.md) ".repeat(100).concat("\n\n").repeat(900);
    expect(references(parse(source).document)).toHaveLength(90_000);
  });
});
