import type { JsonObject } from "../../engine/json.ts";
import type { PageMeta } from "../../engine/markdown/pageMeta.ts";
import { suffixOf } from "./linkedText.ts";
import type { LinkTarget } from "./linkTargets.ts";
import { openPace } from "../turns/pace.ts";
import type { ImportPlan, LinkedText, PlannedHref, PlannedPage } from "./planned.ts";
import { listPages } from "./planned.ts";
import type { BrokenLink } from "./report.ts";
import { storedUrl } from "./storedUrls.ts";

/** Gives the id that a planned page (by key), file or reusable content (by path) has got; undefined for none. */
type IdOf = (target: LinkTarget) => string | undefined;

/** The texts of a plan as they are stored. */
export interface ResolvedPlan {
  /** By page key. */
  readonly bodies: ReadonlyMap<string, string>;
  /** Front matter, by page key. */
  readonly metas: ReadonlyMap<string, PageMeta>;
  /** Content references of link pages, by page key. */
  readonly targets: ReadonlyMap<string, JsonObject>;
  /** By path. */
  readonly reusable: ReadonlyMap<string, string>;
  readonly redirects: readonly { readonly from: string; readonly to: string }[];
  /** Destinations that `idOf` had no id for; those that meant nothing at all are in the plan's report. */
  readonly brokenLinks: readonly BrokenLink[];
}

/** Puts ids in the place of the destinations that a plan's texts have. What gets no id stays as written. */
export async function resolveLinks(plan: ImportPlan, idOf: IdOf): Promise<ResolvedPlan> {
  const pace = openPace();
  const brokenLinks: BrokenLink[] = [];
  const broken = (page: string) => (url: string) => void brokenLinks.push({ page, url });
  const bodies = new Map<string, string>();
  const metas = new Map<string, PageMeta>();
  const targets = new Map<string, JsonObject>();
  for (const page of listPages(plan.pages)) {
    await pace();
    bodies.set(page.key, resolveText(page.body, idOf, broken(page.key)));
    metas.set(page.key, resolveCover(page, idOf, broken(page.key)));
    const target = linkReference(page, idOf, broken(page.key));
    if (target !== undefined) targets.set(page.key, target);
  }
  const reusable = plan.reusable.map(({ path, body }) => {
    return [path, resolveText(body, idOf, broken(path))] as const;
  });
  const redirects = plan.redirects.map(({ from, to, target }) => {
    const href = target === undefined ? { url: to } : { url: to, target };
    return { from, to: resolveHref(href, idOf, broken(from)) };
  });
  return { bodies, metas, targets, reusable: new Map(reusable), redirects, brokenLinks };
}

/** Puts ids into one text. `broken` hears of each destination that has none. */
function resolveText(text: LinkedText, idOf: IdOf, broken: (url: string) => void): string {
  const parts: string[] = [];
  let end = 0;
  for (const link of text.links) {
    const id = idOf(link.target);
    if (id === undefined) {
      broken(text.source.slice(link.start, link.end));
      continue;
    }
    parts.push(text.source.slice(end, link.start));
    parts.push(storedUrl({ kind: link.target.kind, id, suffix: link.suffix }));
    end = link.end;
  }
  parts.push(text.source.slice(end));
  return parts.join("");
}

function resolveHref({ url, target }: PlannedHref, idOf: IdOf, broken: (url: string) => void): string {
  if (target === undefined) return url;
  const id = idOf(target);
  if (id !== undefined) return storedUrl({ kind: target.kind, id, suffix: suffixOf(url) });
  broken(url);
  return url;
}

function resolveCover(page: PlannedPage, idOf: IdOf, broken: (url: string) => void): PageMeta {
  if (page.cover === undefined || page.meta.cover === undefined) return page.meta;
  const { url, urlDark } = page.cover;
  const dark = urlDark === undefined ? {} : { urlDark: resolveHref(urlDark, idOf, broken) };
  return { ...page.meta, cover: { ...page.meta.cover, url: resolveHref(url, idOf, broken), ...dark } };
}

/** The content reference of a link page. */
export function linkReference(
  page: Pick<PlannedPage, "href" | "reference">,
  idOf: IdOf,
  broken: (url: string) => void,
): JsonObject | undefined {
  if (page.reference !== undefined) return page.reference;
  if (page.href === undefined) return undefined;
  const { url, target } = page.href;
  const id = target === undefined ? undefined : idOf(target);
  if (target !== undefined && id === undefined) broken(url);
  if (target === undefined || id === undefined || target.kind === "reusable") return { kind: "url", url };
  if (target.kind === "file") return { kind: "file", file: id };
  const anchor = /#(.+)$/s.exec(url)?.[1];
  return anchor === undefined ? { kind: "page", page: id } : { kind: "anchor", anchor, page: id };
}
