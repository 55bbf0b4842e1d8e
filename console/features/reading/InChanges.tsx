/** The change requests that change the page that is read: a way to it as each has it. */
import { useQuery } from "@tanstack/react-query";
import { Link } from "wouter";
import type { Space } from "../../../sdk/src/index.ts";
import { changesOfPage } from "../../api/changes.ts";
import { addressOf } from "../../routes.ts";
import { words as general } from "../../words.ts";
import { reviewWords as words } from "../../words/review.ts";

export default function InChanges({ space, page }: { readonly space: Space; readonly page: string }) {
  // Where nobody proposes anything, nothing is asked.
  const isProposed = space.changeRequestsOpen + space.changeRequestsDraft > 0;
  const { data: requests = [] } = useQuery({ ...changesOfPage(space.id, page), enabled: isProposed });
  if (requests.length === 0) return null;
  return (
    <nav aria-label={words.inChanges}>
      <h2 className="side-label">{words.inChanges}</h2>
      <ol>
        {requests.map(({ id, number, subject }) => (
          <li key={id}>
            <Link href={addressOf("changedPage", { space: space.id, number: `${number}`, page })}>
              {subject || general.noSubject} <small className="muted">#{number}</small>
            </Link>
          </li>
        ))}
      </ol>
    </nav>
  );
}
