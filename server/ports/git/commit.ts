/** Commits are made from bytes: no file of a repository is ever a file of the disk. */
import { GitError } from "./error.ts";
import { nameBytes } from "./names.ts";
import { type GitPlace, runGit } from "./process.ts";
import { diffTrees, listTree } from "./trees.ts";

/** Somebody as a commit names them; what a commit can't hold is left out. */
interface CommitPerson {
  readonly name: string;
  readonly email: string;
}

/** Bytes that are read when they are wanted: they are never in memory all at once. */
export interface StoredBytes {
  /** How many. */
  readonly size: number;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** What becomes of one path: it is gone, an object of the repository, or new bytes. */
export type FileChange =
  | { readonly path: string; readonly gone: true }
  | { readonly path: string; readonly mode: string; readonly id: string }
  | { readonly path: string; readonly mode: string; readonly bytes: Uint8Array | StoredBytes };

export interface CommitDraft {
  /** Undefined for the first of a repository. */
  readonly parent: string | undefined;
  /** Another that it comes after, of which it holds nothing by itself. */
  readonly also?: string | undefined;
  readonly message: string;
  readonly author: CommitPerson;
  readonly committer: CommitPerson;
  /** Milliseconds: the same draft gives the same commit, whenever it is made. */
  readonly at: number;
  /** By path, as `nameText` writes it. All other paths stay what they are in the parent. */
  readonly changes: readonly FileChange[];
}

const ARGS = ["fast-import", "--quiet", "--done", "--force", "--date-format=raw"];
const REF = "refs/lectern/made";

/**
 * Makes a commit and gives its id. What it holds is compared with what was asked for.
 * @throws GitError, and what reading bytes throws
 */
export async function makeCommit(place: GitPlace, draft: CommitDraft): Promise<string> {
  const blobs = draft.changes.filter((change) => "bytes" in change);
  // What is given back is an id for each blob and one for the commit.
  const most = 100 * (blobs.length + 2);
  const { printed } = await runGit(place, ARGS, { input: inChunks(commitText(draft)), most });
  const ids = printed.toString("latin1").trim().split("\n");
  if (ids.length !== blobs.length + 1) throw new GitError("failed", "git has not made the commit.");
  const commit = ids.at(-1) ?? "";
  const made = new Map(blobs.map(({ path }, index) => [path, ids[index] ?? ""]));
  const wanted = new Map(
    draft.changes.map((change) => {
      if ("gone" in change) return [change.path, undefined] as const;
      return [change.path, `${change.mode} ${"id" in change ? change.id : made.get(change.path)}`] as const;
    }),
  );
  await compare(place, draft.parent, commit, wanted);
  return commit;
}

/** Holds the commit to what was asked: every change is in it, and nothing else is. */
async function compare(
  place: GitPlace,
  parent: string | undefined,
  commit: string,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const told = ({ mode, id }: { readonly mode: string; readonly id: string }): string => `${mode} ${id}`;
  const changed = new Map(
    parent === undefined
      ? (await listTree(place, commit)).map((entry) => [entry.path, told(entry)])
      : (await diffTrees(place, parent, commit)).map(({ path, now }) => [path, now && told(now)]),
  );
  // Whatever is asked for and no difference is, was so before.
  const same = [...wanted.keys()].filter((path) => !changed.has(path));
  const before = new Map(
    parent === undefined || same.length === 0
      ? []
      : (await listTree(place, parent)).map((entry) => [entry.path, told(entry)]),
  );
  const isWrong =
    [...wanted].some(([path, entry]) => (changed.has(path) ? changed : before).get(path) !== entry) ||
    [...changed.keys()].some((path) => !wanted.has(path));
  if (isWrong) throw new GitError("failed", "The commit that git made is not the one that was asked for.");
}

/** No blob has it: there are fewer. */
const COMMIT_MARK = 1_000_000_000;

/** What fast-import is told, bit by bit. */
async function* commitText(draft: CommitDraft): AsyncGenerator<Uint8Array> {
  const { parent, also, message, author, committer, at, changes } = draft;
  let blobs = 0;
  for (const change of changes)
    if ("bytes" in change) {
      yield line(`blob\nmark :${(blobs += 1)}`);
      yield* data(change.bytes);
    }
  const time = `${Math.floor(at / 1000)} +0000`;
  yield line(`commit ${REF}\nmark :${COMMIT_MARK}`);
  yield Buffer.from(`author ${personText(author)} ${time}\ncommitter ${personText(committer)} ${time}\n`);
  yield* data(Buffer.from(message));
  if (parent !== undefined) yield line(`from ${parent}`);
  if (also !== undefined) yield line(`merge ${also}`);
  // What goes makes room for what comes: a file may stand where a folder stood.
  for (const change of changes) if ("gone" in change) yield line(`D ${quoted(change.path)}`);
  let mark = 0;
  for (const change of changes)
    if (!("gone" in change)) {
      const object = "bytes" in change ? `:${(mark += 1)}` : change.id;
      yield line(`M ${change.mode} ${object} ${quoted(change.path)}`);
    }
  for (mark = 1; mark <= blobs; mark += 1) yield line(`get-mark :${mark}`);
  yield line(`get-mark :${COMMIT_MARK}\ndone`);
}

const line = (text: string): Uint8Array => Buffer.from(`${text}\n`, "latin1");

async function* data(bytes: Uint8Array | StoredBytes): AsyncGenerator<Uint8Array> {
  const isHere = bytes instanceof Uint8Array;
  const size = isHere ? bytes.byteLength : bytes.size;
  yield line(`data ${size}`);
  if (isHere) yield bytes;
  else {
    let left = size;
    for await (const chunk of bytes.open()) {
      left -= chunk.byteLength;
      yield chunk;
    }
    // git would take what follows for the rest of the file.
    if (left !== 0) throw new Error(`a file has ${size - left} bytes, and was to have ${size}`);
  }
  yield line("");
}

const CHUNK = 64 * 1024;

/** Many short bits as few chunks; long ones are not copied. */
async function* inChunks(bits: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let some: Uint8Array[] = [];
  let size = 0;
  for await (const bit of bits) {
    if (size + bit.byteLength >= CHUNK) {
      yield Buffer.concat(some);
      [some, size] = [[], 0];
    }
    if (bit.byteLength >= CHUNK) yield bit;
    else size += some[some.push(bit) - 1]?.byteLength ?? 0;
  }
  yield Buffer.concat(some);
}

/** Somebody as commits and their trailers name them: angle brackets and line breaks would end the name. */
export function personText({ name, email }: CommitPerson): string {
  // oxlint-disable-next-line no-control-regex
  const clean = (text: string): string => text.replace(/[<>\s\u0000-\u001f\u007f]+/g, " ").trim();
  return `${clean(name) || "Unknown"} <${clean(email).replaceAll(" ", "")}>`;
}

/** A path in the quotes of C, byte by byte: whatever it holds, it is one path. */
function quoted(path: string): string {
  const bytes = [...nameBytes(path)].map((byte) => {
    const isPlain = byte > 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
    return isPlain ? String.fromCharCode(byte) : `\\${byte.toString(8).padStart(3, "0")}`;
  });
  return `"${bytes.join("")}"`;
}
