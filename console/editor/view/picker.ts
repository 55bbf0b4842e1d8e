/** What a field may lead to, found as one types: a page, a file, a picture or a reusable content by its name. */
import { titledLanguages } from "../../../engine/markdown/html/languageTitles.ts";
import type { Findable, FindTargets, OfferedLink } from "../menu.ts";

/** What an address looks like, which is taken as it is where one is asked for. */
const ADDRESS = /^(?:[a-z][a-z\d+.-]*:|[/#.])/i;
const ADDRESSED: ReadonlySet<Findable> = new Set(["page", "file", "picture", "reusable"]);

type FindByText = (text: string) => Promise<readonly OfferedLink[]>;

/** Finds what a field may lead to; what is an address already is not looked for. @param within what it is a part of */
export const findsOf =
  (find: FindTargets, of: Findable, within?: string): FindByText =>
  async (text) =>
    ADDRESSED.has(of) && ADDRESS.test(text) ? [] : find(of, text, within);

const LANGUAGES: readonly OfferedLink[] = titledLanguages().map(([url, title]) => ({ title, url }));

/** More than anybody looks through. */
const MOST_LANGUAGES = 8;

/** Finds languages of code by what they are called and how they are written. */
export const findsLanguages: FindByText = async (text) => {
  const asked = text.toLowerCase();
  return LANGUAGES.filter(
    ({ title, url }) => title.toLowerCase().startsWith(asked) || url.startsWith(asked),
  ).slice(0, MOST_LANGUAGES);
};

let lists = 0;

/** The list of a field, which is closed. */
function listBelow(input: HTMLInputElement): HTMLUListElement {
  const list = document.createElement("ul");
  list.id = `targets-${lists++}`;
  list.className = "block-menu targets";
  list.hidden = true;
  list.setAttribute("role", "listbox");
  list.setAttribute("aria-label", input.ariaLabel ?? input.labels?.[0]?.textContent ?? "");
  input.autocomplete = "off";
  for (const [name, value] of Object.entries({
    role: "combobox",
    "aria-autocomplete": "list",
    "aria-expanded": "false",
    "aria-controls": list.id,
  }))
    input.setAttribute(name, value);
  input.after(list);
  return list;
}

/** Offers targets below a field, which has the address of the one that is chosen. */
export function offerTargets(input: HTMLInputElement, find: FindByText): void {
  const list = listBelow(input);
  let offered: readonly OfferedLink[] = [];
  let at = -1;

  const mark = (next: number): void => {
    at = next;
    for (const [place, option] of [...list.children].entries())
      option.setAttribute("aria-selected", String(place === at));
    if (at < 0) input.removeAttribute("aria-activedescendant");
    else input.setAttribute("aria-activedescendant", `${list.id}-${at}`);
    list.children[at]?.scrollIntoView({ block: "nearest" });
  };
  const show = (found: readonly OfferedLink[]): void => {
    offered = found;
    list.hidden = found.length === 0;
    input.ariaExpanded = String(found.length > 0);
    list.replaceChildren(
      ...found.map((one, place) => {
        const option = document.createElement("li");
        option.id = `${list.id}-${place}`;
        option.setAttribute("role", "option");
        option.textContent = one.title;
        // The focus stays in the field.
        option.addEventListener("mousedown", (event) => event.preventDefault());
        option.addEventListener("click", () => choose(one));
        return option;
      }),
    );
    mark(-1);
  };
  const choose = ({ url }: OfferedLink): void => {
    input.value = url;
    show([]);
    input.dispatchEvent(new Event("change"));
  };
  const look = async (): Promise<void> => {
    const typed = input.value.trim();
    const found = await find(typed);
    if (typed === input.value.trim() && document.activeElement === input) show(found);
  };
  // Without an answer there is nothing to choose from, and an address can be typed.
  const tried = (): void => void look().catch(() => show([]));
  input.addEventListener("input", tried);
  input.addEventListener("focus", tried);
  input.addEventListener("blur", () => show([]));
  input.addEventListener("keydown", (event) => {
    const step = event.key === "ArrowDown" ? 1 : event.key === "ArrowUp" ? -1 : 0;
    const chosen = offered[at];
    if (event.isComposing || offered.length === 0) return;
    if (step !== 0) mark((at + step + offered.length) % offered.length);
    else if (event.key === "Enter" && chosen !== undefined) choose(chosen);
    else if (event.key === "Escape") show([]);
    else return;
    event.preventDefault();
    event.stopPropagation();
  });
  // What was typed before this was there.
  if (document.activeElement === input) tried();
}
