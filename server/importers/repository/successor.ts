/** What a file may be that was another one. */
import { folderOf, folderPageRank, isMarkdown } from "../pageNames.ts";
import type { RepositoryEntry } from "./entry.ts";

/** The page of a folder stays one, or becomes the page that stood beside the folder, and back. */
export function mayBecome({ path: from, role }: RepositoryEntry, to: string): boolean {
  if (isMarkdown(from) !== isMarkdown(to)) return false;
  if (role !== "page" || (folderPageRank(from) === undefined) === (folderPageRank(to) === undefined))
    return true;
  const [folderPage, page] = folderPageRank(from) === undefined ? [to, from] : [from, to];
  return folderOf(folderPage) === page.replace(/\.\w+$/, "") || folderOf(folderPage) === folderOf(page);
}
