/** A page that is opened to be written: the editor on it, what was kept of an earlier time, and its saving. */
import { getAuthenticatedUser, type Page, Unauthenticated } from "../../../sdk/src/index.ts";
import { client } from "../../api/client.ts";
import { draftOf } from "../../api/drafts.ts";
import { newKey } from "../../api/newKey.ts";
import { askWhile } from "../../api/unload.ts";
import { register } from "../../app/writers.ts";
import type { FindTargets } from "../../editor/menu.ts";
import { WritingPlace } from "./destination.ts";
import { takeField } from "./heldField.ts";
import { draftPlaceOf, nameOf, openSaving, type WrittenPlace, storedOf } from "./openSaving.ts";
import type { PageSaving } from "./saving.ts";
import type { StoredPage } from "./savingPorts.ts";
import { Showing } from "./shownPage.ts";
import { wearSheet } from "../../editor/sheet.ts";
import { say } from "../../ui/toasts.ts";
import { writingWords } from "../../words/writing.ts";
import type { WrittenText } from "./writtenText.ts";

export interface SessionStart {
  /** The id of the person. */
  readonly user: string;
  readonly space: string;
  /** The number of the change request that is written in. */
  readonly number: string | undefined;
  /** Whether the first write makes a change request. */
  readonly isProposal: boolean;
  /** As it was read, with its Markdown. */
  readonly page: Page;
  /** Where the text is shown. */
  readonly element: HTMLElement;
  /** Whether blocks may be talked about. */
  readonly mayTalk: boolean;
  /** What is offered to be linked. */
  readonly find: FindTargets;
  /** Told what is stored, and in which change request. */
  readonly onStored: (page: StoredPage, number: string | undefined) => void;
}

export interface PageWriting {
  readonly saving: PageSaving;
  readonly text: WrittenText;
  /** Puts a file where the page is. Gives its destination. */
  readonly take: (file: File) => Promise<string>;
  /** Whether a page, as it was read, is what is known to be stored. */
  readonly isKnown: (page: Page) => boolean;
  /** Somebody may have signed in: goes on if it is the same person. Whether it is. */
  readonly resume: () => Promise<boolean>;
  /** Puts what is written into a change request of its own. */
  readonly propose: () => Promise<void>;
  /** Gives up what isn't stored. */
  readonly discard: () => Promise<void>;
  /** Saves what there is, and lets go of the page. Files on their way come into it later, over what is written there then. */
  readonly close: () => Promise<void>;
}

/** What was kept of a page, and what it is written with. */
const load = (place: WrittenPlace, mayTalk: boolean) =>
  Promise.all([
    draftOf(draftPlaceOf(place)).catch(() => undefined),
    // The editor is a part of its own, so that the title is there before it has come.
    import("./writtenText.ts"),
    mayTalk ? import("../../editor/view/talk.ts") : undefined,
    // What prints and merges it: without a connection nothing of a text could be kept that was shown before this came.
    import("../../editor/page.ts"),
    wearSheet(),
  ]);

/** Opens a page, with what was kept of it. */
export async function openSession(start: SessionStart): Promise<PageWriting> {
  const { user, space, number, isProposal, page, element, onStored } = start;
  const place: WrittenPlace = { user, space, number, page: page.id };
  const [draft, { WrittenText: Text }, talk] = await load(place, start.mayTalk);
  const proposal = draft?.proposal ?? (isProposal ? newKey() : null);
  const destination = new WritingPlace({ space, number, proposal, title: () => saving.view().fields.title });
  const stored = storedOf(page);
  const text: WrittenText = new Text(element, {
    files: destination,
    find: start.find,
    talkMarks: talk?.talkMarks,
    onChange: () => saving.changed(),
  });
  text.open(draft?.mine ?? stored.markdown, draft?.base.markdown ?? stored.markdown);
  const saving: PageSaving = openSaving({
    place,
    destination,
    stored,
    draft,
    text,
    // Who has left hears of it as of what others write, and is led nowhere.
    onStored: (now, of) => (bringing.isLeft ? undefined : onStored(now, of)),
    onKept: () => void showing.tell(),
  });
  // Other tabs are told as often as the browser keeps it.
  const showing = new Showing(nameOf(place), async () => ({
    fields: saving.view().fields,
    markdown: (await text.shown()).source,
  }));
  const bringing = new Bringing(saving, text);
  const close = (): void => {
    bringing.end();
    text.close();
    showing.close();
  };
  const leave = register({
    save: () => {
      takeField();
      return saving.save().then(saving.isClean);
    },
    signedOut: saving.signedOut,
  });
  return {
    saving,
    text,
    take: (file) => destination.take(file, () => undefined),
    isKnown: (read) => saving.knows(storedOf(read)),
    resume: () => resume(saving),
    propose: () => {
      destination.propose(newKey());
      return saving.save();
    },
    discard: async () => {
      leave();
      await saving.abandon();
      close();
    },
    close: async () => {
      takeField();
      if (text.isTaking) {
        await saving.handOver();
        leave();
        showing.close();
        void bringing.go().finally(close);
        return;
      }
      leave();
      await saving.close();
      close();
    },
  };
}

/** The files that are on their way into a text: they are gone with the tab, also once its page was left. */
class Bringing {
  readonly #saving: PageSaving;
  readonly #text: WrittenText;
  isLeft = false;
  readonly end: () => void;

  constructor(saving: PageSaving, text: WrittenText) {
    this.#saving = saving;
    this.#text = text;
    this.end = askWhile(() => text.isTaking || this.isLeft);
  }

  /** Puts them into the page that was left, which may be open again meanwhile: what is written there is merged with it. */
  async go(): Promise<void> {
    this.isLeft = true;
    const areThere = await this.#text.arrived();
    await this.#saving.save();
    const isSaved = await settled(this.#saving);
    if (areThere && isSaved) return;
    say({ text: writingWords.fileNotPut(this.#saving.view().fields.title), isWrong: true });
  }
}

/** Whether all is stored that can be, once it is known that it is or that it can't be. */
function settled({ view, subscribe }: PageSaving): Promise<boolean> {
  return new Promise((done) => {
    const look = (): void => {
      const { name } = view().state;
      if (name === "saving" || name === "offline" || name === "waiting") return;
      end();
      // A block that can't be said keeps none of the others from being stored.
      done(name === "saved" || name === "unsaid");
    };
    const end = subscribe(look);
    look();
  });
}

/** Goes on where the person of this tab is signed in again. Until that is known nothing of what is said changes: somebody may be pressing it. */
async function resume(saving: PageSaving): Promise<boolean> {
  try {
    await getAuthenticatedUser(client);
  } catch (error) {
    if (!(error instanceof Unauthenticated)) throw error;
    saving.signedOut(error);
    return false;
  }
  await saving.resume();
  return true;
}
