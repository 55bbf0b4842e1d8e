/** Makes a page of a text that has none to go to. */
import type { Space } from "../../../sdk/src/index.ts";
import { newKey } from "../../api/newKey.ts";
import { addressOf } from "../../routes.ts";
import { keptWords } from "../../words/kept.ts";
import { WritingPlace } from "../writing/destination.ts";

interface NewPage {
  readonly title: string;
  readonly markdown: string;
  /** What else was typed of the page. */
  readonly fields?: Readonly<Record<string, unknown>>;
}

/** @returns the address of the page, in a change request where the space asks for one */
export async function newPageOf({ id, editMode }: Space, made: NewPage): Promise<string> {
  const { title, markdown } = made;
  // The address is that of its place, which it has left.
  const { slug: _, ...fields } = made.fields ?? {};
  const place = new WritingPlace({
    space: id,
    proposal: editMode === "live" ? null : newKey(),
    title: () => title,
  });
  const { page = "" } = await place.write(
    {
      ...fields,
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
