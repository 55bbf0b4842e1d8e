/** What is said about the blocks of a page while it is written: marks beside them, and the words below the one that is asked for. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useChanging } from "../../api/changes.ts";
import { commentsOf, postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { useWayBack } from "../../ui/wayBack.ts";
import { reviewWords as words } from "../../words/review.ts";
import { Composer } from "../talk/Composer.tsx";
import PageTalk from "../talk/PageTalk.tsx";
import { Thread } from "../talk/Thread.tsx";
import type { PageWriting } from "./session.ts";

interface BlockTalkProps {
  readonly session: PageWriting;
  readonly place: ContentPlace;
  /** The id of the page. */
  readonly page: string;
  /** Where all that is said about the page is listed. */
  readonly rail: HTMLElement | null;
}

export default function BlockTalk({ session, place, page, rail }: BlockTalkProps) {
  const { saving, text } = session;
  const { space, number } = place;
  const { data: said = [] } = useQuery(commentsOf(place, page));
  // The ids of the block that is spoken about, and of those in it.
  const [about, speak] = useState<readonly string[]>([]);
  const changing = useChanging(space);
  const open = said.filter(({ target, status }) => target.page?.id === page && status === "open");
  const here = open.filter(({ target }) => target.node !== undefined && target.page?.outdated !== true);
  useEffect(
    () =>
      text.hearTalk((index) => {
        const open = (): void => {
          const ids = text.storedIds(index);
          speak((before) => (before[0] === ids[0] ? [] : ids));
        };
        // What isn't stored can't be spoken about.
        if (saving.isClean()) open();
        else void saving.save().then(open);
      }),
    [saving, text],
  );
  const counted = here.map(({ target }) => target.node?.id ?? "").join(" ");
  useEffect(() => {
    const counts = new Map<string, number>();
    for (const id of counted.split(" ")) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
    text.showTalk({ counts, at: about[0] });
  }, [text, counted, about]);
  useEffect(() => {
    if (about[0] !== undefined) text.talkPlace.scrollIntoView({ block: "nearest" });
  }, [text, about]);
  const [node] = about;
  const goTo = (block: string): void => speak(text.storedIdsAround(block));
  return (
    <>
      {rail === null
        ? null
        : createPortal(<PageTalk {...{ place, page, open, here, goTo }} current={about} />, rail)}
      {node === undefined
        ? null
        : createPortal(
            <Said>
              {here
                .filter(({ target }) => about.includes(target.node?.id ?? ""))
                .map((comment) => (
                  <Thread key={comment.id} place={place} comment={comment} />
                ))}
              <Composer
                name={`comment ${number ?? space} ${page} ${node}`}
                label={words.commentOn("")}
                verb={words.comment}
                autoFocus
                close={() => speak([])}
                send={(markdown) => changing(() => postComment(place, { body: { markdown }, page, node }))}
              />
            </Said>,
            text.talkPlace,
          )}
    </>
  );
}

/** What is said below a block. */
function Said({ children }: { readonly children: ReactNode }) {
  const box = useWayBack<HTMLDivElement>();
  return (
    <div ref={box} className="part-said block-talk" lang="" contentEditable={false}>
      {children}
    </div>
  );
}
