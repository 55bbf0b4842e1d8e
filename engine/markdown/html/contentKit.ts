/**
 * What an integration draws in the place of its block, as HTML. It comes from a stranger's program in whatever form: what
 * isn't known is left out, and there is an end to how much and how deep. Elements that ask something of the integration,
 * such as fields, have no place on a page that is kept for everybody.
 */
import { parse } from "../parse.ts";
import { type Child, h, NOTHING, type SafeHtml } from "./element.ts";
import type { PageHtml } from "./page.ts";
import { resolveTarget } from "./targets.ts";

const DEEPEST = 12;
const MOST = 500;
const LONGEST = 20_000;
const PLAIN_ORIGIN = /^https:\/\/[a-z\d.-]+(?::\d+)?$/;
/** Origins of frames on a page, all of which stand in one header. */
const MOST_ORIGINS = 20;
const SANDBOX = "allow-scripts allow-forms allow-popups allow-popups-to-escape-sandbox";

type Fields = Readonly<Record<string, unknown>>;

interface Drawing {
  readonly page: PageHtml;
  readonly title: string;
  left: number;
}

/** @param title what frames are called; undefined where nothing of the element can be shown */
export function renderContentKit(page: PageHtml, element: unknown, title: string): SafeHtml | undefined {
  const drawing: Drawing = { page, title, left: MOST };
  page.isInDrawn = true;
  const drawn = draw(drawing, element, 0);
  page.isInDrawn = false;
  return drawn === NOTHING || String(drawn) === "" ? undefined : drawn;
}

function draw(drawing: Drawing, element: unknown, depth: number): SafeHtml {
  if (!isFields(element) || depth > DEEPEST || --drawing.left < 0) return NOTHING;
  const type = typeof element["type"] === "string" ? element["type"] : "";
  return Object.hasOwn(ELEMENTS, type) ? (ELEMENTS[type]?.(drawing, element, depth + 1) ?? NOTHING) : NOTHING;
}

const ELEMENTS: Readonly<Record<string, (drawing: Drawing, element: Fields, depth: number) => SafeHtml>> = {
  block: (drawing, element, depth) => h("div", { class: "kit-column" }, children(drawing, element, depth)),
  vstack: (drawing, element, depth) => h("div", { class: "kit-column" }, children(drawing, element, depth)),
  hstack: (drawing, element, depth) => h("div", { class: "kit-row" }, children(drawing, element, depth)),
  box: (drawing, element, depth) => h("div", { class: "kit-box" }, children(drawing, element, depth)),
  divider: () => h("hr", {}),
  text: (drawing, element) => h("p", {}, inline(drawing, element)),
  link: (drawing, element) => h("p", {}, inline(drawing, element)),
  hint: (drawing, element) => h("p", { class: "kit-hint" }, inlines(drawing, element["children"])),
  markdown: ({ page }, element) => page.blocks(parse(textOf(element["content"])).document.children),
  codeblock: (_drawing, element) =>
    h("div", { class: "code" }, h("pre", { tabindex: 0 }, h("code", {}, textOf(element["content"])))),
  image: (_drawing, element) => picture(addressIn(element["source"])),
  button: (drawing, element) => {
    const label = textOf(element["label"]);
    const pressed = anchor(drawing, addressOf(element["onPress"]), label, "button button-secondary");
    return label === "" || pressed === undefined ? NOTHING : h("p", {}, pressed);
  },
  card: drawCard,
  webframe: ({ page, title }, element) => {
    const src = addressIn(element["source"]);
    const origin = src === undefined ? undefined : new URL(src).origin;
    // The page's policy names it, where other signs would say something else.
    if (origin === undefined || !PLAIN_ORIGIN.test(origin)) return NOTHING;
    if (!page.frames.has(origin) && page.frames.size >= MOST_ORIGINS) return NOTHING;
    page.frames.add(origin);
    const ratio = Number(element["aspectRatio"]);
    const shape = ratio > 0 && ratio < 1.5 ? "embed-square" : "embed-wide";
    return h("iframe", {
      class: `embed-frame ${shape}`,
      src,
      title,
      loading: "lazy",
      sandbox: SANDBOX,
      referrerpolicy: "no-referrer",
    });
  },
};

function drawCard(drawing: Drawing, element: Fields, depth: number): SafeHtml {
  const title = textOf(element["title"]);
  const to = addressOf(element["onPress"]);
  const { icon, hint } = element;
  const head = title !== "" && h("p", {}, h("strong", {}, anchor(drawing, to, title) ?? title));
  const buttons = listOf(element["buttons"]).map((button) => draw(drawing, button, depth));
  return h(
    "div",
    { class: "kit-card" },
    isFields(icon) && picture(addressIn(icon["source"])),
    h(
      "div",
      { class: "kit-column" },
      head,
      hint !== undefined && h("p", { class: "kit-hint" }, inlines(drawing, hint)),
      children(drawing, element, depth),
      buttons,
    ),
  );
}

function children(drawing: Drawing, element: Fields, depth: number): SafeHtml[] {
  return listOf(element["children"]).map((child) => draw(drawing, child, depth));
}

const STYLES: Readonly<Record<string, string>> = {
  bold: "strong",
  italic: "em",
  code: "code",
  strikethrough: "s",
};

/** A text, or a link within one. */
function inline(drawing: Drawing, element: unknown): Child {
  if (typeof element === "string") return element.slice(0, LONGEST);
  if (!isFields(element) || --drawing.left < 0) return NOTHING;
  const inside = inlines(drawing, element["children"]);
  if (element["type"] === "link") return anchor(drawing, addressIn(element["target"]), inside) ?? inside;
  const style = typeof element["style"] === "string" ? element["style"] : "";
  return Object.hasOwn(STYLES, style) ? h(STYLES[style] ?? "span", {}, inside) : inside;
}

function inlines(drawing: Drawing, value: unknown): readonly Child[] {
  return (Array.isArray(value) ? value : [value]).slice(0, MOST).map((one) => inline(drawing, one));
}

function anchor(
  drawing: Drawing,
  to: string | undefined,
  inside: Child,
  look?: string,
): SafeHtml | undefined {
  const { href } = to === undefined ? {} : resolveTarget(drawing.page.context, to);
  return href === undefined ? undefined : h("a", { class: look ?? "link", href, rel: "noopener" }, inside);
}

function picture(src: string | undefined): SafeHtml {
  return src === undefined ? NOTHING : h("img", { src, alt: "", loading: "lazy" });
}

/** Where an action leads, if it does no more than lead somewhere. */
function addressOf(action: unknown): string | undefined {
  if (!isFields(action) || action["action"] !== "@ui.url.open") return undefined;
  return addressIn(action);
}

/** The `url` of an object: a text, or a host with its path and its query; https alone. */
function addressIn(source: unknown): string | undefined {
  const url = isFields(source) ? source["url"] : undefined;
  const text = isFields(url) ? `https://${textOf(url["host"])}${textOf(url["pathname"])}` : textOf(url);
  if (text.length > 2048 || !URL.canParse(text) || new URL(text).protocol !== "https:") return undefined;
  const address = new URL(text);
  if (isFields(url) && isFields(url["query"]))
    for (const [name, value] of Object.entries(url["query"]).slice(0, 50))
      if (typeof value === "string") address.searchParams.set(name, value);
  return address.href;
}

function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST) : "";
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

function isFields(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
