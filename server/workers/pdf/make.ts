/** From an order to a document's bytes. */
import type { PrintablePage } from "../../../engine/print/print.ts";
import { printPages } from "../../../engine/print/print.ts";
import type { PrintedDocument } from "../../../engine/print/printed.ts";
import { plainLine } from "../../../engine/print/plain.ts";
import type { PrintedImage } from "../../../engine/print/sheet.ts";
import { takeDrawings } from "./drawings.ts";
import type { PdfResult, PdfOrder, WantedDrawings } from "./order.ts";
import { type Pictures, preparePictures } from "./pictures.ts";
import { rendererOf } from "./render.ts";
import { typeset, type TypesetPdf } from "./typeset.ts";

/** Makes the document, or says which diagrams it has that are to be drawn first. @throws Error when it can't be laid out, even without its pictures */
export async function makePdf(order: PdfOrder & Required<Pick<PdfOrder, "drawings">>): Promise<PdfResult>;
export async function makePdf(order: PdfOrder): Promise<PdfResult | WantedDrawings>;
export async function makePdf(order: PdfOrder): Promise<PdfResult | WantedDrawings> {
  const { render, diagrams } = rendererOf(order);
  const rendered: PrintablePage[] = [];
  for (const { title, description, depth, isGroup, href, html, markdown = "", variables } of order.pages) {
    const about = description === undefined ? {} : { description };
    rendered.push({
      title,
      ...about,
      depth,
      isGroup,
      href,
      html: html ?? (await render(markdown, variables)),
    });
  }
  if (order.drawings === undefined && diagrams.length > 0) return { diagrams };
  const { pages, images } = takeDrawings(rendered);
  const pictures = await preparePictures([...order.images, ...images]);
  const { made, drawn } = await typesetWith(order, pages, pictures);
  const bytes = new ArrayBuffer(made.pdf.byteLength);
  new Uint8Array(bytes).set(made.pdf);
  return { bytes, sheets: made.sheets, missing: order.images.length + images.length - drawn };
}

const NO_PICTURES: Pictures = { bySrc: new Map(), files: new Map() };

/** A picture that looks sound and is not ends the typesetting: then there is a document without pictures. */
async function typesetWith(
  order: PdfOrder,
  pages: readonly PrintablePage[],
  pictures: Pictures,
): Promise<{ readonly made: TypesetPdf; readonly drawn: number }> {
  try {
    return {
      made: await typeset(documentOf(order, pages, pictures), pictures.files),
      drawn: pictures.files.size,
    };
  } catch (error) {
    if (pictures.files.size === 0) throw error;
    return { made: await typeset(documentOf(order, pages, NO_PICTURES), new Map()), drawn: 0 };
  }
}

function documentOf(order: PdfOrder, pages: readonly PrintablePage[], { bySrc }: Pictures): PrintedDocument {
  const { paper, isBook, base } = order;
  const imageOf = (src: string): PrintedImage | undefined => bySrc.get(src);
  const printed = printPages(pages, { paper, imageOf, addressOf: (href) => wholeAddress(href, base) });
  return {
    title: plainLine(order.title),
    subtitle: plainLine(order.subtitle),
    organization: plainLine(order.organization),
    date: plainLine(order.date),
    lang: /^[a-z]{2,3}(?=-|$)/.exec(order.locale)?.[0] ?? "en",
    paper,
    isEastAsian: [order.title, ...pages.flatMap(({ title, html }) => [title, html])].some((text) =>
      EAST_ASIAN.test(text),
    ),
    isBook,
    words: { contents: CONTENTS[order.locale.slice(0, 2)] ?? "Contents" },
    ...printed,
  };
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const CONTENTS: Readonly<Record<string, string>> = {
  de: "Inhalt",
  es: "Índice",
  fr: "Sommaire",
  ja: "目次",
  nl: "Inhoud",
  no: "Innhold",
  pt: "Sumário",
  ru: "Содержание",
  zh: "目录",
};

/** Paper knows no page that it was on: an address counts by itself, or below the site it comes from. */
function wholeAddress(href: string, base: string | undefined): string | undefined {
  if (href === "" || href.startsWith("#")) return undefined;
  if (/^(?:https?|mailto|tel):/i.test(href)) return href.slice(0, LONGEST_ADDRESS);
  if (base === undefined || !URL.canParse(href, base)) return undefined;
  const { href: whole, protocol } = new URL(href, base);
  // An address that brings a scheme of its own is not below the site.
  return /^https?:$/.test(protocol) ? whole.slice(0, LONGEST_ADDRESS) : undefined;
}

const LONGEST_ADDRESS = 4000;
