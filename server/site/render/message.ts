/** A line that an owner of a site typed. */
import type { Inline } from "../../../engine/markdown/document.ts";
import { parse } from "../../../engine/markdown/parse.ts";
import { emojiOf } from "../../../engine/markdown/html/emoji.ts";
import { safeUrl } from "../../../engine/markdown/html/url.ts";
import { html, newTab, type Raw } from "../../../design/html.ts";

/** Without one of these a line is what it says. */
const SIGN = /[*_`~[<\\]|:\/\//;
/** Where a link may lead: within the host, to another, or to a mailbox. A page's own address is no place to start from. */
const PLACE = /^(?:https?:\/\/|mailto:|\/)/i;

type Place = Parameters<typeof newTab>[0];

/**
 * A line with its emphasis, code and links. One that is anything else in Markdown, such as a heading or a picture, stands
 * there as it was typed.
 */
export function renderMessage(message: string, site: Place): Raw {
  const plain = html`${message}`;
  if (!SIGN.test(message)) return plain;
  const { children } = parse(message).document;
  const [line] = children;
  if (children.length !== 1 || line?.type !== "paragraph") return plain;
  return renderAll(line.children, site) ?? plain;
}

/** undefined: one of them isn't for a line. */
function renderAll(inlines: readonly Inline[], site: Place): Raw | undefined {
  const parts: Raw[] = [];
  for (const inline of inlines) {
    const part = render(inline, site);
    if (part === undefined) return undefined;
    parts.push(part);
  }
  return html`${parts}`;
}

function render(inline: Inline, site: Place): Raw | undefined {
  switch (inline.type) {
    case "text":
      return html`${inline.text}`;
    case "code":
      return html`<code>${inline.text}</code>`;
    case "emoji":
      return html`${emojiOf(inline.name) ?? `:${inline.name}:`}`;
    case "html":
      return html`${inline.raw}`;
    case "emphasis":
      return around(inline, site, (inside) => html`<em>${inside}</em>`);
    case "strong":
      return around(inline, site, (inside) => html`<strong>${inside}</strong>`);
    case "strikethrough":
      return around(inline, site, (inside) => html`<s>${inside}</s>`);
    case "link": {
      const href = PLACE.test(inline.url) ? safeUrl(inline.url, "link") : undefined;
      return around(inline, site, (inside) =>
        href === undefined ? inside : html`<a href="${href}" ${newTab(site, href)}>${inside}</a>`,
      );
    }
    default:
      return undefined;
  }
}

function around(
  { children }: { readonly children: readonly Inline[] },
  site: Place,
  put: (inside: Raw) => Raw,
): Raw | undefined {
  const inside = renderAll(children, site);
  return inside && put(inside);
}
