/** Shortcodes of Hugo, plain and of well-known themes: `{{< note >}}` … `{{< /note >}}`. */
import { codeRanges, codeTest, dedent, replaceOutsideCode } from "./code.ts";
import {
  button,
  cards,
  type CardText,
  code,
  columns,
  details,
  embed,
  hint,
  hintOf,
  icon,
  steps,
  styleOf,
  tabs,
} from "./dialect.ts";
import { stepsOfText } from "./commonComponents.ts";
import type { ProjectPage } from "./project.ts";

interface Shortcode {
  readonly name: string;
  readonly inner: string;
  readonly children: readonly Shortcode[];
  /** Whether it is written with percent signs: its content is Markdown. */
  readonly isMarkdown: boolean;
  /** By name, or by place counted from 0. */
  readonly arg: (...keys: (string | number)[]) => string;
}

type Write = (shortcode: Shortcode) => string;

// What begins as a name with its value is never tried as bare words, too: each would double the ways to read a tag.
const TAG =
  /\{\{([<%])[ \t]{0,50}(\/?)[ \t]{0,50}([\w./-]{1,80})((?:[ \t\n]{1,50}(?:[\w-]{1,60}[ \t]{0,50}=[ \t]{0,50}|(?![\w-]{1,60}[ \t]{0,50}=))(?:"(?:[^"\\]|\\.){0,2000}"|`[^`]{0,2000}`|[^\s"`<>%{}]{1,500})){0,30})[ \t\n]{0,50}(\/?)[ \t]{0,5}[>%]\}\}/g;
const DEEPEST = 60;

interface Frame {
  readonly name: string;
  readonly isMarkdown: boolean;
  readonly args: string;
  readonly parts: string[];
  readonly children: Shortcode[];
}

/** Writes the shortcodes of a page; those of no known name keep their content. `refer` gives the link of a `ref`. */
export function writeShortcodes(
  text: string,
  page: ProjectPage,
  refer: (written: string) => string = (written) => written,
): string {
  if (!text.includes("{{")) return text;
  const links = replaceOutsideCode(
    text,
    /\{\{[<%][ \t]*(?:rel)?ref[ \t]+(?:path=)?"?([^"\s<>%]{1,500})"?[^<>%\n]{0,100}[>%]\}\}/g,
    ([, path = ""]) => refer(path),
  );
  const tags = [...links.matchAll(TAG)];
  const closers = new Map<string, number>();
  for (const [, , slash, name = ""] of tags)
    if (slash === "/") closers.set(name, (closers.get(name) ?? 0) + 1);
  const isCode = codeTest(codeRanges(links));
  const stack: Frame[] = [{ name: "", isMarkdown: false, args: "", parts: [], children: [] }];
  let from = 0;
  for (const tag of tags) {
    const [whole, sign, slash, name = "", args = "", single] = tag;
    if (isCode(tag.index)) {
      if (slash === "/") closers.set(name, (closers.get(name) ?? 1) - 1);
      continue;
    }
    const top = stack.at(-1) as Frame;
    top.parts.push(links.slice(from, tag.index));
    from = tag.index + whole.length;
    if (slash === "/") {
      closers.set(name, (closers.get(name) ?? 1) - 1);
      leave(stack, name, page);
    } else if (single !== "/" && (closers.get(name) ?? 0) > 0 && stack.length < DEEPEST)
      stack.push({ name, isMarkdown: sign === "%", args, parts: [], children: [] });
    else place(top, written({ name, args, isMarkdown: sign === "%" }, "", [], page));
  }
  while (stack.length > 1) drop(stack);
  return withoutEscapes((stack[0] as Frame).parts.join("") + links.slice(from));
}

/** A shortcode that is shown is written as a comment. */
function withoutEscapes(text: string): string {
  return text.replace(
    /\{\{([<%])\/\*([^*\n]{0,500})\*\/([>%])\}\}/g,
    (_, open: string, inside: string, close: string) => `{{${open} ${inside.trim()} ${close}}}`,
  );
}

function leave(stack: Frame[], name: string, page: ProjectPage): void {
  const at = stack.findLastIndex((frame) => frame.name === name);
  if (at < 1) return;
  while (stack.length - 1 > at) drop(stack);
  const frame = stack.pop() as Frame;
  const { parts, children } = frame;
  const inner = dedent(parts.join("").replace(/^(?:[ \t]*\n)+/, "")).trimEnd();
  place(stack.at(-1) as Frame, written(frame, inner, children, page));
}

function drop(stack: Frame[]): void {
  const { parts, children } = stack.pop() as Frame;
  const top = stack.at(-1) as Frame;
  for (const part of parts) top.parts.push(part);
  for (const child of children) top.children.push(child);
}

interface WrittenShortcode {
  readonly shortcode: Shortcode;
  readonly made: string;
}

function place(frame: Frame, { shortcode, made }: WrittenShortcode): void {
  frame.children.push(shortcode);
  frame.parts.push(
    made.includes("\n") || made.startsWith("{%") || made.startsWith("<table") ? `\n\n${made}\n\n` : made,
  );
}

function written(
  { name, args, isMarkdown }: Pick<Frame, "name" | "args" | "isMarkdown">,
  inner: string,
  children: readonly Shortcode[],
  { told, path }: ProjectPage,
): WrittenShortcode {
  const named = new Map<string, string>();
  const placed: string[] = [];
  for (const [, key, quoted, raw, bare] of args.matchAll(
    /(?:([\w-]+)[ \t]*=[ \t]*)?(?:"((?:[^"\\]|\\.)*)"|`([^`]*)`|([^\s"`]+))/g,
  )) {
    const value = quoted?.replace(/\\(.)/g, "$1") ?? raw ?? bare ?? "";
    if (key === undefined) placed.push(value);
    else named.set(key, value);
  }
  const arg: Shortcode["arg"] = (...keys) => {
    for (const key of keys) {
      const value = typeof key === "number" ? placed[key] : named.get(key);
      if (value !== undefined && value !== "") return value;
    }
    return "";
  };
  const shortcode = { name, inner, children, isMarkdown, arg };
  const write = Object.hasOwn(SHORTCODES, name) ? SHORTCODES[name] : undefined;
  if (write !== undefined) return { shortcode, made: write(shortcode) };
  told.unknown(
    `the shortcode ${name} is not known here: ${inner === "" ? "it is left out" : "its content is kept"}`,
    path,
  );
  return { shortcode, made: inner };
}

const kind =
  (name: string): Write =>
  ({ inner, arg }) =>
    hintOf(name, arg("title", 0), inner);
const byArgument: Write = ({ inner, arg }) =>
  hint(styleOf(COLOURS[arg("color")] ?? arg("type", "style", "color", 0)), arg("title", 1), inner);
const COLOURS: Readonly<Record<string, string>> = {
  primary: "info",
  secondary: "info",
  info: "info",
  success: "success",
  warning: "warning",
  danger: "danger",
};
const content: Write = ({ inner }) => inner;
const nothing: Write = () => "";
const folded: Write = ({ inner, arg }) => details(arg("title", "summary", 0), inner);

const tabbed: Write = ({ name: pane, children, inner, arg }) => {
  const items = arg("items")
    .split(",")
    .map((item) => item.trim());
  const own = children.filter(({ name }) => /^tab(?:item)?$/.test(name));
  if (own.length === 0) return inner;
  return tabs(
    own.map((tab, index) => ({
      title: tab.arg("header", "title", "name", "label", 0) || (items[index] ?? `${index + 1}`),
      body: pane === "tabpane" ? docsyTab(tab, arg) : tabBody(tab),
    })),
  );
};

/** Docsy: a tab is code unless it or its pane says that it is text, in the language of either. */
function docsyTab(tab: Shortcode, pane: Shortcode["arg"]): string {
  const isText = [pane("text"), tab.arg("text")].some((said) => said !== "" && said !== "false");
  if (isText || tab.isMarkdown || tab.arg("include") !== "") return tab.inner;
  if (/^[ \t]*(?:```|~~~|\{%)/m.test(tab.inner)) return tab.inner;
  const header =
    pane("langEqualsHeader") === "true" ? tab.arg("header", "title", "name", 0).toLowerCase() : "";
  const language = tab.arg("lang") || (/^[\w+#-]+$/.test(header) ? header : pane("lang"));
  return `\`\`\`${language}\n${tab.inner}\n\`\`\``;
}

/** A tab of other themes is code where it names a language. */
function tabBody({ inner, arg }: Shortcode): string {
  const language = arg("lang", "codelang");
  const isText = arg("text", "include") !== "" || /^[ \t]*(?:```|~~~|[-*] |\{%)/m.test(inner);
  return language === "" || isText ? inner : `\`\`\`${language}\n${inner}\n\`\`\``;
}

const cardOf = ({ inner, arg }: Shortcode): CardText => ({
  title: arg("title", "header"),
  text: inner || arg("subtitle", "text"),
  href: arg("link", "href", "url"),
  icon: arg("icon"),
  image: arg("image"),
});
const cardGroup: Write = ({ children, inner }) => {
  const own = children.filter(({ name }) => name === "card");
  return own.length === 0 ? inner : cards(own.map(cardOf));
};

const figure: Write = ({ arg }) => {
  const src = arg("src", 0);
  const said = (key: string): string => arg(key).replace(/[<>&]/g, "");
  const [title, words, by] = [said("title"), said("caption"), said("attr")];
  const below = words + (words !== "" && by !== "" ? " " : "") + by;
  const caption = title !== "" && below !== "" ? `<strong>${title}</strong> ${below}` : title || below;
  if (src === "") return "";
  const alt = arg("alt").replace(/["<>]/g, "");
  const link = arg("link");
  const bare = (url: string): string => (/[\s()]/.test(url) ? `<${url}>` : url);
  const quoted = (url: string): string => url.replaceAll('"', "%22");
  if (caption === "") {
    const picture = `![${alt}](${bare(src)})`;
    return link === "" ? picture : `[${picture}](${bare(link)})`;
  }
  const picture = `<img src="${quoted(src)}" alt="${alt}">`;
  const linked = link === "" ? picture : `<a href="${quoted(link)}">${picture}</a>`;
  return `<figure>${linked}<figcaption><p>${caption}</p></figcaption></figure>`;
};

/** What a fence says behind its language, as Hugo's options say it. */
const highlighted: Write = ({ inner, arg }) => {
  const options = arg(1, "options");
  const lines = arg("hl_lines") || (/hl_lines *= *([\d\s,-]{1,300})/.exec(options)?.[1] ?? "");
  const numbers = arg("linenos", "lineNos") || (/linenos *= *(\w+)/i.exec(options)?.[1] ?? "");
  const marked = /^[\d\s,-]*\d[\d\s,-]*$/.test(lines) ? ` {${lines.trim().replace(/,$/, "")}}` : "";
  const numbered = numbers !== "" && numbers !== "false" ? " showLineNumbers" : "";
  return `\`\`\`${arg(0, "lang", "type")}${marked}${numbered}\n${inner}\n\`\`\``;
};

const SHORTCODES: Readonly<Record<string, Write>> = {
  // Hugo's own
  figure, details: folded, highlight: highlighted,
  youtube: ({ arg }) => embed(`https://www.youtube.com/watch?v=${arg("id", 0)}`), vimeo: ({ arg }) => embed(`https://vimeo.com/${arg("id", 0)}`),
  gist: ({ arg }) => embed(`https://gist.github.com/${arg(0)}/${arg(1)}`), toc: nothing, "table-of-contents": nothing,
  // Docsy
  alert: byArgument, pageinfo: byArgument, tabpane: tabbed, tab: content, cardpane: cardGroup, card: (one) => cards([cardOf(one)]),
  imgproc: figure, "blocks/cover": content, "blocks/lead": content, "blocks/section": content, "blocks/feature": ({ inner, arg }) => `**${arg("title")}**\n\n${inner}`,
  "blocks/link-down": nothing, conditional: content, comment: nothing,
  // Hextra, Book, Relearn, Geekdoc and others
  callout: byArgument, hint: byArgument, notice: byArgument, admonition: byArgument, tabs: tabbed, cards: cardGroup,
  steps: ({ inner }) => stepsOfText(inner), step: ({ inner, arg }) => steps([{ title: arg(0, "title", "label"), body: inner }]),
  expand: folded, accordion: content, collapse: folded, "detail-tag": folded, filetree: content,
  columns: ({ inner }) => (inner.includes("<--->") ? columns(inner.split("<--->")) : inner), column: content,
  button: ({ inner, arg }) => button(inner || arg("text"), arg("href", "relref", "link"), true), icon: ({ arg }) => icon(arg("name", 0)), badge: ({ inner, arg }) => `<mark>${inner || arg("content", "title", 0)}</mark>`,
  mermaid: ({ inner }) => code(`\`\`\`mermaid\n${inner}\n\`\`\``, {}), katex: ({ inner }) => `$$${inner.trim()}$$`, math: ({ inner }) => `$$${inner.trim()}$$`,
  note: kind("note"), info: kind("info"), tip: kind("tip"), warning: kind("warning"), caution: kind("caution"), danger: kind("danger"), important: kind("important"),
  // Kubernetes
  glossary_tooltip: ({ arg }) => arg("text", "term_id"), glossary_definition: nothing, heading: ({ arg }) => HEADINGS[arg(0)] ?? arg(0),
  "feature-state": ({ arg }) => hint("info", "", `State: ${arg("state", "feature_gate_name")}`), param: ({ arg }) => `\`${arg(0)}\``, kbd: ({ arg }) => `<kbd>${arg(0)}</kbd>`,
}; // prettier-ignore

const HEADINGS: Readonly<Record<string, string>> = {
  whatsnext: "What's next",
  prerequisites: "Before you begin",
  cleanup: "Clean up",
  objectives: "Objectives",
  synopsis: "Synopsis",
  options: "Options",
};
