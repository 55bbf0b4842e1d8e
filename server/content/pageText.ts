/** Markdown as a person sent it, made into what is stored: destinations inside the space become addresses by id. */
import type { BodyInput } from "../engine/change.ts";
import type { JsonObject } from "../engine/json.ts";
import { splitPage } from "../engine/markdown/frontMatter.ts";
import type { PageMeta } from "../engine/markdown/pageMeta.ts";
import { parse } from "../engine/markdown/parse.ts";
import { type Reference, references } from "../engine/markdown/references.ts";
import { rewriteReferences } from "../engine/markdown/rewriteLinks.ts";
import { resolveTarget } from "../engine/markdown/targets.ts";
import type { LinkTargets } from "../engine/page.ts";

/** Finds what a path names, seen from the page that links to it. */
export interface PathLookup {
  /** The id of the page at a path, or undefined. `from` is the address of the linking page's folder. */
  page(path: string): Promise<string | undefined>;
  /** The id of the file that a path names, or undefined. */
  file(path: string): Promise<string | undefined>;
  hasPage(id: string): Promise<boolean>;
  hasFile(id: string): Promise<boolean>;
  hasReusable(id: string): Promise<boolean>;
}

export interface StoredPage {
  readonly meta: PageMeta;
  readonly body: BodyInput;
  /** Destinations that mean nothing in the space; they stay as they were sent. */
  readonly broken: readonly string[];
}

/** A whole page: front matter and leading title become fields, the rest its body. */
export async function storePage(markdown: string, lookup: PathLookup): Promise<StoredPage> {
  const { meta, body } = splitPage(markdown);
  const stored = await storeBody(body, lookup);
  return { meta, ...stored };
}

/** A body alone. */
export async function storeBody(
  markdown: string,
  lookup: PathLookup,
): Promise<{ readonly body: BodyInput; readonly broken: readonly string[] }> {
  const { document } = parse(markdown);
  const found = references(document);
  const addresses = new Map<string, Resolved>();
  for (const { url } of found) {
    if (!addresses.has(url)) addresses.set(url, await resolve(url, lookup));
  }
  const text = rewriteReferences(document, ({ url }) => addresses.get(url)?.stored);
  const broken = [...addresses].flatMap(([url, { target }]) => (target?.startsWith("broken:") ? [url] : []));
  return { body: { text, targets: countTargets(found, addresses) }, broken };
}

interface Resolved {
  /** The address by id, where it differs from what was sent. */
  readonly stored?: string;
  /** What the link counts as. */
  readonly target?: string;
}

async function resolve(url: string, lookup: PathLookup): Promise<Resolved> {
  const target = resolveTarget(url);
  switch (target.kind) {
    case "page": {
      // Both forms are accepted: `/pages/<id>`, and `/pages/<slug path>`, which becomes the first.
      const id = (await lookup.hasPage(target.page)) ? target.page : await lookup.page(`/${target.page}`);
      return id === undefined ? { target: `broken:${url}` } : named("pages", "page", id, url);
    }
    case "file":
      return (await lookup.hasFile(target.file))
        ? named("files", "file", target.file, url)
        : { target: `broken:${url}` };
    case "reusable":
      return (await lookup.hasReusable(target.reusable))
        ? named("reusable", "reusable", target.reusable, url)
        : { target: `broken:${url}` };
    case "path": {
      const file = await lookup.file(target.path);
      if (file !== undefined) return named("files", "file", file, url);
      const page = await lookup.page(target.path.replace(/^\/pages(?=\/)/, ""));
      return page === undefined ? { target: `broken:${url}` } : named("pages", "page", page, url);
    }
    case "external":
    case "anchor":
    case "empty":
      return {};
    default:
      return target satisfies never;
  }
}

function named(folder: string, kind: string, id: string, url: string): Resolved {
  const stored = `/${folder}/${id}${/[?#].*$/s.exec(url)?.[0] ?? ""}`;
  return { target: `${kind}:${id}`, ...(stored === url ? {} : { stored }) };
}

function countTargets(found: readonly Reference[], addresses: ReadonlyMap<string, Resolved>): LinkTargets {
  const counts = new Map<string, number>();
  for (const { url } of found) {
    const target = addresses.get(url)?.target;
    if (target !== undefined) counts.set(target, (counts.get(target) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** The targets of a body whose destinations are by id already. */
export function targetsOf(body: string): LinkTargets {
  const counts = new Map<string, number>();
  for (const { url } of references(parse(body).document)) {
    const target = resolveTarget(url);
    const name =
      target.kind === "page"
        ? `page:${target.page}`
        : target.kind === "file"
          ? `file:${target.file}`
          : target.kind === "reusable"
            ? `reusable:${target.reusable}`
            : target.kind === "path"
              ? `broken:${url}`
              : undefined;
    if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return Object.fromEntries(counts);
}

/** Front matter as the fields of a page. A cover's address is stored as a content reference. */
export function fieldsOfMeta(meta: PageMeta): JsonObject {
  const { title, cover, extra, tags, variables, layout, ...same } = meta;
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
