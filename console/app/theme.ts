/** Light and dark, by the same choice that sites and the account's pages keep. */
import { useSyncExternalStore } from "react";
import { recall, remember } from "../../design/script/memory.ts";

type Theme = "light" | "dark";

const KEY = "lectern:theme";
const root = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");
const listeners = new Set<() => void>();

function shown(): Theme {
  const chosen = root.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return prefersDark.matches ? "dark" : "light";
}

function show(chosen: string | undefined): void {
  if (chosen === "light" || chosen === "dark") root.dataset["theme"] = chosen;
  else delete root.dataset["theme"];
  for (const listener of listeners) listener();
}

/** Chooses the other one. What the system says anyway is no choice. */
export function switchTheme(): void {
  const wanted: Theme = shown() === "dark" ? "light" : "dark";
  const choice = wanted === (prefersDark.matches ? "dark" : "light") ? undefined : wanted;
  remember("local", KEY, choice);
  show(choice);
}

prefersDark.addEventListener("change", () => show(root.dataset["theme"]));
addEventListener("storage", ({ key }) => {
  if (key === KEY) show(recall("local", KEY));
});

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The theme that is shown. */
export function useTheme(): Theme {
  return useSyncExternalStore(listen, shown);
}
