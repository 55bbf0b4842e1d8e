/** `.gitbook.yaml` as it is written, comments and all, with redirects that came to be. */
import { type Document, isMap, isScalar, parseDocument, type YAMLMap } from "yaml";
import type { Redirect } from "./gitbookYaml.ts";

/** The text with more redirects, or other destinations of those that it has; undefined for what are no settings. */
export function withRedirects(text: string, redirects: readonly Redirect[]): string | undefined {
  const document = parseDocument(text, { prettyErrors: false, uniqueKeys: false });
  const map = document.errors.length > 0 ? undefined : redirectsIn(document);
  if (map === undefined) return undefined;
  const known = new Map(map.items.map((pair) => [isScalar(pair.key) ? String(pair.key.value) : "", pair]));
  for (const { from, to } of redirects) {
    const pair = known.get(from);
    if (pair === undefined) map.items.push(document.createPair(from, to));
    else pair.value = document.createNode(to);
  }
  return document.toString({ lineWidth: 0 });
}

/** New ones where there is something else or nothing. */
function redirectsIn(document: Document): YAMLMap | undefined {
  if (!isMap(document.contents)) return undefined;
  if (!isMap(document.get("redirects", true))) document.set("redirects", document.createNode({}));
  const map = document.get("redirects", true);
  return isMap(map) ? map : undefined;
}
