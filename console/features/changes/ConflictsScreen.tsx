/** What the space and a change request changed differently, to be decided one by one. */
import { useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import type { ChangeRequest, ChangeRequestConflict, Space } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { conflictsOf } from "../../api/changes.ts";
import { pagesOf } from "../../api/queries.ts";
import type { RouteParams } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { indexPages } from "../../app/pageIndex.ts";
import { ChangeFrame } from "./ChangeFrame.tsx";
import { ConflictCard } from "./ConflictCard.tsx";
import { isWrittenHere, MergeButton } from "./MergeBox.tsx";

export default function ConflictsScreen({ space, number }: RouteParams<"changeConflicts">) {
  return (
    <ChangeFrame space={space} number={number} tab="changeConflicts">
      {(request, within) => <Conflicts request={request} within={within} />}
    </ChangeFrame>
  );
}

interface ConflictsProps {
  readonly request: ChangeRequest;
  readonly within: Space;
}

function Conflicts({ request, within }: ConflictsProps) {
  const number = `${request.number}`;
  const { data: all } = useNeeded(conflictsOf(within.id, number));
  const { data: pages } = useQuery(pagesOf(within.id, number));
  const titles = useMemo(() => indexPages(pages ?? []).entries, [pages]);
  if (all === undefined) return <Skeleton rows={6} />;
  if (all.length === 0) return <Notice icon="done" title={words.noConflicts} text={words.noConflictsText} />;
  const open = all.filter(({ resolution }) => resolution === undefined);
  const isOpen = isWrittenHere(request);
  const titleOf = (id: unknown): string =>
    typeof id === "string" ? (titles.get(id)?.page.title ?? id) : words.top;
  return (
    <>
      <div className="conflicts-head">
        <p role="status" aria-live="assertive">
          {words.decided(all.length - open.length, all.length)}
          {open.length === 0 ? ` ${words.allDecided}` : ""}
        </p>
        {open.length === 0 && isOpen && within.permissions.merge ? (
          <MergeButton request={request} within={within} />
        ) : null}
      </div>
      <ol className="conflicts-list">
        {all.map((conflict) => (
          <li key={conflict.id}>
            <ConflictCard
              request={request}
              within={within}
              conflict={conflict}
              title={titleTo(conflict, titleOf)}
              titleOf={titleOf}
            />
          </li>
        ))}
      </ol>
    </>
  );
}

function titleTo({ page, key }: ChangeRequestConflict, titleOf: (id: unknown) => string): string {
  return page === undefined ? (key ?? "") : titleOf(page);
}
