import { isPlainClick, onClick } from "./element.ts";

/** Within a frame links open beside it, but for those to the page itself. */
export function watchOwnLinks(): void {
  if (document.querySelector("base[target]") === null) return;
  onClick('a[href^="#"]', (link, event) => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    location.hash = link.getAttribute("href") ?? "";
  });
}

/** Menus made of `details` close when the reader turns elsewhere. */
export function watchMenus(): void {
  const closeOthers = (keep: Node | null): void => {
    for (const menu of document.querySelectorAll<HTMLDetailsElement>("details.menu[open]")) {
      if (keep === null || !menu.contains(keep)) menu.open = false;
    }
  };
  document.addEventListener("pointerdown", (event) => closeOthers(event.target as Node));
  document.addEventListener("focusin", (event) => closeOthers(event.target as Node));
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape") return;
    const menu = document.activeElement?.closest<HTMLDetailsElement>("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary")?.focus();
  });
}
