/** What of a page sites draw, drawn while it is written. */
import { useQueryClient } from "@tanstack/react-query";
import { useDeferredValue, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { shownPart } from "../../api/shownParts.ts";
import { type DiagramPlace, drawnParts } from "../../editor/view/drawnParts.ts";
import { partsSeat } from "../../editor/view/seated.ts";
import { Diagram } from "../text/Diagram.tsx";
import { PageContext, useTextOf } from "../targets/page.ts";
import type { WrittenText } from "./writtenText.ts";

interface PartsInEditorProps {
  readonly text: WrittenText;
  readonly space: string;
  readonly number: string | undefined;
}

export default function PartsInEditor({ text, space, number }: PartsInEditorProps) {
  const cache = useQueryClient();
  const [places, show] = useState<readonly DiagramPlace[]>([]);
  const shown = useDeferredValue(places);
  const page = useTextOf(space, number);
  useEffect(() => {
    const { view } = text;
    if (view === undefined) return undefined;
    let isGone = false;
    const leave = partsSeat.take(
      view,
      drawnParts({
        draw: (part) => cache.fetchQuery(shownPart(space, part)),
        // React hears of places when the editor has drawn.
        show: (now) => queueMicrotask(() => void (isGone || show(now))),
      }),
    );
    return () => {
      isGone = true;
      leave();
    };
  }, [text, cache, space]);
  return (
    <PageContext value={page}>
      {shown.map(({ element, text: source }, at) =>
        createPortal(<Diagram text={source} />, element, String(at)),
      )}
    </PageContext>
  );
}
