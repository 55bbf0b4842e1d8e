/** The head of a page's file, front matter and title, with nothing but that changed which has changed. */
import { isMap, isScalar, parseDocument, stringify } from "yaml";
import { sameJson } from "../../../engine/json.ts";
import { frontMatterRange, joinPage, splitPage } from "../../../engine/markdown/frontMatter.ts";
import { type Edit, replaceRanges } from "../../../engine/markdown/edits.ts";
import { type PageMeta, valuesOf } from "../../../engine/markdown/pageMeta.ts";
import { oneEmoji } from "../../../engine/oneEmoji.ts";
import { isDeepYaml } from "../../../engine/yamlDepth.ts";

type Values = Readonly<Record<string, unknown>>;

/**
 * Writes a page whose file began with `head` when its title was `before`: unchanged lines keep their bytes.
 * @param meta its front matter now, destinations as they are to be written
 * @returns the whole file; `splitPage` reads the same metadata and body from it
 */
export function printWithHead(
  head: string,
  before: string,
  now: { readonly title: string; readonly meta: PageMeta; readonly body: string },
): string {
  const whole = { ...now.meta, title: now.title };
  // What is put before all else goes behind the byte order mark.
  const mark = head.startsWith("\ufeff") ? "\ufeff" : "";
  const edited = editedHead(head.slice(mark.length), before, whole);
  const text = edited === undefined ? undefined : edited + now.body;
  return mark + (text !== undefined && says(text, now, whole, before) ? text : joinPage(whole, now.body));
}

/** Whether a head says the title of its page, by a heading or in front matter. */
export function saysTitle(head: string): boolean {
  const text = head.startsWith("\ufeff") ? head.slice(1) : head;
  const range = frontMatterRange(text);
  if (text.slice(range?.after ?? 0).trim() !== "") return true;
  // Most front matter has no title, and need not be read to know that.
  const yaml = range === undefined ? "" : text.slice(range.start, range.end);
  return yaml.includes("title") && metaOfHead(text).title !== undefined;
}

/** What a head says of its page's front matter, the title left out. */
export function metaOfHead(head: string): PageMeta {
  return splitPage(head).meta;
}

function editedHead(head: string, before: string, now: PageMeta): string | undefined {
  const said = splitPage(head).meta;
  const changes = changedKeys(plainValues(said), plainValues(now));
  const title = now.title ?? "";
  const isRetitled = title !== (said.title ?? before);
  const range = frontMatterRange(head);
  const inFront = range === undefined ? undefined : keysOf(head.slice(range.start, range.end)).has("title");
  if (isRetitled && inFront === true) changes.set("title", title);
  const front = range === undefined ? "" : head.slice(0, range.after);
  const rest = head.slice(front.length);
  const newFront = changes.size === 0 ? front : editedFront(head, range, changes);
  const newRest = isRetitled ? retitled(rest, said.title, title, inFront === true, newFront ?? "") : rest;
  return newFront === undefined || newRest === undefined ? undefined : newFront + newRest;
}

/** The heading with another title; a page that had none gets one. */
function retitled(
  rest: string,
  said: string | undefined,
  title: string,
  inFront: boolean,
  front: string,
): string | undefined {
  const heading = joinPage({ title }, "").trimEnd();
  if (!heading.startsWith("# ")) return undefined;
  const old = rest.trim();
  if (old !== "") {
    const start = rest.indexOf(old);
    return rest.slice(0, start) + heading + rest.slice(start + old.length);
  }
  if (inFront) return rest;
  const end = lineEndOf(front + rest);
  return said === undefined ? `${front === "" ? "" : end}${heading}${end}${end}` : undefined;
}

/** The front matter with some keys changed; undefined where its text can't be told apart by lines. */
function editedFront(
  head: string,
  range: { readonly start: number; readonly end: number; readonly after: number } | undefined,
  changes: ReadonlyMap<string, unknown>,
): string | undefined {
  const end = lineEndOf(head);
  const print = (key: string, value: unknown): string =>
    stringify({ [key]: value }, { lineWidth: 0 }).replaceAll("\n", end);
  const written = [...changes].filter(([, value]) => value !== undefined);
  if (range === undefined)
    return `---${end}${written.map(([key, value]) => print(key, value)).join("")}---${end}${end}`;
  const yaml = head.slice(range.start, range.end);
  const places = keysOf(yaml);
  const edits: Edit[] = [];
  for (const [key, value] of changes) {
    const place = places.get(key);
    const text = value === undefined ? "" : print(key, value);
    const atEnd = { start: range.end, end: range.end, text: `${yaml === "" ? "" : end}${text.trimEnd()}` };
    if (place === undefined && value === undefined) return undefined;
    if (place === undefined) edits.push(yaml === "" ? { ...atEnd, text } : atEnd);
    else {
      const isLast = range.start + place.end >= range.end;
      edits.push({
        start: range.start + place.start,
        end: Math.min(range.start + place.end, range.end),
        text: isLast ? text.trimEnd() : text,
      });
    }
  }
  return replaceRanges(head.slice(0, range.after), edits);
}

/** The lines of each key of a mapping in block style, with the comments behind it; empty for anything else. */
function keysOf(yaml: string): Map<string, { readonly start: number; readonly end: number }> {
  if (isDeepYaml(yaml)) return new Map();
  const { contents, errors } = parseDocument(yaml, { schema: "core", logLevel: "silent", stringKeys: true });
  const places = new Map<string, { start: number; end: number }>();
  if (errors.length > 0 || !isMap(contents) || contents.flow === true) return places;
  for (const { key, value } of contents.items) {
    if (!isScalar(key) || !key.range) return new Map();
    const start = yaml.lastIndexOf("\n", key.range[0]) + 1;
    // An indented or quoted key, or two on a line, is left to be printed anew.
    if (start !== key.range[0]) return new Map();
    const last = (value as { range?: readonly number[] | null } | null)?.range?.[1] ?? key.range[1];
    const line = yaml.indexOf("\n", Math.max(last - 1, key.range[0]));
    places.set(String(key.value), { start, end: line < 0 ? yaml.length : line + 1 });
  }
  return places;
}

function changedKeys(before: Values, now: Values): Map<string, unknown> {
  const names = new Set([...Object.keys(before), ...Object.keys(now)]);
  const changed = [...names].filter((name) => !sameJson(before[name], now[name]));
  return new Map(changed.map((name) => [name, now[name]]));
}

/** Values without those that say what holds without them, so that both sides are written alike. */
function plainValues(meta: PageMeta): Values {
  const values = valuesOf(meta);
  const plain = Object.entries(values).flatMap(([key, value]) => {
    if (value === false && ["hidden", "noIndex", "noRobotsIndex"].includes(key)) return [];
    if (value === "" || (key === "coverY" && value === 0)) return [];
    return [[key, key === "emoji" ? (oneEmoji(String(value)) ?? value) : value] as const];
  });
  // YAML has numbers that are kept as text, since JSON has not.
  const kept = JSON.stringify(Object.fromEntries(plain), (_key, one: unknown) =>
    typeof one === "number" && !Number.isFinite(one) ? String(one) : one,
  );
  return JSON.parse(kept) as Values;
}

function says(
  text: string,
  now: { readonly title: string; readonly body: string },
  meta: PageMeta,
  before: string,
): boolean {
  const read = splitPage(text);
  const same = changedKeys(plainValues(read.meta), plainValues(meta)).size === 0;
  return same && read.body === now.body && (read.meta.title ?? before) === now.title;
}

function lineEndOf(text: string): string {
  return text.includes("\r\n") ? "\r\n" : "\n";
}
