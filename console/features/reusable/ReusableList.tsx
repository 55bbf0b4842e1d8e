/** The texts that several pages of a space share. */
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { useQueryClient } from "@tanstack/react-query";
import { listReusableContents, type Space } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { writeContent } from "../../api/content.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { partsWords } from "../../words/parts.ts";
import { mayWriteParts } from "../../app/mayWriteParts.ts";
import { SpacePart } from "../../app/SpacePart.tsx";

export default function ReusableList({ space }: RouteParams<"reusables">) {
  const [isMaking, make] = useState(false);
  return (
    <SpacePart
      space={space}
      part="reusables"
      actions={(it) =>
        mayWriteParts(it) ? (
          <button type="button" className="button" onClick={() => make(true)}>
            {partsWords.newReusable}
          </button>
        ) : null
      }
    >
      {(it) => (
        <>
          <List of={it} />
          <NewReusable isOpen={isMaking} close={() => make(false)} space={space} />
        </>
      )}
    </SpacePart>
  );
}

function List({ of }: { readonly of: Space }) {
  const list = usePaged(["space", of.id, "reusables"], () =>
    listReusableContents(client, of.id, { limit: 100 }),
  );
  return (
    <Rows
      of={list}
      label={partsWords.reusable}
      heads={[partsWords.title]}
      keyOf={({ id }) => id}
      empty={<Notice icon="copy" title={partsWords.noReusable} text={partsWords.noReusableText} />}
      row={({ id, title }) => (
        <td>
          <Link className="link" href={addressOf("reusable", { space: of.id, reusable: id })}>
            {title}
          </Link>
        </td>
      )}
    />
  );
}

interface NewReusableProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  readonly space: string;
}

function NewReusable({ isOpen, close, space }: NewReusableProps) {
  const [title, name] = useState("");
  const [, go] = useLocation();
  const cache = useQueryClient();
  const create = async (): Promise<void> => {
    const { changes } = await writeContent({ space, number: undefined }, [
      { operation: "insert_reusable_content", title: title.trim(), document: { markdown: "" } },
    ]);
    await cache.invalidateQueries({ queryKey: ["space", space, "reusables"] });
    go(addressOf("reusable", { space, reusable: changes[0]?.reusableContent ?? "" }));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={partsWords.newReusable}
      verb={partsWords.create}
      isReady={title.trim() !== ""}
      isDirty={title !== ""}
      act={create}
      forget={() => name("")}
    >
      {() => <TextField label={partsWords.title} value={title} set={name} required />}
    </FormDialog>
  );
}
