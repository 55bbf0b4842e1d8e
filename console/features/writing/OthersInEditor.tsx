/** Who else writes in which block of the page, shown there; and in which one writes oneself, told to them. */
import { useEffect, useState } from "react";
import { usePresence, writeIn } from "../../api/presence.ts";
import { others, showWriters } from "../../editor/view/others.ts";
import { othersSeat, type WritersByBlock } from "../../editor/view/seated.ts";
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
  const [isSeated, setSeated] = useState(false);
  const present = usePresence({ space, changeRequest: number, page });
  useEffect(() => {
    const { view } = text;
    if (view === undefined) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const tell = (block: string | undefined): void => {
      clearTimeout(timer);
      timer = setTimeout(() => writeIn(block), REST);
    };
    const leave = othersSeat.take(view, others(tell));
    setSeated(true);
    return () => {
      setSeated(false);
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
    if (!isSeated || text.view === undefined || text.view.isDestroyed) return;
    showWriters(text.view, writersOf(JSON.parse(said) as readonly [string, string][]));
  }, [isSeated, text, said]);
  return null;
}

function writersOf(said: readonly (readonly [block: string, name: string])[]): WritersByBlock {
  const writers = new Map<string, string[]>();
  for (const [block, name] of said) writers.set(block, [...(writers.get(block) ?? []), name]);
  return writers;
}
