/** The box in which words get a link: an address, or a page by its name. */
import type { Mark } from "prosemirror-model";
import { TextSelection } from "prosemirror-state";
import type { EditorView } from "prosemirror-view";
import { isHostile } from "../../../engine/document/hostile.ts";
import type { OfferedLink } from "../menu.ts";
import { schema } from "../schema.ts";
import { TOOL_WORDS as WORDS } from "../toolWords.ts";
import type { FindTargets } from "../menu.ts";
import { buttonOf, placeOf, standBelow } from "./parts.ts";

const { link } = schema.marks;

interface LinkRange {
  readonly from: number;
  readonly to: number;
  /** The link that is there. */
  readonly mark: Mark | undefined;
}

/** What a link would be set on: the selected words, or the link that the caret is in. */
function rangeOf({ state }: EditorView): LinkRange | undefined {
  const { selection } = state;
  const { $from, from, to, empty } = selection;
  if (!(selection instanceof TextSelection) || $from.parent.type.spec.code === true) return undefined;
  if (!empty) {
    let mark: Mark | undefined;
    state.doc.nodesBetween(from, to, (node) => {
      mark ??= link.isInSet(node.marks);
    });
    return { from, to, mark };
  }
  const mark = link.isInSet($from.marks());
  if (mark === undefined) return undefined;
  const start = $from.start();
  let range: LinkRange | undefined;
  $from.parent.forEach((node, offset) => {
    if (!mark.isInSet(node.marks)) return;
    const [begin, end] = [start + offset, start + offset + node.nodeSize];
    if (range !== undefined && range.to === begin) range = { ...range, to: end };
    else if (range === undefined || range.to < from) range = { from: begin, to: end, mark };
  });
  return range;
}

/** As it is written into the page: what looks like a host gets a scheme. */
const addressOf = (typed: string): string =>
  /^[\w-]+(?:\.[\w-]+)+(?:[/?#]|$)/.test(typed) ? `https://${typed}` : typed;

/** Whether something is an address, and not the name of a page. */
const isAddress = (typed: string): boolean => /^(?:[a-z][a-z\d+.-]*:|[/#.]|\w+(?:\.\w+)+)/i.test(typed);

export class LinkBox {
  readonly #view: EditorView;
  readonly #find: FindTargets | undefined;
  readonly #box = document.createElement("form");
  readonly #input = document.createElement("input");
  readonly #list = document.createElement("ul");
  readonly #fault = document.createElement("p");
  readonly #remove: HTMLButtonElement;
  #range: LinkRange | undefined;
  #offered: readonly OfferedLink[] = [];
  #at = -1;

  constructor(view: EditorView, find: FindTargets | undefined) {
    this.#view = view;
    this.#find = find;
    this.#box.className = "link-box";
    this.#box.hidden = true;
    this.#box.setAttribute("role", "dialog");
    this.#box.setAttribute("aria-label", WORDS.link);
    for (const [name, value] of Object.entries({
      role: "combobox",
      "aria-label": WORDS.linkTo,
      placeholder: WORDS.linkTo,
      "aria-autocomplete": "list",
      "aria-controls": "link-targets",
      autocomplete: "off",
      enterkeyhint: "done",
    }))
      this.#input.setAttribute(name, value);
    this.#list.id = "link-targets";
    this.#list.setAttribute("role", "listbox");
    this.#list.setAttribute("aria-label", WORDS.pages);
    this.#fault.className = "wrong";
    this.#fault.setAttribute("role", "alert");
    const set = buttonOf({ label: WORDS.setLink, act: () => undefined });
    set.type = "submit";
    this.#remove = buttonOf({ label: WORDS.removeLink, act: () => this.#put(undefined) });
    const acts = document.createElement("div");
    acts.append(set, this.#remove);
    this.#box.append(this.#input, this.#list, this.#fault, acts);
    this.#box.addEventListener("submit", this.#onSubmit);
    this.#box.addEventListener("keydown", this.#onKey);
    this.#box.addEventListener("focusout", this.#onLeave);
    this.#input.addEventListener("input", () => void this.#look());
    placeOf(view.dom).append(this.#box);
  }

  /** Opens it on what is selected. Gives whether there is anything to link. */
  open(): boolean {
    const range = rangeOf(this.#view);
    if (range === undefined) return false;
    this.#range = range;
    const url = String(range.mark?.attrs["url"] ?? "");
    this.#input.value = url;
    this.#fault.textContent = "";
    this.#remove.hidden = range.mark === undefined;
    this.#box.hidden = false;
    this.#offer([]);
    const { left, top, bottom } = this.#view.coordsAtPos(range.from);
    standBelow(this.#box, new DOMRect(left, top, 0, bottom - top));
    this.#input.focus();
    this.#input.select();
    return true;
  }

  /** What others change meanwhile moves the words: they are those that are selected. */
  update(): void {
    if (this.#box.hidden) return;
    this.#range = rangeOf(this.#view);
    if (this.#range === undefined) this.#hide();
  }

  readonly #onSubmit = (event: SubmitEvent): void => {
    event.preventDefault();
    const typed = this.#input.value.trim();
    const chosen = this.#offered[this.#at];
    if (chosen !== undefined) return this.#put(chosen.url);
    if (typed === "") return this.#put(undefined);
    const url = addressOf(typed);
    if (isHostile(url)) this.#fault.textContent = WORDS.hostileLink;
    else if (isAddress(typed)) this.#put(url);
    else this.#fault.textContent = WORDS.noLink;
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.isComposing) return;
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const count = this.#offered.length;
    if (event.key === "Escape") this.#back();
    else if (step !== 0 && count > 0) this.#choose((this.#at + step + count) % count);
    // Once more, it is the search's.
    else if (event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey)) return this.#hide();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onLeave = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#box.contains(relatedTarget as globalThis.Node | null)) this.#hide();
  };

  async #look(): Promise<void> {
    const typed = this.#input.value.trim();
    this.#fault.textContent = "";
    if (typed === "" || isAddress(typed) || this.#find === undefined) return this.#offer([]);
    const found = await this.#find("page", typed).catch(() => []);
    if (typed === this.#input.value.trim()) this.#offer(found);
  }

  #offer(found: readonly OfferedLink[]): void {
    this.#offered = found;
    this.#list.hidden = found.length === 0;
    this.#input.setAttribute("aria-expanded", String(found.length > 0));
    this.#list.replaceChildren(...found.map((one, at) => this.#option(one, at)));
    this.#choose(found.length > 0 ? 0 : -1);
  }

  #option({ title, url }: OfferedLink, at: number): HTMLElement {
    const option = document.createElement("li");
    option.id = `link-target-${at}`;
    option.setAttribute("role", "option");
    option.textContent = title;
    option.addEventListener("pointerdown", (event) => event.preventDefault());
    option.addEventListener("click", () => this.#put(url));
    return option;
  }

  #choose(at: number): void {
    this.#at = at;
    for (const [place, option] of [...this.#list.children].entries())
      option.setAttribute("aria-selected", String(place === at));
    if (at < 0) this.#input.removeAttribute("aria-activedescendant");
    else this.#input.setAttribute("aria-activedescendant", `link-target-${at}`);
    this.#list.children[at]?.scrollIntoView({ block: "nearest" });
  }

  /** Sets the link, or takes it away. */
  #put(url: string | undefined): void {
    const { state } = this.#view;
    if (this.#range !== undefined) {
      const { from, to, mark } = this.#range;
      const change = state.tr.removeMark(from, to, link);
      if (url !== undefined) change.addMark(from, to, link.create({ ...mark?.attrs, url }));
      this.#view.dispatch(change.removeStoredMark(link));
    }
    this.#back();
  }

  #back(): void {
    this.#hide();
    this.#view.focus();
  }

  #hide(): void {
    this.#box.hidden = true;
    this.#range = undefined;
  }

  close(): void {
    this.#box.remove();
  }
}
