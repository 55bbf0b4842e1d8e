/** What waits for whoever looks: reviews, conflicts, syncs that stand still, and drafts of theirs. */
import { Link } from "wouter";
import type { GitWaiting } from "../../../sdk/src/index.ts";
import type { WaitingThing } from "../../api/waiting.ts";
import { addressOf } from "../../routes.ts";
import { Icon } from "../../ui/Icon.tsx";
import { Time } from "../../ui/Time.tsx";
import { later } from "../../ui/later.tsx";
import { words } from "../../words.ts";

/** Its words are those of the screen of Git Sync. */
const Standstill = later(() => import("../git/Standstill.tsx"));

interface WaitingListProps {
  readonly all: readonly WaitingThing[];
  /** The id of the organization. */
  readonly organization: string;
}

export function WaitingList({ all, organization }: WaitingListProps) {
  if (all.length === 0) return null;
  return (
    <section aria-labelledby="waiting">
      <div className="part-head">
        <h2 id="waiting">{words.waiting}</h2>
        <Link className="button-quiet" href={addressOf("changes", { organization })}>
          {words.changeRequests}
        </Link>
      </div>
      <ul className="list">
        {all.map((one) => (
          <Row key={one.kind === "git" ? one.git.installation : one.kind + one.change.id} of={one} />
        ))}
      </ul>
    </section>
  );
}

function Row({ of }: { readonly of: WaitingThing }) {
  if (of.kind === "git") return <GitRow of={of.git} more={of.more} />;
  const { kind, change } = of;
  const { space, spaceTitle, number, subject, conflicts, createdBy, updatedAt } = change;
  const place = { space, number: String(number) };
  const name = createdBy?.displayName ?? "";
  const { review, draft } = words.waitsFor;
  return (
    <li className="list-row">
      <Link
        className="list-link"
        href={addressOf(kind === "conflicts" ? "changeConflicts" : "change", place)}
      >
        <Icon name={kind === "conflicts" ? "fault" : kind === "review" ? "comment" : "edit"} />
        <span className="cut">
          <span className="muted">#{number}</span> {subject || words.noSubject}
        </span>
      </Link>
      <span className="facts-line">
        <span>
          {kind === "review" ? review(name) : kind === "draft" ? draft : words.waitsFor.conflicts(conflicts)}
        </span>
        <span className="cut">{spaceTitle}</span>
        <Time at={updatedAt} say={words.updated} />
      </span>
    </li>
  );
}

/** What keeps a space or a site from being in step, with what may be pressed. */
function GitRow({ of, more }: { readonly of: GitWaiting; readonly more: number }) {
  const { title, urls } = of;
  return (
    <li className="list-row list-row-told">
      <Link className="list-link" href={new URL(urls.app).pathname}>
        <Icon name="fault" />
        <span className="cut">{title}</span>
      </Link>
      <Standstill of={of} more={more} />
    </li>
  );
}
