/** What an integration makes pages of: the source that a computed page names. */
import { contentHash } from "./hash.ts";
import { canonicalJson, type Json, type JsonObject } from "./json.ts";

export interface ContentSource {
  /** The name of the integration. */
  readonly integration: string;
  /** Its id within that. */
  readonly source: string;
  readonly props: JsonObject;
  /** What it is made from, by name: references, without what they came to. */
  readonly dependencies: Readonly<Record<string, { readonly ref: JsonObject }>>;
}

/** The names that integrations and their sources may have. */
const TYPE = /^integration:([a-zA-Z0-9\-_.]{1,100}):([a-zA-Z0-9\-_.]{1,100})$/;

/** The source that `computed` of a page names; undefined where it names none of an integration. */
export function contentSourceOf(computed: JsonObject | undefined): ContentSource | undefined {
  const type = computed?.["type"];
  const [, integration, source] = (typeof type === "string" && TYPE.exec(type)) || [];
  if (computed === undefined || integration === undefined || source === undefined) return undefined;
  const props = objectOr(computed["props"]) ?? {};
  const dependencies: Record<string, { readonly ref: JsonObject }> = {};
  for (const [name, one] of Object.entries(objectOr(computed["dependencies"]) ?? {})) {
    const ref = objectOr(objectOr(one)?.["ref"]);
    if (ref !== undefined) dependencies[name] = { ref };
  }
  return { integration, source, props, dependencies };
}

/** A source as `computed` of a page. */
export function writtenSource({ integration, source, props, dependencies }: ContentSource): JsonObject {
  return { type: `integration:${integration}:${source}`, props, dependencies: { ...dependencies } };
}

/**
 * What readers of a site are told in its place: which page they mean by it. What a page is made from is its editors'.
 * @param page the id of the page
 */
export function readersSource(page: string, computed: JsonObject | undefined): JsonObject | undefined {
  const source = contentSourceOf(computed);
  return source === undefined ? computed : writtenSource({ ...source, props: { page }, dependencies: {} });
}

/**
 * By what the pages of a source are kept.
 * @param seed what their ids are made from
 */
export function contentSourceKey(source: ContentSource, seed: string): string {
  return contentHash(canonicalJson([seed, writtenSource(source)]));
}

/** The target by which the pages are found that are made of an integration's sources. */
export const SOURCE = "source:";

function objectOr(value: Json | undefined): JsonObject | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as JsonObject)
    : undefined;
}
