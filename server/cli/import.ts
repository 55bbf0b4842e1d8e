import { randomBytes } from "node:crypto";
import { Readable } from "node:stream";
import type { Imported } from "../content/import/importInto.ts";
import type { ImportStep } from "../content/import/importDeps.ts";
import { HttpError } from "../http/errors.ts";
import { writeZip } from "../importers/exportZip.ts";
import type { ImportSource } from "../importers/files.ts";
import { openProgress, type ProgressOutput, type ProgressWriter } from "../importers/progress.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { reportLines } from "../importers/reportText.ts";
import { openSource } from "../importers/source.ts";
import { importContent } from "../nouns/content/import.ts";
import { spaceTarget } from "../nouns/content/target.ts";
import { StartRefused } from "../ports/start-refused.ts";
import type { Console } from "./console.ts";
import { withInstallationAlone } from "./alone.ts";
import { addSpace, findSpace } from "./findSpace.ts";
import { addRemoteSpace, ask, type Remote, remoteOf, remoteSpace } from "./remote.ts";

export interface ImportOptions {
  /** A folder or a zip archive. */
  readonly path: string;
  /** The id or title of the space. */
  readonly space?: string | undefined;
  /** The title of a space to be made, instead of `space`. */
  readonly new?: string | undefined;
  /** The id, hostname or title of the organization, where there are several. */
  readonly org?: string | undefined;
  /** Delete what the source doesn't have. */
  readonly prune?: boolean | undefined;
  /** The address of a running server, and a token for it. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

type Result = Pick<Imported, "revision" | "importedResources" | "totalResources" | "report">;

/**
 * Imports a folder or an archive, and prints what was skipped and which links found nothing.
 * @throws StartRefused, with one line that says what to do
 */
export async function importCommand(options: ImportOptions, console: Console): Promise<void> {
  if ((options.space === undefined) === (options.new === undefined)) {
    throw new StartRefused('Name the space to import into: --space <id or title>, or --new "<title>".');
  }
  const remote = remoteOf(options);
  const source = await openSource(options.path).catch(refuse);
  try {
    const result = await (
      remote === undefined ? importHere(options, source, console) : importThrough(remote, options, source)
    ).catch(refuse);
    for (const line of reportLines(result.report)) console.print(line);
    const { importedResources, totalResources, revision } = result;
    console.print(`${importedResources} of ${totalResources} imported: revision ${revision}`);
  } finally {
    await source.close();
  }
}

function refuse(error: unknown): never {
  const isRefusal = error instanceof ImportRefused || error instanceof HttpError;
  throw isRefusal ? new StartRefused(error.message) : error;
}

function importHere(options: ImportOptions, source: ImportSource, console: Console): Promise<Result> {
  const { space, new: title = "", org, prune } = options;
  return withInstallationAlone(console, async (here) => {
    const { deps, change } = here;
    const id =
      space === undefined ? await addSpace(here, title, org) : (await findSpace(deps.db.read, space, org)).id;
    const bars = stepBars(console.progress);
    try {
      const request = { source, prune, onProgress: bars.show };
      const answer = (imported: Imported) => ({ status: 201, imported });
      return (await importContent(deps, spaceTarget(deps, id), request, change, answer)).imported;
    } finally {
      bars.end();
    }
  });
}

const LABELS: Record<ImportStep, string> = {
  fetching: "Fetching",
  reading: "Reading",
  files: "Files", pages: "Pages" };

/** One bar for each step, one after the other. */
function stepBars(output: ProgressOutput) {
  let shown: { readonly step: ImportStep; readonly bar: ProgressWriter } | undefined;
  return {
    show: (step: ImportStep, done: number, total: number): void => {
      if (shown?.step !== step) {
        shown?.bar.end();
        shown = { step, bar: openProgress(LABELS[step], output, () => performance.now()) };
      }
      shown.bar.show(done, total);
    },
    end: (): void => shown?.bar.end(),
  };
}

/** Packs the source and uploads it. The server reads archives that hold one folder as that folder. */
async function importThrough(remote: Remote, options: ImportOptions, source: ImportSource): Promise<Result> {
  const { space, new: title = "", org, prune = false } = options;
  const id =
    space === undefined ? await addRemoteSpace(remote, title, org) : await remoteSpace(remote, space, org);
  const files = new Map(source.files.map((file) => [`content/${file.path}`, file]));
  const entries = [...files.keys()].map((path) => ({ path, fileId: path }));
  const zip = writeZip(entries, async (path) => Readable.from([(await files.get(path)?.read()) ?? ""]));
  const boundary = `lectern-${randomBytes(12).toString("hex")}`;
  const answer = await ask(remote, `/spaces/${id}/content/import?prune=${prune}`, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: Readable.from(multipart(boundary, zip)),
  });
  const result = (await answer.json()) as Result;
  // What was not packed is known here alone.
  const skipped = [...source.skipped, ...result.report.skipped];
  return { ...result, report: { ...result.report, skipped } };
}

async function* multipart(boundary: string, zip: Readable): AsyncGenerator<Uint8Array> {
  const disposition = 'content-disposition: form-data; name="file"; filename="content.zip"';
  yield Buffer.from(`--${boundary}\r\n${disposition}\r\ncontent-type: application/zip\r\n\r\n`);
  yield* zip as AsyncIterable<Uint8Array>;
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
