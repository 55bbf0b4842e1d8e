/** What happens elsewhere, told to each tab: one of them reads the stream and passes it on. */
import { EventStream, type FollowedPlaces, type LiveEvent } from "./eventStream.ts";
import { leadTabs } from "./lead.ts";
import { ownPerson } from "./person.ts";
import { forgetStart, start } from "./start.ts";

/** What one screen has open. */
export interface OpenPlace {
  readonly organization?: string | undefined;
  readonly space?: string | undefined;
  /** Its number. */
  readonly changeRequest?: string | undefined;
}

type Message =
  | { readonly type: "who" }
  | { readonly type: "open"; readonly tab: string; readonly places: readonly OpenPlace[] }
  | ({ readonly type: "event" } & LiveEvent);

/** Tabs say again what they have open, and are forgotten when they don't; milliseconds. */
const SAID_EVERY_MS = 20_000;
const FORGOTTEN_MS = 70_000;

class Live {
  readonly #tab = Array.from(crypto.getRandomValues(new Uint8Array(8)), String).join("-");
  /** Of the tabs of this person: of others nothing is told. It is there once that is known. */
  #channel: BroadcastChannel | undefined;
  readonly #hearers = new Set<(event: LiveEvent) => void>();
  readonly #open = new Set<OpenPlace>();
  /** Of all tabs, while this one leads. */
  readonly #tabs = new Map<string, { readonly places: readonly OpenPlace[]; readonly at: number }>();
  /** The last event that was heard of, whoever read it. */
  #last: string | undefined;
  #stream: EventStream | undefined;
  #planned: ReturnType<typeof setTimeout> | undefined;

  constructor() {
    // What the screens began with is as old as the start.
    void start().then(({ events }) => {
      this.#last ??= events;
      this.#join(`lectern-events ${ownPerson() ?? ""}`);
    });
    setInterval(() => this.#say(), SAID_EVERY_MS);
    addEventListener("pagehide", () => this.#post({ type: "open", tab: this.#tab, places: [] }));
    // A page that comes back as it was has heard nothing meanwhile.
    addEventListener("pageshow", ({ persisted }) => {
      if (!persisted) return;
      this.#say();
      this.#tell({ event: "reset", data: {} });
    });
  }

  #join(name: string): void {
    this.#channel = new BroadcastChannel(name);
    this.#channel.addEventListener("message", ({ data }: MessageEvent<Message>) => this.#receive(data));
    leadTabs(name, this.#tab, () => this.#lead());
    this.#say();
  }

  /** Calls `hear` with what happens. @returns what ends that */
  hear(hear: (event: LiveEvent) => void): () => void {
    this.#hearers.add(hear);
    return () => void this.#hearers.delete(hear);
  }

  /** Has a place followed. @returns what ends that */
  follow(place: OpenPlace): () => void {
    this.#open.add(place);
    this.#say();
    return () => {
      this.#open.delete(place);
      this.#say();
    };
  }

  #say(): void {
    const places = [...this.#open];
    this.#note(this.#tab, places);
    this.#post({ type: "open", tab: this.#tab, places });
  }

  #post(message: Message): void {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is of one origin
    this.#channel?.postMessage(message);
  }

  #receive(message: Message): void {
    if (message.type === "event") this.#tell(message);
    else if (message.type === "who") this.#say();
    else this.#note(message.tab, message.places);
  }

  #lead(): void {
    this.#stream = new EventStream((event) => {
      this.#tell(event);
      this.#post({ type: "event", ...event });
    }, this.#last);
    this.#post({ type: "who" });
    this.#say();
  }

  #note(tab: string, places: readonly OpenPlace[]): void {
    this.#tabs.set(tab, { places, at: Date.now() });
    if (this.#stream === undefined) return;
    // Screens leave one place and enter another in one step, and tabs answer one after the other.
    clearTimeout(this.#planned);
    this.#planned = setTimeout(() => this.#stream?.follow(this.#followed()), 100);
  }

  #followed(): FollowedPlaces {
    for (const [tab, { at }] of this.#tabs) if (at < Date.now() - FORGOTTEN_MS) this.#tabs.delete(tab);
    const places = [...this.#tabs.values()].flatMap((tab) => tab.places);
    const named = (name: keyof OpenPlace) =>
      [...new Set(places.flatMap((one) => one[name] ?? []))].toSorted();
    return {
      space: named("space"),
      changeRequest: named("changeRequest"),
      organization: named("organization"),
    };
  }

  #tell({ event, data, id }: LiveEvent): void {
    this.#last = id ?? this.#last;
    if (event !== "ready") forgetStart();
    for (const hear of this.#hearers) hear({ event, data });
  }
}

let live: Live | undefined;

/** The one of this tab, from when somebody first asks for it. */
export function liveEvents(): Pick<Live, "hear" | "follow"> {
  return (live ??= new Live());
}
