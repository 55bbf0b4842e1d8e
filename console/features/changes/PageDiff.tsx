/** What a change request makes of one page: its fields, its text, and what is said about its blocks. */
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ChangeRequest, Space } from "../../../sdk/src/index.ts";
import { textOf } from "../../api/changes.ts";
import { addressOf } from "../../routes.ts";
import { Fault } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { reviewWords as words } from "../../words/review.ts";
import type { Part } from "../diff/compare.ts";
import { LazyDiff } from "../diff/LazyDiff.tsx";
import type { DiffLook } from "../diff/Look.tsx";
import { useRevert } from "./useRevert.ts";
import { PageContext, useTextOf } from "../targets/page.ts";
import type { ChangedText } from "../../api/changedThings.ts";
import { isWrittenHere } from "./MergeBox.tsx";
import { Fields } from "./Others.tsx";
import type { SeenTexts } from "./seen.ts";
import { useTalk } from "./useTalk.tsx";

interface PageDiffProps {
  readonly request: ChangeRequest;
  readonly within: Space;
  readonly text: ChangedText;
  readonly look: DiffLook;
  readonly seen: SeenTexts;
}

export function PageDiff({ request, within, text, look, seen }: PageDiffProps) {
  const { page, title, fates, fields } = text;
  const number = `${request.number}`;
  const isThere = page !== undefined && !fates.includes("deleted");
  const context = useTextOf(within.id, number);
  return (
    <article className="page-diff" aria-label={title}>
      <header className="page-diff-head">
        <h2>{title}</h2>
        <span className="muted">{words.kindsOf(fates.map((fate) => words.kinds[fate]))}</span>
        <span className="page-diff-tools">
          {isThere ? (
            <Link
              className="button-quiet"
              href={addressOf("changedPage", { space: within.id, number, page })}
            >
              {words.openPage}
            </Link>
          ) : null}
          <TakePageBack {...{ request, within, text }} />
          <label className="switch-check">
            <input type="checkbox" checked={seen.isSeen(text)} onChange={() => seen.toggle(text)} />
            {words.seen}
          </label>
        </span>
      </header>
      <Fields of={fields} isMoved={fates.includes("moved")} />
      <PageContext value={context}>
        <TextDiff request={request} within={within} text={text} look={look} isThere={isThere} />
      </PageContext>
    </article>
  );
}

/** The way back for all that is changed in a page; one that was removed is there again. */
function TakePageBack({ request, within, text }: Pick<PageDiffProps, "request" | "within" | "text">) {
  const revert = useRevert({ space: within.id, number: `${request.number}` });
  const { page, title, fates } = text;
  const isElsewhere = fates.every((fate) => fate === "moved" || fate === "created");
  if (page === undefined || isElsewhere || !within.permissions.edit || !isWrittenHere(request)) return null;
  return (
    <button
      type="button"
      className="button-quiet"
      onClick={() =>
        void revert({
          change: { operation: "revert_page", page },
          done: words.tookBack(title),
          isGone: fates.includes("deleted"),
        })
      }
    >
      {words.takeChangeBack}
    </button>
  );
}

interface TextDiffProps extends Omit<PageDiffProps, "seen"> {
  /** Whether the change request has the page: then it can be spoken about. */
  readonly isThere: boolean;
}

function TextDiff({ request, within, text, look, isThere }: TextDiffProps) {
  const before = useQuery(textOf(within.id, text.before));
  // What is there stays until the next text is, with what is being said about it.
  const after = useQuery({ ...textOf(within.id, text.after), placeholderData: keepPreviousData });
  const said = { request, within, text, isThere };
  const talk = useTalk({ ...said, after: after.data });
  const takeBack = useTakingBack(said);
  const error = before.error ?? after.error;
  if (error !== null && (before.data === undefined || after.data === undefined)) {
    return <Fault error={error} again={() => void Promise.all([before.refetch(), after.refetch()])} />;
  }
  return (
    <>
      {talk.page}
      {before.data === undefined || talk.after === undefined ? (
        <Skeleton rows={5} />
      ) : text.isRewritten || talk.isSpokenAbout ? (
        <LazyDiff
          {...look}
          before={before.data}
          after={talk.after}
          below={talk.below}
          keyOf={talk.keyOf}
          tools={(part) => {
            const [say, back] = [talk.tools(part), takeBack(part)];
            return say === null && back === null ? null : (
              <>
                {back}
                {say}
              </>
            );
          }}
        />
      ) : null}
    </>
  );
}

/** The way back for one block, where the page is changed and somebody may change it. */
function useTakingBack({ request, within, text, isThere }: Omit<TextDiffProps, "look">) {
  const revert = useRevert({ space: within.id, number: `${request.number}` });
  const { page } = text;
  const isOffered = isThere && text.before !== undefined && within.permissions.edit && isWrittenHere(request);
  return ({ change, changeId, preview }: Part): ReactNode =>
    !isOffered || page === undefined || change === undefined || changeId === undefined ? null : (
      <button
        type="button"
        className="button-quiet"
        aria-label={words.takeBlockBack(preview)}
        onClick={() =>
          void revert({
            change: { operation: "revert_page", page, block: [changeId] },
            done: words.tookBlockBack,
          })
        }
      >
        {words.takeChangeBack}
      </button>
    );
}
