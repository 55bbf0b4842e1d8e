/** A document in parts, each small enough to be set in a few seconds and a few hundred megabytes. */
import type { Deps } from "../../deps.ts";
import { drawDiagrams } from "../../content/diagrams.ts";
import { tooLarge } from "../../http/errors.ts";
import { runInWorker, type WorkerLimits } from "../../ports/worker.ts";
import type {
  BoundPart,
  OrderedImage,
  OrderedPage,
  PdfOrder,
  PdfResult,
  PdfTask,
  WantedDrawings,
} from "../../workers/pdf/order.ts";
import type { GatheredOrder, GatheredPicture } from "./gather.ts";

/** What setting one part, or binding all, may take; see ports/worker.ts. */
export interface PrintLimits extends Pick<WorkerLimits, "timeout" | "memory"> {
  /** Milliseconds for the whole document. */
  readonly inAll: number;
}

export const LIMITS: PrintLimits = { timeout: 60_000, memory: 1024, inAll: 600_000 };

/** Bounds of one part; a page is never divided. */
const MOST = { pages: 150, characters: 600_000, pictures: 48 * 1024 * 1024 };
/** Bytes of a document. */
export const LARGEST = 128 * 1024 * 1024;

type Printing = Pick<Deps, "content" | "blobs" | "db">;

/** How many pages are set, and of how many. */
export type OnProgress = (done: number, total: number) => Promise<unknown>;

/** Who waits for it, and for how long. */
export interface PrintRun {
  readonly organization: string;
  readonly limits: PrintLimits;
  readonly onProgress?: OnProgress | undefined;
}

/** A page with the pictures that it shows. */
interface WeighedPage {
  readonly page: OrderedPage;
  readonly pictures: readonly GatheredPicture[];
}

/** Makes a document: at once when it is small, and otherwise part by part. @throws WorkerFailed, 413 for too many bytes */
export async function printInParts(
  deps: Printing,
  { order, pictures }: GatheredOrder,
  asked: PrintRun,
): Promise<Pick<PdfResult, "bytes" | "sheets">> {
  const run = { ...asked, limits: untilTimeIsUp(asked.limits) };
  const parts = divided(weighed(order, pictures));
  const [only, ...others] = parts;
  if (others.length === 0)
    return setPart(
      deps,
      {
        ...order,
        images: await bytesOf(
          deps,
          only?.flatMap((page) => page.pictures),
        ),
      },
      run,
    );
  const { pages, locale, paper, title, subtitle, organization, date } = order;
  const cover = { title, subtitle, organization, date, locale, paper };
  const bound = pages.map(({ title: named, depth, href }) => ({ title: named, depth, href }));
  const front = await work<number>({ front: { ...cover, pages: bound } }, run.limits);
  const made: BoundPart[] = [];
  let [first, done, size] = [front + 1, 0, 0];
  for (const part of parts) {
    await run.onProgress?.(done, pages.length);
    const { bytes, sheets, places } = await setPart(
      deps,
      await orderOfPart(deps, order, part, { first, done }),
      run,
    );
    made.push({ bytes, sheets, places });
    [first, done, size] = [first + sheets, done + part.length, size + bytes.byteLength];
    if (size > LARGEST)
      throw tooLarge("The PDF is too large. Ask for a page of it with the query parameter page.");
  }
  await run.onProgress?.(done, pages.length);
  return work<PdfResult>({ bind: { ...cover, pages: bound, parts: made } }, run.limits);
}

/** No part may take longer than the whole document still may. */
function untilTimeIsUp(limits: PrintLimits): PrintLimits {
  const end = performance.now() + limits.inAll;
  return {
    ...limits,
    get timeout() {
      return Math.max(1, Math.min(limits.timeout, end - performance.now()));
    },
  };
}

async function orderOfPart(
  deps: Printing,
  order: GatheredOrder["order"],
  part: readonly WeighedPage[],
  { first, done }: { readonly first: number; readonly done: number },
): Promise<PdfOrder> {
  const before = order.pages.slice(0, done);
  const isBegun = part[0]?.page.depth === 0;
  return {
    ...order,
    pages: part.map(({ page }) => page),
    images: await bytesOf(
      deps,
      part.flatMap(({ pictures }) => pictures),
    ),
    part: {
      first,
      chapter: isBegun ? null : (before.findLast(({ depth }) => depth === 0)?.title ?? null),
      document: order.pages.map(({ href }) => href),
    },
  };
}

/** What texts that pages include show is taken to be on each page that includes any. */
function weighed(
  { pages, included, elsewhere = {} }: GatheredOrder["order"],
  all: readonly GatheredPicture[],
): WeighedPage[] {
  const byId = new Map<string, GatheredPicture[]>();
  for (const picture of all) byId.set(picture.file.id, [...(byId.get(picture.file.id) ?? []), picture]);
  const grounds = [included, ...Object.values(elsewhere).map((ground) => ground.included)];
  const shared = grounds.flatMap((texts) => Object.values(texts)).flatMap(filesNamed);
  return pages.map((page) => {
    const text = page.html ?? page.markdown ?? "";
    const named = new Set([...filesNamed(text), ...(text.includes("/reusable/") ? shared : [])]);
    return { page, pictures: [...named].flatMap((id) => byId.get(id) ?? []) };
  });
}

/** The ids of files that a text names: Markdown by these alone, HTML with their space before. */
function filesNamed(text: string): string[] {
  return [...text.matchAll(/\/files\/(?:[A-Za-z0-9]+\/)?([\w-]{1,64})/g)].map(([, id = ""]) => id);
}

/** Divides pages, before a chapter where that leaves no part much too small. */
function divided(pages: readonly WeighedPage[]): WeighedPage[][] {
  const chapters = weightOfChapters(pages);
  const parts: WeighedPage[][] = [[]];
  let weight = 0;
  for (const page of pages) {
    const own = weightOf(page);
    const chapter = chapters.get(page) ?? 0;
    if (weight > 0 && (weight + own > 1 || (weight > 0.5 && weight + chapter > 1))) {
      parts.push([]);
      weight = 0;
    }
    parts.at(-1)?.push(page);
    weight += own;
  }
  return parts;
}

/** By the pages that begin them. */
function weightOfChapters(pages: readonly WeighedPage[]): ReadonlyMap<WeighedPage, number> {
  const weights = new Map<WeighedPage, number>();
  let chapter: WeighedPage | undefined;
  for (const page of pages) {
    if (chapter === undefined || page.page.depth === 0) chapter = page;
    weights.set(chapter, (weights.get(chapter) ?? 0) + weightOf(page));
  }
  return weights;
}

/** Of a full part, which is 1. */
function weightOf({ page, pictures }: WeighedPage): number {
  const characters = (page.html ?? page.markdown ?? "").length / MOST.characters;
  const bytes = pictures.reduce((sum, { file }) => sum + file.size, 0) / MOST.pictures;
  return 1 / MOST.pages + characters + bytes;
}

async function bytesOf(
  { blobs }: Printing,
  pictures: readonly GatheredPicture[] = [],
): Promise<OrderedImage[]> {
  const images = new Map<string, OrderedImage>();
  let room = MOST.pictures;
  for (const { organization, file, src } of pictures) {
    if (images.has(src) || file.size > room) continue;
    const stream = await blobs.of(organization).get(file.hash);
    if (stream === undefined) continue;
    const slices: Buffer[] = [];
    for await (const slice of stream) slices.push(slice as Buffer);
    images.set(src, { src, contentType: file.contentType, bytes: Buffer.concat(slices) });
    room -= file.size;
  }
  return [...images.values()];
}

/** Which diagrams there are is known when the pages are rendered: then they are drawn, and it is made with them. */
async function setPart(deps: Printing, order: PdfOrder, run: PrintRun): Promise<PdfResult> {
  const made = await work<PdfResult | WantedDrawings>({ print: order }, run.limits);
  if ("bytes" in made) return made;
  const store = { derived: deps.content.derived, read: deps.db.read };
  const space = { organization_id: run.organization, id: order.space ?? "" };
  const drawings = await drawDiagrams(store, space, made.diagrams);
  return setPart(deps, { ...order, drawings }, run);
}

function work<Output>(task: PdfTask, limits: PrintLimits): Promise<Output> {
  return runInWorker<Output>("pdf", task, limits);
}
