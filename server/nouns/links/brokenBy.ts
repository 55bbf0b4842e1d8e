/** The links that a change breaks: told from what differs between two revisions. */
import type { Content } from "../../content/store.ts";
import { ancestorOf } from "../change-requests/present.ts";
import type { Row } from "../../db/schema.ts";
import type { Deps } from "../../deps.ts";
import { diffMaps } from "../../../engine/mapDiff.ts";
import { BROKEN } from "../../../engine/revision.ts";
import { openRequestsOf } from "./around.ts";

/** What is broken in one revision and was not in another. */
interface BrokenBy {
  /** How many links; each page counts once for what it links to. */
  readonly links: number;
  /** What they lead to, by the keys of `targets`, with the number of sources. */
  readonly targets: readonly (readonly [key: string, sources: number])[];
}

/** Compares two revisions by the hashes of their roots. Costs what differs, once. */
async function brokenBetween(content: Content, before: string, after: string): Promise<BrokenBy> {
  if (before === after) return { links: 0, targets: [] };
  const text = await content.derived("broken", `${before} ${after}`, async () => {
    const [old, now] = [await content.root(before), await content.root(after)];
    const came = (await diffMaps<number>(content.nodes, old.backlinks, now.backlinks)).filter(isNewlyBroken);
    const targets = (await diffMaps<number>(content.nodes, old.targets, now.targets)).filter(isNewlyBroken);
    return JSON.stringify({ links: came.length, targets: targets.map((one) => [one.key, one.after]) });
  });
  return JSON.parse(text) as BrokenBy;
}

function isNewlyBroken({ key, before }: { readonly key: string; readonly before?: unknown }): boolean {
  return before === undefined && key.startsWith(BROKEN);
}

/** What a change request breaks that is whole in the content that it last took in. */
export async function brokenByRequest(content: Content, request: Row<"change_requests">): Promise<BrokenBy> {
  const space = request.space_id;
  const [before, after] = await Promise.all([
    content.revision(space, ancestorOf(request)),
    content.revision(space, request.head),
  ]);
  return before === undefined || after === undefined
    ? { links: 0, targets: [] }
    : brokenBetween(content, before.root, after.root);
}

/** How many links the open change requests of a space break, taken together. */
export async function brokenByOpenRequests(deps: Deps, space: Row<"spaces">): Promise<number> {
  const content = deps.content.of(space.organization_id);
  let sum = 0;
  for (const { ancestor, head } of await openRequestsOf(deps.db, space))
    sum += (await brokenBetween(content, ancestor, head)).links;
  return sum;
}
