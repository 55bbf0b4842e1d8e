/** Changes of reusable contents, as a request says them and as the engine takes them. */
import { storeBody } from "../../content/pageText.ts";
import type { Change } from "../../../engine/change.ts";
import { getFromMap } from "../../../engine/mapRead.ts";
import { readText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";
import { refuseUselessConditions } from "./condition.ts";
import type { BatchState, PreparedChange } from "./batchState.ts";
import { brokenOf } from "./batchText.ts";
import { lookupFrom } from "./lookup.ts";
import { type ReusableChange, TEXT_MAX } from "./schema.ts";

/**
 * Prepares one change.
 * @param id that of what is inserted
 * @throws 400 when there is no such reusable content
 */
export async function reusableChange(
  { deps, root, names }: BatchState,
  change: ReusableChange,
  index: number,
  id: string | undefined,
): Promise<PreparedChange> {
  const { operation } = change;
  const named = operation === "insert_reusable_content" ? (id as string) : change.reusableContent;
  const answer = { operation, reusableContent: named };
  if (
    operation !== "insert_reusable_content" &&
    (await getFromMap(deps.content.nodes, root.reusable, named)) === undefined
  ) {
    throw invalidField(`/changes/${index}/reusableContent`, "is not a reusable content of this content.");
  }
  if (operation === "delete_reusable_content") {
    const engine: Change[] = [{ operation: "delete_reusable", id: named }];
    return { engine, answer };
  }
  const { title, document } = change;
  const path = `/changes/${index}/document`;
  const text = document && readText(document, path, TEXT_MAX);
  if (text !== undefined) refuseUselessConditions({ name: title ?? named, body: text }, path);
  const stored = text === undefined ? undefined : await storeBody(text, lookupFrom(deps, root, names, ""));
  const engine: Change[] = [
    {
      operation: "put_reusable",
      id: named,
      ...(title === undefined ? {} : { title }),
      ...(stored === undefined ? {} : { body: stored.body }),
    },
  ];
  const ref = operation === "insert_reusable_content" && change.ref !== undefined ? { ref: change.ref } : {};
  return { engine, answer: { ...answer, ...ref, ...brokenOf(stored) }, sent: text };
}
