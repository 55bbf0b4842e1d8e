import { useEffect, useRef } from "react";

/** What a key does, or two after each other (`g h`); `mod+` is Ctrl, and ⌘ on a Mac. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Whether single letters are keys of the console; some type without meaning to, by voice for one. */
let hasSingleKeys = true;

export function allowSingleKeys(are: boolean): void {
  hasSingleKeys = are;
}

export const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

/** How a command's key is written here. */
export function keyName(letter: string): string {
  return isMac ? `⌘${letter}` : `Ctrl ${letter}`;
}

/** Milliseconds in which a pair is typed. */
const PAIR_MS = 1_500;
/** What each key that is heard now is called, by whoever listens first. */
const names = new WeakMap<KeyboardEvent, string>();
let begun = -PAIR_MS;

/** A key, or the pair that it ends. */
function nameOf(event: KeyboardEvent): string {
  const known = names.get(event);
  if (known !== undefined) return known;
  const { key, timeStamp } = event;
  const isSecond = timeStamp - begun < PAIR_MS;
  begun = key === "g" && !isSecond ? timeStamp : -PAIR_MS;
  const name = isSecond ? `g ${key}` : key;
  names.set(event, name);
  return name;
}

/** Listens to keys while a screen is there. Single ones are left to whoever is typing. */
export function useKeys(actions: KeyActions): void {
  const current = useRef(actions);
  current.current = actions;
  useEffect(() => {
    const listen = (event: KeyboardEvent): void => {
      const isCommand = isMac ? event.metaKey : event.ctrlKey;
      if (event.defaultPrevented || event.altKey || event.isComposing) return;
      if (!isCommand && (event.metaKey || event.ctrlKey)) return;
      if (!isCommand && event.key !== "Escape" && (!hasSingleKeys || isTyping(event.target))) return;
      const act = current.current[isCommand ? `mod+${event.key.toLowerCase()}` : nameOf(event)];
      if (act === undefined) return;
      if (event.key !== "Escape") event.preventDefault();
      act();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, []);
}

/** Whether keys are being typed into something. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && target.closest("input, textarea, select, [contenteditable]") !== null
  );
}
