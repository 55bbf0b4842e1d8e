/** What is typed into forms and is nowhere else yet: while there is any, a screen is not left without a word. */
import { useEffect } from "react";

const holders = new Set<object>();
/** Forms that are gone, with what is typed, when they are shown no more. */
const forms = new Set<object>();
const waiting: (() => void)[] = [];

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

export const hasTyped = (): boolean => holders.size + forms.size > 0;
