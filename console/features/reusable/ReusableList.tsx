/** The texts that several pages of a space share. */
import { useState } from "react";
import { Link, useLocation } from "wouter";
import { listReusableContents, listReusableContentsInChangeRequest } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { usePaged } from "../../api/paged.ts";
import { addressOf, type RouteParams } from "../../routes.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { Notice } from "../../ui/Notice.tsx";
import { Rows } from "../../ui/Rows.tsx";
import { Skeleton } from "../../ui/Skeleton.tsx";
import { partsWords } from "../../words/parts.ts";
import { type OwnPlace, useOwnPlace } from "../../app/ownPlace.tsx";
import { SpacePart } from "../../app/SpacePart.tsx";

export default function ReusableList({ space }: RouteParams<"reusables">) {
  const [isMaking, make] = useState(false);
  const place = useOwnPlace(space);
  return (
    <SpacePart
      space={space}
      part="reusables"
      place={place}
      actions={() =>
        place.mayWrite ? (
          <button type="button" className="button" onClick={() => make(true)}>
            {partsWords.newReusable}
          </button>
        ) : null
      }
    >
      {() => (
        <>
          {place.isKnown ? <List of={place} /> : <Skeleton />}
          <NewReusable isOpen={isMaking} close={() => make(false)} place={place} />
        </>
      )}
    </SpacePart>
  );
}

function List({ of: { space, number } }: { readonly of: OwnPlace }) {
  const list = usePaged(["space", space, "reusables", number ?? ""], () =>
    number === undefined
      ? listReusableContents(client, space, { limit: 100 })
      : listReusableContentsInChangeRequest(client, space, number, { limit: 100 }),
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
          <Link className="link" href={addressOf("reusable", { space, reusable: id })}>
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
  readonly place: OwnPlace;
}

function NewReusable({ isOpen, close, place }: NewReusableProps) {
  const [title, name] = useState("");
  const [, go] = useLocation();
  const create = async (): Promise<void> => {
    const { changes } = await place.write(partsWords.reusableSubject(title.trim()), [
      { operation: "insert_reusable_content", title: title.trim(), document: { markdown: "" } },
    ]);
    go(addressOf("reusable", { space: place.space, reusable: changes[0]?.reusableContent ?? "" }));
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
