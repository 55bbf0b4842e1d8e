/** A whole site in one text, for programs that read all of it. */
import { setImmediate as nextTurn } from "node:timers/promises";
import type { Page } from "../../../engine/page.ts";
import type { Frame } from "../page/frame.ts";
import type { VariantReading } from "../reading/reading.ts";
import { keptList, listDocuments, pageMarkdown } from "./texts.ts";

/** How much of a site `llms-full.txt` holds on one page, in characters. */
const PART = 2_000_000;

interface FullText {
  readonly text: string;
  /** See `PageGround`. */
  readonly isMakeshift: boolean;
}

interface Whole {
  readonly frame: Frame;
  readonly readings: readonly VariantReading[];
  readonly documents: readonly (readonly [VariantReading, Page])[];
}

/**
 * All pages in one text, cut into numbered parts where there are many. undefined: there is no such part.
 *
 * One part of a site is made at a time, whoever asks: those who come meanwhile wait for their turn, and who asks for the
 * same part gets the same text.
 * @throws 429 when too many wait already, or the turn does not come
 */
export async function llmsFullText(
  frame: Frame,
  readings: readonly VariantReading[],
  part: number,
): Promise<FullText | undefined> {
  const [first] = readings;
  if (first === undefined) return undefined;
  return first.deps.places.take(`llms-full ${frame.published.site.id}`, () => textOf(frame, readings, part));
}

async function textOf(
  frame: Frame,
  readings: readonly VariantReading[],
  part: number,
): Promise<FullText | undefined> {
  const documents = await allDocuments(readings);
  // Each part has a page at least: most numbers are seen to be none at once.
  if (part > documents.length) return undefined;
  const whole: Whole = { frame, readings, documents };
  let start = 0;
  for (let number = 1; number < part; number++) {
    start = await endOf(whole, number, start);
    if (start >= documents.length) return undefined;
  }
  const make = async (): Promise<string> => {
    const texts: string[] = [];
    let isMakeshift = false;
    await readPart(whole, start, (one) => {
      texts.push(one.text);
      isMakeshift ||= one.isMakeshift;
    });
    const text = texts.join("");
    // What fails is not kept.
    if (isMakeshift) throw new MakeshiftText(text);
    return text;
  };
  try {
    return { text: await keptList(`llms-full ${part}`, frame, readings, make), isMakeshift: false };
  } catch (error) {
    if (!(error instanceof MakeshiftText)) throw error;
    return { text: error.text, isMakeshift: true };
  }
}

/** A text of which something was given up for a moment: it is answered to who waits for it, and kept by nobody. */
class MakeshiftText extends Error {
  readonly text: string;
  constructor(text: string) {
    super("A part of the text could not be read in time.");
    this.text = text;
  }
}

/** With which of the documents the next part begins. Kept, so that later parts don't read those before them. */
async function endOf(whole: Whole, number: number, start: number): Promise<number> {
  const { frame, readings } = whole;
  return Number(
    await keptList(`llms-full-end ${number}`, frame, readings, async () =>
      String(await readPart(whole, start, () => undefined)),
    ),
  );
}

/** Goes through the texts of a part, and gives where it ends. Others get their turn after each page. */
async function readPart(
  { frame, documents }: Whole,
  start: number,
  take: (one: FullText) => void,
): Promise<number> {
  let length = 0;
  for (let at = start; at < documents.length; at++) {
    const [reading, page] = documents[at] as readonly [VariantReading, Page];
    const { text: markdown, isMakeshift } = await pageMarkdown(frame, reading, page);
    const text = `${markdown}\n\n---\n\n`;
    if (length > 0 && length + text.length > PART) return at;
    length += text.length;
    take({ text, isMakeshift });
    await nextTurn();
  }
  return documents.length;
}

async function allDocuments(readings: readonly VariantReading[]): Promise<[VariantReading, Page][]> {
  const all: [VariantReading, Page][] = [];
  for (const reading of readings) {
    for (const { page } of await listDocuments(reading, true)) all.push([reading, page]);
  }
  return all;
}
