/** The pages of a folder of Markdown as an import makes them, ready for the index and named by their addresses. */
import type { Page } from "../../../engine/page.ts";
import type { SearchEntry } from "../../../engine/search/entry.ts";
import { searchablePage } from "../../../engine/search/searchablePage.ts";
import { readFolder } from "../../importers/folder.ts";
import { planImport } from "../../importers/plan.ts";
import { listPages } from "../../importers/planned.ts";

export async function folderEntries(path: string): Promise<SearchEntry[]> {
  const source = await readFolder(path);
  try {
    const { pages } = await planImport(source);
    const documents = [...listPages(pages)].filter(({ type }) => type === "document");
    return documents.map(({ title, slug, address, meta, body }) => {
      const page = { id: address, slug, title, description: meta.description };
      return searchablePage({ page: page as unknown as Page, text: body.source });
    });
  } finally {
    await source.close();
  }
}
