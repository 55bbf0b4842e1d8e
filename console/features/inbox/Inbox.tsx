/** What somebody was told in person: the newest first, and one step from where it happened. */
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Link } from "wouter";
import {
  listNotificationsForAuthenticatedUser,
  markNotificationsRead,
  type Notification,
} from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { NOTIFICATIONS } from "../../api/notifications.ts";
import { usePaged } from "../../api/paged.ts";
import { Frame } from "../../app/Frame.tsx";
import { lastOrganization } from "../../app/lastOrganization.ts";
import { addressOf } from "../../routes.ts";
import { Icon, type LineIconName } from "../../ui/Icon.tsx";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { RowsEnd } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { Time } from "../../ui/Time.tsx";
import { inboxWords } from "../../words/inbox.ts";
import { type InboxRow, rowsOf } from "./rows.ts";

const ICONS: Readonly<Record<Notification["type"], LineIconName>> = {
  "review-requested": "change",
  reviewed: "done",
  comment: "comment",
  reply: "comment",
  mention: "person",
  merged: "change",
  "job-ended": "done",
  "git-standstill": "fault",
};

export default function Inbox() {
  const [isWhole, show] = useState(false);
  const read = useReading();
  const list = usePaged([...NOTIFICATIONS, isWhole ? "all" : "unread"], () =>
    listNotificationsForAuthenticatedUser(client, { limit: 50, ...(isWhole ? {} : { unread: true }) }),
  );
  const { items, error } = list;
  const hasUnread = items?.some(({ readAt }) => readAt === undefined) ?? false;
  return (
    <Frame
      title={inboxWords.title}
      trail={[{ title: inboxWords.title, href: addressOf("inbox", {}) }]}
      organization={lastOrganization()}
    >
      <div className="column">
        <header className="head">
          <h1>{inboxWords.title}</h1>
          <div className="actions">
            {hasUnread ? (
              <button type="button" className="button button-secondary" onClick={() => read(undefined)}>
                {inboxWords.readAll}
              </button>
            ) : null}
          </div>
        </header>
        <div className="switch inbox-which" role="group" aria-label={inboxWords.which}>
          {[false, true].map((whole) => (
            <button
              key={String(whole)}
              type="button"
              aria-pressed={isWhole === whole}
              onClick={() => show(whole)}
            >
              {whole ? inboxWords.all : inboxWords.unread}
            </button>
          ))}
        </div>
        {items === undefined ? (
          error === null ? (
            <Skeleton rows={6} />
          ) : (
            <Fault error={error} again={list.again} />
          )
        ) : items.length === 0 ? (
          <Notice icon="inbox" title={inboxWords.nothing} text={inboxWords.nothingText} />
        ) : (
          <>
            <ul className="inbox">
              {rowsOf(items).map((row) => (
                <Row key={row[0].id} row={row} read={() => read(row.map(({ id }) => id))} />
              ))}
            </ul>
            <RowsEnd of={list} />
          </>
        )}
      </div>
    </Frame>
  );
}

function Row({ row, read }: { readonly row: InboxRow; readonly read: () => void }) {
  const { type, actor, changeRequest, space, site, job, readAt, createdAt, urls } = row[0];
  const { title } = space ?? site ?? { title: undefined };
  const isUnread = readAt === undefined;
  const about =
    changeRequest === undefined
      ? [title, job === undefined ? undefined : inboxWords.jobs[job.kind]]
      : [`#${changeRequest.number} ${changeRequest.subject || inboxWords.noSubject}`, title];
  const { pathname } = new URL(urls.app);
  return (
    <li>
      <Link
        className="inbox-row"
        href={pathname}
        data-unread={isUnread || undefined}
        onClick={() => (isUnread ? read() : undefined)}
      >
        <span className="inbox-icon">
          <Icon name={ICONS[type]} />
        </span>
        <span className="inbox-text">
          <span className="inbox-what">
            {isUnread ? <span className="visually-hidden">{inboxWords.isUnread}: </span> : null}
            {inboxWords.told[type](actor?.displayName ?? inboxWords.nobody)}
            {row.length === 1 ? null : ` ${inboxWords.times(row.length)}`}
          </span>
          <span className="inbox-about">{about.filter((part) => part !== undefined).join(" · ")}</span>
        </span>
        <span className="inbox-when">
          <Time at={createdAt} say={(when) => when} />
        </span>
      </Link>
    </li>
  );
}

/** Marks some as read, or all. It shows at once, and what was not noted shows again as it is. */
function useReading(): (ids: readonly string[] | undefined) => void {
  const queries = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: (ids: readonly string[] | undefined) =>
      markNotificationsRead(client, ids === undefined ? {} : { notifications: [...ids] }),
    onSettled: () => queries.invalidateQueries({ queryKey: NOTIFICATIONS }),
  });
  return mutate;
}
