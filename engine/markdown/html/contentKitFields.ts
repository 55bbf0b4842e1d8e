/** KitFields of what integrations draw: each holds a part of the state that goes to the integration when it is asked. */
import { h, type SafeHtml } from "./element.ts";

export type KitFields = Readonly<Record<string, unknown>>;

const LONGEST = 20_000;
const LONGEST_NAME = 100;
const MOST = 500;

type Kind = "textinput" | "select" | "switch" | "checkbox" | "radio";
const KINDS: ReadonlySet<string> = new Set<Kind>(["textinput", "select", "switch", "checkbox", "radio"]);

export function isField(type: string): boolean {
  return KINDS.has(type);
}

/**
 * @param state what fields hold that the integration has heard of
 * @param change what it is asked when the value is another, as JSON
 */
export function drawField(element: KitFields, state: KitFields, change: string | undefined): SafeHtml {
  const name = textOf(element["state"]).slice(0, LONGEST_NAME);
  const held = Object.hasOwn(state, name) ? state[name] : element["initialValue"];
  const common = {
    "data-kit-name": name,
    "data-kit-change": change,
    "data-kit-confirm": questionOf(element["confirm"]),
    disabled: element["disabled"] === true,
  };
  switch (element["type"] as Kind) {
    case "textinput":
      return drawText(element, { ...common, "data-kit-field": "text" }, textOf(held));
    case "select":
      return drawSelect(element, common, held);
    case "switch":
      return h("input", {
        ...common,
        type: "checkbox",
        role: "switch",
        "data-kit-field": "flag",
        checked: held === true,
      });
    case "checkbox": {
      const value = valueOf(element["value"]);
      const checked = listOf(held).includes(element["value"]);
      return h("input", {
        ...common,
        type: "checkbox",
        "data-kit-field": "list",
        "data-kit-value": value,
        checked,
      });
    }
    default: {
      const value = valueOf(element["value"]);
      const checked = held !== undefined && held === element["value"];
      const group = `kit-${name.replace(/[^\w-]/g, "-")}`;
      return h("input", {
        ...common,
        type: "radio",
        name: group,
        "data-kit-field": "one",
        "data-kit-value": value,
        checked,
      });
    }
  }
}

type FieldAttributes = Readonly<Record<string, string | boolean | undefined>>;

function drawText(element: KitFields, attributes: FieldAttributes, held: string): SafeHtml {
  const placeholder = textOf(element["placeholder"]);
  const more = { ...attributes, class: "kit-input", "aria-label": placeholder || undefined, placeholder };
  if (element["multiline"] === true) return h("textarea", { ...more, rows: 3 }, held);
  const asked = textOf(element["inputType"]);
  const type = asked === "password" || asked === "email" ? asked : "text";
  return h("input", { ...more, type, value: held, autocomplete: "off" });
}

/** Of choices that stand in it; those that are elsewhere would have to be fetched from strangers. */
function drawSelect(element: KitFields, attributes: FieldAttributes, held: unknown): SafeHtml {
  const isMany = element["multiple"] === true;
  const chosen = new Set([held].flat());
  const options = listOf(element["options"])
    .filter(isFields)
    .map(({ id, label }) =>
      h("option", { value: textOf(id), selected: chosen.has(textOf(id)) }, textOf(label) || textOf(id)),
    );
  const nothing = !isMany && h("option", { value: "" }, textOf(element["placeholder"]));
  const kind = isMany ? "many" : "text";
  return h(
    "select",
    { ...attributes, class: "kit-input", multiple: isMany, "data-kit-field": kind },
    nothing,
    options,
  );
}

function valueOf(value: unknown): string {
  return JSON.stringify(typeof value === "number" ? value : textOf(value));
}

export function textOf(value: unknown): string {
  return typeof value === "string" ? value.slice(0, LONGEST) : "";
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value.slice(0, MOST) : [];
}

/** What somebody is asked before something is done; undefined: nothing. */
export function questionOf(confirm: unknown): string | undefined {
  return isFields(confirm) ? `${textOf(confirm["title"])}\n\n${textOf(confirm["text"])}` : undefined;
}

export function isFields(value: unknown): value is KitFields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
