import { renderIcon } from "../engine/markdown/html/icons.ts";
import { emojiText } from "./emoji.ts";
import { attribute, html, raw, type Raw } from "./html.ts";

/** A picture chosen by an owner: a character, or addresses of images for the two themes. */
export type IconView =
  | { readonly kind: "emoji"; readonly emoji: string }
  | { readonly kind: "image"; readonly light: string; readonly dark: string };

/** A picture in both themes, on our own origin; its size in pixels where it is known. */
export interface PictureView {
  readonly light: string;
  readonly dark: string;
  readonly width?: number;
  readonly height?: number;
}

/** Colours of the letter that stands where there is no icon, as CSS writes them. */
export interface FaviconBadge {
  readonly ground: string;
  readonly letter: string;
}

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
  | "feed"
  | "pdf"
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

/** A character as a picture beside a title; it may be named by its code points, as in `1f1e9-1f1ea`. */
export function emoji(character: string | undefined): Raw | undefined {
  if (character === undefined || character === "") return undefined;
  return html`<span class="emoji" aria-hidden="true">${emojiText(character)}</span>`;
}

/** The picture that a page's author chose for it: a character, else an icon by its name. */
export function pagePicture(page: { readonly emoji?: string; readonly icon?: string }): Raw | undefined {
  const character = emoji(page.emoji);
  if (character !== undefined || page.icon === undefined) return character;
  return raw(renderIcon(page.icon).toString());
}

interface IconAppearance {
  readonly className: string;
  /** What it says; nothing where words beside it say it. */
  readonly alt: string;
  readonly width?: number | undefined;
  readonly height?: number | undefined;
}

/** An image for each theme, or one where both are the same. */
export function themedPicture(picture: Pick<PictureView, "light" | "dark">, shown: IconAppearance): Raw {
  const image = (src: string, theme: string): Raw =>
    html`<img
      class="${shown.className + theme}"
      src="${src}"
      alt="${shown.alt}"
      ${attribute("width", shown.width)}${attribute("height", shown.height)}
    />`;
  const { light, dark } = picture;
  if (light === dark) return image(light, "");
  return html`${image(light, " light-only")}${image(dark, " dark-only")}`;
}

/** The site's picture beside its name, one image for each theme. */
export function siteIcon(picture: IconView | undefined): Raw | undefined {
  if (picture === undefined) return undefined;
  if (picture.kind === "emoji") return emoji(picture.emoji);
  return themedPicture(picture, { className: "brand-icon", alt: "", width: 28, height: 28 });
}

const BADGE: FaviconBadge = { ground: "#3d5ccc", letter: "#fff" };

/** The `link` elements for the browser's tab; without a picture the first letter of the title stands for it. */
export function favicon(picture: IconView | undefined, title: string, badge: FaviconBadge = BADGE): Raw {
  if (picture?.kind === "image") {
    return html`<link rel="icon" href="${picture.light}" media="(prefers-color-scheme: light)" />
      <link rel="icon" href="${picture.dark}" media="(prefers-color-scheme: dark)" />`;
  }
  const drawing =
    picture === undefined
      ? initial(title, badge)
      : html`<text y=".9em" font-size="90">${emojiText(picture.emoji)}</text>`;
  const whole = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">${drawing.text}</svg>`;
  return html`<link rel="icon" href="data:image/svg+xml,${encodeURIComponent(whole)}" />`;
}

function initial(title: string, { ground, letter: ink }: FaviconBadge): Raw {
  const [letter = "L"] = title.trim().toUpperCase();
  return html`<rect width="100" height="100" rx="24" fill="${ground}" /><text
      x="50"
      y="71"
      font-family="system-ui,sans-serif"
      font-size="60"
      font-weight="700"
      text-anchor="middle"
      fill="${ink}"
      >${letter}</text
    >`;
}
