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
