import { openedRevision } from "../../content/computed/opened.ts";
import { type ShownRevision, shownRevision, storedRevision } from "../../content/computed/shown.ts";
import type { Deps } from "../../deps.ts";
import type { RevisionThing } from "./queries.ts";

/** How a revision is asked for. */
export interface ShowOptions {
  /** false leaves computed pages as they are. */
  readonly computed?: boolean;
}

/**
 * The revision as it is read: its computed pages made, unless they are asked for as they are; for a reader of a site
 * always, and without what isn't for them.
 */
export async function shownOf(
  deps: Deps,
  { revision, space, reader }: Omit<RevisionThing, "pagesAt">,
  { computed }: ShowOptions = {},
): Promise<ShownRevision> {
  if (reader !== undefined) {
    const shown = await shownRevision(deps, space, revision.root);
    return openedRevision(deps.content, shown, reader);
  }
  if (computed !== false) return shownRevision(deps, space, revision.root);
  const content = deps.content.of(space.organization_id);
  return storedRevision(content, revision.root, await content.root(revision.root));
}
