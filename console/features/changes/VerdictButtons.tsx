/** Saying oneself what a change request is like. It is apart from who is asked to: the differences need no list of people. */
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type ChangeRequestReview, submitChangeRequestReview } from "../../../sdk/src/index.ts";
import { reviewersOf, useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { useKeptText } from "../../api/keptText.ts";
import { user } from "../../api/queries.ts";
import { useKeys } from "../../app/keys.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { say } from "../../ui/toasts.ts";
import { reviewWords as words } from "../../words/review.ts";
import { contentTag } from "./contentTag.ts";
import { type ChangeProps, isOpenChange } from "./MergeBox.tsx";

type Verdict = ChangeRequestReview["status"];

/** Saying that it is right, or what is not; for who may review, and for who was asked to. */
export function VerdictButtons(props: ChangeProps) {
  const { request, within } = props;
  const [verdict, judge] = useState<Verdict>();
  const { data: who } = useQuery(user());
  const { data: asked = [] } = useQuery(reviewersOf(within.id, `${request.number}`));
  const mayReview = within.permissions.review || asked.some((one) => one.user.id === who?.id);
  const isShown = mayReview && isOpenChange(request.status);
  useKeys(isShown ? { a: () => judge("approved") } : {});
  if (!isShown) return null;
  return (
    <>
      <button type="button" className="button button-secondary" onClick={() => judge("approved")}>
        {words.approve}
      </button>
      <button type="button" className="button button-secondary" onClick={() => judge("changes-requested")}>
        {words.askForChanges}
      </button>
      <VerdictForm {...props} verdict={verdict} close={() => judge(undefined)} />
    </>
  );
}

interface VerdictFormProps extends ChangeProps {
  readonly verdict: Verdict | undefined;
  readonly close: () => void;
}

function VerdictForm({ request, within, verdict, close }: VerdictFormProps) {
  const [text, type] = useKeptText(`verdict ${request.id}`);
  const changing = useChanging(within.id);
  const status = verdict ?? "approved";
  const review = () =>
    submitChangeRequestReview(
      client,
      within.id,
      `${request.number}`,
      { status, ...(text.trim() === "" ? {} : { comment: { markdown: text } }) },
      { ifUnchanged: contentTag(request) },
    );
  return (
    <FormDialog
      isOpen={verdict !== undefined}
      close={close}
      title={words.verdictTitle[status]}
      verb={words.verdictTitle[status]}
      isReady
      isDirty={false}
      act={() => changing(review)}
      done={() => {
        type("");
        // Where the changes are looked at nothing else shows it.
        say({ text: words.verdictGiven[status] });
      }}
    >
      {(error) => (
        <>
          <p className="dialog-text">{words.verdictText[status]}</p>
          <TextField
            label={words.verdictComment}
            rows={4}
            value={text}
            set={type}
            error={faultsOf(error, ["comment"]).of("comment")}
          />
        </>
      )}
    </FormDialog>
  );
}
