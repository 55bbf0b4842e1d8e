/** What saving a page has to do with: the text on the screen, what is stored of it, and the outside. */
import type { PendingWrite, TextDraft } from "../../api/drafts.ts";
import type { WrittenPage } from "../../editor/prove.ts";
import type { EditedFields } from "./fields.ts";

/** A text as the server has it. */
export interface StoredText {
  readonly documentId: string | null;
  readonly markdown: string;
}

export interface StoredPage extends StoredText {
  readonly fields: EditedFields;
}

/** The text as it is on the screen; an editor of pages is one. */
export interface ShownText {
  /** With the words of blocks that no text can say. */
  readonly shown: () => Promise<WrittenPage>;
  /** Without these. */
  readonly saved: () => Promise<WrittenPage>;
  readonly confirm: (stored: string) => Promise<void>;
  readonly pull: (theirs: string) => Promise<void>;
  readonly openConflicts: () => number;
}

/** What a write answers: the text that is stored now, where it isn't what was sent. */
export interface WriteAnswer {
  readonly documentId?: string;
  readonly markdown?: string;
}

/** The outside of it. */
export interface SavingPorts {
  readonly write: (write: PendingWrite) => Promise<WriteAnswer>;
  readonly read: () => Promise<StoredPage>;
  /** Keeps it on this device; with undefined nothing is left to keep. */
  readonly keep: (draft: DraftContent | undefined) => Promise<void>;
  /** Tells what is stored from now on. */
  readonly stored: (page: StoredPage) => void;
}

export type DraftContent = Pick<
  TextDraft,
  "base" | "mine" | "fields" | "was" | "held" | "unsaid" | "pending" | "title"
>;
