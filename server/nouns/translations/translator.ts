/** The port of translators: pages there, pages back. docs/api/translations.md says what both sides promise. */
import { createHmac } from "node:crypto";
import type { Deps } from "../../deps.ts";
import { TITLE_MAX } from "../../../engine/page.ts";
import { OutboundError } from "../../ports/fetch.ts";
import type { Term } from "./glossary.ts";

/** A page on its way to the translator. */
export interface UntranslatedPage {
  readonly page: string;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

/** What the translator is asked for at once. */
export interface TranslationOrder {
  /** The codes of languages; null: the source doesn't say which it is in. */
  readonly from: string | null;
  readonly to: string;
  readonly instructions: string | null;
  /** What terms of the one language are called in the other; absent when nobody has said. */
  readonly glossary?: readonly Term[];
  readonly pages: readonly UntranslatedPage[];
}

export type TranslatedText = Pick<UntranslatedPage, "title" | "description" | "markdown">;

/** A page as it came back, or in a sentence why it did not. */
export type TranslationOutcome = TranslatedText | { readonly failed: string };

/** The translator won't translate this, or answered with something else; asked for the same again, it would again. */
export class NotTranslated extends Error {
  override readonly name = "NotTranslated";
}

/** Milliseconds and bytes of one answer. */
const PATIENCE_MS = 120_000;
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_DESCRIPTION = 10_000;
const LONGEST_REASON = 500;

/** Answers after which the same pages may be sent again. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/**
 * Has pages translated: what became of each, by its id. A page that came back wrong is no harm to the others.
 * @throws NotTranslated when asking for the same again would come to the same, and another Error when it may not
 */
export async function askTranslator(
  { fetch, clock, translator }: Pick<Deps, "fetch" | "clock" | "translator">,
  order: TranslationOrder,
): Promise<ReadonlyMap<string, TranslationOutcome>> {
  if (translator === undefined) throw new NotTranslated("No translator is configured.");
  if (!fetch.permits(translator.url)) throw new NotTranslated("The translator's address may not be reached.");
  const body = JSON.stringify({ version: 1, ...order });
  const request = {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "user-agent": "Lectern-Translator",
      ...signature(translator.secret, body, clock.now()),
    },
    body,
    maxBytes: MOST_BYTES,
    maxDecodedBytes: MOST_BYTES,
    timeout: PATIENCE_MS,
    headersTimeout: PATIENCE_MS,
    maxRedirects: 0,
  } as const;
  const { status, body: answer } = await fetch.fetch(translator.url, request).catch(lasting);
  if (isPassing(status)) throw new Error(`The translator answered ${status}.`);
  if (status !== 200) throw new NotTranslated(`The translator answered ${status}.`);
  return readAnswer(Buffer.from(answer).toString("utf8"), order);
}

/** An answer that is too large or broken would be so the next time. */
function lasting(error: unknown): never {
  if (error instanceof OutboundError && (error.code === "TOO_LARGE" || error.code === "INVALID_CONTENT"))
    throw new NotTranslated(`The translator's answer can't be read. ${error.message}`);
  throw error;
}

function signature(secret: string | undefined, body: string, at: number): Record<string, string> {
  if (secret === undefined) return {};
  const seconds = Math.floor(at / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { "x-lectern-signature": `t=${seconds},v1=${mac}` };
}

function readAnswer(text: string, { pages }: TranslationOrder): ReadonlyMap<string, TranslationOutcome> {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NotTranslated("The translator's answer is no JSON.");
  }
  const items = fieldsOf(answer)["pages"];
  if (!Array.isArray(items)) throw new NotTranslated("The translator's answer has no list `pages`.");
  // What nobody asked for is not looked at.
  const came = new Map(items.map((item) => [fieldsOf(item)["page"], fieldsOf(item)]));
  return new Map(pages.map(({ page }) => [page, readPage(came.get(page))]));
}

const fieldsOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

function readPage(came: Readonly<Record<string, unknown>> | undefined): TranslationOutcome {
  if (came === undefined) return { failed: "The translator's answer lacks the page." };
  const { error, title, description = "", markdown } = came;
  if (typeof error === "string") return { failed: `The translator says: ${error.slice(0, LONGEST_REASON)}` };
  if (typeof title !== "string" || oneLine(title) === "" || [...title].length > TITLE_MAX)
    return { failed: `The translator's answer has no title of 1 to ${TITLE_MAX} characters.` };
  if (typeof description !== "string" || description.length > LONGEST_DESCRIPTION)
    return { failed: "The translator's answer has no description that a page can have." };
  if (typeof markdown !== "string")
    return { failed: "The translator's answer has no text in its field `markdown`." };
  return { title: oneLine(title), description: storable(description), markdown: storable(markdown) };
}

/** PostgreSQL keeps no NUL, and UTF-8 no half of a pair; a title has no lines. */
const storable = (text: string): string => text.toWellFormed().replaceAll("\0", "\uFFFD");
const oneLine = (title: string): string =>
  title
    .toWellFormed()
    .replaceAll(/\p{Cc}+/gu, " ")
    .trim();
