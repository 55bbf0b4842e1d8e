/** Pictures, cards, and what stands for something elsewhere. */
import {
  type PrintElement,
  elementsOf,
  everyInside,
  findInside,
  hasClass,
  type HtmlNode,
  textInside,
} from "./element.ts";
import { plainLine } from "./plain.ts";
import type { PrintedNode, PrintedThing } from "./printed.ts";
import { inside, type PrintedImage, type Sheet, type PrintSpot } from "./sheet.ts";

type Inlines = (nodes: readonly HtmlNode[]) => PrintedNode[];

/** A figure of one picture, or what is said of one that is not there. */
export function printFigure(sheet: Sheet, figure: PrintElement, inlines: Inlines): PrintedNode[] {
  const caption = elementsOf(figure).find(({ name }) => name === "figcaption");
  const said = caption === undefined ? [] : inlines(caption.children);
  const picture = findInside(
    figure,
    ({ name, attributes }) => name === "img" && attributes.get("class") !== "dark-only",
  );
  const image = picture && drawable(sheet, picture);
  if (image === undefined) {
    const broken = findInside(figure, (one) => hasClass(one, "broken"));
    const text = picture?.attributes.get("alt") ?? (broken === undefined ? "" : textInside(broken));
    return [{ k: "missing", t: plainLine(text).trim(), c: said }];
  }
  const share = Number(/\bimage-w-(\d+)/.exec(figure.attributes.get("class") ?? "")?.[1] ?? 0);
  const alt = plainLine(picture?.attributes.get("alt") ?? "");
  return [{ k: "figure", ...image, alt, share, framed: hasClass(figure, "image-framed"), c: said }];
}

/** A picture at the size that its author asked for. */
function drawable(sheet: Sheet, picture: PrintElement): PrintedImage | undefined {
  const found = sheet.imageOf(picture.attributes.get("src") ?? "");
  const asked = Number(picture.attributes.get("width") ?? 0);
  if (found === undefined || !(asked > 0) || found.width <= 0) return found;
  const width = asked * POINTS;
  return { ...found, width, height: (found.height / found.width) * width };
}

/** Points in a CSS pixel. */
export const POINTS = 0.75;

/** A frame, a link card or a file, as a link with its caption. */
export function printEmbed(sheet: Sheet, figure: PrintElement, inlines: Inlines): PrintedNode[] {
  const caption = elementsOf(figure).find(({ name }) => name === "figcaption");
  const said = caption === undefined ? [] : [{ k: "caption", c: inlines(caption.children) }];
  const frame = findInside(figure, ({ name }) => name === "iframe");
  if (frame !== undefined) {
    const title = plainLine(frame.attributes.get("title") ?? "");
    return [refTo(sheet, frame.attributes.get("src") ?? "", title, ""), ...said];
  }
  const card = findInside(figure, (one) => hasClass(one, "ref"));
  return card === undefined ? said : [...printReference(sheet, card), ...said];
}

/** A link card. */
export function printReference(sheet: Sheet, card: PrintElement): PrintedNode[] {
  const part = (name: string): string => {
    const found = findInside(card, (one) => hasClass(one, name));
    return found === undefined ? "" : plainLine(textInside(found)).trim();
  };
  return [refTo(sheet, card.attributes.get("href") ?? "", part("ref-title"), part("ref-description"))];
}

function refTo(sheet: Sheet, href: string, title: string, description: string): PrintedThing {
  const label = sheet.labelOf(href);
  const far = label === undefined ? sheet.farOf(href) : undefined;
  if (far !== undefined) return { k: "ref", title, description, to: far, shown: "" };
  const address = label === undefined ? sheet.addressOf(href) : undefined;
  return {
    k: "ref",
    title,
    description,
    ...(label === undefined ? {} : { label }),
    ...(address === undefined ? {} : { to: address, shown: plainLine(address) }),
  };
}

/** Cards, two beside each other. */
export function printCards(
  sheet: Sheet,
  list: PrintElement,
  spot: PrintSpot,
  flow: (sheet: Sheet, nodes: readonly HtmlNode[], spot: PrintSpot) => PrintedNode[],
  inlines: (sheet: Sheet, nodes: readonly HtmlNode[], spot: PrintSpot) => PrintedNode[],
): PrintedNode {
  const within = inside({ ...spot, width: Math.floor(spot.width / 2) }, 4);
  const cards = elementsOf(list).filter((child) => hasClass(child, "card"));
  return {
    k: "cards",
    c: cards.map((card) => {
      const title = findInside(card, (one) => hasClass(one, "card-title"));
      const cells = [...everyInside(card)].filter((one) => hasClass(one, "card-cell"));
      const cover = findInside(
        card,
        ({ name, attributes }) => name === "img" && attributes.get("class") !== "dark-only",
      );
      const image = cover === undefined ? undefined : sheet.imageOf(cover.attributes.get("src") ?? "");
      return {
        k: "card",
        ...(image === undefined ? {} : { image }),
        title: title === undefined ? [] : trimmed(inlines(sheet, title.children, within)),
        c: cells.flatMap((cell) => flow(sheet, cell.children, within)),
      };
    }),
  };
}

/** An icon that is not printed leaves no space behind. */
function trimmed([first, ...rest]: PrintedNode[]): PrintedNode[] {
  if (typeof first === "string") return [first.trimStart(), ...rest];
  if (first?.c === undefined) return first === undefined ? [] : [first, ...rest];
  return [{ ...first, c: trimmed([...first.c]) }, ...rest];
}
