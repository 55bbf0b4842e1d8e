/** A change request: what it is about, how it stands, and what it changes. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { ChangeRequest, SemanticChange } from "../../../sdk/src/index.ts";
import { changeRequest, changesOf, space as spaceOf } from "../../api/queries.ts";
import { Frame } from "../../app/Frame.tsx";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { words } from "../../words.ts";

export function Change({ space, number }: RouteParams<"change">) {
  const { data: within } = useQuery({ ...spaceOf(space), throwOnError: true });
  const { data: request } = useQuery({ ...changeRequest(space, number), throwOnError: true });
  const { data: found } = useQuery({ ...changesOf(space, number), throwOnError: true });
  const subject = request === undefined ? "" : request.subject || words.noSubject;
  const trail = [
    { title: within?.title ?? "", href: addressOf("space", { space }) },
    { title: `#${number}`, href: addressOf("change", { space, number }) },
  ];
  return (
    <Frame title={subject} trail={trail} organization={within?.organization}>
      <div className="column">
        <header className="head">
          <h1>{subject || "\u00a0"}</h1>
        </header>
        {request === undefined ? <Skeleton rows={2} /> : <State request={request} />}
        <h2>{words.changesTitle}</h2>
        {found === undefined ? (
          <Skeleton rows={3} />
        ) : found.changes.length === 0 ? (
          <p className="muted">{words.noChanges}</p>
        ) : (
          <ul className="list">
            {found.changes.map((change, place) => (
              <ChangeRow key={place} change={change} space={space} number={number} />
            ))}
          </ul>
        )}
        {found?.more === undefined || found.more === 0 ? null : (
          <p className="muted">{words.moreChanges(found.more)}</p>
        )}
      </div>
    </Frame>
  );
}

function State({ request }: { readonly request: ChangeRequest }) {
  const { status, conflicts, outdated, createdBy, createdAt, description } = request;
  return (
    <>
      <p className="lead facts-line">
        <span className="state" data-state={status}>
          {words.statuses[status]}
        </span>
        {conflicts === 0 ? null : <span className="wrong">{words.conflicts(conflicts)}</span>}
        {outdated ? <span>{words.outdated}</span> : null}
        <Time at={createdAt} say={(when) => words.byAuthor(createdBy?.displayName ?? "", when)} />
      </p>
      {description === undefined || description === "" ? null : <p className="lead">{description}</p>}
    </>
  );
}

interface ChangeRowProps {
  readonly change: SemanticChange;
  readonly space: string;
  readonly number: string;
}

function ChangeRow({ change, space, number }: ChangeRowProps) {
  const { type, page, file, reusableContent } = change;
  const title = page?.title ?? file?.name ?? reusableContent?.title ?? "";
  const kind = words.changeKinds[type];
  return (
    <li className="list-row">
      {page === undefined || type === "page_deleted" ? (
        <span className="list-link cut">{title || kind}</span>
      ) : (
        <Link className="list-link" href={addressOf("changedPage", { space, number, page: page.id })}>
          <span className="cut">{title}</span>
        </Link>
      )}
      <span className="facts-line">{kind}</span>
    </li>
  );
}
