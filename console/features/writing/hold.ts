/**
 * One tab writes a page at a time. The browser's locks say which; where it has none, over plain HTTP, the tabs tell each
 * other. Who has a page and is asked for it saves first, and then lets go.
 */
import { newKey } from "../../api/newKey.ts";

export interface Hold {
  readonly release: () => void;
}

/** What tabs tell each other of one page; `left` is said to who takes it, `free` to all. `from` names the tab. */
interface HoldMessage {
  readonly says: "asks" | "takes" | "has" | "left" | "free";
  readonly from: string;
}

/** So long a tab that has the page may take to say so, and then to save it and let go; milliseconds. */
const ANSWER_MS = 700;
const LEAVE_MS = 5_000;

/** A promise that can be kept from outside, and is in any case after a while. */
function within<T>(milliseconds: number, otherwise: T) {
  let done: (value: T) => void = () => undefined;
  const promise = new Promise<T>((resolve) => (done = resolve));
  const timer = setTimeout(done, milliseconds, otherwise);
  return { promise: promise.finally(() => clearTimeout(timer)), done };
}

/** `asks` whether it is free; `waits` a while, for a tab that has let go of it; `takes` it from the tab that has it. */
export type HoldWish = "asks" | "waits" | "takes";

/**
 * Takes a name for this tab. Gives undefined while another tab has it, unless it is taken away from that one.
 * @param lost called when another tab takes it away; what is given then is still to be released
 */
export async function hold(name: string, wish: HoldWish, lost: () => void): Promise<Hold | undefined> {
  const others = new Others(name, lost);
  const isMine = await acquire(name, wish, others);
  if (isMine === undefined) {
    others.close();
    return undefined;
  }
  others.has();
  return {
    release: () => {
      isMine();
      others.close();
    },
  };
}

/** What gives it up; undefined where another tab has it. */
async function acquire(name: string, wish: HoldWish, others: Others): Promise<(() => void) | undefined> {
  const { locks } = navigator as Partial<Navigator>;
  if (locks === undefined) {
    const isTaken = wish === "takes";
    const isFree = !(await others.ask(isTaken ? "takes" : "asks")) || (isTaken && (await others.leave()));
    return isFree ? () => undefined : undefined;
  }
  if (wish === "asks") return locked(locks, name, { ifAvailable: true });
  const signal = AbortSignal.timeout(LEAVE_MS);
  // The browser may tell that it was let go of before it gives it to the next.
  if (wish === "waits") return locked(locks, name, { signal }).catch(() => undefined);
  others.tell("takes");
  // A tab that doesn't answer is not asked again.
  return locked(locks, name, { signal }).catch(() => locked(locks, name, { steal: true }));
}

function locked(locks: LockManager, name: string, options: LockOptions): Promise<(() => void) | undefined> {
  return new Promise((done, fail) => {
    locks
      .request(name, options, (lock) => {
        if (lock === null) return done(undefined);
        return new Promise<void>((release) => done(release));
      })
      // Also once it is stolen, which the tab has been told before.
      .catch(fail);
  });
}

/** Calls `freed` when a tab lets go of a name that nobody has taken from it. Gives what ends that. */
export function onFreed(name: string, freed: () => void): () => void {
  const channel = new BroadcastChannel(name);
  channel.addEventListener("message", ({ data }) =>
    (data as HoldMessage).says === "free" ? freed() : undefined,
  );
  return () => channel.close();
}

/** The other tabs, as far as they have or want the same. */
class Others {
  readonly #tab = newKey();
  readonly #channel: BroadcastChannel;
  readonly #lost: () => void;
  #is: "asking" | "taking" | "mine" | "lost" = "asking";
  #answer = within(0, false);
  #left = within(0, true);

  constructor(name: string, lost: () => void) {
    this.#lost = lost;
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener("message", ({ data }) => this.#hear(data as HoldMessage));
  }

  /** Whether another tab has it, or asked for it at the same time and goes first. */
  ask(how: "asks" | "takes"): Promise<boolean> {
    this.#is = how === "takes" ? "taking" : "asking";
    this.#answer = within(ANSWER_MS, false);
    this.#left = within(LEAVE_MS, true);
    this.tell(how);
    return this.#answer.promise;
  }

  /** When the tab that had it has saved; in any case after a while. */
  leave(): Promise<boolean> {
    return this.#left.promise;
  }

  /** From now on this tab has it. Who answers too late gives way. */
  has(): void {
    this.#is = "mine";
    this.tell("takes");
  }

  tell(says: HoldMessage["says"]): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its origin's, and takes none
    this.#channel.postMessage({ says, from: this.#tab } satisfies HoldMessage);
  }

  close(): void {
    if (this.#is === "mine") this.tell("free");
    else if (this.#is === "lost") this.tell("left");
    this.#channel.close();
  }

  #hear({ says, from }: HoldMessage): void {
    if (says === "left" || says === "free") return this.#left.done(true);
    if (says === "has") return this.#answer.done(true);
    const isFirst = this.#is === "taking" || (this.#is === "asking" && this.#tab < from);
    if (this.#is === "mine" || (says === "asks" && isFirst)) this.tell("has");
    if (says !== "takes" || this.#is !== "mine") return;
    this.#is = "lost";
    this.#lost();
  }
}
