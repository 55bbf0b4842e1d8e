import { html, type Raw } from "./html.ts";

const COLOURED = new Set(["get", "post", "put", "patch", "delete"]);

/** The method of an operation as a badge, coloured by what it does; the sheet for operations has its looks. */
export function renderMethod(method: string): Raw {
  const name = method.toLowerCase();
  return html`<span class="method${COLOURED.has(name) ? ` method-${name}` : ""}"
    >${name.toUpperCase()}</span
  >`;
}
