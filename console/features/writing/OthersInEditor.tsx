/** Who else writes in which block of the page, shown there; and in which one writes oneself, told to them. */
import { useEffect, useState } from "react";
import { usePresence, writeIn } from "../../api/presence.ts";
import { addPlugin } from "../../editor/view/drawnBlocks.ts";
import { others, type Others, type WritersByBlock } from "../../editor/view/others.ts";
import type { WrittenText } from "./writtenText.ts";

/** Milliseconds that the caret rests in a block before the others hear of it. */
const REST = 700;

interface OthersInEditorProps {
  readonly text: WrittenText;
  readonly space: string;
  readonly number: string | undefined;
  readonly page: string;
}

export default function OthersInEditor({ text, space, number, page }: OthersInEditorProps): null {
  const [shown, setShown] = useState<Others>();
  const present = usePresence({ space, changeRequest: number, page });
  useEffect(() => {
    const { view } = text;
    if (view === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (block: string | undefined): void => {
      clearTimeout(timer);
      timer = setTimeout(() => writeIn(block), REST);
    };
    const made = others(tell);
    const leave = addPlugin(view, made.plugin);
    setShown(made);
    return () => {
      setShown(undefined);
      leave();
      clearTimeout(timer);
      writeIn(undefined);
    };
  }, [text]);
  const said = JSON.stringify(
    present.flatMap((one) =>
      one.page === page && one.block !== undefined ? [[one.block, one.user.displayName]] : [],
    ),
  );
  useEffect(() => {
    if (shown === undefined || text.view === undefined || text.view.isDestroyed) return;
    shown.show(text.view, writersOf(JSON.parse(said) as readonly [string, string][]));
  }, [shown, text, said]);
  return null;
}

function writersOf(said: readonly (readonly [block: string, name: string])[]): WritersByBlock {
  const writers = new Map<string, string[]>();
  for (const [block, name] of said) writers.set(block, [...(writers.get(block) ?? []), name]);
  return writers;
}
