/** Bringing content back to what a revision has. */
import { readRevision } from "../../content/commit.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import type { NewRevision } from "../../../engine/change.ts";
import { diffRevisions } from "../../../engine/diff.ts";
import type { EntryChange } from "../../../engine/mapDiff.ts";
import type { Content } from "../../content/store.ts";
import type { RunChange } from "../../http/change.ts";
import { notFound } from "../../http/errors.ts";
import type { ContentTarget } from "./target.ts";
import { takeTurn } from "./turn.ts";

/**
 * Makes a revision with the content of a former one; when somebody else's change gets in first, on theirs.
 * @param answer is given the revision that the content is at
 * @throws 404 when the former one is kept no longer; 409, 412
 */
export function restoreRevision<R>(
  deps: Deps,
  target: ContentTarget,
  former: Row<"revisions">,
  change: RunChange<R>,
  answer: (row: Row<"revisions">) => R,
): Promise<R> {
  const content = deps.content.of(target.organization);
  const within = { organization_id: target.organization, id: target.space };
  return takeTurn(target.turn, async () => {
    const open = await target.open();
    const made = await contentOf(content, open.base.root, former.root);
    return change(async (running) => {
      if (former.root === open.base.root) return answer(open.base);
      // Its content is kept for as long as it is.
      if ((await readRevision(running.tx, within, former.id)) === undefined) throw notFound("The revision");
      const id = running.newId();
      await open.publish(running, id, made, "rollback");
      const row = await readRevision(running.tx, within, id);
      if (row === undefined) throw new Error(`the revision ${id} was not written`);
      return answer(row);
    });
  });
}

/** Content that is stored already, as what it changes of the content before it. */
async function contentOf(content: Content, before: string, after: string): Promise<NewRevision> {
  const diff = await diffRevisions(content.nodes, await content.root(before), await content.root(after));
  const touched = <Value>(changes: readonly EntryChange<Value>[]) =>
    changes.map(({ key, ...sides }) => ({ id: key, ...sides }));
  return {
    root: after,
    nodes: new Map(),
    bodies: new Map(),
    reusedBodies: [],
    blobs: [],
    pages: touched(diff.pages),
    reusable: touched(diff.reusable),
    variables: diff.variables.map(({ key }) => key),
    tags: diff.tags.map(({ key }) => key),
  };
}
