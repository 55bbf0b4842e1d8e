/**
 * Where a comment's block is now. A comment keeps what its author pointed at: a revision, a page, a block and the hash
 * of the body that the block was in. What became of it is found when the comment is read, not when content is written:
 * writers pay nothing for comments, merges and imports need not know of them, and a parse never stands in anybody's
 * transaction.
 *
 * While the page is untouched a read pays nothing. After that it parses the page of today, once, and finds most blocks
 * there as they were. A block that changed is followed from each body of the page to the next, as it was rewritten
 * little by little. What became of the blocks between two bodies is kept under their hashes and serves all comments, so
 * that a commit costs one comparison, however many comments there are and whenever they were made. Which bodies a page
 * had is seen from what each revision changed: a process that just started looks at those once, not at each page in each.
 */
import type { Content } from "../../content/store.ts";
import type { Read } from "../../db/database.ts";
import type { Row } from "../../db/schema.ts";
import { diffMaps } from "../../../engine/mapDiff.ts";
import type { Page } from "../../../engine/page.ts";
import type { Blocks, BodyHash } from "./blocks.ts";

interface CarrySources {
  readonly content: Content;
  readonly db: { readonly read: Read };
}

/** A block of a page as its commenter saw it. */
interface Anchor {
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
export function openCarrier(deps: CarrySources, blocks: Blocks, now: Row<"revisions">): Carrier {
  let all: Promise<Lines> | undefined;
  const bodiesOf = async (page: string, today: string): Promise<readonly string[]> => {
    const text = await deps.content.derived("page-bodies", `${now.id} ${page}`, async () => {
      all ??= readLines(deps, now);
      return JSON.stringify((await all).get(page) ?? []);
    });
    const line = JSON.parse(text) as string[];
    return line.at(-1) === today ? line : [...line, today];
  };
  return {
    async carried({ page, node, body }, today) {
      if (body === today) return node;
      if (body === undefined || today === undefined) return undefined;
      // What is there once is found without comparing, wherever it went: that is most blocks, most of the time.
      const there = await blocks.previews(today);
      if (!node.includes("-") && there.has(node) && !there.has(`${node}-1`)) return node;
      const bodies = await bodiesOf(page, today);
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
 * The bodies that pages had of late, the oldest first, each other than the one before; none for pages that had one only.
 * A page that was gone or empty for a while is compared with what it came back as.
 */
type Lines = ReadonlyMap<string, readonly string[]>;

/** All pages at once, by what each revision changed: that is less to look at than any page in every revision. */
async function readLines({ content, db }: CarrySources, now: Row<"revisions">): Promise<Lines> {
  const lines = new Map<string, string[]>();
  const roots = await lateRoots(db.read, now);
  for (const [index, root] of roots.entries()) {
    const before = roots[index - 1];
    if (before === undefined) continue;
    for (const [page, ...bodies] of await rewritten(content, before, root)) {
      const line = lines.get(page) ?? [];
      for (const body of bodies) if (body !== null && body !== line.at(-1)) line.push(body);
      lines.set(page, line);
    }
  }
  return lines;
}

type RewrittenPage = readonly [page: string, before: string, after: string | null];

/**
 * The pages whose body is another in the second of two roots, or gone. Those that only the second has are left out: what
 * came of such a body later says which it was, and an import may bring thousands of them.
 */
async function rewritten(content: Content, before: string, after: string): Promise<readonly RewrittenPage[]> {
  if (before === after) return [];
  const text = await content.derived("rewritten-pages", `${before} ${after}`, async () => {
    const [then, now] = [await content.root(before), await content.root(after)];
    const changes = await diffMaps<Page>(content.nodes, then.pages, now.pages);
    const pages = changes.flatMap(({ key, before: old, after: young }) =>
      old?.body === undefined || old.body === young?.body ? [] : [[key, old.body, young?.body ?? null]],
    );
    return JSON.stringify(pages);
  });
  return JSON.parse(text) as RewrittenPage[];
}

/** The roots of the revisions that led to one within its space or change request, the oldest first. */
async function lateRoots(read: Read, now: Row<"revisions">): Promise<string[]> {
  const own = read
    .selectFrom("revisions")
    .where("organization_id", "=", now.organization_id)
    .where("space_id", "=", now.space_id)
    .where("change_request_id", now.change_request_id === null ? "is" : "=", now.change_request_id)
    .where("created_at", "<=", now.created_at)
    .where((eb) => eb.or([eb("superseded_by", "is", null), eb("id", "=", now.id)]));
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
