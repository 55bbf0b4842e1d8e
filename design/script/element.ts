type Child = Node | string | undefined;

/** Makes an element; attributes that are `undefined` are left out, children that are text stay text. */
export function element<Name extends keyof HTMLElementTagNameMap>(
  name: Name,
  attributes: Readonly<Record<string, string | undefined>>,
  ...children: readonly Child[]
): HTMLElementTagNameMap[Name] {
  const made = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (value !== undefined) made.setAttribute(key, value);
  }
  made.append(...children.filter((child) => child !== undefined));
  return made;
}

/** One of the interface's pictures. */
export function icon(name: string): HTMLElement {
  return element("span", { class: `ui-icon ui-icon-${name}`, "aria-hidden": "true" });
}

/** Runs `act` for clicks on or inside what the selector names, now and later. */
export function onClick(selector: string, act: (target: HTMLElement, event: MouseEvent) => void): void {
  document.addEventListener("click", (event) => {
    const target = event.target instanceof Element ? event.target.closest<HTMLElement>(selector) : null;
    if (target !== null) act(target, event);
  });
}

/** A click that should do something here, not open another tab or window. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
}

/** Says something to assistive technology without showing it. */
export function announce(text: string): void {
  let voice = document.getElementById("~announcements");
  if (voice === null) {
    voice = element("p", { id: "~announcements", class: "visually-hidden", role: "status" });
    document.body.append(voice);
  }
  voice.textContent = "";
  // A change in the same turn as the insertion is often not read.
  requestAnimationFrame(() => {
    voice.textContent = text;
  });
}

/** What the address's fragment names on this page. Anybody may link here with a fragment that is no text. */
export function linkedElement(): HTMLElement | null {
  const fragment = location.hash.slice(1);
  if (fragment === "") return null;
  try {
    return document.getElementById(decodeURIComponent(fragment));
  } catch {
    return document.getElementById(fragment);
  }
}
