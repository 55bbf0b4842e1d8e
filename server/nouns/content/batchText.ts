/** The texts that changes bring: taken apart into fields and a body, with what their links mean. */
import type { BodyInput } from "../../../engine/batch.ts";
import type { JsonObject } from "../../../engine/json.ts";
import { fieldsOfMeta } from "../../content/metaFields.ts";
import { storeBody, storePage } from "../../content/pageText.ts";
import { readText, type SentText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";
import type { BatchState, ChangeEffect } from "./batchState.ts";
import { refuseUselessConditions } from "./condition.ts";
import { lookupFrom } from "./lookup.ts";
import { TEXT_MAX } from "./schema.ts";

interface TextPlace {
  /** Of the change. */
  readonly index: number;
  /** The address of the folder from which paths are seen. */
  readonly folder: string;
  /** The text that this one takes the place of: blocks of a document that it has stay as they are written. */
  readonly current?: string;
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
  /** What others wrote is in it too. */
  readonly merged?: true;
}

/** A whole page, or a document, which is the body alone. @throws 400 naming the place of what can't be taken */
export async function takeText(
  { content, root, names }: BatchState,
  document: SentText,
  { index, folder, current, title, name }: TextPlace,
): Promise<TakenText> {
  const lookup = lookupFrom(content, root, names, folder);
  const path = `/changes/${index}/document`;
  const sent = readText(document, path, TEXT_MAX, current) ?? "";
  // What looks like front matter or a title in a document is none.
  if (document.document !== undefined) {
    await refuseUselessConditions(
      { name: title ?? name, body: sent, organization: content.organization },
      path,
    );
    return { sent, fields: {}, ...(await storeBody(sent, lookup)) };
  }
  const { meta, body, broken, refused } = await storePage(sent, lookup, title);
  if (refused !== undefined) throw invalidField(`${path}/markdown`, refused);
  const { organization } = content;
  await refuseUselessConditions(
    { name: meta.title ?? title ?? name, condition: meta.condition, body: sent, organization },
    path,
  );
  return { sent, fields: fieldsOfMeta(meta), body, broken };
}

/** What there is to say of a text, for the answer. */
export function answerOfText(text: Pick<TakenText, "broken" | "merged"> | undefined): Partial<ChangeEffect> {
  return {
    ...(text === undefined || text.broken.length === 0 ? {} : { brokenLinks: text.broken }),
    ...(text?.merged === undefined ? {} : { merged: text.merged }),
  };
}
