/** The cookies of visitors: those that sites set, and those that the owners of sites set for them. No others are read. */
import { createHash } from "node:crypto";
import { openKept } from "../../memory/kept.ts";

/** A cookie of a visitor as a request carries it. */
export interface VisitorCookie {
  readonly name: string;
  readonly value: string;
}

const TOKEN = "lectern-visitor-token";
const PUBLIC = "lectern-visitor-public";
/** Names that owners of sites use; the second of each is the public platform's. */
const SHARED_TOKENS = [TOKEN, "gitbook-visitor-token"];
const PUBLIC_PREFIXES = [PUBLIC, "gitbook-visitor-public"];
const MOST = 50;

/** A cookie of a visitor with its name, as it stands among the others. */
const OURS = /^\s*(?:lectern|gitbook)-visitor-[^=]*=/;

/**
 * The part of a request's cookies that is the visitor's, in its order: whatever else is there is not looked at, and two
 * requests with the same part are of the same visitor. undefined: there is nothing of theirs.
 */
export function visitorCookieText(header: string | undefined): string | undefined {
  if (header === undefined || !header.includes("-visitor-")) return undefined;
  if (!header.includes(";")) return OURS.test(header) ? header : undefined;
  const ours = header.split(";").filter((pair) => OURS.test(pair));
  return ours.length === 0 ? undefined : ours.slice(0, MOST).join(";");
}

/** The visitor's cookies among those of a request, in its order. */
export function visitorCookies(header: string | undefined): readonly VisitorCookie[] {
  const text = visitorCookieText(header);
  if (text === undefined) return [];
  return text.split(";").map((pair) => {
    const at = pair.indexOf("=");
    const value = pair.slice(at + 1).trim();
    return { name: pair.slice(0, at).trim(), value: value.replace(/^"(.*)"$/s, "$1") };
  });
}

/**
 * The tokens that a site may believe, the nearest first: those it set itself, for its own path before those for paths
 * above it; then those that its owner set.
 * @param base the site's path prefix, with both slashes
 */
export function tokensFor(cookies: readonly VisitorCookie[], base: string): readonly string[] {
  return tokenNames(base).flatMap((wanted) =>
    cookies.filter(({ name }) => name === wanted).map(({ value }) => value),
  );
}

/** The text of the claims that a site keeps itself. */
export function ownPublicClaims(cookies: readonly VisitorCookie[], base: string): string | undefined {
  if (!cookies.some(({ name }) => name.startsWith(`${PUBLIC}~`))) return undefined;
  const own = publicName(base);
  return cookies.find(({ name }) => name === own)?.value;
}

/** The texts of claims that nobody signed, in the order in which they count; the site's own last. */
export function publicClaimsFor(cookies: readonly VisitorCookie[], base: string): readonly string[] {
  const own = ownPublicClaims(cookies, base);
  const others = cookies.filter(
    ({ name }) => PUBLIC_PREFIXES.some((prefix) => name.startsWith(prefix)) && !name.startsWith(`${PUBLIC}~`),
  );
  return [...others.map(({ value }) => value), ...(own === undefined ? [] : [own])];
}

/** By base: every request of a visitor asks for them. */
const TOKEN_NAMES = openKept<readonly string[]>("visitor_cookies", {
  bytesOf: (names) => names.length * 100,
});

function tokenNames(base: string): readonly string[] {
  return (
    TOKEN_NAMES.get(base) ?? TOKEN_NAMES.set(base, [...basesFrom(base).map(tokenName), ...SHARED_TOKENS])
  );
}

/** `/a/b/`, `/a/`, `/`: longest first. */
function basesFrom(base: string): string[] {
  const segments = base.split("/").filter((segment) => segment !== "");
  return [...segments.keys()]
    .toReversed()
    .map((last) => `/${segments.slice(0, last + 1).join("/")}/`)
    .concat("/");
}

/** A path has its own name: cookies of two paths don't hide each other. */
function tokenName(base: string): string {
  return `${TOKEN}~${digest(base)}`;
}

function publicName(base: string): string {
  return `${PUBLIC}~${digest(base)}`;
}

function digest(base: string): string {
  return createHash("sha256").update(base).digest("hex").slice(0, 16);
}

/** Where a cookie is kept. */
export interface CookiePlace {
  /** The site's path prefix. */
  readonly base: string;
  /** Whether the site is reached by https. */
  readonly isSecure: boolean;
}

/** The header that keeps a visitor's token. @param seconds how long */
export function keepToken(place: CookiePlace, token: string, seconds: number): string {
  return setCookie(tokenName(place.base), token, place, `; Max-Age=${Math.ceil(seconds)}`);
}

/** The header that keeps claims until the browser is closed. */
export function keepPublicClaims(place: CookiePlace, claims: object): string {
  return setCookie(publicName(place.base), encodeURIComponent(JSON.stringify(claims)), place, "");
}

/** The headers that end a visitor's session on a site. */
export function forgetVisitor(place: CookiePlace): string[] {
  return [tokenName, publicName].map((name) => setCookie(name(place.base), "", place, "; Max-Age=0"));
}

function setCookie(name: string, value: string, { base, isSecure }: CookiePlace, more: string): string {
  return `${name}=${value}; Path=${base}; HttpOnly; SameSite=Lax${isSecure ? "; Secure" : ""}${more}`;
}
