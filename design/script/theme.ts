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

/** The theme that a reader gets who has chosen none: the site's, else the system's. */
function unchosen(): "light" | "dark" {
  if (root.dataset["themeFirst"] === "dark") return "dark";
  return prefersDark.matches ? "dark" : "light";
}

/** Puts a reader's choice in force; choosing what they would get anyway is no choice. */
function show(chosen: string | undefined): void {
  const theme = chosen ?? root.dataset["themeFirst"];
  if (theme === undefined) delete root.dataset["theme"];
  else root.dataset["theme"] = theme;
  nameButtons();
}

/** The theme button. Choosing what the system says anyway means following the system again. */
export function watchTheme(): void {
  onClick("[data-theme-toggle]", () => {
    const wanted = shownTheme() === "dark" ? "light" : "dark";
    const choice = wanted === unchosen() ? undefined : wanted;
    remember("local", KEY, choice);
    show(choice);
  });
  prefersDark.addEventListener("change", nameButtons);
  addEventListener("storage", (event) => {
    if (event.key === KEY && root.dataset["themeFixed"] === undefined) show(recall("local", KEY));
  });
  nameButtons();
}
