/** What happened with a change request and what was said, in its order. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { reviewersOf, reviewsOf, useChanging } from "../../api/changes.ts";
import { commentsOf, postComment } from "../../api/comments.ts";
import { Time } from "../../ui/Time.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { Composer } from "../talk/Composer.tsx";
import type { ChangeProps } from "./MergeBox.tsx";
import { Thread } from "../talk/Thread.tsx";

interface Happening {
  readonly at: string;
  readonly key: string;
  readonly view: ReactNode;
}

export function Conversation(props: ChangeProps) {
  const { request, within } = props;
  const number = `${request.number}`;
  const changing = useChanging(within.id);
  const happenings = useHappenings(props);
  return (
    <section className="change-part" aria-label={words.conversation}>
      <h2>{words.conversation}</h2>
      <ol className="happenings">
        {happenings.map(({ key, view }) => (
          <li key={key}>{view}</li>
        ))}
      </ol>
      {within.permissions.comment ? (
        <Composer
          name={`comment ${request.id}`}
          label={words.writeComment}
          verb={words.comment}
          send={(markdown) =>
            changing(() => postComment({ space: within.id, number }, { body: { markdown } }))
          }
        />
      ) : null}
    </section>
  );
}

function useHappenings({ request, within }: ChangeProps): readonly Happening[] {
  const number = `${request.number}`;
  const { data: comments = [] } = useQuery(commentsOf({ space: within.id, number }));
  const { data: reviews = [] } = useQuery(reviewsOf(within.id, number));
  const { data: asked = [] } = useQuery(reviewersOf(within.id, number));
  const told = (key: string, at: string, text: string, kind?: string): Happening => ({
    key,
    at,
    view: (
      <p className="happening" data-kind={kind}>
        <span>{text}</span> <Time at={at} say={(when) => when} />
      </p>
    ),
  });
  const { createdBy, createdAt, status, updatedAt } = request;
  return [
    told("began", createdAt, words.activity.began(createdBy?.displayName ?? words.somebody)),
    ...asked.map((one) =>
      told(
        `asked ${one.user.id}`,
        one.createdAt,
        words.activity.asked(one.requestedBy.displayName, one.user.displayName),
      ),
    ),
    ...reviews.map((one) =>
      told(one.id, one.createdAt, words.activity[one.status](one.reviewer.displayName), one.status),
    ),
    ...comments.map((comment) => ({
      key: comment.id,
      at: comment.postedAt,
      view: <Thread place={{ space: within.id, number }} comment={comment} isAlone />,
    })),
    ...(status === "merged" ? [told("merged", updatedAt, words.activity.merged, "merged")] : []),
  ].toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
}
