/** Text within the HTML and the tags that Markdown of the dialect may hold. */

/** A text in the place of an attribute's value, whatever it says. */
export function quoted(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replaceAll("&", "&amp;")
    .replaceAll('"', "&quot;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;");
}

export function textHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

export function imageHtml({ src, alt }: { readonly src: string; readonly alt: string }): string {
  return `<img src="${quoted(src)}" alt="${quoted(alt)}">`;
}
