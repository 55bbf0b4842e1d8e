/** Makes a page of a text that has none to go to. */
import type { Space } from "../../../sdk/src/index.ts";
import { newKey } from "../../api/newKey.ts";
import { addressOf } from "../../routes.ts";
import { keptWords } from "../../words/kept.ts";
import { WritingPlace } from "../writing/destination.ts";

/** @returns the address of the page, in a change request where the space asks for one */
export async function newPageOf({ id, editMode }: Space, title: string, markdown: string): Promise<string> {
  const place = new WritingPlace({ space: id, proposal: editMode === "live" ? null : newKey() });
  const { page = "" } = await place.write(
    {
      operation: "insert_page",
      type: "document",
      title: title === "" ? keptWords.untitled : title,
      document: { markdown },
    },
    newKey(),
  );
  const { number } = place;
  return number === undefined
    ? addressOf("page", { space: id, page })
    : addressOf("changedPage", { space: id, number, page });
}
