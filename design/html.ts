import { escapeHtml } from "../engine/markdown/html/element.ts";
import { safeUrl } from "../engine/markdown/html/url.ts";

/** Markup that is safe to print as it is: made by `html` or vouched for through `raw`. */
export class Raw {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  toString(): string {
    return this.text;
  }
}

/** What a template takes: text is escaped, `Raw` is not, empty values print nothing. */
export type Piece = Raw | string | number | false | null | undefined | readonly Piece[];

/** Vouches for markup that came sanitised from elsewhere (page bodies); never for text somebody typed. */
export function raw(markup: string): Raw {
  return new Raw(markup);
}

function print(piece: Piece): string {
  if (piece instanceof Raw) return piece.text;
  if (typeof piece === "string") return escapeHtml(piece);
  if (typeof piece === "number") return String(piece);
  if (Array.isArray(piece)) return piece.map(print).join("");
  return "";
}

/** What takes an address: a value is checked wherever it stands in one of these. */
const ADDRESS = /^(?:href|src|action|formaction|poster|cite|data|ping|background|xlink:href)$/i;
/** What a browser runs, or reads as a page of its own: no value stands in these. */
const FORBIDDEN = /^(?:on|style$|srcdoc$)/i;

interface Template {
  readonly parts: readonly string[];
  /** Whether the value at each place is an address. */
  readonly addresses: readonly boolean[];
}

const templates = new WeakMap<TemplateStringsArray, Template>();

/** A template, looked at once. Its line breaks and indentation are for its reader; one line end of them is sent. */
function templateOf(strings: TemplateStringsArray): Template {
  const known = templates.get(strings);
  if (known !== undefined) return known;
  const parts = strings.map((part) => part.replace(/[ \t]*\n\s*/g, "\n"));
  const addresses = parts.slice(0, -1).map((part, place) => takesAddress(part, parts[place + 1] ?? ""));
  const template = { parts, addresses };
  templates.set(strings, template);
  return template;
}

/** Whether a value between two parts of a template is an address. Throws where no value can be safe. */
function takesAddress(before: string, after: string): boolean {
  const [, name = "", quote, start] = /[\s"']([\w:-]+)=(?:(["'])([^"']*))?$/.exec(before) ?? [];
  if (name === "") return false;
  if (quote === undefined) throw new TypeError(`Quote the value of ${name}.`);
  if (FORBIDDEN.test(name)) throw new TypeError(`No value may stand in ${name}.`);
  if (!ADDRESS.test(name) || start !== "") return false;
  if (!after.startsWith(quote))
    throw new TypeError(`Put the value of ${name} together first: it is checked whole.`);
  return true;
}

function printAddress(piece: Piece): string {
  if (piece instanceof Raw || Array.isArray(piece)) throw new TypeError("An address is a text.");
  return typeof piece === "string" ? escapeHtml(safeHref(piece)) : print(piece);
}

/**
 * Template tag for markup. Attribute values must be quoted in the template. An address is checked where it stands, and
 * is `#` where it could run code: nobody has to think of it. Throws where a value stands in what a browser runs.
 */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Raw {
  const { parts, addresses } = templateOf(strings);
  let text = parts[0] ?? "";
  pieces.forEach((piece, place) => {
    text += (addresses[place] ? printAddress(piece) : print(piece)) + (parts[place + 1] ?? "");
  });
  return new Raw(text);
}

/** An attribute with a leading space, or nothing: `true` prints the bare name, `false` and absent values nothing. */
export function attribute(
  name: string,
  value: string | number | boolean | null | undefined,
): Raw | undefined {
  if (FORBIDDEN.test(name)) throw new TypeError(`No value may stand in ${name}.`);
  if (value === undefined || value === null || value === false) return undefined;
  if (value === true) return new Raw(` ${name}`);
  const written = ADDRESS.test(name) ? safeHref(String(value)) : String(value);
  return new Raw(` ${name}="${escapeHtml(written)}"`);
}

/** An address a reader may be sent to, or `#` where its scheme could run code: the rule that page bodies have. */
export function safeHref(href: string): string {
  return safeUrl(href, "link") ?? "#";
}

/** The attributes of a link that leads to another site, where those open in a tab of their own. */
export function newTab(site: { readonly opensTabs?: true }, href: string): Raw | undefined {
  if (site.opensTabs !== true || !/^(?:https?:)?\/\//i.test(href.trim())) return undefined;
  return new Raw(' target="_blank" rel="noopener"');
}
