/** Documents that Word wrote, which come with the library, and styles of other programs. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { docxOf, styled } from "./docx.fixture.ts";
import { readDocxPage } from "./html/readDocx.ts";

const DOCUMENTS = new URL("../../node_modules/mammoth/test/test-data/", import.meta.url);

async function read(bytes: Uint8Array) {
  const { page, messages } = await readDocxPage(bytes);
  if ("refused" in page) throw new Error(page.refused);
  return { ...page, messages };
}

test.each<[string, string]>([
  ["footnotes", "Ouch[^1].[^2]\n\n[^1]: A tachyon walks into a bar.\n\n[^2]: Fin."],
  ["endnotes", "Ouch[^1].[^2]\n\n[^1]: A tachyon walks into a bar.\n\n[^2]: Fin."],
  ["footnote-hyperlink", "[^1]\n\n[^1]: [Example](http://www.example.com)"],
  ["simple-list", "- Apple\n- Banana"],
  ["tables", "Above\n\n| | |\n| - | - |\n| Top left | Top right |\n| Bottom left | Bottom right |\n\nBelow"],
  ["strikethrough", "~~Today's Special: Salmon~~ Sold out"],
  ["underline", "**The <u>Sunset</u> Tree**"],
  ["text-box", "Datum plane"],
  ["strict-format", "Test"],
  ["utf8-bom", "This XML has a byte order mark."],
  ["empty", ""],
])("%s.docx", async (name, expected) => {
  const page = await read(readFileSync(new URL(`${name}.docx`, DOCUMENTS)));
  expect([page.markdown, page.messages]).toEqual([expected, []]);
});

test.each(["tiny-picture", "tiny-picture-target-base-relative"])("%s.docx has its picture", async (name) => {
  const { files, markdown } = await read(readFileSync(new URL(`${name}.docx`, DOCUMENTS)));
  expect(files.map(({ bytes }) => Buffer.from(bytes))).toEqual([
    readFileSync(new URL("tiny-picture.png", DOCUMENTS)),
  ]);
  expect(markdown).toContain(files[0]?.name);
});

test("a picture outside of the document is not read, and the report says so", async () => {
  const page = await read(readFileSync(new URL("external-picture.docx", DOCUMENTS)));
  expect(page).toMatchObject({ files: [], messages: [expect.stringContaining("external")] });
});

test("styles of other programs", async () => {
  const names = ["Block Text", "Definition Term", "Definition", "Unheard Of"];
  const parts = styled(
    ["Block Text", "Quoted"],
    ["Definition Term", "Term"],
    ["Definition", "What it means"],
    ["Unheard Of", "As it is"],
  );
  const { markdown, messages } = await read(docxOf(Buffer.from("x"), parts, names));
  expect(markdown).toContain("> Quoted\n\n**Term**\n\nWhat it means\n\nAs it is\n");
  expect(messages).toEqual([]);
});

describe("formulas", () => {
  const M = 'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"';
  const run = (text: string): string => `<m:r><m:t>${text}</m:t></m:r>`;
  const e = (inside: string, name = "e"): string => `<m:${name}>${inside}</m:${name}>`;
  const math = (inside: string): string => `<m:oMath ${M}>${inside}</m:oMath>`;
  const one = (inside: string): string => `<m:f>${e(inside, "num")}${e(run("2"), "den")}</m:f>`;

  test.each<[string, string, string]>([
    ["a fraction", one(run("a+b")), "\\frac{a+b}{2}"],
    [
      "powers and indices",
      `<m:sSubSup>${e(run("x"))}${e(run("i"), "sub")}${e(run("2"), "sup")}</m:sSubSup>`,
      "{x}_{i}^{2}",
    ],
    ["a root", `<m:rad><m:radPr><m:degHide m:val="1"/></m:radPr><m:deg/>${e(run("x"))}</m:rad>`, "\\sqrt{x}"],
    ["a root with its degree", `<m:rad>${e(run("3"), "deg")}${e(run("x"))}</m:rad>`, "\\sqrt[3]{x}"],
    [
      "a sum",
      `<m:nary><m:naryPr><m:chr m:val="∑"/><m:limLoc m:val="undOvr"/></m:naryPr>${e(run("i=1"), "sub")}${e(run("n"), "sup")}${e(run("i"))}</m:nary>`,
      "\\sum\\limits_{i=1}^{n} {i}",
    ],
    [
      "an integral",
      `<m:nary>${e(run("0"), "sub")}${e("", "sup")}${e(run("x"))}</m:nary>`,
      "∫_{0} {x}".replace("∫", "\\int"),
    ],
    [
      "brackets",
      `<m:d><m:dPr><m:begChr m:val="{"/><m:endChr m:val=""/></m:dPr>${e(run("a"))}${e(run("b"))}</m:d>`,
      "\\left\\{ a \\middle| b \\right.",
    ],
    [
      "a matrix",
      `<m:m><m:mr>${e(run("1"))}${e(run("0"))}</m:mr><m:mr>${e(run("0"))}${e(run("1"))}</m:mr></m:m>`,
      "\\begin{matrix}1 & 0 \\\\ 0 & 1\\end{matrix}",
    ],
    [
      "a function with a limit",
      `<m:func><m:fName><m:limLow>${e(run("lim"))}${e(run("x→0"), "lim")}</m:limLow></m:fName>${e(run("x"))}</m:func>`,
      "\\lim_{x→0}{x}",
    ],
    [
      "a function of their own",
      `<m:func>${e(run("foo"), "fName")}${e(run("x"))}</m:func>`,
      "\\operatorname{foo}{x}",
    ],
    [
      "accents and lines",
      `<m:acc><m:accPr><m:chr m:val="\u20d7"/></m:accPr>${e(run("v"))}</m:acc><m:bar>${e(run("w"))}</m:bar>`,
      "\\vec{v}\\underline{w}",
    ],
    [
      "words, and signs that mean something to TeX",
      `<m:r><m:rPr><m:nor/></m:rPr><m:t>if </m:t></m:r>${run("50% {a_b}")}`,
      "\\text{if }50\\% \\{a\\_b\\}",
    ],
  ])("%s", async (_name, inside, tex) => {
    const { markdown, messages } = await read(
      docxOf(
        Buffer.from("x"),
        `<w:p><w:r><w:t>Where </w:t></w:r>${math(inside)}<w:r><w:t> holds</w:t></w:r></w:p>`,
      ),
    );
    expect(markdown).toContain(`Where $$${tex}$$ holds`);
    expect(messages).toEqual([]);
  });

  test("in a line of their own are blocks, and what says nothing is told", async () => {
    const block = `<w:p><m:oMathPara ${M}>${math(one(run("a"))).replace(` ${M}`, "")}</m:oMathPara></w:p>`;
    const { markdown, messages } = await read(docxOf(Buffer.from("x"), `${block}<w:p>${math("")}</w:p>`));
    expect(markdown).toContain("\n\n$$\n\\frac{a}{2}\n$$");
    expect(messages).toEqual(["1 of its formulas say nothing that TeX could say: they are left out"]);
  });

  test("many levels deep say nothing, and beyond a thousand nothing is read", async () => {
    const document = (levels: number): Buffer => {
      const deep = `${"<m:box><m:e>".repeat(levels / 2)}${run("x")}${"</m:e></m:box>".repeat(levels / 2)}`;
      return docxOf(Buffer.from("x"), `<w:p>${math(deep)}</w:p>`);
    };
    const { messages } = await read(document(900));
    expect(messages).toEqual([expect.stringContaining("1 of its formulas")]);
    await expect(read(document(10_000))).rejects.toThrow("its elements lie deeper than 1,000 levels");
  });
});

test("comments are named, contents are left out, and columns keep how they are aligned", async () => {
  const contents = styled(["TOC Heading", "Contents"], ["toc 1", "First 1"], ["toc 2", "Second 2"]);
  const cell = (text: string, side: string): string =>
    `<w:tc><w:p><w:pPr><w:jc w:val="${side}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const table = `<w:tbl><w:tblPr/><w:tr><w:trPr><w:tblHeader/></w:trPr>${cell("A", "left")}${cell("B", "center")}${cell("C", "right")}</w:tr><w:tr>${cell("1", "left")}${cell("2", "center")}${cell("3", "right")}</w:tr></w:tbl>`;
  const names = ["TOC Heading", "toc 1", "toc 2"];
  const page = await read(docxOf(Buffer.from("x"), contents + table, names));
  expect(page.markdown).not.toMatch(/Contents|First 1|Second 2/);
  expect(page.markdown).toContain("| A | B | C |\n| - | :-: | -: |\n| 1 | 2 | 3 |");
  const commented = await read(readFileSync(new URL("comments.docx", DOCUMENTS)));
  expect([commented.markdown, commented.messages]).toEqual([
    "Ouch.",
    [
      "a comment of Michael Williamson is left out: A tachyon walks into a bar.",
      "a comment of Michael Williamson is left out: Fin.",
    ],
  ]);
});
