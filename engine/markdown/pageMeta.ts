/** What a page's front matter says, in the field's own names, and how it is read from and written as plain values. */

export interface PageTag {
  readonly tag: string;
  readonly primary?: boolean;
}

/** What a page shows: a width by name, and parts that are on or off. */
export interface PageLayout {
  readonly width?: string;
  readonly coverSize?: string;
  readonly cover?: boolean;
  readonly title?: boolean;
  readonly description?: boolean;
  readonly tableOfContents?: boolean;
  readonly outline?: boolean;
  readonly pagination?: boolean;
  readonly metadata?: boolean;
  readonly tags?: boolean;
}

interface PageCover {
  /** As written: a path or an address. */
  readonly url: string;
  readonly urlDark?: string;
  /** Vertical position, in pixels. */
  readonly y?: number;
}

export interface PageMeta {
  readonly title?: string;
  readonly description?: string;
  readonly icon?: string;
  readonly emoji?: string;
  readonly cover?: PageCover;
  readonly hidden?: boolean;
  readonly noIndex?: boolean;
  readonly noRobotsIndex?: boolean;
  readonly tags?: readonly PageTag[];
  readonly variables?: Readonly<Record<string, string | number | boolean>>;
  /** `if`: the expression that decides who sees the page. */
  readonly condition?: string;
  readonly layout?: PageLayout;
  /** Keys without a meaning here, and known keys whose values have none; written back as they were. */
  readonly extra?: Readonly<Record<string, unknown>>;
}

type Values = Readonly<Record<string, unknown>>;
type Draft = { -readonly [K in keyof PageMeta]: PageMeta[K] };

const strings = ["title", "description", "icon", "emoji"] as const;
const flags = ["hidden", "noIndex", "noRobotsIndex"] as const;
const parts = [
  "cover",
  "title",
  "description",
  "tableOfContents",
  "outline",
  "pagination",
  "metadata",
  "tags",
] as const;

/** Reads the values of a front matter; what fits nothing ends up in `extra`. */
export function metaFrom(values: Values): PageMeta {
  const meta: Draft = {};
  const extra = new Map(Object.entries(values));
  const take = <T>(key: string, read: (value: unknown) => T | undefined): T | undefined => {
    const value = extra.get(key);
    const found = value === undefined || value === null ? undefined : read(value);
    if (found !== undefined) extra.delete(key);
    return found;
  };
  for (const key of strings) set(meta, key, take(key, asText));
  for (const key of flags) set(meta, key, take(key, asFlag));
  const url = take("cover", asText);
  if (url !== undefined) {
    const y = take("coverY", (value) => (typeof value === "number" ? value : undefined));
    const urlDark = take("coverDark", asText);
    meta.cover = { url, ...(urlDark === undefined ? {} : { urlDark }), ...(y === undefined ? {} : { y }) };
  }
  set(meta, "tags", take("tags", asTags));
  set(meta, "variables", take("vars", asVariables));
  set(meta, "condition", take("if", asText));
  set(meta, "layout", take("layout", asLayout));
  if (extra.size > 0) meta.extra = Object.fromEntries(extra);
  return meta;
}

function set<K extends keyof PageMeta>(meta: Draft, key: K, value: PageMeta[K]): void {
  if (value !== undefined) meta[key] = value;
}

function asText(value: unknown): string | undefined {
  if (typeof value === "string") return value;
  return typeof value === "number" || typeof value === "boolean" ? String(value) : undefined;
}

function asFlag(value: unknown): boolean | undefined {
  return typeof value === "boolean" ? value : undefined;
}

function isRecord(value: unknown): value is Values {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function asTags(value: unknown): readonly PageTag[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const tags: PageTag[] = [];
  for (const one of value as unknown[]) {
    const tag = isRecord(one) ? asText(one["tag"]) : asText(one);
    const others = isRecord(one) ? Object.keys(one).filter((key) => key !== "tag" && key !== "primary") : [];
    if (tag === undefined || others.length > 0) return undefined;
    tags.push(isRecord(one) && one["primary"] === true ? { tag, primary: true } : { tag });
  }
  return tags;
}

function asVariables(value: unknown): PageMeta["variables"] {
  if (!isRecord(value)) return undefined;
  const entries: [string, string | number | boolean][] = [];
  for (const [name, one] of Object.entries(value)) {
    const plain = typeof one === "string" || typeof one === "boolean" || Number.isFinite(one);
    if (!plain) return undefined;
    entries.push([name, one as string | number | boolean]);
  }
  return Object.fromEntries(entries);
}

/** `{width, title: {visible}}`, `cover` with its `size`; undefined when it says anything else. */
function asLayout(value: unknown): PageLayout | undefined {
  if (!isRecord(value)) return undefined;
  const layout: { -readonly [K in keyof PageLayout]: PageLayout[K] } = {};
  for (const [key, one] of Object.entries(value)) {
    const part = parts.find((name) => name === key);
    if (key === "width" && typeof one === "string") layout.width = one;
    else if (part !== undefined && typeof one === "boolean") layout[part] = one;
    else if (part !== undefined && isRecord(one) && onlyVisible(one, part)) {
      if (typeof one["visible"] === "boolean") layout[part] = one["visible"];
      if (part === "cover" && typeof one["size"] === "string") layout.coverSize = one["size"];
    } else return undefined;
  }
  return layout;
}

function onlyVisible(value: Values, part: string): boolean {
  return Object.entries(value).every(
    ([key, one]) =>
      (key === "visible" && typeof one === "boolean") ||
      (key === "size" && part === "cover" && typeof one === "string"),
  );
}

/** The values to write in a front matter for all of `meta` but the title, in the order to write them. */
export function valuesOf(meta: PageMeta): Record<string, unknown> {
  const { description, icon, emoji, cover, hidden, noIndex, noRobotsIndex, tags, variables, condition } =
    meta;
  const known: [string, unknown][] = [
    ["description", description],
    ["icon", icon],
    ["emoji", emoji],
    ["cover", cover?.url],
    ["coverDark", cover?.urlDark],
    ["coverY", cover?.y],
    ["hidden", hidden],
    ["noIndex", noIndex],
    ["noRobotsIndex", noRobotsIndex],
    ["tags", tags],
    ["vars", variables],
    ["if", condition],
    ["layout", meta.layout === undefined ? undefined : layoutValues(meta.layout)],
  ];
  const written = known.filter(([, value]) => value !== undefined);
  const names = new Set(written.map(([key]) => key));
  const extra = Object.entries(meta.extra ?? {}).filter(([key]) => !names.has(key));
  return Object.fromEntries([...written, ...extra]);
}

function layoutValues({ width, coverSize, ...shown }: PageLayout): Values {
  const entries: [string, unknown][] = width === undefined ? [] : [["width", width]];
  for (const part of parts) {
    const visible = shown[part];
    const size = part === "cover" ? coverSize : undefined;
    if (visible === undefined && size === undefined) continue;
    entries.push([
      part,
      { ...(visible === undefined ? {} : { visible }), ...(size === undefined ? {} : { size }) },
    ]);
  }
  return Object.fromEntries(entries);
}
