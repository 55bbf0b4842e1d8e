/** Cuts raw HTML into tokens, the way browsers roughly do, in one pass and without ever failing. */
import { decodeHTML, decodeHTMLAttribute } from "entities";

/** A piece of raw HTML. Names are lower case; text and attribute values have their references decoded. */
type Token =
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "open"; readonly name: string; readonly attributes: ReadonlyMap<string, string> }
  | { readonly type: "close"; readonly name: string };

// Their content is not markup; it is dropped with them.
const OPAQUE = new Set([
  "script",
  "style",
  "textarea",
  "title",
  "xmp",
  "iframe",
  "noembed",
  "noframes",
  "noscript",
  "plaintext",
  "template",
  "object",
  "svg",
  "math",
  "select",
  "embed",
  "applet",
  "audio",
  "video",
  "canvas",
  "frameset",
]);

const TAG_NAME = /[a-z][^\s/>]*/iy;
const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

/**
 * Takes raw HTML; gives its tokens. Comments and declarations are left out, and so are opaque elements with
 * what is in them: scripts, frames, forms' parts, foreign markup, unless `opaque` says otherwise.
 */
export function tokenizeHtml(raw: string, opaque: ReadonlySet<string> = OPAQUE): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  while (at < raw.length) {
    const open = raw.indexOf("<", at);
    if (open !== at) addText(tokens, raw.slice(at, open === -1 ? raw.length : open));
    if (open === -1) break;
    at = readMarkup(raw, open, tokens, opaque);
  }
  return tokens;
}

function addText(tokens: Token[], text: string): void {
  tokens.push({ type: "text", text: decodeHTML(text) });
}

/** Reads what begins with `<` at `open`; gives the offset after it. */
function readMarkup(raw: string, open: number, tokens: Token[], opaque: ReadonlySet<string>): number {
  const next = raw[open + 1];
  if (next === "!" || next === "?") return endOf(raw, raw.startsWith("<!--", open) ? "-->" : ">", open + 2);
  const closing = next === "/";
  TAG_NAME.lastIndex = open + (closing ? 2 : 1);
  const name = TAG_NAME.exec(raw)?.[0].toLowerCase();
  if (name === undefined) {
    if (closing) return endOf(raw, ">", open + 2);
    addText(tokens, "<");
    return open + 1;
  }
  const tag = readAttributes(raw, TAG_NAME.lastIndex);
  if (tag === undefined) {
    // A tag that never ends: everything from here on is text, so that nothing is read twice.
    addText(tokens, raw.slice(open));
    return raw.length;
  }
  if (closing) {
    tokens.push({ type: "close", name });
    return tag.end;
  }
  if (opaque.has(name)) return skipOpaque(raw, name, tag.end);
  tokens.push({ type: "open", name, attributes: tag.attributes });
  return tag.end;
}

function readAttributes(
  raw: string,
  from: number,
): { attributes: Map<string, string>; end: number } | undefined {
  const attributes = new Map<string, string>();
  let at = from;
  for (;;) {
    ATTRIBUTE.lastIndex = at;
    const found = ATTRIBUTE.exec(raw);
    if (found === null) break;
    at = ATTRIBUTE.lastIndex;
    const name = (found[1] ?? "").toLowerCase();
    if (!attributes.has(name))
      attributes.set(name, decodeHTMLAttribute(found[2] ?? found[3] ?? found[4] ?? ""));
  }
  while (at < raw.length && raw[at] !== ">") at++;
  return at < raw.length ? { attributes, end: at + 1 } : undefined;
}

function skipOpaque(raw: string, name: string, from: number): number {
  const close = new RegExp(`</${name}[\\s/>]`, "gi");
  close.lastIndex = from;
  const found = close.exec(raw);
  if (found === null) return name === "embed" ? from : raw.length;
  return endOf(raw, ">", found.index);
}

function endOf(raw: string, mark: string, from: number): number {
  const end = raw.indexOf(mark, from);
  return end === -1 ? raw.length : end + mark.length;
}
