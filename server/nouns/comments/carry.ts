/**
 * Where a comment's block is now. A comment keeps what its author pointed at: a revision, a page, a block and the hash
 * of the body that the block was in. What became of it is found when the comment is read, not when content is written:
 * writers pay nothing for comments, merges and imports need not know of them, and a parse never stands in anybody's
 * transaction. While the page is untouched a read pays nothing. After that it parses the page of today, once, and finds
 * most blocks there as they were; only for a block that changed are the two bodies compared, once for the pair. What is
 * found is kept under the hashes of the bodies.
 *
 * The two bodies are compared directly first. A block that was rewritten little by little may be too far from its
 * beginning for that; then it is followed through the revisions in between. Revisions and their bodies stay as long as
 * the space, so nothing is lost by waiting.
 */
import type { Content } from "../../content/store.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { readPage } from "../../engine/tree.ts";
import type { Blocks, BodyHash } from "./blocks.ts";

interface Reading {
  readonly content: Content;
  readonly db: { readonly read: Read };
}

export interface Anchor {
  readonly space: string;
  readonly changeRequest: string | null;
  readonly revision: string;
  readonly page: string;
  readonly node: string;
  readonly body: BodyHash;
}

/** How many revisions a block is followed through; the last step leads to the present from wherever that ends. */
const MOST_STEPS = 200;

/**
 * The id of the block in the page's body of today; undefined when it is gone.
 * @param now the revision of today and the hash of the page's body in it
 */
export async function carried(
  deps: Reading,
  blocks: Blocks,
  anchor: Anchor,
  now: { readonly revision: Row<"revisions">; readonly body: BodyHash },
): Promise<string | undefined> {
  const { space, page, node, revision, body } = anchor;
  const direct = await blocks.follow(node, body, now.body);
  if (direct !== undefined || now.body === undefined) return direct;
  const key = [space, page, node, revision, now.body].join(":");
  const found = await deps.content.derived("block-followed", key, async () => {
    const between = await bodiesBetween(deps, anchor, now.revision);
    return (await follow(blocks, anchor, [...between, now.body])) ?? "";
  });
  return found === "" ? undefined : found;
}

async function follow(
  blocks: Blocks,
  { node, body }: Anchor,
  bodies: readonly BodyHash[],
): Promise<string | undefined> {
  let at: string | undefined = node;
  let last = body;
  for (const next of bodies) {
    // A page that was gone, or empty, for a while is compared with what it came back as.
    if (next === undefined || next === last) continue;
    at = await blocks.follow(at, last, next);
    if (at === undefined) return undefined;
    last = next;
  }
  return at;
}

/** The bodies that a page had in the revisions since, the oldest first. */
async function bodiesBetween(
  { content, db }: Reading,
  { space, changeRequest, revision, page }: Anchor,
  now: Row<"revisions">,
): Promise<BodyHash[]> {
  const since = await content.revision(space, revision);
  if (since === undefined) return [];
  const rows = await db.read
    .selectFrom("revisions")
    .select("root")
    .where("space_id", "=", space)
    .where("change_request_id", changeRequest === null ? "is" : "=", changeRequest)
    .where("created_at", ">=", since.created_at)
    .where("created_at", "<=", now.created_at)
    .orderBy("created_at")
    .orderBy("id")
    .limit(MOST_STEPS)
    .execute();
  const bodies: BodyHash[] = [];
  for (const { root } of rows) {
    bodies.push((await readPage(content.nodes, await content.root(root), page))?.body);
  }
  return bodies;
}
