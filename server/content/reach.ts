import { setImmediate } from "node:timers/promises";
import { prepared } from "../db/database.ts";
import type { Params, Read } from "../db/database.ts";
import { HASH_LENGTH } from "../../engine/hash.ts";
import { childHashes, isRevisionRoot } from "../../engine/node.ts";
import type { MapNode, NodeReader } from "../../engine/node.ts";
import type { FileEntry, Page, ReusableContent } from "../../engine/page.ts";
import { hashSet, type HashSet } from "./hashSet.ts";

/** Takes down what revisions need, by hash. */
export interface ReachNote {
  /** Gives whether what lies below a node is still to be looked at; below a leaf lie no nodes. */
  readonly nodes: { add(hash: string, isLeaf: boolean): boolean };
  readonly bodies: { add(hash: string): void };
  readonly blobs: { add(hash: string): void };
}

/** Everything that a set of revisions needs, by hash. */
export interface ReachedHashes extends ReachNote {
  readonly nodes: HashSet;
  readonly bodies: HashSet;
  readonly blobs: HashSet;
}

/** Digits of a file's hash, which is not cut. */
export const BLOB_HASH_LENGTH = 64;

export function nothingReached(): ReachedHashes {
  return { nodes: hashSet(HASH_LENGTH), bodies: hashSet(HASH_LENGTH), blobs: hashSet(BLOB_HASH_LENGTH) };
}

/** A root and the revision that names it, for those who report on it. */
interface Root {
  readonly id: string;
  readonly root: string;
}

const ROOTS = 200;
const NODES = 200;

const rootsAfter = prepared((q, p: Params<{ organization: string; after: string }>) =>
  q
    .selectFrom("revisions")
    .select(["id", "root"])
    .where("organization_id", "=", p("organization"))
    .where("id", ">", p("after"))
    .orderBy("id")
    .limit(ROOTS),
);

const rootsOfNewSpaces = prepared((q, p: Params<{ organization: string; since: number }>) =>
  q
    .selectFrom("spaces as space")
    .innerJoin("revisions as revision", (on) =>
      on
        .onRef("revision.organization_id", "=", "space.organization_id")
        .onRef("revision.space_id", "=", "space.id"),
    )
    .select("revision.root")
    .where("space.organization_id", "=", p("organization"))
    .where("space.created_at", ">=", p("since")),
);

/** Id and root of every revision of an organization, a slice at a time. */
export async function* everyRoot(read: Read, organization: string): AsyncGenerator<Root[]> {
  for (let after = ""; ;) {
    const roots = await rootsAfter.all(read, { organization, after });
    const last = roots.at(-1)?.id;
    if (last === undefined) return;
    yield roots;
    after = last;
  }
}

interface Reaching {
  readonly reached: ReachNote;
  readonly since: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Follows everything that an organization names by its root down to what it needs. Shared content is looked at once, as
 * far as `reached` knows that it was.
 *
 * Revisions come while this goes on, and may lie before the one that it has come to. Most have what the space itself has,
 * which stays as long as they do, or content that is young. A space that is duplicated has the content of another one,
 * which may go before its own revisions are looked at: so spaces that came since are looked at once more, in one statement.
 * @param since no space that was made before is looked at again, milliseconds
 * @throws the reason of `signal` when it is aborted, and whatever `nodes` says of one that isn't there
 */
export async function reachFromRevisions(
  read: Read,
  organization: string,
  nodes: NodeReader,
  { reached, since, signal }: Reaching,
): Promise<void> {
  for await (const roots of everyRoot(read, organization)) {
    signal?.throwIfAborted();
    await reachFrom(
      nodes,
      roots.map(({ root }) => root),
      reached,
    );
  }
  await reachFrom(nodes, await agreedRoots(read, organization), reached);
  const late = await rootsOfNewSpaces.all(read, { organization, since });
  await reachFrom(
    nodes,
    late.map(({ root }) => root),
    reached,
  );
}

/** What spaces and their branches agreed on, as far as it isn't a revision of its own. */
async function agreedRoots(read: Read, organization: string): Promise<string[]> {
  const [installations, pushes, held] = await Promise.all([
    read
      .selectFrom("git_installations")
      .select(["tree_root", "base_root", "incoming_root", "incoming_content", "asked_root"])
      .where("organization_id", "=", organization)
      .execute(),
    read
      .selectFrom("git_pushes")
      .select(["tree_root", "base_root", "agreed_root"])
      .where("organization_id", "=", organization)
      .where("state", "in", ["made", "proposing", "proposed"])
      .execute(),
    read.selectFrom("git_held").select("root").where("organization_id", "=", organization).execute(),
  ]);
  const roots = [...installations, ...pushes].flatMap(({ tree_root, base_root }) => [tree_root, base_root]);
  const before = pushes.map(({ agreed_root }) => agreed_root);
  const shown = installations.flatMap((row) => [row.incoming_root, row.incoming_content, row.asked_root]);
  return [...roots, ...before, ...shown, ...held.map(({ root }) => root)].filter((root) => root !== null);
}

/**
 * Adds what a few roots need. What lies below is looked at first, so that what is still to be looked at stays a few
 * slices, however large a revision is.
 */
export async function reachFrom(
  nodes: NodeReader,
  roots: readonly string[],
  reached: ReachNote,
): Promise<void> {
  const open = roots.filter((hash) => reached.nodes.add(hash, false));
  while (open.length > 0) {
    for (const node of await nodes.load(open.splice(-NODES))) {
      const isRoot = isRevisionRoot(node);
      if (!isRoot) noteContent(node, reached);
      const areLeaves = !isRoot && node.level === 1;
      for (const hash of childHashes(node)) if (reached.nodes.add(hash, areLeaves)) open.push(hash);
    }
    await setImmediate();
  }
}

/** Pages and reusable contents name a body, files a blob; nothing else in any map has such fields. */
function noteContent(node: MapNode, { bodies, blobs }: ReachNote): void {
  if (node.level > 0) return;
  for (const value of node.values) {
    if (typeof value !== "object" || value === null) continue;
    const { body } = value as Partial<Page | ReusableContent>;
    const { hash, contentType } = value as Partial<FileEntry>;
    if (typeof body === "string") bodies.add(body);
    if (typeof hash === "string" && typeof contentType === "string") blobs.add(hash);
  }
}
