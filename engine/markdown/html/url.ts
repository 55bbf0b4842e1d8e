/** Which addresses may stand in rendered HTML. */
/* oxlint-disable no-control-regex -- control characters are what has to be found */

const LINK_SCHEMES = new Set(["http", "https", "mailto", "tel"]);
const IMAGE_DATA = /^data:image\/(?:png|jpe?g|gif|webp|avif);base64,[a-z0-9+/=]*$/i;

// What browsers drop or what can hide a scheme from a reader: controls, spaces, soft hyphens, invisible marks.
const INVISIBLE =
  /[\u0000-\u0020\u007f-\u00a0\u00ad\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000\ufeff]/g;
const UNPRINTABLE = /[\u0000-\u001f\u007f]/g;
const SCHEME = /^([^/?#]*?):/;

/** Most addresses: they begin so that they have no scheme, and have nothing that would have to go. */
const PLAIN = /^[/#.?][\w\-./~%#?&=+,]*$/;

/** What an address is used for: `image` also accepts embedded pictures of safe types. */
type UrlUse = "link" | "image";

/**
 * Takes an address from the source; gives it back safe to put into `href` or `src`, or undefined when its
 * scheme is not allowed (http, https, mailto, tel; none at all for relative ones and anchors).
 */
export function safeUrl(url: string, use: UrlUse): string | undefined {
  if (PLAIN.test(url)) return url;
  const probe = url.replace(INVISIBLE, "");
  const scheme = SCHEME.exec(probe)?.[1];
  if (scheme !== undefined && !LINK_SCHEMES.has(scheme.toLowerCase())) {
    return use === "image" && IMAGE_DATA.test(probe) ? probe : undefined;
  }
  return url.replace(UNPRINTABLE, "").trim().replaceAll(" ", "%20");
}

/** Whether an address names a host of its own (`https://…`, `//…`). */
export function isExternal(url: string): boolean {
  return /^(?:https?:)?[/\\]{2}/i.test(url.trim());
}
