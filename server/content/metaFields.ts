/** Front matter as the fields of a page. */
import type { JsonObject } from "../../engine/json.ts";
import { type PageMeta, valuesOf } from "../../engine/markdown/pageMeta.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { oneEmoji } from "../../engine/oneEmoji.ts";
import { TAG_NAME_MAX, VARIABLE_NAME_MAX, VARIABLE_TEXT_MAX } from "../../engine/changeResource.ts";

/**
 * What a front matter says, as fields. What no page can have as a field is kept with what means nothing here, and is
 * written back as it was: an import doesn't fail because of it, and nobody is answered it. A cover's address is stored
 * as a content reference.
 */
export function fieldsOfMeta(meta: PageMeta): JsonObject {
  const { title, cover, tags, variables, layout, extra, ...same } = possible(meta);
  return {
    ...same,
    ...(title === undefined ? {} : { title }),
    ...(cover === undefined ? {} : { cover: coverOf(cover) }),
    ...(tags === undefined ? {} : { tags: tags as unknown as JsonObject[] }),
    ...(variables === undefined ? {} : { variables }),
    ...(layout === undefined ? {} : { layout: layout as JsonObject }),
    ...(extra === undefined ? {} : { extra: storable(extra) }),
  };
}

const ICON_MAX = 50;
const ADDRESS_MAX = 2048;
const VARIABLES_MAX = 1000;
const TAGS_MAX = 50;
const VARIABLE = /^[A-Za-z][A-Za-z0-9_]*$/;

/** The same, with all that a page can't have in `extra`. */
function possible({ emoji: written, ...meta }: PageMeta): PageMeta {
  const emoji = written === undefined ? undefined : written && oneEmoji(written);
  const { icon, cover, variables, tags, layout } = meta;
  const odd: PageMeta = {
    ...(written !== undefined && emoji === undefined ? { emoji: written } : {}),
    ...(icon !== undefined && [...icon].length > ICON_MAX ? { icon } : {}),
    ...(cover && ![cover.url, cover.urlDark ?? ""].every(isShowable) ? { cover } : {}),
    ...(variables && !areVariables(variables) ? { variables } : {}),
    ...(tags && !areTags(tags) ? { tags } : {}),
    ...(layout && !isLayout(layout) ? { layout } : {}),
  };
  const sound = Object.fromEntries(Object.entries(meta).filter(([key]) => !(key in odd)));
  const kept = { ...sound, ...(emoji === undefined ? {} : { emoji }) };
  if (Object.keys(odd).length === 0) return kept;
  return { ...kept, extra: { ...meta.extra, ...valuesOf(odd) } };
}

/** Pictures come from the web, or are files by their path. */
function isShowable(url: string): boolean {
  const target = resolveTarget(url);
  const isHere = target.kind !== "external" || ["http", "https", ""].includes(target.scheme);
  return isHere && url.length <= ADDRESS_MAX;
}

function areVariables(variables: NonNullable<PageMeta["variables"]>): boolean {
  const entries = Object.entries(variables);
  return (
    entries.length <= VARIABLES_MAX &&
    entries.every(
      ([name, value]) =>
        VARIABLE.test(name) &&
        name.length <= VARIABLE_NAME_MAX &&
        (typeof value !== "string" || [...value].length <= VARIABLE_TEXT_MAX),
    )
  );
}

function areTags(tags: NonNullable<PageMeta["tags"]>): boolean {
  return tags.length <= TAGS_MAX && tags.every(({ tag }) => tag !== "" && [...tag].length <= TAG_NAME_MAX);
}

function isLayout({ width, coverSize }: NonNullable<PageMeta["layout"]>): boolean {
  return ["default", "wide", undefined].includes(width) && ["hero", "full", undefined].includes(coverSize);
}

/** YAML has numbers that JSON has not: they are kept as text. */
function storable(value: PageMeta["extra"]): JsonObject {
  const text = JSON.stringify(value, (_key, one: unknown) =>
    typeof one === "number" && !Number.isFinite(one) ? String(one) : one,
  );
  return JSON.parse(text) as JsonObject;
}

function coverOf({ url, urlDark, y }: NonNullable<PageMeta["cover"]>): JsonObject {
  return {
    ref: referenceTo(url),
    ...(urlDark === undefined ? {} : { refDark: referenceTo(urlDark) }),
    yPos: y !== undefined && Number.isFinite(y) ? y : 0,
  };
}

function referenceTo(url: string): JsonObject {
  const target = resolveTarget(url);
  return target.kind === "file" ? { kind: "file", file: target.file } : { kind: "url", url };
}
