// stopgap until the engine's functions are there
export type { PageMeta } from "../engine/markdown/pageMeta.ts";
export { metaFrom, valuesOf } from "../engine/markdown/pageMeta.ts";
export { splitPage, joinPage } from "../engine/markdown/frontMatter.ts";
export function linksOf(body: string): { url: string; start: number; end: number }[] {
  const found = [];
  for (const match of body.matchAll(/(\]\(<?|(?:src|href|url)="|\{% include ")([^)"<>\s]*)/g)) {
    const start = match.index + (match[1] ?? "").length;
    found.push({ url: match[2] ?? "", start, end: start + (match[2] ?? "").length });
  }
  return found;
}
export function replaceRanges(
  source: string,
  edits: readonly { start: number; end: number; text: string }[],
): string {
  let out = "";
  let at = 0;
  for (const { start, end, text } of edits) {
    out += source.slice(at, start) + text;
    at = end;
  }
  return out + source.slice(at);
}
