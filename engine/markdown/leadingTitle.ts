/** The heading that a page begins with, where that is its title. */
import { parse } from "./parse.ts";
import { plainText } from "./plainText.ts";

const blankLine = /^[ \t]*(?:\r\n?|\n)/;
const blankLines = /^(?:[ \t]*(?:\r\n?|\n))*/;

/** The level-one heading a text starts with: its plain text, and where it ends. */
export function leadingTitle(text: string): { title: string; end: number } | undefined {
  const start = blankLines.exec(text)![0].length;
  const lines = /^([^\r\n]*)(\r\n?|\n|$)(?:( {0,3}=+[ \t]*)(\r\n?|\n|$))?/.exec(text.slice(start))!;
  const atx = /^ {0,3}#(?:[ \t]|$)/.test(lines[1]!);
  if (!atx && lines[3] === undefined) return undefined;
  const length = lines[1]!.length + lines[2]!.length;
  const heading = atx ? lines[1]! : `${lines[1]!}\n${lines[3]!}`;
  const { children } = parse(heading).document;
  const [first] = children;
  if (children.length !== 1 || first?.type !== "heading" || first.level !== 1) return undefined;
  const title = plainText(first.children).replace(/\s+/g, " ").trim();
  if (title === "") return undefined;
  return { title, end: start + (atx ? length : lines[0].length) };
}

/**
 * A page without front matter, as `splitPage` has its body: what reads pages and writes no files goes without YAML.
 * Undefined where the text may begin with front matter.
 * @param given the title of the page
 */
export function bodyBelowTitle(source: string, given: string): string | undefined {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  if (text.startsWith("---")) return undefined;
  const heading = leadingTitle(text);
  return heading?.title === given ? text.slice(heading.end).replace(blankLine, "") : text;
}
