/** What tools write within a line: ids of headings, lists of attributes, keys, icons, marks. */
import {
  codeRanges,
  codeTest,
  lineBefore,
  replaceBetween,
  replaceOutsideCode,
  shownRanges,
  withoutEnd,
} from "./code.ts";
import { anchor, button, icon } from "./dialect.ts";

/** `## Title {#id}`, `{: .wide #id }` of Python-Markdown, a comment `#id` in MDX, and `[#id]` of Nextra. */
export function headingIds(text: string): string {
  return replaceOutsideCode(
    text,
    /^[ \t]{0,20}#{1,6}[ \t][^\n]*[}\]][ \t]{0,20}#{0,6}[ \t]*$/gm,
    ([line]) => {
      const trimmed = withoutEnd(line, " \t#");
      const at = Math.max(trimmed.lastIndexOf("{"), trimmed.endsWith("]") ? trimmed.lastIndexOf("[") : -1);
      const mark = at < 0 || trimmed.length - at > 400 ? "" : trimmed.slice(at);
      const id = HEADING_ID.exec(mark);
      if (id === null) return line;
      return `${trimmed.slice(0, at).replace(/\\$/, "").trimEnd()} ${anchor(id[1] ?? id[2] ?? "")}`;
    },
  );
}

const HEADING_ID =
  /^\{:?\s*(?:\/\*\s*)?(?:(?:\.[\w-]+|[\w-]+=[^\s{}]+)\s+){0,10}#([\w.:-]{1,200})[^}]*\}$|^\[#([\w.:-]{1,200})\]$/;

/** Lists of attributes of Python-Markdown: a button becomes one, ids of headings are read before, the others go. */
export function attributeLists(text: string): string {
  // A link without words or an address is there for its id.
  const anchored = replaceOutsideCode(
    text,
    /\[\]\(\)\{:?[ \t]*#([\w.:-]{1,200})[^{}\n]{0,100}\}/g,
    ([, id = ""]) => anchor(id),
  );
  const buttons = replaceOutsideCode(
    anchored,
    /\[([^\][\n]{1,300})\]\(([^()\s]{1,1000})\)\{:?[^}\n]{0,100}\.md-button([^}\n]{0,100})\}/g,
    ([, title = "", href = "", rest = ""]) =>
      button(title.replace(/:[a-z]+-[\w-]+:/g, "").trim(), href, rest.includes("primary")),
  );
  const list = /\{:?[ \t]*(?:[.#][\w-]|[\w-]+=)[^{}\n]{0,300}\}/g;
  return replaceOutsideCode(
    buttons,
    list,
    ({ 0: whole, index }) => (isListPlace(buttons, index, index + whole.length) ? "" : whole),
    shownRanges(buttons),
  );
}

/**
 * Whether a list of attributes can stand there: right behind something within a line, at the end of a heading or of a
 * cell, or alone in its line. Elsewhere braces are text.
 */
function isListPlace(text: string, start: number, end: number): boolean {
  const last = text[start - 1] ?? "\n";
  if (")]`>".includes(last)) return true;
  if ("*_:".includes(last))
    return /[*_:][^*_:\n]{1,200}[*_:]$/.test(text.slice(Math.max(0, start - 90), start));
  const before = " \t\n".includes(last) ? lineBefore(text, start) : undefined;
  if (before === undefined) return false;
  const after = text.slice(end, end + 100);
  if (/^[ \t]*\|/.test(after)) return true;
  return /^[ \t>]*(?:#{1,6}[ \t].*)?$/.test(before) && /^[ \t]*#{0,6}[ \t]*(?:\n|$)/.test(after);
}

/** Icons of Material for MkDocs by their sets; those of Font Awesome have their names here too. */
export function materialIcons(text: string): string {
  return replaceOutsideCode(
    text,
    /:(fontawesome-(?:brands|solid|regular)|material|octicons|simple)-([a-z0-9-]{1,60}):/g,
    ([whole, set = "", name = ""]) => {
      const plain = name.replace(/-(?:16|24|outline)$/, "");
      const known = set.startsWith("fontawesome") || set === "simple" ? plain : MATERIAL[plain];
      return known === undefined ? "" : icon(known) || whole;
    },
  );
}

const MATERIAL: Readonly<Record<string, string>> = {
  "arrow-right": "arrow-right", alert: "triangle-exclamation", check: "check", close: "xmark", cog: "gear", download: "download",
  "file-document": "file-lines", github: "github", heart: "heart", "heart-fill": "heart", home: "house", information: "circle-info",
  key: "key", "lightbulb-on": "lightbulb", lightbulb: "lightbulb", link: "link", lock: "lock", magnify: "magnifying-glass",
  "book-open": "book-open", pencil: "pencil", plus: "plus", rocket: "rocket", "rocket-launch": "rocket", search: "magnifying-glass", star: "star", tag: "tag",
  "clock-fast": "clock", scale: "scale-balanced", "scale-balance": "scale-balanced", "format-font": "font", "language-markdown": "markdown", "language-python": "python",
}; // prettier-ignore

const KEY = '(?:[\\w-]{1,40}|"[^"+\\n]{1,60}")';
const KEYS = new RegExp(`(?<![\\w+])\\+\\+(${KEY}(?:\\+${KEY}){0,10})\\+\\+(?![\\w+])`, "g");

function pressedKeys(text: string): string {
  return replaceOutsideCode(text, KEYS, ([, keys = ""]) =>
    keys
      .split("+")
      .map((key) => `<kbd>${keyName(key.replaceAll('"', ""))}</kbd>`)
      .join("+"),
  );
}

/** Which of the marks a project has: they are extensions, and plain characters without them. */
export interface PythonMarks {
  /** `H~2~O` */
  readonly sub: boolean;
  /** `x^2^` */
  readonly sup: boolean;
  /** `{++more++}`, `{--less--}`, `{~~old~>new~~}`, `{==this==}`, `{>>a word on it<<}` */
  readonly critic: boolean;
  /** `++ctrl+c++` */
  readonly keys: boolean;
  /** `==this==` */
  readonly mark: boolean;
  /** `^^more^^` */
  readonly insert: boolean;
}

/** What is no text of a line: formulas, destinations, tags, addresses. */
const APART =
  "\\$\\$[^$]{1,5000}\\$\\$|\\]\\([^()\\s]{1,2000}\\)|<[a-zA-Z/][^<>\\n]{0,1000}>|https?://[^\\s<>]{1,2000}|^\\[[^\\]\\n]{1,300}\\]:[^\\n]{0,2000}";
const SUB = new RegExp(`${APART}|(?<![~\\\\])~(?!~)([^\\s~]{1,100})~(?!~)`, "gm");
const SUP = new RegExp(`${APART}|(?<![\\^[\\\\])\\^(?!\\^)([^\\s^\\][]{1,100})\\^(?!\\^)`, "gm");

/** Such marks, as the dialect has them. */
export function pythonMarks(text: string, { sub, sup, critic, ...has }: PythonMarks): string {
  let made = critic ? criticMarks(text) : text;
  const set = (pattern: RegExp, tag: string): void => {
    made = replaceOutsideCode(made, pattern, ([whole, inside]) =>
      inside === undefined ? whole : `<${tag}>${inside}</${tag}>`,
    );
  };
  if (sub) set(SUB, "sub");
  if (sup) set(SUP, "sup");
  if (has.keys) made = pressedKeys(made);
  if (has.mark) set(/==(?=\S)([^=\n]{1,500})(?<=\S)==/g, "mark");
  if (has.insert) set(/\^\^(?=\S)([^^\n]{1,500})(?<=\S)\^\^/g, "u");
  return made;
}

function criticMarks(text: string): string {
  return replaceOutsideCode(
    text,
    /\{(--|\+\+|~~|==|>>)([^{}\n]{1,500})(--|\+\+|~~|==|<<)\}/g,
    ([whole, open = "", inside = "", close = ""]) => {
      if (close !== (open === ">>" ? "<<" : open)) return whole;
      if (open === "--") return `~~${inside}~~`;
      if (open === "++") return `<u>${inside}</u>`;
      if (open === "==") return `<mark>${inside}</mark>`;
      if (open === ">>") return ` (${inside.trim()})`;
      const [old = "", now] = inside.split("~>");
      return now === undefined
        ? whole
        : `${old === "" ? "" : `~~${old}~~`}${now === "" ? "" : `<u>${now}</u>`}`;
    },
  );
}

function keyName(key: string): string {
  const names: Readonly<Record<string, string>> = {
    ctrl: "Ctrl",
    cmd: "Cmd",
    alt: "Alt",
    shift: "Shift",
    esc: "Esc",
  };
  return names[key] ?? (key.length === 1 ? key.toUpperCase() : (key[0] ?? "").toUpperCase() + key.slice(1));
}

/** `\(x\)` and `\[x\]`, in projects that write formulas. */
export function bracketFormulas(text: string): string {
  const blocks = replaceBetween(text, /^[ \t]{0,20}\\{1,2}\[/gm, "\\]", (tex) =>
    tex.length > 5_000 ? undefined : `$$\n${tex.replace(/\\$/, "").trim()}\n$$`,
  );
  return replaceBetween(blocks, /\\{1,2}\(/g, "\\)", (tex) =>
    tex.length > 1_000 || tex.includes("\n") ? undefined : `$$${tex.replace(/\\$/, "").trim()}$$`,
  );
}

/** The same, and `$x$`, in projects that say so. */
export function dollarFormulas(text: string): string {
  return replaceOutsideCode(
    bracketFormulas(text),
    /(?<![\w$\\])\$(?=[^\s$])([^$\n]{1,500}?)(?<=[^\s\\])\$(?![\w$])/g,
    ([, tex = ""]) => `$$${tex}$$`,
  );
}

const DEFINITION = /:[ \t]{1,4}\S[^\n]{0,5000}(?:\n(?:[ \t]{2,}[^\n]{1,5000}|(?=\n[ \t]{4}\S))){0,500}/
  .source;
const DEFINITIONS = new RegExp(
  `^([^\\s:#>|!<-][^\\n]{0,300})\\n\\n?(${DEFINITION}(?:\\n\\n?${DEFINITION}){0,50})`,
  "gm",
);

/** Lists of terms, `Term` and `:   what it is` below it: each term is strong, its texts are indented no more. */
export function definitionLists(text: string): string {
  if (!/^:[ \t]{1,4}\S/m.test(text)) return text;
  const isCode = codeTest(codeRanges(text));
  const parts: string[] = [];
  let from = 0;
  for (const { 0: whole, 1: written = "", 2: body = "", index } of text.matchAll(DEFINITIONS)) {
    // A term may be code itself; what it is never is, nor is the end of a fence a term.
    if (isCode(index + whole.length - body.length) || /^(?:`{3}|~{3})/.test(written)) continue;
    const term = written.trim();
    const all = body.split(/^:[ \t]{1,4}/m).slice(1);
    const said = all.map((one) => one.replace(/^[ \t]{1,4}/gm, "").trimEnd());
    parts.push(
      text.slice(from, index),
      [/^\*\*.*\*\*$/.test(term) ? term : `**${term}**`, ...said].join("\n\n"),
    );
    from = index + whole.length;
  }
  return parts.join("") + text.slice(from);
}

/** The mark for a table of contents, which every page has. */
export function withoutContents(text: string): string {
  return replaceOutsideCode(
    text,
    /^[ \t]*(?:\[TOC\]|\[\[toc\]\]|\{:toc\}|\[\[_TOC_\]\])[ \t]*$/gim,
    () => "",
  );
}
