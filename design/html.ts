import { escapeHtml } from "../engine/markdown/html/element.ts";

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

const compacted = new WeakMap<TemplateStringsArray, readonly string[]>();

/** Line breaks and indentation of a template are for its reader; one line end of them is sent. */
function compact(strings: TemplateStringsArray): readonly string[] {
  const known = compacted.get(strings);
  if (known !== undefined) return known;
  const short = strings.map((part) => part.replace(/[ \t]*\n\s*/g, "\n"));
  compacted.set(strings, short);
  return short;
}

/** Template tag for markup; attribute values must be quoted in the template. */
export function html(strings: TemplateStringsArray, ...pieces: Piece[]): Raw {
  const parts = compact(strings);
  let text = parts[0] ?? "";
  pieces.forEach((piece, index) => {
    text += print(piece) + (parts[index + 1] ?? "");
  });
  return new Raw(text);
}

/** An attribute with a leading space, or nothing: `true` prints the bare name, `false` and absent values nothing. */
export function attribute(
  name: string,
  value: string | number | boolean | null | undefined,
): Raw | undefined {
  if (value === undefined || value === null || value === false) return undefined;
  return value === true ? new Raw(` ${name}`) : new Raw(` ${name}="${escapeHtml(String(value))}"`);
}

/**
 * An address a reader may be sent to, or `#` where its scheme could run code.
 * Browsers drop tabs and newlines and ignore leading control characters, so those go before the scheme is read.
 */
export function safeHref(href: string): string {
  // oxlint-disable-next-line no-control-regex -- control characters are exactly what is looked for
  const cleaned = href.replace(/[\u0000-\u0020\u007f]+/g, (run) => (run.includes(" ") ? "%20" : ""));
  const trimmed = cleaned.replace(/^(?:%20)+/, "");
  const scheme = /^([a-z][a-z0-9+.-]*):/i.exec(trimmed)?.[1]?.toLowerCase();
  if (scheme === undefined) return trimmed;
  return ["http", "https", "mailto", "tel"].includes(scheme) ? trimmed : "#";
}

/** The attributes of a link that leads to another site, where those open in a tab of their own. */
export function newTab(site: { readonly opensTabs?: true }, href: string): Raw | undefined {
  if (site.opensTabs !== true || !/^(?:https?:)?\/\//i.test(href.trim())) return undefined;
  return new Raw(' target="_blank" rel="noopener"');
}
