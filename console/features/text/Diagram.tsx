/** A diagram of Mermaid, drawn in a frame that can do nothing to the page around it, as on sites. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { DiagramOrder, DiagramResult, ToldDrawing } from "../../../design/script/diagrams.ts";
import { isWideDiagram } from "../../../engine/markdown/html/wideDiagram.ts";
import { keepDrawing, wantedDrawing } from "../../api/drawings.ts";
import { useTheme } from "../../app/theme.ts";
import { usePage } from "../targets/page.ts";
import { readingWords } from "../../words/reading.ts";

/** Milliseconds after which a frame that says nothing is given up. */
const LONGEST = 30_000;
/** Characters of a source of which the server keeps a drawing. */
const LONGEST_SOURCE = 50_000;

export function Diagram({ text }: { readonly text: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const isDark = useTheme() === "dark";
  const [result, setResult] = useState<Exclude<DiagramResult, ToldDrawing>>();
  const isReady = result !== undefined;
  const isAsked = useRef(false);
  const written = text.trimEnd();
  const { space = "" } = usePage();
  const { data: isWanted = false } = useQuery({
    ...wantedDrawing(space, written),
    enabled: space !== "" && result === "drawn" && written.length <= LONGEST_SOURCE,
  });
  useEffect(() => {
    const late = setTimeout(() => setResult("not drawn"), LONGEST);
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === null || source !== frame.current?.contentWindow) return;
      const told = data as DiagramResult;
      if (typeof told !== "object") {
        if (told !== "ready") clearTimeout(late);
        return setResult(told);
      }
      // A text may have the frame say what it likes, but once and when it is asked.
      if (!isAsked.current) return;
      isAsked.current = false;
      void keepDrawing(space, written, told.svg);
    };
    addEventListener("message", listen);
    return () => {
      clearTimeout(late);
      removeEventListener("message", listen);
    };
  }, [space, written]);
  useEffect(() => {
    if (!isReady) return;
    isAsked.current = isWanted;
    const order: DiagramOrder = { text: written, isDark, isLarge: false, isTold: isWanted };
    frame.current?.contentWindow?.postMessage(order, "*");
  }, [isReady, written, isDark, isWanted]);
  if (result === "not drawn")
    return (
      <figure className="diagram diagram-source" aria-label={readingWords.diagram}>
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
        title={readingWords.diagram}
      />
    </figure>
  );
}
