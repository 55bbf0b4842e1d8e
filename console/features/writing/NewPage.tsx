/** The form of a new page. Where the space asks for change requests, it is made in one. */
import { useQueryClient } from "@tanstack/react-query";
import { useLocation } from "wouter";
import { pagesOf } from "../../api/queries.ts";
import { addressOf } from "../../routes.ts";
import { TitleDialog } from "../../ui/TitleDialog.tsx";
import { words } from "../../words.ts";
import { WritingPlace, ownDraft } from "./destination.ts";
import { newKey } from "./saving.ts";

export interface NewPageProps {
  readonly isOpen: boolean;
  readonly close: () => void;
  /** The id of the person. */
  readonly user: string;
  readonly space: string;
  /** The number of the change request that is on the screen. */
  readonly number: string | undefined;
  /** Whether it takes a change request. */
  readonly isProposal: boolean;
}

export default function NewPage({ isOpen, close, user, space, number, isProposal }: NewPageProps) {
  const [, go] = useLocation();
  const cache = useQueryClient();
  const make = async (title: string): Promise<void> => {
    const drafted = number ?? (isProposal ? await ownDraft(space, user) : undefined);
    const proposal = isProposal && drafted === undefined ? newKey() : null;
    const destination = new WritingPlace({ space, number: drafted, proposal });
    const { page = "" } = await destination.write(
      { operation: "insert_page", type: "document", title },
      newKey(),
    );
    const { number: of } = destination;
    await cache.invalidateQueries({ queryKey: pagesOf(space, of).queryKey });
    const address =
      of === undefined
        ? addressOf("page", { space, page })
        : addressOf("changedPage", { space, number: of, page });
    go(`${address}?edit`);
  };
  return (
    <TitleDialog
      isOpen={isOpen}
      close={close}
      heading={words.newPage}
      label={words.pageTitle}
      help={words.newPageHelp}
      submit={words.createPage}
      make={make}
    />
  );
}
