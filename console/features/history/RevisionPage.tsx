/** A page as a revision of its space has it, to be read, with the tree of that revision's pages. */
import { useQuery } from "@tanstack/react-query";
import { useMemo, useState } from "react";
import { Link, useLocation } from "wouter";
import type { Page, Space } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { pageOfRevision, revisionOf } from "../../api/parts.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Absent } from "../../ui/Notice.tsx";
import { later } from "../../ui/later.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { exactly, Time } from "../../ui/Time.tsx";
import { partsWords as words } from "../../words/parts.ts";
import { indexPages } from "../../app/pageIndex.ts";
import { PageTree } from "../structure/PageTree.tsx";
import { useOwnPlace } from "../../app/ownPlace.tsx";
import { useRevert } from "../changes/useRevert.ts";
import { ChangedSince } from "./ChangedSince.tsx";
import { pageBack } from "./pageBack.ts";
import { withNow } from "./sides.ts";

const Reading = later(() => import("../reading/Reading.tsx"));

export default function RevisionPage({ space, revision, page }: RouteParams<"revisionPage">) {
  const { data: it } = useNeeded(spaceOf(space));
  const { data: then } = useNeeded(revisionOf(space, revision));
  const { data: shown } = useNeeded(pageOfRevision(space, revision, page));
  const index = useMemo(() => (then === undefined ? undefined : indexPages(then.pages)), [then]);
  const hrefOf = (id: string): string => addressOf("revisionPage", { space, revision, page: id });
  const trail = [
    { title: it?.title ?? "", href: addressOf("space", { space }) },
    { title: words.history, href: addressOf("history", { space }) },
    {
      title: then === undefined ? words.revision : exactly(then.createdAt),
      href: addressOf("revision", { space, revision }),
    },
    { title: shown?.title ?? "", href: hrefOf(page) },
  ];
  return (
    <Frame
      title={shown?.title ?? words.revision}
      trail={trail}
      organization={it?.organization}
      side={
        <div className="side-body side-tree">
          {index === undefined ? (
            <Skeleton rows={8} />
          ) : (
            <PageTree index={index} current={page} hrefOf={hrefOf} label={words.pagesThen} />
          )}
        </div>
      }
    >
      {shown === null ? (
        <Absent />
      ) : it === undefined || index === undefined || then === undefined || shown === undefined ? (
        <div className="column">
          <Skeleton />
        </div>
      ) : (
        <>
          <AsItWas of={it} revision={revision} at={then.createdAt} page={shown} />
          <Reading
            key={page}
            page={shown}
            {...{ index, hrefOf }}
            space={it}
            number={undefined}
            user=""
            mayTalk={false}
          />
        </>
      )}
    </Frame>
  );
}

interface AsItWasProps {
  readonly of: Space;
  readonly revision: string;
  /** When it was made. */
  readonly at: string;
  readonly page: Page;
}

/** Says that this isn't the page as it is, with the ways to that and back to this. */
function AsItWas({ of, revision, at, page }: AsItWasProps) {
  const space = of.id;
  const own = useOwnPlace(space);
  const revert = useRevert(own);
  // What others write while one looks is unseen here: until that was told, only the page of before is replaced.
  const [seen, follow] = useState<string | undefined>(of.revision);
  const { data: now } = useQuery(pageOfRevision(space, seen ?? of.revision, page.id));
  const [, go] = useLocation();
  const [changed, tell] = useState<string | null>();
  return (
    <aside className="as-it-was" aria-label={words.revision}>
      <p>
        <Time at={at} say={words.asItWas} /> {own.proposes ? words.proposesBack : null}
      </p>
      <div className="actions">
        <Link className="button button-secondary" href={addressOf("page", { space, page: page.id })}>
          {words.asItIs}
        </Link>
        {own.mayWrite && page.type === "document" ? (
          <button
            type="button"
            className="button button-secondary"
            disabled={now === undefined}
            onClick={() =>
              void revert({
                change: pageBack(page.id, revision, now ?? null),
                done: words.restoredPage(page.title),
                subject: words.backSubject(page.title),
                changedSince: (number) => tell(number ?? null),
              }).then(() => follow(undefined))
            }
          >
            {words.restorePage}
          </button>
        ) : null}
      </div>
      <ChangedSince
        {...{ changed, space }}
        close={() => tell(undefined)}
        title={page.title}
        compare={() => go(withNow(space, page.id, revision))}
      />
    </aside>
  );
}
