/**
 * What a handle is, whatever it stands beside: a grip that is dragged by mouse and by finger and moved by arrows, a menu
 * of what else can be done, a line where it would be dropped, and a voice that says where it went.
 */
import type { EditorView } from "prosemirror-view";
import { type HandleAction, HandleMenu } from "./handleMenu.ts";
import { buttonOf, placeOf } from "./parts.ts";

/** Pixels that a pointer moves before it drags. */
const SLACK = 5;

interface GripLooks {
  readonly label: string;
  /** The lines of its picture. */
  readonly path: string;
  readonly className: string;
  readonly lineClass: string;
  /** The keys that move it back and forth. */
  readonly keys: readonly [back: string, forth: string];
}

/** @typeParam Drop where something that is dragged would be dropped */
export abstract class GripHandle<Drop> {
  protected readonly view: EditorView;
  protected readonly grip: HTMLButtonElement;
  protected readonly line = document.createElement("div");
  /** Whether a mouse says what it stands beside, and not the caret. */
  protected isUnderMouse = false;
  readonly #keys: GripLooks["keys"];
  readonly #menu: HandleMenu;
  readonly #said = document.createElement("span");
  #frame: number | undefined;
  #drag: { readonly x: number; readonly y: number; isMoving: boolean; drop: Drop | undefined } | undefined;

  constructor(view: EditorView, { label, path, className, lineClass, keys }: GripLooks) {
    this.view = view;
    this.#keys = keys;
    this.grip = buttonOf({ label, path, act: () => undefined });
    this.grip.className = className;
    this.line.className = lineClass;
    this.line.hidden = true;
    this.#said.className = "visually-hidden";
    this.#said.setAttribute("role", "status");
    placeOf(view.dom).append(this.grip, this.line, this.#said);
    this.#menu = new HandleMenu({ dom: view.dom, handle: this.grip, label, toText: () => view.focus() });
    this.grip.addEventListener("pointerdown", this.#onDown);
    this.grip.addEventListener("pointermove", this.#onMove);
    this.grip.addEventListener("pointerup", this.#onUp);
    this.grip.addEventListener("pointercancel", () => this.end());
    this.grip.addEventListener("keydown", this.#onKey);
    view.dom.addEventListener("pointermove", this.#onHover);
    view.dom.addEventListener("keydown", this.#onType);
  }

  /** Looks beside what it has to stand after the text or the caret is another one. */
  protected abstract look(): void;
  /** Stands where it has to. */
  protected abstract place(): void;
  /** Stands beside what is under a mouse. */
  protected abstract point(event: PointerEvent): void;
  /** Where it would be dropped; undefined where it may not be. */
  protected abstract dropAt(event: PointerEvent): Drop | undefined;
  protected abstract showLine(drop: Drop): void;
  protected abstract drop(drop: Drop): void;
  /** Moves what it stands beside by one. */
  protected abstract move(step: -1 | 1): void;
  /** What can be done, in groups. */
  protected abstract actions(): readonly (readonly HandleAction[])[];

  update(): void {
    this.look();
    // With the next picture: asking where something is at each key would have all of it laid out twice.
    this.#frame ??= requestAnimationFrame(() => {
      this.#frame = undefined;
      this.place();
    });
  }

  protected say(text: string): void {
    this.#said.textContent = text;
  }

  protected openMenu(): void {
    this.#menu.open(this.actions());
  }

  /** Moves, and is at hand to move again. */
  protected step(step: -1 | 1): void {
    this.move(step);
    this.grip.focus();
  }

  protected end(): void {
    this.#drag = undefined;
    this.line.hidden = true;
  }

  readonly #onHover = (event: PointerEvent): void => {
    if (event.pointerType === "mouse" && this.#drag === undefined && !this.#menu.isOpen) this.point(event);
  };

  /** Who types has left the mouse where it is: the caret says what is meant. */
  readonly #onType = (): void => {
    this.isUnderMouse = false;
  };

  readonly #onDown = (event: PointerEvent): void => {
    if (event.button !== 0) return;
    event.preventDefault();
    this.grip.setPointerCapture(event.pointerId);
    this.#drag = { x: event.clientX, y: event.clientY, isMoving: false, drop: undefined };
  };

  readonly #onMove = (event: PointerEvent): void => {
    const drag = this.#drag;
    if (drag === undefined) return;
    drag.isMoving ||= Math.hypot(event.clientX - drag.x, event.clientY - drag.y) > SLACK;
    if (!drag.isMoving) return;
    drag.drop = this.dropAt(event) ?? drag.drop;
    if (drag.drop !== undefined) this.showLine(drag.drop);
  };

  readonly #onUp = (): void => {
    const drag = this.#drag;
    this.end();
    if (drag === undefined) return;
    if (!drag.isMoving) this.openMenu();
    else if (drag.drop !== undefined) this.drop(drag.drop);
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const step = this.#keys.indexOf(event.key);
    if (step !== -1) this.step(step === 0 ? -1 : 1);
    else if (event.key === "Enter" || event.key === " ") this.openMenu();
    else if (event.key === "Escape" && this.#drag !== undefined) this.end();
    else if (event.key === "Escape") this.view.focus();
    // The keys of the text, such as those that undo, are good here too.
    else if (!this.view.someProp("handleKeyDown", (handle) => handle(this.view, event))) return;
    event.preventDefault();
  };

  close(): void {
    if (this.#frame !== undefined) cancelAnimationFrame(this.#frame);
    this.view.dom.removeEventListener("pointermove", this.#onHover);
    this.view.dom.removeEventListener("keydown", this.#onType);
    this.#menu.close();
    for (const one of [this.grip, this.line, this.#said]) one.remove();
  }
}
