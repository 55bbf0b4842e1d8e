/** Texts that name the one they were changed from: what others wrote meanwhile is kept. */
import { mergeTexts } from "../../content/mergeTexts.ts";
import { storeBody } from "../../content/pageText.ts";
import { readText, type SentText } from "../../http/document.ts";
import { invalidField } from "../../http/errors.ts";
import { documentIdOf, textOfDocument } from "../revisions/documentId.ts";
import type { BatchState } from "./batchState.ts";
import type { TakenText } from "./batchText.ts";
import { refuseUselessConditions } from "./condition.ts";
import { lookupFrom } from "./lookup.ts";
import { TEXT_MAX } from "./schema.ts";
import type { WriteConflict } from "./writeConflict.ts";

/** A text that takes the place of another one. */
interface ChangedText {
  /** Of the change. */
  readonly index: number;
  /** The address of the folder from which paths are seen. */
  readonly folder: string;
  /** What errors call it. */
  readonly name: string;
  /** What has the text, for conflicts. */
  readonly of: Pick<WriteConflict, "page" | "reusableContent">;
  /** The text that it has now. */
  readonly head: { readonly hash: string | undefined; readonly text: string };
}

/** A sent text with its base: an id, or null for the empty text. */
type BasedText = SentText & { readonly base: string | null };

/**
 * The body that a text and what others wrote since its base come to; undefined when they don't go together, which the
 * batch then knows. A text with a base is the body and nothing else: no front matter, no title.
 * @throws 400 naming what can't be taken
 */
export async function takeBasedText(
  batch: BatchState,
  document: BasedText,
  place: ChangedText,
): Promise<TakenText | undefined> {
  const { content, root, names } = batch;
  const { index, folder, name, head } = place;
  const path = `/changes/${index}/document`;
  const base = await textOfBase(batch, document.base);
  if (base === undefined) {
    batch.conflicts.push({ ...aboutText(batch, place), kind: "base-unknown" });
    return undefined;
  }
  const sent = readText(document, path, TEXT_MAX, base);
  if (sent === undefined) throw invalidField(`${path}/markdown`, "is required beside base.");
  await refuseUselessConditions({ name, body: sent, organization: content.organization }, path);
  const text = await mergeInto(batch, { base, ours: head.text, theirs: sent }, place);
  if (text === undefined) return undefined;
  if (text.length > TEXT_MAX)
    throw invalidField(path, `is too long with what others wrote: at most ${TEXT_MAX} characters.`);
  const stored = await storeBody(text, lookupFrom(content, root, names, folder), [base, head.text]);
  return { sent, fields: {}, ...stored, ...(text === sent ? {} : { merged: true }) };
}

/** The text that a change was made on; undefined where it is unknown, or kept no longer. */
export async function textOfBase(
  { deps, content, space }: BatchState,
  base: string | null,
): Promise<string | undefined> {
  return base === null
    ? ""
    : (await textOfDocument(deps, { id: space, organization_id: content.organization }, base))?.text;
}

async function mergeInto(
  batch: BatchState,
  texts: { readonly base: string; readonly ours: string; readonly theirs: string },
  place: ChangedText,
): Promise<string | undefined> {
  const parts = await mergeTexts(texts, batch.merges);
  if (parts.every((part) => typeof part === "string")) return parts.join("");
  for (const part of parts) {
    if (typeof part === "string") continue;
    const { block, base, ours: primary, theirs: changed } = part;
    const sides = { ...(block === undefined ? {} : { block }), base, primary, changed };
    batch.conflicts.push({ ...aboutText(batch, place), kind: "body", ...sides });
  }
  return undefined;
}

function aboutText({ deps, space }: BatchState, { index, of, head }: ChangedText) {
  return { change: index, ...of, documentId: documentIdOf(deps.secrets, space, head.hash) };
}
