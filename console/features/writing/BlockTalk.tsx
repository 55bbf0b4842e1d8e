/** What is said about the blocks of a page while it is written: marks beside them, and the words below the one that is asked for. */
import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { createPortal } from "react-dom";
import { postCommentInChangeRequest } from "../../../sdk/src/index.ts";
import { commentsOf, useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { reviewWords as words } from "../../words/review.ts";
import { Composer } from "../changes/Composer.tsx";
import { Thread } from "../changes/Thread.tsx";
import type { PageWriting } from "./session.ts";

interface BlockTalkProps {
  readonly session: PageWriting;
  readonly space: string;
  /** The number of the change request. */
  readonly number: string;
  /** The id of the page. */
  readonly page: string;
}

export default function BlockTalk({ session, space, number, page }: BlockTalkProps) {
  const { saving, text } = session;
  const { data: said } = useQuery(commentsOf(space, number));
  // The ids of the block that is spoken about, and of those in it.
  const [about, speak] = useState<readonly string[]>([]);
  const changing = useChanging(space);
  const here = (said ?? []).filter(
    ({ target, status }) => target.page?.id === page && target.node !== undefined && status === "open",
  );
  useEffect(() => {
    text.onTalk = (index) => {
      const open = (): void => {
        const ids = text.storedIds(index);
        speak((before) => (before[0] === ids[0] ? [] : ids));
      };
      // What isn't stored can't be spoken about.
      if (saving.isClean()) open();
      else void saving.save().then(open);
    };
    return () => {
      text.onTalk = () => undefined;
    };
  }, [saving, text]);
  const counted = here.map(({ target }) => target.node?.id ?? "").join(" ");
  useEffect(() => {
    const counts = new Map<string, number>();
    for (const id of counted.split(" ")) if (id !== "") counts.set(id, (counts.get(id) ?? 0) + 1);
    text.showTalk({ counts, at: about[0] });
  }, [text, counted, about]);
  const [node] = about;
  if (node === undefined) return null;
  return createPortal(
    <div className="part-said block-talk" lang="" contentEditable={false}>
      {here
        .filter(({ target }) => about.includes(target.node?.id ?? ""))
        .map((comment) => (
          <Thread key={comment.id} space={space} number={number} comment={comment} />
        ))}
      <Composer
        name={`comment ${number} ${page} ${node}`}
        label={words.commentOn("")}
        verb={words.comment}
        autoFocus
        close={() => speak([])}
        send={(markdown) =>
          changing(() =>
            postCommentInChangeRequest(client, space, number, { body: { markdown }, page, node }),
          )
        }
      />
    </div>,
    text.talkPlace,
  );
}
