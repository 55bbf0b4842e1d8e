/** What is typed into forms and is nowhere else yet: while there is any, a screen is not left without a word. */
import { useEffect, useReducer, useRef } from "react";
import { askWhile } from "./unload.ts";

/** What keeps typed words also while no screen shows them. */
const holders = new Set<object>();
/** Forms on the screen with something typed into them. */
const forms = new Set<object>();
const waiting: (() => void)[] = [];

askWhile(() => holders.size > 0);

/** Says whether something holds typed words. */
export function noteTyped(holder: object, isTyped: boolean): void {
  if (isTyped) holders.add(holder);
  else holders.delete(holder);
}

/** Says so of a form, while it is shown. */
export function useTyped(isTyped: boolean): void {
  useEffect(() => {
    if (!isTyped) return undefined;
    const form = {};
    forms.add(form);
    return () => {
      forms.delete(form);
      if (forms.size === 0) for (const act of waiting.splice(0)) act();
    };
  }, [isTyped]);
}

/** Does what may take a form away: at once, or when nothing is typed into any. */
export function onceUntyped(act: () => void): void {
  if (forms.size === 0) act();
  else waiting.push(act);
}

/**
 * Whether a screen is shown that needs a right: also without the right, while something is typed on it. Who saves it is
 * told there that it is refused, and what was typed stays beside that.
 * @param of names what the right is in
 */
export function useHeldRight(mayUse: boolean, of: string): boolean {
  const [, draw] = useReducer((count: number) => count + 1, 0);
  const had = useRef<string>(undefined);
  const isHeld = !mayUse && had.current === of && forms.size > 0;
  if (mayUse) had.current = of;
  useEffect(() => {
    if (isHeld) onceUntyped(draw);
  }, [isHeld]);
  return mayUse || isHeld;
}

export const hasTyped = (): boolean => holders.size + forms.size > 0;
