/** Exports of a Confluence space: as HTML with an index that has the tree, or as XML. */
import type { ImportSource } from "../files.ts";
import { convertHtml, type HtmlOptions } from "../htmlFiles.ts";
import type { ReadPage } from "../html/readPage.ts";
import { entitiesOf, readXmlExport } from "./xmlExport.ts";

/** Reads an export; the index of one as HTML is at its top. Closing the source closes the one given. */
export function readConfluence(source: ImportSource, options: HtmlOptions = {}): Promise<ImportSource> {
  const entities = entitiesOf(source);
  if (entities !== undefined) return readXmlExport(source, entities, options);
  const contents = source.files.find(({ path }) => /(?:^|\/)index\.html$/.test(path))?.path;
  return convertHtml(source, { ...options, shape: withoutSpace, contents });
}

/** Titles stand behind the name of the space: "Handbook : Start". */
function withoutSpace(_: string, page: ReadPage): ReadPage {
  const title = page.title.replace(/^.*? : /, "");
  return { ...page, title };
}
