/** The HTML export of a Confluence space: pages, attachments, and an index with their tree. */
import type { ImportSource } from "./files.ts";
import { convertHtml, type HtmlOptions } from "./htmlFiles.ts";
import type { ReadPage } from "./html/readPage.ts";

/** Reads an export whose index is at its top. Closing the source closes the one given. */
export function readConfluence(source: ImportSource, options: HtmlOptions = {}): Promise<ImportSource> {
  const contents = source.files.find(({ path }) => /(?:^|\/)index\.html$/.test(path))?.path;
  return convertHtml(source, { ...options, shape: withoutSpace, contents });
}

/** Titles stand behind the name of the space: "Handbook : Start". */
function withoutSpace(_: string, page: ReadPage): ReadPage {
  const title = page.title.replace(/^.*? : /, "");
  return { ...page, title };
}
