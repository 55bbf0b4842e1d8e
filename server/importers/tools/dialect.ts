/** Blocks of the dialect, written as text: what the constructions of other tools become. */
import { escapeUTF8 as encode } from "entities";
import { quoted } from "../html/rawHtml.ts";
import { inOneLine } from "./code.ts";

export type HintStyle = "info" | "success" | "warning" | "danger";

const STYLES: Readonly<Record<string, HintStyle>> = {
  tip: "success", success: "success", hint: "success", check: "success", done: "success", good: "success",
  warning: "warning", caution: "warning", attention: "warning", warn: "warning", yellow: "warning",
  danger: "danger", error: "danger", failure: "danger", fail: "danger", missing: "danger", bug: "danger",
  destructive: "danger", red: "danger",
}; // prettier-ignore

/** The style of a hint by the word that a tool has for it. */
export function styleOf(kind: string): HintStyle {
  const word = kind.toLowerCase();
  return Object.hasOwn(STYLES, word) ? (STYLES[word] as HintStyle) : "info";
}

/** Titles that say no more than the colour does. */
const NAMELESS = new Set(["note", "info", "warning", "danger", "success", "error"]);

export function hint(style: HintStyle, title: string, body: string): string {
  const heading = title === "" || NAMELESS.has(title.toLowerCase()) ? "" : `**${title}**\n\n`;
  return `{% hint style="${style}" %}\n${heading}${trimmed(body)}\n{% endhint %}`;
}

/** Kinds whose readers see that word, which is none of the four of the dialect. */
const NAMED = new Set(["tip", "caution", "important"]);

/** A hint by the word that a tool has for it, which stays its title where another kind has its colour. */
export function hintOf(kind: string, title: string, body: string): string {
  const isNamed = title === "" && NAMED.has(kind.toLowerCase());
  const name = `${kind.slice(0, 1).toUpperCase()}${kind.slice(1).toLowerCase()}`;
  return hint(styleOf(kind), isNamed ? name : title, body);
}

export interface TabText {
  readonly title: string;
  readonly body: string;
}

export function tabs(all: readonly TabText[]): string {
  const each = all.map(
    ({ title, body }) => `{% tab title="${quoted(title)}" %}\n${trimmed(body)}\n{% endtab %}`,
  );
  return `{% tabs %}\n${each.join("\n\n")}\n{% endtabs %}`;
}

export function steps(all: readonly TabText[]): string {
  const each = all.map(({ title, body }) => {
    const heading = title === "" ? "" : `### ${title}\n\n`;
    return `{% step %}\n${heading}${trimmed(body)}\n{% endstep %}`;
  });
  return `{% stepper %}\n${each.join("\n\n")}\n{% endstepper %}`;
}

export function columns(all: readonly string[]): string {
  const each = all.map((body) => `{% column %}\n${trimmed(body)}\n{% endcolumn %}`);
  return `{% columns %}\n${each.join("\n\n")}\n{% endcolumns %}`;
}

export function details(title: string, body: string, isOpen = false): string {
  const summary = plainHtml(title || "Details");
  return `<details${isOpen ? " open" : ""}>\n\n<summary>${summary}</summary>\n\n${trimmed(body)}\n\n</details>`;
}

export interface CardText {
  readonly title: string;
  readonly text?: string;
  readonly href?: string | undefined;
  readonly image?: string | undefined;
  readonly icon?: string | undefined;
}

/** A table that is shown as cards. */
export function cards(all: readonly CardText[]): string {
  const rows = all.map(({ title, text = "", href = "", image = "", icon = "" }) => {
    const mark = isIcon(icon) ? `<i class="fa-${icon}">:${icon}:</i> ` : "";
    const target = href === "" ? "" : `<a href="${encode(href)}">${encode(title)}</a>`;
    const cover = image === "" ? "" : `<a href="${encode(image)}">${encode(title)}</a>`;
    const name = title === "" ? "" : `${mark}<strong>${encode(title)}</strong>`;
    return `<tr><td>${name}</td><td>${plainHtml(text)}</td><td>${target}</td><td>${cover}</td></tr>`;
  });
  const head =
    '<th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="files"></th>';
  return `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

/** Whether a name can be that of an icon. */
export function isIcon(name: string): boolean {
  return /^[a-z][a-z0-9-]{0,40}$/.test(name);
}

export function icon(name: string): string {
  return isIcon(name) ? `<i class="fa-${name}">:${name}:</i>` : "";
}

export interface CodeOptions {
  readonly title?: string | undefined;
  readonly lineNumbers?: boolean | undefined;
  readonly wrap?: boolean | undefined;
}

/** A fence with the tag for what a fence can't say. `marked` are lines such as "1,3-4". */
export function code(fence: string, { title, lineNumbers, wrap }: CodeOptions): string {
  const options = [
    ...(title === undefined || title === "" ? [] : [`title="${quoted(title)}"`]),
    ...(wrap === true ? ['overflow="wrap"'] : []),
    ...(lineNumbers === true ? ['lineNumbers="true"'] : []),
  ];
  return options.length === 0 ? fence : `{% code ${options.join(" ")} %}\n${fence}\n{% endcode %}`;
}

export function embed(url: string): string {
  return `{% embed url="${quoted(url)}" %}`;
}

export function button(title: string, href: string, isPrimary: boolean): string {
  return `<a href="${encode(href)}" class="button ${isPrimary ? "primary" : "secondary"}">${encode(title)}</a>`;
}

export function anchor(id: string): string {
  return `<a href="#${encode(id)}" id="${encode(id)}"></a>`;
}

function trimmed(text: string): string {
  return text.replace(/^(?:[ \t]*\n)+/, "").trimEnd();
}

/** A short text of Markdown as HTML within one line: links, code and emphasis; the rest as it reads. */
export function plainHtml(markdown: string): string {
  const html = encode(markdown.trim().slice(0, 20_000))
    .replace(/`([^`\n]{1,500})`/g, "<code>$1</code>")
    .replace(/\[([^\][\n]{1,300})\]\(([^()\s]{1,1000})\)/g, '<a href="$2">$1</a>')
    .replace(/\*\*([^*\n]{1,500})\*\*/g, "<strong>$1</strong>")
    .replace(/(?<![\w*])[*_]([^*_\n]{1,500})[*_](?![\w*])/g, "<em>$1</em>")
    .replace(/\n\s*\n\s*/g, "<br><br>");
  return inOneLine(html);
}
