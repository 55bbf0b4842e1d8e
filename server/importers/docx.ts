/** A document of Word as one page: mammoth makes HTML of it, in a thread. */
import { readFile } from "node:fs/promises";
import { runInWorker, WorkerFailed } from "../ports/worker.ts";
import type { ImportProblem, ImportSource } from "./files.ts";
import { EMBEDDED } from "./html/embedded.ts";
import type { HtmlReading } from "./html/readPage.ts";
import { fileOf, pageText } from "./pageFile.ts";
import { ImportRefused } from "./refusal.ts";
import { readZip } from "./zip.ts";

/** What a document may take to be read. */
const LIMITS = { timeout: 60_000, memory: 1024 };

export interface ReadDocument {
  readonly page: HtmlReading;
  /** What was not taken over. */
  readonly messages: readonly string[];
}

/**
 * Reads a document; its images are the files of the source.
 * @param path of the file on disk
 * @param name what the page is called when the document has no title, and its file: without an ending
 * @throws ImportRefused for what is no such document, and for an archive made to do harm
 */
export async function readDocx(path: string, name: string, signal?: AbortSignal): Promise<ImportSource> {
  // The library unpacks whatever it is told to: sizes are checked here.
  const archive = await readZip(path);
  await archive.close();
  const isDocument = archive.files.some((file) => /(?:^|\/)document\d*\.xml$/.test(file.path));
  if (!isDocument) throw new ImportRefused("damaged", "This is not a .docx document.");
  const { page, messages } = await inThread(await readFile(path), signal);
  if ("refused" in page)
    throw new ImportRefused("damaged", `The document can't be imported: ${page.refused}.`);
  const file = `${name}.md`;
  const problems: ImportProblem[] = messages.map((message) => ({ path: file, message }));
  return {
    files: [
      fileOf(file, pageText(page.title, undefined, page.markdown)),
      ...page.files.map(({ name: image, bytes }) => fileOf(`assets/${image}`, bytes)),
    ],
    skipped: [],
    problems,
    addresses: new Map(page.files.map(({ name: image }) => [EMBEDDED + image, `assets/${image}`])),
    close: () => Promise.resolve(),
  };
}

async function inThread(bytes: Buffer, signal: AbortSignal | undefined): Promise<ReadDocument> {
  try {
    return await runInWorker<ReadDocument>("docx", bytes, { ...LIMITS, signal });
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof WorkerFailed)) throw error;
    const reason = { timeout: "reading it takes too long", memory: "reading it takes too much memory" }[
      error.reason as string
    ];
    throw new ImportRefused("damaged", `The document can't be imported: ${reason ?? "it is damaged"}.`);
  }
}
