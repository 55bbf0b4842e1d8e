/** A document of Word in, one page of Markdown out. Runs in a thread: see workers/docx.worker.ts. */
import type { ReadDocument } from "../docx.ts";
import { readHtmlPage } from "./readPage.ts";

const MOST_MESSAGES = 50;
/** Styles beyond those that mammoth knows: titles, code, quotations. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  ...["Quote", "Intense Quote", "Block Text", "Quotations"].map(
    (name) => `p[style-name='${name}'] => blockquote > p:fresh`,
  ),
  "p[style-name='Definition Term'] => dl > dt:fresh",
  "p[style-name='Definition'] => dl > dd:fresh",
  "p[style-name='Captioned Figure'] => figure:fresh",
  "p[style-name='Image Caption'] => figure > figcaption:fresh",
  "p[style-name='Code'] => pre:separator('\\n')",
  "p[style-name='Source Code'] => pre:separator('\\n')",
  "p[style-name='HTML Preformatted'] => pre:separator('\\n')",
  "r[style-name='Code'] => code",
  "r[style-name='Verbatim Char'] => code",
  "r[style-name='HTML Code'] => code",
  "u => u",
  "strike => del",
];

/** @throws Error for what is no document */
export async function readDocxPage(bytes: Uint8Array): Promise<ReadDocument> {
  const { default: mammoth } = await import("mammoth");
  const { value, messages } = await mammoth.convertToHtml(
    { buffer: Buffer.from(bytes) },
    { styleMap: STYLES },
  );
  const told = new Set(messages.flatMap(({ message }) => problemOf(message)));
  return {
    page: readHtmlPage({ bytes: new TextEncoder().encode(value), isBare: true }),
    messages: [...told].slice(0, MOST_MESSAGES),
  };
}

/** What a person who imports has to know of a message. Text of an unknown style is taken over as text. */
function problemOf(message: string): string[] {
  if (message.startsWith("Unrecognised ")) return [];
  if (/\}oMath(?:Para)?$/.test(message)) return ["its formulas are left out"];
  const ignored = /^An unrecognised element was ignored: (?:\{[^}]*\})?(.{1,100})$/.exec(message)?.[1];
  return [ignored === undefined ? message.slice(0, 300) : `what it has as "${ignored}" is left out`];
}
