/** Icons by name: a page names the drawing, the server has it, a browser fetches each one once for all pages. */
import { h, type SafeHtml } from "./element.ts";

/** Where the drawings are: `<name>.svg`, each with one symbol `i`. */
export const ICON_FOLDER = "/~/icons/";

/** The longest name in addresses, in characters. */
const LONGEST = 50;

/**
 * Draws an icon of Font Awesome in the text's colour. The server has something to show for every name.
 * @param name as authors write it: `book`, `fa-book`, `fa-solid fa-book`
 */
export function renderIcon(name: string): SafeHtml {
  const words =
    name
      .trim()
      .toLowerCase()
      .split(" ")
      .at(-1)
      ?.match(/[a-z\d]+/g) ?? [];
  const plain = words.join("-").replace(/^fa-/, "").slice(0, LONGEST) || "shapes";
  return h(
    "svg",
    { class: "icon", width: 16, height: 16, "aria-hidden": "true" },
    h("use", { href: `${ICON_FOLDER}${plain}.svg#i` }),
  );
}
