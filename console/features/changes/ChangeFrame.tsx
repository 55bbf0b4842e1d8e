/** What the screens of one change request stand in: its subject, how it stands, and the ways between them. */
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { Link } from "wouter";
import type { ChangeRequest, Space } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { whatChanges } from "../../api/changes.ts";
import { changeRequest, pagesOf, space as spaceOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf } from "../../routes.ts";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { AreaTabs } from "../../ui/AreaTabs.tsx";
import { Time } from "../../ui/Time.tsx";
import { words as general } from "../../words.ts";
import { reviewWords as words } from "../../words/review.ts";
import { firstReadable, indexPages } from "../../app/pageIndex.ts";
import { typeAhead } from "../writing/typedAhead.ts";
import { changedThings } from "../../api/changedThings.ts";
import { isWrittenHere } from "./MergeBox.tsx";
import { Status } from "./Status.tsx";

const Preview = later(() => import("./Preview.tsx"));

interface ChangeFrameProps {
  readonly space: string;
  readonly number: string;
  readonly tab: "change" | "changeDiff" | "changeConflicts";
  /** Whether it takes the whole width. */
  readonly isWide?: boolean;
  readonly side?: ReactNode;
  readonly actions?: (request: ChangeRequest, within: Space) => ReactNode;
  readonly children: (request: ChangeRequest, within: Space) => ReactNode;
}

export function ChangeFrame({ space, number, tab, isWide, side, actions, children }: ChangeFrameProps) {
  const { data: within } = useNeeded(spaceOf(space));
  const { data: request } = useNeeded(changeRequest(space, number));
  const isKnown = request !== undefined && within !== undefined;
  const subject = request === undefined ? "" : request.subject || general.noSubject;
  const trail = [
    { title: within?.title ?? "", href: addressOf("space", { space }) },
    { title: words.changes, href: addressOf("spaceChanges", { space }) },
    { title: `#${number}`, href: addressOf("change", { space, number }) },
  ];
  return (
    <Frame title={subject} trail={trail} organization={within?.organization} side={side}>
      <div className={isWide === true ? "column column-wide" : "column"}>
        <header className="head change-head">
          <div>
            <h1>
              {subject || "\u00a0"} <span className="muted">#{number}</span>
            </h1>
            {request === undefined ? null : <Standing of={request} />}
          </div>
          {isKnown ? (
            <div className="actions">
              <Preview space={within} number={number} />
              <Pages of={request} within={within} />
              {actions?.(request, within)}
            </div>
          ) : null}
        </header>
        <Tabs space={space} number={number} tab={tab} conflicts={request?.conflicts ?? 0} />
        {isKnown ? children(request, within) : <Skeleton />}
      </div>
    </Frame>
  );
}

function Standing({
  of: { status, conflicts, outdated, createdBy, createdAt },
}: {
  readonly of: ChangeRequest;
}) {
  return (
    <p className="facts-line">
      <Status of={status} />
      {conflicts === 0 ? null : <span className="wrong">{words.conflicts(conflicts)}</span>}
      {outdated ? <span>{words.outdated}</span> : null}
      <Time at={createdAt} say={(when) => words.byAuthor(createdBy?.displayName ?? words.somebody, when)} />
    </p>
  );
}

/** The way to the pages as it has them, where those who may edit them do. */
function Pages({ of, within }: { readonly of: ChangeRequest; readonly within: Space }) {
  const number = `${of.number}`;
  const { data: pages } = useQuery(pagesOf(within.id, number));
  const { data: found } = useQuery(whatChanges(within.id, number));
  const changed = changedThings(found?.changes ?? []).pages.find(({ fates }) => !fates.includes("deleted"));
  const page = changed?.page ?? (pages && firstReadable(indexPages(pages)));
  if (page === undefined) return null;
  const mayEdit = within.permissions.edit && isWrittenHere(of);
  const href = addressOf("changedPage", { space: within.id, number, page });
  return (
    <Link
      className="button button-secondary"
      href={mayEdit ? `${href}?edit` : href}
      onClick={({ metaKey, ctrlKey, shiftKey }) => {
        // Not where it opens in another tab.
        if (mayEdit && !metaKey && !ctrlKey && !shiftKey) typeAhead(page);
      }}
    >
      {mayEdit ? words.edit : words.readPages}
    </Link>
  );
}

interface TabsProps extends Pick<ChangeFrameProps, "space" | "number" | "tab"> {
  readonly conflicts: number;
}

function Tabs({ space, number, tab, conflicts }: TabsProps) {
  const { data: found } = useQuery(whatChanges(space, number));
  const { pages, reusable } = changedThings(found?.changes ?? []);
  const titles = {
    change: words.overview,
    changeDiff: words.diff(pages.length + reusable.length),
    changeConflicts: words.conflictsTab(conflicts),
  };
  return (
    <AreaTabs
      label={words.parts}
      names={["change", "changeDiff", "changeConflicts"] as const}
      open={tab}
      titleOf={(name) => titles[name]}
      hrefOf={(name) => addressOf(name, { space, number })}
    />
  );
}
