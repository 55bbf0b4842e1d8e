/** Components that tools have under the same or nearly the same names. */
import type { Component, ComponentRow, ComponentTable } from "./components.ts";
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
  type HintStyle,
  icon,
  steps,
  tabs,
} from "./dialect.ts";
import { codeGroup } from "./fences.ts";

const block = (write: ComponentRow["write"]): ComponentRow => ({ write });
const inline = (write: ComponentRow["write"]): ComponentRow => ({ isInline: true, write });

/** Only its content: what it does is nothing that a page has. */
export const CONTENT: ComponentRow = block(({ inner }) => inner);
export const CONTENT_INLINE: ComponentRow = inline(({ inner }) => inner);
export const NOTHING: ComponentRow = block(() => "");

/** A hint of one style; its title is an attribute. */
export const hintRow = (style: HintStyle): ComponentRow =>
  block((one) => hint(style, one.text("title"), one.inner));

/** A hint whose style an attribute says. */
export const HINT_BY_TYPE: ComponentRow = block((one) =>
  hintOf(one.text("type") || one.text("intent") || one.text("variant"), one.text("title"), one.inner),
);

/** Tabs of children that have their titles themselves. */
export const TABS: ComponentRow = block(({ children, inner, list }) => {
  const titles = list("items");
  const labels = labelsOf(list("values"));
  const own = children.filter(({ name }) => /Tab/.test(name));
  if (own.length === 0) return inner;
  return tabs(
    own.map((tab, index) => ({
      title: labels.get(tab.text("value")) || titleOf(tab) || (titles[index] ?? `${index + 1}`),
      body: tab.inner,
    })),
  );
});

/** Labels by their values, from the texts of `[{ label: "A", value: "a" }, …]`: each is read as either. */
function labelsOf(texts: readonly string[]): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  for (let at = 0; at + 1 < texts.length; at += 2) {
    const [one = "", other = ""] = [texts[at], texts[at + 1]];
    labels.set(one, labels.get(one) ?? other).set(other, labels.get(other) ?? one);
  }
  return labels;
}

function titleOf({ text }: Component): string {
  return text("label") || text("title") || text("name") || text("value");
}

export const STEPS: ComponentRow = block(({ children, inner }) => {
  const own = children.filter(({ name }) => name.endsWith("Step"));
  if (own.length > 0) return steps(own.map((one) => ({ title: one.text("title"), body: one.inner })));
  return stepsOfText(inner);
});

/** Steps that a list or headings number. */
export function stepsOfText(text: string): string {
  if (/^\d+[.)]\s/.test(text)) return text;
  const parts = text.split(/^#{2,4}[ \t]+(.+)$/m);
  if (parts.length < 3) return text;
  const all = parts
    .slice(1)
    .flatMap((part, index, rest) =>
      index % 2 === 0 ? [{ title: part.trim(), body: rest[index + 1] ?? "" }] : [],
    );
  return `${(parts[0] ?? "").trim()}\n\n${steps(all)}`.trim();
}

export function cardOf({ text, inner, children }: Component): CardText {
  // A card that holds a whole page's block keeps its words.
  const body = text("description") || (children.length > 0 && inner.includes("\n{%") ? "" : inner);
  return {
    title: text("title") || text("header") || text("label"),
    text: body,
    href: text("href") || text("link") || text("url"),
    image: text("img") || text("image"),
    icon: text("icon"),
  };
}

/** A card alone: its text may be a whole page's, and then stands below its title. */
export const CARD: ComponentRow = block((one) =>
  holdsBlocks(one.inner) ? spelledOut(one) : cards([cardOf(one)]),
);

/** A card that holds more than a cell can: its title, which leads where the card led, and its text below. */
function spelledOut(one: Component): string {
  const { title, href = "" } = cardOf(one);
  const name = title.replace(/[[\]]/g, "\\$&");
  const said = href === "" ? title : `[${name || href}](${inBrackets(href)})`;
  const parts = [said === "" ? "" : `**${said}**`, one.text("description"), one.inner];
  return parts.filter((part) => part !== "").join("\n\n");
}

const inBrackets = (address: string): string => (/[\s()]/.test(address) ? `<${address}>` : address);

export const CARDS: ComponentRow = block(({ children, inner }) => {
  const own = children.filter(({ name }) => /Card$|Tile$/.test(name));
  if (own.length === 0) return inner;
  if (!own.some((card) => holdsBlocks(card.inner))) return cards(own.map(cardOf));
  return columns(own.map(spelledOut));
});

function holdsBlocks(text: string): boolean {
  return /^[ \t]*(?:```|~~~|\{%|\||[-*+] |\d+[.)] )/m.test(text);
}

export const DETAILS: ComponentRow = block((one) =>
  details(one.text("title") || one.text("summary") || one.text("label"), one.inner, one.has("defaultOpen")),
);

export const ICON: ComponentRow = inline(({ text }) => icon(text("name") || text("icon")));
export const BADGE: ComponentRow = inline(({ text, inner }) => {
  const words = text("text") || inner;
  return words === "" ? "" : `<mark>${words}</mark>`;
});

export const LINK_BUTTON: ComponentRow = inline((one) =>
  button(
    one.inner || one.text("text"),
    one.text("href") || one.text("to"),
    one.text("variant") !== "secondary",
  ),
);

export const LINK: ComponentRow = inline((one) => {
  const href = one.text("to") || one.text("href");
  return href === "" ? one.inner : `[${one.inner}](${href})`;
});

export const IMAGE: ComponentRow = inline(({ text }) => {
  const src = text("src");
  return src === "" ? "" : `![${text("alt").replace(/[[\]]/g, "")}](${inBrackets(src)})`;
});

/** A picture with its caption. */
export const FRAME: ComponentRow = block((one) => {
  const caption = one.text("caption");
  const image = /^!\[([^\]]*)\]\(([^()\s]+)\)$|^<img [^>]*>$/.exec(one.inner.trim());
  if (image === null || caption === "") return one.inner + (caption === "" ? "" : `\n\n*${caption}*`);
  const html = image[2] === undefined ? one.inner.trim() : `<img src="${image[2]}" alt="${image[1] ?? ""}">`;
  return `<figure>${html}<figcaption><p>${caption.replace(/[<>&]/g, "")}</p></figcaption></figure>`;
});

export const CODE_GROUP: ComponentRow = block(({ inner }) => codeGroup(inner));

/** Code that is an attribute. */
export const CODE: ComponentRow = block((one) => {
  const text = one.text("code") || one.inner;
  const mark = text.includes("```") ? "````" : "```";
  return code(`${mark}${one.text("lang") || one.text("language")}\n${text.replace(/\n$/, "")}\n${mark}`, {
    title: one.text("title"),
  });
});

export const VIDEO = (address: (id: string) => string): ComponentRow =>
  block(({ text }) => {
    const id = text("id") || text("videoId") || text("src") || text("url");
    return id === "" ? "" : embed(/^https?:/.test(id) ? id : address(id));
  });

export const YOUTUBE = VIDEO((id) => `https://www.youtube.com/watch?v=${id}`);

/** A parameter of an API, as a line with its text below. */
export const PARAMETER: ComponentRow = block((one) => {
  const place = ["path", "query", "header", "body"].find((key) => one.text(key) !== "");
  const name = (place === undefined ? one.text("name") : one.text(place)).replaceAll("`", "");
  const said = [
    ...(one.text("type") === "" ? [] : [one.text("type")]),
    ...(place === undefined ? [] : [`in the ${place}`]),
    ...(one.has("required") ? ["required"] : []),
    ...(one.has("deprecated") ? ["deprecated"] : []),
    ...(one.text("default") === "" ? [] : [`default: ${one.text("default")}`]),
  ];
  const head = `**\`${name}\`**${said.length === 0 ? "" : ` · ${said.join(" · ")}`}`;
  return one.inner === "" ? head : `${head}\n\n${one.inner}`;
});

/** What pages of most of these tools may use. */
export const COMMON: ComponentTable = {
  "": CONTENT,
  Tabs: TABS,
  Tab: CONTENT,
  TabItem: CONTENT,
  "Tabs.Tab": CONTENT,
  Steps: STEPS,
  Step: CONTENT,
  Card: CARD,
  Cards: CARDS,
  CardGroup: CARDS,
  CardGrid: CARDS,
  LinkCard: CARD,
  Icon: ICON,
  Badge: BADGE,
  Details: DETAILS,
  Accordion: DETAILS,
  AccordionGroup: CONTENT,
  Callout: HINT_BY_TYPE,
  Aside: HINT_BY_TYPE,
  Admonition: HINT_BY_TYPE,
  Note: hintRow("info"),
  Info: hintRow("info"),
  Tip: hintRow("success"),
  Check: hintRow("success"),
  Warning: hintRow("warning"),
  Danger: hintRow("danger"),
  Image: IMAGE,
  Link: LINK,
  CodeGroup: CODE_GROUP,
  Code: CODE,
  FileTree: CONTENT,
  YouTube: YOUTUBE,
  Youtube: YOUTUBE,
};
