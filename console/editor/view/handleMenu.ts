/** The menu of a handle: what can be done with what it stands beside. */
import { buttonOf, placeOf, roam } from "./parts.ts";

export interface HandleAction {
  readonly label: string;
  readonly act: () => void;
}

interface HandleMenuWishes {
  /** The element that the editor is in. */
  readonly dom: HTMLElement;
  readonly handle: HTMLButtonElement;
  readonly label: string;
  /** Called before something is done: the focus is in the text then. */
  readonly toText: () => void;
}

export class HandleMenu {
  readonly #wishes: HandleMenuWishes;
  readonly #menu = document.createElement("div");

  constructor(wishes: HandleMenuWishes) {
    const { dom, handle, label } = wishes;
    this.#wishes = wishes;
    handle.setAttribute("aria-haspopup", "menu");
    handle.setAttribute("aria-expanded", "false");
    this.#menu.className = "block-menu handle-menu";
    this.#menu.hidden = true;
    this.#menu.setAttribute("role", "menu");
    this.#menu.setAttribute("aria-label", label);
    this.#menu.addEventListener("keydown", this.#onKey);
    this.#menu.addEventListener("focusout", this.#onLeave);
    placeOf(dom).append(this.#menu);
  }

  get isOpen(): boolean {
    return !this.#menu.hidden;
  }

  open(actions: readonly HandleAction[]): void {
    const { dom, handle } = this.#wishes;
    this.#menu.replaceChildren(...actions.map((action) => this.#item(action)));
    this.#menu.hidden = false;
    handle.setAttribute("aria-expanded", "true");
    const room = placeOf(dom).clientWidth - this.#menu.offsetWidth;
    this.#menu.style.top = `${handle.offsetTop + handle.offsetHeight + 4}px`;
    this.#menu.style.left = `${Math.max(0, Math.min(handle.offsetLeft, room))}px`;
    this.#menu.querySelector("button")?.focus();
  }

  #item({ label, act }: HandleAction): HTMLButtonElement {
    const item = buttonOf({
      label,
      act: () => {
        this.#close();
        this.#wishes.toText();
        act();
      },
    });
    item.setAttribute("role", "menuitem");
    item.tabIndex = -1;
    return item;
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    if (event.key === "Escape" || event.key === "Tab") {
      this.#close();
      this.#wishes.handle.focus();
    } else if (!roam([...this.#menu.querySelectorAll("button")], event.key)) return;
    event.preventDefault();
    event.stopPropagation();
  };

  readonly #onLeave = ({ relatedTarget }: FocusEvent): void => {
    if (!this.#menu.contains(relatedTarget as globalThis.Node | null)) this.#close();
  };

  #close(): void {
    this.#menu.hidden = true;
    this.#wishes.handle.setAttribute("aria-expanded", "false");
  }

  close(): void {
    this.#menu.remove();
  }
}
