/** What is said about a page and its blocks, and where one says something. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import type { ChangeRequest, Comment, Space } from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { commentsOf, postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { useKeys } from "../../app/keys.ts";
import { reviewWords as words } from "../../words/review.ts";
import type { Part } from "../diff/compare.ts";
import type { ChangedText } from "../../api/changedThings.ts";
import { Composer } from "../talk/Composer.tsx";
import { Thread } from "../talk/Thread.tsx";

interface TalkProps {
  readonly request: ChangeRequest;
  readonly within: Space;
  readonly text: ChangedText;
  /** Whether the change request has the page: then it can be spoken about. */
  readonly isThere: boolean;
}

interface PageTalk {
  readonly isSpokenAbout: boolean;
  /** What is said about the page as a whole. */
  readonly page: ReactNode;
  /** What is said about a block. */
  readonly below: (part: Part) => ReactNode;
  /** The way to saying something about it. */
  readonly tools: (part: Part) => ReactNode;
}

/** The place of what is said about the page, among the ids of blocks. */
const WHOLE = "";

export function useTalk({ request, within, text, isThere }: TalkProps): PageTalk {
  // The block that something is being said about.
  const [composing, compose] = useState<string>();
  const place = { space: within.id, number: `${request.number}` };
  const { data: said = [] } = useQuery(commentsOf(place));
  const send = useSending(place, text.page ?? "");
  const mayComment = isThere && within.permissions.comment;
  useKeys(mayComment ? { c: () => compose(focusedBlock() ?? WHOLE) } : {});
  const here = said.filter(({ target }) => text.page !== undefined && target.page?.id === text.page);
  const composer = (node: string, what: string) => (
    <Composer
      name={`comment ${request.id} ${text.key} ${node}`}
      label={words.commentOn(what)}
      verb={words.comment}
      autoFocus
      close={() => compose(undefined)}
      send={(markdown) => send(markdown, node)}
    />
  );
  const threads = (comments: readonly Comment[], isAlone: boolean) =>
    comments.map((comment) => (
      <Thread
        key={comment.id}
        place={place}
        comment={comment}
        isAlone={isAlone && comment.target.node !== undefined}
      />
    ));
  return {
    isSpokenAbout: here.some(({ target }) => target.node !== undefined),
    page: (
      <>
        {threads(
          here.filter(({ target }) => target.node === undefined || target.page?.outdated === true),
          true,
        )}
        {composing === WHOLE ? composer(WHOLE, text.title) : null}
      </>
    ),
    below: ({ ids, preview }) => {
      const about = here.filter(({ target }) => target.node !== undefined && ids.includes(target.node.id));
      const isComposing = ids[0] !== undefined && ids[0] === composing;
      if (about.length === 0 && !isComposing) return null;
      return (
        <div className="part-said">
          {threads(about, false)}
          {isComposing ? composer(composing, preview) : null}
        </div>
      );
    },
    tools: ({ ids, preview }) =>
      mayComment && ids[0] !== undefined ? (
        <button
          type="button"
          className="button-quiet"
          aria-label={words.commentOn(preview)}
          onClick={() => compose(ids[0])}
        >
          {words.comment}
        </button>
      ) : null,
  };
}

/** Says something about a page, or about a block of it. */
function useSending(place: ContentPlace, page: string) {
  const changing = useChanging(place.space);
  return (markdown: string, node: string): Promise<Comment> => {
    const target = node === WHOLE ? { page } : { page, node };
    return changing(() => postComment(place, { body: { markdown }, ...target }));
  };
}

/** The block that has the focus, by its id. */
function focusedBlock(): string | undefined {
  return document.activeElement?.closest<HTMLElement>(".diff-part")?.dataset["block"];
}
