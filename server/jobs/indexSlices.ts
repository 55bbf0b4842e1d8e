/** Pages on their way into the search index, in transactions' worth. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Content } from "../content/store.ts";
import { workOnText } from "../content/textWork.ts";
import type { Dialect } from "../db/database.ts";
import type { RevisionRoot } from "../../engine/node.ts";
import type { SearchEntry } from "../../engine/search/entry.ts";
import { readPages } from "../../engine/tree.ts";
import { includedBy } from "./included.ts";
import { JobInterruption } from "./job.ts";
import { exclusionIn, type Exclusion } from "./searchChanges.ts";
import { slicesOf } from "../../engine/slices.ts";

/** Pages read from the store at once. */
const READ_AT_ONCE = 50;
/** What one transaction may write. */
interface Room {
  readonly pages: number;
  /** UTF-16 units of terms. */
  readonly text: number;
}

/**
 * SQLite writes on the event loop, where 4,000 units take some 8 ms. A PostgreSQL server is waited for elsewhere, and
 * what counts there is how often.
 */
export const ROOM: Readonly<Record<Dialect, Room>> = {
  sqlite: { pages: 10, text: 4000 },
  postgres: { pages: 20, text: 30_000 },
};

interface SliceLimits {
  readonly room: Room;
  readonly signal: AbortSignal;
  /** The code of the language that the pages are in. */
  readonly language: string | null;
}

interface IndexSlice {
  readonly upserts: readonly SearchEntry[];
  readonly removals: readonly string[];
  /** The last page that it covers; "" when it covers none. */
  readonly after: string;
  /** Pages that were looked at. */
  readonly size: number;
  readonly isEnd: boolean;
}

/**
 * What the index needs to hold of some pages of a revision, in slices that have room in a transaction; the last one
 * is marked and may be empty. Pages are read and parsed as slices are asked for, and others get their turn after each.
 * @param ids in order
 * @throws JobInterruption when `signal` says so
 */
export async function* indexSlices(
  content: Content,
  root: RevisionRoot,
  ids: readonly string[],
  { room, signal, language }: SliceLimits,
): AsyncGenerator<IndexSlice> {
  let slice = new OpenSlice();
  for await (const [id, entry] of entriesOf(content, root, ids, language)) {
    if (signal.aborted) throw new JobInterruption();
    if (!slice.hasRoom(entry, room)) {
      yield { ...slice, isEnd: false };
      slice = new OpenSlice();
    }
    slice.add(id, entry);
  }
  yield { ...slice, isEnd: true };
}

class OpenSlice {
  readonly upserts: SearchEntry[] = [];
  readonly removals: string[] = [];
  after = "";
  size = 0;
  text = 0;

  hasRoom(entry: SearchEntry | undefined, room: Room): boolean {
    return this.size === 0 || (this.size < room.pages && this.text + textLength(entry) <= room.text);
  }

  add(id: string, entry: SearchEntry | undefined): void {
    if (entry === undefined) this.removals.push(id);
    else this.upserts.push(entry);
    this.after = id;
    this.size += 1;
    this.text += textLength(entry);
  }
}

function textLength(entry: SearchEntry | undefined): number {
  return entry === undefined ? 0 : entry.sections.reduce((sum, { terms }) => sum + terms.length, 0);
}

type Entry = readonly [id: string, entry: SearchEntry | undefined];

/** Pages as they go into the index; undefined for those that search must not find. */
async function* entriesOf(
  content: Content,
  root: RevisionRoot,
  ids: readonly string[],
  language: string | null,
): AsyncGenerator<Entry> {
  const isExcluded = exclusionIn(content.nodes, root);
  for (const some of slicesOf(ids, READ_AT_ONCE)) yield* batch(content, root, some, { isExcluded, language });
}

async function* batch(
  content: Content,
  root: RevisionRoot,
  ids: readonly string[],
  { isExcluded, language }: { readonly isExcluded: Exclusion; readonly language: string | null },
): AsyncGenerator<Entry> {
  const pages = await readPages(content.nodes, root, ids);
  const bodies = await content.bodies([...pages.values()].flatMap(({ body }) => body ?? []));
  for (const id of ids) {
    const page = pages.get(id);
    const isFound = page?.type === "document" && !(await isExcluded(page));
    const body = bodies.get(page?.body ?? "") ?? "";
    if (isFound) {
      const included = await includedBy(content, root, id);
      yield [
        id,
        await workOnText(content.organization, "searchEntry", { page, text: body, language, included }),
      ];
    } else yield [id, undefined];
    await nextTurn();
  }
}
