/**
 * What pages of another build name. Who keeps pages, and whoever has one open, asks for the files of the build that made
 * them: those of the last few lie in the store of files, so that every process has them, also one of before the update.
 */
import { createHash } from "node:crypto";
import { buffer } from "node:stream/consumers";
import type { Read } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { ASSETS, BlobsAway } from "../ports/blobs.ts";
import type { Encoding } from "../ports/encodings.ts";

/** A file that never changes under its name. */
export interface AssetFile {
  readonly contentType: string;
  readonly identity: Buffer;
  /** The same, packed. */
  readonly packed?: { readonly [encoding in Encoding]?: Buffer };
}

/** What browsers load of a build, by name. */
export interface BuildFiles {
  /** Another build has another. */
  readonly id: string;
  readonly files: ReadonlyMap<string, AssetFile>;
}

const KEY = "assets";
/** Builds whose files are there, the present one among them. */
const MOST_BUILDS = 4;
/** Bytes of one build; ours have five million. */
const LARGEST = 100 * 1024 * 1024;

interface KeptBuild {
  /** Of the names of its files, which have the hashes of what is in them. */
  readonly id: string;
  /** Of the one blob that has all files, each where it is said: its type, its first byte, and how many. */
  readonly hash: string;
  readonly files: Readonly<Record<string, readonly [contentType: string, start: number, length: number]>>;
}

type KeepDeps = Pick<Deps, "db" | "blobs">;

/**
 * Puts the files of this build where others find them, and takes away those of builds of long ago. Where the store is
 * away, pages of this build are not found by others: nothing else is lost, so a start goes on.
 */
export async function keepAssets(deps: KeepDeps & Pick<Deps, "log">, assets: BuildFiles): Promise<void> {
  try {
    await keep(deps, assets);
  } catch (error) {
    if (!(error instanceof BlobsAway)) throw error;
    deps.log.warn({ err: error }, "what browsers load of this build is not kept for other processes");
  }
}

async function keep({ db, blobs }: KeepDeps, { id, files }: BuildFiles): Promise<void> {
  const store = blobs.of(ASSETS);
  const kept = (await keptBuilds(db.read)).find((one) => one.id === id);
  if (kept !== undefined && (await store.has(kept.hash))) return;
  let start = 0;
  const places: Record<string, [string, number, number]> = {};
  for (const [name, { contentType, identity }] of files) {
    places[name] = [contentType, start, identity.length];
    start += identity.length;
  }
  const bytes = Buffer.concat([...files].map(([, { identity }]) => identity));
  const { hash } = await store.put(bytes, { maxBytes: LARGEST });
  const gone = await db.transact(async (tx) => {
    const others = (await keptBuilds(tx)).filter((one) => one.id !== id);
    const stay = [{ id, hash, files: places }, ...others].slice(0, MOST_BUILDS);
    const value = JSON.stringify(stay);
    await tx
      .insertInto("meta")
      .values({ key: KEY, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute();
    return others.filter((one) => !stay.some((other) => other.hash === one.hash));
  });
  for (const build of gone) await store.delete(build.hash);
}

const NAMED = /^[\w.-]{1,120}\.(?:js|css|woff2)$/;

/** A file that a kept build has under a name. */
export async function findFormer({ db, blobs }: KeepDeps, name: string): Promise<AssetFile | undefined> {
  if (!NAMED.test(name)) return undefined;
  for (const { hash, files } of await keptBuilds(db.read)) {
    const place = Object.hasOwn(files, name) ? files[name] : undefined;
    if (place === undefined) continue;
    const [contentType, start, length] = place;
    const stream = await blobs.of(ASSETS).get(hash, { start, end: start + length - 1 });
    if (stream !== undefined) return { contentType, identity: await buffer(stream) };
  }
  return undefined;
}

async function keptBuilds(read: Read): Promise<readonly KeptBuild[]> {
  const row = await read.selectFrom("meta").select("value").where("key", "=", KEY).executeTakeFirst();
  return row === undefined ? [] : (JSON.parse(row.value) as KeptBuild[]);
}

/** What a build is known by. */
export function buildId(names: Iterable<string>): string {
  return createHash("sha256")
    .update([...names].toSorted().join("\n"))
    .digest("hex");
}
