/** Some blocks of a page, written anew on the text that they were read in. */
import type { Static } from "typebox";
import { editBlocks } from "../../../engine/markdown/editBlocks.ts";
import { inSteps } from "../../../engine/steps.ts";
import { invalidField } from "../../http/errors.ts";
import { openPace } from "../../turns/pace.ts";
import { textOfBase } from "./batchBase.ts";
import type { BatchState } from "./batchState.ts";
import { type EditPage, TEXT_MAX, type UpdatePage } from "./schema.ts";

const FAULTS = {
  absent: "is no block of the text that base names.",
  inside: "is inside another block: name the one at the top, and send all of it.",
  twice: "names a block that another edit writes or removes already.",
  nested:
    "would make an indented block a part of the list or the footnote before it. Write that block anew in the same edits: code between fences, a list without indentation.",
} as const;

/** The update of the whole text that edits come to. @throws 400 naming the edit that can't be made */
export async function updateOf(
  batch: BatchState,
  { page, base, edits, ifVersion }: Static<typeof EditPage>,
  index: number,
): Promise<Static<typeof UpdatePage>> {
  const source = await textOfBase(batch, base);
  // A base that nobody knows is a conflict, whatever is done with it.
  const made = source === undefined ? "" : await inSteps(editBlocks(source, edits), openPace());
  const at = `/changes/${index}/edits`;
  if (typeof made !== "string") throw invalidField(`${at}/${made.at}`, FAULTS[made.why]);
  if (made.length > TEXT_MAX) throw invalidField(at, `make the text longer than ${TEXT_MAX} characters.`);
  const change = { operation: "update_page", page, document: { markdown: made, base } } as const;
  return ifVersion === undefined ? change : { ...change, ifVersion };
}
