/** Sources of redirects, as they are written and as they are compared. */
import { decoded } from "./decoded.ts";
import { foldSlug } from "./slug.ts";

/**
 * A source as it is compared: its segments decoded and folded, `/*` at the end for a wildcard that begins a segment
 * and `*` for one within. Two sources that mean the same have the same key.
 */
export function sourceKey(source: string): string {
  const wildcard = source.endsWith("/*") ? "/*" : source.endsWith("*") ? "*" : "";
  const path = source.slice(0, source.length - wildcard.length);
  return pathKey(path.split("/").filter(Boolean).map(decoded)) + wildcard;
}

/** A path of decoded segments as it is compared with sources. */
export function pathKey(segments: readonly string[]): string {
  return segments.map((segment) => `/${foldSlug(segment)}`).join("");
}

/** The longest source, in characters. */
export const SOURCE_MAX = 512;

/** The keys that may lead on from a path: its own, then those of wildcards, the most exact first. */
export function keysMatching(key: string): string[] {
  const keys = [key, `${key}/*`];
  for (let end = Math.min(key.length, SOURCE_MAX); end > 1; end--) {
    // Within a segment an asterisk stands for any rest of the path, nothing included.
    keys.push(`${key.slice(0, end)}*`);
  }
  return keys;
}

/** What the wildcard of a key stands for in a path, without a slash before it; nothing for a key without one. */
export function capturedBy(key: string, path: string): string {
  return key.endsWith("*") ? path.slice(key.length - 1).replace(/^\/+/, "") : "";
}

/** What a source is, as a pattern of JSON Schema and of JavaScript alike. */
export const SOURCE_PATTERN =
  "^\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+(?:\\/(?:[A-Za-z0-9\\-._~+]|%[0-9A-Fa-f]{2})+)*(?:\\/\\*|\\*)?$";
