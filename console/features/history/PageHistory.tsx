/** What was done to one page: its versions, how any two differ, and the way back to one, whole or block by block. */
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useEffect, useState } from "react";
import { useLocation } from "wouter";
import { listSpaceRevisions, type Page, type RevisionEntry, type Space } from "../../../sdk/src/index.ts";
import { useNeeded } from "../../api/needed.ts";
import { client } from "../../api/client.ts";
import { type ListSoFar, usePaged } from "../../api/paged.ts";
import { namesOf, pageOfRevision } from "../../api/parts.ts";
import { space as spaceOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { RowsEnd } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ago, Time } from "../../ui/Time.tsx";
import { partsWords as words } from "../../words/parts.ts";
import { Fields } from "../changes/Others.tsx";
import { useFilters } from "../changes/useFilters.ts";
import type { Part } from "../diff/compare.ts";
import { LazyDiff } from "../diff/LazyDiff.tsx";
import { FIRST_LOOK, Look } from "../diff/Look.tsx";
import { PageContext, useTextOf } from "../targets/page.ts";
import { ProposesBack, useOwnPlace } from "../../app/ownPlace.tsx";
import { changedFields, type Sides, sidesOf, type Version, withNow } from "./sides.ts";
import { useRevert } from "../changes/useRevert.ts";
import { ChangedSince } from "./ChangedSince.tsx";
import { pageBack } from "./pageBack.ts";

/** Versions in one part of the list. */
const PART = 30;

export default function PageHistory({ space, page }: RouteParams<"pageHistory">) {
  const { data: it } = useNeeded(spaceOf(space));
  const { data: now } = useQuery({
    ...pageOfRevision(space, it?.revision, page),
    enabled: it !== undefined,
    // What is chosen and asked on the screen stays while others write.
    placeholderData: (before) => (before?.id === page ? before : undefined),
  });
  const versions = usePaged(["space", space, "revisions", page], () =>
    listSpaceRevisions(client, space, { targetPage: page, limit: PART }),
  );
  const place = useOwnPlace(space);
  const title = now?.title ?? "";
  const trail = [
    { title: it?.title ?? "", href: addressOf("space", { space }) },
    { title, href: addressOf("page", { space, page }) },
    { title: words.history, href: addressOf("pageHistory", { space, page }) },
  ];
  return (
    <Frame title={title} trail={trail} organization={it?.organization}>
      <div className="column column-wide">
        <header className="head">
          <h1>
            {words.history} <span className="muted">{title}</span>
          </h1>
        </header>
        <ProposesBack place={place} />
        {versions.error !== null && versions.items === undefined ? (
          <Fault error={versions.error} again={versions.again} />
        ) : it === undefined || versions.items === undefined || now === undefined ? (
          <Skeleton rows={6} />
        ) : versions.items.length === 0 ? (
          <Notice icon="page" title={words.pageHistoryEmpty} text={words.pageHistoryEmptyText} />
        ) : (
          <Versions of={it} page={page} now={now} list={versions} items={versions.items} />
        )}
      </div>
    </Frame>
  );
}

interface VersionsProps {
  readonly of: Space;
  /** The id of the page. */
  readonly page: string;
  /** The page as it is; null where it is gone. */
  readonly now: Page | null;
  readonly list: ListSoFar<RevisionEntry>;
  readonly items: readonly RevisionEntry[];
}

function Versions({ of, page, now, list, items }: VersionsProps) {
  const [filters, set] = useFilters();
  const { data: names } = useQuery(namesOf(of.organization));
  const asked = filters.get("version") ?? "";
  const chosen = asked === "" ? items[0] : items.find(({ id }) => id === asked);
  const { hasMore, isReading, more } = list;
  const isSought = chosen === undefined && hasMore;
  useEffect(() => {
    if (isSought && !isReading) more();
  }, [isSought, isReading, more]);
  return (
    <div className="review">
      <nav className="review-list" aria-label={words.versions}>
        <ul>
          {items.map((entry) => (
            <li key={entry.id}>
              <button
                type="button"
                className="side-link version"
                aria-current={entry === chosen ? "true" : undefined}
                onClick={() => set("version", entry.id)}
              >
                <Time at={entry.createdAt} say={(when) => when} />
                <small className="muted cut">{saidOf(entry, names)}</small>
              </button>
            </li>
          ))}
        </ul>
        {hasMore ? <RowsEnd of={list} /> : null}
      </nav>
      <div className="review-text">
        {chosen !== undefined ? (
          <Compared of={of} page={page} now={now} chosen={chosen} items={items} />
        ) : isSought ? (
          <Skeleton rows={5} />
        ) : (
          <Notice icon="lost" title={words.noVersion} text={words.noVersionText} />
        )}
      </div>
    </div>
  );
}

/** Who made a version, and how. */
function saidOf(
  { type, createdBy, message, commit }: RevisionEntry,
  names: ReadonlyMap<string, string> | undefined,
): string {
  const types: Readonly<Record<string, string>> = words.revisionTypes;
  const what = message ?? commit?.message.split("\n", 1)[0] ?? types[type] ?? type;
  return [names?.get(createdBy ?? ""), what].filter(Boolean).join(" · ");
}

interface ComparedProps extends Omit<VersionsProps, "list"> {
  readonly chosen: RevisionEntry;
}

function Compared({ of, page, now, chosen, items }: ComparedProps) {
  const [filters, set] = useFilters();
  const [look, setLook] = useState(FIRST_LOOK);
  const [, go] = useLocation();
  const [changed, tellChanged] = useState<string | null>();
  const sides = sidesOf(chosen, filters.get("with"), { items, now: of.revision });
  const before = useQuery(pageOfRevision(of.id, sides.before, page));
  const after = useQuery(pageOfRevision(of.id, sides.after, page));
  const error = before.error ?? after.error;
  return (
    <>
      <div className="version-look">
        <label className="version-with">
          {words.compareWith}
          <select value={sides.with} onChange={(event) => set("with", event.target.value)}>
            <option value="before">{words.versionBefore}</option>
            <option value="now">{words.versionNow}</option>
            {items
              .filter((one) => one !== chosen)
              .map(({ id, createdAt }) => (
                <option key={id} value={id}>
                  {ago(createdAt)}
                </option>
              ))}
          </select>
        </label>
        <Look of={look} set={setLook} />
      </div>
      {before.data !== undefined && after.data !== undefined ? (
        <Difference
          {...{ of, page, now, chosen, sides, look }}
          before={before.data}
          after={after.data}
          changedSince={(number) => tellChanged(number ?? null)}
        />
      ) : error === null ? (
        <Skeleton rows={5} />
      ) : (
        <Fault error={error} again={() => void Promise.all([before.refetch(), after.refetch()])} />
      )}
      <ChangedSince
        changed={changed}
        space={of.id}
        close={() => tellChanged(undefined)}
        title={now?.title ?? ""}
        compare={() => go(withNow(of.id, page, chosen.id))}
      />
    </>
  );
}

interface DifferenceProps extends Pick<ComparedProps, "of" | "page" | "now" | "chosen"> {
  readonly sides: Sides;
  readonly look: typeof FIRST_LOOK;
  readonly before: Version;
  readonly after: Version;
  /** Called when the page wasn't brought back, since it is another by now. */
  readonly changedSince: (number: string | undefined) => void;
}

function Difference(props: DifferenceProps) {
  const { of, page, now, chosen, sides, look, before, after, changedSince } = props;
  const own = useOwnPlace(of.id);
  const revert = useRevert(own);
  const context = useTextOf(of.id, undefined);
  const version = sides.after === chosen.id ? after : before;
  const title = version?.title ?? now?.title ?? "";
  const mayRestore = own.mayWrite;
  // Not over what somebody has written meanwhile.
  const restorePage = (): void =>
    void revert({
      change: pageBack(page, chosen.id, now),
      done: words.restoredPage(title),
      subject: words.backSubject(title),
      isGone: now === null,
      changedSince,
    });
  const fields = before === null || after === null ? undefined : changedFields(before, after);
  // Blocks are brought back into the page as it is.
  const restoreFrom = mayRestore && before !== null && isSame(after, now) ? sides.before : undefined;
  const blockTool = ({ change, changeId, preview }: Part): ReactNode =>
    restoreFrom === undefined || change === undefined || changeId === undefined ? null : (
      <button
        type="button"
        className="button-quiet"
        aria-label={words.restoreBlockOf(preview)}
        onClick={() =>
          void revert({
            change: { operation: "revert_page", page, revision: restoreFrom, block: [changeId] },
            done: words.restoredBlock,
            subject: words.backSubject(title),
          })
        }
      >
        {words.restoreBlock}
      </button>
    );
  return (
    <article className="page-diff" aria-label={title}>
      <header className="page-diff-head">
        <h2>{title}</h2>
        {mayRestore && version !== null && !isSame(version, now) ? (
          <span className="page-diff-tools">
            <button type="button" className="button button-secondary" onClick={restorePage}>
              {words.restorePage}
            </button>
          </span>
        ) : null}
      </header>
      {before === null ? <p className="muted">{words.newVersion}</p> : null}
      {after === null ? <p className="muted">{words.goneVersion}</p> : null}
      {fields === undefined ? null : <Fields of={fields} />}
      {isSame(before, after) ? (
        <p className="muted">{words.sameVersion}</p>
      ) : (
        <PageContext value={context}>
          <LazyDiff
            {...look}
            before={before?.markdown ?? ""}
            after={after?.markdown ?? ""}
            tools={blockTool}
          />
        </PageContext>
      )}
    </article>
  );
}

/** Whether two versions have the same words and fields. */
const isSame = (one: Version, other: Version): boolean =>
  one !== null &&
  other !== null &&
  one.documentId === other.documentId &&
  changedFields(one, other) === undefined;
