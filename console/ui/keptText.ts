import { useState } from "react";
import { ownPerson } from "../api/person.ts";

/** What is kept is its writer's: who else signs in is shown nothing of it. */
const begin = (): string => `text ${ownPerson() ?? ""} `;

/**
 * A text that is being written and not sent yet. It is kept in the tab under the person and a name: another screen, a
 * reload, a crash and an ended session leave it there. It is gone with the tab.
 */
export function useKeptText(name: string): readonly [string, (text: string) => void] {
  const key = begin() + name;
  const [text, show] = useState(() => sessionStorage.getItem(key) ?? "");
  const keep = (next: string): void => {
    show(next);
    // A tab may have no room left, or none at all: then the text is kept by the screen alone.
    try {
      if (next === "") sessionStorage.removeItem(key);
      else sessionStorage.setItem(key, next);
    } catch {}
  };
  return [text, keep];
}

const keys = (): string[] => Object.keys(sessionStorage).filter((key) => key.startsWith(begin()));

/** Whether the tab keeps any of its person. */
export const hasKeptTexts = (): boolean => keys().length > 0;

/** Deletes all of them. */
export function forgetKeptTexts(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}
