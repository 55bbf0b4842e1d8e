/** What an operation is called in headings and lists: words in one line. */
import { plainText } from "../markdown/plainText.ts";
import { parse } from "../markdown/parse.ts";
import { type Fields, textAt } from "./value.ts";

/** About a line of a heading, in characters. */
const LINE = 72;
/** Longer summaries are read no further. */
const LONGEST = 2_000;
/** Nothing in it has a meaning in Markdown. */
const PLAIN = /^[\p{L}\p{N} ,;:()'"?!./{}=+\u2013\u2014\u2026%&@-]*$/u;

interface OperationTitle {
  readonly title: string;
  /** The summary, where the title isn't all that it says. */
  readonly summary?: string;
}

/** The title of an operation; that of a webhook is its name. */
export function operationTitle(
  operation: Fields,
  {
    method,
    path,
    isWebhook,
  }: { readonly method: string; readonly path: string; readonly isWebhook: boolean },
): OperationTitle {
  const written = textAt(operation, "summary")?.slice(0, LONGEST);
  if (isWebhook) return { title: inOneLine(path), ...(written === undefined ? {} : { summary: written }) };
  const words = written === undefined ? "" : wordsOf(written);
  if (words === "")
    return { title: inOneLine(textAt(operation, "operationId") ?? `${method.toUpperCase()} ${path}`) };
  const title = inOneLine(words);
  return title === words ? { title } : { title, summary: written as string };
}

function wordsOf(summary: string): string {
  const [first] = PLAIN.test(summary) ? [] : parse(summary).document.children;
  const isLine = first?.type === "paragraph" || first?.type === "heading";
  return (isLine ? plainText(first.children) : summary).replace(/\s+/g, " ").trim();
}

function inOneLine(words: string): string {
  if (words.length <= LINE) return words;
  const end = words.lastIndexOf(" ", LINE);
  return `${words.slice(0, end > LINE / 2 ? end : LINE).toWellFormed()}…`;
}
