/** E-mails to members that could not be sent: how many there are, and why. */
import {
  type FailedEmails as Failed,
  listMembersInOrganizationById,
  type MemberInvitation,
} from "../../../sdk/src/index.ts";
import { peopleOf } from "../../api/administration.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { Time } from "../../ui/Time.tsx";
import { peopleWords } from "../../words/people.ts";

/** The filter of those whom an e-mail could not reach. */
export const FAILED = { emails: "failed" } as const;

interface FailedEmailsProps {
  /** The organization's id. */
  readonly organization: string;
  /** Whether the list is of them alone. */
  readonly isShown: boolean;
  readonly show: (isShown: boolean) => void;
}

/** To how many people e-mail could not be sent, if any, and a way to see them. */
export function FailedEmails({ organization, isShown, show }: FailedEmailsProps) {
  const { count } = usePaged([...peopleOf(organization), "failed e-mails"], () =>
    listMembersInOrganizationById(client, organization, { ...FAILED, limit: 1 }),
  );
  if (count === 0 && !isShown) return null;
  return (
    <p className="wrong">
      {peopleWords.failedEmails(count)}{" "}
      <button type="button" className="button-quiet" onClick={() => show(!isShown)}>
        {isShown ? peopleWords.showEverybody : peopleWords.showFailed}
      </button>
    </p>
  );
}

/** What of one kind could not be sent to somebody, since when, and why. */
export function NotSent({ failed: { kind, count, lastFailedAt, error } }: { readonly failed: Failed }) {
  return (
    <span className="job-state">
      <span className="state" data-state="failed">
        {peopleWords.notSent[kind](count)}
      </span>
      <span className="muted">
        <Time at={lastFailedAt} say={(when) => peopleWords.whyNotSent(when, error)} />
      </span>
    </span>
  );
}

/** What keeps an invitation from reaching somebody. */
export function NotInvited({ invitation: { status, error } }: { readonly invitation: MemberInvitation }) {
  const isFailed = status === "failed";
  // One that is sent for the first time is no news.
  if (!isFailed && error === undefined) return null;
  return (
    <span className="job-state">
      <span className="state" data-state={isFailed ? "failed" : "queued"}>
        {isFailed ? peopleWords.notInvited : peopleWords.beingInvited}
      </span>
      {error === undefined ? null : (
        <span className="muted">{isFailed ? peopleWords.whyNotInvited(error) : error}</span>
      )}
    </span>
  );
}
