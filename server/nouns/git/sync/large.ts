/** Files that a repository keeps by Git LFS: brought from its host, and sent there before a commit points to them. */
import { buffer } from "node:stream/consumers";
import { linksInto } from "../../../../engine/links.ts";
import { getManyFromMap } from "../../../../engine/mapRead.ts";
import { reusableSource } from "../../../../engine/revision.ts";
import { type ContestedThing, differing, type RefusedThing, thingKey } from "../../../content/git/sides.ts";
import { recordBlob } from "../../../content/write.ts";
import type { Row } from "../../../db/schema.ts";
import type { PrintedChange } from "../../../importers/repository/printRepository.ts";
import {
  type CommittedFile,
  type LargeFiles,
  type MissingFile,
  pointerIn,
} from "../../../importers/repository/source.ts";
import { GitError } from "../../../ports/git/error.ts";
import { bringLarge, type LargeFile, sendLarge } from "../../../ports/git/lfs.ts";
import type { GitRepository } from "../../../ports/git/repository.ts";
import { heldBy } from "../queries.ts";
import { SyncOutrun } from "./ended.ts";
import type { Installation, SyncRun } from "./syncRun.ts";

const REUSABLE = reusableSource("");

type LargeRun = Pick<SyncRun, "deps" | "run" | "remote" | "content">;

/**
 * The files that a repository has pointers to, each brought once. Where the host gives up after some of them, these come
 * in, and the others with the next run: however many there are and however slow it is, all come in the end. One that
 * fails by itself is waited for by nothing else.
 */
export function largeFiles({ deps, run, remote, content: { organization } }: LargeRun): LargeFiles {
  const blobs = deps.blobs.of(organization);
  const known = new Map<string, MissingFile | undefined>();
  return {
    async bring(files) {
      const asked = files.filter(({ id }) => !known.has(id));
      const brought: LargeFile[] = [];
      const request = { fetch: deps.fetch, remote, signal: run.signal };
      const bring = () =>
        bringLarge(request, asked, async (file, bytes) => {
          const { hash, size } = await blobs.put(bytes, { maxBytes: file.size });
          brought.push({ id: hash, size });
          return size === file.size ? hash : "";
        });
      const missing = await run
        .away(bring)
        .catch((error: unknown) => {
          const there = new Set(brought.map(({ id }) => id));
          const late = asked.filter(({ id }) => !there.has(id));
          const isPassing = error instanceof GitError && !run.signal.aborted;
          if (!isPassing || late.length === asked.length) throw error;
          return new Map(late.map(({ id }) => [id, { why: error.message, isLate: true }]));
        })
        .finally(async () => {
          // Also of a run that fails: bytes without a row would never be garbage.
          const at = deps.clock.now();
          await deps.db.transact(async (tx) => {
            for (const { id: hash, size } of brought) await recordBlob(tx, { organization, hash, size, at });
          });
        });
      for (const { id } of asked) known.set(id, missing.get(id));
      return new Map(
        files.flatMap(({ id }) => {
          const one = known.get(id);
          return one === undefined ? [] : [[id, one]];
        }),
      );
    },
    async read(id) {
      const stored = await blobs.get(id);
      if (stored === undefined) throw new Error(`the bytes of the large file ${id} are missing`);
      return buffer(stored);
    },
  };
}

/** Those of some paths that are to be pointers: the attributes of the tree say so, or they are by now. */
export async function largeAmong(
  repository: GitRepository,
  tree: readonly CommittedFile[],
  paths: readonly string[],
): Promise<ReadonlySet<string>> {
  const large = new Set(await repository.keptByLfs(tree, paths));
  const there = new Map(tree.map((file) => [file.path, file]));
  for (const path of paths) {
    const file = large.has(path) ? undefined : there.get(path);
    const pointed = file && (await pointerIn(file, (id) => repository.objects.read(id)));
    if (pointed !== undefined) large.add(path);
  }
  return large;
}

interface SentContent {
  readonly installation: Installation;
  /** What the branch says, and what it is to say. */
  readonly theirs: string;
  readonly outward: string;
}

/**
 * Sends the files that changes point to. What the host doesn't take is held, with the pages that show it.
 * @throws GitError, and SyncOutrun when something is held from now on
 */
export async function sendLargeFiles(
  sync: LargeRun,
  { installation, theirs, outward }: SentContent,
  changes: readonly PrintedChange[],
): Promise<void> {
  const { deps, run, remote, content } = sync;
  const files = changes.flatMap((change) => ("large" in change && change.large ? [change.large] : []));
  if (files.length === 0) return;
  const request = { fetch: deps.fetch, remote, signal: run.signal };
  const refused = await run.away(() => sendLarge(request, files));
  if (refused.size === 0) return;
  const objects = files.flatMap(({ id, object }) => (refused.has(id) ? [object] : []));
  const things = await withShowing(content, objects, { own: outward, theirs });
  const { organization_id, id: installation_id } = installation;
  const held = things.map((thing) => ({
    ...thing,
    organization_id,
    installation_id,
    change_request_id: null,
    revision_id: null,
    root: theirs,
    sides: "",
    created_at: deps.clock.now(),
  }));
  await run.write((tx) =>
    tx
      .insertInto("git_held")
      .values(held)
      .onConflict((on) => on.columns(["organization_id", "installation_id", "kind", "source"]).doNothing())
      .execute(),
  );
  throw new SyncOutrun(`The host doesn't take files by Git LFS: ${[...refused.values()][0] ?? ""}`);
}

/** What is held since the host didn't take it, and differs still, with what has come to show it since. */
export async function heldLarge(
  { deps, content }: Pick<SyncRun, "deps" | "content">,
  installation: Row<"git_installations">,
  { head, theirs }: { readonly head: string; readonly theirs: string },
): Promise<RefusedThing[]> {
  const held = (await heldBy(deps.db.read, installation)).filter(({ why }) => why === "large");
  if (held.length === 0) return [];
  const others = new Set((await differing(content, head, theirs)).map(thingKey));
  const files = held.filter((row) => row.kind === "file" && others.has(thingKey(row)));
  const objects = files.map(({ source }) => source);
  const things = await withShowing(content, objects, { own: head, theirs });
  return things.filter((thing) => others.has(thingKey(thing)));
}

/** Files that the host doesn't take, with what shows those that the branch doesn't have: there it would lead nowhere. */
async function withShowing(
  content: SyncRun["content"],
  files: readonly string[],
  sides: { readonly own: string; readonly theirs: string },
): Promise<RefusedThing[]> {
  const { nodes } = content;
  const [own, theirs] = [await content.root(sides.own), await content.root(sides.theirs)];
  const things = new Map<string, RefusedThing>();
  const hold = (thing: RefusedThing): void => void things.set(thingKey(thing), thing);
  for (const source of files) hold({ kind: "file", source, why: "large" });
  const thereFiles = await getManyFromMap(nodes, theirs.files, files);
  const targets = files.filter((id) => !thereFiles.has(id)).map((id) => `file:${id}`);
  // What is shown by a text that others show is shown by these.
  for (const target of targets)
    for (const { source } of await linksInto(nodes, own, target)) {
      const reusable = source.startsWith(REUSABLE) ? source.slice(REUSABLE.length) : undefined;
      const thing: ContestedThing =
        reusable === undefined ? { kind: "page", source } : { kind: "reusable", source: reusable };
      const isKnown = things.has(thingKey(thing));
      hold({ ...thing, why: "large" });
      if (reusable === undefined || isKnown) continue;
      const isThere = (await getManyFromMap(nodes, theirs.reusable, [reusable])).size > 0;
      if (!isThere) targets.push(`reusable:${reusable}`);
    }
  return [...things.values()];
}
