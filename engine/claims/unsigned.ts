/** Claims that anybody can make up: in the query of an address, `visitor.user.plan=pro`, and in cookies. */
import { decoded } from "../decoded.ts";
import { forbiddenNames } from "../expression/syntax.ts";

export type UnsignedClaims = Readonly<Record<string, unknown>>;

const PREFIX = "visitor.";
const MOST = 50;
const DEEPEST = 8;
/** Longest claims that are kept, as JSON, in characters: they have to fit into a cookie. */
export const LONGEST_CLAIMS = 2000;

/** Whether a name in a query is a claim's. */
export function isClaimName(name: string): boolean {
  return name.startsWith(PREFIX) && name.length > PREFIX.length;
}

/** The claims in a query; dots in names nest. What is no claim, or too deep, is passed over. */
export function claimsOfQuery(query: URLSearchParams): UnsignedClaims {
  const claims: Record<string, unknown> = {};
  let count = 0;
  for (const [name, text] of query) {
    if (!isClaimName(name)) continue;
    if (++count > MOST) break;
    put(claims, name.slice(PREFIX.length).split("."), valueOf(text));
  }
  return claims;
}

function put(claims: Record<string, unknown>, path: readonly string[], value: unknown): void {
  if (path.length > DEEPEST || path.some((name) => name === "" || forbiddenNames.has(name))) return;
  let at = claims;
  for (const name of path.slice(0, -1)) {
    const inside = Object.hasOwn(at, name) ? at[name] : undefined;
    const next: Record<string, unknown> = isClaims(inside) ? (inside as Record<string, unknown>) : {};
    at[name] = next;
    at = next;
  }
  const last = path.at(-1) as string;
  if (value === undefined) delete at[last];
  else at[last] = value;
}

/** `true`, `false`, `null`, `undefined`, a number, an object or a list as JSON; else the text itself. */
function valueOf(text: string): unknown {
  if (text === "undefined") return undefined;
  if (!/^(?:true|false|null|-?\d.*|[[{].*)$/s.test(text)) return text;
  return parsed(text) ?? (text === "null" ? null : text);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text, withoutForbidden);
  } catch {
    return undefined;
  }
}

function withoutForbidden(name: string, value: unknown): unknown {
  return forbiddenNames.has(name) ? undefined : value;
}

function isClaims(value: unknown): value is UnsignedClaims {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The claims that a cookie's value says, percent-encoded or not; none where it says no object. */
export function claimsOfText(text: string): UnsignedClaims {
  if (text.length > 4 * LONGEST_CLAIMS) return {};
  const value = parsed(text) ?? parsed(decoded(text));
  return isClaims(value) ? value : {};
}

/** Claims with others over them; objects are joined, everything else is replaced. */
export function mergeClaims(under: UnsignedClaims, over: UnsignedClaims): UnsignedClaims {
  const merged: Record<string, unknown> = { ...under };
  for (const [name, value] of Object.entries(over)) {
    const before = Object.hasOwn(merged, name) ? merged[name] : undefined;
    merged[name] = isClaims(before) && isClaims(value) ? mergeClaims(before, value) : value;
  }
  return merged;
}
