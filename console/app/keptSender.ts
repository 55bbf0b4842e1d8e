/** What sends the texts that the browser has kept. It is part of writing, so who starts the program names it. */
import type { TextDraft } from "../api/drafts.ts";

interface Sending {
  /** Gives how many are stored now. @param isShown whether one is on the screen, where it is saved by itself */
  pushAll(user: string, isShown: (draft: TextDraft) => boolean): Promise<number>;
}

/** Loads it, where there is something to send. */
export const keptSender: { load?: () => Promise<Sending> } = {};
