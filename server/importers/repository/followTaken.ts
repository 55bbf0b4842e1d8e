/** Which files went to paths that were others': pages that exchanged their places, or moved on one after the other. */
import type { Pause } from "../../../engine/node.ts";
import { openPace } from "../../turns/pace.ts";
import { isMarkdown } from "../pageNames.ts";
import type { RepositoryEntry, RepositoryFile } from "./entry.ts";
import { followContents } from "./followContents.ts";
import type { ReadObject } from "./source.ts";

/** What may have another path, or stand at one that was another's. */
interface Wanderer {
  /** Where it was at the last agreement; undefined: it is new. */
  readonly home: RepositoryEntry | undefined;
  /** As it is known, what was proposed last before what was agreed on. */
  readonly versions: readonly RepositoryEntry[];
}

/** What stands now at paths that may be others'. */
export interface TakenPaths {
  /** The entries of what has gone there, by path. */
  readonly followed: ReadonlyMap<string, RepositoryEntry>;
  /** All such paths, be it that what stands there was only proposed. */
  readonly paths: ReadonlySet<string>;
}

const NONE: TakenPaths = { followed: new Map(), paths: new Set() };

type Files = ReadonlyMap<string, RepositoryFile>;

/**
 * Finds what has gone to a path that was another's, by its bytes, or by most of its lines: where that one has gone on to
 * another path itself, as in an exchange, or was to give way by a proposal. An exchange that nobody proposed is one by the
 * bytes of all its files alone. Of a file that stands at its path with other bytes this is asked only where somebody's bytes,
 * or a proposal, say that places were given on.
 * @param entries all that was agreed on
 * @param proposed what may have come besides, the newest first
 */
export async function followTaken(
  entries: readonly RepositoryEntry[],
  files: Files,
  { proposed, read }: { readonly proposed: readonly RepositoryEntry[]; readonly read: ReadObject },
): Promise<TakenPaths> {
  const owners = new Map(entries.flatMap((entry) => (isPage(entry) ? [[entry.path, entry] as const] : [])));
  const others = new Set(entries.flatMap(({ path }) => (owners.has(path) ? [] : [path])));
  const wanderers = wanderersOf([...owners.values()], proposed, files);
  const free = new Map(
    [...files].filter(([path]) => {
      const owner = owners.get(path)?.object;
      const isOthers = others.has(path) || (owner !== undefined && !wanderers.has(owner));
      return isMarkdown(path) && !isOthers;
    }),
  );
  if (!mayBeTaken(wanderers, free, owners)) return NONE;
  const moves = await movesOf([...wanderers.values()], free, read);
  await dropUnlikely(moves, files, owners);
  return {
    followed: new Map([...moves].flatMap(([path, { home }]) => (home === undefined ? [] : [[path, home]]))),
    paths: new Set(moves.keys()),
  };
}

const isPage = ({ path, file, object }: RepositoryEntry): boolean =>
  file !== undefined && object !== undefined && isMarkdown(path);

/** All that doesn't stand at its path with bytes of its own, by its object. */
function wanderersOf(
  owners: readonly RepositoryEntry[],
  proposed: readonly RepositoryEntry[],
  files: Files,
): Map<string, Wanderer> {
  const versions = new Map<string, RepositoryEntry[]>();
  for (const entry of [...proposed.filter(isPage), ...owners]) {
    const { object = "" } = entry;
    const some = versions.get(object);
    if (some === undefined) versions.set(object, [entry]);
    else some.push(entry);
  }
  const homes = new Map(owners.map((entry) => [entry.object, entry]));
  const known = [...versions].map(([object, all]): [string, Wanderer] => [
    object,
    { home: homes.get(object), versions: all },
  ]);
  return new Map(
    known.filter(([, { home, versions: all }]) => {
      const there = home && files.get(home.path)?.id;
      return !all.some(({ file }) => file?.id === there);
    }),
  );
}

/** Who stands at another path now, by the path. */
async function movesOf(
  wanderers: readonly Wanderer[],
  free: Files,
  read: ReadObject,
): Promise<Map<string, Wanderer>> {
  const bytes = new Set([...free.values()].map(({ id }) => id));
  const found = new Map<string, Wanderer>();
  const ask = async (some: readonly Wanderer[], asked: (one: Wanderer) => RepositoryEntry | undefined) => {
    const by = new Map(some.flatMap((one) => (asked(one) ? [[asked(one), one] as const] : [])));
    const left = new Map([...free].filter(([path]) => !found.has(path)));
    const known = [...by.keys()].filter((entry) => entry !== undefined);
    for (const [path, entry] of await followContents(known, left, read))
      found.set(path, by.get(entry) as Wanderer);
  };
  await ask(
    wanderers,
    ({ versions }) => versions.find(({ file }) => bytes.has(file?.id ?? "")) ?? versions[0],
  );
  // What was proposed may not be here any more.
  const known = new Set(found.values());
  await ask(
    wanderers.filter((one) => !known.has(one)),
    ({ home }) => home,
  );
  return new Map([...found].filter(([path, { home }]) => home?.path !== path));
}

/** Whether bytes of one, or a proposal, are where another was, or its bytes have left a path at which others are. */
function mayBeTaken(
  wanderers: ReadonlyMap<string, Wanderer>,
  free: Files,
  owners: ReadonlyMap<string, RepositoryEntry>,
): boolean {
  const byBytes = new Map(
    [...wanderers.values()].flatMap((one) => one.versions.map(({ file }) => [file?.id, one] as const)),
  );
  for (const [path, { id }] of free) {
    const one = byBytes.get(id);
    if (one !== undefined && (owners.has(path) || free.has(one.home?.path ?? ""))) return true;
  }
  return [...wanderers.values()].some(({ home, versions }) =>
    versions.some(({ path }) => path !== home?.path && owners.has(path) && free.has(path)),
  );
}

/**
 * Drops what may as well be an edit: who goes to another's path needs that this one has gone on too, or was proposed there,
 * and who goes to a new one has left its own, or others have come there. Once one is dropped, those alone who
 * relied on it are asked again.
 */
async function dropUnlikely(
  moves: Map<string, Wanderer>,
  files: Files,
  owners: ReadonlyMap<string, RepositoryEntry>,
): Promise<void> {
  const pause = openPace();
  const pathOf = new Map([...moves].map(([path, { home }]) => [home?.path, path]));
  const gone = new Set([...moves.values()].map(({ home }) => home?.object));
  const isLikely = (path: string, one: Wanderer): boolean => {
    const { home } = one;
    const owner = owners.get(path);
    const hasLeft = home === undefined || !files.has(home.path) || moves.has(home.path);
    const isProposed = isProposedAt(path, one);
    const isFree = owner === undefined ? hasLeft : gone.has(owner.object) || (hasLeft && isProposed);
    return isFree && (home !== undefined || isProposed || isSameAt(path, one, files));
  };
  const vague = await vagueExchanges(moves, files, pause);
  const open = [...moves.keys()];
  for (let path = open.pop(); path !== undefined; path = open.pop()) {
    const one = moves.get(path);
    if (one !== undefined && (vague.has(path) || !isLikely(path, one))) {
      moves.delete(path);
      gone.delete(one.home?.object);
      const relying = [pathOf.get(path), one.home?.path];
      open.push(...relying.filter((other) => other !== undefined));
    }
    await pause();
  }
}

/**
 * The moves round which files exchanged their places, where one of them has neither its bytes nor was proposed there: it may
 * as well be written anew from the template of both.
 */
async function vagueExchanges(
  moves: ReadonlyMap<string, Wanderer>,
  files: Files,
  pause: Pause,
): Promise<ReadonlySet<string>> {
  const vague = new Set<string>();
  const seen = new Set<string>();
  for (const start of moves.keys()) {
    const round: string[] = [];
    let path: string | undefined = start;
    for (; path !== undefined && !seen.has(path); path = moves.get(path)?.home?.path) {
      seen.add(path);
      if (moves.has(path)) round.push(path);
      await pause();
    }
    if (path !== start) continue;
    const isSure = (at: string): boolean => {
      const one = moves.get(at) as Wanderer;
      return isSameAt(at, one, files) || isProposedAt(at, one);
    };
    if (!round.every(isSure)) for (const at of round) vague.add(at);
  }
  return vague;
}

const isProposedAt = (path: string, { home, versions }: Wanderer): boolean =>
  versions.some((one) => one.path === path && one !== home);

const isSameAt = (path: string, { versions }: Wanderer, files: Files): boolean =>
  versions.some(({ file }) => file?.id === files.get(path)?.id);
