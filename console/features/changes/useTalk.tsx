/** What is said about a page and its blocks, and where one says something. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import type { ChangeRequest, Comment, Space } from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { commentsOf, postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { useKeys } from "../../app/keys.ts";
import { reviewWords as words } from "../../words/review.ts";
import type { Part } from "../diff/compare.ts";
import type { ChangedText } from "../../api/changedThings.ts";
import { Composer } from "../talk/Composer.tsx";
import type { SpokenBlock } from "../talk/followBlock.ts";
import { Thread } from "../talk/Thread.tsx";

interface TalkProps {
  readonly request: ChangeRequest;
  readonly within: Space;
  readonly text: ChangedText;
  /** Whether the change request has the page: then it can be spoken about. */
  readonly isThere: boolean;
  /** Its Markdown. */
  readonly after: string | undefined;
}

interface PageTalk {
  /** Its Markdown as it is to be shown: as before, until it is known where in the next is what somebody speaks about. */
  readonly after: string | undefined;
  readonly isSpokenAbout: boolean;
  /** What is said about the page as a whole. */
  readonly page: ReactNode;
  /** What is said about a block. */
  readonly below: (part: Part) => ReactNode;
  /** By what the block about which something is being said is known, whatever comes and goes around it. */
  readonly keyOf: (part: Part) => string | undefined;
  /** The way to saying something about it. */
  readonly tools: (part: Part) => ReactNode;
}

/** The place of what is said about the page, among the ids of blocks. */
const WHOLE = "";

export function useTalk({ request, within, text, isThere, after }: TalkProps): PageTalk {
  const [composing, compose] = useComposing(after);
  const place = { space: within.id, number: `${request.number}` };
  const { data: said = [] } = useQuery(commentsOf(place));
  const send = useSending(place, text.page ?? "");
  const mayComment = isThere && within.permissions.comment;
  useKeys(mayComment ? { c: () => compose(focusedBlock() ?? WHOLE) } : {});
  const here = said.filter(({ target }) => text.page !== undefined && target.page?.id === text.page);
  // Of a block that is gone it is said about the page.
  const composer = (node: string, what: string, target = node) => (
    <Composer
      name={`comment ${request.id} ${text.key} ${node}`}
      label={words.commentOn(what)}
      verb={words.comment}
      autoFocus
      close={() => compose(undefined)}
      send={(markdown) => send(markdown, target)}
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
    after: composing === undefined || composing.id === WHOLE ? after : composing.of,
    isSpokenAbout: here.some(({ target }) => target.node !== undefined),
    page: (
      <>
        {threads(
          here.filter(({ target }) => target.node === undefined || target.page?.outdated === true),
          true,
        )}
        {composing?.isGone === true ? <p className="muted">{words.blockGone}</p> : null}
        {composing?.id === WHOLE || composing?.isGone === true
          ? composer(composing.id, text.title, WHOLE)
          : null}
      </>
    ),
    below: ({ ids, preview }) => {
      const about = here.filter(({ target }) => target.node !== undefined && ids.includes(target.node.id));
      const isComposing = isOf(composing, ids[0]);
      if (about.length === 0 && !isComposing) return null;
      return (
        <div className="part-said">
          {threads(about, false)}
          {isComposing && composing !== undefined ? composer(composing.id, preview) : null}
        </div>
      );
    },
    keyOf: ({ ids }) => (isOf(composing, ids[0]) ? "composing" : undefined),
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

/** A block about which something is being said; the page itself is `WHOLE`. */
interface ComposedBlock extends SpokenBlock {
  /** What it was called before: what is shown may be of then. */
  readonly former?: string;
  /** The text that it is in. */
  readonly of: string | undefined;
}

const isOf = (block: ComposedBlock | undefined, id: string | undefined): boolean =>
  block !== undefined && !block.isGone && id !== undefined && (id === block.id || id === block.former);

/** The block that something is being said about: the same one when its author edits the text. */
function useComposing(after: string | undefined) {
  const [block, note] = useState<ComposedBlock>();
  useEffect(() => {
    const { of, id } = block ?? {};
    if (block === undefined || id === WHOLE || of === undefined || after === undefined || of === after)
      return undefined;
    let isOver = false;
    void import("../talk/followBlock.ts").then(({ followIn }) =>
      isOver ? undefined : note({ ...followIn(block, of, after), of: after, former: block.id }),
    );
    return () => {
      isOver = true;
    };
  }, [block, after]);
  const compose = (chosen: string | undefined): void =>
    note(chosen === undefined ? undefined : { id: chosen, isGone: false, of: after });
  return [block, compose] as const;
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
