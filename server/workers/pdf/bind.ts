/** From parts to a document: cover and contents before them, links from part to part, bookmarks. */
import {
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFHexString,
  PDFCatalog,
  PDFName,
  PDFNumber,
  PDFObject,
  PDFPageTree,
  PDFRef,
  PDFString,
} from "@cantoo/pdf-lib";
import { plainLine } from "../../../engine/print/plain.ts";
import type { PrintedDocument, PrintedEntry } from "../../../engine/print/printed.ts";
import { FAR, headOf, ownBytes } from "./make.ts";
import type { BindingOrder, BoundPart, FrontOrder, PdfPlace, PdfResult } from "./order.ts";
import { typeset } from "./typeset.ts";

/** Pages that stand deeper are not in the contents. */
const DEEPEST = 2;

/** How many sheets cover and contents take: as many whatever numbers stand in them. */
export async function countFront(order: FrontOrder): Promise<number> {
  return (await typesetFront(order, () => 1)).sheets;
}

async function typesetFront(order: FrontOrder, sheetOf: (href: string) => number) {
  const { title, pages } = order;
  const shown = pages.filter(({ depth }) => depth <= DEEPEST);
  const entries = shown.map(({ title: named, depth, href }): PrintedEntry => ({
    title: plainLine(named) || "—",
    depth,
    sheet: sheetOf(href),
    to: FAR + encodeURI(href),
  }));
  const head = headOf(order, [title, ...shown.map((page) => page.title)]);
  const document: PrintedDocument = { ...head, isBook: true, part: { entries }, pages: [], labels: {} };
  return typeset(document, new Map());
}

/** Binds parts in their order. */
export async function bindPdf(order: BindingOrder): Promise<Omit<PdfResult, "missing">> {
  const before = await countFront(order);
  const places = placesOf(order.parts, before);
  const front = await typesetFront(order, (href) => places.get(href)?.sheet ?? 1);
  const bound = await PDFDocument.create({ updateMetadata: false });
  const sheets: PDFRef[] = [];
  for (const { bytes } of [{ bytes: ownBytes(front.pdf) }, ...order.parts])
    sheets.push(...(await take(bound, bytes)));
  setPages(bound, sheets);
  const { height } = bound.getPage(0).getSize();
  const target = ({ sheet, x, y }: Place): PDFArray =>
    bound.context.obj([sheets[sheet - 1] as PDFRef, "XYZ", x, height - y, 0]);
  for (const sheet of sheets)
    resolveLinks(bound, bound.context.lookup(sheet, PDFDict), (href) => {
      const place = places.get(href) ?? places.get(href.split("#", 1)[0] ?? "");
      return place && target(place);
    });
  setBookmarks(bound, order, (href) => places.get(href), target);
  bound.setTitle(order.title);
  bound.setLanguage(order.locale);
  if (order.organization !== "") bound.setAuthor(order.organization);
  const bytes = await bound.save({ useObjectStreams: false, updateFieldAppearances: false });
  return { bytes: ownBytes(bytes), sheets: sheets.length, places: [] };
}

/** Where something stands in the bound document. */
interface Place {
  readonly sheet: number;
  readonly x: number;
  readonly y: number;
}

function placesOf(parts: readonly BoundPart[], before: number): ReadonlyMap<string, Place> {
  const found = new Map<string, Place>();
  let first = before;
  for (const { places, sheets } of parts) {
    for (const [address, sheet, x, y] of places as readonly PdfPlace[])
      if (!found.has(address)) found.set(address, { sheet: first + sheet, x, y });
    first += sheets;
  }
  return found;
}

/**
 * Takes all objects of a part into the document, under numbers that nothing there has, and gives its sheets. They are
 * not copied one by one, since links between sheets of a part would then lead to copies of them.
 */
async function take(bound: PDFDocument, bytes: ArrayBuffer): Promise<PDFRef[]> {
  const part = await PDFDocument.load(bytes, { updateMetadata: false });
  const offset = bound.context.largestObjectNumber;
  const moved = (ref: PDFRef): PDFRef => PDFRef.of(ref.objectNumber + offset, ref.generationNumber);
  for (const [ref, object] of part.context.enumerateIndirectObjects())
    if (!(object instanceof PDFCatalog || object instanceof PDFPageTree))
      bound.context.assign(moved(ref), renumbered(object, moved));
  return part.getPages().map(({ ref }) => moved(ref));
}

/** An object whose references are moved; it is changed itself. */
function renumbered(object: PDFObject, moved: (ref: PDFRef) => PDFRef): PDFObject {
  if (object instanceof PDFRef) return moved(object);
  const dict = object instanceof PDFDict ? object : (object as { dict?: unknown }).dict;
  if (dict instanceof PDFDict)
    for (const [key, value] of dict.entries()) dict.set(key, renumbered(value, moved));
  if (object instanceof PDFArray)
    for (const [index, value] of object.asArray().entries()) object.set(index, renumbered(value, moved));
  return object;
}

/** Makes the sheets the pages of the document. */
function setPages(bound: PDFDocument, sheets: readonly PDFRef[]): void {
  const { context } = bound;
  const tree = PDFPageTree.withContext(context);
  const root = context.register(tree);
  for (const sheet of sheets) {
    tree.pushLeafNode(sheet);
    context.lookup(sheet, PDFDict).set(PDFName.of("Parent"), root);
  }
  bound.catalog.set(PDFName.of("Pages"), root);
}

/** Turns links between parts into links to sheets. */
function resolveLinks(
  bound: PDFDocument,
  sheet: PDFDict,
  targetOf: (href: string) => PDFArray | undefined,
): void {
  const { context } = bound;
  const links = context.lookupMaybe(sheet.get(PDFName.of("Annots")), PDFArray);
  for (const link of links?.asArray() ?? []) {
    const annotation = context.lookup(link, PDFDict);
    const action = context.lookupMaybe(annotation.get(PDFName.of("A")), PDFDict);
    const uri = action && context.lookup(action.get(PDFName.of("URI")));
    const address = uri instanceof PDFString || uri instanceof PDFHexString ? uri.decodeText() : "";
    if (!address.startsWith(FAR)) continue;
    const target = targetOf(decodeURI(address.slice(FAR.length)));
    annotation.delete(PDFName.of("A"));
    if (target !== undefined) annotation.set(PDFName.of("Dest"), target);
  }
}

/** Bookmarks as deep as the pages stand. */
function setBookmarks(
  bound: PDFDocument,
  { pages }: BindingOrder,
  placeOf: (href: string) => Place | undefined,
  target: (place: Place) => PDFArray,
): void {
  const { context } = bound;
  const root = {
    ref: context.nextRef(),
    depth: -1,
    children: [] as PDFRef[],
    dict: context.obj({ Type: "Outlines" }),
  };
  const trail = [root];
  const all = [root];
  for (const { title, depth, href } of pages) {
    const place = placeOf(href);
    if (place === undefined) continue;
    while ((trail.at(-1)?.depth ?? -1) >= depth) trail.pop();
    const parent = trail.at(-1) ?? root;
    const dict = context.obj({ Parent: parent.ref });
    dict.set(PDFName.of("Title"), PDFHexString.fromText(plainLine(title) || "—"));
    dict.set(PDFName.of("Dest"), target(place));
    const made = { ref: context.nextRef(), depth, children: [] as PDFRef[], dict };
    parent.children.push(made.ref);
    trail.push(made);
    all.push(made);
  }
  const dicts = new Map(all.map(({ ref, dict }) => [ref, dict]));
  for (const { ref, dict, children } of all) {
    context.assign(ref, dict);
    if (children.length === 0) continue;
    dict.set(PDFName.of("First"), children[0] as PDFRef);
    dict.set(PDFName.of("Last"), children.at(-1) as PDFRef);
    // Closed, but for the first row.
    dict.set(PDFName.of("Count"), PDFNumber.of(dict === root.dict ? children.length : -children.length));
    for (const [index, child] of children.entries()) {
      const next = children[index + 1];
      if (next === undefined) continue;
      dicts.get(child)?.set(PDFName.of("Next"), next);
      dicts.get(next)?.set(PDFName.of("Prev"), child);
    }
  }
  if (root.children.length > 0) bound.catalog.set(PDFName.of("Outlines"), root.ref);
}
