import { useEffect, useRef } from "react";

/** What a key does; `mod+` is Ctrl, and ⌘ on a Mac. */
type KeyActions = Readonly<Record<string, () => void>>;

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
      const act =
        current.current[(isCommand ? "mod+" : "") + (isCommand ? event.key.toLowerCase() : event.key)];
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
