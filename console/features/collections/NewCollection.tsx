/** The form of a new collection. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { createCollection } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { addressOf } from "../../routes.ts";
import { TitleDialog } from "../../ui/TitleDialog.tsx";
import { words } from "../../words.ts";
import { collectionWords } from "../../words/collections.ts";

export interface NewCollectionProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the organization that it is made in. */
  readonly organization: string;
  /** The id of the collection that it is made in; the top of the organization unless said. */
  readonly parent?: string;
}

export default function NewCollection({ isOpen, close, organization, parent }: NewCollectionProps) {
  const [, go] = useLocation();
  const cache = useQueryClient();
  const make = async (title: string): Promise<void> => {
    const { id } = await createCollection(client, organization, {
      title,
      ...(parent === undefined ? {} : { parent }),
    });
    void cache.invalidateQueries({ queryKey: ["organization", organization] });
    go(addressOf("collection", { collection: id }));
  };
  return (
    <TitleDialog
      isOpen={isOpen}
      close={close}
      heading={words.newCollection}
      label={collectionWords.title}
      help={collectionWords.titleHelp}
      submit={collectionWords.create}
      make={make}
    />
  );
}
