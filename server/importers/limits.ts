import { DEPTH_MAX } from "../../engine/page.ts";

const MEBIBYTE = 1024 * 1024;

/** What one import may cost. Sizes are bytes; every limit can be lowered by a caller, mostly by tests. */
export interface ImportLimits {
  /** Files in the source, folders not counted. */
  readonly entries: number;
  /** One file. */
  readonly fileBytes: number;
  /** All files together, unpacked. */
  readonly totalBytes: number;
  /** Unpacked size over packed size, for an archive and for each large entry of it. */
  readonly ratio: number;
  /** Folders above a file. */
  readonly folderDepth: number;
  /** A settings file: YAML or a table of contents. */
  readonly settingsBytes: number;
  /** One page's text. */
  readonly pageBytes: number;
  /** The text of all pages together, which a plan holds in memory. */
  readonly textBytes: number;
  readonly pages: number;
  /** Levels of the page tree; deeper pages are raised to the last one. */
  readonly pageDepth: number;
  /** Lines kept in a report's lists; what is beyond is counted. */
  readonly reportLines: number;
}

export const IMPORT_LIMITS: ImportLimits = {
  entries: 30_000,
  fileBytes: 100 * MEBIBYTE,
  totalBytes: 2048 * MEBIBYTE,
  ratio: 100,
  folderDepth: 250,
  settingsBytes: 2 * MEBIBYTE,
  pageBytes: 5 * MEBIBYTE,
  textBytes: 256 * MEBIBYTE,
  pages: 10_000,
  pageDepth: DEPTH_MAX,
  reportLines: 10_000,
};

/** Says a number of bytes for people: "5 MB" (1 MB is 1,048,576 bytes). */
export function describeBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`;
  if (bytes < MEBIBYTE) return `${Math.round(bytes / 1024)} kB`;
  return `${Math.round((bytes / MEBIBYTE) * 10) / 10} MB`;
}
