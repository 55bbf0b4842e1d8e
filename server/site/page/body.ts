import { apiSource, type ShownDescription, shownIn, showsApis } from "../../content/computed/sources.ts";
import { contentHash } from "../../../engine/hash.ts";
import { type Drawings, drawDiagrams } from "../../content/diagrams.ts";
import { escapeHtml } from "../../../engine/markdown/html/element.ts";
import type { RenderedUpdate, ResolvedFile, ResolvedLink } from "../../../engine/markdown/html/context.ts";
import type { ApiSource } from "../../../engine/openapi/reference/api.ts";
import { type FileEntry, type Page, titleAsLink } from "../../../engine/page.ts";
import { unavailable } from "../../http/errors.ts";
import { downloadPath, imageCopies, schemasOf, tryItAddress } from "../reading/addresses.ts";
import { pageHref, pathOf, type VariantReading } from "../reading/reading.ts";
import type { Body, BodyJob, TextMeaning, BodyGround } from "../bodies/renderBody.ts";
import { drawnIn } from "./blockDrawings.ts";
import { RenderFailed } from "../bodies/renderer.ts";
import {
  type PageGround,
  includedTexts,
  MAY_ASK,
  type Surroundings,
  surroundingsOf,
} from "./surroundings.ts";

/** What is to be rendered: the order, and what it is kept under where it may be kept. */
interface BodyOrder {
  readonly key: string;
  /** It shows a visitor's own claims: it is made for them and kept nowhere. */
  readonly isPersonal: boolean;
  readonly order: () => Promise<BodyJob>;
  /** A block in it, or what it asks of a visitor, was given up for a moment. */
  readonly isMakeshift: boolean;
}

async function orderOf(reading: VariantReading, page: Page, locale: string): Promise<BodyOrder> {
  const around = await surroundingsOf(reading, page);
  const meaning = { ...meaningOf(around), home: { href: reading.base }, locale };
  const own = ownTitle(page);
  const others = [...around.elsewhere].map(([space, ground]) => [
    space,
    ground.includes,
    homeOf(ground),
    meaningOf(ground),
  ]);
  const api = apiMeaning(reading, around);
  const { space } = reading.variant;
  let { isMakeshift } = around;
  const drawn = await drawnIn(reading, textsOf(page, around), () => (isMakeshift = true));
  return {
    key: contentHash(
      JSON.stringify([page.body ?? "", around.includes, meaning, api, own, space, others, drawn]),
    ),
    isPersonal: isPersonal(around),
    isMakeshift,
    async order() {
      const [text, included] = [await reading.shown.body(page.body), await includedTexts(around)];
      const elsewhere: Record<string, BodyGround> = {};
      for (const [id, ground] of around.elsewhere)
        elsewhere[id] = { ...meaningOf(ground), home: homeOf(ground), included: await includedTexts(ground) };
      const parts = [{ included }, ...Object.values(elsewhere)].flatMap((one) => Object.values(one.included));
      const apis = await apisIn(reading, around, [text, ...parts]);
      return { space, text, included, meaning, elsewhere, apis, drawn, ...own };
    },
  };
}

/** A page's own text and those that it includes, by their hashes. */
export function textsOf({ body }: Page, { includes }: Surroundings): string[] {
  return [...(body === undefined ? [] : [body]), ...Object.values(includes)];
}

/** Whether a value that one of the texts prints is a visitor's own. */
export function isPersonal({ elsewhere, ...own }: Surroundings): boolean {
  return [own, ...elsewhere.values()].some(({ reading, values }) => reading.conditions.isPersonal(values));
}

/** Where a space is on the site. */
function homeOf({ reading: { base, variant } }: PageGround): ResolvedLink {
  return { href: base, title: variant.title };
}

/**
 * Renders a page's body, once for each body, meaning of its links and values of its expressions: an edit elsewhere that
 * changes none of them leaves the HTML where it is.
 */
export async function bodyOf(reading: VariantReading, page: Page, locale: string): Promise<Body> {
  const { content, db, renderer, unrendered, log } = reading.deps;
  const { key, isPersonal, order, ...ordered } = await orderOf(reading, page, locale);
  const { shown } = reading;
  if (unrendered.get(key)) return sourceAsBody(await shown.body(page.body));
  try {
    const make = async (drawings: Drawings) => renderer.run("body", { ...(await order()), drawings });
    const give = async (drawings: Drawings): Promise<Body> => {
      if (isPersonal) return make(drawings);
      const drawn = Object.entries(drawings).flat();
      const name = drawn.length === 0 ? key : contentHash([key, ...drawn].join());
      return JSON.parse(
        await content.derived("body", name, async () => JSON.stringify(await make(drawings))),
      );
    };
    const body = await give({});
    // Which diagrams a page has is known when it is rendered: one with drawings is rendered again with them.
    const { space: id } = reading.variant;
    let { isMakeshift } = ordered;
    const store = { derived: content.derived, read: db.read, onGivenUp: () => void (isMakeshift = true) };
    const own = { organization_id: reading.organization, id };
    const drawings = await drawDiagrams(store, own, body.diagrams ?? []);
    const whole = Object.keys(drawings).length === 0 ? body : await give(drawings);
    return isMakeshift ? { ...whole, isMakeshift } : whole;
  } catch (error) {
    if (!(error instanceof RenderFailed)) throw error;
    unrendered.set(key, true);
    log.warn({ err: error, page: page.id, space: reading.variant.space }, "page not rendered");
    return sourceAsBody(await shown.body(page.body));
  }
}

/** The dated updates of a page, kept like its body. @throws 503 when they can't be rendered in time */
export async function updatesOf(
  reading: VariantReading,
  page: Page,
  locale: string,
): Promise<{ readonly updates: readonly RenderedUpdate[]; readonly isMakeshift: boolean }> {
  const { content, renderer, unrendered } = reading.deps;
  const { key, isPersonal, isMakeshift, order } = await orderOf(reading, page, locale);
  if (unrendered.get(key)) throw unavailable("This page could not be rendered in time.", 60);
  const make = async () => renderer.run("updates", await order());
  try {
    if (isPersonal) return { updates: await make(), isMakeshift };
    const text = await content.derived("updates", key, async () => JSON.stringify(await make()));
    return { updates: JSON.parse(text) as RenderedUpdate[], isMakeshift };
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
  return { html, headings: [], frames: [], isSource: true, isMakeshift: true };
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
function apiMeaning({ organization, siteBase, hasOwnHost }: VariantReading, around: Surroundings): unknown {
  return around.specs.size === 0 ? undefined : [outlinesOf(around), organization, siteBase, hasOwnHost];
}

/** The parts of descriptions of APIs that texts show, by slug. */
export async function apisIn(
  { deps, organization, siteBase, hasOwnHost }: VariantReading,
  { specs }: Surroundings,
  texts: readonly string[],
): Promise<Record<string, ApiSource>> {
  const apis: Record<string, ApiSource> = {};
  if (specs.size === 0) return apis;
  const wanted = new Map<string, ShownDescription>();
  for (const text of texts) {
    for (const [slug, shown] of await shownOf(deps, text)) {
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
    const source = await apiSource(deps.content.of(organization), version, shown, {
      fragments,
      tryIt: hasOwnHost ? "" : tryItAddress(deps, organization, version.outline),
    });
    const { schemasFrom: from } = source;
    apis[slug] =
      from === undefined ? source : { ...source, schemasFrom: schemasOf(deps, organization, from) };
  }
  return apis;
}

/** What a text shows, found once: personal pages are made anew for everybody, and the text is parsed here. */
async function shownOf(
  { content }: VariantReading["deps"],
  text: string,
): Promise<[string, ShownDescription][]> {
  if (!showsApis(text)) return [];
  const shown = await content.derived("openapi.shown", contentHash(text), () =>
    JSON.stringify([...shownIn(text)]),
  );
  return JSON.parse(shown) as [string, ShownDescription][];
}

function meaningOf({ reading, pages, files, values }: PageGround): Omit<TextMeaning, "locale"> {
  const links = [...pages].map(([id, trail]) => [id, describePage(reading, trail)]);
  const described = [...files].map(([id, file]) => [id, describeFile(reading, file)]);
  return { links: Object.fromEntries(links), files: Object.fromEntries(described), values };
}

function describePage(reading: VariantReading, trail: readonly Page[]): ResolvedLink {
  const page = trail.at(-1) as Page;
  return {
    href: pageHref(reading, page.id, pathOf(trail)),
    title: titleAsLink(page),
    ...(page.emoji === undefined ? {} : { emoji: page.emoji }),
    ...(page.icon === undefined ? {} : { icon: page.icon }),
    ...(page.description === undefined ? {} : { description: page.description }),
  };
}

function describeFile({ deps, variant }: VariantReading, file: FileEntry): ResolvedFile {
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
