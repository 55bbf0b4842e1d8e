/** A host that fails again and again is left alone for a while, by all who keep something in step with it. */
import { GitError } from "./error.ts";
import type { GitLimits } from "./limits.ts";

/** Hosts that are remembered; beyond, the one that failed first is asked again. */
const MOST_HOSTS = 1_000;

interface Failures {
  readonly count: number;
  /** Milliseconds of this process's own clock until the host may be asked again. */
  readonly until: number;
}

const isOfHost = (error: unknown): boolean =>
  error instanceof GitError && (error.kind === "unreachable" || error.kind === "timeout") && !error.isApart;

/** Who is silent for long when asked where branches are is slow, however little time there was for it. */
function isOurs(what: "refs" | "packs", signal: AbortSignal | undefined): boolean {
  if (signal?.aborted !== true) return false;
  return what === "packs" || (signal.reason as { name?: string } | undefined)?.name !== "TimeoutError";
}

/** Counts the failures of hosts in a row. */
export class HostCircuit {
  readonly #failing = new Map<string, Failures>();
  readonly #limits: Pick<GitLimits, "failures" | "rest">;

  constructor(limits: Pick<GitLimits, "failures" | "rest">) {
    this.#limits = limits;
  }

  /**
   * Asks a host, unless it has failed too often.
   * @param what it is asked for: one that tells where its branches are may fail each time at what they hold
   * @param signal once it is aborted, what fails is not the host: somebody has ended it, or we have no more time
   * @throws GitError, and what asking throws
   */
  async ask<T>(
    url: string,
    what: "refs" | "packs",
    asking: () => Promise<T>,
    signal?: AbortSignal,
  ): Promise<T> {
    // What is no address is refused where it is asked.
    const origin = `${what} ${URL.canParse(url) ? new URL(url).origin : url}`;
    const known = this.#failing.get(origin);
    if (known !== undefined && known.until > performance.now())
      throw new GitError(
        "unreachable",
        "The host has failed several times in a row, and is left alone for a minute.",
      );
    try {
      const answer = await asking();
      this.#failing.delete(origin);
      return answer;
    } catch (error) {
      if (isOfHost(error) && !isOurs(what, signal)) this.#count(origin);
      throw error;
    }
  }

  #count(origin: string): void {
    const { failures, rest } = this.#limits;
    const count = (this.#failing.get(origin)?.count ?? 0) + 1;
    this.#failing.delete(origin);
    const [oldest] = this.#failing.keys();
    if (this.#failing.size >= MOST_HOSTS && oldest !== undefined) this.#failing.delete(oldest);
    this.#failing.set(origin, { count, until: count < failures ? 0 : performance.now() + rest });
  }
}
