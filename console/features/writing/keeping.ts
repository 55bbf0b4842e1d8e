/** What the browser keeps of a page that is written, until all of it is stored. */
import type { WrittenPage } from "../../editor/prove.ts";
import type { DraftContent, SavingPorts, ShownText } from "./savingPorts.ts";

/** Milliseconds. */
const KEEP_AFTER = 250;
/** Keeping a text takes reading it: a large one is kept so seldom that it is this part of the time. */
const KEEPING_PART = 0.1;
const LONGEST_KEEP = 1_000;

interface KeepingWays extends Pick<ShownText, "shown">, Pick<SavingPorts, "keep"> {
  /** What there is to keep of what is shown; undefined where nothing is. */
  readonly unstored: (written: WrittenPage) => DraftContent | undefined;
  /** Told whether the browser could keep it. */
  readonly onKept: (isKept: boolean) => void;
}

export class Keeping {
  readonly #ways: KeepingWays;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #after = KEEP_AFTER;
  #isOver = false;
  /** What is being kept: one after the other, so that what was kept last is what is there. */
  #last: Promise<void> = Promise.resolve();

  constructor(ways: KeepingWays) {
    this.#ways = ways;
  }

  /** Keeps what there is in a moment. */
  soon(): void {
    this.#timer ??= setTimeout(() => void this.now(), this.#after);
  }

  /** Keeps what there is. */
  now(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#last = this.#last.catch(() => undefined).then(() => this.#keep());
    return this.#last;
  }

  /** Keeps nothing from now on: what is kept is another's to write. */
  end(): void {
    this.#isOver = true;
    clearTimeout(this.#timer);
  }

  /** The same, and nothing is left of what was kept. */
  async forget(): Promise<void> {
    this.end();
    await this.#last.catch(() => undefined);
    await this.#ways.keep(undefined);
  }

  async #keep(): Promise<void> {
    if (this.#isOver) return;
    const begun = performance.now();
    const written = await this.#ways.shown();
    const took = performance.now() - begun;
    this.#after = Math.min(Math.max(KEEP_AFTER, took / KEEPING_PART), LONGEST_KEEP);
    if (this.#isOver) return;
    const isKept = await this.#ways.keep(this.#ways.unstored(written)).then(
      () => true,
      () => false,
    );
    this.#ways.onKept(isKept);
  }
}
