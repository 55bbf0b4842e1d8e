/** The saving of a page in its place: what is sent where, and what the browser keeps of it. */
import type { Page } from "../../../sdk/src/index.ts";
import { type DraftPlace, forgetDraft, keepDraft, type TextDraft } from "../../api/drafts.ts";
import { WritingPlace } from "./destination.ts";
import { fieldsOf } from "./fields.ts";
import { PageSaving } from "./saving.ts";
import type { ShownText, StoredPage } from "./savingPorts.ts";

/** A page that is written by somebody. */
export interface WrittenPlace {
  /** The id of the person. */
  readonly user: string;
  readonly space: string;
  /** The number of the change request that is written in. */
  readonly number: string | undefined;
  /** The id of the page. */
  readonly page: string;
}

/** By which tabs agree who writes it. */
export const nameOf = ({ user, space, number, page }: WrittenPlace): string =>
  `lectern:${user}/${space}/${number ?? ""}/${page}`;

export const draftPlaceOf = ({ user, space, number, page }: WrittenPlace): DraftPlace => ({
  user,
  space,
  change: number ?? "",
  of: "page",
  id: page,
});

export const storedOf = (page: Page): StoredPage => ({
  documentId: page.documentId ?? null,
  markdown: page.markdown ?? "",
  fields: fieldsOf(page),
});

interface SavingWishes {
  readonly place: WrittenPlace;
  readonly destination: WritingPlace;
  readonly stored: StoredPage;
  readonly draft: TextDraft | undefined;
  readonly text: ShownText;
  /** Told what is stored, and in which change request. */
  readonly onStored?: (page: StoredPage, number: string | undefined) => void;
  /** Told after what is on the screen was kept, or needs not be. */
  readonly onKept?: () => void;
}

export function openSaving({ place, destination, stored, draft, text, ...wishes }: SavingWishes): PageSaving {
  const { page } = place;
  let kept: DraftPlace | undefined = draft;
  return new PageSaving({ stored, draft }, text, {
    write: ({ key, change: { document, fields, was } }) =>
      destination.write(
        { operation: "update_page", page, ...fields, was, ...(document && { document }) },
        key,
      ),
    read: async () => storedOf(await destination.read(page)),
    keep: async (content) => {
      wishes.onKept?.();
      const now = draftPlaceOf({ ...place, number: destination.number });
      if (content === undefined) await forgetDraft(now);
      else
        await keepDraft({ ...now, ...content, version: 1, proposal: destination.proposal, at: Date.now() });
      // It is kept where it is now before it goes where it was.
      if (kept !== undefined && kept.change !== now.change) await forgetDraft(kept);
      kept = now;
    },
    stored: (now) => wishes.onStored?.(now, destination.number),
  });
}
