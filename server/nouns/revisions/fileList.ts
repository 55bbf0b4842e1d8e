/** The files of a revision: all by id, or those that somebody looks for. */
import type { Content } from "../../content/store.ts";
import { folded } from "../../db/contains.ts";
import { betweenInMap, getManyFromMap, mapSize, sliceOfMap } from "../../../engine/mapRead.ts";
import type { RevisionRoot } from "../../../engine/node.ts";
import type { FileEntry } from "../../../engine/page.ts";
import { cutTo, type RowPage } from "../../http/list.ts";
import type { Paging } from "../../http/operation.ts";
import { openPace } from "../../turns/pace.ts";
import { listMap } from "./queries.ts";

export interface FileWish {
  /** What their names contain. */
  readonly search?: string;
  /** How their types begin. */
  readonly contentType?: string;
  /** Whether nothing in the same content links to them. */
  readonly unused?: boolean;
  readonly sort?: "name";
}

/** Files that are looked at between two pauses. */
const SLICE = 1000;

/**
 * A page of the files. By id, which is the map's order, the next page starts behind the last one's id, whatever came
 * meanwhile; those that are looked for are found once for a state of the files, and kept.
 */
export async function listFiles(
  content: Content,
  root: RevisionRoot,
  { search, contentType, unused, sort }: FileWish,
  paging: Paging,
): Promise<RowPage<FileEntry>> {
  const wish = { search: folded(search ?? "").trim(), contentType: contentType ?? "", unused, sort };
  if (wish.search === "" && wish.contentType === "" && unused === undefined && sort === undefined)
    return listMap<FileEntry>(content.nodes, root.files, paging);
  const backlinks = unused === undefined ? null : root.backlinks;
  const key = JSON.stringify([wish, root.files, backlinks]);
  const text = await content.derived("files", key, async () => (await found(content, root, wish)).join("\n"));
  const lines = text === "" ? [] : text.split("\n");
  const after = paging.after === undefined ? undefined : String(paging.after[0]);
  const start = after === undefined ? 0 : firstBehind(lines, after);
  const shown = lines.slice(start, start + paging.limit + 1);
  const files = await getManyFromMap<FileEntry>(content.nodes, root.files, shown.map(idOf));
  const rows = shown.map((line) => files.get(idOf(line)) as FileEntry);
  return cutTo(paging.limit, rows, lines.length, (file) => [lineOf(file, sort)]);
}

type Wish = { readonly [Name in keyof FileWish]-?: FileWish[Name] | undefined } & {
  readonly search: string;
  readonly contentType: string;
};

/** Each as a line that it is sorted by, which ends in its id. */
async function found(content: Content, root: RevisionRoot, wish: Wish): Promise<string[]> {
  const pause = openPace();
  const used = wish.unused === undefined ? undefined : await usedFiles(content, root);
  const lines: string[] = [];
  for (let start = 0; start < mapSize(root.files); start += SLICE) {
    for (const [id, file] of await sliceOfMap<FileEntry>(content.nodes, root.files, start, start + SLICE)) {
      const isLike =
        file.contentType.startsWith(wish.contentType) &&
        (used === undefined || used.has(id) !== wish.unused) &&
        (wish.search === "" || folded(file.name).includes(wish.search));
      if (isLike) lines.push(lineOf(file, wish.sort));
    }
    await pause();
  }
  // By code unit, as everything is.
  return lines.toSorted((a, b) => (a < b ? -1 : 1));
}

/** Ids of what is linked to. */
async function usedFiles({ nodes }: Content, { backlinks }: RevisionRoot): Promise<ReadonlySet<string>> {
  const entries = await betweenInMap<number>(nodes, backlinks, "file:", "file;");
  return new Set(entries.map(([key]) => key.slice("file:".length, key.indexOf("\t"))));
}

function lineOf({ id, name }: FileEntry, sort: "name" | undefined): string {
  return sort === undefined ? id : `${folded(name).replace(/\s+/g, " ")}\t${id}`;
}

const idOf = (line: string): string => line.slice(line.indexOf("\t") + 1);

function firstBehind(lines: readonly string[], after: string): number {
  const at = lines.findIndex((line) => line > after);
  return at === -1 ? lines.length : at;
}
