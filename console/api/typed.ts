/** What is typed into forms and is nowhere else yet: while there is any, a screen is not left without a word. */
import { useEffect } from "react";

const holders = new Set<object>();

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
    noteTyped(form, true);
    return () => noteTyped(form, false);
  }, [isTyped]);
}

export const hasTyped = (): boolean => holders.size > 0;
