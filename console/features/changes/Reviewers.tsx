/** Who was asked to look at a change request, and what they said. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import {
  type ChangeRequestReview,
  removeRequestedReviewerFromChangeRequest,
  requestReviewersForChangeRequest,
  type User,
} from "../../../sdk/src/index.ts";
import { reviewersOf, reviewsOf, useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { sayNotDone } from "../../ui/toasts.ts";
import { useBeginning } from "../../app/beginning.ts";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { reviewWords as words } from "../../words/review.ts";
import { ChoosePerson } from "../people/ChoosePerson.tsx";
import { type ChangeProps, isOpenChange } from "./MergeBox.tsx";
import { VerdictButtons } from "./VerdictButtons.tsx";

/** Somebody who was asked or who has reviewed, with the last that they said. */
interface Reviewer {
  readonly user: User;
  readonly isAsked: boolean;
  readonly review: ChangeRequestReview | undefined;
}

function useReviewers({ request, within }: ChangeProps): readonly Reviewer[] {
  const number = `${request.number}`;
  const { data: asked = [] } = useQuery(reviewersOf(within.id, number));
  const { data: reviews = [] } = useQuery(reviewsOf(within.id, number));
  const last = new Map(reviews.filter(({ outdated }) => !outdated).map((one) => [one.reviewer.id, one]));
  const isAsked = new Set(asked.map((one) => one.user.id));
  const others = [...last.values()].filter(({ reviewer }) => !isAsked.has(reviewer.id));
  return [
    ...asked.map((one) => ({ user: one.user, isAsked: true, review: last.get(one.user.id) })),
    ...others.map((review) => ({ user: review.reviewer, isAsked: false, review })),
  ];
}

export function Reviewers(props: ChangeProps) {
  const { request, within } = props;
  const [isAsking, ask] = useState(false);
  const reviewers = useReviewers(props);
  const changing = useChanging(within.id);
  const mayAsk = within.permissions.edit && isOpenChange(request.status);
  useBeginning(["review"], mayAsk ? () => ask(true) : undefined);
  const at = [within.id, `${request.number}`] as const;
  const askAgain = (id: string) =>
    void changing(() => requestReviewersForChangeRequest(client, ...at, { users: [id] })).catch(sayNotDone);
  const takeBack = (id: string) =>
    void changing(() => removeRequestedReviewerFromChangeRequest(client, ...at, id)).catch(sayNotDone);
  return (
    <section className="rail-card" aria-label={words.reviewers}>
      <h2 className="side-label">{words.reviewers}</h2>
      {reviewers.length === 0 ? <p className="muted">{words.noReviewers}</p> : null}
      <ul className="reviewers">
        {reviewers.map(({ user: one, isAsked, review }) => (
          <li key={one.id}>
            <span className="avatar" aria-hidden="true">
              {[...one.displayName][0]}
            </span>
            <span className="reviewer">
              <span className="cut">{one.displayName}</span>
              <span className="verdict" data-verdict={review?.status ?? "waiting"}>
                {words.verdicts[review?.status ?? "waiting"]}
                {review === undefined || review.revision === request.revision ? null : (
                  <small className="muted"> {words.olderVerdict}</small>
                )}
              </span>
            </span>
            {mayAsk ? (
              <RowMenu
                name={one.displayName}
                items={[
                  { title: words.askAgain, act: () => askAgain(one.id) },
                  isAsked && { title: words.takeBack(one.displayName), act: () => takeBack(one.id) },
                ]}
              />
            ) : null}
          </li>
        ))}
      </ul>
      <div className="rail-actions">
        {mayAsk ? (
          <button type="button" className="button button-secondary" onClick={() => ask(true)}>
            {words.askForReview}
          </button>
        ) : null}
        <VerdictButtons {...props} />
      </div>
      <AskReviewer {...props} isOpen={isAsking} close={() => ask(false)} />
    </section>
  );
}

function AskReviewer({ request, within, isOpen: isShown, close }: ChangeProps & DialogState) {
  const [chosen, choose] = useState<User>();
  const changing = useChanging(within.id);
  return (
    <FormDialog
      isOpen={isShown}
      close={close}
      title={words.askTitle}
      verb={words.ask}
      isReady={chosen !== undefined}
      isDirty={false}
      act={() =>
        changing(() =>
          requestReviewersForChangeRequest(client, within.id, `${request.number}`, {
            users: chosen === undefined ? [] : [chosen.id],
          }),
        )
      }
      done={() => choose(undefined)}
    >
      {(error) => (
        <ChoosePerson
          organization={within.organization}
          chosen={chosen}
          choose={choose}
          error={faultsOf(error, ["users"]).of("users")}
        />
      )}
    </FormDialog>
  );
}

interface DialogState {
  readonly isOpen: boolean;
  readonly close: () => void;
}
