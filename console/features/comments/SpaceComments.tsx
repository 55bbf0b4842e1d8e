/** What is said about the pages of a space, all of it: open first, and what was resolved. */
import { listCommentsInSpace } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { Fault, Notice } from "../../ui/Notice.tsx";
import { RowsEnd } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { partsWords as words } from "../../words/parts.ts";
import { ChangeFilter } from "../changes/ChangeFilter.tsx";
import { Thread } from "../talk/Thread.tsx";
import { useFilters } from "../changes/useFilters.ts";
import { SpacePart } from "../../app/SpacePart.tsx";
import { Link } from "wouter";

const STATES = ["open", "resolved", "all"] as const;

export default function SpaceComments({ space }: RouteParams<"spaceComments">) {
  const [filters, set] = useFilters();
  const status = STATES.find((one) => one === filters.get("status")) ?? "open";
  const of = usePaged(["space", space, "comments", "all pages", status], () =>
    listCommentsInSpace(client, space, { limit: 20, status }),
  );
  return (
    <SpacePart space={space} part="spaceComments">
      {() => (
        <>
          <div className="filters">
            <ChangeFilter
              label={words.commentState}
              value={status}
              set={(value) => set("status", value === "open" ? "" : value)}
              choices={STATES.map((one) => [one, words.commentStates[one]] as const)}
            />
          </div>
          {of.items === undefined ? (
            of.error === null ? (
              <Skeleton />
            ) : (
              <Fault error={of.error} again={of.again} />
            )
          ) : of.items.length === 0 ? (
            <Notice icon="comment" title={words.noComments[status]} text={words.noCommentsText} />
          ) : (
            <>
              <ul className="threads">
                {of.items.map((comment) => (
                  <li key={comment.id}>
                    {comment.target.page === undefined ? null : (
                      <Link
                        className="link thread-page"
                        href={addressOf("page", { space, page: comment.target.page.id })}
                      >
                        {comment.target.page.title}
                      </Link>
                    )}
                    <Thread place={{ space, number: undefined }} comment={comment} isAlone />
                  </li>
                ))}
              </ul>
              <RowsEnd of={of} />
            </>
          )}
        </>
      )}
    </SpacePart>
  );
}
