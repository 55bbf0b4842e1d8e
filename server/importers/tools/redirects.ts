/** Redirects that a tool's settings have: old addresses, and where they lead. */
import type { ProjectRedirect } from "./project.ts";
import { itemsOf, type Literal } from "./script.ts";
import type { ReadingNotes } from "./told.ts";

/** Redirects that are taken from one project. */
const MOST = 20_000;

type AddressPair = readonly [from: string, to: string];

/**
 * Redirects as they are written. Those with patterns stand for addresses that nobody has listed: they are told of and
 * left out.
 * @param base what stands before the addresses of all pages
 */
export function redirectsOf(
  written: readonly AddressPair[],
  settings: string,
  told: ReadingNotes,
  base = "",
): ProjectRedirect[] {
  return written.slice(0, MOST).flatMap(([old, to]) => {
    const whole = addressIn(old);
    const from = base !== "" && whole.startsWith(`${base}/`) ? whole.slice(base.length + 1) : whole;
    if (/[*:[\]]/.test(old)) told.unknown("a redirect of many addresses at once is left out", settings);
    return from === "" || to === "" || /[*:[\]]/.test(old) ? [] : [{ from, to }];
  });
}

/** Redirects that are the entries of a map, as they are written there. */
export function entriesOf(map: Literal | undefined): AddressPair[] {
  if (!(map instanceof Map)) return [];
  return [...(map as ReadonlyMap<string, Literal>)].flatMap(([from, to]) =>
    typeof to === "string" ? [[from, to] as const] : [],
  );
}

/** The texts of a value that is one or several. */
export function textsOf(value: Literal | undefined): string[] {
  return [value, ...itemsOf(value)].filter((one) => typeof one === "string");
}

/** An address as sites have it: no slashes at its ends, nothing of the file that stood there. */
export function addressIn(written: string): string {
  return written
    .replace(/[?#].*$/s, "")
    .replace(/(?:(?<![^/])index)?\.html?$/i, "")
    .replace(/^\/+|(?<!\/)\/+$/g, "");
}
