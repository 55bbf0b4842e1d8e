import { element } from "./element.ts";
import { recall, remember } from "./memory.ts";
import { base, words } from "./words.ts";

const { scope, scopeTitle } = document.documentElement.dataset;
const KEY = `lectern:scope:${base}`;

/** What of the site is searched, as a query has it; nothing for all of it. */
export function scopeQuery(): string {
  return scope !== undefined && recall("session", KEY) === "part" ? `&in=${encodeURIComponent(scope)}` : "";
}

/** Whether all of the site is searched or the part that is read; undefined where that is the same. */
export function scopeChoice(changed: () => void): HTMLElement | undefined {
  if (scope === undefined) return undefined;
  const isPart = scopeQuery() !== "";
  const choice = (value: string, title: string, isChosen: boolean): HTMLElement => {
    const radio = element("input", { type: "radio", name: "search-scope", value });
    radio.checked = isChosen;
    return element("label", { class: "scope" }, radio, title);
  };
  const made = element(
    "fieldset",
    { class: "scopes" },
    element("legend", { class: "visually-hidden" }, words.searchScope),
    choice("all", words.searchWholeSite, !isPart),
    choice("part", scopeTitle ?? "", isPart),
  );
  made.addEventListener("change", (event) => {
    if (event.target instanceof HTMLInputElement) remember("session", KEY, event.target.value);
    changed();
  });
  return made;
}
