/** A diagram of Mermaid, drawn in a frame that can do nothing to the page around it, as on sites. */
import { useEffect, useRef, useState } from "react";
import type { DiagramOrder, DiagramResult } from "../../../design/script/diagrams.ts";
import { isWideDiagram } from "../../../engine/markdown/html/wideDiagram.ts";
import { words } from "../../words.ts";
import { useTheme } from "../../app/theme.ts";

/** Milliseconds after which a frame that says nothing is given up. */
const LONGEST = 30_000;

export function Diagram({ text }: { readonly text: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isDark = useTheme() === "dark";
  const [result, setResult] = useState<DiagramResult>();
  const isReady = result !== undefined;
  useEffect(() => {
    const late = setTimeout(() => setResult("not drawn"), LONGEST);
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      if (data !== "ready") clearTimeout(late);
      setResult(data as DiagramResult);
    };
    addEventListener("message", listen);
    return () => {
      clearTimeout(late);
      removeEventListener("message", listen);
    };
  }, [text]);
  useEffect(() => {
    if (!isReady) return;
    const order: DiagramOrder = { text: text.trimEnd(), isDark, isLarge: false };
    frame.current?.contentWindow?.postMessage(order, "*");
  }, [isReady, text, isDark]);
  if (result === "not drawn")
    return (
      <figure className="diagram diagram-source" aria-label={words.diagram}>
        <pre tabIndex={0}>
          <code>{text}</code>
        </pre>
      </figure>
    );
  return (
    <figure
      className={isWideDiagram(text) ? "diagram diagram-drawn diagram-wide" : "diagram diagram-drawn"}
      data-result={result}
    >
      <iframe
        ref={frame}
        className="diagram-frame"
        src="/~/diagram"
        sandbox="allow-scripts"
        title={words.diagram}
      />
    </figure>
  );
}
