import { renderIcon } from "../../engine/markdown/html/icons.ts";
import { html, raw, safeHref, type Raw } from "./html.ts";
import type { IconView } from "./view.ts";

/** The interface's own pictures; styles/icons.css draws each as a mask in the text's colour. */
export type IconName =
  | "search"
  | "menu"
  | "close"
  | "theme"
  | "chevron"
  | "arrow-back"
  | "arrow-on"
  | "edit"
  | "markdown"
  | "copy"
  | "external"
  | "check"
  | "unpublished"
  | "lock"
  | "lost"
  | "empty"
  | "fault";

/** One of the interface's pictures, hidden from assistive technology: words beside it say the same. */
export function icon(name: IconName): Raw {
  return html`<span class="ui-icon ui-icon-${name}" aria-hidden="true"></span>`;
}

/** A character as a picture beside a title. */
export function emoji(character: string | undefined): Raw | undefined {
  if (character === undefined || character === "") return undefined;
  return html`<span class="emoji" aria-hidden="true">${character}</span>`;
}

/** The picture that a page's author chose for it: a character, else an icon by its name where the set has it. */
export function pagePicture(page: { readonly emoji?: string; readonly icon?: string }): Raw | undefined {
  const character = emoji(page.emoji);
  if (character !== undefined || page.icon === undefined) return character;
  const drawn = renderIcon(page.icon).toString();
  return drawn.startsWith("<svg") ? raw(drawn) : undefined;
}

/** The site's picture beside its name, one image for each theme. */
export function siteIcon(picture: IconView | undefined): Raw | undefined {
  if (picture === undefined) return undefined;
  if (picture.kind === "emoji") return emoji(picture.emoji);
  const { light, dark } = picture;
  if (light === dark)
    return html`<img class="brand-icon" src="${safeHref(light)}" alt="" width="28" height="28" />`;
  return html`<img class="brand-icon light-only" src="${safeHref(light)}" alt="" width="28" height="28" /><img
      class="brand-icon dark-only"
      src="${safeHref(dark)}"
      alt=""
      width="28"
      height="28"
    />`;
}

/** The `link` elements for the browser's tab; without a picture the first letter of the title stands for it. */
export function favicon(picture: IconView | undefined, title: string): Raw {
  if (picture?.kind === "image") {
    return html`<link rel="icon" href="${safeHref(picture.light)}" media="(prefers-color-scheme: light)" />
      <link rel="icon" href="${safeHref(picture.dark)}" media="(prefers-color-scheme: dark)" />`;
  }
  const drawing =
    picture === undefined ? initial(title) : html`<text y=".9em" font-size="90">${picture.emoji}</text>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${drawing.text}</svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(whole)}" />`;
}

function initial(title: string): Raw {
  const [letter = "L"] = title.trim().toUpperCase();
  return html`<rect width="100" height="100" rx="24" fill="#3d5ccc" /><text
      x="50"
      y="71"
      font-family="system-ui,sans-serif"
      font-size="60"
      font-weight="700"
      text-anchor="middle"
      fill="#fff"
      >${letter}</text
    >`;
}
