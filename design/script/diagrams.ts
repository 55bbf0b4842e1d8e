/** Diagrams of Mermaid, which browsers alone can draw: in a frame that can do nothing to the page around it. */
import { element, icon } from "./element.ts";
import { words } from "./words.ts";
import { openLarge } from "./zoom.ts";

/** What the frame is asked to draw. */
export interface DiagramOrder {
  readonly text: string;
  readonly isDark: boolean;
  /** As large as there is room, not only as large as it is. */
  readonly isLarge: boolean;
  /** Whether the drawing is to be told too, as it is on paper. */
  readonly isTold?: boolean;
}

/** What the frame says. */
export type DiagramResult = "ready" | "drawn" | "not drawn" | ToldDrawing;

/** A drawing by itself: SVG that needs neither styles nor HTML. */
export interface ToldDrawing {
  readonly svg: string;
}

/** Milliseconds after which a frame that says nothing is given up. */
const LONGEST = 30_000;

const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function isDarkNow(): boolean {
  const chosen = document.documentElement.dataset["theme"];
  return chosen === undefined ? prefersDark.matches : chosen === "dark";
}

/** A frame that draws a text, and again when the page's colours change. */
function frameOf(
  text: string,
  title: string,
  isLarge: boolean,
  told: (result: DiagramResult) => void,
): Element {
  const frame = element("iframe", {
    src: "/~/diagram",
    sandbox: "allow-scripts",
    title,
    class: "diagram-frame",
  });
  const order = (): void =>
    frame.contentWindow?.postMessage({ text, isDark: isDarkNow(), isLarge } satisfies DiagramOrder, "*");
  const ended = new AbortController();
  const { signal } = ended;
  addEventListener(
    "message",
    ({ source, data }) => {
      if (!frame.isConnected) return ended.abort();
      if (source !== frame.contentWindow) return;
      if (data === "ready") order();
      told(data as DiagramResult);
    },
    { signal },
  );
  prefersDark.addEventListener("change", order, { signal });
  const themes = new MutationObserver(order);
  themes.observe(document.documentElement, { attributeFilter: ["data-theme"] });
  signal.addEventListener("abort", () => themes.disconnect());
  return frame;
}

function draw(figure: HTMLElement): void {
  const text = figure.querySelector("code")?.textContent ?? "";
  const title = figure.ariaLabel ?? "";
  const giveUp = (): void => {
    figure.dataset["undrawn"] = "";
    frame.remove();
  };
  const late = setTimeout(giveUp, LONGEST);
  const frame = frameOf(text, title, false, (result) => {
    if (result === "ready") return;
    clearTimeout(late);
    if (result === "not drawn") return giveUp();
    if (figure.querySelector("button") !== null) return;
    const button = element(
      "button",
      { type: "button", class: "icon-button diagram-large", "aria-label": words.zoomedImage },
      icon("search"),
    );
    button.addEventListener("click", () =>
      openLarge(
        title,
        frameOf(text, title, true, () => undefined),
        button,
      ),
    );
    figure.append(button);
  });
  figure.append(frame);
}

/** Draws the diagrams that a reader comes near to. */
export function watchDiagrams(): void {
  const seen = new IntersectionObserver(
    (entries) => {
      for (const { isIntersecting, target } of entries) {
        if (!isIntersecting) continue;
        seen.unobserve(target);
        draw(target as HTMLElement);
      }
    },
    { rootMargin: "400px" },
  );
  for (const figure of document.querySelectorAll("[data-diagram=mermaid]")) seen.observe(figure);
}
