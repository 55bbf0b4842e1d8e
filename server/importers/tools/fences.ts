/** What tools write behind a fence's language: titles, numbers, marked lines. */
import { indented, replaceFences, type Fence } from "./code.ts";
import { code, tabs, type TabText } from "./dialect.ts";

export interface FenceInfo {
  readonly language: string;
  readonly title: string;
  readonly lineNumbers: boolean;
  readonly wrap: boolean;
  /** "1,3-4" */
  readonly marked: string;
}

/** Reads what stands behind a fence, as any of the tools writes it. */
export function fenceInfo(info: string): FenceInfo {
  const text = info.slice(0, 1_000);
  const braces = /^\{\s*\.([\w+-]+)/.exec(text)?.[1];
  const language = braces ?? /^[\w+#.-]+/.exec(text)?.[0] ?? "";
  const rest = braces === undefined ? text.slice(language.length) : text;
  const quoted = /\b(?:title|filename|file|name|caption)=(?:"([^"]*)"|'([^']*)'|([^\s"'}]+))/.exec(rest);
  const bracket = /^(?::[\w-]+)*\s*(?:\{[^}]*\}\s*)?\[([^\]]{1,200})\]/.exec(rest)?.[1];
  const marked =
    /(?:^|\s|:[\w-]+)\{([\d,\s-]+)\}/.exec(rest)?.[1] ??
    /hl_lines=["']([\d\s,-]+)["']/.exec(rest)?.[1] ??
    /hl_lines=\[([\d\s,"'-]+)\]/.exec(rest)?.[1]?.replace(/["']/g, "");
  const named = quoted?.[1] ?? quoted?.[2] ?? quoted?.[3] ?? bracket ?? bareTitle(rest);
  return {
    language: language.replace(/,.*$/, ""),
    title: named,
    lineNumbers:
      /showLineNumbers|linenums|\blinenos=(?!["']?false)|:line-numbers|\blines\b(?!=)|numberLines/.test(rest),
    wrap: /\bwrap\b(?!=false)/.test(rest),
    marked: (marked ?? "").trim().replace(/[\s,]+/g, ","),
  };
}

/** Mintlify and GitHub: the words behind the language are its title: "js server.js". */
function bareTitle(rest: string): string {
  const words = rest
    .replace(/\{[^{}]*\}|(?<![\w-])[\w-]+=(?:"[^"]*"|'[^']*'|\{[^{}]*\}|\S+)|\/[^/]*\//g, " ")
    .replace(
      /\b(?:showLineNumbers|wrap|lines|expandable|twoslash|live|copy|editable|noplayground|npm2yarn|noInline|mdx-code-block|ignore|icon|theme:\S+)\b/g,
      " ",
    )
    .replace(/(?:^|\s):[\w-]+(?:=\d+)?/g, " ")
    .trim();
  return /^[\w@(][\w .()/:@-]{0,100}$/.test(words) ? words : "";
}

/** Each fence with what the dialect can say of it. */
export function writeFences(text: string, infoOf: (info: string) => FenceInfo = fenceInfo): string {
  return replaceFences(text, (fence) => {
    const info = infoOf(fence.info);
    return indented(writeFence(fence, info), fence.indent);
  });
}

export function writeFence({ mark, text }: Fence, info: FenceInfo): string {
  const noted = withoutNotes(text);
  const lines = [...new Set([info.marked, ...noted.marked])].filter((line) => line !== "");
  const marked = lines.length === 0 ? "" : ` {${lines.join(",")}}`;
  return code(`${mark}${info.language}${marked}\n${noted.text}\n${mark}`, info);
}

const NOTE =
  /(?<![ \t])[ \t]*(?:\/\/|\/\*|#|<!--|--|;|%)[ \t]*\[!code ([^\]\n]{1,40})\][ \t]*(?:\*\/|-->)?[ \t]*$/;
const MARK =
  /^[ \t]*(?:\/\/|\/\*|#|<!--|\{\/\*|--)[ \t]*highlight-(next-line|start|end)[ \t]*(?:\*\/\}?|-->)?[ \t]*$/;

/** Comments that mark lines are no part of the code: `// [!code ++]` and `// highlight-next-line`. */
function withoutNotes(text: string): { readonly text: string; readonly marked: readonly string[] } {
  if (!text.includes("!code") && !text.includes("highlight-")) return { text, marked: [] };
  const lines: string[] = [];
  const marked: string[] = [];
  let isMarking = false;
  let isNext = false;
  for (const line of text.split("\n")) {
    const mark = line.length > 2_000 ? undefined : MARK.exec(line)?.[1];
    if (mark !== undefined) {
      if (mark === "next-line") isNext = true;
      else isMarking = mark === "start";
      continue;
    }
    const note = line.length > 2_000 ? null : NOTE.exec(line);
    lines.push((note === null ? line : line.slice(0, note.index)).replace("[!!code", "[!code"));
    if (isNext || isMarking || (note !== null && !/^focus|^word/.test(note[1] ?? "")))
      marked.push(`${lines.length}`);
    isNext = false;
  }
  return { text: lines.join("\n"), marked };
}

/** The fences of a text as tabs by their titles, as code groups have them. */
export function codeGroup(text: string): string {
  const found: TabText[] = [];
  replaceFences(text, (fence) => {
    const info = fenceInfo(fence.info);
    const title = info.title || info.language || `${found.length + 1}`;
    found.push({ title, body: writeFence(fence, { ...info, title: "" }) });
    return "";
  });
  return found.length === 0 ? text : tabs(found);
}
