/** Markdown as a person sent it, made into what is stored: destinations inside the space become addresses by id. */
import type { BodyInput } from "../../engine/batch.ts";
import { splitPage } from "../../engine/markdown/frontMatter.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { parse } from "../../engine/markdown/parse.ts";
import { resolveTarget } from "../../engine/markdown/targets.ts";
import { destinationsIn, linkText, type LinkMeaning, targetOf } from "../../engine/markdown/textLinks.ts";
import { brokenTarget, namedTarget } from "../../engine/page.ts";
import { openPace } from "../turns/pace.ts";
import { isLong, workOnText } from "./textWork.ts";

/** Finds what a path names, seen from the page that links to it. */
export interface PathLookup {
  /** Whose texts wait for each other where they are long. */
  readonly organization: string;
  /** The id of the page at a path, or undefined. `from` is the address of the linking page's folder. */
  page(path: string): Promise<string | undefined>;
  /** The id of the file that a path names, or undefined. */
  file(path: string): Promise<string | undefined>;
  /** The id of the reusable content that a path names, or undefined. */
  reusable?(path: string): Promise<string | undefined>;
  hasPage(id: string): Promise<boolean>;
  hasFile(id: string): Promise<boolean>;
  hasReusable(id: string): Promise<boolean>;
}

interface StoredPage {
  readonly meta: PageMeta;
  readonly body: BodyInput;
  /** Destinations that mean nothing in the space; they stay as they were sent. */
  readonly broken: readonly string[];
  /** Why its front matter was left in the body, as a sentence. */
  readonly refused?: string;
}

/**
 * A whole page: front matter and leading title become fields, the rest its body.
 * @param title that the page is given beside it: a leading heading that says another stays in the text
 */
export async function storePage(markdown: string, lookup: PathLookup, title?: string): Promise<StoredPage> {
  const { meta, body, refused } = splitPage(markdown, title);
  const stored = await storeBody(body, lookup);
  return { meta, ...stored, ...(refused === undefined ? {} : { refused }) };
}

/**
 * A body alone.
 * @param former texts that it was made of: destinations in blocks that one of them has stay as they are written
 */
export async function storeBody(
  markdown: string,
  lookup: PathLookup,
  former: readonly string[] = [],
): Promise<{ readonly body: BodyInput; readonly broken: readonly string[] }> {
  const document = isLong({ text: markdown, former }) ? undefined : parse(markdown).document;
  const { organization } = lookup;
  const urls =
    document === undefined
      ? await workOnText(organization, "destinations", { text: markdown, former })
      : destinationsIn(document);
  const pause = openPace();
  const resolved = new Map<string, LinkMeaning>();
  for (const url of urls) {
    resolved.set(url, await resolve(url, lookup));
    await pause();
  }
  const body =
    document === undefined
      ? await workOnText(organization, "link", { text: markdown, resolved, former })
      : linkText(document, resolved, former);
  const broken = [...resolved].flatMap(([url, { target }]) => (target?.startsWith("broken:") ? [url] : []));
  return { body, broken };
}

/** A text whose destinations are by id already, as a body; null for the empty one. */
export async function bodyByIds(organization: string, text: string): Promise<BodyInput | null> {
  return text === "" ? null : { text, targets: await workOnText(organization, "targets", { text }) };
}

async function resolve(url: string, lookup: PathLookup): Promise<LinkMeaning> {
  const target = resolveTarget(url);
  const anchor = "anchor" in target ? target.anchor : undefined;
  switch (target.kind) {
    case "page": {
      // Both forms are accepted: `/pages/<id>`, and `/pages/<slug path>`, which becomes the first.
      const id = (await lookup.hasPage(target.page)) ? target.page : await lookup.page(`/${target.page}`);
      return id === undefined ? { target: brokenTarget(url) } : named("pages", "page", id, url, anchor);
    }
    case "file":
      return (await lookup.hasFile(target.file))
        ? named("files", "file", target.file, url)
        : { target: brokenTarget(url) };
    case "reusable":
      return (await lookup.hasReusable(target.reusable))
        ? named("reusable", "reusable", target.reusable, url)
        : { target: brokenTarget(url) };
    case "path": {
      const file = await lookup.file(target.path);
      if (file !== undefined) return named("files", "file", file, url);
      const shared = await lookup.reusable?.(target.path);
      if (shared !== undefined) return named("reusable", "reusable", shared, url);
      const page = await lookup.page(target.path.replace(/^\/pages(?=\/)/, ""));
      return page === undefined ? { target: brokenTarget(url) } : named("pages", "page", page, url, anchor);
    }
    case "space":
    case "external":
    case "anchor":
    case "empty":
      return { target: targetOf(url) };
    default:
      return target satisfies never;
  }
}

type Kind = "page" | "file" | "reusable";

function named(folder: string, kind: Kind, id: string, url: string, anchor?: string): LinkMeaning {
  const stored = `/${folder}/${id}${/[?#].*$/s.exec(url)?.[0] ?? ""}`;
  return { target: namedTarget(kind, id, anchor), ...(stored === url ? {} : { stored }) };
}
