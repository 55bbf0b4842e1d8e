/** Files that a repository keeps by Git LFS: brought from its host, and sent there before a commit points to them. */
import { buffer } from "node:stream/consumers";
import { recordBlob } from "../../../content/write.ts";
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
import { SyncOutrun } from "./ended.ts";
import { holdBack, type SentContent } from "./heldBack.ts";
import type { SyncRun } from "./syncRun.ts";

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

/**
 * Sends the files that changes point to. What the host doesn't take is held, with the pages that show it.
 * @throws GitError, and SyncOutrun when something is held from now on
 */
export async function sendLargeFiles(
  sync: LargeRun,
  { installation, theirs, outward }: SentContent,
  changes: readonly PrintedChange[],
): Promise<void> {
  const { deps, run, remote } = sync;
  const files = changes.flatMap((change) => ("large" in change && change.large ? [change.large] : []));
  if (files.length === 0) return;
  const request = { fetch: deps.fetch, remote, signal: run.signal };
  const refused = await run.away(() => sendLarge(request, files));
  if (refused.size === 0) return;
  const things = files.flatMap(({ id, object: source }) =>
    refused.has(id) ? [{ kind: "file" as const, source, why: "large" as const }] : [],
  );
  await holdBack(sync, { installation, theirs, outward }, things);
  throw new SyncOutrun(`The host doesn't take files by Git LFS: ${[...refused.values()][0] ?? ""}`);
}
