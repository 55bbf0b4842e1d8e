/** Keys as they are written on the keyboard at hand. */
const isMac = /Mac|iPhone|iPad/.test(navigator.platform);

const SIGNS: Readonly<Record<string, string>> = {
  Mod: isMac ? "⌘" : "Ctrl",
  Shift: isMac ? "⇧" : "Shift",
  Alt: isMac ? "⌥" : "Alt",
  ArrowUp: "↑",
  ArrowDown: "↓",
};

/** @param keys as `Mod-Shift-ArrowUp` */
export const keysShown = (keys: string): string =>
  keys
    .split("-")
    .map((key) => SIGNS[key] ?? key.toUpperCase())
    .join(isMac ? "" : " ");
