/** A page as the tab that writes it shows it, for the other tabs that have it open: they follow, and write nothing. */
import type { EditedFields } from "./fields.ts";
import { onFreed } from "./hold.ts";

export interface TextOnScreen {
  readonly fields: EditedFields;
  readonly markdown: string;
}

/** What tabs tell each other of what a page shows. */
type ShownMessage =
  | { readonly says: "follows" | "begins" }
  | { readonly says: "shows"; readonly page: TextOnScreen };

const channelOf = (name: string): BroadcastChannel => new BroadcastChannel(`${name}/shown`);

function post(channel: BroadcastChannel, message: ShownMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel is its origin's, and takes none
  channel.postMessage(message);
}

/** The tab that writes a page. Nothing is told while nobody follows. */
export class Showing {
  readonly #channel: BroadcastChannel;
  readonly #read: () => Promise<TextOnScreen>;
  #isFollowed = false;

  /** @param name of the page, as `hold` has it @param read gives what is on the screen */
  constructor(name: string, read: () => Promise<TextOnScreen>) {
    this.#read = read;
    this.#channel = channelOf(name);
    this.#channel.addEventListener("message", ({ data }) => {
      if ((data as ShownMessage).says !== "follows") return;
      this.#isFollowed = true;
      void this.tell();
    });
    post(this.#channel, { says: "begins" });
  }

  /** Tells what is shown now. */
  async tell(): Promise<void> {
    if (!this.#isFollowed) return;
    const page = await this.#read();
    // It may have been closed meanwhile.
    if (this.#isFollowed) post(this.#channel, { says: "shows", page });
  }

  close(): void {
    this.#isFollowed = false;
    this.#channel.close();
  }
}

interface Following {
  readonly shown: (page: TextOnScreen) => void;
  /** The tab that wrote it has let go of it. */
  readonly freed: () => void;
}

/** Follows a page that another tab writes. Gives what ends it. */
export function followPage(name: string, { shown, freed }: Following): () => void {
  const channel = channelOf(name);
  channel.addEventListener("message", ({ data }) => {
    const message = data as ShownMessage;
    if (message.says === "shows") shown(message.page);
    // Another tab has begun, or the same one again.
    else if (message.says === "begins") post(channel, { says: "follows" });
  });
  post(channel, { says: "follows" });
  const deafen = onFreed(name, freed);
  return () => {
    channel.close();
    deafen();
  };
}
