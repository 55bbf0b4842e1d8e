/** What a commit holds, and how two differ, read while git prints it: a tree made to be endless ends at a limit. */
import { GitError } from "./error.ts";
import { nameText } from "./names.ts";
import { type GitPlace, gitFailure, startGit } from "./process.ts";

/** A file of a tree. */
export interface TreeEntry {
  /** As `nameText` writes it, from the top of the tree. */
  readonly path: string;
  /** As Git writes it: 100644, 100755, 120000 (a symbolic link), 160000 (a submodule). */
  readonly mode: string;
  readonly id: string;
  /** Bytes; undefined for what has none, such as submodules. */
  readonly size?: number;
}

/** A file that differs between two trees; without `now` it is gone, without `before` new. */
export interface TreeChange {
  readonly path: string;
  readonly before?: { readonly mode: string; readonly id: string };
  readonly now?: { readonly mode: string; readonly id: string };
}

const FOLDER = "040000";
const NOTHING = Buffer.alloc(0);

/** Every file below a tree, in Git's own order. @throws GitError */
export async function listTree(place: GitPlace, tree: string): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = [];
  // Folders are listed too: what is made of nothing but folders has to end as well.
  const args = ["ls-tree", "-r", "-t", "-z", "--long", "--full-tree", "--end-of-options", tree];
  for await (const [line = NOTHING] of records(place, args, 1)) {
    const tab = line.indexOf(9);
    const [, mode = "", type, id = "", size = ""] =
      /^(\d+) (\w+) ([0-9a-f]+) +(-|\d+)$/.exec(line.toString("latin1", 0, tab)) ?? [];
    if (type === "tree") continue;
    const path = nameText(line.subarray(tab + 1));
    entries.push({ path, mode, id, ...(size !== "-" && { size: Number(size) }) });
  }
  return entries;
}

/** The files in which two trees differ; renames are a gone and a new one. @throws GitError */
export async function diffTrees(place: GitPlace, before: string, now: string): Promise<TreeChange[]> {
  const changes: TreeChange[] = [];
  const args = ["diff-tree", "-r", "-t", "-z", "--no-renames", "--raw", "--full-index"];
  for await (const [line = NOTHING, name = NOTHING] of records(
    place,
    [...args, "--end-of-options", before, now],
    2,
  )) {
    const [, was = "", is = "", old = "", id = ""] =
      /^:(\d+) (\d+) ([0-9a-f]+) ([0-9a-f]+) [A-Z]\d*$/.exec(line.toString("latin1")) ?? [];
    const side = (mode: string, of: string): { mode: string; id: string } | undefined =>
      /^0+$/.test(mode) || mode === FOLDER ? undefined : { mode, id: of };
    const [one, other] = [side(was, old), side(is, id)];
    if (one === undefined && other === undefined) continue;
    changes.push({
      path: nameText(name),
      ...(one && { before: one }),
      ...(other && { now: other }),
    });
  }
  return changes;
}

/** What git prints between NULs, `fields` at a time, within the limits of a tree. */
async function* records(place: GitPlace, args: readonly string[], fields: number): AsyncGenerator<Buffer[]> {
  const { entries, pathBytes, pathsBytes, depth } = place.limits;
  const git = await startGit(place, args);
  git.stdin.end();
  let rest: Buffer = NOTHING;
  let record: Buffer[] = [];
  let count = 0;
  let size = 0;
  try {
    for await (const chunk of git.stdout as AsyncIterable<Buffer>) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(0); end >= 0; end = rest.indexOf(0)) {
        const field = rest.subarray(0, end);
        rest = rest.subarray(end + 1);
        record.push(field);
        if (record.length < fields) continue;
        checkPath(field, pathBytes, depth);
        if ((count += 1) > entries)
          throw new GitError("too-large", `The repository has more than ${entries} files and folders.`);
        if ((size += field.length) > pathsBytes)
          throw new GitError("too-large", `The paths of the repository have more than ${pathsBytes} bytes.`);
        yield record;
        record = [];
      }
      if (rest.length > 2 * pathBytes) checkPath(rest, pathBytes, depth);
    }
    const end = await git.ended;
    if (end.code !== 0) throw gitFailure(place, args, end);
  } finally {
    git.kill();
    await git.ended.catch(() => undefined);
  }
}

function checkPath(field: Buffer, pathBytes: number, depth: number): void {
  // What stands before a path is short.
  const isLong = field.length > pathBytes + 200;
  let levels = 0;
  for (const byte of field) if (byte === 0x2f) levels += 1;
  if (isLong) throw new GitError("too-large", `A path is longer than ${pathBytes} bytes.`);
  if (levels > depth) throw new GitError("too-large", `A file lies more than ${depth} folders deep.`);
}
