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

/** A theme, or none of one's own. */
type ThemeChoice = Theme | "system";

/** Chooses the other one, and gives the choice. What the system says anyway is none. */
export function switchTheme(): ThemeChoice {
  const wanted: Theme = shown() === "dark" ? "light" : "dark";
  const choice = wanted === (prefersDark.matches ? "dark" : "light") ? "system" : wanted;
  followTheme(choice);
  return choice;
}

/** Shows what was chosen, here or in another browser; the next start has it before anything is read. */
export function followTheme(choice: ThemeChoice): void {
  const chosen = choice === "system" ? undefined : choice;
  remember("local", KEY, chosen);
  if (chosen !== root.dataset["theme"]) show(chosen);
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
