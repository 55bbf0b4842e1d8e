/** A drawing that styles and HTML are part of, as shapes and lines of text with attributes alone: as it looks in this document. */

const SVG = "http://www.w3.org/2000/svg";

/** What a style says of a shape and an attribute can say as well. */
const LOOK =
  "fill fill-opacity stroke stroke-width stroke-opacity stroke-dasharray stroke-linecap stroke-linejoin opacity".split(
    " ",
  );
const FONT = ["font-size", "font-weight", "font-style", "text-anchor"];
const SHAPES = "path, rect, circle, ellipse, line, polygon, polyline, text, tspan";

/** Gives the SVG of a drawing that stands in the document in its own size. */
export function plainDrawing(drawing: SVGSVGElement): string {
  for (const foreign of drawing.querySelectorAll<SVGForeignObjectElement>("foreignObject")) {
    // Beside it may stand what is drawn where there is no HTML.
    if (foreign.parentElement?.localName === "switch")
      for (const sibling of foreign.parentElement.querySelectorAll(":scope > :not(foreignObject)"))
        sibling.remove();
    foreign.replaceWith(...(isSeen(foreign) ? linesOf(foreign) : []));
  }
  const looks = [...drawing.querySelectorAll<SVGElement>(SHAPES)].map(
    (shape) => [shape, lookOf(shape)] as const,
  );
  for (const [shape, look] of looks) {
    if (look === undefined) shape.remove();
    else for (const [name, value] of look) shape.setAttribute(name, value);
  }
  for (const element of drawing.querySelectorAll("style, script")) element.remove();
  for (const element of drawing.querySelectorAll("[style], [class]")) {
    element.removeAttribute("style");
    element.removeAttribute("class");
  }
  return new XMLSerializer().serializeToString(drawing);
}

const isSeen = (element: Element): boolean => {
  const { display, visibility } = getComputedStyle(element);
  return display !== "none" && visibility === "visible";
};

/** Undefined for what isn't seen. */
function lookOf(shape: SVGElement): (readonly [string, string])[] | undefined {
  if (!isSeen(shape)) return undefined;
  const computed = getComputedStyle(shape);
  const names = shape.localName.startsWith("t") ? [...LOOK, ...FONT] : LOOK;
  return names
    .map((name) => [name, computed.getPropertyValue(name)] as const)
    .filter(([name, value]) => value !== "" && !value.startsWith("url(") && value !== DEFAULTS[name]);
}

const DEFAULTS: Readonly<Record<string, string>> = {
  "fill-opacity": "1",
  "stroke-opacity": "1",
  "stroke-dasharray": "none",
  "stroke-linecap": "butt",
  "stroke-linejoin": "miter",
  opacity: "1",
  "font-style": "normal",
  "font-weight": "400",
  "text-anchor": "start",
};

interface Line {
  words: string;
  left: number;
  right: number;
  readonly top: number;
  readonly height: number;
  readonly of: Element;
}

/** The lines of HTML within a drawing, as text in the places where they are, on the ground that they have. */
function linesOf(foreign: SVGForeignObjectElement): SVGElement[] {
  const around = (foreign.parentElement as Element as SVGGraphicsElement).getScreenCTM();
  if (around === null) return [];
  const inward = around.inverse();
  const lines = brokenLines(foreign);
  return [
    ...lines.flatMap((line) => groundOf(line, foreign, inward)),
    ...lines.map((line) => textOf(line, inward)),
  ];
}

/** A ground keeps a line that runs behind from striking the words out. */
function groundOf({ left, right, top, height, of }: Line, foreign: Element, inward: DOMMatrix): SVGElement[] {
  let element: Element | null = of;
  while (element !== null && element !== foreign && isClear(element)) element = element.parentElement;
  if (element === null || element === foreign) return [];
  const at = new DOMPoint(left, top).matrixTransform(inward);
  const size = { x: at.x - 2, y: at.y, width: right - left + 4, height };
  return [made("rect", size, { fill: getComputedStyle(element).backgroundColor })];
}

const isClear = (element: Element): boolean =>
  /^(?:transparent|rgba\(.*, 0\))$/.test(getComputedStyle(element).backgroundColor);

function textOf({ words, left, right, top, height, of }: Line, inward: DOMMatrix): SVGElement {
  const { fontSize, fontWeight, fontStyle, color, textAlign } = getComputedStyle(of);
  const isCentred = textAlign.endsWith("center");
  const at = new DOMPoint(isCentred ? (left + right) / 2 : left, top + height / 2).matrixTransform(inward);
  // From the middle of a line to where its letters stand.
  const place = { x: at.x, y: at.y + Number.parseFloat(fontSize) * 0.35 };
  const text = made("text", place, {
    "font-size": fontSize,
    "font-weight": fontWeight,
    "font-style": fontStyle,
    fill: color,
    "text-anchor": isCentred ? "middle" : "start",
  });
  text.textContent = words;
  return text;
}

/** A shape with styles, since those of the drawing are stronger than attributes. */
function made(
  name: "rect" | "text",
  place: Readonly<Record<string, number>>,
  look: Readonly<Record<string, string>>,
): SVGElement {
  const shape = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(place)) shape.setAttribute(attribute, value.toFixed(2));
  for (const [property, value] of Object.entries({ ...look, stroke: "none" }))
    shape.style.setProperty(property, value);
  return shape;
}

/** Texts word by word, as they were broken into lines. */
function brokenLines(foreign: Element): Line[] {
  const lines: Line[] = [];
  const texts = document.createTreeWalker(foreign, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  while (texts.nextNode() !== null) {
    const text = texts.currentNode as Text;
    for (const word of text.data.matchAll(/\S+/g)) {
      range.setStart(text, word.index);
      range.setEnd(text, word.index + word[0].length);
      const { left, right, top, height } = range.getBoundingClientRect();
      if (height === 0) continue;
      const line = lines.at(-1);
      if (line !== undefined && line.of === text.parentElement && Math.abs(line.top - top) < height / 2) {
        line.words += ` ${word[0]}`;
        line.right = right;
      } else lines.push({ words: word[0], left, right, top, height, of: text.parentElement as Element });
    }
  }
  return lines;
}
