/** All that is said about a page, beside it: a way to each block that is spoken about, and the rest as it is. */
import { useState } from "react";
import type { Comment } from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { reviewWords as words } from "../../words/review.ts";
import { WIDE } from "../../ui/wide.ts";
import { Composer } from "./Composer.tsx";
import { Thread } from "./Thread.tsx";

interface PageTalkProps {
  readonly place: ContentPlace;
  /** The id of the page. */
  readonly page: string;
  /** What is said and not resolved. */
  readonly open: readonly Comment[];
  /** That of it which is about a block that is there. */
  readonly here: readonly Comment[];
  /** Ids of the block whose words are shown. */
  readonly current: readonly string[];
  readonly goTo: (block: string) => void;
}

export default function PageTalk({ place, page, open, here, current, goTo }: PageTalkProps) {
  const changing = useChanging(place.space);
  // False once somebody has, and hasn't gone on elsewhere meanwhile.
  const [isWriting, write] = useState<boolean>();
  return (
    <details open={matchMedia(WIDE).matches} className="page-talk">
      <summary className="side-label">{words.commentsOf(open.length)}</summary>
      {here.map(({ id, target, postedBy }) => (
        <button
          key={id}
          type="button"
          className="side-link"
          aria-current={current.includes(target.node?.id ?? "") ? "true" : undefined}
          onClick={() => goTo(target.node?.id ?? "")}
        >
          <span className="cut">{target.node?.preview}</span>
          <small className="muted">{postedBy.displayName}</small>
        </button>
      ))}
      {open
        .filter((comment) => !here.includes(comment))
        .map((comment) => (
          <Thread
            key={comment.id}
            place={place}
            comment={comment}
            isAlone={comment.target.node !== undefined}
          />
        ))}
      {isWriting === true ? (
        <Composer
          name={`comment ${place.number ?? place.space} ${page}`}
          label={words.commentOnPage}
          verb={words.comment}
          autoFocus
          close={(mayFocus) => write(mayFocus ? false : undefined)}
          send={(markdown) => changing(() => postComment(place, { body: { markdown }, page }))}
        />
      ) : (
        <button
          type="button"
          className="button-quiet"
          autoFocus={isWriting === false}
          onClick={() => write(true)}
        >
          {words.commentOnPage}
        </button>
      )}
    </details>
  );
}
