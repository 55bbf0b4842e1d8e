/** Content sources follow the content: those of a space that has changed, and those that are made from it. */
import { sql } from "kysely";
import {
  lookAtSources,
  noteSources,
  pagesOfSources,
  sourceKeyOf,
} from "../content/computed/contentSources.ts";
import type { Read } from "../db/database.ts";
import type { SpaceKey } from "../db/schema.ts";
import { holdsWord } from "../db/wordList.ts";
import type { IndexDeps } from "./madePages.ts";
import type { JobRun } from "./job.ts";

/** Has what depends on a space's head looked at, and what its pages name for the first time made. */
export async function followSources(
  { db, clock, content: store }: IndexDeps,
  run: JobRun,
  { root, ...space }: SpaceKey & { readonly root: string },
): Promise<void> {
  const content = store.of(space.organization_id);
  const pages = await pagesOfSources(content.nodes, await content.root(root));
  if (pages.length === 0 && !(await isAnyConcerned(db.read, space))) return;
  const { organization_id: organization, id } = space;
  await run.write(async (tx) => {
    const now = clock.now();
    await noteSources(tx, space, pages, now);
    // What its pages don't name may have gone.
    const but = pages.flatMap((page) => sourceKeyOf(page) ?? []);
    await lookAtSources(tx, { organization, spaces: [id], but }, now);
    await lookAtSources(tx, { organization, target: targetOfSpace(id) }, now);
  });
}

const targetOfSpace = (id: string): string => `space:${id}`;

async function isAnyConcerned(read: Read, { organization_id, id }: SpaceKey): Promise<boolean> {
  const found = await read
    .selectFrom("content_sources")
    .select("key")
    .where("organization_id", "=", organization_id)
    .where((eb) =>
      eb.or([eb("space_id", "=", id), holdsWord(sql.ref<string>("reads"), targetOfSpace(id)) as never]),
    )
    .limit(1)
    .executeTakeFirst();
  return found !== undefined;
}
