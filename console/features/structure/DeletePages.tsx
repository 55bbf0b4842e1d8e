/** Asks before pages are deleted: how many go, and how many links would lead nowhere. */
import { useQuery } from "@tanstack/react-query";
import type { ContentPlace } from "../../api/content.ts";
import { deletionOf } from "../../api/queries.ts";
import { FormDialog } from "../../ui/Ask.tsx";
import { words } from "../../words.ts";
import { structureWords } from "../../words/structure.ts";
import type { PageIndex } from "../../app/pageIndex.ts";

interface DeletePagesProps {
  /** None below another of them. */
  readonly pages: readonly string[];
  readonly place: ContentPlace;
  readonly index: PageIndex;
  readonly close: () => void;
  readonly remove: () => Promise<void>;
}

export function DeletePages({ pages, place, index, close, remove }: DeletePagesProps) {
  const { data, error } = useQuery(deletionOf(place, pages));
  const [first] = pages;
  const title = first === undefined ? "" : (index.entries.get(first)?.page.title ?? "");
  return (
    <FormDialog
      title={pages.length === 1 ? structureWords.deletePage(title) : structureWords.deleteSome(pages.length)}
      verb={words.deletePages}
      isOpen
      isDangerous
      isReady={data !== undefined || error !== null}
      isDirty={false}
      act={remove}
      close={close}
    >
      {() => (
        <>
          <p className="dialog-text" role="status">
            {error !== null
              ? structureWords.deletionUnknown
              : data === undefined
                ? words.counting
                : structureWords.deletion(data)}
          </p>
          <p className="help">
            {place.number === undefined ? structureWords.deletionBack : structureWords.deletionInRequest}
          </p>
        </>
      )}
    </FormDialog>
  );
}
