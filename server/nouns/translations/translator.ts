/** The port of translators: one page there, one page back. docs/api/translations.md says what both sides promise. */
import { createHmac } from "node:crypto";
import type { Deps } from "../../deps.ts";
import type { Block } from "../../engine/markdown/document.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { references } from "../../engine/markdown/references.ts";
import { walkBlocks } from "../../engine/markdown/walk.ts";
import { TITLE_MAX } from "../../engine/page.ts";

/** A page on its way to the translator. */
export interface PageToTranslate {
  readonly page: string;
  /** The codes of languages; null: the source doesn't say which it is in. */
  readonly from: string | null;
  readonly to: string;
  readonly instructions: string | null;
  readonly title: string;
  readonly description: string;
  readonly markdown: string;
}

export type TranslatedText = Pick<PageToTranslate, "title" | "description" | "markdown">;

/** The translator answered that it won't translate this page, or with something that is no page. */
export class NotTranslated extends Error {
  override readonly name = "NotTranslated";
}

/** Milliseconds for one page, and bytes of an answer. */
const PATIENCE_MS = 60_000;
const MOST_BYTES = 4 * 1024 * 1024;
const LONGEST_DESCRIPTION = 10_000;

/** Answers after which the same page may be sent again. */
const isPassing = (status: number): boolean => status >= 500 || status === 408 || status === 429;

/**
 * Has a page translated.
 * @throws NotTranslated when another attempt would come to the same, and another Error when one may not
 */
export async function askTranslator(
  { fetch, clock, translator }: Pick<Deps, "fetch" | "clock" | "translator">,
  page: PageToTranslate,
): Promise<TranslatedText> {
  if (translator === undefined) throw new NotTranslated("No translator is configured.");
  if (!fetch.permits(translator.url)) throw new NotTranslated("The translator's address may not be reached.");
  const body = JSON.stringify({ version: 1, ...page });
  const { status, body: answer } = await fetch.fetch(translator.url, {
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
  });
  if (isPassing(status)) throw new Error(`The translator answered ${status}.`);
  if (status !== 200) throw new NotTranslated(`The translator answered ${status}.`);
  return readAnswer(Buffer.from(answer).toString("utf8"));
}

function signature(secret: string | undefined, body: string, at: number): Record<string, string> {
  if (secret === undefined) return {};
  const seconds = Math.floor(at / 1000);
  const mac = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex");
  return { "x-lectern-signature": `t=${seconds},v1=${mac}` };
}

function readAnswer(text: string): TranslatedText {
  let answer: unknown;
  try {
    answer = JSON.parse(text);
  } catch {
    throw new NotTranslated("The translator's answer is no JSON.");
  }
  const { title, description = "", markdown } = (answer ?? {}) as Record<string, unknown>;
  if (typeof title !== "string" || title.trim() === "" || [...title].length > TITLE_MAX)
    throw new NotTranslated(`The translator's answer has no title of 1 to ${TITLE_MAX} characters.`);
  if (typeof description !== "string" || description.length > LONGEST_DESCRIPTION)
    throw new NotTranslated("The translator's answer has no description that a page can have.");
  if (typeof markdown !== "string")
    throw new NotTranslated("The translator's answer has no text in its field `markdown`.");
  return { title: oneLine(title), description, markdown: markdown.replaceAll("\0", "\uFFFD") };
}

/** PostgreSQL keeps no NUL, and a title has no lines. */
const oneLine = (title: string): string => title.replaceAll(/\p{Cc}+/gu, " ").trim();

/** What looks wrong in a translation: destinations that got lost or were made up, blocks of code that differ. */
export function problemsOf(source: string, translated: string): string[] {
  const [before, after] = [shapeOf(source), shapeOf(translated)];
  const lost = [...before.urls].filter((url) => !after.urls.has(url));
  const added = [...after.urls].filter((url) => !before.urls.has(url));
  const problems = [
    ...lost.map((url) => `The link to ${url} is gone.`),
    ...added.map((url) => `The source has no link to ${url}.`),
  ].slice(0, MOST_PROBLEMS);
  if (before.code !== after.code) problems.push("Blocks of code are not those of the source.");
  return problems;
}

const MOST_PROBLEMS = 20;

function shapeOf(markdown: string): { readonly urls: ReadonlySet<string>; readonly code: string } {
  const { document } = parse(markdown);
  const code = [...walkBlocks(document)].flatMap(({ block }) => codeOf(block));
  return { urls: new Set(references(document).map(({ url }) => url)), code: JSON.stringify(code) };
}

function codeOf(block: Block): string[] {
  return block.type === "code" ? [block.text] : [];
}
