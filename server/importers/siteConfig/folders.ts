/** The folders of a repository that parts of a site are kept in, as `docs.yaml` writes them. */
import { safePath } from "../files.ts";

/** Characters of a folder. */
const LONGEST_FOLDER = 1_000;

/** Whether one folder is the other, or lies in it. */
export function areWithin(one: string, other: string): boolean {
  const isIn = (a: string, b: string): boolean => b === "" || `${a}/`.startsWith(`${b}/`);
  return isIn(one, other) || isIn(other, one);
}

/** `./a` and `a`: below the project directory; `/a`: from the top. Undefined for what is no folder. */
export function folderOf(text: string, project: string): string | undefined {
  if (text.length > LONGEST_FOLDER) return undefined;
  const rest = text.replace(/^(?:\.?\/)+/, "").replace(/\/+$/, "");
  const isTop = text.startsWith("/");
  const path = [isTop ? "" : project, rest === "." ? "" : rest].filter((part) => part !== "").join("/");
  if (path === "") return "";
  const safe = safePath(path);
  if (!("path" in safe) || safe.path !== path.normalize("NFC")) return undefined;
  return /(?:^|\/)\.git(?:\/|$)/i.test(path) ? undefined : safe.path;
}

/** How a folder is written. */
export function folderText(directory: string, project: string): string {
  if (project === "") return `./${directory}`;
  if (directory === project) return "./";
  return directory.startsWith(`${project}/`) ? `./${directory.slice(project.length + 1)}` : `/${directory}`;
}
