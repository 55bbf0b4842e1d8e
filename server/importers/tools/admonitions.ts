/** Blocks of Python-Markdown, whose content is indented: `!!! note "Title"`, `??? tip`, `=== "Tab"`. */
import { codeRanges, codeTest, dedent, indented } from "./code.ts";
import { details, hint, styleOf, tabs, type TabText } from "./dialect.ts";

const OPEN = /^([ \t]*)(!!!|\?\?\?\+?|===[!+]?)[ \t]+(.*)$/;
const DEEPEST = 30;

/** Writes such blocks as hints, expandables and tabs; those in them too. */
export function writeAdmonitions(text: string): string {
  return /^[ \t]*(?:!!!|\?\?\?|===)/m.test(text) ? blocks(text, 0) : text;
}

function blocks(text: string, depth: number): string {
  const lines = text.split("\n");
  const isCode = codeTest(codeRanges(text));
  const written: string[] = [];
  let at = 0;
  let group: { indent: string; all: TabText[] } | undefined;
  const flush = (): void => {
    if (group !== undefined) written.push("", indented(tabs(group.all), group.indent), "");
    group = undefined;
  };
  for (let index = 0; index < lines.length;) {
    const line = lines[index] as string;
    const open = isCode(at) || line.length > 2_000 ? null : OPEN.exec(line);
    if (open === null || depth >= DEEPEST || !isOpening(open)) {
      if (line.trim() !== "") flush();
      if (group === undefined || line.trim() !== "") written.push(line);
      at += line.length + 1;
      index += 1;
      continue;
    }
    const [, indent = "", mark = "", rest = ""] = open;
    const end = endOfContent(lines, index + 1, width(indent));
    const inner = lines.slice(index + 1, end).join("\n");
    const body = blocks(dedent(inner), depth + 1);
    if (mark.startsWith("===")) {
      if (mark === "===!" || (group !== undefined && group.indent !== indent)) flush();
      group ??= { indent, all: [] };
      group.all.push({ title: titleOf(rest), body });
    } else {
      flush();
      written.push("", indented(admonition(mark, rest, body), indent), "");
    }
    for (; index < end; index += 1) at += (lines[index] as string).length + 1;
  }
  flush();
  return written.join("\n");
}

/** A line of equals signs under a heading is no tab. */
function isOpening([, , mark = "", rest = ""]: RegExpExecArray): boolean {
  return mark.startsWith("===") ? /^"[^"]+"\s*$/.test(rest) : /^[a-zA-Z]/.test(rest) || rest.startsWith('"');
}

/** The content goes on over empty lines while it is indented by two more than its head: four is the rule, and people write less. */
function endOfContent(lines: readonly string[], from: number, outer: number): number {
  let end = from;
  for (let index = from; index < lines.length; index += 1) {
    const line = lines[index] as string;
    if (line.trim() === "") continue;
    if (width(/^[ \t]*/.exec(line)?.[0] ?? "") < outer + 2) break;
    end = index + 1;
  }
  return end;
}

function width(space: string): number {
  return space.replaceAll("\t", "    ").length;
}

function titleOf(rest: string): string {
  return /"([^"]*)"/.exec(rest)?.[1] ?? "";
}

function admonition(mark: string, rest: string, body: string): string {
  const kind = /^[\w-]+/.exec(rest)?.[0] ?? "note";
  const title = titleOf(rest);
  return mark.startsWith("?")
    ? details(titled(kind, title), body, mark === "???+")
    : namedHint(kind, title, body);
}

/** A hint by the kind that readers see as its title where nobody gave it another. */
export const namedHint = (kind: string, title: string, body: string): string =>
  hint(styleOf(kind), title === "" && PLAIN.has(kind) ? "" : titled(kind, title), body);

/** The title of a box; its kind, where it has none. */
export const titled = (kind: string, title: string): string =>
  title === "" ? kind.slice(0, 1).toUpperCase() + kind.slice(1) : title;

/** Kinds whose name says nothing that the hint doesn't. */
const PLAIN = new Set([
  "note",
  "info",
  "abstract",
  "summary",
  "tldr",
  "success",
  "warning",
  "danger",
  "error",
]);
