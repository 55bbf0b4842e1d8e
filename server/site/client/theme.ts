import { onClick } from "./element.ts";
import { recall, remember } from "./memory.ts";
import { words } from "./words.ts";

const KEY = "lectern:theme";
const root = document.documentElement;
const prefersDark = matchMedia("(prefers-color-scheme: dark)");

function shownTheme(): "light" | "dark" {
  const chosen = root.dataset["theme"];
  if (chosen === "light" || chosen === "dark") return chosen;
  return prefersDark.matches ? "dark" : "light";
}

function nameButtons(): void {
  const label = shownTheme() === "dark" ? words.themeToLight : words.themeToDark;
  for (const button of document.querySelectorAll("[data-theme-toggle]"))
    button.setAttribute("aria-label", label);
}

/** The theme button. Choosing what the system says anyway means following the system again. */
export function watchTheme(): void {
  onClick("[data-theme-toggle]", () => {
    const wanted = shownTheme() === "dark" ? "light" : "dark";
    const system = prefersDark.matches ? "dark" : "light";
    if (wanted === system) delete root.dataset["theme"];
    else root.dataset["theme"] = wanted;
    remember("local", KEY, root.dataset["theme"]);
    nameButtons();
  });
  prefersDark.addEventListener("change", nameButtons);
  addEventListener("storage", (event) => {
    if (event.key !== KEY) return;
    const chosen = recall("local", KEY);
    if (chosen === undefined) delete root.dataset["theme"];
    else root.dataset["theme"] = chosen;
    nameButtons();
  });
  nameButtons();
}
