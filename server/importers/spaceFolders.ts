/** Which of many folders a path lies in: by its own folders, since a repository may have thousands of each. */

/** Whether a path lies somewhere below one of the folders; "" is the top, which all lie below. */
export function isBelowOne(folders: ReadonlySet<string>, path: string): boolean {
  if (folders.has("")) return true;
  for (let end = path.lastIndexOf("/"); end > 0; end = path.lastIndexOf("/", end - 1))
    if (folders.has(path.slice(0, end))) return true;
  return false;
}

const OWN = ".gitbook/";

/** What a path is called within the `.gitbook` of these folders; "" stands for the folder of that name itself. */
export function namesInOwn(folders: ReadonlySet<string>, path: string): string[] {
  const names: string[] = [];
  for (let at = path.indexOf(OWN); at >= 0; at = path.indexOf(OWN, at + 1)) {
    const isWhole = at === 0 || path[at - 1] === "/";
    if (isWhole && folders.has(path.slice(0, Math.max(0, at - 1)))) names.push(path.slice(at + OWN.length));
  }
  return names;
}
