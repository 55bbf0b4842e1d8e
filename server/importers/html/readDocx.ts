/** A document of Word in, one page of Markdown out. Runs in a thread: see workers/docx.worker.ts. */
import type { ReadDocument } from "../docx.ts";
import { readHtmlPage } from "./readPage.ts";

const MOST_MESSAGES = 50;
/** Styles beyond those that mammoth knows: titles, code, quotations. */
const STYLES = [
  "p[style-name='Title'] => h1:fresh",
  "p[style-name='Subtitle'] => p:fresh",
  "p[style-name='Quote'] => blockquote:fresh",
  "p[style-name='Intense Quote'] => blockquote:fresh",
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
  const told = new Set(messages.map(({ message }) => message.slice(0, 300)));
  return {
    page: readHtmlPage({ bytes: new TextEncoder().encode(value), isBare: true }),
    messages: [...told].slice(0, MOST_MESSAGES),
  };
}
