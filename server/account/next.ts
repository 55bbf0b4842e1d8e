const ANYWHERE = "http://lectern.invalid";

/**
 * The path of our own origin that somebody wants to get to after signing in, written anew; undefined for everything
 * that a browser could take for another place.
 */
export function safeNext(wanted: string | null | undefined): string | undefined {
  if (!wanted || wanted.length > 2048) return undefined;
  // oxlint-disable-next-line no-control-regex -- browsers drop some of these, and what is left may be another address
  if (!wanted.startsWith("/") || /[\u0000-\u001f\u007f\\]/.test(wanted)) return undefined;
  if (wanted.startsWith("//") || !URL.canParse(wanted, ANYWHERE)) return undefined;
  const url = new URL(wanted, ANYWHERE);
  const path = url.pathname + url.search + url.hash;
  return url.origin === ANYWHERE && !path.startsWith("//") ? path : undefined;
}
