/** Films, sounds and pages within pages: tags that nothing here shows become what does. */
import { codeRanges, codeTest, lineBefore } from "./code.ts";
import { embed } from "./dialect.ts";

const OPEN = /<(iframe|video|audio|embed|object)\b([^<>]{0,3000})>/gi;
const LONGEST = 20_000;

/** Writes such tags outside of code as embedded addresses, and those of the project's own files as links to them. */
export function embeddedMedia(text: string): string {
  if (!/<(?:iframe|video|audio|embed|object)\b/i.test(text)) return text;
  const isCode = codeTest(codeRanges(text));
  const nextSource = nextIn(text, /<source\b([^<>]{0,3000})>/gi);
  const nextOf = new Map<string, ReturnType<typeof nextIn>>();
  const parts: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: name = "", 2: attributes = "", index } of text.matchAll(OPEN)) {
    if (index < from || isCode(index)) continue;
    const inside = index + tag.length;
    const kind = name.toLowerCase();
    const next = nextOf.get(kind) ?? nextIn(text, new RegExp(`<(/?)${kind}\\b[^<>]{0,3000}>`, "gi"));
    nextOf.set(kind, next);
    const close = attributes.endsWith("/") || kind === "embed" ? undefined : closing(next(inside), inside);
    const source = close === undefined ? undefined : nextSource(inside);
    const address =
      addressIn(attributes) ??
      (source !== undefined && source.index < (close?.index ?? 0) ? addressIn(source[1] ?? "") : undefined);
    if (address === undefined) continue;
    parts.push(text.slice(from, index), shown(address, lineBefore(text, index)));
    from = close === undefined ? inside : close.index + close[0].length;
  }
  return parts.join("") + text.slice(from);
}

/** Gives the first match at a place or behind it. It is asked for places that only go up, and looks once at each. */
function nextIn(text: string, pattern: RegExp): (from: number) => RegExpExecArray | undefined {
  let found: RegExpExecArray | null | undefined;
  return (from) => {
    if (found === undefined || (found !== null && found.index < from)) {
      pattern.lastIndex = from;
      found = pattern.exec(text);
    }
    return found ?? undefined;
  };
}

/** The next tag of a kind if it is the closing one, and near: what another opening tag stands before belongs to the text. */
function closing(next: RegExpExecArray | undefined, inside: number): RegExpExecArray | undefined {
  return next?.[1] === "/" && next.index - inside <= LONGEST ? next : undefined;
}

function addressIn(attributes: string): string | undefined {
  const [, double, single] =
    /(?:^|\s)(?:src|data)\s{0,20}=\s{0,20}(?:"([^"<>]{1,2000})"|'([^'<>]{1,2000})')/i.exec(attributes) ?? [];
  const address = (double ?? single)?.trim().replaceAll("&amp;", "&").replace(/^\/\//, "https://");
  return address === undefined || address === "" || /^(?:data|javascript|blob|about):/i.test(address)
    ? undefined
    : address;
}

function shown(address: string, before: string | undefined): string {
  const isBlock = /^https?:/i.test(address) && before !== undefined && !before.trimStart().startsWith("|");
  if (!isBlock) {
    const name = address.replace(/[?#].*$/, "").replace(/^.*\//, "");
    return `[${(name || address).replace(/[[\]]/g, "")}](${/[\s()]/.test(address) ? `<${address}>` : address})`;
  }
  // A block has lines of its own, be it in an item of a list or in a quotation.
  const isMarked = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*$/.test(before) && before.trim() !== "";
  return `${isMarked ? "" : `\n\n${before.trim() === "" ? before : ""}`}${embed(address)}\n\n`;
}
