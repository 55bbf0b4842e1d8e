/**
 * Where somebody types who also presses buttons around it: a box that closes with the focus in it would leave the keys to
 * nobody, or to the shortcuts of the screen. They go back to where was typed instead.
 */
import { type RefObject, useLayoutEffect, useRef } from "react";

let toText: (() => void) | undefined;
/** The field, if it is one, in which somebody typed last. */
let field: HTMLElement | undefined;

const hear = ({ target }: Event): void => {
  const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
  field = isField ? target : undefined;
};
addEventListener("input", hear, { capture: true });

/** Knows the text that is written, by what puts the focus into it, until what it gives is called. */
export function writesIn(focus: () => void): () => void {
  toText = focus;
  return () => {
    if (toText === focus) toText = undefined;
  };
}

/** For a box beside what is typed: when it goes with the focus in it, the focus goes back there. */
export function useWayBack<Box extends HTMLElement>(): RefObject<Box | null> {
  const box = useRef<Box>(null);
  useLayoutEffect(() => {
    const element = box.current;
    return () => {
      // It is still there: it is taken away after this.
      if (element?.contains(document.activeElement) === true) goBack(element);
    };
  }, []);
  return box;
}

function goBack(from: HTMLElement): void {
  if (field?.isConnected === true && !from.contains(field)) field.focus();
  else toText?.();
}

/** Whether what comes where `closing` was may take the focus: whoever types elsewhere by then keeps it. */
export function mayFocusAfter(closing: Element | null): boolean {
  const at = document.activeElement;
  const isTyped =
    at instanceof HTMLElement && (at.isContentEditable || at.matches("input, textarea, select"));
  return !isTyped || closing?.contains(at) === true;
}
