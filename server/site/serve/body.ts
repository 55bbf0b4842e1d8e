import { apiSource, type Shown, shownIn } from "../../content/computed/sources.ts";
import { latestVersions, type SpecVersion } from "../../content/computed/specs.ts";
import { contentHash } from "../../engine/hash.ts";
import { bodyLinks, linksFrom } from "../../engine/links.ts";
import { getFromMap, getManyFromMap } from "../../engine/mapRead.ts";
import type { RenderedUpdate, ResolvedFile, ResolvedLink } from "../../engine/markdown/html/context.ts";
import type { ApiSource } from "../../engine/openapi/reference/api.ts";
import type { FileEntry, Page, ReusableContent } from "../../engine/page.ts";
import { reusableSource } from "../../engine/revision.ts";
import { readTrail } from "../../engine/tree.ts";
import { unavailable } from "../../http/errors.ts";
import { escapeHtml } from "../render/html.ts";
import type { Values } from "./conditions.ts";
import { downloadPath } from "./files.ts";
import { imageCopies } from "./images.ts";
import { isOpen, pageHref, pathOf, type Reading } from "./reading.ts";
import type { Body, BodyJob, Meaning } from "./renderBody.ts";
import { tryItAddress } from "./tryIt.ts";
import { RenderFailed } from "./renderer.ts";

/** Reusable contents shown in one page, those inside others included. */
const MOST_INCLUDES = 100;

/** A page's body with all that it means where it is read; small but for the texts, which are named by their hashes. */
export interface Surroundings {
  /** Pages that it links to, as far as the reader may know of them. */
  readonly pages: ReadonlyMap<string, readonly Page[]>;
  readonly files: ReadonlyMap<string, FileEntry>;
  /** The hashes of included bodies, by the id of the reusable content. */
  readonly includes: Readonly<Record<string, string>>;
  /** What its expressions are worth. */
  readonly values: Values;
  /** The descriptions of APIs whose operations it shows, by slug. */
  readonly specs: ReadonlyMap<string, SpecVersion>;
}

/** What a page's text depends on beside itself. Its cost grows with the page, not with the space. */
export async function surroundingsOf(reading: Reading, page: Page): Promise<Surroundings> {
  const { nodes, root } = reading;
  const { targets, includes } = await linkedFrom(reading, page.id);
  const pages = new Map<string, readonly Page[]>();
  for (const id of idsOf(targets, "page")) {
    const trail = await readTrail(nodes, root, id);
    if (trail !== undefined && isOpen(reading, trail)) pages.set(id, trail);
  }
  const files = new Map(await getManyFromMap<FileEntry>(nodes, root.files, idsOf(targets, "file")));
  const values = reading.conditions.valuesOn(page, await expressionsOf(reading, page, includes));
  const specs = await latestVersions(reading.deps.db.read, reading.organization, idsOf(targets, "openapi"));
  return { pages, files, includes, values, specs };
}

/** What is to be rendered: the order, and what it is kept under where it may be kept. */
interface Ordered {
  readonly key: string;
  /** It shows a visitor's own claims: it is made for them and kept nowhere. */
  readonly isPersonal: boolean;
  readonly order: () => Promise<BodyJob>;
}

async function orderOf(reading: Reading, page: Page, locale: string): Promise<Ordered> {
  const around = await surroundingsOf(reading, page);
  const meaning = meaningOf(reading, around, locale);
  const own = ownTitle(page);
  return {
    key: contentHash(
      JSON.stringify([page.body ?? "", around.includes, meaning, apiMeaning(reading, around), own]),
    ),
    isPersonal: reading.conditions.isPersonal(around.values),
    async order() {
      const [text, included] = [await reading.shown.body(page.body), await includedTexts(reading, around)];
      const apis = await apisIn(reading, around, [text, ...Object.values(included)]);
      return { text, included, meaning, apis, ...own };
    },
  };
}

/**
 * Renders a page's body, once for each body, meaning of its links and values of its expressions: an edit elsewhere that
 * changes none of them leaves the HTML where it is.
 */
export async function bodyOf(reading: Reading, page: Page, locale: string): Promise<Body> {
  const { content, renderer, unrendered, log } = reading.deps;
  const { key, isPersonal, order } = await orderOf(reading, page, locale);
  const { shown } = reading;
  if (unrendered.has(key)) return sourceAsBody(await shown.body(page.body));
  try {
    const make = async () => renderer.run("body", await order());
    if (isPersonal) return await make();
    const text = await content.derived("body", key, async () => JSON.stringify(await make()));
    return JSON.parse(text) as Body;
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error;
    unrendered.set(key, true);
    log.warn({ err: error, page: page.id, space: reading.variant.space }, "page not rendered");
    return sourceAsBody(await shown.body(page.body));
  }
}

/** The dated updates of a page, kept like its body. @throws 503 when they can't be rendered in time */
export async function updatesOf(
  reading: Reading,
  page: Page,
  locale: string,
): Promise<readonly RenderedUpdate[]> {
  const { content, renderer, unrendered } = reading.deps;
  const { key, isPersonal, order } = await orderOf(reading, page, locale);
  if (unrendered.has(key)) throw unavailable("This page could not be rendered in time.", 60);
  const make = async () => renderer.run("updates", await order());
  try {
    if (isPersonal) return await make();
    const text = await content.derived("updates", key, async () => JSON.stringify(await make()));
    return JSON.parse(text) as RenderedUpdate[];
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error;
    unrendered.set(key, true);
    throw unavailable("This page could not be rendered in time.", 60);
  }
}

/**
 * What is shown of a text that can't be rendered: the text.
 * @throws 503 when a part of it may be under a condition, which nobody can tell from the others then
 */
function sourceAsBody(text: string): Body {
  if (MAY_ASK.test(text)) throw unavailable("This page could not be rendered in time.", 60);
  const shown = escapeHtml(text.slice(0, 200_000));
  const html = `<pre tabindex="0"><code>${shown}</code></pre>`;
  return { html, headings: [], frames: [], isSource: true };
}

/** A page that is made is about what it shows: an operation of its title stands under no second one. */
function ownTitle({ computed, title }: Page): { readonly title?: string } {
  return computed === undefined ? {} : { title };
}

/** What of the descriptions of APIs decides how a page looks. */
export function outlinesOf({ specs }: Surroundings): readonly (readonly [string, string])[] {
  return [...specs].map(([slug, { outline }]) => [slug, outline]);
}

/** The same with where readers go on from there; nothing for pages that show none. */
function apiMeaning({ siteBase, hasOwnHost }: Reading, around: Surroundings): unknown {
  return around.specs.size === 0 ? undefined : [outlinesOf(around), siteBase, hasOwnHost];
}

/** The parts of descriptions of APIs that texts show, by slug. */
export async function apisIn(
  { deps, siteBase, hasOwnHost }: Reading,
  { specs }: Surroundings,
  texts: readonly string[],
): Promise<Record<string, ApiSource>> {
  const apis: Record<string, ApiSource> = {};
  if (specs.size === 0) return apis;
  const wanted = new Map<string, Shown>();
  for (const text of texts) {
    for (const [slug, shown] of shownIn(text)) {
      const known = wanted.get(slug);
      wanted.set(slug, {
        operations: [...(known?.operations ?? []), ...shown.operations],
        schemas: [...(known?.schemas ?? []), ...shown.schemas],
        allSchemas: known?.allSchemas === true || shown.allSchemas,
      });
    }
  }
  for (const [slug, shown] of wanted) {
    const version = specs.get(slug);
    if (version === undefined) continue;
    const fragments = `${siteBase}~/reference/schema/`;
    apis[slug] = await apiSource(deps.content, version, shown, {
      fragments,
      tryIt: hasOwnHost ? "" : tryItAddress(deps, version.outline),
    });
  }
  return apis;
}

/** The texts that a body includes, by the id of the reusable content. */
export async function includedTexts(
  { deps }: Reading,
  { includes }: Surroundings,
): Promise<Record<string, string>> {
  const texts = await deps.content.bodies(Object.values(includes));
  return Object.fromEntries(Object.entries(includes).map(([id, hash]) => [id, texts.get(hash) ?? ""]));
}

/** An expression can't be written without one of these. */
const MAY_ASK = /\{%-?\s*if\b|\bexpression\b/;

/** The expressions in a page's text and in what it includes. */
async function expressionsOf(
  { deps, shown }: Reading,
  page: Page,
  includes: Readonly<Record<string, string>>,
): Promise<string[]> {
  const { content, renderer } = deps;
  const found = new Set<string>();
  for (const hash of new Set([page.body, ...Object.values(includes)])) {
    if (hash === undefined) continue;
    const listing = content.derived("expressions", hash, async () => {
      const text = await shown.body(hash);
      return MAY_ASK.test(text) ? JSON.stringify(await renderer.run("expressions", [text])) : "[]";
    });
    // What can't be read in time shows nothing that is under a condition.
    const listed = await listing.catch(noneWhenFailed);
    for (const expression of JSON.parse(listed) as string[]) found.add(expression);
  }
  return [...found];
}

function noneWhenFailed(error: unknown): string {
  if (error instanceof RenderFailed) return "[]";
  throw error;
}

/** What a page links to, itself and through what it includes, and the bodies of what it includes, by id. */
async function linkedFrom(
  { nodes, root }: Reading,
  page: string,
): Promise<{ targets: ReadonlySet<string>; includes: Record<string, string> }> {
  const targets = new Set(Object.keys(await linksFrom(nodes, root, page)));
  const includes: Record<string, string> = {};
  // The set grows while it is walked: what an included text includes is visited as well, each once.
  for (const target of targets) {
    const [id] = idsOf([target], "reusable");
    const found = id === undefined ? undefined : await getFromMap<ReusableContent>(nodes, root.reusable, id);
    if (id === undefined || found?.body === undefined) continue;
    includes[id] = found.body;
    if (Object.keys(includes).length === MOST_INCLUDES) break;
    for (const next of Object.keys(await bodyLinks(nodes, root, reusableSource(id)))) targets.add(next);
  }
  return { targets, includes };
}

function idsOf(targets: Iterable<string>, kind: string): string[] {
  const prefix = `${kind}:`;
  const ids = [...targets]
    .filter((target) => target.startsWith(prefix))
    .map((target) => target.slice(prefix.length).split("#", 1)[0] as string);
  return [...new Set(ids)];
}

function meaningOf(reading: Reading, around: Surroundings, locale: string): Meaning {
  const links = [...around.pages].map(([id, trail]) => [id, describePage(reading, trail)]);
  const files = [...around.files].map(([id, file]) => [id, describeFile(reading, file)]);
  return {
    links: Object.fromEntries(links),
    files: Object.fromEntries(files),
    values: around.values,
    locale,
  };
}

function describePage(reading: Reading, trail: readonly Page[]): ResolvedLink {
  const page = trail.at(-1) as Page;
  return {
    href: pageHref(reading, page.id, pathOf(trail)),
    title: page.title,
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.description === undefined ? {} : { description: page.description }),
  };
}

function describeFile({ deps, variant }: Reading, file: FileEntry): ResolvedFile {
  const copies = imageCopies(deps, variant.space, file);
  return {
    href: downloadPath(deps, variant.space, file),
    name: file.name,
    size: file.size,
    contentType: file.contentType,
    ...(file.width === undefined || file.height === undefined
      ? {}
      : { width: file.width, height: file.height }),
    ...(copies.length === 0 ? {} : { copies }),
  };
}
