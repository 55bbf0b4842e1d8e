/** What tools write within a line: ids of headings, lists of attributes, keys, icons, marks. */
import { replaceBetween, replaceOutsideCode, withoutEnd } from "./code.ts";
import { anchor, button, icon } from "./dialect.ts";

/** `## Title {#id}`, a comment `#id` in MDX, and `[#id]` of Nextra. */
export function headingIds(text: string): string {
  return replaceOutsideCode(
    text,
    /^[ \t]{0,20}#{1,6}[ \t][^\n]*[}\]][ \t]{0,20}#{0,6}[ \t]*$/gm,
    ([line]) => {
      const trimmed = withoutEnd(line, " \t#");
      const at = Math.max(trimmed.lastIndexOf("{"), trimmed.endsWith("]") ? trimmed.lastIndexOf("[") : -1);
      const mark = at < 0 || trimmed.length - at > 400 ? "" : trimmed.slice(at);
      const id = /^\{\s*(?:\/\*\s*)?#([\w.:-]{1,200})[^}]*\}$|^\[#([\w.:-]{1,200})\]$/.exec(mark);
      if (id === null) return line;
      return `${trimmed.slice(0, at).replace(/\\$/, "").trimEnd()} ${anchor(id[1] ?? id[2] ?? "")}`;
    },
  );
}

/** Lists of attributes of Python-Markdown: a button becomes one, ids of headings are read before, the others go. */
export function attributeLists(text: string): string {
  const buttons = replaceOutsideCode(
    text,
    /\[([^\][\n]{1,300})\]\(([^()\s]{1,1000})\)\{:?[^}\n]{0,100}\.md-button([^}\n]{0,100})\}/g,
    ([, title = "", href = "", rest = ""]) =>
      button(title.replace(/:[a-z]+-[\w-]+:/g, "").trim(), href, rest.includes("primary")),
  );
  return replaceOutsideCode(
    buttons,
    /\{:?[ \t]*[.#][\w-][^{}\n]{0,300}\}|\{:?(?:[ \t]*[\w-]+=(?:"[^"\n]{0,200}"|[^\s{}"=][^\s{}]{0,199})(?=[ \t}])){1,10}[ \t]*\}/g,
    () => "",
  );
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

/** Keys, marks and edits of Python-Markdown's extensions. */
export function pythonInlines(text: string): string {
  let made = replaceOutsideCode(text, /\+\+([a-z0-9"][\w" +-]{0,60})\+\+/g, ([, keys = ""]) =>
    keys
      .split("+")
      .map((key) => `<kbd>${keyName(key.replaceAll('"', ""))}</kbd>`)
      .join("+"),
  );
  made = replaceOutsideCode(
    made,
    /==(?=\S)([^=\n]{1,500})(?<=\S)==/g,
    ([, marked = ""]) => `<mark>${marked}</mark>`,
  );
  return replaceOutsideCode(
    made,
    /\^\^(?=\S)([^^\n]{1,500})(?<=\S)\^\^/g,
    ([, added = ""]) => `<u>${added}</u>`,
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
}

/** What is no text of a line: formulas, destinations, tags, addresses. */
const APART =
  "\\$\\$[^$]{1,5000}\\$\\$|\\]\\([^()\\s]{1,2000}\\)|<[a-zA-Z/][^<>\\n]{0,1000}>|https?://[^\\s<>]{1,2000}|^\\[[^\\]\\n]{1,300}\\]:[^\\n]{0,2000}";
const SUB = new RegExp(`${APART}|(?<![~\\\\])~(?!~)([^\\s~]{1,100})~(?!~)`, "gm");
const SUP = new RegExp(`${APART}|(?<![\\^[\\\\])\\^(?!\\^)([^\\s^\\][]{1,100})\\^(?!\\^)`, "gm");

/** Such marks, as the dialect has them. */
export function pythonMarks(text: string, { sub, sup, critic }: PythonMarks): string {
  let made = critic ? criticMarks(text) : text;
  const set = (pattern: RegExp, tag: string): void => {
    made = replaceOutsideCode(made, pattern, ([whole, inside]) =>
      inside === undefined ? whole : `<${tag}>${inside}</${tag}>`,
    );
  };
  if (sub) set(SUB, "sub");
  if (sup) set(SUP, "sup");
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

/** Lists of terms, `Term` and `:   what it is` below it: each term is strong, its text indented no more. */
export function definitionLists(text: string): string {
  if (!/^:[ \t]{1,4}\S/m.test(text)) return text;
  return replaceOutsideCode(
    text,
    /^([^\s:#>|!<-][^\n]{0,300})\n\n?:[ \t]{1,4}(\S[^\n]{0,5000}(?:\n(?:[ \t]{2,}[^\n]{1,5000}|(?=\n[ \t]{4}\S))){0,500})/gm,
    ([, term = "", body = ""]) => `**${term.trim()}**\n\n${body.replace(/^[ \t]{1,4}/gm, "")}`,
  );
}

/** The mark for a table of contents, which every page has. */
export function withoutContents(text: string): string {
  return replaceOutsideCode(
    text,
    /^[ \t]*(?:\[TOC\]|\[\[toc\]\]|\{:toc\}|\[\[_TOC_\]\])[ \t]*$/gim,
    () => "",
  );
}
