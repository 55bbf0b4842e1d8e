/** The text of a page on the screen: as blocks, or as its Markdown. */
import type { FindTargets } from "../../editor/menu.ts";
import { editPage, type PageEditor } from "../../editor/view/editor.ts";
import type { PageTalk, TalkMarks, TalkState } from "../../editor/view/talk.ts";
import { typeInto } from "../../editor/view/typeInto.ts";
import type { WritingPlace } from "./destination.ts";
import type { ShownText } from "./savingPorts.ts";
import type { SourceField } from "./sourceText.ts";

interface TextWishes {
  readonly files: WritingPlace;
  readonly find: FindTargets;
  /** Marks what is said about its blocks, where something can be. */
  readonly talkMarks: ((talk: PageTalk) => TalkMarks) | undefined;
  readonly onChange: () => void;
}

export class WrittenText implements ShownText {
  readonly #place: HTMLElement;
  readonly #files: WritingPlace;
  readonly #find: FindTargets;
  readonly #onChange: () => void;
  readonly #talk: TalkMarks | undefined;
  #editor: PageEditor | undefined;
  #source: SourceField | undefined;

  constructor(place: HTMLElement, { files, find, talkMarks, onChange }: TextWishes) {
    this.#talk = talkMarks?.({ place: this.talkPlace, about: (index) => this.#speak(index) });
    this.#place = place;
    this.#files = files;
    this.#find = find;
    this.#onChange = onChange;
  }

  /** Shows a text as blocks. @param base the text that is stored */
  open(source: string, base: string): void {
    this.#editor = editPage(this.#place, source, {
      base,
      files: {
        take: (file, progress) => this.#files.take(file, progress),
        arriving: (isPut) => this.#await(isPut),
        show: (address) => this.#files.show(address),
        importFolder: (folder) => this.#files.importFolder(folder),
      },
      find: this.#find,
      talk: this.#talk,
      onChange: this.#onChange,
    });
  }

  /** The editor of its blocks. */
  get view(): PageEditor["view"] | undefined {
    return this.#editor?.view;
  }

  get #current(): ShownText & { readonly base: () => string } {
    const current = this.#source ?? this.#editor;
    if (current === undefined) throw new Error("The page is not open.");
    return current;
  }

  readonly shown = () => this.#current.shown();
  readonly saved = () => this.#current.saved();
  readonly confirm = (stored: string) => this.#current.confirm(stored);
  readonly pull = (theirs: string) => this.#current.pull(theirs);
  readonly openConflicts = () => this.#current.openConflicts();

  /** Files on their way into the text. */
  readonly #arriving = new Set<Promise<boolean>>();

  #await(isPut: Promise<boolean>): void {
    this.#arriving.add(isPut);
    void isPut.finally(() => this.#arriving.delete(isPut));
  }

  /** Whether files are on their way into the text. */
  get isTaking(): boolean {
    return this.#arriving.size > 0;
  }

  /** Whether all of them are in it, once that is known. */
  async arrived(): Promise<boolean> {
    return (await Promise.all(this.#arriving)).every(Boolean);
  }

  /** Where what is said about a block is shown, below it. */
  readonly talkPlace = document.createElement("div");
  /** Hears of the block at the top about which somebody wants to see or to say something. */
  #onTalk: ((index: number) => void) | undefined;
  /** The one that was asked for last before anybody heard of it. */
  #asked: number | undefined;

  #speak(index: number): void {
    if (this.#onTalk === undefined) this.#asked = index;
    else this.#onTalk(index);
  }

  /** Tells of the block at the top about which somebody wants to see or to say something. Gives what ends that. */
  hearTalk(onTalk: (index: number) => void): () => void {
    this.#onTalk = onTalk;
    const asked = this.#asked;
    this.#asked = undefined;
    if (asked !== undefined) onTalk(asked);
    return () => (this.#onTalk = undefined);
  }

  /** Shows what is said about blocks, while the page is shown as such. */
  showTalk(talk: TalkState): void {
    if (this.#editor !== undefined) this.#talk?.show(this.#editor.view, talk);
  }

  /** Ids of a block at the top in the text that is stored, its own first. */
  storedIds(index: number): readonly string[] {
    return this.#editor === undefined ? [] : (this.#talk?.storedIds(this.#editor.view, index) ?? []);
  }

  /** The same of the block below which something is said. */
  shownIds(): readonly string[] {
    return this.#editor === undefined ? [] : (this.#talk?.shownIds(this.#editor.view) ?? []);
  }

  /** The same of the block at the top that a block is in, or is. */
  storedIdsAround(id: string): readonly string[] {
    const count = this.#editor?.view.state.doc.childCount ?? 0;
    for (let index = 0; index < count; index++) {
      const ids = this.storedIds(index);
      if (ids.includes(id)) return ids;
    }
    return [];
  }

  /** Whether the page is shown as its Markdown. */
  get isSource(): boolean {
    return this.#source !== undefined;
  }

  focus(): void {
    const { view } = this;
    if (this.#source !== undefined) this.#source.element.focus();
    else if (view?.isDestroyed === false) view.focus();
  }

  /** Goes on with what was typed before the text was there. @param isTyping whether the focus comes here with it */
  readonly goOn = (typed: string, isTyping: boolean): void => {
    const view = this.#editor?.view;
    if (view === undefined || view.isDestroyed) return;
    if (typed === "" && !isTyping) return;
    if (typeInto(view, typed) && isTyping) view.focus();
  };

  /** Has blocks that no Markdown can say be their words; that can be undone. As Markdown the page says them already. */
  async sayWords(): Promise<void> {
    if (this.isSource) return;
    const { source } = await this.shown();
    await this.#editor?.rewrite(source, this.#current.base());
  }

  /** Shows the page the other way. Whether it is shown as Markdown then; with a conflict it stays as blocks. */
  async turn(): Promise<boolean> {
    const { source } = await this.shown();
    const base = this.#current.base();
    if (this.#source !== undefined) await this.#toBlocks(source, base);
    else if (this.openConflicts() === 0) await this.#toSource(source, base);
    this.focus();
    return this.#source !== undefined;
  }

  async #toBlocks(source: string, base: string): Promise<void> {
    this.#source?.close();
    this.#source = undefined;
    const editor = this.#editor;
    if (editor === undefined) return;
    this.#place.classList.remove("as-source");
    // The same page as before, so that undo goes back behind what was written as Markdown too.
    await editor.rewrite(source, base);
  }

  async #toSource(source: string, base: string): Promise<void> {
    const { editSource } = await import("./sourceText.ts");
    this.#place.classList.add("as-source");
    this.#source = editSource({
      source,
      base,
      onChange: this.#onChange,
      onConflict: async (theirs) => {
        const mine = await this.shown();
        await this.#toBlocks(mine.source, this.#current.base());
        await this.pull(theirs);
      },
    });
    this.#place.append(this.#source.element, this.#source.problems);
  }

  close(): void {
    this.#editor?.close();
    this.#source?.close();
  }
}
