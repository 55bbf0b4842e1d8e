/** Blocks of integrations while a page is written: each drawn below its text, used there, and offered behind `/`. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useState } from "react";
import { createPortal } from "react-dom";
import type { KitFields } from "../../../engine/markdown/html/contentKitFields.ts";
import { drawnBlocks, type DrawnPlace } from "../../editor/view/drawnBlocks.ts";
import { Blocks } from "../reading/Blocks.tsx";
import { PageContext, useTextOf } from "../reading/page.ts";
import type { WrittenText } from "../writing/writtenText.ts";
import { blocksOf, componentOf } from "./blocks.ts";
import Component from "./Component.tsx";

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
    const later = (now: readonly DrawnPlace[]): void => queueMicrotask(() => void (isGone || show(now)));
    const plugin = drawnBlocks(offered, later);
    const { plugins } = view.state;
    // The first: the menu asks what it offers while a change is taken in, plugin by plugin.
    view.updateState(view.state.reconfigure({ plugins: [plugin, ...plugins] }));
    return () => {
      isGone = true;
      if (view.isDestroyed) return;
      const others = view.state.plugins.filter((one) => one !== plugin);
      view.updateState(view.state.reconfigure({ plugins: others }));
    };
  }, [text, offered]);
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
  const writeTexts = (props: KitFields): void =>
    write(Object.fromEntries(Object.entries(props).map(([name, value]) => [name, textOf(value)])));
  return <Component of={of} markdown={Blocks} instead={null} write={writeTexts} />;
}

/** A page says of a block what is text. */
function textOf(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}
