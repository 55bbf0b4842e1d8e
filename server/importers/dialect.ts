// stopgap until the engine's functions are there
import { stringify } from "yaml";
import { readYaml } from "./yamlText.ts";
export type PageMeta = Record<string, unknown>;
export function splitPage(source: string): {
  meta: PageMeta & { title?: string };
  body: string;
  problems: readonly { message: string }[];
} {
  let body = source;
  let meta: PageMeta = {};
  const front = /^---\n([\s\S]*?)\n---\n+/.exec(source);
  if (front !== null) {
    const yaml = readYaml(front[1] ?? "");
    if ("value" in yaml && yaml.value instanceof Map) meta = Object.fromEntries(yaml.value);
    body = source.slice(front[0].length);
  }
  const h1 = /^# (.*)\n*/.exec(body);
  if (h1 !== null) {
    meta["title"] = h1[1];
    body = body.slice(h1[0].length);
  }
  return { meta, body, problems: [] };
}
export function joinPage(meta: PageMeta & { title?: string }, body: string): string {
  const { title, ...rest } = meta;
  const front = Object.keys(rest).length === 0 ? "" : `---\n${stringify(rest)}---\n\n`;
  return `${front}${title === undefined ? "" : `# ${title}\n\n`}${body}`;
}
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
