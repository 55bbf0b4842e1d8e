/** What scripts share with those of other organizations, and how much of it one of these has: half of what the others leave. */
import { Queue } from "../../turns/queue.ts";
import { ScriptFailure } from "./failure.ts";

/** Bytes of bodies on their way to the web that are held at once, and what one installation asks at once. */
const MOST_HELD = 64 * 1024 * 1024;
const ASKS_AT_ONCE = 16;
/** How long who asks more waits, in milliseconds. */
const PATIENCE_MS = 20_000;

/** Whose script asks. */
export interface AskingScript {
  readonly organization: string;
  readonly installation: string;
}

/** What scripts of all processes ask of the web and of our API, as far as it is under way. */
export class AsksUnderWay {
  readonly #turns = new Queue({
    atOnce: ASKS_AT_ONCE,
    patience: PATIENCE_MS,
    refusal: () => new ScriptFailure("busy"),
  });
  readonly #held = new Map<string, number>();
  #all = 0;

  /** Waits for one of the turns that an installation has; gives what ends it. @throws ScriptFailure */
  enter({ organization, installation }: AskingScript): Promise<() => void> {
    return this.#turns.enter(`${organization} ${installation}`);
  }

  /** Whether so many bytes more may be held for an organization; they are, where they may. */
  holds(organization: string, bytes: number): boolean {
    const own = this.#held.get(organization) ?? 0;
    if (own + bytes > shareOf(MOST_HELD, this.#all - own)) return false;
    this.#held.set(organization, own + bytes);
    this.#all += bytes;
    return true;
  }

  /** They are held no more. */
  drops(organization: string, bytes: number): void {
    const left = (this.#held.get(organization) ?? 0) - bytes;
    if (left > 0) this.#held.set(organization, left);
    else this.#held.delete(organization);
    this.#all -= bytes;
  }
}

/** The half of what others leave. */
export function shareOf(all: number, others: number): number {
  return Math.ceil(Math.max(0, all - others) / 2);
}
