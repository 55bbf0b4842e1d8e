/** The stream of events, read as it comes and opened again when it ends. */
import { ask } from "./ask.ts";

/** Something that happened; `data` names it, and what it says now is read where it is shown. */
export interface LiveEvent {
  readonly event: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** From where another stream goes on; it comes by itself, as the event `at`, when nothing happens. */
  readonly id?: string | undefined;
}

/** What the tabs of a browser have open. */
export interface FollowedPlaces {
  readonly space: readonly string[];
  readonly changeRequest: readonly string[];
  readonly organization: readonly string[];
}

const LONGEST_WAIT_MS = 30_000;
/** The server says something each 15 seconds: a line on which nothing comes for longer is dead, whoever cut it. */
const LONGEST_SILENCE_MS = 40_000;

/** A stream that lasts until it is closed, whatever the network does. */
export class EventStream {
  readonly #hear: (event: LiveEvent) => void;
  #places: FollowedPlaces | undefined;
  #reading: AbortController | undefined;
  #again: ReturnType<typeof setTimeout> | undefined;
  #last: string | undefined;
  #failures = 0;

  /** @param since the last event that was heard of, by whichever stream */
  constructor(hear: (event: LiveEvent) => void, since: string | undefined) {
    this.#hear = hear;
    this.#last = since;
    addEventListener("online", this.#comeBack);
  }

  /** Follows these places from now on; what happened between two streams is told by the second. */
  follow(places: FollowedPlaces): void {
    if (JSON.stringify(places) === JSON.stringify(this.#places)) return;
    this.#places = places;
    this.#open(0);
  }

  close(): void {
    removeEventListener("online", this.#comeBack);
    clearTimeout(this.#again);
    this.#reading?.abort();
    this.#places = undefined;
  }

  readonly #comeBack = (): void => {
    if (this.#places !== undefined) this.#open(0);
  };

  #open(wait: number): void {
    clearTimeout(this.#again);
    this.#reading?.abort();
    const reading = new AbortController();
    this.#reading = reading;
    this.#again = setTimeout(() => {
      void this.#read(reading.signal)
        .catch(() => (this.#failures += 1))
        .then(() => {
          if (!reading.signal.aborted) this.#open(this.#nextWait());
        });
    }, wait);
  }

  /** 1, 2, 4 … seconds, and not all browsers at once. */
  #nextWait(): number {
    const steady = Math.min(1000 * 2 ** this.#failures, LONGEST_WAIT_MS);
    return steady * (0.5 + Math.random() / 2);
  }

  async #read(signal: AbortSignal): Promise<void> {
    let silence: ReturnType<typeof setTimeout> | undefined;
    const heard = (): void => {
      clearTimeout(silence);
      silence = setTimeout(() => this.#open(0), LONGEST_SILENCE_MS);
    };
    heard();
    signal.addEventListener("abort", () => clearTimeout(silence));
    try {
      await this.#readOn(signal, heard);
    } finally {
      clearTimeout(silence);
    }
  }

  async #readOn(signal: AbortSignal, heard: () => void): Promise<void> {
    const places = Object.entries(this.#places ?? {});
    const query = new URLSearchParams(
      places.flatMap(([name, ids]: [string, readonly string[]]) => ids.map((id) => [name, id])),
    );
    const headers = this.#last === undefined ? undefined : { "last-event-id": this.#last };
    const response = await ask(`events?${query}`, { signal, ...(headers && { headers }) });
    if (response.status === 401) this.#hear({ event: "session-ended", data: {} });
    if (!response.ok || response.body === null) throw new Error(`events answered ${response.status}`);
    this.#failures = 0;
    const decoder = new TextDecoder();
    const reader = response.body.getReader();
    let text = "";
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard();
      text += decoder.decode(value, { stream: true });
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.#take(part);
    }
  }

  /** What can't be read is left alone: a proxy's comment, or an event of a later program. */
  #take(part: string): void {
    const fields = new Map(
      part.split("\n").map((line) => [line.split(":", 1)[0], line.replace(/^\w+: ?/, "")]),
    );
    const id = fields.get("id");
    this.#last = id ?? this.#last;
    const { event = "at", data = "{}" } = Object.fromEntries(fields);
    if (event === "at" && id === undefined) return;
    try {
      this.#hear({ event, data: JSON.parse(data) as LiveEvent["data"], id });
    } catch {
      this.#hear({ event: "reset", data: {} });
    }
  }
}
