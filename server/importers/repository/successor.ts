/** What a file may be that was another one. */
import { folderOf, folderPageRank, isMarkdown } from "../pageNames.ts";
import type { RepositoryEntry } from "./entry.ts";

/** A page by its path is the page of its folder, or one beside or without a folder. */
export type FileKind = "folder" | "page" | "other";

export function kindOfPath(path: string): FileKind {
  if (!isMarkdown(path)) return "other";
  return folderPageRank(path) === undefined ? "page" : "folder";
}

/** The folders that a page is the page of, or may become it. */
export function foldersOfPage(path: string): readonly string[] {
  const folder = folderOf(path);
  return kindOfPath(path) === "folder" ? [folder] : [path.replace(/\.\w+$/, ""), folder];
}

/** The page of a folder stays one, or becomes the page that stood beside the folder, and back. */
export function mayBecome({ path: from, role }: RepositoryEntry, to: string): boolean {
  const [was, is] = [kindOfPath(from), kindOfPath(to)];
  if (was === is) return true;
  if (was === "other" || is === "other") return false;
  if (role !== "page") return true;
  const folders = foldersOfPage(from);
  return foldersOfPage(to).some((folder) => folders.includes(folder));
}
