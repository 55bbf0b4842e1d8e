/** A reader of the events of a session, as a browser is one. */

export interface HeardEvent {
  readonly id: string | undefined;
  readonly event: string;
  // oxlint-disable-next-line typescript/no-explicit-any -- it is whatever the test says that it is
  readonly data: any;
}

/** Longer than anything takes on a busy machine. */
const PATIENCE_MS = 60_000;

export class EventReader {
  readonly status: number;
  readonly headers: Headers;
  readonly heard: HeardEvent[] = [];
  /** Settles when the stream has ended. */
  readonly ended: Promise<void>;
  lastId: string | undefined;
  readonly #abort: AbortController;
  #waiting: (() => void)[] = [];
  #taken = 0;

  private constructor(response: Response, abort: AbortController) {
    this.status = response.status;
    this.headers = response.headers;
    this.#abort = abort;
    this.ended = response.status === 200 ? this.#read(response).catch(() => undefined) : Promise.resolve();
  }

  /** @param base the address of the server */
  static async open(base: string, path: string, headers: Record<string, string>): Promise<EventReader> {
    const abort = new AbortController();
    const response = await fetch(`${base}${path}`, { headers, signal: abort.signal });
    return new EventReader(response, abort);
  }

  /** The next event that is of this kind; those before it are passed over. @throws when it doesn't come */
  async next(event: string, is: (heard: HeardEvent) => boolean = () => true): Promise<HeardEvent> {
    const late = AbortSignal.timeout(PATIENCE_MS);
    for (;;) {
      while (this.#taken < this.heard.length) {
        const heard = this.heard[this.#taken++] as HeardEvent;
        if (heard.event === event && is(heard)) return heard;
      }
      if (late.aborted) throw new Error(`No ${event} came; heard: ${JSON.stringify(this.heard)}`);
      await new Promise<void>((resolve) => {
        this.#waiting.push(resolve);
        late.addEventListener("abort", () => resolve(), { once: true });
      });
    }
  }

  close(): void {
    this.#abort.abort();
  }

  async #read(response: Response): Promise<void> {
    let text = "";
    for await (const bytes of (response.body as ReadableStream<Uint8Array>).pipeThrough(
      new TextDecoderStream(),
    )) {
      text += bytes;
      const parts = text.split("\n\n");
      text = parts.pop() ?? "";
      for (const part of parts) this.#take(part);
    }
  }

  #take(part: string): void {
    const fields = new Map(
      part.split("\n").map((line) => [line.split(": ", 1)[0], line.replace(/^\w+: /, "")]),
    );
    const id = fields.get("id");
    this.lastId = id ?? this.lastId;
    const event = fields.get("event");
    if (event === undefined) return;
    this.heard.push({ id, event, data: JSON.parse(fields.get("data") ?? "null") });
    for (const tell of this.#waiting.splice(0)) tell();
  }
}
