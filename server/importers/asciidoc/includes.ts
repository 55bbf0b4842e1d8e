/** `include::` of AsciiDoc: other files, parts of them by their tags or lines, headings moved to another level. */
import { lineRange, resolvePath, type IncludeRule } from "../tools/includes.ts";
import type { ReadingNotes } from "../tools/told.ts";

/** @param resolve the path of what is named in the file `from` */
export function asciidocIncludes(
  told: ReadingNotes,
  resolve: (from: string, written: string) => string | undefined = resolvePath,
): IncludeRule {
  return {
    pattern: /^include::([^[\n]{1,500})\[([^\]\n]{0,500})\][ \t]*$/gm,
    inCode: true,
    read: ([, written = "", list = ""], from) => {
      if (/[{]|^https?:/.test(written)) {
        told.unknown("an include by an address, or by the value of an attribute, is left as a link", from);
        return undefined;
      }
      const path = resolve(from, written);
      if (path === undefined) return undefined;
      const options = optionsOf(list);
      const offset = Number(options.get("leveloffset") ?? 0);
      return {
        paths: [path],
        select: (text) => selected(text, options),
        write: (text) => (Number.isInteger(offset) ? moved(text, offset) : text),
      };
    },
  };
}

/** `tag=a, lines="1..3;7"`. */
function optionsOf(list: string): Map<string, string> {
  const found = list.matchAll(/([a-z]+)\s{0,9}=\s{0,9}(?:"([^"]{0,300})"|([^,"]{0,300}))/g);
  return new Map([...found].map(([, name = "", quoted, bare = ""]) => [name, (quoted ?? bare).trim()]));
}

const MARK = /^.{0,200}?\b(tag|end)::([^[\s]{1,100})\[\]/;

function selected(text: string, options: ReadonlyMap<string, string>): string | undefined {
  const lines = options.get("lines");
  if (lines !== undefined) {
    const ranges = lines.split(/[;,]/).map((range) => range.split("..").map(Number));
    return ranges
      .map(([first = 1, last = first]) => lineRange(text, first, last < 0 ? Infinity : last))
      .join("\n");
  }
  const wanted = (options.get("tags") ?? options.get("tag"))?.split(/[;,]/).map((tag) => tag.trim());
  return tagged(text, wanted);
}

/** What stands within the tags; without any, all but the marks. */
function tagged(text: string, wanted: readonly string[] | undefined): string | undefined {
  const open = openTags(wanted ?? []);
  let isFound = wanted === undefined || wanted.some((tag) => /[*!]/.test(tag));
  const kept = text.split("\n").filter((line) => {
    const mark = MARK.exec(line);
    if (mark === null) return wanted === undefined || open.isWanted();
    const [, kind, tag = ""] = mark;
    if (wanted?.includes(tag) === true) isFound = true;
    if (kind === "tag") open.add(tag);
    else open.remove(tag);
    return false;
  });
  return isFound ? kept.join("\n") : undefined;
}

interface OpenTags {
  readonly add: (tag: string) => void;
  readonly remove: (tag: string) => void;
  readonly isWanted: () => boolean;
}

/** The tags around a line, counted: what a line costs doesn't grow with how many are open. */
function openTags(tags: readonly string[]): OpenTags {
  const wanted = new Set(tags);
  const isAll = wanted.has("**");
  const isEachTag = wanted.has("*");
  const isAllBut = tags.length > 0 && tags.every((tag) => tag.startsWith("!"));
  const counts = new Map<string, number>();
  const open = { all: 0, wanted: 0, excluded: 0 };
  const count = (tag: string, by: 1 | -1): void => {
    const left = (counts.get(tag) ?? 0) + by;
    if (left > 0) counts.set(tag, left);
    else counts.delete(tag);
    open.all += by;
    if (wanted.has(tag)) open.wanted += by;
    if (wanted.has(`!${tag}`)) open.excluded += by;
  };
  return {
    add: (tag) => count(tag, 1),
    remove: (tag) => {
      if (counts.has(tag)) count(tag, -1);
    },
    isWanted: () =>
      open.excluded === 0 && (isAll || (isEachTag && open.all > 0) || open.wanted > 0 || isAllBut),
  };
}

/** Headings some levels lower, outside of blocks of code. */
function moved(text: string, offset: number): string {
  if (offset === 0) return text;
  let fence = "";
  return text
    .split("\n")
    .map((line) => {
      const mark = /^(-{4,}|\.{4,}|`{3,})\s*$/.exec(line)?.[1];
      if (mark !== undefined && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
      const heading = fence === "" ? /^(={1,6})(\s+\S.*)$/.exec(line) : null;
      if (heading === null) return line;
      return `${"=".repeat(Math.min(6, Math.max(1, (heading[1]?.length ?? 1) + offset)))}${heading[2] ?? ""}`;
    })
    .join("\n");
}
