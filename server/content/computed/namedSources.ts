/** The content sources that pages of a space name, in what its readers see and in change requests that are under way. */
import type { Read } from "../../db/database.ts";
import type { SpaceKey } from "../../db/schema.ts";
import type { Content } from "../store.ts";
import { pagesOfSources, sourceKeyOf } from "./contentSources.ts";

/** Characters of a source as JSON: it is sent to the script each time. */
export const LONGEST_SOURCE = 20_000;
/** What one source depends on. */
export const MOST_DEPENDENCIES = 20;

/** Change requests of one space that are looked through. */
const MOST_REQUESTS = 200;

/**
 * The keys of the sources that are named.
 * @param until one with which it is enough
 */
export async function namedSources(
  read: Read,
  content: Content,
  space: SpaceKey,
  until?: string,
): Promise<Set<string>> {
  const named = new Set<string>();
  for (const root of await rootsOf(read, space)) {
    const pages = await pagesOfSources(content.nodes, await content.root(root));
    for (const page of pages) named.add(sourceKeyOf(page) ?? "");
    if (until !== undefined && named.has(until)) break;
  }
  return named;
}

/** That of the head, then those of change requests. */
async function rootsOf(read: Read, { organization_id, id }: SpaceKey): Promise<string[]> {
  const head = await read
    .selectFrom("spaces")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "spaces.organization_id")
        .onRef("revisions.id", "=", "spaces.head"),
    )
    .select("revisions.root")
    .where("spaces.organization_id", "=", organization_id)
    .where("spaces.id", "=", id)
    .execute();
  const requests = await read
    .selectFrom("change_requests")
    .innerJoin("revisions", (on) =>
      on
        .onRef("revisions.organization_id", "=", "change_requests.organization_id")
        .onRef("revisions.id", "=", "change_requests.head"),
    )
    .select("revisions.root")
    .where("change_requests.organization_id", "=", organization_id)
    .where("change_requests.space_id", "=", id)
    .where("change_requests.status", "in", ["draft", "open", "archived"])
    .orderBy("change_requests.number", "desc")
    .limit(MOST_REQUESTS)
    .execute();
  return [...head, ...requests].map(({ root }) => root);
}
