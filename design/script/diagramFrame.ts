/**
 * The program of the frame in which diagrams of Mermaid are drawn. It has an origin of its own that opens nothing: what an
 * author's text may bring the library to do, it does there.
 */
import mermaid from "mermaid";
import type { DiagramOrder, DiagramResult } from "./diagrams.ts";
import { plainDrawing } from "./plainDrawing.ts";

const tell = (result: DiagramResult): void => parent.postMessage(result, "*");

let count = 0;

async function draw({ text, isDark, isLarge, isTold = false }: DiagramOrder): Promise<void> {
  // A frame shows through to its page while both are of one scheme.
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  try {
    const drawing = await drawn(text, isDark);
    if (isLarge) drawing.style.maxWidth = "none";
    document.body.replaceChildren(drawing);
    tell("drawn");
  } catch {
    return tell("not drawn");
  }
  if (isTold) await tellDrawing(text);
}

async function drawn(text: string, isDark: boolean): Promise<SVGSVGElement> {
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    theme: isDark ? "dark" : "neutral",
    // The words of an arrow stand on the ground of the page's box.
    themeVariables: { edgeLabelBackground: isDark ? "#17181b" : "#f8f9fb" },
    // Fonts of the page are of another origin than the frame.
    fontFamily: "system-ui, sans-serif",
  });
  const { svg } = await mermaid.render(`drawing-${++count}`, text);
  const drawing = new DOMParser().parseFromString(svg, "text/html").querySelector("svg");
  if (drawing === null) throw new Error("nothing drawn");
  return drawing;
}

/** Draws it once more beside what is seen, in the colours of paper and in its own size. */
async function tellDrawing(text: string): Promise<void> {
  const drawing = await drawn(text, false);
  const { width, height } = drawing.viewBox.baseVal;
  drawing.setAttribute("style", `width: ${width}px; height: ${height}px; max-width: none`);
  const aside = document.createElement("div");
  aside.style.cssText = "position: absolute; visibility: visible; inset-block-start: 100%";
  aside.append(drawing);
  document.body.append(aside);
  const svg = plainDrawing(drawing);
  aside.remove();
  tell({ svg });
}

addEventListener("message", ({ source, data }) => {
  if (source === parent) void draw(data as DiagramOrder);
});
tell("ready");
