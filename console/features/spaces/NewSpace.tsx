/** The form of a new space. */
import { Dialog, DialogDismiss, DialogHeading } from "@ariakit/react/dialog";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { createSpace } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { addressOf } from "../../routes.ts";
import { words } from "../../words.ts";

export interface NewSpaceProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the organization that it is made in. */
  readonly organization: string;
}

export default function NewSpace({ isOpen, close, organization }: NewSpaceProps) {
  const [title, type] = useState("");
  const [, go] = useLocation();
  const cache = useQueryClient();
  const making = useMutation({
    mutationFn: () => createSpace(client, organization, { title: title.trim() }),
    onSuccess: ({ id }) => {
      void cache.invalidateQueries({ queryKey: ["organization", organization] });
      type("");
      close();
      go(addressOf("space", { space: id }));
    },
  });
  return (
    <Dialog className="dialog" open={isOpen} onClose={close} backdrop={<div className="backdrop" />}>
      <DialogHeading className="dialog-title">{words.newSpace}</DialogHeading>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (!making.isPending) making.mutate();
        }}
      >
        <label className="entry">
          {words.spaceTitle}
          <input
            type="text"
            value={title}
            required
            autoComplete="off"
            aria-invalid={making.isError || undefined}
            aria-describedby="space-title-help"
            onChange={(event) => type(event.target.value)}
          />
        </label>
        <p
          id="space-title-help"
          className={making.isError ? "wrong" : "help"}
          role={making.isError ? "alert" : undefined}
        >
          {making.error?.message ?? words.spaceTitleHelp}
        </p>
        <div className="actions">
          <DialogDismiss className="button button-secondary">{words.cancel}</DialogDismiss>
          <button type="submit" className="button" disabled={title.trim() === ""}>
            {words.createSpace}
          </button>
        </div>
      </form>
    </Dialog>
  );
}
