import type { SearchAnswer } from "../search.ts";
import { element, icon, isPlainClick, onClick } from "./element.ts";
import { recentPages } from "./recent.ts";
import { answerOptions, recentOptions } from "./search-options.ts";
import { scopeChoice, scopeQuery } from "./search-scope.ts";
import { base, fill, words } from "./words.ts";

/** Milliseconds of rest after a key before the server is asked: a fast typist's gap, well under what is felt. */
const REST = 35;
/** Milliseconds after which a first answer is said to be on its way. */
const SLOW = 150;

const field = element("input", {
  class: "search-field",
  type: "text",
  inputmode: "search",
  role: "combobox",
  "aria-expanded": "false",
  "aria-controls": "~search-list",
  "aria-autocomplete": "list",
  "aria-label": words.searchLabel,
  placeholder: words.searchPlaceholder,
  autocomplete: "off",
  autocapitalize: "off",
  spellcheck: "false",
  enterkeyhint: "go",
  maxlength: "512",
});
const list = element("div", {
  class: "search-list",
  id: "~search-list",
  role: "listbox",
  "aria-label": words.searchLabel,
});
const message = element("div", { class: "search-empty" });
const count = element("span", { role: "status" });
const all = element("a", { class: "quiet-link", href: `${base}~/search` }, words.searchAll);
let dialog: HTMLDialogElement | undefined;
let asking: AbortController | undefined;
let resting: ReturnType<typeof setTimeout> | undefined;
/** The words that the entries in the list were found for. */
let answered = "";
/** Enter was pressed before the answer came. */
let isWanted = false;

function key(name: string, text: string, ...more: string[]): HTMLElement {
  const keys = [name, ...more].map((each) => element("kbd", {}, each));
  return element("span", { class: "search-key", "aria-hidden": "true" }, ...keys, text);
}

function makeDialog(): HTMLDialogElement {
  const close = element(
    "button",
    { type: "button", class: "search-close" },
    element("kbd", {}, "Esc"),
    icon("close"),
    element("span", { class: "visually-hidden" }, words.close),
  );
  const made = element(
    "dialog",
    { class: "search-dialog", "aria-label": words.searchLabel },
    element("div", { class: "search-head" }, icon("search"), field, close),
    scopeChoice(ask),
    message,
    list,
    element(
      "div",
      { class: "search-foot" },
      key("↑", words.searchMove, "↓"),
      key("↵", words.searchOpen),
      count,
      all,
    ),
  );
  close.addEventListener("click", () => made.close());
  made.addEventListener("click", (event) => {
    if (event.target === made) made.close();
  });
  made.addEventListener("close", () => {
    clearTimeout(resting);
    asking?.abort();
  });
  field.addEventListener("input", ask);
  field.addEventListener("keydown", steer);
  list.addEventListener("pointermove", (event) => {
    const hovered =
      event.target instanceof Element ? event.target.closest<HTMLElement>(".search-option") : null;
    if (hovered !== null && hovered !== chosen()) mark(hovered, false);
  });
  list.addEventListener("click", (event) => {
    if (isPlainClick(event) && event.target instanceof Element && event.target.closest("a")) made.close();
  });
  document.body.append(made);
  return made;
}

function options(): HTMLElement[] {
  return [...list.querySelectorAll<HTMLElement>(".search-option")];
}

function chosen(): HTMLElement | undefined {
  return options().find((option) => option.ariaSelected === "true");
}

function mark(one: HTMLElement | undefined, intoView = true): void {
  for (const option of options()) option.ariaSelected = String(option === one);
  if (one === undefined) field.removeAttribute("aria-activedescendant");
  else field.setAttribute("aria-activedescendant", one.id);
  if (intoView) one?.scrollIntoView({ block: "nearest" });
}

function show(entries: HTMLElement[], empty: Node[], said: string): void {
  entries.forEach((entry, at) => {
    entry.id = `~search-option-${at}`;
  });
  list.replaceChildren(...entries);
  list.hidden = entries.length === 0;
  message.replaceChildren(...empty);
  message.hidden = empty.length === 0;
  field.setAttribute("aria-expanded", String(entries.length > 0));
  count.textContent = said;
  list.scrollTop = 0;
  // Enter opens what was found: the section, where its page's own title does not match.
  mark(entries.find((entry) => entry.querySelector("mark") !== null) ?? entries[0], false);
}

function showStart(): void {
  answered = "";
  all.hidden = true;
  const pages = recentPages();
  if (pages.length === 0) return show([], [new Text(words.searchStart)], "");
  show(recentOptions(pages), [], "");
  list.prepend(element("div", { class: "search-group", role: "presentation" }, words.searchRecent));
}

function showAnswer(answer: SearchAnswer): void {
  const entries = answerOptions(answer);
  if (entries.length === 0) {
    const nothing = fill(words.searchNothing, { query: answer.query });
    return show([], [element("strong", {}, nothing), new Text(words.searchNothingHelp)], nothing);
  }
  const one = entries.length === 1;
  show(entries, [], one ? words.searchCountOne : fill(words.searchCount, { count: entries.length }));
}

const questionOf = (query: string): string => `q=${encodeURIComponent(query)}${scopeQuery()}`;

function setAsking(is: boolean): void {
  dialog?.toggleAttribute("data-asking", is);
  list.ariaBusy = String(is);
}

async function request(query: string): Promise<void> {
  asking?.abort();
  const mine = new AbortController();
  asking = mine;
  setAsking(true);
  const slow = setTimeout(() => {
    if (answered === "") show([], [new Text(words.searching)], words.searching);
  }, SLOW);
  try {
    const answer = await fetch(`${base}~/search.json?${questionOf(query)}`, {
      signal: mine.signal,
    });
    if (!answer.ok) throw new Error(`The search answered ${answer.status}.`);
    const found = (await answer.json()) as SearchAnswer;
    if (mine.signal.aborted) return;
    answered = query;
    showAnswer(found);
    if (isWanted) chosen()?.click();
  } catch {
    if (!mine.signal.aborted) show([], [new Text(words.searchFailed)], words.searchFailed);
  } finally {
    clearTimeout(slow);
    if (asking === mine) setAsking(false);
  }
}

function ask(): void {
  clearTimeout(resting);
  isWanted = false;
  const query = field.value.trim();
  all.hidden = query === "";
  all.href = `${base}~/search?${questionOf(query)}`;
  if (query === "") {
    asking?.abort();
    showStart();
    return;
  }
  resting = setTimeout(() => void request(query), REST);
}

function steer(event: KeyboardEvent): void {
  if (event.isComposing) return;
  const entries = options();
  const at = entries.findIndex((option) => option === chosen());
  if (event.key === "ArrowDown") mark(entries[(at + 1) % entries.length]);
  else if (event.key === "ArrowUp") mark(entries[(at - 1 + entries.length) % entries.length]);
  else if (event.key === "Enter" && answered !== field.value.trim()) isWanted = true;
  else if (event.key === "Enter") entries[at]?.click();
  else return;
  event.preventDefault();
}

/** Opens the search, with words already in it where given. */
function openSearch(query?: string): void {
  dialog ??= makeDialog();
  if (!dialog.open) dialog.showModal();
  if (query !== undefined) field.value = query;
  field.select();
  ask();
}

function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches("input, textarea, select"))
  );
}

/** The search dialog: by its button, by `/`, by Ctrl K or Command K, and by buttons in the text. */
export function watchSearch(): void {
  if (base === "") return;
  onClick("[data-search]", (_, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    openSearch();
  });
  onClick("button[data-action]", (button) => openSearch(button.dataset["query"] ?? ""));
  document.addEventListener("keydown", (event) => {
    const command = (event.ctrlKey || event.metaKey) && !event.altKey && event.key.toLowerCase() === "k";
    const slash =
      event.key === "/" && !event.ctrlKey && !event.metaKey && !event.altKey && !isTyping(event.target);
    if (!command && !slash) return;
    event.preventDefault();
    if (command && dialog?.open) dialog.close();
    else openSearch();
  });
}
