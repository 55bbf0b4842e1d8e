/**
 * Where a comment's block is now. A comment keeps what its author pointed at: a revision, a page, a block and the hash
 * of the body that the block was in. What became of it is found when the comment is read, not when content is written:
 * writers pay nothing for comments, merges and imports need not know of them, and a parse never stands in anybody's
 * transaction.
 *
 * While the page is untouched a read pays nothing. After that it parses the page of today, once, and finds most blocks
 * there as they were. A block that changed is followed from each body of the page to the next, as it was rewritten
 * little by little. What became of the blocks between two bodies is kept under their hashes and serves all comments, so
 * that a commit costs one comparison, however many comments there are and whenever they were made.
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

/** A block of a page as its commenter saw it. */
export interface Anchor {
  readonly page: string;
  readonly node: string;
  readonly body: BodyHash;
}

export interface Carrier {
  /** The id of the block in the page's body of today; undefined when it is gone. @param now the hash of that body */
  carried(anchor: Anchor, now: BodyHash): Promise<string | undefined>;
}

/**
 * The revisions whose bodies blocks are followed through: this many and up to as many more. Blocks of older bodies are
 * compared with the first of these at once. It moves in steps, so that most commits leave it, and what is kept, alone.
 */
const WINDOW = 100;

/** Follows blocks to one revision, of a space or of a change request. */
export function openCarrier(deps: Reading, blocks: Blocks, now: Row<"revisions">): Carrier {
  const lines = new Map<string, Promise<readonly string[]>>();
  const bodiesOf = (page: string): Promise<readonly string[]> => {
    const line = lines.get(page) ?? lineOf(deps, now, page);
    lines.set(page, line);
    return line;
  };
  return {
    async carried({ page, node, body }, today) {
      if (body === today) return node;
      if (body === undefined || today === undefined) return undefined;
      // What is there once is found without comparing, wherever it went: that is most blocks, most of the time.
      const there = await blocks.previews(today);
      if (!node.includes("-") && there.has(node) && !there.has(`${node}-1`)) return node;
      const bodies = await bodiesOf(page);
      return followed(blocks, node, [body, ...bodies.slice(bodies.lastIndexOf(body) + 1)]);
    },
  };
}

async function followed(
  blocks: Blocks,
  node: string,
  bodies: readonly string[],
): Promise<string | undefined> {
  let at: string | undefined = node;
  for (const [index, next] of bodies.entries()) {
    const before = bodies[index - 1];
    if (before === undefined) continue;
    at = await blocks.follow(at, before, next);
    if (at === undefined) return undefined;
  }
  return at;
}

/**
 * The bodies that a page had of late, the oldest first and that of today last, each other than the one before. A page
 * that was gone or empty for a while is compared with what it came back as.
 */
async function lineOf({ content, db }: Reading, now: Row<"revisions">, page: string): Promise<string[]> {
  const text = await content.derived("page-bodies", `${now.id} ${page}`, async () => {
    const bodies: string[] = [];
    for (const root of await lateRoots(db.read, now)) {
      const body = (await readPage(content.nodes, await content.root(root), page))?.body;
      if (body !== undefined && body !== bodies.at(-1)) bodies.push(body);
    }
    return JSON.stringify(bodies);
  });
  return JSON.parse(text) as string[];
}

/** The roots of the revisions that led to one within its space or change request, the oldest first. */
async function lateRoots(read: Read, now: Row<"revisions">): Promise<string[]> {
  const own = read
    .selectFrom("revisions")
    .where("space_id", "=", now.space_id)
    .where("change_request_id", now.change_request_id === null ? "is" : "=", now.change_request_id)
    .where("created_at", "<=", now.created_at);
  const { count } = await own.select((eb) => eb.fn.countAll<number>().as("count")).executeTakeFirstOrThrow();
  const rows = await own
    .select(["id", "root", "parents"])
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(WINDOW + (Number(count) % WINDOW))
    .execute();
  // Revisions of the same millisecond are in no order: each names the one before.
  const known = new Map(rows.map((row) => [row.id, row]));
  const roots: string[] = [];
  for (let at = known.get(now.id); at !== undefined; at = known.get(JSON.parse(at.parents)[0])) {
    roots.push(at.root);
    known.delete(at.id);
  }
  return roots.toReversed();
}
