/** Git for the program: repositories of hosts, one run at a time each, kept between runs for their speed alone. */
import { mkdir, readdir, rm, stat, statfs, utimes } from "node:fs/promises";
import { join } from "node:path";
import type { OutboundFetch } from "../fetch.ts";
import { HostCircuit } from "./circuit.ts";
import { openDoor } from "./door.ts";
import { GitError, type GitErrorKind } from "./error.ts";
import { GIT_LIMITS, type GitLimits } from "./limits.ts";
import { type GitPlace, runGit } from "./process.ts";
import { type ObjectFormat, readRefs, type RemoteRefs } from "./refs.ts";
import { askRefs, type GitRemote } from "./remote.ts";
import { GitRepository } from "./repository.ts";

export interface GitOptions {
  readonly fetch: OutboundFetch;
  /** Of this process alone. Nothing in it has to outlive anything. */
  readonly folder: string;
  readonly limits?: Partial<GitLimits>;
}

interface GitRunRequest {
  /** What the repository is kept under: letters, digits, `_` and `-`. One run of a key at a time. */
  readonly key: string;
  readonly remote: GitRemote;
  /** As its refs say. */
  readonly format: ObjectFormat;
  /** Whether it may push. */
  readonly writes: boolean;
  readonly signal?: AbortSignal;
}

/** After these, what is kept is as sound as it was; any other end may have left half of something. */
const HARMLESS: ReadonlySet<GitErrorKind> = new Set(["unauthenticated", "not-found", "refused", "stale"]);

/** Works with repositories of hosts by the system's git. */
export class Git {
  readonly #options: GitOptions;
  readonly #limits: GitLimits;
  readonly #circuit: HostCircuit;
  readonly #running = new Set<string>();

  constructor(options: GitOptions) {
    this.#options = options;
    this.#limits = { ...GIT_LIMITS, ...options.limits };
    this.#circuit = new HostCircuit(this.#limits);
  }

  /**
   * Asks a host for branches: no process, nothing kept. A run begins with it, so a host that is away stops all of its
   * runs here.
   * @param format where it is known, one request is enough
   * @throws GitError
   */
  refs(
    remote: GitRemote,
    prefixes: readonly string[],
    signal?: AbortSignal,
    format?: ObjectFormat,
  ): Promise<RemoteRefs> {
    const { fetch } = this.#options;
    const asked = { fetch, remote, prefixes, limits: this.#limits, format, ...(signal && { signal }) };
    return this.#circuit.ask(remote.url, "refs", () => readRefs(asked), signal);
  }

  /** Asks a host whether it would take a push: `refused` is what it says else. @throws GitError */
  async askToPush(remote: GitRemote, signal?: AbortSignal): Promise<void> {
    const { fetch } = this.#options;
    const { refsBytes: maxBytes, run: timeout } = this.#limits;
    const asked = { service: "git-receive-pack", limits: this.#limits, maxBytes, timeout, signal } as const;
    const asking = () => askRefs(fetch, remote, asked);
    const { body } = await this.#circuit.ask(remote.url, "refs", asking, signal);
    body.destroy();
  }

  /**
   * Works on one repository. No process of git outlives it.
   * @throws GitError, and what `work` throws
   */
  run<T>(asked: GitRunRequest, work: (repository: GitRepository) => Promise<T>): Promise<T> {
    const patience = AbortSignal.timeout(this.#limits.run);
    const signal = asked.signal ? AbortSignal.any([patience, asked.signal]) : patience;
    return this.#circuit.ask(asked.remote.url, "packs", () => this.#run(asked, signal, work), signal);
  }

  async #run<T>(
    { key, remote, writes, format }: GitRunRequest,
    signal: AbortSignal,
    work: (repository: GitRepository) => Promise<T>,
  ): Promise<T> {
    if (!/^[A-Za-z0-9_-]{1,64}$/.test(key)) throw new Error(`"${key}" can't be the name of a folder`);
    if (this.#running.has(key)) throw new Error(`a run of ${key} is under way`);
    this.#running.add(key);
    const folder = join(this.#options.folder, `${key}.${format}`);
    const { fetch } = this.#options;
    const limits = this.#limits;
    try {
      const door = await openDoor({ fetch, remote, writes, limits, signal });
      const place = { folder, limits, signal, header: door.header };
      const repository = new GitRepository(place, door);
      try {
        await this.#prepare(place, format);
        return await work(repository);
      } catch (error) {
        if (!(error instanceof GitError && HARMLESS.has(error.kind))) await this.#discard(repository, folder);
        throw error;
      } finally {
        await repository.close();
        await door.close();
      }
    } finally {
      this.#running.delete(key);
      await this.#tidy();
    }
  }

  async #prepare(place: GitPlace, format: ObjectFormat): Promise<void> {
    const { folder, limits } = place;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const { bavail, bsize } = await statfs(folder);
    if (bavail * bsize < limits.freeBytes)
      throw new GitError("no-room", "The disk is nearly full. Make room, and the sync goes on.");
    const isThere = await stat(join(folder, "HEAD")).catch(() => undefined);
    const init = ["init", "--quiet", "--bare", "--template=", `--object-format=${format}`];
    if (isThere === undefined) await runGit(place, init);
    const now = new Date();
    await utimes(folder, now, now);
    // A process of another machine takes one that nobody writes to for nobody's.
    await utimes(this.#options.folder, now, now);
  }

  async #discard(repository: GitRepository, folder: string): Promise<void> {
    await repository.close();
    await rm(folder, { recursive: true, force: true });
  }

  /** Removes what has grown too large, the longest unused first. */
  async #tidy(): Promise<void> {
    const kept = await this.#kept();
    let left = kept.reduce((sum, { bytes }) => sum + bytes, 0);
    for (const { name, bytes, packs } of kept) {
      if (this.#running.has(name.replace(/\.\w+$/, ""))) continue;
      if (left <= this.#limits.keptBytes && packs <= this.#limits.packs) continue;
      await rm(join(this.#options.folder, name), { recursive: true, force: true });
      left -= bytes;
    }
  }

  async #kept(): Promise<{ name: string; bytes: number; packs: number; used: number }[]> {
    const names = await readdir(this.#options.folder).catch(() => []);
    const kept = await Promise.all(
      names.map(async (name) => {
        const folder = join(this.#options.folder, name);
        const packed = join(folder, "objects", "pack");
        const files = await readdir(packed).catch(() => []);
        const sizes = await Promise.all(files.map((file) => sizeOf(join(packed, file))));
        const bytes = sizes.reduce((sum, size) => sum + size, 0);
        const used = (await stat(folder).catch(() => undefined))?.mtimeMs ?? 0;
        return { name, bytes, packs: files.filter((file) => file.endsWith(".pack")).length, used };
      }),
    );
    return kept.toSorted((a, b) => a.used - b.used);
  }
}

async function sizeOf(file: string): Promise<number> {
  return (await stat(file).catch(() => undefined))?.size ?? 0;
}
