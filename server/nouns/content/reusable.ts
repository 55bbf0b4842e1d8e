/** Changes of reusable contents, as a request says them and as the engine takes them. */
import type { Static } from "typebox";
import { getFromMap } from "../../../engine/mapRead.ts";
import type { ReusableContent } from "../../../engine/page.ts";
import { reusableSource } from "../../../engine/revision.ts";
import { storeBody } from "../../content/pageText.ts";
import { readText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";
import { takeBasedText } from "./batchBase.ts";
import { type ChangedThing, compare, isGone } from "./batchFields.ts";
import { type BatchState, type BatchChange, textNow } from "./batchState.ts";
import { answerOfText, type TakenText } from "./batchText.ts";
import { refuseUselessConditions } from "./condition.ts";
import { lookupFrom } from "./lookup.ts";
import {
  type DeleteReusable,
  type InsertReusable,
  type ReusableChange,
  TEXT_MAX,
  type UpdateReusable,
} from "./schema.ts";

type Update = Static<typeof UpdateReusable>;

/**
 * Prepares one change.
 * @param id that of what is inserted
 * @throws 400 when there is no such reusable content
 */
export async function reusableChange(
  batch: BatchState,
  change: ReusableChange,
  index: number,
  id: string | undefined,
): Promise<BatchChange> {
  if (change.operation === "insert_reusable_content") return insert(batch, change, index, id as string);
  const { operation, reusableContent } = change;
  const thing = await thingOf(batch, reusableContent, index);
  const nothing: BatchChange = { engine: [], answer: { operation, reusableContent } };
  if (isGone(batch, thing, reliesOn(change))) return nothing;
  if (thing.now === undefined)
    throw invalidField(`/changes/${index}/reusableContent`, "is not a reusable content of this content.");
  if (operation === "update_reusable_content") return update(batch, change, thing);
  compare(batch, thing, change.ifVersion, { sent: {}, was: {} });
  return { ...nothing, engine: [{ operation: "delete_reusable", id: reusableContent }] };
}

function reliesOn(change: Update | Static<typeof DeleteReusable>): boolean {
  if (change.ifVersion !== undefined) return true;
  if (change.operation === "delete_reusable_content") return false;
  return change.was !== undefined || change.document?.base !== undefined;
}

async function thingOf({ content, root }: BatchState, id: string, index: number): Promise<ChangedThing> {
  const now = await getFromMap<ReusableContent>(content.nodes, root.reusable, id);
  return { index, of: { reusableContent: id }, source: reusableSource(id), now };
}

async function insert(
  batch: BatchState,
  { operation, title, document, ref }: Static<typeof InsertReusable>,
  index: number,
  id: string,
): Promise<BatchChange> {
  const text = await takeReusable(batch, document, index, title);
  return {
    engine: [{ operation: "put_reusable", id, title, ...(text === undefined ? {} : { body: text.body }) }],
    answer: {
      operation,
      reusableContent: id,
      ...(ref === undefined ? {} : { ref }),
      ...answerOfText(text),
    },
    sent: text?.sent,
  };
}

async function update(batch: BatchState, change: Update, thing: ChangedThing): Promise<BatchChange> {
  const { operation, reusableContent: id, title, was = {} } = change;
  const text = await takeUpdate(batch, change, thing);
  compare(batch, thing, change.ifVersion, { sent: title === undefined ? {} : { title }, was });
  return {
    engine: [
      {
        operation: "put_reusable",
        id,
        ...(title === undefined ? {} : { title }),
        ...(text === undefined ? {} : { body: text.body }),
      },
    ],
    answer: { operation, reusableContent: id, ...answerOfText(text) },
    sent: text?.sent,
  };
}

async function takeUpdate(
  batch: BatchState,
  { reusableContent, title = reusableContent, document }: Update,
  { index, of, source, now }: ChangedThing,
): Promise<TakenText | undefined> {
  if (document === undefined) return undefined;
  const { base } = document;
  if (base === undefined) return takeReusable(batch, document, index, title);
  const head = { hash: now?.body, text: await textNow(batch, source, now) };
  return takeBasedText(batch, { ...document, base }, { index, folder: "", name: title, of, head });
}

/** A text that nobody's is merged with. */
async function takeReusable(
  { content, root, names }: BatchState,
  document: Static<typeof InsertReusable>["document"],
  index: number,
  name: string,
): Promise<TakenText | undefined> {
  const path = `/changes/${index}/document`;
  const sent = readText(document, path, TEXT_MAX);
  if (sent === undefined) return undefined;
  await refuseUselessConditions({ name, body: sent, organization: content.organization }, path);
  return { sent, fields: {}, ...(await storeBody(sent, lookupFrom(content, root, names, ""))) };
}
