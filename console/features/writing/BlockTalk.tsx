/** What is said about the blocks of a page while it is written: marks beside them, and the words below the one that is asked for. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { useChanging } from "../../api/changes.ts";
import { commentsOf, postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { say } from "../../ui/toasts.ts";
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
  const [{ ids: about, turn }, speak] = useSpokenBlock(session);
  const changing = useChanging(space);
  const open = said.filter(({ target, status }) => target.page?.id === page && status === "open");
  const here = open.filter(({ target }) => target.node !== undefined && target.page?.outdated !== true);
  const counted = here.map(({ target }) => target.node?.id ?? "").join(" ");
  useEffect(() => {
    const counts = new Map<string, number>();
    for (const id of counted.split(" ")) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
    text.showTalk({ counts, at: about[0] });
  }, [text, counted, about]);
  const [node] = about;
  const isAbout = node !== undefined;
  useEffect(() => {
    if (isAbout) text.talkPlace.scrollIntoView({ block: "nearest" });
  }, [text, isAbout]);
  const goTo = (block: string): void => {
    speak(text.storedIdsAround(block));
    requestAnimationFrame(() => text.talkPlace.scrollIntoView({ block: "nearest" }));
  };
  const send = async (markdown: string): Promise<unknown> => {
    // What isn't stored can't be spoken about.
    if (!saving.isStored()) await saving.save();
    const [now = node] = text.shownIds();
    const target = now === undefined ? { page } : { page, node: now };
    return changing(() => postComment(place, { body: { markdown }, ...target }));
  };
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
                key={turn}
                name={`comment ${number ?? space} ${page} ${node}`}
                label={words.commentOn("")}
                verb={words.comment}
                autoFocus
                close={() => speak([])}
                send={send}
              />
            </Said>,
            text.talkPlace,
          )}
    </>
  );
}

/** A block that is spoken about. */
interface SpokenBlock {
  /** Its own, and of those in it: others with each save that changes it. */
  readonly ids: readonly string[];
  /** Another for each block that somebody chose, so that words of one don't go to the next. */
  readonly turn: number;
}

function useSpokenBlock({ saving, text }: PageWriting) {
  const [spoken, note] = useState<SpokenBlock>({ ids: [], turn: 0 });
  const speak = (ids: readonly string[]): void => note(({ turn }) => ({ ids, turn: turn + 1 }));
  useEffect(
    () =>
      text.hearTalk((index) => {
        const open = (): void => {
          const ids = text.storedIds(index);
          if (ids.length === 0) return say({ text: words.blockNotStored, isWrong: true });
          note((before) => ({ ids: before.ids[0] === ids[0] ? [] : ids, turn: before.turn + 1 }));
        };
        // What isn't stored can't be spoken about.
        if (saving.isStored()) open();
        else void saving.save().then(open);
      }),
    [saving, text],
  );
  useEffect(
    () =>
      saving.subscribe(() => {
        if (!saving.isStored()) return;
        note((before) => {
          const now = before.ids.length === 0 ? [] : text.shownIds();
          return now.length === 0 || now.join() === before.ids.join() ? before : { ...before, ids: now };
        });
      }),
    [saving, text],
  );
  return [spoken, speak] as const;
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
