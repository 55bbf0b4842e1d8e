/** Films, sounds and pages within pages: tags that nothing here shows become what does. */
import { codeRanges, codeTest, lineBefore } from "./code.ts";
import { embed } from "./dialect.ts";

const OPEN = /<(iframe|video|audio|embed|object)\b([^<>]{0,3000})>/gi;
const LONGEST = 20_000;

/** Writes such tags outside of code as embedded addresses, and those of the project's own files as links to them. */
export function embeddedMedia(text: string): string {
  if (!/<(?:iframe|video|audio|embed|object)\b/i.test(text)) return text;
  const isCode = codeTest(codeRanges(text));
  const ends = new Map<string, number>();
  const parts: string[] = [];
  let from = 0;
  for (const { 0: tag, 1: name = "", 2: attributes = "", index } of text.matchAll(OPEN)) {
    if (index < from || isCode(index)) continue;
    const inside = index + tag.length;
    const isAlone = attributes.endsWith("/") || name.toLowerCase() === "embed";
    const close = isAlone ? undefined : closing(text, `</${name}>`, inside, ends);
    const inner = close === undefined ? "" : text.slice(inside, close);
    const address = addressIn(attributes) ?? addressIn(/<source\b([^<>]{0,3000})>/i.exec(inner)?.[1] ?? "");
    if (address === undefined) continue;
    const end = close === undefined ? inside : close + `</${name}>`.length;
    parts.push(text.slice(from, index), shown(address, lineBefore(text, index)));
    from = end;
  }
  return parts.join("") + text.slice(from);
}

/** Where the closing tag stands; undefined where none is near. */
function closing(text: string, tag: string, from: number, ends: Map<string, number>): number | undefined {
  const known = ends.get(tag);
  // Without one behind an earlier place there is none behind this one.
  const found = known !== undefined && (known < 0 || known >= from) ? known : text.indexOf(tag, from);
  ends.set(tag, found);
  return found < 0 || found - from > LONGEST ? undefined : found;
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
