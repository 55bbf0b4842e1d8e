/**
 * HTML that is safe by construction. `Html` can only come from here: from `h`, which escapes every child that
 * is a plain string and every attribute, or from `trusted`, which names the few places that vouch for a string.
 */
/* oxlint-disable no-control-regex -- NUL may not stand in HTML */
import { safeUrl } from "./url.ts";

const VOID = new Set(["area", "br", "col", "hr", "img", "input", "source", "wbr"]);
const URL_ATTRIBUTES = new Set(["href", "src", "cite", "data-zoom"]);
const FORBIDDEN = /^(?:on|style$|srcdoc$|formaction$)/i;
/** Copies of our own pictures; an author writes none. */
const SRCSET = /^\/~\/images\/[\w/.-]+ \d+w(?:, \/~\/images\/[\w/.-]+ \d+w)*$/;

/** A piece of finished HTML. */
export class SafeHtml {
  readonly #text: string;

  constructor(text: string, key: typeof KEY) {
    if (key !== KEY) throw new TypeError("Html is built with h() or trusted().");
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }
}
const KEY: unique symbol = Symbol("html");

/** What an element may hold; plain strings are text and are escaped. */
export type Child = SafeHtml | string | number | undefined | false | readonly Child[];
/** Attribute values; `true` writes the bare name, `undefined` and `false` leave the attribute out. */
export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** Nothing at all. */
export const NOTHING = new SafeHtml("", KEY);

/** Escapes text for use between tags and inside double-quoted attributes. */
export function escapeHtml(text: string): string {
  return ESCAPED.test(text) ? text.replace(ESCAPED_ALL, (c) => ENTITIES[c] ?? "\ufffd") : text;
}
const ESCAPED = /[&<>"'\u0000]/;
const ESCAPED_ALL = /[&<>"'\u0000]/g;
const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Vouches for a string that is already sanitised HTML. Every caller must say why it is. */
export function trusted(html: string): SafeHtml {
  return new SafeHtml(html, KEY);
}

/** Joins pieces; strings among them are escaped. */
export function join(children: readonly Child[]): SafeHtml {
  return new SafeHtml(write(children), KEY);
}

/**
 * One element. Addresses pass the scheme allow-list and are left out when they fail it; event handlers,
 * `style` and the like are misuse and throw, as is any name that is not plain.
 */
export function h(tag: string, attributes: Attributes, ...children: Child[]): SafeHtml {
  const open = openTag(tag, attributes);
  if (VOID.has(tag)) return new SafeHtml(open, KEY);
  return new SafeHtml(`${open}${write(children)}</${tag}>`, KEY);
}

/** The opening tag alone, for what writes elements piece by piece; the same rules as `h`. */
export function openTag(tag: string, attributes: Attributes): string {
  return `<${tag}${writeAttributes(tag, attributes)}>`;
}

function write(child: Child): string {
  if (child === undefined || child === false) return "";
  if (typeof child === "string") return escapeHtml(child);
  if (typeof child === "number") return String(child);
  if (child instanceof SafeHtml) return child.toString();
  let out = "";
  for (const one of child) out += write(one);
  return out;
}

function writeAttributes(tag: string, attributes: Attributes): string {
  let out = "";
  for (const name in attributes) {
    if (FORBIDDEN.test(name) || !/^[a-zA-Z][\w-]*$/.test(name))
      throw new TypeError(`Attribute not allowed: ${name}`);
    const value = attributes[name];
    if (value === undefined || value === false) continue;
    if (name === "srcset" && !SRCSET.test(String(value)))
      throw new TypeError("Addresses of copies are our own.");
    if (value === true) {
      out += ` ${name}`;
      continue;
    }
    const written = URL_ATTRIBUTES.has(name)
      ? safeUrl(String(value), tag === "img" ? "image" : "link")
      : String(value);
    if (written !== undefined) out += ` ${name}="${escapeHtml(written)}"`;
  }
  return out;
}
