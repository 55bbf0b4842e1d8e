/**
 * What an integration draws in the place of its block, as HTML. It comes from a stranger's program in whatever form: what
 * isn't known is left out, and there is an end to how much and how deep. What asks the integration something says so in
 * its attributes alone; the page's script reads them.
 */
import { parse } from "../parse.ts";
import { type Attributes, type Child, h, NOTHING, type SafeHtml } from "./element.ts";
import { addressIn, addressOf, askedOf, FRAME_SANDBOX, plainOrigin } from "./contentKitActions.ts";
import {
  drawField,
  type KitFields,
  isField,
  isFields,
  listOf,
  questionOf,
  textOf,
} from "./contentKitFields.ts";
import {
  controlsOf,
  filledIn,
  firstLineOf,
  growthOf,
  kitIcon,
  nameOfButton,
  oneOf,
} from "./contentKitParts.ts";
import { renderCodeFigure } from "./codeFigure.ts";
import { renderIcon } from "./icons.ts";
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
    block: (drawing, element, depth) =>
      h(
        "div",
        { class: "kit-column" },
        buttonsIn(drawing, controlsOf(element), "kit-row kit-controls"),
        children(drawing, element, depth),
      ),
    vstack: (drawing, element, depth) =>
      h("div", { class: "kit-column", "data-align": alignOf(element) }, children(drawing, element, depth)),
    hstack: (drawing, element, depth) =>
      h("div", { class: "kit-row", "data-align": alignOf(element) }, children(drawing, element, depth)),
    box: (drawing, element, depth) =>
      h("div", { class: "kit-box", "data-grow": growthOf(element) }, children(drawing, element, depth)),
    divider: (_drawing, { size }) => h("hr", { "data-size": oneOf(size, "small", "large") }),
    text: (drawing, element) => h("p", {}, inline(drawing, element)),
    link: (drawing, element) => h("p", {}, inline(drawing, element)),
    hint: (drawing, element) => h("p", { class: "kit-hint" }, inlines(drawing, element["children"])),
    markdown: ({ page, state }, { content }) =>
      page.blocks(parse(textOf(filledIn(content, state))).document.children),
    codeblock: drawCode,
    image: (_drawing, element) => picture(addressIn(element["source"])),
    input: drawInput,
    button: (drawing, element) => {
      const pressed = button(drawing, element);
      return pressed === undefined ? NOTHING : h("p", {}, pressed);
    },
    card: drawCard,
    modal: drawModal,
    webframe: (drawing, element) => {
      const frame = drawFrame(drawing, element);
      const buttons = buttonsIn(drawing, listOf(element["buttons"]), "kit-row kit-controls");
      return frame === NOTHING || buttons === NOTHING
        ? frame
        : h("div", { class: "kit-column" }, buttons, frame);
    },
  };

const alignOf = ({ align }: KitFields): string | undefined => oneOf(align, "start", "center", "end");

function drawFrame(drawing: Drawing, element: KitFields): SafeHtml {
  const { page, title } = drawing;
  const src = addressIn(filledIn(element["source"], drawing.state));
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
}

/** Code with what stands above and below it; where its state has a name, it is written in. */
function drawCode(drawing: Drawing, element: KitFields, depth: number): SafeHtml {
  const { content, state: name, onContentChange } = element;
  const text = textOf(filledIn(content, drawing.state));
  const first = firstLineOf(element);
  const lang = textOf(element["syntax"]);
  const code =
    typeof name === "string"
      ? field(drawing, {
          type: "textinput",
          multiline: true,
          state: name,
          initialValue: text,
          onValueChange: onContentChange,
        })
      : renderCodeFigure(drawing.page, { text, lang, info: lang, lineNumbers: first !== undefined }, first);
  const parts = [
    ...all(drawing, element["header"], depth),
    buttonsIn(drawing, listOf(element["buttons"]), "kit-row kit-controls"),
    code,
    ...all(drawing, element["footer"], depth),
  ].filter((part) => part !== NOTHING);
  return parts.length === 1 ? code : h("div", { class: "kit-column" }, parts);
}

/** What is pressed, beside each other; nothing where there is nothing to press. */
function buttonsIn(drawing: Drawing, buttons: readonly unknown[], look: string): SafeHtml {
  const drawn = buttons.flatMap((one) => (isFields(one) ? (button(drawing, one) ?? []) : []));
  return drawn.length === 0 ? NOTHING : h("div", { class: look }, drawn);
}

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
  const { onPress, style, disabled, confirm } = element;
  const name = nameOfButton(element);
  if (name === "" || --drawing.left < 0) return undefined;
  const label = textOf(element["label"]);
  const inside = [iconIn(element["icon"]), label, iconIn(element["trailingIcon"])];
  const tooltip = textOf(element["tooltip"]) || undefined;
  const common = {
    class:
      `button ${style === "primary" ? "" : "button-secondary"}${style === "danger" ? " kit-danger" : ""}`.trim(),
    title: tooltip === label ? undefined : tooltip,
    "aria-label": label === "" ? name : undefined,
  };
  const words = label === "" && inside.every((one) => one === "" || one === NOTHING) ? name : inside;
  const to = addressOf(onPress);
  if (to !== undefined) return anchor(drawing, to, words, common);
  const action = asking(drawing, askedOf(onPress));
  if (action === undefined) return undefined;
  return h(
    "button",
    {
      type: "button",
      ...common,
      disabled: disabled === true,
      "data-kit-action": action,
      "data-kit-confirm": questionOf(confirm),
    },
    words,
  );
}

function iconIn(value: unknown): SafeHtml {
  const name = kitIcon(value);
  return name === undefined ? NOTHING : renderIcon(name);
}

/** What lies over the page until it is answered or left. */
function drawModal(drawing: Drawing, element: KitFields, depth: number): SafeHtml {
  const title = textOf(element["title"]);
  const submit = isFields(element["submit"]) ? button(drawing, element["submit"]) : undefined;
  const { returnValue } = element;
  const close = isFields(returnValue) ? { action: "@ui.modal.close", returnValue } : undefined;
  return h(
    "div",
    {
      class: "kit-column",
      "data-kit-close": asking(drawing, close),
      "data-kit-size": oneOf(element["size"], "xlarge", "fullscreen"),
    },
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
  return h(
    "div",
    { class: "kit-card" },
    isFields(icon) ? picture(addressIn(icon["source"])) : iconIn(icon),
    h(
      "div",
      { class: "kit-column" },
      head,
      hint !== undefined && h("p", { class: "kit-hint" }, inlines(drawing, hint)),
      children(drawing, element, depth),
      buttonsIn(drawing, listOf(element["buttons"]), "kit-row"),
    ),
  );
}

function children(drawing: Drawing, element: KitFields, depth: number): SafeHtml[] {
  return all(drawing, element["children"], depth);
}

function all(drawing: Drawing, elements: unknown, depth: number): SafeHtml[] {
  return listOf(elements).map((child) => draw(drawing, child, depth));
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
  if (element["type"] === "image") return picture(addressIn(element["source"]));
  const inside = inlines(drawing, element["children"]);
  if (element["type"] === "link") {
    const to = addressIn(filledIn(element["target"], drawing.state));
    return anchor(drawing, to, inside) ?? inside;
  }
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
  look: Attributes = { class: "link" },
): SafeHtml | undefined {
  const { href } = to === undefined ? {} : resolveTarget(drawing.page.context, to);
  return href === undefined ? undefined : h("a", { ...look, href, rel: "noopener" }, inside);
}

function picture(src: string | undefined): SafeHtml {
  return src === undefined ? NOTHING : h("img", { src, alt: "", loading: "lazy" });
}
