/** Pages that are made, on their way into the search index: they follow the content and the descriptions of APIs. */
import type { Deps } from "../deps.ts";
import type { SpaceKey } from "../db/schema.ts";
import { setImmediate as nextTurn } from "node:timers/promises";
import { shownRevision, type ShownRevision } from "../content/computed/shown.ts";
import { writtenOut } from "../content/computed/text.ts";
import { indexPages } from "../content/search/indexPages.ts";
import { workOnText } from "../content/textWork.ts";
import type { Read } from "../db/database.ts";
import { type Kept, openKept } from "../memory/kept.ts";
import { contentHash } from "../../engine/hash.ts";
import { MADE } from "../../engine/openapi/reference/pages.ts";
import { tokenizerOf } from "../../engine/search/tokenize.ts";
import { readPages } from "../../engine/tree.ts";
import type { SearchEntry } from "../../engine/search/entry.ts";
import { ROOM } from "./indexSlices.ts";
import { JobInterruption, type JobRun } from "./job.ts";
import { exclusionIn } from "./searchChanges.ts";

export type IndexDeps = Pick<Deps, "db" | "content" | "clock"> & Partial<Pick<Deps, "addresses" | "secrets">>;

/** What of a space the index was last seen to hold, by space. After a restart everything is compared once. */
export type IndexedPages = Kept<{ readonly key: string; readonly count: number }>;

export function openMadeIndexed(): IndexedPages {
  return openKept("indexed_pages", { bytesOf: 200 });
}

/** Brings the made pages of a space's head up to date in the index; those that say the same are left alone. */
export async function indexMadePages(
  deps: IndexDeps,
  run: JobRun,
  space: SpaceKey & { readonly root: string; readonly language: string | null },
  seen: IndexedPages,
): Promise<void> {
  const { clock, db } = deps;
  const { language } = space;
  const content = deps.content.of(space.organization_id);
  const shown = await shownRevision(deps, space, space.root);
  const indexed = await indexedMade(db.read, space);
  if (shown.made.length === 0 && indexed.length === 0) return;
  const key = `${space.organization_id} ${tokenizerOf(language)} ${await keyOf(shown)}`;
  const known = seen.get(space.id);
  if (known?.key === key && known.count === indexed.length) return;
  const pages = await readPages(shown.nodes, shown.root, shown.made);
  const isExcluded = exclusionIn(shown.nodes, shown.root);
  const gone = new Set(indexed);
  const room = ROOM[db.dialect];
  let [upserts, text, count]: [SearchEntry[], number, number] = [[], 0, 0];
  const write = async (removals: readonly string[]): Promise<void> => {
    const change = { upserts, removals, language, at: clock.now() };
    await run.write((tx) => indexPages(tx, space, change));
    [upserts, text] = [[], 0];
  };
  for (const page of pages.values()) {
    if (run.signal.aborted) throw new JobInterruption();
    if (await isExcluded(page)) continue;
    const written = await writtenOut(content, shown, page);
    const entry = await workOnText(space.organization_id, "searchEntry", { page, text: written, language });
    gone.delete(page.id);
    upserts.push(entry);
    count++;
    text += entry.sections.reduce((sum, { terms }) => sum + terms.length, 0);
    if (upserts.length >= room.pages || text >= room.text) await write([]);
    // Readers of the very pages that are made get their turn after each.
    await nextTurn();
  }
  await write([...gone]);
  seen.set(space.id, { key, count });
}

/** What the text of the made pages depends on: their fields say which, the versions what of. */
async function keyOf(shown: ShownRevision): Promise<string> {
  const pages = await readPages(shown.nodes, shown.root, shown.made);
  const fields = [...pages.values()].map(({ id, parent, noIndex, body, title }) => [
    id,
    parent,
    noIndex,
    body,
    title,
  ]);
  return contentHash(
    JSON.stringify([[...shown.versions].map(([slug, { outline }]) => [slug, outline]), fields]),
  );
}

async function indexedMade(read: Read, { organization_id, id }: SpaceKey): Promise<string[]> {
  const rows = await read
    .selectFrom("search_pages")
    .select("page_id")
    .where("organization_id", "=", organization_id)
    .where("space_id", "=", id)
    .where("page_id", ">=", MADE)
    .where("page_id", "<", `${MADE.slice(0, -1)}.`)
    .execute();
  return rows.map(({ page_id }) => page_id);
}
