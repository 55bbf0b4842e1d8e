/** A form that asks for a title, and makes what is called so. */
import { useState } from "react";
import { FormDialog } from "./Ask.tsx";
import { faultsOf } from "./faults.ts";
import { TextField } from "./Field.tsx";

interface TitleDialogProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly heading: string;
  readonly label: string;
  readonly help: string;
  readonly submit: string;
  /** Makes it, and goes there. What it throws is shown, and what was typed stays. */
  readonly make: (title: string) => Promise<void>;
}

export function TitleDialog({ isOpen, close, heading, label, help, submit, make }: TitleDialogProps) {
  const [title, type] = useState("");
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={heading}
      verb={submit}
      isReady={title.trim() !== ""}
      isDirty={title !== ""}
      forget={() => type("")}
      act={() => make(title.trim())}
    >
      {(error) => (
        <TextField label={label} help={help} error={faultIn(error)} value={title} set={type} required />
      )}
    </FormDialog>
  );
}

/** What is wrong with the title, of a thing or of a change that makes one. */
function faultIn(error: Error | undefined): string | undefined {
  const { of } = faultsOf(error, ["title"]);
  return of("title") ?? of("changes/0/title");
}
