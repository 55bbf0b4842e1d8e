/** What may be done to a collection: its name, its place, and its end. */
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useLocation } from "wouter";
import { type Collection, deleteCollectionById, updateCollectionById } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { collection as collectionOf } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { Ask, FormDialog } from "../../ui/Ask.tsx";
import { TextField } from "../../ui/Field.tsx";
import { faultsOf } from "../../ui/faults.ts";
import { RowMenu } from "../../ui/RowMenu.tsx";
import { words } from "../../words.ts";
import { collectionWords } from "../../words/collections.ts";
import { MoveContent } from "./MoveContent.tsx";
import { sayDeleted, useRestoring } from "../trash/useRestoring.ts";

interface CollectionProps {
  readonly of: Collection;
}

interface DialogProps extends CollectionProps {
  readonly isOpen: boolean;
  readonly close: () => void;
}

export default function CollectionMenu({ of }: CollectionProps) {
  const [open, choose] = useState<"rename" | "move" | "delete">();
  const close = (): void => choose(undefined);
  return (
    <>
      <RowMenu
        name={of.title}
        items={[
          { title: collectionWords.rename, act: () => choose("rename") },
          { title: words.moveTo, act: () => choose("move") },
          { title: collectionWords.remove, act: () => choose("delete"), isDangerous: true },
        ]}
      />
      <Rename of={of} isOpen={open === "rename"} close={close} />
      <MoveContent of={of} isOpen={open === "move"} close={close} />
      <Delete of={of} isOpen={open === "delete"} close={close} />
    </>
  );
}

function Rename({ of, isOpen, close }: DialogProps) {
  const cache = useQueryClient();
  const [typed, type] = useState<{ readonly title?: string; readonly description?: string }>({});
  const { title = of.title, description = of.description ?? "" } = typed;
  return (
    <FormDialog
      isOpen={isOpen}
      close={close}
      title={collectionWords.renameTitle(of.title)}
      verb={collectionWords.save}
      isReady={title.trim() !== ""}
      isDirty={typed.title !== undefined || typed.description !== undefined}
      forget={() => type({})}
      act={async () => {
        const body = {
          ...(typed.title === undefined ? {} : { title: title.trim() }),
          ...(typed.description === undefined ? {} : { description: description.trim() || null }),
        };
        const now = await updateCollectionById(client, of.id, body);
        cache.setQueryData(collectionOf(of.id).queryKey, now);
        await cache.invalidateQueries({ queryKey: ["organization", of.organization] });
      }}
    >
      {(error) => (
        <>
          <TextField
            label={collectionWords.title}
            error={faultsOf(error, ["title"]).of("title")}
            value={title}
            set={(value) => type({ ...typed, title: value })}
          />
          <TextField
            label={collectionWords.description}
            error={faultsOf(error, ["description"]).of("description")}
            value={description}
            set={(value) => type({ ...typed, description: value })}
          />
        </>
      )}
    </FormDialog>
  );
}

function Delete({ of, isOpen, close }: DialogProps) {
  const cache = useQueryClient();
  const [, go] = useLocation();
  const { organization } = of;
  const restore = useRestoring(organization);
  return (
    <Ask
      isOpen={isOpen}
      close={close}
      title={collectionWords.deleteTitle(of.title)}
      verb={collectionWords.remove}
      act={async () => {
        await deleteCollectionById(client, of.id);
        sayDeleted(of, restore);
        go(addressOf("home", { organization }));
        void cache.invalidateQueries({ queryKey: ["organization", organization] });
      }}
    >
      <p>{collectionWords.deleteText}</p>
    </Ask>
  );
}
