/** What both sides have changed, or what may not come in, and where that is decided. */
import { useQuery } from "@tanstack/react-query";
import type { GitChoice, GitSyncStatus } from "../../../sdk/src/index.ts";
import { pagesOf } from "../../api/queries.ts";
import { Card } from "../../ui/Card.tsx";
import { Icon } from "../../ui/Icon.tsx";
import { gitWords } from "../../words/git.ts";
import { indexPages } from "../../app/pageIndex.ts";
import { ChoiceButtons } from "./ChoiceButtons.tsx";
import { RequestLink } from "./RequestLink.tsx";

interface HeldProps {
  readonly held: GitSyncStatus["held"];
  readonly space: string;
  /** Undefined: something else is to be decided first. */
  readonly decide: ((choice: GitChoice) => () => void) | undefined;
  readonly isBusy: boolean;
}

/** What stays as it is on either side; all that both have changed is decided in its change request, or here at once. */
export function Held({ held, space, decide, isBusy }: HeldProps) {
  const { data: pages } = useQuery(pagesOf(space, undefined));
  const index = pages === undefined ? undefined : indexPages(pages);
  const isDecided = held.some(({ reason }) => reason === "both");
  return (
    <Card title={gitWords.held} text={gitWords.heldText}>
      <ul className="list">
        {held.map(({ kind, id, changeRequest: request, reason }) => (
          <li key={`${kind} ${id}`} className="list-row">
            <RequestLink space={space} request={request}>
              <Icon name={kind === "page" ? "page" : "record"} />
              <span className="cut">{index?.entries.get(id)?.page.title ?? id}</span>
            </RequestLink>
            <span className="facts-line">
              {reason === "both" ? gitWords.heldKinds[kind] : gitWords.heldReasons[reason]}
            </span>
          </li>
        ))}
      </ul>
      {decide === undefined || !isDecided ? null : (
        <>
          <p className="card-text">{gitWords.decideText}</p>
          <ChoiceButtons
            of={HELD_CHOICES}
            wordOf={(choice) => gitWords.choices[choice]}
            choose={(choice) => decide(choice)()}
            isBusy={isBusy}
          />
        </>
      )}
    </Card>
  );
}

/** Whose word counts. */
const HELD_CHOICES = ["git", "lectern"] as const;
