import { PDFArray, PDFDict, PDFDocument, PDFHexString, PDFName, PDFRef } from "@cantoo/pdf-lib";
import { expect, test } from "vitest";
import { bindPdf, countFront } from "./bind.ts";
import { makePdf } from "./make.ts";
import type { OrderedPage, PdfOrder } from "./order.ts";
import { readPdf } from "./pdfText.fixture.ts";

const cover = {
  title: "The handbook",
  subtitle: "",
  organization: "Acme",
  date: "21 November 2026",
  locale: "en",
  paper: "a4",
} as const;

const page = (name: string, depth: number, markdown: string): OrderedPage => ({
  title: `Page ${name}`,
  depth,
  isGroup: false,
  href: `/~page/${name}`,
  markdown,
});

const pages = [
  page("a", 0, "See [deep](/pages/c#deep) and [gone](/pages/c#gone)."),
  page("b", 1, "On a sheet with the one before it."),
  page(
    "c",
    1,
    `Goes on.\n\n${"Text. ".repeat(900)}\n\n## Deep\n\nBack to [the first](/pages/a), {% content-ref url="/pages/a" %}\n[a](/pages/a)\n{% endcontent-ref %}`,
  ),
  page("d", 0, "[On the web](https://example.com/d)"),
];
const links = Object.fromEntries(
  pages.map(({ href, title }) => [href.slice("/~page/".length), { href, title }]),
);

/** Binds pages that were set in parts. */
async function bound(parts: readonly (readonly OrderedPage[])[]) {
  const all = parts.flat();
  const entries = all.map(({ title, depth, href }) => ({ title, depth, href }));
  let first = (await countFront({ ...cover, pages: entries })) + 1;
  const made = [];
  for (const some of parts) {
    const chapter = some[0]?.depth === 0 ? null : "Page a";
    const part = { first, chapter, document: all.map(({ href }) => href) };
    const order: PdfOrder = {
      ...cover,
      isBook: true,
      pages: some,
      links,
      files: {},
      included: {},
      images: [],
      part,
    };
    const one = await makePdf({ ...order, drawings: {} });
    made.push(one);
    first += one.sheets;
  }
  const { bytes, sheets } = await bindPdf({ ...cover, pages: entries, parts: made });
  return { ...readPdf(Buffer.from(bytes)), count: sheets, document: await PDFDocument.load(bytes) };
}

/** The sheets that links of each sheet lead to, both from 1. A link over several lines is one. */
function linksInside(document: PDFDocument): (readonly number[])[] {
  const sheets = document.getPages().map(({ ref }) => ref);
  return document.getPages().map(({ node }) => {
    const targets = (node.Annots()?.asArray() ?? []).flatMap((link) => {
      const annotation = document.context.lookup(link, PDFDict);
      const action = document.context.lookupMaybe(annotation.get(PDFName.of("A")), PDFDict);
      const target = annotation.get(PDFName.of("Dest")) ?? action?.get(PDFName.of("D"));
      const place = document.context.lookupMaybe(target, PDFArray);
      const to = place === undefined ? -1 : sheets.indexOf(place.get(0) as PDFRef);
      return to < 0 ? [] : [to + 1];
    });
    return [...new Set(targets)];
  });
}

const squeezed = (text: string): string => text.replaceAll(/\s/g, "");

test("parts are bound with a cover, contents with numbers, numbered sheets, and links from part to part", async () => {
  const { sheets, count, addresses, document } = await bound([
    pages.slice(0, 2),
    pages.slice(2, 3),
    pages.slice(3),
  ]);
  expect(sheets).toHaveLength(count);
  expect(sheets[0]).toContain("The handbook");
  const last = count;
  expect(squeezed(sheets[1] ?? "")).toMatch(
    new RegExp(`ContentsPagea\\.*3Pageb\\.*3Pagec\\.*4Paged\\.*${last}`),
  );
  // Each sheet says its number at its foot, and a chapter that goes on says so at the head.
  for (const [index, said] of sheets.entries())
    if (index > 1) expect(squeezed(said)).toContain(`Acme${index + 1}`);
  expect(squeezed(sheets[3] ?? "")).toContain("ThehandbookPagea");
  const inside = [[], ...linksInside(document)];
  expect(inside[2]).toEqual([3, 4, last]);
  const deep = sheets.findIndex((said) => said.includes("Deep") && !said.includes("Contents")) + 1;
  // To the place itself, and where that is gone to its page.
  expect(inside[3]).toEqual([deep, 4]);
  expect(inside[deep]).toEqual([3]);
  expect(addresses).toContain("https://example.com/d");
  expect(addresses.join()).not.toContain("lectern");
});

test("bookmarks stand as the pages do, in whatever letters", async () => {
  const { document } = await bound([[{ ...pages[0]!, title: "Página «ñ» 目" }, pages[1]!], [pages[3]!]]);
  const titles = (ref: PDFRef | undefined): unknown[] => {
    if (ref === undefined) return [];
    const item = document.context.lookup(ref, PDFDict);
    const title = item.lookup(PDFName.of("Title"), PDFHexString).decodeText();
    const below = titles(item.get(PDFName.of("First")) as PDFRef | undefined);
    const rest = titles(item.get(PDFName.of("Next")) as PDFRef | undefined);
    return [below.length > 0 ? [title, below] : title, ...rest];
  };
  const outline = document.catalog.lookup(PDFName.of("Outlines"), PDFDict);
  expect(titles(outline.get(PDFName.of("First")) as PDFRef)).toEqual([
    ["Página «ñ» 目", ["Page b"]],
    "Page d",
  ]);
});
