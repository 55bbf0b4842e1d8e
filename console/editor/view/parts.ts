/** Elements of which what stands beside the text is made. */
import { picture } from "./drawing.ts";

interface ButtonWishes {
  /** What it does, in words. */
  readonly label: string;
  /** The lines of its picture; without it, its words are shown. */
  readonly path?: string;
  readonly act: () => void;
}

export function buttonOf({ label, path, act }: ButtonWishes): HTMLButtonElement {
  const button = document.createElement("button");
  button.type = "button";
  if (path === undefined) button.textContent = label;
  else {
    button.setAttribute("aria-label", label);
    button.title = label;
    button.append(picture(path));
  }
  button.addEventListener("click", act);
  return button;
}

/** The element that what floats beside the text is placed by. */
export function placeOf(dom: HTMLElement): HTMLElement {
  if (dom.parentElement === null) throw new Error("The editor is nowhere.");
  return dom.parentElement;
}

/** Pixels between what floats and what it belongs to, and to the edges of the window. */
const GAP = 4;

/**
 * Puts what floats below something, or above it where there is more room: it is whole in the window, and scrolls where it
 * can't be. @param beside where that is in the window
 */
export function standBelow(floating: HTMLElement, beside: DOMRect): void {
  const around = floating.offsetParent?.getBoundingClientRect() ?? new DOMRect();
  const bar = document.querySelector(".tool-bar.at-edge:not([hidden])")?.getBoundingClientRect();
  const below = (bar?.top ?? visualViewport?.height ?? innerHeight) - beside.bottom - 2 * GAP;
  const above = beside.top - 2 * GAP;
  floating.style.maxBlockSize = "";
  const wanted = floating.offsetHeight;
  const isAbove = wanted > below && above > below;
  const height = Math.min(wanted, isAbove ? above : below);
  floating.style.maxBlockSize = `${Math.max(height, 96)}px`;
  const top = isAbove ? beside.top - floating.offsetHeight - GAP : beside.bottom + GAP;
  const room = around.width - floating.offsetWidth;
  floating.style.top = `${top - around.top}px`;
  floating.style.left = `${Math.max(0, Math.min(beside.left - around.left, room))}px`;
}

/** Moves the focus among buttons by arrows, as in a bar or a menu. Gives whether the key did. */
export function roam(buttons: readonly HTMLElement[], key: string): boolean {
  const at = buttons.indexOf(document.activeElement as HTMLElement);
  const step: Readonly<Record<string, number>> = {
    ArrowRight: at + 1,
    ArrowDown: at + 1,
    ArrowLeft: at - 1,
    ArrowUp: at - 1,
    Home: 0,
    End: buttons.length - 1,
  };
  const next = step[key];
  if (next === undefined || buttons.length === 0) return false;
  buttons[(next + buttons.length) % buttons.length]?.focus();
  return true;
}
