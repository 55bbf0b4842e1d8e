import { element, onClick } from "./element.ts";
import { remember } from "./memory.ts";
import { base, fill, words } from "./words.ts";

const loaded = new Map<string, Promise<string>>();

function fetchBranch(id: string): Promise<string> {
  const known = loaded.get(id);
  if (known !== undefined) return known;
  const asked = fetch(`${base}~/nav/${encodeURIComponent(id)}`).then((answer) => {
    if (!answer.ok) throw new Error(`The branch answered ${answer.status}.`);
    return answer.text();
  });
  loaded.set(id, asked);
  asked.catch(() => loaded.delete(id));
  return asked;
}

function titleBeside(mark: Element): string {
  return mark.closest(".nav-row")?.querySelector(".nav-title")?.textContent ?? "";
}

/** The pictures beside pages with pages below them become buttons of the same size. */
function makeButtons(within: ParentNode): void {
  for (const mark of within.querySelectorAll<HTMLElement>("span.nav-mark")) {
    const open = mark.dataset["open"] !== undefined;
    const button = element("button", {
      type: "button",
      class: "nav-mark",
      "aria-expanded": String(open),
      "aria-label": fill(words.showPagesUnder, { title: titleBeside(mark) }),
      "data-branch": mark.dataset["branch"],
      "data-open": open ? "" : undefined,
    });
    button.append(...mark.childNodes);
    mark.replaceWith(button);
  }
}

async function loadBranch(button: HTMLElement, row: Element): Promise<void> {
  const holder = document.createElement("template");
  try {
    // Our own origin's markup, made by the same templates as the page.
    holder.innerHTML = await fetchBranch(button.dataset["branch"] ?? "");
    makeButtons(holder.content);
  } catch {
    const text = fill(words.branchFailed, { title: titleBeside(button) });
    holder.content.append(element("p", { class: "nav-fault", role: "alert" }, text));
  }
  if (button.dataset["open"] === undefined || row.nextElementSibling !== null) return;
  row.after(holder.content);
}

function toggleBranch(button: HTMLElement): void {
  const row = button.closest(".nav-row");
  if (row === null) return;
  const open = button.toggleAttribute("data-open");
  button.setAttribute("aria-expanded", String(open));
  const below = row.nextElementSibling;
  if (below instanceof HTMLElement && !below.matches(".nav-fault")) below.hidden = !open;
  else {
    below?.remove();
    if (open) void loadBranch(button, row);
  }
}

/** On phones the sheet keeps the keyboard inside while it is open. */
function guardSheet(side: HTMLElement): void {
  const rest = document.querySelectorAll<HTMLElement>(".top, .main, .outline, .skip");
  const narrow = matchMedia("(width < 50rem)");
  side.addEventListener("toggle", (event) => {
    const open = event instanceof ToggleEvent && event.newState === "open" && narrow.matches;
    for (const part of rest) part.inert = open;
    if (open) side.querySelector<HTMLElement>("[aria-current=page]")?.scrollIntoView({ block: "center" });
  });
  narrow.addEventListener("change", () => {
    if (side.matches(":popover-open")) side.hidePopover();
  });
}

/** Branches that open in place, the sheet of phones, and a scroll position that outlives the page. */
export function watchNavigation(): void {
  const side = document.getElementById("~navigation");
  if (side === null) return;
  makeButtons(side);
  onClick("button.nav-mark", toggleBranch);
  guardSheet(side);
  addEventListener("pagehide", () => remember("session", `lectern:nav:${base}`, String(side.scrollTop)));
}
