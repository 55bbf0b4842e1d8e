/** What is said about a page while it is read: marks beside its blocks, and the words below the one that is asked for. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { Document } from "../../../engine/markdown/document.ts";
import { commentsOf } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { Icon } from "../../ui/Icon.tsx";
import { later } from "../../ui/later.tsx";
import { reviewWords as words } from "../../words/review.ts";

const BlockWords = later(() => import("../talk/BlockWords.tsx"));
const PageTalk = later(() => import("../talk/PageTalk.tsx"));

export interface Talk {
  /** What stands behind a block at the top, by its place. */
  readonly behind: (place: number) => ReactNode;
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
  const { data: said = [] } = useQuery({ ...commentsOf(place, page), enabled: isOpen });
  const [about, speak] = useState<number>();
  const ids = useIds(document, isOpen);
  if (!isOpen) return undefined;
  const open = said.filter(({ target, status }) => target.page?.id === page && status === "open");
  const here = open.filter(({ target }) => target.node !== undefined && target.page?.outdated !== true);
  const goTo = (node: string): void => {
    const at = ids.findIndex((own) => own.includes(node));
    if (at !== -1) speak(at);
  };
  const list = <PageTalk {...{ place, page, open, here, goTo }} current={ids[about ?? -1] ?? []} />;
  const behind = (at: number): ReactNode => {
    const own = ids[at] ?? [];
    const spoken = here.filter(({ target }) => own.includes(target.node?.id ?? ""));
    const [node] = own;
    if (node === undefined) return null;
    const name =
      spoken.length === 0 ? words.commentOn(previewOf(document, at)) : words.commentsOf(spoken.length);
    return (
      <div className="talk-mark" data-about={about === at || undefined}>
        <button
          type="button"
          aria-label={name}
          aria-expanded={about === at}
          data-count={spoken.length || undefined}
          onClick={() => speak(about === at ? undefined : at)}
        >
          {spoken.length === 0 ? <Icon name="comment" /> : spoken.length}
        </button>
        {about !== at ? null : (
          <BlockWords {...{ place, page, node }} said={spoken} close={() => speak(undefined)} />
        )}
      </div>
    );
  };
  return { behind, list };
}

/** They are made of hashes: neither those nor the time for them is needed to read. */
function useIds(document: Document, isOpen: boolean): readonly (readonly string[])[] {
  const [known, know] = useState<{ readonly of: Document; readonly ids: readonly (readonly string[])[] }>();
  useEffect(() => {
    if (!isOpen) return;
    let isGone = false;
    void import("./blockIds.ts").then(({ idsOf }) => {
      if (!isGone) know({ of: document, ids: idsOf(document) });
    });
    return () => {
      isGone = true;
    };
  }, [document, isOpen]);
  return known?.of === document ? known.ids : [];
}

const PREVIEW = 60;

/** Enough of a block, as it is written, to tell it from others. */
function previewOf({ source, children }: Document, at: number): string {
  const { start = 0, end = 0 } = children[at] ?? {};
  const line = source.slice(start, end).trim().split("\n", 1)[0] ?? "";
  return line.length > PREVIEW ? `${line.slice(0, PREVIEW)}…` : line;
}
