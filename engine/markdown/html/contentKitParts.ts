/** What elements of integrations are made of, for all that draw them: their parts, their icons, and values of fields in them. */
import { isFields, type KitFields, listOf, textOf } from "./contentKitFields.ts";

/** The parts of an element that are elements themselves; what is in texts and in data may be what a reader wrote. */
const PARTS: ReadonlyMap<unknown, ReadonlySet<string>> = new Map(
  Object.entries({
    block: ["children", "controls"],
    configuration: ["children"],
    stepper: ["children"],
    step: ["children"],
    vstack: ["children"],
    hstack: ["children"],
    box: ["children"],
    input: ["element"],
    card: ["children", "buttons"],
    modal: ["children", "submit"],
    codeblock: ["header", "buttons", "footer"],
    webframe: ["buttons"],
  }).map(([type, names]) => [type, new Set(names)]),
);

const NONE: ReadonlySet<string> = new Set();

export function partsOf(element: KitFields): ReadonlySet<string> {
  return PARTS.get(element["type"]) ?? NONE;
}

/** The controls of a block as buttons; those that belong together stand in a list. */
export function controlsOf(block: KitFields): readonly KitFields[] {
  return listOf(block["controls"])
    .flatMap((one) => (Array.isArray(one) ? listOf(one) : [one]))
    .filter(isFields)
    .map((control) => ({ ...control, type: "button" }));
}

/** Icons of ContentKit that Font Awesome has by another name. */
const ICONS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    close: "xmark",
    edit: "pen",
    email: "envelope",
    settings: "gear",
    search: "magnifying-glass",
    delete: "trash",
    warning: "triangle-exclamation",
    "link-external": "arrow-up-right-from-square",
    "eye-off": "eye-slash",
    "check-circle": "circle-check",
  }),
);

/** The name in Font Awesome of an icon; undefined where it is none. */
export function kitIcon(value: unknown): string | undefined {
  const name = textOf(value);
  return /^[\w-]{1,60}$/.test(name) ? (ICONS.get(name) ?? name) : undefined;
}

/** What a button or a field is called where it shows no words. */
export function nameOfButton(element: KitFields): string {
  const name = textOf(element["label"]) || textOf(element["tooltip"]);
  return name || (kitIcon(element["icon"] ?? element["trailingIcon"]) ?? "").replaceAll("-", " ");
}

/** Values with what fields hold in the place of their names. */
export function filledIn(value: unknown, state: KitFields): unknown {
  if (Array.isArray(value)) return value.map((one) => filledIn(one, state));
  if (!isFields(value)) return value;
  const { $state: name } = value;
  if (typeof name === "string") return Object.hasOwn(state, name) ? state[name] : undefined;
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, filledIn(one, state)]));
}

/** The number of the first line of code; undefined where lines have none. */
export function firstLineOf({ lineNumbers }: KitFields): number | undefined {
  if (typeof lineNumbers === "number") return Number.isSafeInteger(lineNumbers) ? lineNumbers : 1;
  return lineNumbers === true ? 1 : undefined;
}

/** How much of the room a box takes beside others: none of it, its share, or two. */
export function growthOf({ grow }: KitFields): number | undefined {
  return typeof grow === "number" && grow >= 0 ? Math.min(2, Math.round(grow)) : undefined;
}

/** The word of these that a property is. */
export function oneOf<Word extends string>(value: unknown, ...words: readonly Word[]): Word | undefined {
  return words.find((word) => word === value);
}

const DEEPEST = 12;
const MOST = 500;

/** The code in what an integration drew, as it will be shown. */
export function codeIn(output: unknown): readonly { readonly code: string; readonly lang: string }[] {
  const found: { code: string; lang: string }[] = [];
  if (!isFields(output)) return found;
  const state = isFields(output["state"]) ? output["state"] : {};
  let left = MOST;
  const look = (element: unknown, depth: number): void => {
    if (Array.isArray(element)) return listOf(element).forEach((one) => look(one, depth));
    if (!isFields(element) || depth > DEEPEST || --left < 0) return;
    if (element["type"] === "codeblock") {
      const lang = textOf(element["syntax"]);
      const code = textOf(filledIn(element["content"], state)).replace(/\r?\n$/, "");
      if (lang !== "") found.push({ code, lang });
    }
    for (const name of partsOf(element)) look(element[name], depth + 1);
  };
  look(output["element"], 0);
  return found;
}
