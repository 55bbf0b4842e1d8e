/** Confluence's storage format as the HTML that its own export makes of it, which is read as such. */
import { decodeHTML } from "entities";
import { markdownHtml } from "./markdownMacro.ts";
import { escapeXml, readXml, type XmlNode } from "../xml.ts";

/** What a text names, as it is written in a link. */
export interface StorageNames {
  /** The address of a page by its title; undefined for one that isn't in the export. */
  readonly page: (title: string) => string | undefined;
  /** The address of a file, of another page where that is named. */
  readonly file: (name: string, page: string | undefined) => string | undefined;
  /** Hears of a macro that is not known, and of one of which a page has a link to another page at most. */
  readonly unknown: (macro: string) => void;
  readonly left: (macro: string) => void;
}

const DEEPEST = 300;

/** @throws Error for a text that is no XML */
export function storageHtml(body: string, names: StorageNames): string {
  const root: XmlNode = { name: "", attributes: {}, children: [] };
  const open = [root];
  // Named entities are those of HTML; a CDATA section within one was parted.
  const text = body
    .replaceAll("]] >", "]]>")
    .replace(/&(?!(?:amp|lt|gt|quot|apos);)[a-zA-Z][a-zA-Z0-9]{1,31};/g, (entity) => decodeHTML(entity));
  readXml(`<root>${text}</root>`, {
    open: (name, attributes) => {
      const one: XmlNode = { name, attributes, children: [] };
      // What is deeper is read as if it stood here.
      (open[Math.min(open.length, DEEPEST) - 1] as XmlNode).children.push(one);
      open.push(one);
    },
    close: () => void open.pop(),
    text: (piece) => void (open[Math.min(open.length, DEEPEST) - 1] as XmlNode).children.push(piece),
  });
  return inside(root, names);
}

type Write = (one: XmlNode, names: StorageNames) => string;

const inside: Write = (one, names) =>
  one.children
    .map((child) => (typeof child === "string" ? escapeXml(child) : written(child, names)))
    .join("");

function written(one: XmlNode, names: StorageNames): string {
  const row = ELEMENTS[one.name];
  if (row !== undefined) return row(one, names);
  if (/^(?:ac|ri|at):|^root$/.test(one.name)) return inside(one, names);
  const attributes = Object.entries(one.attributes).map(([name, value]) => ` ${name}="${escapeXml(value)}"`);
  const isVoid = one.children.length === 0 && /^(?:br|hr|img|col|wbr)$/.test(one.name);
  const start = `<${one.name}${attributes.join("")}>`;
  return isVoid ? start : `${start}${inside(one, names)}</${one.name}>`;
}

function child(one: XmlNode, ...named: readonly string[]): XmlNode | undefined {
  return one.children.find(
    (inner): inner is XmlNode => typeof inner !== "string" && named.includes(inner.name),
  );
}

function plain(one: XmlNode | undefined): string {
  if (one === undefined) return "";
  return one.children.map((inner) => (typeof inner === "string" ? inner : plain(inner))).join("");
}

function parameters(macro: XmlNode): Map<string, string> {
  const found = new Map<string, string>();
  for (const inner of macro.children) {
    if (typeof inner === "string" || inner.name !== "ac:parameter") continue;
    found.set(inner.attributes["ac:name"] ?? "", plain(inner).trim());
  }
  return found;
}

interface Macro {
  readonly name: string;
  readonly parameter: (name: string) => string;
  /** Its content, as HTML. */
  readonly body: string;
  /** The same where it is text alone. */
  readonly text: string;
  readonly element: XmlNode;
}

const box =
  (kind: string): ((macro: Macro) => string) =>
  ({ parameter, body }) =>
    `<div class="confluence-information-macro confluence-information-macro-${kind}">${titled(parameter("title"))}<div class="confluence-information-macro-body">${body}</div></div>`;

const titled = (title: string): string => (title === "" ? "" : `<p class="title">${escapeXml(title)}</p>`);

const nothing = (): string => "";
const content = ({ body }: Macro): string => body;

function codeBlock({ parameter, text }: Macro): string {
  return codeHtml(text, parameter("language"), parameter("title"));
}

function codeHtml(text: string, written: string, title = ""): string {
  const head = title === "" ? "" : `<div class="codeHeader panelHeader"><b>${escapeXml(title)}</b></div>`;
  const language = written.replace(/[^\w+#-]/g, "");
  return `<div class="code panel">${head}<div class="codeContent panelContent"><pre class="syntaxhighlighter-pre" data-syntaxhighlighter-params="brush: ${language || "none"}">${escapeXml(text)}</pre></div></div>`;
}

const MACROS: Readonly<Record<string, (macro: Macro, names: StorageNames) => string>> = {
  info: box("information"),
  note: box("warning"),
  tip: box("tip"),
  warning: box("danger"),
  panel: ({ parameter, body }) =>
    `<div class="panel"><div class="panelHeader">${escapeXml(parameter("title"))}</div><div class="panelContent">${body}</div></div>`,
  code: codeBlock,
  noformat: codeBlock,
  expand: ({ parameter, body }) =>
    `<div class="expand-container"><div class="expand-control"><span class="expand-control-text">${escapeXml(parameter("title"))}</span></div><div class="expand-content">${body}</div></div>`,
  status: ({ parameter }) =>
    `<span class="status-macro" data-color="${escapeXml(parameter("colour") || parameter("color"))}">${escapeXml(parameter("title"))}</span>`,
  anchor: ({ parameter }) => `<a id="${escapeXml(parameter(""))}"></a>`,
  jira: ({ parameter }) => escapeXml(parameter("key") || parameter("jqlQuery")),
  section: ({ body }) => `<div class="columnLayout">${body}</div>`,
  column: ({ body }) => `<div class="cell">${body}</div>`,
  mathblock: ({ text }) => `<script type="math/tex; mode=display">${text}</script>`,
  mathinline: ({ text, parameter }) => `<script type="math/tex">${text || parameter("body")}</script>`,
  "view-file": file,
  viewpdf: file,
  multimedia: file,
  widget: ({ element }) => {
    const url = child(parameterElement(element, "url") ?? element, "ri:url")?.attributes["ri:value"];
    return url === undefined ? "" : `<iframe src="${escapeXml(url)}"></iframe>`;
  },
  ...Object.fromEntries(["excerpt", "details", "div", "span"].map((name) => [name, content])),
  markdown: ({ text, body }) => body + markdownHtml(text, codeHtml),
  include: otherPage,
  "excerpt-include": otherPage,
  gallery: ({ name }, names) => {
    names.left(name);
    return "";
  },
  // What they show is made of other pages, or stands beside every page.
  ...Object.fromEntries(
    ["toc", "children", "pagetree", "pagetreesearch", "recently-updated", "contentbylabel", "livesearch", "detailssummary", "attachments", "blog-posts", "profile", "contributors", "change-history", "create-from-template"].map(
      (name) => [name, nothing],
    ),
  ),
}; // prettier-ignore

/** What shows the text of another page leads to that. */
function otherPage({ name, element }: Macro, names: StorageNames): string {
  names.left(name);
  const inner = parameterElement(element, "");
  const page = child(
    inner === undefined ? element : (child(inner, "ac:link") ?? inner),
    "ri:page",
    "ri:blog-post",
  );
  const title = page?.attributes["ri:content-title"] ?? (inner === undefined ? "" : plain(inner).trim());
  const href = names.page(title);
  const words = escapeXml(title);
  if (title === "") return "";
  return `<p>${href === undefined ? words : `<a href="${escapeXml(href)}">${words}</a>`}</p>`;
}

function parameterElement(macro: XmlNode, name: string): XmlNode | undefined {
  return macro.children.find(
    (inner): inner is XmlNode =>
      typeof inner !== "string" && inner.name === "ac:parameter" && inner.attributes["ac:name"] === name,
  );
}

function file({ element }: Macro, names: StorageNames): string {
  const attachment = child(parameterElement(element, "name") ?? element, "ri:attachment");
  const name = attachment?.attributes["ri:filename"];
  const href = name === undefined ? undefined : names.file(name, undefined);
  return href === undefined ? "" : `<p><a href="${escapeXml(href)}">${escapeXml(name ?? "")}</a></p>`;
}

const macro: Write = (one, names) => {
  const name = one.attributes["ac:name"] ?? "";
  const given = parameters(one);
  const rich = child(one, "ac:rich-text-body");
  const text = plain(child(one, "ac:plain-text-body"));
  const made: Macro = {
    name,
    parameter: (key) => given.get(key) ?? "",
    body: rich === undefined ? "" : inside(rich, names),
    text,
    element: one,
  };
  if (Object.hasOwn(MACROS, name)) return MACROS[name]?.(made, names) ?? "";
  names.unknown(name);
  return rich === undefined ? escapeXml(text) : made.body;
};

const link: Write = (one, names) => {
  const target = child(one, "ri:page", "ri:blog-post", "ri:attachment", "ri:url", "ri:user");
  const words = child(one, "ac:link-body", "ac:plain-text-link-body");
  const anchor = one.attributes["ac:anchor"];
  const title = target?.attributes["ri:content-title"] ?? "";
  const name = target?.attributes["ri:filename"] ?? "";
  const said = words === undefined ? escapeXml(title || name || anchor || "") : inside(words, names);
  if (target?.name === "ri:user") return said;
  const within = target === undefined ? undefined : child(target, "ri:page")?.attributes["ri:content-title"];
  const found =
    target?.name === "ri:attachment"
      ? names.file(name, within)
      : target?.name === "ri:url"
        ? target.attributes["ri:value"]
        : target === undefined
          ? ""
          : names.page(title);
  if (found === undefined) return said;
  const href = `${found}${anchor === undefined ? "" : `#${encodeURIComponent(anchor)}`}`;
  return href === "" ? said : `<a href="${escapeXml(href)}">${said}</a>`;
};

const image: Write = (one, names) => {
  const url = child(one, "ri:url")?.attributes["ri:value"];
  const attachment = child(one, "ri:attachment");
  const within =
    attachment === undefined ? undefined : child(attachment, "ri:page")?.attributes["ri:content-title"];
  const src = url ?? names.file(attachment?.attributes["ri:filename"] ?? "", within);
  if (src === undefined) return "";
  const made = `<img src="${escapeXml(src)}" alt="${escapeXml(one.attributes["ac:alt"] ?? "")}">`;
  const caption = child(one, "ac:caption");
  return caption === undefined
    ? made
    : `<figure>${made}<figcaption>${inside(caption, names)}</figcaption></figure>`;
};

const task: Write = (one, names) => {
  const isDone = plain(child(one, "ac:task-status")).trim() === "complete";
  const body = child(one, "ac:task-body");
  return `<li${isDone ? ' class="checked"' : ""}>${body === undefined ? "" : inside(body, names)}</li>`;
};

const layout: Write = (one, names) => {
  const cells = one.children.filter((inner) => typeof inner !== "string" && inner.name === "ac:layout-cell");
  return cells.length > 1 ? `<div class="columnLayout">${inside(one, names)}</div>` : inside(one, names);
};

/** Marks that exports of Confluence's own servers have by name alone. */
const MARKS: ReadonlyMap<string, string> = new Map([
  ["tick", "✔"], ["cross", "✘"], ["warning", "⚠"], ["information", "ℹ"], ["plus", "➕"], ["minus", "➖"],
  ["question", "❓"], ["light-on", "💡"], ["light-off", "💡"], ["yellow-star", "⭐"], ["red-star", "⭐"],
  ["green-star", "⭐"], ["blue-star", "⭐"], ["smile", "🙂"], ["sad", "🙁"], ["cheeky", "😛"], ["laugh", "😃"],
  ["wink", "😉"], ["thumbs-up", "👍"], ["thumbs-down", "👎"], ["heart", "❤"], ["broken-heart", "💔"],
]); // prettier-ignore

const ELEMENTS: Readonly<Record<string, Write>> = {
  "ac:structured-macro": macro,
  "ac:macro": macro,
  "ac:link": link,
  "ac:image": image,
  "ac:task-list": (one, names) => `<ul class="inline-task-list">${inside(one, names)}</ul>`,
  "ac:task": task,
  "ac:layout-section": layout,
  "ac:layout-cell": (one, names) => `<div class="cell">${inside(one, names)}</div>`,
  "ac:emoticon": (one) =>
    escapeXml(one.attributes["ac:emoji-fallback"] ?? MARKS.get(one.attributes["ac:name"] ?? "") ?? ""),
  "ac:placeholder": nothing,
  "ac:parameter": nothing,
  "ac:adf-extension": (one, names) => {
    const fallback = child(one, "ac:adf-fallback");
    return fallback === undefined ? "" : inside(fallback, names);
  },
  time: (one) => escapeXml(one.attributes["datetime"] ?? plain(one)),
};
