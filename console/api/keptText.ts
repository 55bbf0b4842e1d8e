import { useEffect, useLayoutEffect, useRef, useState } from "react";
import { onPerson, ownPerson } from "./person.ts";

/** The kinds of texts that are kept, and whether one is to be said: those are listed until they are sent. */
const KINDS = {
  comment: true,
  reply: true,
  edit: true,
  verdict: true,
  conflict: true,
  git: false,
  settings: false,
} as const;

/** What a text is kept under: its kind, and what it is about. */
export type KeptName = `${keyof typeof KINDS} ${string}`;

/** Whether a text of that name is to be said. */
export const isToBeSaid = (name: KeptName): boolean => KINDS[name.split(" ", 1)[0] as keyof typeof KINDS];

/** What is kept is its writer's: who else signs in is shown nothing of it, and of nobody known nothing is kept. */
function begin(): string | undefined {
  const person = ownPerson();
  return person === undefined ? undefined : `text ${person} `;
}

/** What is kept under a name; "" where nothing is. */
export const readKept = (name: KeptName): string => {
  const place = begin();
  return place === undefined ? "" : (sessionStorage.getItem(place + name) ?? "");
};

/** Keeps a text; none, where it is "". */
export function keepText(name: KeptName, text: string): void {
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
 * reload, a crash and an ended session leave it there. It is gone with the tab. Where its name changes, as that of a block
 * does once the block is edited, it goes with it.
 */
export function useKeptText(name: KeptName): readonly [string, (text: string) => void] {
  const [text, show] = useState(() => readKept(name));
  const typed = useRef(text);
  const keep = (next: string): void => {
    typed.current = next;
    show(next);
    keepText(name, next);
  };
  const former = useRef(name);
  useLayoutEffect(() => {
    if (former.current === name) return;
    keepText(former.current, "");
    former.current = name;
    keep(joinKept(readKept(name), typed.current));
  }, [name]);
  // Where the start failed, whose tab it is becomes known a moment after its screen.
  useEffect(() => onPerson(() => keep(joinKept(readKept(name), typed.current))), [name]);
  return [text, keep];
}

function keys(): string[] {
  const place = begin();
  return place === undefined ? [] : Object.keys(sessionStorage).filter((key) => key.startsWith(place));
}

/** The names under which something is kept. */
export const keptNames = (): KeptName[] => keys().map((key) => key.slice(begin()?.length) as KeptName);

/** Whether the tab keeps any of its person. */
export const hasKeptTexts = (): boolean => keys().length > 0;

/** Deletes all of them. */
export function forgetKeptTexts(): void {
  for (const key of keys()) sessionStorage.removeItem(key);
}
