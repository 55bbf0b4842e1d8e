import { element, linkedElement, onClick } from "./element.ts";
import { words } from "./words.ts";

function tagsOf(update: Element): string[] {
  return [...update.querySelectorAll(":scope > .update-head .tag")].map((tag) => tag.textContent);
}

function button(tag: string | undefined): HTMLElement {
  const pressed = String(tag === undefined);
  return element(
    "button",
    { type: "button", class: "update-filter", "aria-pressed": pressed, "data-tag": tag },
    tag ?? words.allTags,
  );
}

function filter(chosen: HTMLElement): void {
  const bar = chosen.parentElement;
  const tag = chosen.dataset["tag"];
  for (const other of bar?.children ?? []) other.setAttribute("aria-pressed", String(other === chosen));
  for (const update of bar?.parentElement?.querySelectorAll<HTMLElement>(":scope > .update") ?? []) {
    update.hidden = tag !== undefined && !tagsOf(update).includes(tag);
  }
}

/** A link to an update that is filtered out shows all of them again. */
function reveal(): void {
  const update = linkedElement()?.closest<HTMLElement>(".update");
  if (!update?.hidden) return;
  const all = update.parentElement?.querySelector<HTMLElement>(".update-filter");
  if (all) filter(all);
  update.scrollIntoView();
}

/** Lists of updates with several tags get a row of buttons that narrow them to one. */
export function watchUpdates(): void {
  for (const list of document.querySelectorAll(".updates")) {
    const tags = new Set([...list.querySelectorAll(":scope > .update")].flatMap(tagsOf));
    if (tags.size < 2) continue;
    const bar = element("div", { class: "update-filters", role: "group", "aria-label": words.filterTags });
    bar.append(button(undefined), ...[...tags].map(button));
    list.prepend(bar);
  }
  onClick(".update-filter", filter);
  addEventListener("hashchange", reveal);
}
