import { randomBytes } from "node:crypto";
import { createReadStream } from "node:fs";
import { Readable } from "node:stream";
import { setTimeout as wait } from "node:timers/promises";
import type { ImportOutcome } from "../content/import/importInto.ts";
import type { ImportStep } from "../content/import/importDeps.ts";
import { HttpError } from "../http/errors.ts";
import { writeZip } from "../importers/exportZip.ts";
import type { ImportSource } from "../importers/files.ts";
import { SOURCE_KINDS, type SourceKind } from "../importers/kinds.ts";
import { openProgress, type ProgressOutput, type ProgressWriter } from "../importers/progress.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { reportLines } from "../importers/reportText.ts";
import { isFolder, openSource, readSource } from "../importers/source.ts";
import { importContent } from "../nouns/content/import.ts";
import { fetchSource } from "../nouns/content/importSource.ts";
import { spaceTarget } from "../nouns/content/target.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { type Console, CommandMisuse } from "./console.ts";
import { withInstallationAlone } from "./alone.ts";
import { addSpace, findSpace, removeSpace } from "./findSpace.ts";
import { untilInterrupted } from "./interrupt.ts";
import { type Remote, remoteOf } from "./connection.ts";
import { addRemoteSpace, ask, remoteSpace, removeRemoteSpace } from "./remote.ts";

export interface ImportArguments {
  /** A folder, a file, or an address. */
  readonly path: string;
  /** What it is, where its name doesn't tell. */
  readonly source?: string | undefined;
  /** The id or title of the space. */
  readonly space?: string | undefined;
  /** The title of a space to be made, instead of `space`. */
  readonly new?: string | undefined;
  /** The id, hostname or title of the organization, where there are several. */
  readonly org?: string | undefined;
  /** Delete what the source doesn't have. */
  readonly prune?: boolean | undefined;
  /** Print the result as JSON. */
  readonly json?: boolean | undefined;
  /** The address of a running server, and a token for it. */
  readonly url?: string | undefined;
  readonly token?: string | undefined;
}

/** Milliseconds between two looks at a job of the server. */
const JOB_LOOK_MS = 500;

const ENDING = "Ending the import. Ctrl-C again ends the process at once.";
const LEFT_TO_SERVER =
  "The server has all of it and goes on; waiting for what comes of it. Ctrl-C again leaves it to the server.";

type Outcome = Pick<ImportOutcome, "revision" | "importedResources" | "totalResources" | "report">;

interface Result extends Outcome {
  readonly space: string;
}

/**
 * Imports a folder or an archive, and prints what was skipped and which links found nothing.
 * @throws StartRefused, with one line that says what to do
 */
export async function importCommand(options: ImportArguments, console: Console): Promise<void> {
  if ((options.space === undefined) === (options.new === undefined)) {
    throw new CommandMisuse('Name the space to import into: --space <id or title>, or --new "<title>".');
  }
  const remote = remoteOf(options, console.env);
  const kind = kindOf(options.source);
  const result = await untilInterrupted("Interrupted: nothing was imported.", (signal) =>
    remote === undefined
      ? importHere(options, kind, console, signal)
      : importThrough(remote, options, kind, { console, signal }),
  ).catch(refuse);
  if (options.json) console.print(JSON.stringify(result, null, 2));
  else printResult(console, result, options.new !== undefined);
  if (result.importedResources === 0 && result.totalResources > 0) {
    throw new StartRefused("Nothing could be imported; what stands above says why.");
  }
}

/** Lines of a report that a terminal is shown; what is written into a file has all. */
const MOST_LINES = 20;

function printResult(console: Console, result: Result, isNew: boolean): void {
  const lines = reportLines(result.report);
  const shown = console.isTerminal && lines.length > MOST_LINES ? lines.slice(0, MOST_LINES) : lines;
  for (const line of shown) console.print(line);
  const left = lines.length - shown.length;
  if (left > 0) console.print(`… ${left.toLocaleString("en-US")} more; --json has all`);
  const { importedResources, totalResources, revision, space } = result;
  // Whoever publishes it next has to name it.
  if (isNew) console.print(`new space ${space}`);
  console.print(`${importedResources} of ${totalResources} imported: revision ${revision}`);
}

function kindOf(name: string | undefined): SourceKind | undefined {
  const kind = SOURCE_KINDS.find((one) => one === name);
  if (name !== undefined && kind === undefined)
    throw new CommandMisuse(`--source has to be one of ${SOURCE_KINDS.join(", ")}.`);
  return kind;
}

const isAddress = (path: string): boolean => /^https?:\/\//i.test(path);

function refuse(error: unknown): never {
  const isRefusal = error instanceof ImportRefused || error instanceof HttpError;
  throw isRefusal ? new StartRefused(error.message) : error;
}

async function importHere(
  options: ImportArguments,
  kind: SourceKind | undefined,
  console: Console,
  signal: AbortSignal,
): Promise<Result> {
  const bars = stepBars(console.progress);
  signal.addEventListener("abort", () => {
    bars.end();
    console.note(ENDING);
  });
  const reading = { signal, ...fetchBar(bars) };
  // What is on disk is looked at before the installation is: a mistake in a path costs nothing.
  const local = isAddress(options.path) ? undefined : await readSource(options.path, kind, reading);
  try {
    return await importOpened(options, kind, console, { bars, local, reading });
  } finally {
    await local?.close();
    bars.end();
  }
}

function fetchBar(bars: ReturnType<typeof stepBars>) {
  return { onProgress: (done: number, total: number): void => bars.show("fetching", done, total) };
}

interface Opened {
  readonly bars: ReturnType<typeof stepBars>;
  /** What is on disk; undefined for an address. */
  readonly local: ImportSource | undefined;
  readonly reading: ReturnType<typeof fetchBar> & { readonly signal: AbortSignal };
}

function importOpened(
  options: ImportArguments,
  kind: SourceKind = "website",
  console: Console,
  { bars, local, reading }: Opened,
): Promise<Result> {
  const { space, new: title = "", org, prune } = options;
  const { signal } = reading;
  return withInstallationAlone(console, async (here) => {
    const { deps, change } = here;
    const known = space === undefined ? undefined : await findSpace(deps.db.read, space, org);
    const source = local ?? (await fetchSource(deps, { url: options.path, kind }, reading));
    try {
      signal.throwIfAborted();
      // Only now: what can't be fetched leaves no empty space behind.
      const target = known ?? (await addSpace(here, title, org));
      const request = { source, prune, onProgress: bars.show, signal };
      const answer = (imported: ImportOutcome) => ({ status: 201, imported });
      const importing = importContent(deps, spaceTarget(deps, target), request, change, answer);
      const { imported } = await importing.catch(async (error: unknown) => {
        if (known === undefined) await removeSpace(here, target.id);
        throw error;
      });
      return { ...imported, space: target.id };
    } finally {
      if (local === undefined) await source.close();
    }
  });
}

const LABELS: Record<ImportStep, string> = {
  fetching: "Fetching",
  reading: "Reading",
  files: "Files",
  pages: "Pages",
};

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

/** Who waits for a server, and whether they still want to. */
interface Asking {
  readonly console: Console;
  readonly signal: AbortSignal;
}

/** Hands an address over, or uploads what is on disk; the server makes of it what it makes of all sources. */
async function importThrough(
  remote: Remote,
  options: ImportArguments,
  kind: SourceKind | undefined,
  asking: Asking,
): Promise<Result> {
  const { signal } = asking;
  const { path, space, new: title = "", org, prune = false } = options;
  // Before a space is made for it.
  const isFile = isAddress(path) ? false : !(await isFolder(path));
  const source = isFile || isAddress(path) ? undefined : await openSource(path);
  let made: string | undefined;
  try {
    if (space === undefined) made = await addRemoteSpace(remote, title, org);
    const id = made ?? (await remoteSpace(remote, space ?? "", org));
    signal.throwIfAborted();
    const at = `/spaces/${id}/content/import?prune=${prune}`;
    const upload = kind === undefined ? at : `${at}&source=${kind}`;
    const outcome = isAddress(path)
      ? await importAddress(remote, at, { url: path, source: kind ?? "website" }, signal)
      : source === undefined
        ? await send(remote, upload, path.replace(/^.*[/\\]/, ""), createReadStream(path), asking)
        : await uploadFolder(remote, upload, source, asking);
    return { ...outcome, space: id };
  } catch (error) {
    // What is refused now may be imported by the next try, into a space of its own.
    if (made !== undefined) await removeRemoteSpace(remote, made);
    throw error;
  } finally {
    await source?.close();
  }
}

/** Waits for the job, however long it takes; an interruption cancels it, unless it is done by then. */
async function importAddress(
  remote: Remote,
  path: string,
  body: { readonly url: string; readonly source: SourceKind },
  signal: AbortSignal,
): Promise<Outcome> {
  const answer = await ask(remote, path, {
    method: "POST",
    headers: { "content-type": "application/json", prefer: "respond-async" },
    body: JSON.stringify(body),
  });
  const { id } = (await answer.json()) as { id: string };
  for (let refusal: unknown; ;) {
    const job = (await (await ask(remote, `/jobs/${id}`)).json()) as {
      status: string;
      report?: Outcome;
      error?: string;
    };
    if (job.status === "done" && job.report !== undefined) return job.report;
    if (job.status !== "queued" && job.status !== "running")
      throw new StartRefused(job.error ?? "The import was cancelled.");
    if (refusal !== undefined) throw refusal;
    if (signal.aborted) {
      refusal = await cancelJob(remote, id);
      if (refusal === undefined) throw signal.reason;
      continue;
    }
    await wait(JOB_LOOK_MS, undefined, { signal }).catch(() => undefined);
  }
}

/** Gives why the server doesn't cancel it, if it doesn't: the job has ended, for example. */
async function cancelJob(remote: Remote, id: string): Promise<unknown> {
  try {
    await ask(remote, `/jobs/${id}/cancel`, { method: "POST" });
    return undefined;
  } catch (error) {
    return error;
  }
}

/** Packs a folder and uploads it. The server reads archives that hold one folder as that folder. */
async function uploadFolder(
  remote: Remote,
  path: string,
  source: ImportSource,
  asking: Asking,
): Promise<Outcome> {
  const files = new Map(source.files.map((file) => [`content/${file.path}`, file]));
  const entries = [...files.keys()].map((name) => ({ path: name, fileId: name }));
  const zip = writeZip(entries, async (name) => Readable.from([(await files.get(name)?.read()) ?? ""]));
  const result = await send(remote, path, "content.zip", zip, asking);
  // What was not packed is known here alone.
  const skipped = [...source.skipped, ...result.report.skipped];
  return { ...result, report: { ...result.report, skipped } };
}

/**
 * Uploads. An interruption breaks the upload off, of which the server makes nothing; what it has all of it imports, whoever
 * waits for that.
 */
async function send(
  remote: Remote,
  path: string,
  name: string,
  content: Readable,
  { console, signal }: Asking,
): Promise<Outcome> {
  const boundary = `lectern-${randomBytes(12).toString("hex")}`;
  const sending = new AbortController();
  let isWhole = false;
  const interrupt = (): void => (isWhole ? console.note(LEFT_TO_SERVER) : sending.abort(signal.reason));
  const parts = multipart(boundary, name, content, () => {
    isWhole = true;
  });
  signal.addEventListener("abort", interrupt);
  try {
    const answer = await ask(remote, path, {
      method: "POST",
      headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
      body: Readable.from(parts),
      signal: sending.signal,
    });
    return (await answer.json()) as Outcome;
  } finally {
    signal.removeEventListener("abort", interrupt);
  }
}

/** @param onLast is called before the end is handed out, without which a server can make nothing of the rest */
async function* multipart(
  boundary: string,
  name: string,
  content: Readable,
  onLast: () => void,
): AsyncGenerator<Uint8Array> {
  const safe = name.replace(/["\r\n\\]/g, "_");
  const disposition = `content-disposition: form-data; name="file"; filename="${safe}"`;
  yield Buffer.from(`--${boundary}\r\n${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`);
  yield* content as AsyncIterable<Uint8Array>;
  onLast();
  yield Buffer.from(`\r\n--${boundary}--\r\n`);
}
