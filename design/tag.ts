/** A tag of a page, as the space says that it looks. */
import type { Color } from "../engine/markdown/html/classes.ts";
import { html, type Raw } from "./html.ts";
import { pagePicture } from "./icon.ts";

export interface TagView {
  readonly label: string;
  /** The name of an icon of the engine's set. */
  readonly icon?: string;
  readonly color?: Color;
}

export function renderTag({ color, ...tag }: TagView): Raw {
  return html`<span class="tag${color === undefined ? "" : ` tag-${color}`}"
    >${pagePicture(tag)}${tag.label}</span
  >`;
}
