/**
 * How a page comes to be stored while it is written. One write at a time, each naming the text that it was made on; what
 * has no answer is sent again as it was. What is typed is kept by the browser before it is sent.
 */
import type { PendingWrite } from "../../api/drafts.ts";
import { newKey } from "../../api/newKey.ts";
import type { WrittenPage } from "../../editor/prove.ts";
import { changedFields, halvesOf, isSame, someOf } from "./fields.ts";
import type { EditedFields, FieldName, SomeFields } from "./fields.ts";
import { Keeping } from "./keeping.ts";
import { type Fault, faultOf } from "./savingFault.ts";
import type { SavingState, SavingView } from "./savingView.ts";
import type { DraftContent, SavingPorts, ShownText, StoredPage, StoredText } from "./savingPorts.ts";

/** Milliseconds. */
const SAVE_AFTER = 1_500;
const SAVE_WITHIN = 10_000;
const LONGEST_PAUSE = 30_000;
/** So often a write is made anew on what others wrote, before it is left for a moment. */
const MOST_ROUNDS = 6;

interface SavingStart {
  readonly stored: StoredPage;
  /** What was kept of an earlier time, whose text is the one that is shown. */
  readonly draft?: DraftContent | undefined;
}

export class PageSaving {
  readonly #text: ShownText;
  readonly #ports: SavingPorts;
  readonly #listeners = new Set<() => void>();
  #base: StoredText;
  /** The base when no conflict was open: from it a conflict is found again. */
  #settled: StoredText;
  #was: EditedFields;
  #pending: PendingWrite | undefined;
  /** Whether the text that is shown is not made on the pending write, which is of an earlier time. */
  #isReplay: boolean;
  #view: SavingView;
  #waiting: ReturnType<typeof setTimeout> | undefined;
  #unsavedSince: number | undefined;
  #failures = 0;
  #running: Promise<void> | undefined;
  #asked = { save: false, read: false };
  #isClosed = false;
  #isAbandoned = false;
  /** Whether the page may be gone in a moment: then nothing that the browser does later is waited for. */
  #isLeaving = false;
  #held: Readonly<Record<string, string>>;
  /** How many blocks no text can say: they are not in what is sent. */
  #unsaidBlocks = 0;
  readonly #keeping: Keeping;

  constructor({ stored, draft }: SavingStart, text: ShownText, ports: SavingPorts) {
    this.#text = text;
    this.#ports = ports;
    this.#keeping = new Keeping({
      shown: () => text.shown(),
      unstored: (written) => this.#unstored(written),
      keep: ports.keep,
      onKept: (isKept) => (isKept === this.#view.isKept ? undefined : this.#show({ isKept })),
    });
    this.#base = draft?.base ?? stored;
    this.#settled = this.#base;
    this.#was = { ...stored.fields, ...(draft?.was as SomeFields | undefined) };
    this.#held = draft?.held ?? {};
    this.#pending = draft?.pending ?? undefined;
    // Made on the very base, it is a former state of the text; else somebody else's words are in it, of a conflict.
    const sent = this.#pending?.change.document;
    this.#isReplay = sent !== undefined && sent.base !== this.#base.documentId;
    const fields = { ...stored.fields, ...(draft?.fields as SomeFields | undefined) };
    this.#view = { state: { name: "saved" }, fields, disputed: {}, faults: {}, isKept: true };
    if (draft !== undefined) {
      this.#show({ state: { name: "saving" } });
      this.#ask({ save: true, read: true });
    }
  }

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly view = (): SavingView => this.#view;

  /** The text was changed. */
  readonly changed = (): void => {
    if (this.#isClosed) return;
    if (this.#view.state.name === "saved") this.#show({ state: { name: "saving" } });
    this.#keeping.soon();
    // Who can't be heard is asked again when that pause is over, not at each key.
    if (this.#failures > 0 || this.#view.state.name === "signed-out") return;
    const now = performance.now();
    this.#unsavedSince ??= now;
    this.#saveIn(Math.min(SAVE_AFTER, Math.max(0, this.#unsavedSince + SAVE_WITHIN - now)));
  };

  /** A field was changed. */
  readonly setField = <Name extends FieldName>(name: Name, value: EditedFields[Name]): void => {
    const { [name]: _half, ...held } = this.#held;
    this.#held = held;
    if (isSame(this.#view.fields[name], value)) return;
    const { [name]: _, ...faults } = this.#view.faults;
    this.#show({ fields: { ...this.#view.fields, [name]: value }, faults });
    this.changed();
  };

  /** Keeps what is typed into a field that counts once it is left: half an address is none, but isn't to be lost either. */
  readonly hold = (name: FieldName, text: string): void => {
    this.#held = { ...this.#held, [name]: text };
    this.#keeping.soon();
  };

  /** What is half typed into a field, also at an earlier time. */
  readonly heldText = (name: FieldName): string | undefined => this.#held[name];

  readonly isHalf = (): boolean => Object.keys(this.#held).length > 0;

  /** Decides a field that somebody else changed too. */
  readonly settleField = (name: FieldName, choice: "ours" | "theirs"): void => {
    const { [name]: theirs, ...disputed } = this.#view.disputed;
    this.#was = { ...this.#was, [name]: theirs };
    const fields = choice === "ours" ? this.#view.fields : { ...this.#view.fields, [name]: theirs };
    this.#show({ disputed, fields });
    this.changed();
  };

  /** Saves now, and again what could not be saved. Gives when that is done or has failed. */
  readonly save = (): Promise<void> => this.#ask({ save: true });

  /** Saves now, with the fields that were refused: what was wrong with them may have changed elsewhere. */
  readonly retry = (): Promise<void> => {
    this.#show({ faults: {} });
    return this.save();
  };

  /** Saves what can be sent at once: the tab may be closed before anything else is done. */
  readonly leave = (): void => {
    this.#isLeaving = true;
    void this.save().finally(() => (this.#isLeaving = false));
  };

  /** Takes in what others have written. */
  readonly refresh = (): Promise<void> => this.#ask({ read: true });

  /** Somebody has signed in again. */
  readonly resume = (): Promise<void> => {
    this.#show({ state: { name: "saving" } });
    return this.#ask({ save: true, read: true });
  };

  /** The session has ended: nothing is sent until `resume` is called. */
  readonly signedOut = (error: Error): void => this.#stop({ name: "signed-out", error });

  /** Whether that is what is known to be stored. */
  readonly knows = ({ documentId, fields }: StoredPage): boolean =>
    documentId === this.#base.documentId && changedFields(this.#was, fields).length === 0;

  /** Saves what is there. Whether all of it is stored then. What is not stays on this device. */
  async close(): Promise<boolean> {
    if (this.#isClosed) return this.isClean();
    await this.save();
    this.#isClosed = true;
    clearTimeout(this.#waiting);
    await this.#keep();
    return this.isClean();
  }

  /** Saves what there is, and keeps nothing on this device from then on: it is another's to write. */
  async handOver(): Promise<void> {
    await this.save();
    await this.#keep();
    this.#keeping.end();
  }

  /** Gives up what isn't stored. Nothing is sent or kept from now on, whatever is still under way. */
  async abandon(): Promise<void> {
    this.#isClosed = true;
    this.#isAbandoned = true;
    this.#asked = { save: false, read: false };
    clearTimeout(this.#waiting);
    await this.#keeping.forget();
  }

  /** Whether all is stored that is shown. */
  readonly isClean = (): boolean => this.#view.state.name === "saved";

  /** Whether all is stored that a text can say: blocks that none can may be left. */
  readonly isStored = (): boolean =>
    this.isClean() || (this.#view.state.name === "unsaid" && this.#unsavedSince === undefined);

  #show(part: Partial<SavingView>): void {
    this.#view = { ...this.#view, ...part };
    for (const listener of this.#listeners) listener();
  }

  #saveIn(milliseconds: number): void {
    clearTimeout(this.#waiting);
    this.#waiting = setTimeout(() => void this.save(), milliseconds);
  }

  #ask(what: { readonly save?: boolean; readonly read?: boolean }): Promise<void> {
    if (this.#isClosed || this.#view.state.name === "signed-out") return Promise.resolve();
    this.#asked = {
      save: this.#asked.save || what.save === true,
      read: this.#asked.read || what.read === true,
    };
    this.#running ??= this.#run().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #run(): Promise<void> {
    for (let round = 0; this.#asked.save || this.#asked.read; round++) {
      const { save, read } = this.#asked;
      this.#asked = { save: false, read: false };
      clearTimeout(this.#waiting);
      try {
        // What was sent and not answered comes first: what is read then has it, or never will.
        if (this.#pending !== undefined) await this.#send(this.#pending);
        const isRead = read || this.#asked.read;
        // Who asks while it is read may know of something newer.
        this.#asked.read = false;
        if (isRead) await this.#take(await this.#ports.read());
        if (save || read) await this.#sendChanges();
        this.#failures = 0;
      } catch (error) {
        if (this.#isAbandoned || !this.#recover(faultOf(error), round)) return;
      }
    }
  }

  async #sendChanges(): Promise<void> {
    if (this.#isAbandoned) return;
    const next = await this.#next();
    if (next !== undefined) {
      this.#pending = next;
      await this.#send(next);
    }
    await this.#settle();
  }

  /** What there is to write; undefined when all of it is stored. */
  async #next(): Promise<PendingWrite | undefined> {
    this.#unsavedSince = undefined;
    const { fields, disputed, faults } = this.#view;
    const { source: markdown, refused } = await this.#text.saved();
    this.#unsaidBlocks = refused.length;
    const names = changedFields(this.#was, fields).filter((name) => !(name in disputed) && !(name in faults));
    if (markdown === this.#base.markdown && names.length === 0) return undefined;
    const document = { markdown, base: this.#base.documentId };
    const change = { fields: someOf(fields, names), was: someOf(this.#was, names) };
    return {
      key: newKey(),
      change: markdown === this.#base.markdown ? change : { document, ...change },
    };
  }

  async #send(write: PendingWrite): Promise<void> {
    this.#show({ state: { name: "saving" } });
    const kept = this.#keep();
    if (!this.#isLeaving) await kept;
    if (this.#isAbandoned) return;
    const { documentId, markdown } = await this.#ports.write(write);
    if (this.#isAbandoned) return;
    this.#pending = undefined;
    this.#was = { ...this.#was, ...(write.change.fields as SomeFields) };
    if (this.#isReplay) {
      this.#isReplay = false;
      this.#asked.read = true;
      return;
    }
    const { document } = write.change;
    if (document !== undefined) {
      await this.#text.confirm(document.markdown);
      if (markdown !== undefined && markdown !== document.markdown) await this.#text.pull(markdown);
      this.#base = {
        documentId: documentId ?? this.#base.documentId,
        markdown: markdown ?? document.markdown,
      };
    }
    this.#ports.stored({ ...this.#base, fields: this.#was });
  }

  /** Takes in a page as it was read. */
  async #take({ fields: theirs, documentId, markdown }: StoredPage): Promise<void> {
    if (this.#isAbandoned) return;
    if (documentId !== this.#base.documentId) await this.#text.pull(markdown);
    this.#base = { documentId, markdown };
    const { fields } = this.#view;
    const disputed: Record<string, unknown> = {};
    const next: Record<string, unknown> = { ...fields };
    for (const name of changedFields(this.#was, theirs)) {
      if (isSame(fields[name], this.#was[name])) next[name] = theirs[name];
      else if (!isSame(fields[name], theirs[name])) disputed[name] = theirs[name];
    }
    // What is disputed is decided against what they made of it.
    const settled = Object.keys(theirs).filter((name) => !(name in disputed)) as FieldName[];
    this.#was = { ...this.#was, ...someOf(theirs, settled) };
    this.#show({ fields: next as unknown as EditedFields, disputed: disputed as SomeFields });
    this.#ports.stored({ fields: theirs, documentId, markdown });
  }

  /** Says how it stands when nothing is under way. */
  async #settle(): Promise<void> {
    if (this.#asked.save || this.#asked.read) return;
    const { disputed, faults } = this.#view;
    const hasConflict = this.#text.openConflicts() > 0 || Object.keys(disputed).length > 0;
    if (!hasConflict) this.#settled = this.#base;
    const isTyping = this.#unsavedSince !== undefined;
    const fault = Object.values(faults)[0];
    this.#show({
      state: hasConflict
        ? { name: "conflict" }
        : fault !== undefined
          ? { name: "refused", error: new Error(fault) }
          : { name: this.#unsaidBlocks > 0 ? "unsaid" : isTyping ? "saving" : "saved" },
    });
    await this.#keep();
  }

  /** What follows from a fault. Whether to go on at once. */
  #recover(fault: Fault, round: number): boolean {
    const sent = this.#pending?.change.fields as SomeFields | undefined;
    if (fault.keepsPending === false) this.#pending = undefined;
    if (fault.kind === "conflict" && round < MOST_ROUNDS) {
      this.#asked = { save: true, read: true };
      return true;
    }
    if (fault.kind === "fields") {
      // Who has mended a field meanwhile is not told that it was wrong: what it says now is sent.
      const named = Object.entries(fault.fields ?? {}) as [FieldName, string][];
      const still = named.filter(
        ([name]) => sent === undefined || isSame(sent[name], this.#view.fields[name]),
      );
      this.#show({ faults: { ...this.#view.faults, ...Object.fromEntries(still) } });
      this.#asked.save = true;
      return true;
    }
    if (fault.kind === "passing" || fault.kind === "conflict") {
      const pause = Math.min(1_000 * 2 ** this.#failures++, LONGEST_PAUSE) * (0.75 + Math.random() / 2);
      const wait = (fault.retryAfter ?? 0) * 1_000 || pause;
      this.#saveIn(wait);
      const again = Date.now() + wait;
      this.#stop({ name: fault.isOffline ? "offline" : "waiting", error: fault.error, again });
      return false;
    }
    // Somebody may have asked again since, when it would have worked.
    const isAskedAgain = fault.kind === "refused" && this.#asked.save && round < MOST_ROUNDS;
    this.#stop({ name: fault.kind === "signed-out" ? "signed-out" : "refused", error: fault.error });
    this.#asked.save = isAskedAgain;
    return isAskedAgain;
  }

  #stop(state: SavingState): void {
    this.#asked = { save: false, read: false };
    this.#unsavedSince = undefined;
    this.#show({ state });
    void this.#keep();
  }

  readonly #keep = (): Promise<void> => this.#keeping.now();

  /** What isn't stored yet of what is shown; undefined where all of it is. */
  #unstored({ source: mine, refused }: WrittenPage): DraftContent | undefined {
    const { fields } = this.#view;
    this.#held = halvesOf(this.#held, fields);
    const isHalf = this.isHalf();
    const names = changedFields(this.#was, fields);
    const isStored =
      !isHalf &&
      refused.length === 0 &&
      this.#pending === undefined &&
      mine === this.#base.markdown &&
      names.length === 0;
    if (isStored) return undefined;
    return {
      base: this.#settled,
      mine,
      title: fields.title,
      fields: someOf(fields, names),
      was: someOf(this.#was, names),
      ...(isHalf && { held: this.#held }),
      ...(refused.length > 0 && { unsaid: true }),
      pending: this.#pending ?? null,
    };
  }
}
