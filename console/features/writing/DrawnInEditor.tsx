/** Blocks of integrations while a page is written: each drawn below its text, used there, and offered behind `/`. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { blocksSeat } from "../../editor/blocksSeat.ts";
import type { DrawnPlace } from "../../editor/view/drawnBlocks.ts";
import { PageContext, useTextOf } from "../targets/page.ts";
import { later } from "../../ui/later.tsx";
import type { WrittenText } from "./writtenText.ts";
import { blocksOf, componentOf, unfurled, writtenProps } from "../contentkit/blocks.ts";
import Component from "../contentkit/Component.tsx";

const ReadingText = later(() => import("../text/ReadingText.tsx"));

interface DrawnInEditorProps {
  readonly text: WrittenText;
  readonly space: string;
  readonly number: string | undefined;
}

export default function DrawnInEditor({ text, space, number }: DrawnInEditorProps) {
  const { data: offered } = useQuery(blocksOf(space));
  const [places, show] = useState<readonly DrawnPlace[]>([]);
  const page = useTextOf(space, number);
  useEffect(() => {
    const { view } = text;
    if (view === undefined || offered === undefined || offered.length === 0) return undefined;
    // Places come and go while the editor draws; React hears of them when it has done so.
    let isGone = false;
    let leave = (): void => undefined;
    const told = (now: readonly DrawnPlace[]): void => queueMicrotask(() => void (isGone || show(now)));
    const unfurl = (block: string, address: string) => unfurled(block, space, address);
    const begin = async (): Promise<void> => {
      const { drawnBlocks } = await import("../../editor/view/drawnBlocks.ts");
      if (!isGone && !view.isDestroyed)
        leave = blocksSeat.take(view, drawnBlocks(offered, { show: told, unfurl }));
    };
    // Without it, blocks are written as before it came.
    begin().catch(() => undefined);
    return () => {
      isGone = true;
      leave();
    };
  }, [text, offered, space]);
  return (
    <PageContext value={page}>
      {places.map((place, at) =>
        createPortal(<OneBlock place={place} space={space} />, place.element, String(at)),
      )}
    </PageContext>
  );
}

function OneBlock({
  place: { block, write },
  space,
}: {
  readonly place: DrawnPlace;
  readonly space: string;
}) {
  const of = useMemo(() => componentOf(block, space, true), [block, space]);
  const writeTexts = (props: KitFields): void => write(writtenProps(props));
  return (
    <section className="integration">
      <Component of={of} markdown={ReadingText} instead={null} write={writeTexts} />
    </section>
  );
}
