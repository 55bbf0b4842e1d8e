/** A host's repository as far as it is here: what was fetched of it, and what is about to be pushed. */
import { keptByLfs } from "./attributes.ts";
import { type CommitDraft, makeCommit } from "./commit.ts";
import type { GitDoor } from "./door.ts";
import { GitError, plainWords } from "./error.ts";
import { COMMIT_BYTES, ObjectReader } from "./objects.ts";
import { type GitPlace, gitFailure, runGit, startGit } from "./process.ts";
import { diffTrees, listTree, type TreeChange, type TreeEntry } from "./trees.ts";

/** A push: it happens only while the branch still points at `lease`, which `commit` comes after. */
export interface GitPush {
  /** A full name: `refs/heads/main`. */
  readonly branch: string;
  readonly commit: string;
  /** Undefined: there must be no such branch. */
  readonly lease: string | undefined;
}

/** How many commits before one that is wanted come with it, at first and each time more are needed. */
const FIRST_DEPTH = 50;
const DEEPER = 4;
const FILE = /^100/;
const ID = /^(?:[0-9a-f]{40}|[0-9a-f]{64})$/;

/** One run's view of a repository. Everything throws GitError. */
export class GitRepository {
  readonly #place: GitPlace;
  readonly #door: Pick<GitDoor, "url" | "failure">;
  /** The commits that were made here, with those that they come after. */
  readonly #made = new Map<string, readonly (string | undefined)[]>();
  /** Objects by their ids. */
  readonly objects: ObjectReader;

  constructor(place: GitPlace, door: Pick<GitDoor, "url" | "failure">) {
    this.#place = place;
    this.#door = door;
    this.objects = new ObjectReader(place);
  }

  /** Brings commits and all that they hold, with some of the history before them. */
  async fetch(ids: readonly string[], depth = FIRST_DEPTH): Promise<void> {
    // A name for each: what is named is offered to the host the next time, and not sent again.
    const wanted = ids.map((id) => `+${checkedId(id)}:refs/lectern/seen/${id}\n`);
    const quiet = ["--quiet", "--no-tags", "--no-write-fetch-head", "--no-recurse-submodules"];
    const args = ["fetch", ...quiet, `--depth=${depth}`, "--stdin", "--end-of-options", this.#door.url];
    await this.#remotely(args, wanted.join(""));
    for (const id of ids)
      if ((await this.objects.look(id)) === undefined)
        throw new GitError("missing", `The repository lacks the object ${id}.`);
  }

  /** Whether a commit is here, and so all that it holds: it came with that, or was made here. */
  async has(commit: string): Promise<boolean> {
    return (await this.objects.look(checkedId(commit))) !== undefined;
  }

  /** Every file of a commit. */
  list(commit: string): Promise<TreeEntry[]> {
    return listTree(this.#place, checkedId(commit));
  }

  /** Those of some paths whose bytes Git LFS keeps, by the attributes of a tree. */
  async keptByLfs(tree: readonly TreeEntry[], paths: readonly string[]): Promise<ReadonlySet<string>> {
    const attributes = tree.filter(
      ({ path, mode }) => /(?:^|\/)\.gitattributes$/.test(path) && FILE.test(mode),
    );
    if (attributes.length === 0 || paths.length === 0) return new Set();
    return keptByLfs(this.#place, attributes, paths);
  }

  /** What a commit has at a path, which has no line break and is short; undefined: nothing. */
  async at(commit: string, path: string): Promise<"blob" | "tree" | "other" | undefined> {
    const type = (await this.objects.look(`${checkedId(commit)}:${path}`))?.type;
    return type === "commit" || type === "tag" ? "other" : type;
  }

  /** The files in which two commits differ. */
  diff(before: string, now: string): Promise<TreeChange[]> {
    return diffTrees(this.#place, checkedId(before), checkedId(now));
  }

  /** What a commit changes of another one, as people read it: cut where it is longer than that many characters. */
  async patch(before: string | undefined, now: string, most: number): Promise<string> {
    const args = ["diff-tree", "-p", "--no-ext-diff", "--no-textconv", "--no-renames", "--no-commit-id"];
    const between = before === undefined ? ["--root"] : [checkedId(before)];
    const git = await startGit(this.#place, [...args, ...between, checkedId(now)]);
    git.stdin.end();
    let text = "";
    for await (const chunk of git.stdout.setEncoding("utf8"))
      if (text.length < most) text = (text + chunk).slice(0, most);
    const end = await git.ended;
    if (end.code !== 0) throw gitFailure(this.#place, args, end);
    return text;
  }

  /**
   * Whether a commit comes before another, or is it. Unknown when the history that is looked through (`commits` of
   * the limits) doesn't reach far enough to tell. Both have been fetched.
   */
  async isBefore(earlier: string, later: string): Promise<boolean | "unknown"> {
    // Most often it is the one right before.
    if ((await this.#parentsOf(later)).includes(checkedId(earlier))) return true;
    const args = ["merge-base", "--is-ancestor", checkedId(earlier), checkedId(later)];
    for (let depth = FIRST_DEPTH; ; depth *= DEEPER) {
      if ((await runGit(this.#place, args, { codes: [0, 1] })).code === 0) return true;
      if (!(await this.#isCut(later))) return false;
      if (depth >= this.#place.limits.commits) return "unknown";
      await this.fetch([later], Math.min(depth * DEEPER, this.#place.limits.commits));
    }
  }

  /**
   * The newest commit that two both come from; undefined when the history that is looked through doesn't reach so far.
   * Both have been fetched.
   */
  async commonBefore(one: string, other: string): Promise<string | undefined> {
    const args = ["merge-base", checkedId(one), checkedId(other)];
    for (let depth = FIRST_DEPTH; ; depth *= DEEPER) {
      const { code, printed } = await runGit(this.#place, args, { codes: [0, 1] });
      if (code === 0) return printed.toString("latin1").trim();
      const isWhole = !(await this.#isCut(one)) && !(await this.#isCut(other));
      if (isWhole || depth >= this.#place.limits.commits) return undefined;
      await this.fetch([one, other], Math.min(depth * DEEPER, this.#place.limits.commits));
    }
  }

  /** Makes a commit, which nobody sees before it is pushed. */
  async commit(draft: CommitDraft): Promise<string> {
    const before = [draft.parent, draft.also];
    for (const id of before) if (id !== undefined) checkedId(id);
    const made = await makeCommit(this.#place, draft);
    this.#made.set(made, before);
    return made;
  }

  /**
   * Moves a branch of the host to a commit. Nothing is ever overwritten: with a branch that is not at the lease any
   * more, the error is `stale`, and one that a rule of the host forbids is `refused`, in the host's words.
   */
  async push({ branch, commit, lease }: GitPush): Promise<void> {
    if (!isBranchName(branch)) throw new GitError("failed", "A branch to push to needs its full name.");
    await this.#refuseToOverwrite(commit, lease);
    const only = `--force-with-lease=${branch}:${lease ?? ""}`;
    const args = ["push", "--porcelain", "--no-verify", only, "--end-of-options", this.#door.url];
    const { code, printed, said } = await this.#run([...args, `${checkedId(commit)}:${branch}`], "");
    const [, flag, summary = ""] = /^([ +*=!-])\t[^\t]*\t(.*)$/m.exec(printed) ?? [];
    if (code === 0 && flag !== "!") return;
    if (this.#door.failure !== undefined) throw this.#door.failure;
    if (flag !== "!") throw gitFailure(this.#place, args, { code, said });
    throw refusalOf(summary, said);
  }

  async close(): Promise<void> {
    await this.objects.close();
  }

  async #refuseToOverwrite(commit: string, lease: string | undefined): Promise<void> {
    if (lease === undefined || this.#made.get(commit)?.includes(lease) === true) return;
    const args = ["merge-base", "--is-ancestor", checkedId(lease), checkedId(commit)];
    const { code } = await runGit(this.#place, args, { codes: [0, 1] });
    if (code === 1)
      throw new GitError("failed", "A commit may only be pushed onto the one that it comes after.");
  }

  /** Whether the history of a commit ends where it was cut, and not where it began. */
  async #isCut(commit: string): Promise<boolean> {
    const marked = ["rev-list", "--parents", `--max-count=${this.#place.limits.commits + 1}`, commit];
    const { printed } = await runGit(this.#place, marked, { most: 16 * 1024 * 1024 });
    const ends = printed
      .toString("latin1")
      .split("\n")
      .filter((line) => ID.test(line));
    // git shows a cut commit without its parents; the object itself still names them.
    for (const id of ends) if ((await this.#parentsOf(id)).length > 0) return true;
    return false;
  }

  /** Those that a commit names itself, be they here or not. */
  async #parentsOf(commit: string): Promise<string[]> {
    const header = headerOf(await this.objects.read(checkedId(commit), COMMIT_BYTES));
    return [...header.matchAll(/^parent ([0-9a-f]+)$/gm)].map(([, id = ""]) => id);
  }

  async #remotely(args: readonly string[], input: string): Promise<void> {
    const { code, said } = await this.#run(args, input);
    if (code === 0) return;
    if (this.#door.failure !== undefined) throw this.#door.failure;
    const lacking = /not our ref ([0-9a-f]+)|couldn't find remote ref ([0-9a-f]+)/.exec(said);
    if (lacking !== null)
      throw new GitError("missing", `The repository lacks the object ${lacking[1] ?? lacking[2]}.`, said);
    const isDamaged =
      /early EOF|index-pack failed|bad pack|pack has|inflate|hash mismatch|SHA1 COLLISION|unexpected disconnect|protocol error|expected flush|bad band|remote error/i;
    const failure = gitFailure(this.#place, args, { code, said });
    if (failure.kind === "failed" && isDamaged.test(said))
      throw new GitError("protocol", "What the host sent is damaged.", said);
    throw failure;
  }

  async #run(
    args: readonly string[],
    input: string,
  ): Promise<{ readonly code: number | null; readonly printed: string; readonly said: string }> {
    const git = await startGit(this.#place, args);
    git.stdin.end(input);
    let printed = "";
    for await (const chunk of git.stdout.setEncoding("utf8")) printed = (printed + chunk).slice(0, 65_536);
    return { printed, ...(await git.ended) };
  }
}

/** Whether a text is the full name of a branch that may be asked for and pushed to. */
export function isBranchName(name: string): boolean {
  if (!/^refs\/heads\/[^-/]/.test(name) || name.length > 255) return false;
  // oxlint-disable-next-line no-control-regex
  if (/[\u0000-\u0020\u007f~^:?*[\\]|\.\.|@\{|\/\/|\/\.|\.lock(?:\/|$)|[/.]$/.test(name)) return false;
  return name.normalize("NFC") === name;
}

function checkedId(id: string): string {
  if (!ID.test(id)) throw new GitError("failed", "An object is asked for by its full id.");
  return id;
}

function headerOf(commit: Buffer): string {
  const end = commit.indexOf("\n\n");
  return commit.toString("latin1", 0, end < 0 ? commit.length : end);
}

/** Why a host has not moved a branch. */
function refusalOf(summary: string, said: string): GitError {
  const isStale =
    /stale info|fetch first|non-fast-forward|cannot lock ref|already exists|failed to (?:update|lock)|reference/i;
  if (isStale.test(summary)) return new GitError("stale", "The branch has moved meanwhile.", summary);
  const words = [...said.matchAll(/^remote: ?(.*)$/gm)].map(([, line = ""]) => line.trim());
  const why = [/\((.*)\)/.exec(summary)?.[1] ?? summary, ...words].filter((line) => line !== "");
  return new GitError("refused", `The host refused the push: ${plainWords(why.join(" ")).slice(0, 500)}`);
}
