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

/** What becomes of one path: it is gone, an object of the repository, or new bytes. */
export type FileChange =
  | { readonly path: string; readonly gone: true }
  | { readonly path: string; readonly mode: string; readonly id: string }
  | { readonly path: string; readonly mode: string; readonly bytes: Uint8Array };

export interface CommitDraft {
  /** Undefined for the first of a repository. */
  readonly parent: string | undefined;
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
 * @throws GitError
 */
export async function makeCommit(place: GitPlace, draft: CommitDraft): Promise<string> {
  const input = new CommitText();
  const asked = new Map<string, { readonly mode: string; readonly id: string } | { readonly mark: number }>();
  for (const change of draft.changes) if ("bytes" in change) input.blob(change.bytes);
  input.commit(draft);
  let mark = 0;
  // What goes makes room for what comes: a file may stand where a folder stood.
  for (const change of draft.changes) if ("gone" in change) input.line(`D ${quoted(change.path)}`);
  for (const change of draft.changes) {
    if ("gone" in change) continue;
    const object = "bytes" in change ? `:${(mark += 1)}` : change.id;
    asked.set(change.path, "bytes" in change ? { mark } : change);
    input.line(`M ${change.mode} ${object} ${quoted(change.path)}`);
  }
  const ids = await marksOf(place, input, mark);
  const commit = ids.at(-1) ?? "";
  const wanted = new Map(
    draft.changes.map((change) => {
      if ("gone" in change) return [change.path, undefined] as const;
      const to = asked.get(change.path) ?? change;
      const id = "mark" in to ? ids[to.mark - 1] : "id" in to ? to.id : "";
      return [change.path, `${change.mode} ${id}`] as const;
    }),
  );
  await compare(place, draft.parent, commit, wanted);
  return commit;
}

/** The ids of all blobs, in order, and of the commit. */
async function marksOf(place: GitPlace, input: CommitText, blobs: number): Promise<string[]> {
  for (let mark = 1; mark <= blobs + 1; mark += 1)
    input.line(`get-mark :${mark <= blobs ? mark : COMMIT_MARK}`);
  input.line("done");
  const { printed } = await runGit(place, ARGS, { input: input.bytes(), most: 100 * (blobs + 2) });
  const ids = printed.toString("latin1").trim().split("\n");
  if (ids.length !== blobs + 1) throw new GitError("failed", "git has not made the commit.");
  return ids;
}

/** Holds the commit to what was asked: every change is in it, and nothing else is. */
async function compare(
  place: GitPlace,
  parent: string | undefined,
  commit: string,
  wanted: ReadonlyMap<string, string | undefined>,
): Promise<void> {
  const entries = await listTree(place, commit);
  const made = new Map(entries.map(({ path, mode, id }) => [path, `${mode} ${id}`]));
  const changed =
    parent === undefined
      ? entries.map(({ path }) => path)
      : (await diffTrees(place, parent, commit)).map(({ path }) => path);
  const isWrong =
    [...wanted].some(([path, entry]) => made.get(path) !== entry) ||
    changed.some((path) => !wanted.has(path));
  if (isWrong) throw new GitError("failed", "The commit that git made is not the one that was asked for.");
}

/** No blob has it: there are fewer. */
const COMMIT_MARK = 1_000_000_000;

class CommitText {
  readonly #parts: Uint8Array[] = [];
  #blobs = 0;

  line(text: string): void {
    this.#parts.push(Buffer.from(`${text}\n`, "latin1"));
  }

  blob(bytes: Uint8Array): void {
    this.#blobs += 1;
    this.line(`blob\nmark :${this.#blobs}`);
    this.#data(bytes);
  }

  commit({ parent, message, author, committer, at }: CommitDraft): void {
    const time = `${Math.floor(at / 1000)} +0000`;
    this.line(`commit ${REF}\nmark :${COMMIT_MARK}`);
    this.#text(`author ${personText(author)} ${time}\ncommitter ${personText(committer)} ${time}\n`);
    this.#data(Buffer.from(message));
    if (parent !== undefined) this.line(`from ${parent}`);
  }

  bytes(): Uint8Array {
    return Buffer.concat(this.#parts);
  }

  #text(text: string): void {
    this.#parts.push(Buffer.from(text));
  }

  #data(bytes: Uint8Array): void {
    this.line(`data ${bytes.byteLength}`);
    this.#parts.push(bytes);
    this.line("");
  }
}

/** Angle brackets and line breaks would end the name. */
function personText({ name, email }: CommitPerson): string {
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
