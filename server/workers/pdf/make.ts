/** From an order to a document's bytes. */
import { directed } from "../../../engine/print/directed.ts";
import type { PrintablePage } from "../../../engine/print/print.ts";
import { printPages } from "../../../engine/print/print.ts";
import type { PrintedDocument } from "../../../engine/print/printed.ts";
import { plainLine } from "../../../engine/print/plain.ts";
import type { PrintedImage } from "../../../engine/print/sheet.ts";
import { takeDrawings } from "./drawings.ts";
import { withFewerPictures } from "./fewerPictures.ts";
import type { FrontOrder, OrderedPart, PdfOrder, PdfPlace, PdfResult, WantedDrawings } from "./order.ts";
import { type Pictures, preparePictures } from "./pictures.ts";
import { rendererOf } from "./render.ts";
import { brokenAmong, typeset } from "./typeset.ts";

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
  const draw = (some: Pictures) => typeset(documentOf(order, pages, some), some.files);
  const { made, drawn } = await withFewerPictures(pictures, draw, brokenAmong);
  const { sheets, places } = made;
  const missing = order.images.length + images.length - drawn;
  const addressed = places.map(([label, ...at]): PdfPlace => [addressOfLabel(label, pages), ...at]);
  return { bytes: ownBytes(made.pdf), sheets, places: addressed, missing };
}

/** A buffer that can be handed over. */
export function ownBytes(made: Uint8Array): ArrayBuffer {
  const bytes = new ArrayBuffer(made.byteLength);
  new Uint8Array(bytes).set(made);
  return bytes;
}

/** `p3#anchor` is the place of that name on the fourth page. */
function addressOfLabel(label: string, pages: readonly PrintablePage[]): string {
  const [, index, anchor = ""] = /^p(\d+)(#.*)?$/s.exec(label) ?? [];
  return `${pages[Number(index)]?.href ?? ""}${anchor}`;
}

function documentOf(order: PdfOrder, pages: readonly PrintablePage[], { bySrc }: Pictures): PrintedDocument {
  const { paper, isBook, base, part } = order;
  const imageOf = (src: string): PrintedImage | undefined => bySrc.get(src);
  const farOf = farIn(part);
  const addressOf = (href: string) => wholeAddress(href, base);
  const printed = printPages(pages, { paper, imageOf, farOf, addressOf });
  const texts = [order.title, ...pages.flatMap(({ title, html }) => [title, html])];
  return {
    ...headOf(order, texts),
    isBook,
    part: part === undefined ? null : { first: part.first, chapter: part.chapter && plainLine(part.chapter) },
    ...printed,
  };
}

/** What all parts of a document say of it. @param texts in which letters of East Asia are looked for */
export function headOf(order: FrontOrder, texts: readonly string[]) {
  return {
    title: plainLine(order.title),
    ...directed(order.title),
    subtitle: plainLine(order.subtitle),
    organization: plainLine(order.organization),
    date: plainLine(order.date),
    lang: /^[a-z]{2,3}(?=-|$)/.exec(order.locale)?.[0] ?? "en",
    paper: order.paper,
    isEastAsian: texts.some((text) => EAST_ASIAN.test(text)),
    words: { contents: CONTENTS[order.locale.slice(0, 2)] ?? "Contents" },
  };
}

/** Before the address inside the document to which a link between its parts leads. */
export const FAR = "lectern-page:";

/** What leads from a part to pages of others. */
function farIn(part: OrderedPart | undefined): (href: string) => string | undefined {
  const others = new Set(part?.document);
  return (href) => (others.has(href.split("#", 1)[0] ?? "") ? FAR + encodeURI(href) : undefined);
}

const EAST_ASIAN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

const CONTENTS: Readonly<Record<string, string>> = {
  ar: "المحتويات",
  cs: "Obsah",
  da: "Indhold",
  de: "Inhalt",
  es: "Índice",
  fi: "Sisällys",
  fr: "Sommaire",
  he: "תוכן העניינים",
  it: "Indice",
  ja: "目次",
  ko: "목차",
  nl: "Inhoud",
  no: "Innhold",
  pl: "Spis treści",
  pt: "Sumário",
  ru: "Содержание",
  sv: "Innehåll",
  tr: "İçindekiler",
  uk: "Зміст",
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
