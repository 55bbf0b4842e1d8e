/** What the destinations of a page mean, seen from where it was found. */

/** The document that a page is: its own address, or none for a file of an archive. */
export interface PagePlace {
  /** Absolute, without a fragment. */
  readonly url: string;
  /** What relative destinations begin at. */
  readonly base: string;
}

const LONGEST = 8_192;
/** Programs, and what only works where the page was. */
const NOT_OURS = /^(?:javascript|vbscript|data|blob|file|about|chrome|ms-[a-z]+):/i;

/**
 * A destination as it is written into the page: absolute for a page with an address, as it is in an archive, a fragment
 * alone where it leads to the page itself. Undefined for what is none.
 */
export function destinationFrom(place: PagePlace | undefined, url: string): string | undefined {
  // oxlint-disable-next-line no-control-regex
  const written = url.replace(/[\u0000-\u001f\u007f]/g, "").trim();
  if (written === "" || written.length > LONGEST || NOT_OURS.test(written)) return undefined;
  if (place === undefined) return unwrapped(written);
  const resolved = resolve(written, place.base);
  if (resolved === undefined) return undefined;
  if (!/^https?:$/.test(resolved.protocol))
    return /^(?:mailto|tel):$/.test(resolved.protocol) ? resolved.href : undefined;
  const { hash } = resolved;
  const target = unwrapped(resolved.href);
  if (target !== resolved.href) return target;
  return withoutFragment(resolved) === place.url && hash !== "" ? hash : resolved.href;
}

/** An address as a key for what is there: without a fragment. */
export function withoutFragment(url: URL): string {
  const plain = new URL(url);
  plain.hash = "";
  return plain.href;
}

export function resolve(url: string, base: string): URL | undefined {
  return URL.canParse(url, base) ? new URL(url, base) : undefined;
}

/** Google's documents lead out through a redirect that names the real address. */
function unwrapped(url: string): string {
  const inside = /^https?:\/\/(?:www\.)?google\.[a-z.]+\/url\?(.+)$/i.exec(url)?.[1];
  if (inside === undefined) return url;
  const query = new URLSearchParams(inside.replaceAll("&amp;", "&"));
  const target = query.get("q") ?? query.get("url") ?? "";
  return /^(?:https?:\/\/|mailto:)/i.test(target) ? target : url;
}
