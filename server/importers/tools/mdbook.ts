/** mdBook: https://rust-lang.github.io/mdBook */
import { decoded } from "../../../engine/decoded.ts";
import { folderOf } from "../pageNames.ts";
import { parseSummary, type SummaryNode } from "../summary.ts";
import { namedHint, titled } from "./admonitions.ts";
import { indented, replaceBetween, replaceFences, replaceOutsideCode } from "./code.ts";
import type { ComponentTable } from "./components.ts";
import { writeComponents } from "./components.ts";
import { details, hint } from "./dialect.ts";
import { fenceInfo, writeFence } from "./fences.ts";
import { addressByPath } from "./folders.ts";
import { mdbookIds } from "./headingIds.ts";
import { between, joinPath, lineRange, resolvePath, type IncludeRule } from "./includes.ts";
import { bracketFormulas, dollarFormulas, headingIds } from "./inline.ts";
import type { NavItem, Project, Tool, ProjectPage } from "./project.ts";
import { addressIn, entriesOf, redirectsOf } from "./redirects.ts";
import { field, textField, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";
import { toml } from "./toml.ts";
import type { ProjectFiles } from "./projectFiles.ts";

export const MDBOOK: Tool = {
  name: "mdBook",
  understood:
    "its SUMMARY.md with parts and prefixes, redirects, included files and their anchors, listings, and code as readers see it",
  find: ({ paths }) =>
    paths.filter((path) => /(?:^|\/)book\.toml$/.test(path)).toSorted((a, b) => a.length - b.length)[0],
  open: openBook,
};

async function openBook(files: ProjectFiles, settings: string, told: ReadingNotes): Promise<Project> {
  const written = (await files.text(settings)) ?? "";
  const config = toml(written, settings, told);
  const book = field(config, "book");
  const content = joinPath(folderOf(settings), textField(book, "src") ?? "src") ?? folderOf(settings);
  const summary = content === "" ? "SUMMARY.md" : `${content}/SUMMARY.md`;
  const navigation = summaryItems((await files.text(summary)) ?? "", content, files);
  const pages = listed(navigation);
  // Its own formulas stand in brackets; a preprocessor reads dollars too.
  const formulas = written.includes("katex")
    ? dollarFormulas
    : written.includes("mathjax")
      ? bracketFormulas
      : undefined;
  return {
    content,
    pages,
    statics: [],
    own: [summary],
    addressOf: (path) => addressByPath(content, path),
    includes: () => INCLUDES,
    write: (text, page) => writeBook(text, page, formulas),
    headingIds: mdbookIds,
    facts: () => ({}),
    navigation: () => navigation,
    redirects: redirectsOf(redirectPairs(config), settings, told),
  };
}

/** They lead on from where they stand: "../new/place.html". */
function redirectPairs(config: Literal | undefined): (readonly [from: string, to: string])[] {
  const written = entriesOf(field(field(field(config, "output"), "html"), "redirect"));
  return written.map(([from, to]) => {
    const base = `https://book.invalid/${from.replace(/^\/+/, "")}`;
    if (/^https?:/.test(to) || !URL.canParse(to, base)) return [from, to];
    const { pathname, hash } = new URL(to, base);
    return [from, `/${addressIn(decoded(pathname))}${hash}`];
  });
}

/** Chapters before and behind the numbered ones are links that stand alone. */
function summaryItems(text: string, content: string, files: ProjectFiles): NavItem[] {
  const lists = text.slice(0, 2_000_000).replace(/^(\[[^\]\n]{1,500}\]\([^()\n]{0,1000}\))[ \t]*$/gm, "- $1");
  const groups: NavItem[] = [];
  const item = ({ kind, title, destination = "", children }: SummaryNode, depth: number): NavItem => {
    const path = joinPath(content, destination.replace(/^\.\//, ""));
    const items = depth > 50 ? [] : children.map((child) => item(child, depth + 1));
    const isPage = kind === "item" && path !== undefined && destination !== "" && files.has(path);
    return { title, items, ...(isPage ? { path } : {}) };
  };
  for (const node of parseSummary(lists, () => ({ refused: "no book has these" })).nodes)
    groups.push(item(node, 0));
  return groups;
}

function listed(items: readonly NavItem[]): string[] {
  const found = new Set<string>();
  const left = [...items];
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    if (next.path !== undefined) found.add(next.path);
    for (const item of next.items ?? []) left.push(item);
  }
  return [...found].toSorted();
}

function writeBook(
  text: string,
  { path, told }: ProjectPage,
  formulas: (text: string) => string = (plain) => plain,
): string {
  const boxes = replaceBetween(
    admonishments(text),
    /^<div class="(?:warning|caution)">/gm,
    "</div>",
    (inner) => hint("warning", "", inner),
  );
  const plain = replaceOutsideCode(
    boxes,
    /\{\{#title[^{}\n]{0,300}\}\}|\\(\{\{#[^{}\n]{0,300}\}\})/g,
    ([, escaped = ""]) => escaped,
  );
  return headingIds(writeRust(writeComponents(formulas(plain), LISTINGS, told, path))).replaceAll(
    "\\{{#",
    "{{#",
  );
}

/** Boxes of mdbook-admonish stand in fences: "admonish warning", with a title in quotes or as an attribute. */
function admonishments(text: string): string {
  return replaceFences(text, (fence) => {
    const [, said = ""] = /^admonish\b(.*)$/.exec(fence.info) ?? [];
    if (!/^admonish\b/.test(fence.info)) return fence.whole;
    const kind = /^\s*([a-z]+)(?![\w-]*=)/.exec(said)?.[1] ?? "note";
    const title = /\btitle="([^"]*)"/.exec(said)?.[1] ?? /^[^="]*"([^"]*)"/.exec(said)?.[1] ?? "";
    const body = admonishments(fence.text);
    const box = /\bcollapsible=true\b/.test(said)
      ? details(titled(kind, title), body)
      : namedHint(kind, title, body);
    return indented(box, fence.indent);
  });
}

/** The book of Rust names its listings. */
const LISTINGS: ComponentTable = {
  Listing: {
    write: ({ text, inner }) => {
      const name = text("file-name");
      const caption = [text("number") === "" ? "" : `Listing ${text("number")}`, text("caption")]
        .filter((part) => part !== "")
        .join(": ");
      const titled =
        name === "" ? inner : inner.replace(/^(```\w[^\n]*)$/m, `$1 title="${name.replaceAll('"', "")}"`);
      return caption === "" ? titled : `${titled}\n\n*${caption}*`;
    },
  },
};

/** Of code in Rust, lines that begin with "# " are for the compiler. */
function writeRust(text: string): string {
  return replaceFences(text, (fence) => {
    const info = fenceInfo(fence.info.replace(/,/g, " "));
    const language = /^[\w+#-]*/.exec(fence.info)?.[0] ?? "";
    const shown = language === "rust" ? shownRust(fence.text) : fence.text;
    return indented(
      writeFence(
        { ...fence, text: shown },
        { ...info, language, title: /title="([^"]*)"/.exec(fence.info)?.[1] ?? "" },
      ),
      fence.indent,
    );
  });
}

const INCLUDES: readonly IncludeRule[] = [
  {
    pattern:
      /(?<!\\)\{\{#(include|rustdoc_include|playground|playpen)[ \t]+([^{}\s]{1,500})[^{}\n]{0,100}\}\}/g,
    inCode: true,
    read: ([, kind = "", written = ""], from) => {
      const [file = "", first, last] = written.split(":");
      const path = resolvePath(from, file);
      if (path === undefined) return { paths: [written] };
      const write = kind.startsWith("play")
        ? { write: (text: string) => `\`\`\`rust\n${text.trimEnd()}\n\`\`\`` }
        : {};
      return { paths: [path], select: (text) => part(text, first, last), ...write };
    },
  },
];

function part(text: string, first: string | undefined, last: string | undefined): string | undefined {
  if (first !== undefined && /[^\d]/.test(first)) {
    const found = between(
      text,
      (line) => anchored(line, "ANCHOR:", first),
      (line) => anchored(line, "ANCHOR_END:", first),
    );
    return found === undefined ? undefined : withoutAnchors(found);
  }
  const from = first === undefined || first === "" ? 1 : Number(first);
  const to =
    last === undefined
      ? first === undefined || first === ""
        ? Infinity
        : from
      : last === ""
        ? Infinity
        : Number(last);
  return withoutAnchors(lineRange(text, from, to));
}

function anchored(line: string, mark: string, name: string): boolean {
  const at = line.indexOf(mark);
  return (
    at >= 0 &&
    line
      .slice(at + mark.length)
      .trim()
      .split(/\s/)[0] === name
  );
}

function withoutAnchors(text: string): string {
  return text.replace(/^.{0,200}\bANCHOR(?:_END)?:.*(?:\n|$)/gm, "");
}

function shownRust(text: string): string {
  return text
    .replace(/^[ \t]{0,100}#(?: .*)?(?:\n|$)/gm, "")
    .replace(/^([ \t]{0,100})##/gm, "$1#")
    .trimEnd();
}
