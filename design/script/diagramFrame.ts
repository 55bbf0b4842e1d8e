/**
 * The program of the frame in which diagrams of Mermaid are drawn. It has an origin of its own that opens nothing: what an
 * author's text may bring the library to do, it does there.
 */
import mermaid from "mermaid";
import type { DiagramOrder, DiagramResult } from "./diagrams.ts";

const tell = (result: DiagramResult): void => parent.postMessage(result, "*");

let count = 0;

async function draw({ text, isDark, isLarge }: DiagramOrder): Promise<void> {
  // A frame shows through to its page while both are of one scheme.
  document.documentElement.style.colorScheme = isDark ? "dark" : "light";
  mermaid.initialize({
    startOnLoad: false,
    securityLevel: "strict",
    suppressErrorRendering: true,
    theme: isDark ? "dark" : "neutral",
    // Fonts of the page are of another origin than the frame.
    fontFamily: "system-ui, sans-serif",
  });
  try {
    const { svg } = await mermaid.render(`drawing-${++count}`, text);
    const drawn = new DOMParser().parseFromString(svg, "text/html").body;
    const drawing = drawn.querySelector("svg");
    if (isLarge && drawing !== null) drawing.style.maxWidth = "none";
    document.body.replaceChildren(...drawn.childNodes);
    tell("drawn");
  } catch {
    tell("not drawn");
  }
}

addEventListener("message", ({ source, data }) => {
  if (source === parent) void draw(data as DiagramOrder);
});
tell("ready");
