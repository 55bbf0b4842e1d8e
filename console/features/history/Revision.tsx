/** A revision of a space: what it changed, or how it differs from the space as it is, and the way back to it. */
import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link, useLocation, useSearch } from "wouter";
import {
  listSpaceRevisions,
  restoreRevision,
  type RevisionEntry,
  type SemanticChange,
  type Space,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { markdownOf, namesOf, pageOfRevision, revisionChanges } from "../../api/parts.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Ask } from "../../ui/Ask.tsx";
import { later } from "../../ui/later.tsx";
import { Fault } from "../../ui/Notice.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { ago, exactly, Time } from "../../ui/Time.tsx";
import { say, sayNotDone } from "../../ui/toasts.ts";
import { words } from "../../words.ts";
import { partsWords } from "../../words/parts.ts";
import { LazyDiff } from "../diff/LazyDiff.tsx";
import { PageContext, useTextOf } from "../targets/page.ts";
import { mayWriteParts } from "../../app/mayWriteParts.ts";
import { type OwnPlace, ProposesBack, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";
import { type Reversion, useRevert } from "../changes/useRevert.ts";
import { ChangedSince } from "./ChangedSince.tsx";
import { pageBack } from "./pageBack.ts";
import { withNow } from "./sides.ts";

type RevisionParams = RouteParams<"revision">;

/** What `with` is in the address where a revision is compared with the space as it is. */
const NOW = "now";

/** Is in the address where a revision shows a pull request that is not merged. */
const PROPOSED = "proposed";

const RevisionPreview = later(() => import("../changes/RevisionPreview.tsx"));

export default function Revision({ space, revision }: RevisionParams) {
  const [isAsking, ask] = useState(false);
  const [, go] = useLocation();
  const cache = useQueryClient();
  const href = addressOf("revision", { space, revision });
  const asked = new URLSearchParams(useSearch());
  const compared = asked.get("with") ?? "";
  // What a pull request would say is merged where it is written.
  const isProposed = asked.has(PROPOSED);
  const { items = [] } = useEntries(space);
  const entry = items.find(({ id }) => id === revision);
  const restore = async (): Promise<void> => {
    await restoreRevision(client, space, revision);
    await cache.invalidateQueries({ queryKey: ["space", space] });
    say({ text: partsWords.restored });
    go(addressOf("history", { space }));
  };
  return (
    <SpacePart
      space={space}
      part="history"
      inside={{ title: entry === undefined ? words.revision : titleOf(entry), href }}
      actions={(it) => (
        <>
          <RevisionPreview space={it} revision={revision} />
          {mayWriteParts(it) && !isProposed ? (
            <button type="button" className="button button-secondary" onClick={() => ask(true)}>
              {partsWords.restoreSpace}
            </button>
          ) : null}
        </>
      )}
    >
      {(it) => (
        <>
          <Comparing of={it} revision={revision} compared={compared} />
          <Changes of={it} revision={revision} compared={compared} isProposed={isProposed} />
          <Ask
            isOpen={isAsking}
            close={() => ask(false)}
            title={partsWords.restoreSpaceAsk}
            verb={partsWords.restore}
            act={restore}
          >
            <p>{partsWords.restoreSpaceText}</p>
          </Ask>
        </>
      )}
    </SpacePart>
  );
}

/** What was done, and when. */
function titleOf({ type, createdAt }: RevisionEntry): string {
  const types: Readonly<Record<string, string>> = partsWords.revisionTypes;
  return partsWords.revisionOf(types[type] ?? type, exactly(createdAt));
}

interface ChangesProps {
  readonly of: Space;
  readonly revision: string;
  /** What it is compared with: `now`, another revision, or "" for the one before it. */
  readonly compared: string;
}

/** More are found in the history. */
const MOST_OFFERED = 50;

/** The newest revisions of a space. */
const useEntries = (space: string) =>
  usePaged(["space", space, "revisions", "to compare"], () =>
    listSpaceRevisions(client, space, { limit: MOST_OFFERED }),
  );

/** What an address asks for, with another revision to compare with; "": the one before. */
function searchWith(search: string, compared: string): string {
  const asked = new URLSearchParams(search);
  if (compared === "") asked.delete("with");
  else asked.set("with", compared);
  const all = asked.toString();
  return all === "" ? "" : `?${all}`;
}

/** Chooses what a revision is compared with: any other one. */
function Comparing({ of, revision, compared }: ChangesProps) {
  const [, go] = useLocation();
  const search = useSearch();
  const { items = [] } = useEntries(of.id);
  const { data: names } = useQuery(namesOf(of.organization));
  const entry = items.find(({ id }) => id === revision);
  const others = items.filter(({ id }) => id !== revision);
  const href = addressOf("revision", { space: of.id, revision });
  return (
    <div className="filters">
      {entry === undefined ? null : (
        <Time
          at={entry.createdAt}
          say={(when) => partsWords.madeBy(names?.get(entry.createdBy ?? "") ?? "", when)}
        />
      )}
      <label className="version-with">
        {partsWords.comparedWith}
        <select
          value={compared}
          onChange={({ target: { value } }) => go(`${href}${searchWith(search, value)}`)}
        >
          <option value="">{partsWords.theOneBefore}</option>
          <option value={NOW}>{partsWords.theSpaceNow}</option>
          {compared === "" || compared === NOW || others.some(({ id }) => id === compared) ? null : (
            <option value={compared}>{partsWords.anotherRevision}</option>
          )}
          {others.map(({ id, createdAt, message }) => (
            <option key={id} value={id}>
              {[ago(createdAt), message].filter(Boolean).join(" · ")}
            </option>
          ))}
        </select>
      </label>
    </div>
  );
}

function Changes({
  of,
  revision,
  compared,
  isProposed,
}: ChangesProps & {
  /** Whether it is a pull request's, and no revision to bring anything back to. */
  readonly isProposed: boolean;
}) {
  const isWithNow = compared === NOW;
  const place = useOwnPlace(of.id);
  // The space as it is stands on the right: what came since is what is new.
  const [after, before] = isWithNow
    ? [of.revision, revision]
    : [revision, compared === "" ? undefined : compared];
  const { data, error, refetch } = useQuery(revisionChanges(of.id, after, before));
  const [, go] = useLocation();
  const [other, tell] = useState<OtherPage>();
  // It stays while what is shown is read again.
  const told = (
    <ChangedSince
      space={of.id}
      changed={other?.number}
      close={() => tell(undefined)}
      title={other?.title ?? ""}
      compare={() => (other === undefined ? undefined : go(withNow(of.id, other.page, revision)))}
    />
  );
  if (data === undefined)
    return (
      <>
        {error === null ? <Skeleton /> : <Fault error={error} again={() => void refetch()} />}
        {told}
      </>
    );
  return (
    <>
      {data.changes.length === 0 ? <p className="nothing">{partsWords.nothingChanged}</p> : null}
      {data.changes.length > 0 && isWithNow && !isProposed ? <ProposesBack place={place} /> : null}
      {data.changes.map((change, at) => (
        <Change
          key={at}
          {...{ change, of, place }}
          restoreTo={isWithNow && !isProposed ? revision : undefined}
          revision={revision}
          changedSince={tell}
        />
      ))}
      {data.more === undefined ? null : <p className="muted">{partsWords.more(data.more)}</p>}
      {told}
    </>
  );
}

/** A page that wasn't brought back, since it is another than the one that was shown. */
interface OtherPage {
  /** Its id. */
  readonly page: string;
  readonly title: string;
  /** Of the change request that has it so; null: the space has. */
  readonly number: string | null;
}

interface ChangeProps {
  readonly change: SemanticChange;
  readonly of: Space;
  readonly place: OwnPlace;
  /** The one that is looked at. */
  readonly revision: string;
  /** The revision that a page can be brought back to from here. */
  readonly restoreTo: string | undefined;
  readonly changedSince: (page: OtherPage) => void;
}

interface BeforeAndAfter {
  readonly before?: unknown;
  readonly after?: unknown;
}

function Change({ change, of, place, revision, restoreTo, changedSince }: ChangeProps) {
  const { type, page, file, reusableContent, attributes = {}, tag, variables = {} } = change;
  const title = page?.title ?? file?.name ?? reusableContent?.title ?? tag?.label ?? "";
  const { document, ...fields } = attributes as Readonly<Record<string, BeforeAndAfter>>;
  const names = [...Object.keys(fields), ...Object.keys(variables)];
  const mayRestore = !type.endsWith("_created") && place.mayWrite;
  const isReadable = page !== undefined && type !== "page_deleted";
  const back = mayRestore ? wayBack(change, restoreTo) : undefined;
  return (
    <details className="part-change" open>
      <summary>
        <strong className="cut">{title || partsWords.changeKinds[type]}</strong>
        {title === "" ? null : <span className="facts-line">{partsWords.changeKinds[type]}</span>}
      </summary>
      {names.length === 0 ? null : <p className="muted">{partsWords.fieldsChanged(names.join(", "))}</p>}
      {document === undefined ? null : <Texts space={of.id} {...document} />}
      {isReadable || back !== undefined ? (
        <div className="card-acts">
          {isReadable ? (
            <Link
              className="button button-secondary"
              href={addressOf("revisionPage", { space: of.id, revision, page: page.id })}
            >
              {partsWords.readThen}
            </Link>
          ) : null}
          {back === undefined ? null : <RestoreOne {...{ of, place, title, changedSince }} change={back} />}
        </div>
      ) : null}
    </details>
  );
}

/** What brings a page or a file back to how a revision has it. */
function wayBack({ page, file }: SemanticChange, revision: string | undefined): Reversion | undefined {
  if (revision === undefined) return undefined;
  if (page !== undefined) return { operation: "revert_page", page: page.id, revision };
  return file && { operation: "revert_file", file: file.id, revision };
}

function Texts({ space, before, after }: BeforeAndAfter & { readonly space: string }) {
  const idOf = (side: unknown) => (typeof side === "string" ? side : undefined);
  const { data: old } = useQuery(markdownOf(space, idOf(before)));
  const { data: text } = useQuery(markdownOf(space, idOf(after)));
  const context = useTextOf(space, undefined);
  if (old === undefined || text === undefined) return <Skeleton rows={3} />;
  return (
    <PageContext value={context}>
      <LazyDiff before={old} after={text} mode="rendered" />
    </PageContext>
  );
}

interface RestoreOneProps extends Pick<ChangeProps, "of" | "place" | "changedSince"> {
  readonly change: Reversion;
  readonly title: string;
}

/** Brings a page or a file back to how the revision has it; a page only in the place of the one that is shown. */
function RestoreOne({ of, place, change, title, changedSince }: RestoreOneProps) {
  const cache = useQueryClient();
  const revert = useRevert(place);
  const restore = async (): Promise<void> => {
    const said = { done: partsWords.restoredPage(title), subject: partsWords.backSubject(title) };
    if (change.operation === "revert_file" || change.revision === undefined)
      return revert({ change, ...said });
    const { page, revision } = change;
    const now = await cache.fetchQuery(pageOfRevision(of.id, of.revision, page));
    return revert({
      change: pageBack(page, revision, now),
      ...said,
      isGone: now === null,
      changedSince: (number) => changedSince({ page, title, number: number ?? null }),
    });
  };
  return (
    <button
      type="button"
      className="button button-secondary"
      onClick={() => void restore().catch(sayNotDone)}
    >
      {change.operation === "revert_page" ? partsWords.restorePage : partsWords.restoreFile}
    </button>
  );
}
