/** A comment with its replies. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Comment, CommentReply, UpdateComment } from "../../../sdk/src/index.ts";
import { emojiText } from "../../../design/emoji.ts";
import { useChanging } from "../../api/changes.ts";
import { deleteSaid, postReply, repliesTo, updateSaid } from "../../api/comments.ts";
import type { ContentPlace } from "../../api/content.ts";
import { user } from "../../api/queries.ts";
import { Ask } from "../../ui/Ask.tsx";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { Time } from "../../ui/Time.tsx";
import { sayNotDone } from "../../ui/toasts.ts";
import { reviewWords as words } from "../../words/review.ts";
import { Composer } from "./Composer.tsx";
import { SaidText } from "./SaidText.tsx";

interface ThreadProps {
  readonly place: ContentPlace;
  readonly comment: Comment;
  /** Whether it is said what it is about: not where that stands beside it. */
  readonly isAlone?: boolean;
}

export function Thread({ place, comment, isAlone = false }: ThreadProps) {
  const { id, replies: count, status, permissions, target, resolvedBy } = comment;
  const { data: replies = [] } = useQuery({ ...repliesTo(place, id), enabled: count > 0 });
  // False once somebody has, and hasn't gone on elsewhere meanwhile.
  const [isReplying, reply] = useState<boolean>();
  const changing = useChanging(place.space);
  const resolve = (resolved: boolean) =>
    void changing(() => updateSaid({ ...place, id, to: undefined }, { resolved })).catch(sayNotDone);
  return (
    <article className="thread" data-status={status} aria-label={words.comment}>
      {isAlone && target.page !== undefined ? (
        <p className="thread-target">
          {words.onPage(target.page.title)}
          {target.node === undefined ? null : <q>{target.node.preview}</q>}
          {target.page.outdated ? <em>{words.blockGone}</em> : null}
        </p>
      ) : null}
      <Said place={place} of={comment} />
      {replies.map((one) => (
        <Said key={one.id} place={place} of={one} to={id} />
      ))}
      {status === "resolved" ? (
        <p className="muted thread-resolved">{words.resolvedBy(resolvedBy?.displayName ?? words.somebody)}</p>
      ) : null}
      {isReplying === true ? (
        <Composer
          name={`reply ${id}`}
          label={words.writeReply}
          verb={words.reply}
          autoFocus
          close={(mayFocus) => reply(mayFocus ? false : undefined)}
          send={(markdown) => changing(() => postReply(place, id, markdown))}
        />
      ) : permissions.reply ? (
        <div className="thread-actions">
          <button
            type="button"
            className="button-quiet"
            autoFocus={isReplying === false}
            onClick={() => reply(true)}
          >
            {words.reply}
          </button>
          <button type="button" className="button-quiet" onClick={() => resolve(status === "open")}>
            {status === "open" ? words.resolve : words.reopenThread}
          </button>
        </div>
      ) : null}
    </article>
  );
}

interface SaidProps {
  readonly place: ContentPlace;
  readonly of: Comment | CommentReply;
  /** The comment that it is a reply to; undefined for a comment. */
  readonly to?: string;
}

function Said({ place, of, to }: SaidProps) {
  const { id, postedBy, postedAt, editedAt, body, permissions } = of;
  const [isEditing, edit] = useState(false);
  const [isAsking, ask] = useState(false);
  const changing = useChanging(place.space);
  const it = { ...place, id, to };
  const write = (changes: UpdateComment) => changing<unknown>(() => updateSaid(it, changes));
  const remove = () => changing(() => deleteSaid(it));
  return (
    <div className="said-by">
      <header>
        <span className="avatar" aria-hidden="true">
          {[...postedBy.displayName][0]}
        </span>
        <strong className="cut">{postedBy.displayName}</strong>
        <span className="muted">
          <Time at={postedAt} say={(when) => when} />
          {editedAt === undefined ? null : ` · ${words.edited}`}
        </span>
        <OfferedReactions of={of} write={write} />
        <RowMenu
          name={postedBy.displayName}
          items={[
            permissions.edit && { title: words.editComment, act: () => edit(true) },
            permissions.delete && { title: words.deleteComment, act: () => ask(true), isDangerous: true },
          ]}
        />
      </header>
      {isEditing ? (
        <Composer
          name={`edit ${id}`}
          label={words.editComment}
          verb={words.editComment}
          from={body.markdown ?? ""}
          autoFocus
          close={() => edit(false)}
          send={(markdown) => write({ body: { markdown } })}
        />
      ) : (
        <SaidText of={body.markdown ?? ""} place={place} />
      )}
      <Reactions of={of} write={write} />
      <Ask
        isOpen={isAsking}
        close={() => ask(false)}
        title={words.deleteCommentTitle}
        verb={words.deleteComment}
        act={remove}
      >
        {words.deleteCommentText}
      </Ask>
    </div>
  );
}

/** As code points, as the API names them. */
const OFFERED = ["1f44d", "1f389", "2764"];

interface ReactionsProps {
  readonly of: Comment | CommentReply;
  readonly write: (changes: {
    readonly addedReactions?: readonly string[];
    readonly removedReactions?: readonly string[];
  }) => Promise<unknown>;
}

function Reactions({ of: { reactions, permissions }, write }: ReactionsProps) {
  const { data: who } = useQuery(user());
  if (reactions.length === 0) return null;
  return (
    <div className="reactions">
      {reactions.map(({ emoji, count, users }) => {
        const isOwn = users.some((one) => one.user.id === who?.id);
        const toggle = isOwn ? { removedReactions: [emoji] } : { addedReactions: [emoji] };
        return (
          <button
            key={emoji}
            type="button"
            className="reaction"
            aria-pressed={isOwn}
            disabled={!permissions.reply}
            title={users.map((one) => one.user.displayName).join(", ")}
            onClick={() => void write(toggle).catch(sayNotDone)}
          >
            {words.reacted(emojiText(emoji), count)}
          </button>
        );
      })}
    </div>
  );
}

/** Those that are a click away. */
function OfferedReactions({ of: { reactions, permissions }, write }: ReactionsProps) {
  if (!permissions.reply) return null;
  const offered = OFFERED.filter((one) => !reactions.some(({ emoji }) => emoji === one));
  return (
    <span className="reactions-offered">
      {offered.map((emoji) => (
        <button
          key={emoji}
          type="button"
          className="reaction"
          aria-label={words.react(emojiText(emoji))}
          onClick={() => void write({ addedReactions: [emoji] }).catch(sayNotDone)}
        >
          {emojiText(emoji)}
        </button>
      ))}
    </span>
  );
}
