/** What is said about a block, and where more is said. */
import type { Comment } from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { postComment } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { reviewWords as words } from "../../words/review.ts";
import { Composer } from "./Composer.tsx";
import type { SpokenBlock } from "./followBlock.ts";
import { Thread } from "./Thread.tsx";

interface BlockWordsProps {
  readonly place: ContentPlace;
  /** The id of the page. */
  readonly page: string;
  readonly block: SpokenBlock;
  readonly said: readonly Comment[];
  readonly close: () => void;
}

export default function BlockWords({ place, page, block, said, close }: BlockWordsProps) {
  const changing = useChanging(place.space);
  const { id, isGone } = block;
  const target = isGone ? { page } : { page, node: id };
  return (
    <div className="part-said" lang="">
      {isGone ? <p className="muted">{words.blockGone}</p> : null}
      {said.map((comment) => (
        <Thread key={comment.id} place={place} comment={comment} />
      ))}
      <Composer
        name={`comment ${place.number ?? place.space} ${page} ${id}`}
        label={isGone ? words.commentOnPage : words.commentOn("")}
        verb={words.comment}
        autoFocus
        close={close}
        send={(markdown) => changing(() => postComment(place, { body: { markdown }, ...target }))}
      />
    </div>
  );
}
