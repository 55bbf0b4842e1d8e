/** PDFs: what signed addresses name, and what readers of a site print. */
import type { FastifyReply } from "fastify";
import type { FileEntry } from "../../../engine/page.ts";
import { contentHash } from "../../../engine/hash.ts";
import { getManyFromMap } from "../../../engine/mapRead.ts";
import type { Deps } from "../../deps.ts";
import { Beside } from "../../memory/beside.ts";
import type { Kept } from "../../memory/kept.ts";
import { unavailable } from "../../http/errors.ts";
import { requireRoom } from "../../http/rateLimit.ts";
import { openRateLimit, type RateLimit } from "../../turns/limits.ts";
import { slugFromTitle } from "../../../engine/slug.ts";
import { readPdfAddress, signPdfAddress } from "../../nouns/pdf/address.ts";
import {
  type Cover,
  coverOf,
  MOST_PAGES,
  type GatheredOrder,
  type GatheredPicture,
  picturesAmong,
  refuseLength,
  type SelectedContent,
  selectPages,
} from "../../nouns/pdf/gather.ts";
import { findPrint, keepPrint } from "../../nouns/pdf/kept.ts";
import { printKey } from "../../nouns/pdf/print.ts";
import { contentDisposition } from "../../ports/files.ts";
import type { OrderedPage } from "../../workers/pdf/order.ts";
import { bodyOf } from "../page/body.ts";
import { downloadPath } from "../reading/addresses.ts";
import type { Frame } from "../page/frame.ts";
import { addressing, pageHref, type VariantReading } from "../reading/reading.ts";

/**
 * Sends the document that a signed address names, while it is good and its space is not deleted. undefined: nothing is
 * there.
 */
export async function sendPdf(
  deps: Deps,
  path: string,
  ifNoneMatch: string | undefined,
  reply: FastifyReply,
): Promise<FastifyReply | undefined> {
  const named = readPdfAddress(deps, path, deps.clock.now());
  if (named === undefined) return undefined;
  const space = await deps.spaces.find(named.space);
  if (space === undefined || space.deleted_at !== null) return undefined;
  const print = await findPrint(deps.db.read, { ...named, organization: space.organization_id });
  if (print === undefined) return undefined;
  reply
    .header("content-type", "application/pdf")
    .header("content-disposition", contentDisposition(`${named.name}.pdf`, true))
    .header("x-content-type-options", "nosniff")
    .header(
      "content-security-policy",
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    )
    .header("referrer-policy", "no-referrer")
    .header("x-robots-tag", "noindex")
    .header("etag", `"${print.hash}"`)
    .header("cache-control", "private, no-cache");
  if (ifNoneMatch === `"${print.hash}"`) return reply.code(304).send();
  const stream = await deps.blobs.of(space.organization_id).get(print.hash);
  if (stream === undefined) return undefined;
  return reply.header("content-length", print.size).send(stream);
}

/** What a reader asks to be printed. */
interface ReaderPrint {
  readonly page: string | undefined;
  readonly only: boolean;
  readonly limit: number;
}

/** How many pages a reader may ask for: every number would make a document of its own, which is kept. */
const LENGTHS = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, MOST_PAGES];

/** Reads `?page=&only=&limit=`; the limit is the next lower of the lengths. */
export function readPrint(query: URLSearchParams): ReaderPrint {
  const limit = Number(query.get("limit") ?? Number.NaN);
  return {
    page: query.get("page") ?? undefined,
    only: ["true", "1", "yes", ""].includes(query.get("only") ?? "no"),
    limit: Number.isSafeInteger(limit) ? (LENGTHS.findLast((length) => length <= limit) ?? 1) : MOST_PAGES,
  };
}

/** Documents that are made anew for readers of one network, a minute and at once. */
const MADE = { aMinute: 10, atOnce: 2 };

const made = new Beside<RateLimit, VariantReading["deps"]["places"]>();

/**
 * Makes the document of what this reader may see, unless the same is kept, and gives its address, good for an hour.
 * @param network of the reader
 * @throws 404 without the page, 413 for too much, 429 where many are made for the network, 503 while too many are made
 *   or a page can't be rendered
 */
export async function printForReader(
  frame: Frame,
  reading: VariantReading,
  asked: ReaderPrint,
  network: string,
): Promise<string> {
  const { deps, variant } = reading;
  const tree = await reading.shown.tree();
  const selected = selectPages(tree, asked, reading.isShown).slice(0, asked.limit);
  const {
    deps: { places, unrendered },
    organization,
  } = reading;
  const wish = contentHash(
    JSON.stringify([
      "pdf",
      variant.space,
      variant.root,
      addressing(reading),
      asked,
      reading.conditions.signature,
    ]),
  );
  const render = () => renderPages(selected, (one) => renderedPage(reading, one), unrendered, wish);
  const pages = await places.take(`pdf ${organization}`, render, { atOnce: 2 });
  const cover = coverFor(frame, reading, asked, selected);
  const key = printKey(variant.space, cover, frame.address, pages);
  const print = { organization: reading.organization, key, space: variant.space };
  const { aMinute, atOnce } = MADE;
  const gather = () => orderOf(frame, reading, cover, pages);
  // However many readers ask, members of the organization have a place.
  const give = () => keepPrint(deps, print, gather, { spare: 1 });
  const isKept = async () => (await findPrint(deps.db.read, print)) !== undefined;
  // Asked of each who waits, and not of the making: a network that has had its documents is refused alone. What was
  // made while somebody waited takes no room.
  const giveWithRoom = async () => {
    if (!(await isKept()))
      requireRoom(
        made.make(places, () => openRateLimit(aMinute)),
        network,
        deps.clock.now(),
      );
    return give();
  };
  // What is kept is given whatever else is being made.
  if (await isKept()) await give();
  else await places.take(`pdf of ${network}`, giveWithRoom, { atOnce });
  const address = signPdfAddress(deps, print, slugFromTitle(cover.title), deps.clock.now());
  return address.slice(deps.addresses.sites.length);
}

/**
 * Renders pages one after the other, as far as a document may have them.
 * @param refused where it is remembered for a while under the name of the wish that it has too much
 * @throws 413 as soon as there is too much, and at once when that is remembered
 */
export async function renderPages(
  selected: readonly SelectedContent[],
  render: (one: SelectedContent) => Promise<OrderedPage>,
  refused: Pick<Kept<true>, "get" | "set">,
  wish: string,
): Promise<OrderedPage[]> {
  if (refused.get(wish)) refuseLength(Infinity);
  const pages: OrderedPage[] = [];
  let [characters, markup] = [0, 0];
  for (const one of selected) {
    const page = await render(one);
    const { html = "" } = page;
    pages.push(page);
    markup += html.length;
    characters += html.replaceAll(/<[^<>]*>/g, "").length;
    try {
      refuseLength(characters, markup);
    } catch (error) {
      refused.set(wish, true);
      throw error;
    }
  }
  return pages;
}

async function renderedPage(
  reading: VariantReading,
  { page, path, depth }: SelectedContent,
): Promise<OrderedPage> {
  const href = pageHref(reading, page.id, path);
  const head = {
    title: page.title,
    description: page.description,
    depth,
    isGroup: page.type === "group",
    href,
  };
  if (page.type !== "document") return { ...head, html: "" };
  const { html, isSource } = await bodyOf(reading, page, reading.variant.look.locale);
  if (isSource === true) throw unavailable("A page could not be rendered in time.", 60);
  return { ...head, html };
}

function coverFor(
  { published }: Frame,
  { variant }: VariantReading,
  { page }: ReaderPrint,
  selected: readonly SelectedContent[],
): Cover {
  const { title } = published.site;
  const first = selected[0]?.page;
  const variantTitle = published.variants.length > 1 ? variant.title : "";
  return {
    title: page === undefined || first === undefined ? title : first.title,
    subtitle: page === undefined ? variantTitle : title,
    organization: "",
    at: Math.max(0, ...selected.map((one) => one.page.updatedAt)),
    locale: variant.look.locale,
    paper: "a4",
  };
}

async function orderOf(
  frame: Frame,
  reading: VariantReading,
  cover: Cover,
  pages: readonly OrderedPage[],
): Promise<GatheredOrder> {
  const order = { ...coverOf(cover, pages.length), pages, links: {}, files: {}, included: {} };
  return { order: { ...order, base: frame.address }, pictures: await picturesIn(reading, pages) };
}

/** The pictures of pages: those of the space, and of others that the reader is shown. */
async function picturesIn(
  { deps, organization, among }: VariantReading,
  pages: readonly OrderedPage[],
): Promise<GatheredPicture[]> {
  const ids = new Map<string, Set<string>>();
  for (const { html = "" } of pages) {
    for (const [, space = "", id = ""] of html.matchAll(/\/~\/files\/([A-Za-z0-9]+)\/([\w-]{1,64})\//g))
      ids.set(space, (ids.get(space) ?? new Set<string>()).add(id));
  }
  const found: (readonly [string, FileEntry])[] = [];
  for (const [space, named] of ids) {
    const reading = among.find(({ variant }) => variant.space === space);
    if (reading === undefined) continue;
    const files = await getManyFromMap<FileEntry>(reading.nodes, reading.root.files, [...named]);
    for (const file of files.values()) found.push([downloadPath(deps, space, file), file]);
  }
  const sources = new Map(found.map(([src, file]) => [file, src]));
  const files = [...sources.keys()].map((file) => ({ organization, file }));
  return picturesAmong(files, (file) => sources.get(file) ?? "");
}
