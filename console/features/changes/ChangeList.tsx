/** Change requests in a table: what each is about, how it stands, and when it changed last. */
import { Link } from "wouter";
import type { ChangeRequest } from "../../../sdk/src/index.ts";
import type { ListSoFar } from "../../api/paged.ts";
import { addressOf } from "../../routes.ts";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Time } from "../../ui/Time.tsx";
import { words as general } from "../../words.ts";
import { reviewWords as words } from "../../words/review.ts";
import { Status } from "./Status.tsx";

export interface ListedChange extends ChangeRequest {
  /** Of a list over several. */
  readonly spaceTitle?: string;
}

interface ChangeListProps {
  readonly of: ListSoFar<ListedChange>;
  readonly isFiltered: boolean;
  /** Whether they are of several spaces. */
  readonly hasSpaces: boolean;
}

export function ChangeList({ of, isFiltered, hasSpaces }: ChangeListProps) {
  const { subject, space, status, changed } = words.heads;
  return (
    <Rows
      of={of}
      label={words.changes}
      heads={hasSpaces ? [subject, space, status, changed] : [subject, status, changed]}
      isFiltered={isFiltered}
      keyOf={({ id }) => id}
      row={(it) => (
        <>
          <th scope="row">
            <Link
              className="row-name"
              href={addressOf("change", { space: it.space, number: `${it.number}` })}
            >
              {it.subject || general.noSubject}
            </Link>
            <small className="row-more">
              {`#${it.number} · `}
              {it.createdBy?.displayName ?? words.somebody}
              {it.conflicts === 0 ? null : <span className="wrong"> · {words.conflicts(it.conflicts)}</span>}
            </small>
          </th>
          {hasSpaces ? (
            <td>
              <Link href={addressOf("spaceChanges", { space: it.space })}>{it.spaceTitle}</Link>
            </td>
          ) : null}
          <td>
            <Status of={it.status} />
          </td>
          <td>
            <Time at={it.updatedAt} say={(when) => when} />
          </td>
        </>
      )}
      empty={<Notice icon="change" title={words.noneYet} text={words.noneYetText} />}
    />
  );
}
