/** What can be imported, and how the form asks for it: the compiler wants a row of each kind that the API reads. */
import type { ImportContent } from "../../../sdk/src/index.ts";

export type ImportKind = NonNullable<ImportContent["source"]>;

/** It has an address, it is an archive that another tool made, or it is files, whose names tell what they are. */
export type ImportWay = "address" | "archive" | "files";

export const IMPORT_WAYS = {
  website: "address",
  "google-docs": "address",
  "github-wiki": "address",
  confluence: "archive",
  notion: "archive",
  markdown: "files",
  html: "files",
  docx: "files",
  zip: "files",
} as const satisfies Readonly<Record<ImportKind, ImportWay>>;

/** What one chooses from; files are one choice, whatever they are. */
export type ImportChoice =
  | "files"
  | { [K in ImportKind]: (typeof IMPORT_WAYS)[K] extends "files" ? never : K }[ImportKind];

/** Whether the form asks for an address. */
export function isByAddress(choice: ImportChoice): boolean {
  return choice !== "files" && IMPORT_WAYS[choice] === "address";
}
