/** `lectern import`: what it takes, and what it says. */
import { HttpError } from "../http/errors.ts";
import { SOURCE_KINDS, type SourceKind } from "../importers/kinds.ts";
import { ImportRefused } from "../importers/refusal.ts";
import { reportLines } from "../importers/reportText.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { amount, type Console, CommandMisuse } from "./console.ts";
import { remoteOf } from "./connection.ts";
import { importHere } from "./importHere.ts";
import { importThrough } from "./importThrough.ts";
import { cameToNothing, type ImportArguments, type ImportResult, type ImportRun } from "./importRun.ts";
import { stepBars } from "./stepBars.ts";
import { untilInterrupted } from "./interrupt.ts";

const ENDING = "Ending the import. Ctrl-C again ends the process at once.";

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
  const bars = stepBars(console.progress);
  const result = await untilInterrupted("Interrupted: nothing was imported.", (signal) => {
    signal.addEventListener("abort", () => {
      bars.end();
      console.note(ENDING);
    });
    const run: ImportRun = { ...options, kind, console, bars, signal };
    return remote === undefined ? importHere(run) : importThrough(remote, run);
  })
    .catch(refuse)
    .finally(() => bars.end());
  if (options.json) console.print(JSON.stringify(result, null, 2));
  else printResult(console, result, options.new !== undefined && !cameToNothing(result));
  if (cameToNothing(result)) {
    const why = result.totalResources > 0 ? "what stands above says why" : "nothing was found there";
    throw new StartRefused(`Nothing could be imported; ${why}.`);
  }
}

/** Lines of a report that a terminal is shown; what is written into a file has all. */
const MOST_LINES = 20;

function printResult(console: Console, result: ImportResult, isNew: boolean): void {
  const lines = reportLines(result.report);
  const shown = console.isTerminal && lines.length > MOST_LINES ? lines.slice(0, MOST_LINES) : lines;
  for (const line of shown) console.print(line);
  const left = lines.length - shown.length;
  if (left > 0) console.print(`… ${left.toLocaleString("en-US")} more; --json has all`);
  const { imported, importedResources, totalResources, changed, revision, space } = result;
  // Whoever publishes it next has to name it.
  if (isNew) console.print(`new space ${space}`);
  const { pages, files, reusableContents } = imported;
  const kinds = [amount(pages, "page"), amount(files, "file")];
  if (reusableContents > 0) kinds.push(amount(reusableContents, "reusable content"));
  const came = `${importedResources} of ${totalResources} imported (${kinds.join(", ")})`;
  console.print(`${came}${changed ? "" : "; nothing has changed"}: revision ${revision}`);
}

function kindOf(name: string | undefined): SourceKind | undefined {
  const kind = SOURCE_KINDS.find((one) => one === name);
  if (name !== undefined && kind === undefined)
    throw new CommandMisuse(`--source has to be one of ${SOURCE_KINDS.join(", ")}.`);
  return kind;
}

function refuse(error: unknown): never {
  const isRefusal = error instanceof ImportRefused || error instanceof HttpError;
  throw isRefusal ? new StartRefused(error.message) : error;
}
