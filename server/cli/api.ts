/** `lectern api <operation>`: every operation of the API, with what its description says about its fields. */
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import { basename } from "node:path";
import type { Command } from "commander";
import { closest } from "fastest-levenshtein";
import { isList } from "../http/list.ts";
import type { Operation } from "../http/operation.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { type ApiOptions, type ApiRequest, readArguments } from "./apiArguments.ts";
import { describeOperation } from "./apiHelp.ts";
import { connectionOf, type Remote, TOKEN_OPTION, URL_OPTION } from "./connection.ts";
import { type Console, CommandMisuse, printRows } from "./console.ts";
import { ask } from "./remote.ts";

const EXAMPLES = `
Options stand before the operation or behind it; behind it, a field of the same name comes first.

  lectern api                                     all operations
  lectern api spaces.get --help                   what one takes
  lectern api spaces.list <organization> --all
  lectern api spaces.update <space> --title Guide
  lectern api spaces.content.update <space> --changes='[…]'`;

/** Adds it. */
export function addApi(lectern: Command, console: Console): void {
  lectern
    .command("api")
    .description("Call an operation of the API, by its name in client libraries or its operation id")
    .argument("[operation]", "such as spaces.get or getSpaceById; without one, all are listed")
    .argument("[values...]", "the ids of its path, then --field value for its query and its body")
    .option("--json", "print what the server answers as it is; with --all, a line for each item")
    .option("--all", "go through a list to its end")
    .option("--body <@file or ->", "the whole body: a file, or standard input")
    .option("--output <file>", "write the answer there; for answers that are files")
    .option(...URL_OPTION)
    .option(...TOKEN_OPTION)
    .addHelpText("after", EXAMPLES)
    .passThroughOptions()
    .action((name: string | undefined, values: string[], options: ApiOptions) =>
      callApi(console, name, values, options),
    );
}

async function callApi(
  console: Console,
  name: string | undefined,
  values: readonly string[],
  given: ApiOptions,
): Promise<void> {
  // The descriptions are the program's own: nothing is asked for them.
  const { operations } = await import("../app.ts");
  if (name === undefined) return listOperations(console, operations, given);
  const operation = findOperation(operations, name);
  const { options, ...request } = await readArguments(operation, values, given);
  if (options.help) return console.print(describeOperation(operation));
  if (options.all && !answersList(operation)) {
    throw new CommandMisuse(`${operation.call} answers no list: leave --all away.`);
  }
  const remote = connectionOf(options, console.env);
  if (options.all) return printAll(console, remote, operation, request, options);
  await printAnswer(console, await send(remote, operation, request), options);
}

function listOperations(
  console: Console,
  operations: readonly Operation[],
  { json = false }: ApiOptions,
): void {
  const rows = operations
    .toSorted((a, b) => (a.call < b.call ? -1 : 1))
    .map(({ call, operationId, summary }) => ({ operation: call, operationId, summary }));
  printRows(console, rows, { json, none: "There are no operations." });
}

/** @throws CommandMisuse with the nearest one */
function findOperation(operations: readonly Operation[], name: string): Operation {
  const found = operations.find(({ call, operationId }) => call === name || operationId === name);
  if (found !== undefined) return found;
  const nearest = closest(
    name,
    operations.flatMap(({ call, operationId }) => [call, operationId]),
  );
  throw new CommandMisuse(`There is no operation ${name}. Is it ${nearest}? lectern api lists all.`);
}

function answersList({ answers }: Operation): boolean {
  const schema = (answers as Readonly<Record<number, unknown>>)[200];
  return typeof schema === "object" && schema !== null && isList(schema as Parameters<typeof isList>[0]);
}

async function send(
  remote: Remote,
  { method, url, upload }: Operation,
  request: ApiRequest,
): Promise<Response> {
  const path = url.replace(/:(\w+)/g, (_, id: string) => encodeURIComponent(request.ids[id] ?? ""));
  const query = new URLSearchParams();
  for (const [field, value] of Object.entries(request.query)) {
    for (const one of Array.isArray(value) ? value : [value]) query.append(field, String(one));
  }
  const asked = query.size === 0 ? path : `${path}?${query.toString()}`;
  const { file, body } = request;
  if (file !== undefined) {
    if (upload === "bytes") {
      const headers = { "content-type": "application/octet-stream" };
      return ask(remote, asked, { method, headers, body: await openAsBlob(file) });
    }
    const form = new FormData();
    form.append("file", await openAsBlob(file), basename(file));
    return ask(remote, asked, { method, body: form });
  }
  if (body === undefined) return ask(remote, asked, { method });
  const headers = { "content-type": "application/json" };
  return ask(remote, asked, { method, headers, body: JSON.stringify(body) });
}

const isJson = (answer: Response): boolean => /\bjson\b/.test(answer.headers.get("content-type") ?? "");

async function printAnswer(console: Console, answer: Response, { json, output }: ApiOptions): Promise<void> {
  if (output !== undefined) {
    await writeFile(output, answer.body ?? "");
    return console.print(`Written to ${output}`);
  }
  const type = answer.headers.get("content-type") ?? "";
  if (type === "") return json ? undefined : console.note("Done.");
  if (!isJson(answer) && !type.startsWith("text/")) {
    await answer.body?.cancel();
    throw new StartRefused(`The answer is a file (${type}): say where it goes with --output <file>.`);
  }
  const text = await answer.text();
  if (json || !isJson(answer)) return console.print(text);
  const value = JSON.parse(text) as unknown;
  const list = listIn(value);
  if (list === undefined) return console.print(JSON.stringify(value, null, 2));
  printItems(console, list.items);
  const left = (list.count ?? 0) - list.items.length;
  if (list.next !== undefined)
    console.note(`… ${left > 0 ? left.toLocaleString("en-US") : "and"} more: add --all`);
}

interface ListAnswer {
  readonly items: readonly Readonly<Record<string, unknown>>[];
  readonly count?: number;
  readonly next?: { readonly page: string };
}

function listIn(value: unknown): ListAnswer | undefined {
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items)
    ? (value as ListAnswer)
    : undefined;
}

/** Pages of a list as large as they may be, so that there are few. */
const LARGEST_PAGE = 1000;

async function printAll(
  console: Console,
  remote: Remote,
  operation: Operation,
  request: ApiRequest,
  { json = false }: ApiOptions,
): Promise<void> {
  const items: Readonly<Record<string, unknown>>[] = [];
  let page: unknown = request.query["page"];
  do {
    const query = { limit: LARGEST_PAGE, ...request.query, ...(page === undefined ? {} : { page }) };
    const answer = await send(remote, operation, { ...request, query });
    const list = (await answer.json()) as ListAnswer;
    if (json) for (const item of list.items) console.print(JSON.stringify(item));
    else items.push(...list.items);
    page = list.next?.page;
  } while (page !== undefined);
  if (!json) printItems(console, items);
}

const MOST_COLUMNS = 5;
/** Columns that are the same in each row, or lead nowhere in a terminal. */
const DULL = new Set(["object"]);

/** A table of what fits into cells. Lists whose items are nested are told as JSON. */
function printItems(console: Console, items: ListAnswer["items"]): void {
  const names = [...new Set(items.flatMap((item) => Object.keys(item)))];
  const isPlain = (name: string) =>
    !DULL.has(name) && items.every((item) => typeof item[name] !== "object" || item[name] === null);
  const columns = names.filter(isPlain).slice(0, MOST_COLUMNS);
  if (items.length > 0 && columns.length === 0) return console.print(JSON.stringify(items, null, 2));
  const rows = items.map((item) => Object.fromEntries(columns.map((name) => [name, item[name]])));
  printRows(console, rows, { none: "The list is empty." });
}
