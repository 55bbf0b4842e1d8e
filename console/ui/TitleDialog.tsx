/** A form that asks for a title, and makes what is called so. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useMutation } from "@tanstack/react-query";
import { useId, useState } from "react";
import { words } from "../words.ts";

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
  const helpId = useId();
  const making = useMutation({
    mutationFn: () => make(title.trim()),
    onSuccess: () => {
      type("");
      close();
    },
  });
  return (
    <Dialog className="dialog" open={isOpen} onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">{heading}</DialogHeading>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!making.isPending) making.mutate();
        }}
      >
        <label className="entry">
          {label}
          <input
            type="text"
            value={title}
            required
            autoComplete="off"
            aria-invalid={making.isError || undefined}
            aria-describedby={helpId}
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <p
          id={helpId}
          className={making.isError ? "wrong" : "help"}
          role={making.isError ? "alert" : undefined}
        >
          {making.error?.message ?? help}
        </p>
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.cancel}</DialogDismiss>
          <button type="submit" className="button" disabled={title.trim() === ""}>
            {submit}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
