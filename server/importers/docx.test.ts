/** Documents that Word wrote, which come with the library, and styles of other programs. */
import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
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
  ["comments", "Ouch."],
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

test("styles of other programs, tasks and formulas", async () => {
  const names = ["Block Text", "Definition Term", "Definition", "Unheard Of"];
  const parts = styled(
    ["Block Text", "Quoted"],
    ["Definition Term", "Term"],
    ["Definition", "What it means"],
    ["Unheard Of", "As it is"],
  );
  const math = '<w:p><m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"/></w:p>';
  const { markdown, messages } = await read(docxOf(Buffer.from("x"), parts + math, names));
  expect(markdown).toContain("> Quoted\n\n**Term**\n\nWhat it means\n\nAs it is\n");
  expect(messages).toEqual(["its formulas are left out"]);
});
