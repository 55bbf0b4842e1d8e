/** Blocks between lines of colons, as Docusaurus, VitePress and Starlight have them: `:::tip[Title]` … `:::`. */
import { codeRanges, codeTest, dedent, indented } from "./code.ts";
import type { ReadingNotes } from "./told.ts";

export interface Directive {
  readonly name: string;
  /** What stands in brackets, or behind the name. */
  readonly title: string;
  readonly body: string;
}

/** Writes a directive; undefined says that there is none of this name. */
export type WriteDirective = (directive: Directive) => string | undefined;

const HEAD = /^([ \t]*)(:{3,})[ \t]*([A-Za-z][\w-]{0,60})/;
const CLOSE = /^[ \t]*(:{3,})[ \t]*$/;
const DEEPEST = 60;
const LONGEST_TITLE = 500;

interface Opening {
  readonly indent: string;
  readonly colons: number;
  readonly name: string;
  readonly title: string;
  readonly line: string;
}

interface Frame {
  readonly open: Opening | undefined;
  readonly lines: string[];
}

export function writeDirectives(
  text: string,
  write: WriteDirective,
  told: ReadingNotes,
  path: string,
): string {
  if (!text.includes(":::")) return text;
  const isCode = codeTest(codeRanges(text));
  const stack: Frame[] = [{ open: undefined, lines: [] }];
  let at = 0;
  for (const line of text.split("\n")) {
    const isText = isCode(at);
    at += line.length + 1;
    const top = stack.at(-1) as Frame;
    const close = isText ? null : CLOSE.exec(line);
    const open = isText || line.length > 2_000 ? undefined : opening(line);
    if (close !== null && top.open !== undefined) {
      // An outer one has more colons than those in it, where a project writes them so.
      while (
        stack.length > 2 &&
        (stack.at(-1)?.open?.colons ?? 0) < (close[1] ?? "").length &&
        stack.some(({ open }) => open?.colons === close[1]?.length)
      )
        leave(stack, write, told, path);
      leave(stack, write, told, path);
    } else if (open !== undefined && stack.length < DEEPEST) {
      stack.push({ open, lines: [] });
    } else top.lines.push(line);
  }
  while (stack.length > 1) {
    const { open, lines } = stack.pop() as Frame;
    (stack.at(-1) as Frame).lines.push(open?.line ?? "", lines.join("\n"));
    told.unknown(
      `a line of colons opens ${open?.name ?? "a block"} that nothing closes: it stands as text`,
      path,
    );
  }
  return (stack[0] as Frame).lines.join("\n");
}

/** What stands behind the name is read by hand: a pattern for all of it tries each split of a run of blanks. */
function opening(line: string): Opening | undefined {
  const head = HEAD.exec(line);
  if (head === null) return undefined;
  const [whole, indent = "", colons = "", name = ""] = head;
  const bracket = enclosed(line.slice(whole.length).trim(), "[", "]");
  const braces = enclosed(bracket.rest, "{", "}");
  if (braces.rest.length > LONGEST_TITLE) return undefined;
  const given = /title="([^"]*)"/.exec(braces.inside ?? "")?.[1];
  const title = (bracket.inside ?? given ?? braces.rest).replace(/\{[^{}]*\}$/, "").trim();
  return { indent, colons: colons.length, name, title, line };
}

/** What a text begins with between two marks, if it does, and what is left behind them. */
function enclosed(text: string, open: string, close: string): { inside: string | undefined; rest: string } {
  const end = text.startsWith(open) ? text.indexOf(close) : -1;
  if (end < 0 || end > LONGEST_TITLE) return { inside: undefined, rest: text };
  return { inside: text.slice(1, end), rest: text.slice(end + 1).trim() };
}

function leave(stack: Frame[], write: WriteDirective, told: ReadingNotes, path: string): void {
  const { open, lines } = stack.pop() as Frame;
  if (open === undefined) return;
  const above = stack.at(-1) as Frame;
  const body = dedent(lines.join("\n"));
  const made = write({ name: open.name, title: open.title, body });
  if (made === undefined)
    told.unknown(`the block :::${open.name} is not known here: its content is kept`, path);
  above.lines.push("", indented(made ?? body, open.indent), "");
}
