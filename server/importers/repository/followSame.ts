/** Which file of a new state is which of the last one because it has the same bytes. */
import { openPace } from "../../turns/pace.ts";
import { byCodeUnit } from "../files.ts";
import { pageName } from "../pageNames.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { type FileKind, foldersOfPage, kindOfPath } from "./successor.ts";

/** Paths in their order, and up to where they are given away: many files may have the same bytes. */
interface Queue {
  readonly paths: string[];
  next: number;
}

/** A page may become the other kind only where the folder is the same. */
const OTHER_KIND = { folder: "page", page: "folder" } as const;

const byName = (id: string, path: string): string => `${id} ${kindOfPath(path)} named ${pageName(path)}`;
const byKind = (id: string, kind: FileKind): string => `${id} ${kind}`;
const byFolder = (id: string, kind: FileKind, folder: string): string => `${id} ${kind} at ${folder}`;

/** Of several the one at the same path, then with the same name, then the first. Gives what is left. */
export async function followSame(
  entries: readonly RepositoryEntry[],
  files: ReadonlyMap<string, RepositoryFile>,
  followed: Map<string, RepositoryEntry>,
): Promise<RepositoryEntry[]> {
  const pause = openPace();
  const moved = entries.filter((entry) => {
    const isThere = files.get(entry.path)?.id === entry.file?.id;
    if (isThere) followed.set(entry.path, entry);
    return !isThere;
  });
  const ids = new Set(moved.map(({ file }) => file?.id));
  const asked = [...files].filter(([path, { id }]) => ids.has(id) && !followed.has(path));
  const queues = new Map<string, Queue>();
  for (const [path, { id }] of asked.toSorted(([a], [b]) => byCodeUnit(a, b))) {
    for (const key of keysOfPath(id, path)) {
      const queue = queues.get(key);
      if (queue === undefined) queues.set(key, { paths: [path], next: 0 });
      else queue.paths.push(path);
    }
    await pause();
  }
  const firstOf = (key: string): string | undefined => {
    const queue = queues.get(key);
    if (queue === undefined) return undefined;
    let path = queue.paths[queue.next];
    while (path !== undefined && followed.has(path)) path = queue.paths[++queue.next];
    return path;
  };
  const left: RepositoryEntry[] = [];
  for (const entry of moved.toSorted((a, b) => byCodeUnit(a.path, b.path))) {
    const id = entry.file?.id ?? "";
    const firsts = keysOfEntry(id, entry).flatMap((key) => firstOf(key) ?? []);
    const path = firstOf(byName(id, entry.path)) ?? firsts.toSorted(byCodeUnit)[0];
    if (path === undefined) left.push(entry);
    else followed.set(path, entry);
    await pause();
  }
  return left;
}

/** The queues that a path stands in. */
function keysOfPath(id: string, path: string): string[] {
  const kind = kindOfPath(path);
  const folders = kind === "other" ? [] : foldersOfPage(path);
  return [byName(id, path), byKind(id, kind), ...folders.map((folder) => byFolder(id, kind, folder))];
}

/** The queues of all that it may become. */
function keysOfEntry(id: string, { path, role }: RepositoryEntry): string[] {
  const kind = kindOfPath(path);
  if (kind === "other") return [byKind(id, kind)];
  const other = OTHER_KIND[kind];
  if (role !== "page") return [byKind(id, kind), byKind(id, other)];
  return [byKind(id, kind), ...foldersOfPage(path).map((folder) => byFolder(id, other, folder))];
}
