/** Pages that were deleted, told from what the revisions of a space have no more that those before them had. */
import type { Static } from "typebox";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { diffMaps } from "../../../engine/mapDiff.ts";
import type { Page } from "../../../engine/page.ts";
import { readPages } from "../../../engine/tree.ts";
import type { Content } from "../../content/store.ts";
import { given, timestamp } from "../../http/shapes.ts";
import { openPace } from "../../turns/pace.ts";
import { listRevisions, type RevisionThing } from "../revisions/queries.ts";
import type { DeletedPage } from "./deletedSchema.ts";
import { goneTogether } from "./goneTogether.ts";

/** Revisions that are looked through, and pages that are told. */
const MOST_REVISIONS = 1000;
const MOST_TOLD = 200;

type ToldPage = Static<typeof DeletedPage>;

/** The newest first. Costs what each revision changed. */
export async function deletedPages(deps: Deps, { space, revision }: RevisionThing): Promise<ToldPage[]> {
  const content = deps.content.of(space.organization_id);
  const { rows } = await listRevisions(deps.db.read, space, { limit: MOST_REVISIONS, after: undefined });
  const now = await content.root(revision.root);
  const pause = openPace();
  const told = new Map<string, ToldPage>();
  for (const [place, after] of rows.entries()) {
    const before = rows[place + 1];
    if (before === undefined || told.size >= MOST_TOLD) break;
    const gone = await goneBetween(content, before, after);
    const back = await readPages(content.nodes, now, [...gone.keys()]);
    for (const { page, pages } of goneTogether(gone, back)) {
      if (told.size >= MOST_TOLD) break;
      if (told.has(page.id)) continue;
      told.set(page.id, {
        id: page.id,
        type: page.type,
        title: page.title,
        ...given("emoji", page.emoji),
        ...given("icon", page.icon),
        pages,
        revision: before.id,
        deletedAt: timestamp(after.created_at),
        ...given("deletedBy", after.created_by),
      });
    }
    await pause();
  }
  return [...told.values()];
}

async function goneBetween(
  content: Content,
  before: Row<"revisions">,
  after: Row<"revisions">,
): Promise<ReadonlyMap<string, Page>> {
  const [old, now] = [await content.root(before.root), await content.root(after.root)];
  const changes = await diffMaps<Page>(content.nodes, old.pages, now.pages);
  return new Map(
    changes.flatMap(({ key, before: page, after: stays }) =>
      page !== undefined && stays === undefined ? [[key, page] as const] : [],
    ),
  );
}
