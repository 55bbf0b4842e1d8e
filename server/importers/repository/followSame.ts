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

/** Files of the same bytes and of one kind: all, by their name, and by the folders that pages may be the page of. */
interface SameFiles {
  readonly all: Queue;
  readonly named: Map<string, Queue>;
  readonly at: Map<string, Queue>;
}

/** A page may become the other kind only where the folder is the same. */
const OTHER_KIND = { folder: "page", page: "folder" } as const;

/** Files by their bytes, of which each may be what one former file has become: see `mayBecome`. */
export class FilesByBytes {
  readonly #files = new Map<string, SameFiles>();
  readonly #isTaken: (path: string) => boolean;

  constructor(isTaken: (path: string) => boolean) {
    this.#isTaken = isTaken;
  }

  get isEmpty(): boolean {
    return this.#files.size === 0;
  }

  /** In the order in which they are given away. */
  add(path: string, id: string): void {
    const kind = kindOfPath(path);
    const key = `${id} ${kind}`;
    const known = this.#files.get(key) ?? { all: emptyQueue(), named: new Map(), at: new Map() };
    this.#files.set(key, known);
    known.all.paths.push(path);
    queueAt(known.named, pageName(path)).paths.push(path);
    if (kind !== "other")
      for (const folder of foldersOfPage(path)) queueAt(known.at, folder).paths.push(path);
  }

  /** What a former file may have become: of several the one with the same name, then the first. */
  firstOf({ path, role, file }: RepositoryEntry): string | undefined {
    const kind = kindOfPath(path);
    const own = this.#of(file?.id, kind);
    const other = kind === "other" ? undefined : this.#of(file?.id, OTHER_KIND[kind]);
    const others =
      role === "page" ? foldersOfPage(path).map((folder) => other?.at.get(folder)) : [other?.all];
    const firsts = [own?.all, ...others].flatMap((queue) => this.#first(queue) ?? []);
    return this.#first(own?.named.get(pageName(path))) ?? firsts.toSorted(byCodeUnit)[0];
  }

  #of(id: string | undefined, kind: FileKind): SameFiles | undefined {
    return this.#files.get(`${id ?? ""} ${kind}`);
  }

  #first(queue: Queue | undefined): string | undefined {
    if (queue === undefined) return undefined;
    let path = queue.paths[queue.next];
    while (path !== undefined && this.#isTaken(path)) path = queue.paths[++queue.next];
    return path;
  }
}

const emptyQueue = (): Queue => ({ paths: [], next: 0 });

function queueAt(queues: Map<string, Queue>, key: string): Queue {
  const known = queues.get(key) ?? emptyQueue();
  queues.set(key, known);
  return known;
}

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
  const same = new FilesByBytes((path) => followed.has(path));
  for (const [path, { id }] of asked.toSorted(([a], [b]) => byCodeUnit(a, b))) {
    same.add(path, id);
    await pause();
  }
  const left: RepositoryEntry[] = [];
  for (const entry of moved.toSorted((a, b) => byCodeUnit(a.path, b.path))) {
    const path = same.firstOf(entry);
    if (path === undefined) left.push(entry);
    else followed.set(path, entry);
    await pause();
  }
  return left;
}
