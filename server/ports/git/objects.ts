/** Objects by their ids, through one git that stays: asking for ten thousand starts one process. */
import { GitError } from "./error.ts";
import { Queue } from "../../turns/queue.ts";
import type { LaunchedProgram } from "../launcher.ts";
import { type GitPlace, gitFailure, startGit } from "./process.ts";

export interface GitObject {
  readonly type: "blob" | "tree" | "commit" | "tag";
  /** Bytes. */
  readonly size: number;
}

/** Bytes that a commit may have, with its message: a larger one is refused. */
export const COMMIT_BYTES = 1024 * 1024;

const ARGS = ["cat-file", "--batch-command"];
const LINE_FEED = 10;
const LONGEST_LINE = 256;

/** Reads the objects of a repository. One question after the other; `close` when done. */
export class ObjectReader {
  readonly #place: GitPlace;
  #git: Promise<LaunchedProgram> | undefined;
  #chunks: AsyncIterator<Uint8Array> | undefined;
  #rest: Buffer = Buffer.alloc(0);
  readonly #turns = new Queue();

  constructor(place: GitPlace) {
    this.#place = place;
  }

  /** What an object is, without its bytes; undefined when it isn't here. @throws GitError */
  look(id: string): Promise<GitObject | undefined> {
    return this.#turns.take("", async () => {
      await this.#ask(`info ${id}\n`);
      return this.#header();
    });
  }

  /**
   * An object's bytes.
   * @param most bytes that whoever asks has room for; a larger object isn't read
   * @throws GitError: `too-large`, `missing`
   */
  read(id: string, most = this.#place.limits.blobBytes): Promise<Buffer> {
    return this.#turns.take("", async () => {
      await this.#ask(`info ${id}\n`);
      const object = await this.#header();
      if (object === undefined) throw new GitError("missing", `The repository lacks the object ${id}.`);
      if (object.size > Math.min(most, this.#place.limits.blobBytes))
        throw new GitError(
          "too-large",
          `An object has ${object.size} bytes, and more than ${Math.min(most, this.#place.limits.blobBytes)} are not read.`,
        );
      await this.#ask(`contents ${id}\n`);
      await this.#header();
      const bytes = await this.#take(object.size);
      await this.#take(1);
      return bytes;
    });
  }

  async close(): Promise<void> {
    const starting = this.#git;
    this.#git = undefined;
    this.#chunks = undefined;
    const git = await starting?.catch(() => undefined);
    git?.kill();
    await git?.ended;
  }

  async #ask(command: string): Promise<void> {
    const isNew = this.#git === undefined;
    const git = await (this.#git ??= startGit(this.#place, ARGS));
    if (isNew) {
      this.#chunks = (git.stdout as AsyncIterable<Uint8Array>)[Symbol.asyncIterator]();
      this.#rest = Buffer.alloc(0);
    }
    git.stdin.write(command);
  }

  async #header(): Promise<GitObject | undefined> {
    let end = this.#rest.indexOf(LINE_FEED);
    while (end < 0 && this.#rest.length < LONGEST_LINE) {
      await this.#more();
      end = this.#rest.indexOf(LINE_FEED);
    }
    const line = (await this.#take(end + 1)).toString("latin1").trimEnd();
    const [, type, size] = /^[0-9a-f]+ (blob|tree|commit|tag) (\d+)$/.exec(line) ?? [];
    if (type !== undefined) return { type: type as GitObject["type"], size: Number(size) };
    if (/ (?:missing|ambiguous)$/.test(line)) return undefined;
    throw new GitError("failed", "git answered something else than what was asked.", line);
  }

  async #take(size: number): Promise<Buffer> {
    const chunks: Buffer[] = [];
    let left = size;
    for (;;) {
      const some = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(some.length);
      chunks.push(some);
      left -= some.length;
      if (left === 0) return chunks.length === 1 ? some : Buffer.concat(chunks);
      await this.#more();
    }
  }

  async #more(): Promise<void> {
    const next = await this.#chunks?.next();
    if (next === undefined || next.done === true) {
      const end = (await (await this.#git)?.ended) ?? { code: null, said: "" };
      this.#git = undefined;
      throw gitFailure(this.#place, ARGS, end);
    }
    this.#rest = this.#rest.length === 0 ? Buffer.from(next.value) : Buffer.concat([this.#rest, next.value]);
  }
}
