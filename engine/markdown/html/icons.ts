/** Icons by name: a page names the drawing, the server has it, a browser fetches each one once for all pages. */
import { h, type SafeHtml } from "./element.ts";

/** Where the drawings are: `<name>.svg`, each with one symbol `i`. */
export const ICON_FOLDER = "/~/icons/";

/**
 * Draws an icon of Font Awesome in the text's colour; a name that can't be one gives an empty, marked place, which a
 * style sheet shows as a dot.
 * @param name as authors write it: `book`, `fa-book`, `fa-solid fa-book`
 */
export function renderIcon(name: string): SafeHtml {
  const plain = name.toLowerCase().split(" ").at(-1)?.replace(/^fa-/, "") ?? "";
  if (!/^[a-z\d][a-z\d-]{0,49}$/.test(plain)) {
    return h("span", { class: "icon", "data-icon": plain, "aria-hidden": "true" });
  }
  return h(
    "svg",
    { class: "icon", width: 16, height: 16, "aria-hidden": "true" },
    h("use", { href: `${ICON_FOLDER}${plain}.svg#i` }),
  );
}
