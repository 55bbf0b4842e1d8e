/** The texts that changes bring: taken apart into fields and a body, with what their links mean. */
import type { BodyInput } from "../../../engine/batch.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { fieldsOfMeta } from "../../content/metaFields.ts";
import { storeBody, storePage } from "../../content/pageText.ts";
import { readText, type SentText } from "../../http/document.ts";
import { type BatchState, type ChangeDone, textNow } from "./batchState.ts";
import { refuseUselessConditions } from "./condition.ts";
import { lookupFrom } from "./lookup.ts";
import { TEXT_MAX } from "./schema.ts";

export interface TextPlace {
  /** Of the change. */
  readonly index: number;
  /** The address of the folder from which paths are seen. */
  readonly folder: string;
  /** The page that has the text that this one takes the place of. */
  readonly page?: string;
  /** The title that the change gives the page. */
  readonly title?: string | undefined;
  /** What errors call the text where it has no title. */
  readonly name: string;
}

/** A text that a change brings, ready to be stored. */
export interface TakenText {
  /** As it was sent, in Markdown. */
  readonly sent: string;
  readonly fields: JsonObject;
  readonly body: BodyInput;
  /** Destinations that mean nothing. */
  readonly broken: readonly string[];
}

/** @throws 400 naming the place of what can't be taken */
export async function takeText(
  batch: BatchState,
  document: SentText | undefined,
  { index, folder, page, title, name }: TextPlace,
): Promise<TakenText | undefined> {
  if (document === undefined) return undefined;
  const { deps, root, names } = batch;
  const lookup = lookupFrom(deps, root, names, folder);
  const isJson = document.document !== undefined;
  const current = isJson && page !== undefined ? await textNow(batch, page) : undefined;
  const path = `/changes/${index}/document`;
  const sent = readText(document, path, TEXT_MAX, current) ?? "";
  // A document is the body alone: what looks like front matter or a title in it is none.
  if (isJson) {
    refuseUselessConditions({ name: title ?? name, body: sent }, path);
    return { sent, fields: {}, ...(await storeBody(sent, lookup)) };
  }
  const { meta, body, broken } = await storePage(sent, lookup, title);
  refuseUselessConditions({ name: meta.title ?? title ?? name, condition: meta.condition, body: sent }, path);
  return { sent, fields: fieldsOfMeta(meta), body, broken };
}

/** The links of a text that lead nowhere, for the answer. */
export function brokenOf(text: Pick<TakenText, "broken"> | undefined): Partial<ChangeDone> {
  return text === undefined || text.broken.length === 0 ? {} : { brokenLinks: text.broken };
}
