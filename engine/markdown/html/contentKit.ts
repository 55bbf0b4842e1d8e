/**
 * What an integration draws in the place of its block, as HTML. It comes from a stranger's program in whatever form: what
 * isn't known is left out, and there is an end to how much and how deep. What asks the integration something says so in
 * its attributes alone; the page's script reads them.
 */
import { parse } from "../parse.ts";
import { type Attributes, type Child, h, NOTHING, type SafeHtml } from "./element.ts";
import { addressIn, addressOf, askedOf, FRAME_SANDBOX, plainOrigin } from "./contentKitActions.ts";
import { drawField, type KitFields, isField, isFields, listOf, textOf } from "./contentKitFields.ts";
import type { PageHtml } from "./page.ts";
import { resolveTarget } from "./targets.ts";

const DEEPEST = 12;
const MOST = 500;
const LONGEST = 20_000;
const LONGEST_JSON = 10_000;
/** Origins of frames on a page, all of which stand in one header. */
const MOST_ORIGINS = 20;

interface Drawing {
  readonly page: PageHtml;
  readonly title: string;
  /** What fields hold. */
  readonly state: KitFields;
  left: number;
  /** Whether something in it asks the integration. */
  isAsking: boolean;
}

/** What an integration drew, and what its section says of itself where it can be asked again. */
interface DrawnElement {
  readonly html: SafeHtml;
  readonly attributes: Attributes;
}

/**
 * @param output what the integration gave: an element, with the state and the properties that it drew it for, and
 * the seal that proves these
 * @param block whose name frames are called by
 * @returns undefined where nothing of the element can be shown
 */
function renderContentKit(
  page: PageHtml,
  output: unknown,
  block: { readonly name: string; readonly props: Readonly<Record<string, string>> },
): DrawnElement | undefined {
  if (!isFields(output)) return undefined;
  const state = isFields(output["state"]) ? output["state"] : {};
  const drawing: Drawing = { page, title: block.name, state, left: MOST, isAsking: false };
  page.isInDrawn = true;
  const html = draw(drawing, output["element"], 0);
  page.isInDrawn = false;
  if (html === NOTHING || String(html) === "") return undefined;
  if (!drawing.isAsking) return { html, attributes: {} };
  const props = isFields(output["props"]) ? output["props"] : block.props;
  return {
    html,
    attributes: {
      "data-kit": JSON.stringify([block.name, block.props]),
      "data-kit-state": JSON.stringify(state),
      "data-kit-props": JSON.stringify(props),
      "data-kit-seal": textOf(output["seal"]) || undefined,
    },
  };
}

/** What stands in the place of a block, where an integration draws it. */
export function drawnBlock(
  page: PageHtml,
  block: { readonly name: string; readonly props: Readonly<Record<string, string>> },
): DrawnElement | undefined {
  const output = page.isInDrawn ? undefined : page.context.drawn?.(block.name, block.props);
  return output === undefined ? undefined : renderContentKit(page, output, block);
}

function draw(drawing: Drawing, element: unknown, depth: number): SafeHtml {
  if (!isFields(element) || depth > DEEPEST || --drawing.left < 0) return NOTHING;
  const type = typeof element["type"] === "string" ? element["type"] : "";
  if (isField(type)) return field(drawing, element);
  return Object.hasOwn(ELEMENTS, type) ? (ELEMENTS[type]?.(drawing, element, depth + 1) ?? NOTHING) : NOTHING;
}

const ELEMENTS: Readonly<Record<string, (drawing: Drawing, element: KitFields, depth: number) => SafeHtml>> =
  {
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
    input: drawInput,
    button: (drawing, element) => {
      const pressed = button(drawing, element);
      return pressed === undefined ? NOTHING : h("p", {}, pressed);
    },
    card: drawCard,
    modal: drawModal,
    webframe: (drawing, element) => {
      const { page, title } = drawing;
      const src = addressIn(element["source"]);
      const origin = src === undefined ? undefined : plainOrigin(src);
      // The page's policy names it.
      if (origin === undefined) return NOTHING;
      if (!page.frames.has(origin) && page.frames.size >= MOST_ORIGINS) return NOTHING;
      page.frames.add(origin);
      const ratio = Number(element["aspectRatio"]);
      const shape = ratio > 0 && ratio < 1.5 ? "embed-square" : "embed-wide";
      return h("iframe", {
        class: `embed-frame ${shape}`,
        src,
        title,
        loading: "lazy",
        sandbox: FRAME_SANDBOX,
        referrerpolicy: "no-referrer",
        "data-kit-data": asking(drawing, element["data"]),
      });
    },
  };

/** A field with its label. */
function drawInput(drawing: Drawing, element: KitFields, depth: number): SafeHtml {
  const asked = draw(drawing, element["element"], depth);
  if (asked === NOTHING) return NOTHING;
  const hint = element["hint"];
  const isLabel = isFields(element["element"]) && element["element"]["type"] !== "button";
  return h(
    isLabel ? "label" : "div",
    { class: "kit-field" },
    h("span", {}, textOf(element["label"])),
    asked,
    hint !== undefined && h("span", { class: "kit-hint" }, inlines(drawing, hint)),
  );
}

function field(drawing: Drawing, element: KitFields): SafeHtml {
  drawing.isAsking = true;
  return drawField(element, drawing.state, asking(drawing, askedOf(element["onValueChange"])));
}

/** What the script reads, as JSON; with it the section can be asked. */
function asking(drawing: Drawing, value: unknown): string | undefined {
  if (!isFields(value)) return undefined;
  const text = JSON.stringify(value);
  if (text.length > LONGEST_JSON) return undefined;
  drawing.isAsking = true;
  return text;
}

function button(drawing: Drawing, element: KitFields): SafeHtml | undefined {
  const label = textOf(element["label"]) || textOf(element["tooltip"]);
  if (label === "") return undefined;
  const look = element["style"] === "primary" ? "button" : "button button-secondary";
  const to = addressOf(element["onPress"]);
  if (to !== undefined) return anchor(drawing, to, label, look);
  const action = asking(drawing, askedOf(element["onPress"]));
  if (action === undefined) return undefined;
  const { confirm } = element;
  const question = isFields(confirm)
    ? `${textOf(confirm["title"])}\n\n${textOf(confirm["text"])}`
    : undefined;
  return h(
    "button",
    {
      type: "button",
      class: look,
      disabled: element["disabled"] === true,
      "data-kit-action": action,
      "data-kit-confirm": question,
    },
    label,
  );
}

/** What lies over the page until it is answered or left. */
function drawModal(drawing: Drawing, element: KitFields, depth: number): SafeHtml {
  const title = textOf(element["title"]);
  const submit = isFields(element["submit"]) ? button(drawing, element["submit"]) : undefined;
  const { returnValue } = element;
  const close = isFields(returnValue) ? { action: "@ui.modal.close", returnValue } : undefined;
  return h(
    "div",
    { class: "kit-column", "data-kit-close": asking(drawing, close) },
    title !== "" && h("p", { class: "kit-title" }, title),
    element["subtitle"] !== undefined && h("p", { class: "kit-hint" }, inlines(drawing, element["subtitle"])),
    children(drawing, element, depth),
    submit !== undefined && h("p", {}, submit),
  );
}

function drawCard(drawing: Drawing, element: KitFields, depth: number): SafeHtml {
  const title = textOf(element["title"]);
  const to = addressOf(element["onPress"]);
  const { icon, hint, onPress } = element;
  const pressed = to === undefined ? button(drawing, { label: title, onPress }) : anchor(drawing, to, title);
  const head = title !== "" && h("p", {}, h("strong", {}, pressed ?? title));
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
      buttons.some((one) => one !== NOTHING) && h("div", { class: "kit-row" }, buttons),
    ),
  );
}

function children(drawing: Drawing, element: KitFields, depth: number): SafeHtml[] {
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
