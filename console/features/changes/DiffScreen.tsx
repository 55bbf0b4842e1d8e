/** What a change request changes, page by page, beside what is said about it. */
import { useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import type { ChangeRequest, Space } from "../../../sdk/src/index.ts";
import { textOf } from "../../api/changes.ts";
import { useKeys } from "../../app/keys.ts";
import type { RouteParams } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { FIRST_LOOK, Look } from "../diff/Look.tsx";
import { ChangeFrame } from "./ChangeFrame.tsx";
import type { ChangedText } from "../../api/changedThings.ts";
import { isWrittenHere, MergeButton } from "./MergeBox.tsx";
import { Others } from "./Others.tsx";
import { PageDiff } from "./PageDiff.tsx";
import { VerdictButtons } from "./VerdictButtons.tsx";
import { type SeenTexts, useSeen } from "./seen.ts";
import { useChangedThings } from "./useChangedThings.ts";
import { useFilters } from "./useFilters.ts";

export default function DiffScreen({ space, number }: RouteParams<"changeDiff">) {
  return (
    <ChangeFrame
      space={space}
      number={number}
      tab="changeDiff"
      isWide
      actions={(request, within) => (
        <>
          <VerdictButtons request={request} within={within} />
          {within.permissions.merge && isWrittenHere(request) ? (
            <MergeButton request={request} within={within} />
          ) : null}
        </>
      )}
    >
      {(request, within) => <Differences request={request} within={within} />}
    </ChangeFrame>
  );
}

interface DifferencesProps {
  readonly request: ChangeRequest;
  readonly within: Space;
}

function Differences({ request, within }: DifferencesProps) {
  const number = `${request.number}`;
  const things = useChangedThings(within.id, number);
  if (things === undefined) return <Skeleton rows={6} />;
  const { texts, files, variables, tags } = things;
  if (texts.length + files.length + Object.keys({ ...variables, ...tags }).length === 0) {
    return <Notice icon="change" title={words.noChanges} text={words.noneYetText} />;
  }
  return (
    <>
      {texts.length === 0 ? null : <Texts request={request} within={within} texts={texts} />}
      <Others of={things} />
      {things.more > 0 ? <p className="muted">{words.tooMany}</p> : null}
    </>
  );
}

interface TextsProps extends DifferencesProps {
  readonly texts: readonly ChangedText[];
}

function Texts({ request, within, texts }: TextsProps) {
  const [filters, set] = useFilters();
  const [look, setLook] = useState(FIRST_LOOK);
  const seen = useSeen(request.id);
  const place = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    texts.findIndex(({ key }) => key === filters.get("page")),
  );
  const text = texts[at] as ChangedText;
  usePrefetched(within.id, texts[at + 1]);
  const goTo = (next: ChangedText | undefined): void => {
    if (next === undefined) return;
    set("page", next.key);
    document.getElementById("content")?.scrollTo(0, 0);
  };
  useKeys({
    n: () => goTo(texts[at + 1]),
    p: () => goTo(texts[at - 1]),
    v: () => seen.toggle(text),
    j: () => step(place, 1) || goTo(texts[at + 1]),
    k: () => step(place, -1) || goTo(texts[at - 1]),
  });
  return (
    <div className="review">
      <TextList texts={texts} current={text} seen={seen} goTo={goTo} />
      <div className="review-text" ref={place}>
        <Look of={look} set={setLook} />
        <PageDiff key={text.key} request={request} within={within} text={text} look={look} seen={seen} />
        <p className="review-keys">{words.reviewKeys}</p>
      </div>
    </div>
  );
}

/** Goes to the next block that differs. Gives whether there was one. */
function step(place: RefObject<HTMLDivElement | null>, by: 1 | -1): boolean {
  const parts = [...(place.current?.querySelectorAll<HTMLElement>(".diff-part[data-change]") ?? [])];
  const current = document.activeElement?.closest<HTMLElement>(".diff-part");
  const from = current ? parts.indexOf(current) : by === 1 ? -1 : parts.length;
  const next = parts[from + by];
  next?.focus();
  return next !== undefined;
}

/** Who goes on to the next page finds it there. */
function usePrefetched(space: string, next: ChangedText | undefined): void {
  const cache = useQueryClient();
  useEffect(() => {
    if (next === undefined) return;
    for (const id of [next.before, next.after]) void cache.prefetchQuery(textOf(space, id));
  }, [cache, space, next]);
}

interface TextListProps {
  readonly texts: readonly ChangedText[];
  readonly current: ChangedText;
  readonly seen: SeenTexts;
  readonly goTo: (text: ChangedText) => void;
}

function TextList({ texts, current, seen, goTo }: TextListProps) {
  const count = texts.filter(seen.isSeen).length;
  return (
    <nav className="review-list" aria-label={words.pagesList}>
      <p className="side-label" role="status">
        {words.seenOf(count, texts.length)}
      </p>
      <ul>
        {texts.map((text) => (
          <li key={text.key}>
            <button
              type="button"
              className="side-link"
              aria-current={text === current ? "true" : undefined}
              onClick={() => goTo(text)}
            >
              <span className="fate" data-fate={text.fates[0]} aria-hidden="true" />
              <span className="cut">{text.title}</span>
              <small className="muted">{words.kindsOf(text.fates.map((fate) => words.kinds[fate]))}</small>
              {seen.isSeen(text) ? (
                <>
                  <Icon name="done" />
                  <span className="visually-hidden">{words.seen}</span>
                </>
              ) : null}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  );
}
