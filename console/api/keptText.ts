import { useEffect, useRef, useState } from "react";
import { onPerson, ownPerson } from "./person.ts";

/** What is kept is its writer's: who else signs in is shown nothing of it, and of nobody known nothing is kept. */
function begin(): string | undefined {
  const person = ownPerson();
  return person === undefined ? undefined : `text ${person} `;
}

/** What is kept under a name; "" where nothing is. */
export const readKept = (name: string): string => {
  const place = begin();
  return place === undefined ? "" : (sessionStorage.getItem(place + name) ?? "");
};

/** Keeps a text; none, where it is "". */
export function keepText(name: string, text: string): void {
  const place = begin();
  if (place === undefined) return;
  // A tab may have no room left, or none at all: then the text is kept by the screen alone.
  try {
    if (text === "") sessionStorage.removeItem(place + name);
    else sessionStorage.setItem(place + name, text);
  } catch {}
}

/** What was kept of before, and what is typed already when that is known: nothing of either is lost. */
export function joinKept(kept: string, typed: string): string {
  return kept === typed ? kept : [kept, typed].filter((text) => text !== "").join("\n\n");
}

/**
 * A text that is being written and not sent yet. It is kept in the tab under the person and a name: another screen, a
 * reload, a crash and an ended session leave it there. It is gone with the tab.
 */
export function useKeptText(name: string): readonly [string, (text: string) => void] {
  const [text, show] = useState(() => readKept(name));
  const typed = useRef(text);
  const keep = (next: string): void => {
    typed.current = next;
    show(next);
    keepText(name, next);
  };
  // Where the start failed, whose tab it is becomes known a moment after its screen.
  useEffect(() => onPerson(() => keep(joinKept(readKept(name), typed.current))), [name]);
  return [text, keep];
}

function keys(): string[] {
  const place = begin();
  return place === undefined ? [] : Object.keys(sessionStorage).filter((key) => key.startsWith(place));
}

/** The names under which something is kept. */
export const keptNames = (): string[] => keys().map((key) => key.slice(begin()?.length));

/** Whether the tab keeps any of its person. */
export const hasKeptTexts = (): boolean => keys().length > 0;

/** Deletes all of them. */
export function forgetKeptTexts(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}
