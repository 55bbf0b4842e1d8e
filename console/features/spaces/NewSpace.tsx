/** The form of a new space. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { createSpace } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { addressOf } from "../../routes.ts";
import { TitleDialog } from "../../ui/TitleDialog.tsx";
import { words } from "../../words.ts";
import { newSpaceWords } from "../../words/newSpace.ts";

export interface NewSpaceProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the organization that it is made in. */
  readonly organization: string;
  /** The id of the collection that it is made in; the top of the organization unless said. */
  readonly parent?: string;
  /** Where it leads; the space itself unless said. */
  readonly next?: "spaceImport" | undefined;
}

export default function NewSpace({ isOpen, close, organization, parent, next }: NewSpaceProps) {
  const [, go] = useLocation();
  const cache = useQueryClient();
  const make = async (title: string): Promise<void> => {
    const { id } = await createSpace(client, organization, {
      title,
      ...(parent === undefined ? {} : { parent }),
    });
    void cache.invalidateQueries({ queryKey: ["organization", organization] });
    go(addressOf(next ?? "space", { space: id }));
  };
  return (
    <TitleDialog
      isOpen={isOpen}
      close={close}
      heading={next === undefined ? words.newSpace : newSpaceWords.importSpace}
      label={newSpaceWords.spaceTitle}
      help={newSpaceWords.spaceTitleHelp}
      submit={newSpaceWords.createSpace}
      make={make}
    />
  );
}
