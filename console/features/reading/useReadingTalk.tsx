/** What is said about a page while it is read: marks beside its blocks, and the words below the one that is asked for. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Document } from "../../../engine/markdown/document.ts";
import { commentsOf } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { reviewWords as words } from "../../words/review.ts";
import type { SpokenBlock } from "../talk/followBlock.ts";

const BlockWords = later(() => import("../talk/BlockWords.tsx"));
const PageTalk = later(() => import("../talk/PageTalk.tsx"));

export interface Talk {
  /** What stands above the blocks: what was being said about one that is gone. */
  readonly above: ReactNode;
  /** What stands behind a block at the top, by its place. */
  readonly behind: (place: number) => ReactNode;
  /** By what a block at the top is known while others come and go around it. */
  readonly keyOf: (place: number) => number;
  /** All of it, in a list. */
  readonly list: ReactNode;
}

interface TalkProps {
  readonly place: ContentPlace;
  /** The id of the page. */
  readonly page: string;
  readonly document: Document;
}

/** @param isOpen whether the person may say something; otherwise there is nothing */
export function useReadingTalk({ place, page, document }: TalkProps, isOpen: boolean): Talk | undefined {
  const { data: all = [] } = useQuery({ ...commentsOf(place, page), enabled: isOpen });
  const { ids, spoken, shift, speak } = useSpoken(document, isOpen);
  if (!isOpen) return undefined;
  const open = all.filter(({ target, status }) => target.page?.id === page && status === "open");
  const here = open.filter(({ target }) => target.node !== undefined && target.page?.outdated !== true);
  const goTo = (node: string): void => {
    const own = ids.find((those) => those.includes(node));
    if (own !== undefined) speak(own[0]);
  };
  const close = (): void => speak(undefined);
  const about = placeOf(spoken, ids);
  const list = <PageTalk {...{ place, page, open, here, goTo }} current={ids[about] ?? []} />;
  const behind = (at: number): ReactNode => {
    const own = ids[at] ?? [];
    const said = here.filter(({ target }) => own.includes(target.node?.id ?? ""));
    const [node] = own;
    if (node === undefined) return null;
    const name = said.length === 0 ? words.commentOn(previewOf(document, at)) : words.commentsOf(said.length);
    return (
      <div className="talk-mark" data-about={about === at || undefined}>
        <button
          type="button"
          aria-label={name}
          aria-expanded={about === at}
          data-count={said.length || undefined}
          onClick={() => speak(about === at ? undefined : node)}
        >
          {said.length === 0 ? <Icon name="comment" /> : said.length}
        </button>
        {about !== at || spoken === undefined ? null : (
          <BlockWords {...{ place, page, close }} block={spoken} said={said} />
        )}
      </div>
    );
  };
  const above =
    spoken?.isGone === true ? <BlockWords {...{ place, page, close }} block={spoken} said={[]} /> : null;
  return { above, behind, keyOf: (at) => at + shift, list };
}

/** The ids of the blocks of a text, and the block that is spoken about, which is followed from one text to the next. */
interface SpokenText {
  readonly of: Document | undefined;
  readonly ids: readonly (readonly string[])[];
  readonly spoken: SpokenBlock | undefined;
  /** By how many places it has gone up: blocks are drawn by their places with that, so that it stays what it was. */
  readonly shift: number;
}

/** The place of the block that is spoken about; -1 where there is none. */
const placeOf = (spoken: SpokenBlock | undefined, ids: SpokenText["ids"]): number =>
  spoken === undefined || spoken.isGone ? -1 : ids.findIndex(([own]) => own === spoken.id);

/** They are made of hashes: neither those nor the time for them is needed to read. */
function useSpoken(document: Document, isOpen: boolean) {
  const [known, know] = useState<SpokenText>({ of: undefined, ids: [], spoken: undefined, shift: 0 });
  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    void import("./blockIds.ts").then(({ followBlock, idsOf }) => {
      if (isGone) return;
      const ids = idsOf(document);
      know((before) => {
        const { of } = before;
        const spoken =
          of === undefined || before.spoken === undefined
            ? before.spoken
            : followBlock(before.spoken, of, document);
        const [was, is] = [placeOf(before.spoken, before.ids), placeOf(spoken, ids)];
        const shift = was === -1 || is === -1 ? before.shift : before.shift + was - is;
        return { of: document, ids, spoken, shift };
      });
    });
    return () => {
      isGone = true;
    };
  }, [document, isOpen]);
  const speak = (id: string | undefined): void =>
    know((before) => {
      // While the blocks are named as in the text before, a mark may stand at another one.
      if (id !== undefined && before.of !== document) return before;
      return { ...before, spoken: id === undefined ? undefined : { id, isGone: false } };
    });
  return { ...known, speak };
}

const PREVIEW = 60;

/** Enough of a block, as it is written, to tell it from others. */
function previewOf({ source, children }: Document, at: number): string {
  const { start = 0, end = 0 } = children[at] ?? {};
  const line = source.slice(start, end).trim().split("\n", 1)[0] ?? "";
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line;
}
