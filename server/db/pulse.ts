/** Whether a server answers at all, noticed while somebody waits for it. */
import { ConnectionLost, OnlyCopy } from "./rules.ts";

/** Milliseconds between two looks, and looks in a row without any answer after which it is asked, and called silent. */
const LOOK_MS = 250;
const ASKED_AFTER = 4;
const SILENT_AFTER = 12;
/** Looks that a question may take while it is silent, before another is asked in its place. */
const QUESTION_LOOKS = 4;

/** A question to which any server that lives has an answer at once. */
export interface PulseQuestion {
  /** Settles when there is one, be it a refusal; one by `OnlyCopy` is none. */
  readonly answered: Promise<unknown>;
  /** Ends the wait for it. */
  giveUp(): void;
}

interface PulseRules {
  readonly ask: () => PulseQuestion;
  /** Hears once that the server is silent: nothing that was asked of it is waited for any more. */
  readonly onSilence: () => void;
  readonly lookEvery?: number;
}

const silent = (): ConnectionLost => new ConnectionLost("The database server does not answer.");

/**
 * Follows what a server is asked. One that takes long for somebody is not silent: when nothing has been heard for a
 * second, it is asked what costs it nothing. One that does not answer that within two more is silent, as a frozen
 * machine is, and all who wait are told so, and whoever comes, until it answers. Time is counted in looks, so that a
 * stall of our own process is not taken for the server's.
 */
export class Pulse {
  readonly #rules: PulseRules;
  readonly #waiting = new Set<(error: Error) => void>();
  #timer: NodeJS.Timeout | undefined;
  #question: PulseQuestion | undefined;
  #isSilent = false;
  /** Whether anything was heard since the last look, and how many looks ago that was. */
  #hasHeard = false;
  #quiet = 0;

  constructor(rules: PulseRules) {
    this.#rules = rules;
  }

  /** Waits for what the server is asked by `ask`. @throws ConnectionLost when it is silent, soon or at once */
  during<T>(ask: () => Promise<T>): Promise<T> {
    if (this.#isSilent) return Promise.reject(silent());
    this.#timer ??= setInterval(() => this.#look(), this.#rules.lookEvery ?? LOOK_MS).unref();
    return new Promise((resolve, reject) => {
      this.#waiting.add(reject);
      const heard = (error?: unknown): void => {
        this.#waiting.delete(reject);
        if (!(error instanceof OnlyCopy)) this.#hasHeard = true;
      };
      ask().then(
        (value) => {
          heard();
          resolve(value);
        },
        (error: unknown) => {
          heard(error);
          reject(error as Error);
        },
      );
    });
  }

  /** Looks no more. */
  close(): void {
    this.#rest();
    this.#isSilent = false;
  }

  #look(): void {
    if (this.#hasHeard && !this.#isSilent) this.#giveUp();
    this.#quiet = this.#hasHeard ? 0 : this.#quiet + 1;
    this.#hasHeard = false;
    if (this.#isSilent) {
      if (this.#quiet % QUESTION_LOOKS === 0) this.#giveUp();
      this.#ask();
    } else if (this.#waiting.size === 0) {
      this.#rest();
    } else if (this.#quiet >= SILENT_AFTER) {
      this.#fallSilent();
    } else if (this.#quiet >= ASKED_AFTER) {
      this.#ask();
    }
  }

  #fallSilent(): void {
    this.#isSilent = true;
    this.#giveUp();
    const told = [...this.#waiting];
    this.#waiting.clear();
    this.#rules.onSilence();
    for (const fail of told) fail(silent());
  }

  #ask(): void {
    if (this.#question !== undefined) return;
    const question = this.#rules.ask();
    this.#question = question;
    const heard = (): void => {
      if (this.#question !== question) return;
      this.#question = undefined;
      this.#hasHeard = true;
      this.#isSilent = false;
    };
    question.answered.then(heard, (error: unknown) => {
      if (!(error instanceof OnlyCopy)) heard();
      // The next look asks the next server.
      else if (this.#question === question) this.#question = undefined;
    });
  }

  #giveUp(): void {
    const question = this.#question;
    this.#question = undefined;
    question?.giveUp();
  }

  #rest(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    this.#quiet = 0;
    this.#giveUp();
  }
}
