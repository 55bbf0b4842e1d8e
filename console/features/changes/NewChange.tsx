/** The form of a new change request. */
import { useState } from "react";
import { useLocation } from "wouter";
import { createChangeRequest } from "../../../sdk/src/index.ts";
import { useChanging } from "../../api/changes.ts";
import { client } from "../../api/client.ts";
import { addressOf } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { TextField } from "../../ui/Field.tsx";
import { reviewWords as words } from "../../words/review.ts";

interface NewChangeProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the space that it is for. */
  readonly space: string;
}

export function NewChange({ isOpen, close, space }: NewChangeProps) {
  const [subject, type] = useState("");
  const [, go] = useLocation();
  const changing = useChanging(space);
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={words.newChange}
      verb={words.createChange}
      isReady
      isDirty={subject !== ""}
      act={() => changing(() => createChangeRequest(client, space, { subject: subject.trim() }))}
      done={({ number }) => go(addressOf("change", { space, number: `${number}` }))}
      forget={() => type("")}
    >
      {(error) => (
        <TextField
          label={words.subject}
          help={words.newChangeHelp}
          error={faultsOf(error, ["subject"]).of("subject")}
          value={subject}
          set={type}
        />
      )}
    </FormDialog>
  );
}
