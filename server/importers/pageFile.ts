import { stringify } from "yaml";
import type { ImportFile } from "./files.ts";

const LONGEST_DESCRIPTION = 500;

/** A page's text as a file of a source: front matter and Markdown. */
export function pageText(title: string, description: string | undefined, markdown: string): string {
  const short =
    description === undefined ? undefined : [...description].slice(0, LONGEST_DESCRIPTION).join("");
  const fields = {
    ...(title === "" ? {} : { title }),
    ...(short === undefined ? {} : { description: short }),
  };
  const front = Object.keys(fields).length === 0 ? "" : `---\n${stringify(fields, { lineWidth: 0 })}---\n\n`;
  return `${front}${markdown}\n`;
}

/** A file whose bytes are in memory. */
export function fileOf(path: string, content: string | Uint8Array): ImportFile {
  const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
  return { path, size: bytes.byteLength, read: () => Promise.resolve(bytes) };
}
