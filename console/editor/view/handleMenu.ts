/** The menu of a handle: what can be done with what it stands beside. */
import { keysShown } from "../keysShown.ts";
import { buttonOf, placeOf, roam, standBelow } from "./parts.ts";

export interface HandleAction {
  readonly label: string;
  readonly act: () => void;
  /** The keys that do it without the menu. */
  readonly keys?: string;
  /** Whether something is gone then. */
  readonly isGrave?: boolean;
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

  /** @param groups what can be done, with a line between them */
  open(groups: readonly (readonly HandleAction[])[]): void {
    const { handle } = this.#wishes;
    const items = groups
      .filter((group) => group.length > 0)
      .flatMap((group, at) => [...(at === 0 ? [] : [rule()]), ...group.map((action) => this.#item(action))]);
    this.#menu.replaceChildren(...items);
    this.#menu.hidden = false;
    handle.setAttribute("aria-expanded", "true");
    standBelow(this.#menu, handle.getBoundingClientRect());
    this.#menu.querySelector("button")?.focus();
  }

  #item({ label, act, keys, isGrave = false }: HandleAction): HTMLButtonElement {
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
    item.classList.toggle("grave", isGrave);
    if (keys !== undefined) {
      const shown = item.appendChild(document.createElement("kbd"));
      shown.textContent = keysShown(keys);
      shown.ariaHidden = "true";
    }
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

function rule(): HTMLElement {
  const line = document.createElement("hr");
  line.setAttribute("role", "separator");
  return line;
}
