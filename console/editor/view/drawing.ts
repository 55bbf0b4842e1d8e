/** Pictures of lines. */
const SVG = "http://www.w3.org/2000/svg";

/** A picture of lines, on a square of sixteen. */
export function picture(path: string): SVGElement {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 16 16");
  svg.setAttribute("aria-hidden", "true");
  svg.appendChild(document.createElementNS(SVG, "path")).setAttribute("d", path);
  return svg;
}
