/** `lectern api <operation>`: every operation of the API, with what its description says about its fields. */
import { openAsBlob } from "node:fs";
import { writeFile } from "node:fs/promises";
import type { Command } from "commander";
import { closest } from "fastest-levenshtein";
import { isList } from "../http/list.ts";
import type { Operation } from "../http/operation.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { type ApiOptions, type ApiRequest, readArguments } from "./apiArguments.ts";
import { describeOperation } from "./apiHelp.ts";
import { connectionOf, TOKEN_OPTION, URL_OPTION } from "./connection.ts";
import { type Console, CommandMisuse, printRows } from "./console.ts";
import { LARGEST_PAGE, type Lectern, throughServer } from "./throughServer.ts";
import { writeWhole } from "./wholeFile.ts";

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
    .argument("[operation]", "such as spaces.get or getSpaceById; leave it out to list all")
    .argument("[values...]", "the ids of its path, then --field value for its query and its body")
    .option("--json", "print the server's answer unchanged; with --all, a line for each item")
    .option("--all", "go through a list to its end")
    .option("--body <@file or ->", "the whole body: a file, or standard input")
    .option("--output <file>", "write the answer there; with --all, a line for each item")
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
  await throughServer(remote, async (lectern) =>
    options.all
      ? printAll(console, lectern, operation, request, options)
      : printAnswer(console, await answerOf(lectern, operation, request), options),
  );
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

/** What the server answers: JSON as a value, a text, nothing, or a file as a `Response`. */
async function answerOf(lectern: Lectern, operation: Operation, request: ApiRequest): Promise<unknown> {
  if (!answersList(operation)) return callerOf(lectern, operation)(...(await valuesOf(operation, request)));
  // Of a list one page as it comes, which says where the next one begins.
  const { ids, query, body } = request;
  const path = operation.url.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(ids[name] ?? ""));
  return (await lectern.client.send({ method: operation.method, path, query, body })).body;
}

/** An operation's function of the client library. */
function callerOf(
  lectern: Lectern,
  { call }: Operation,
): (...values: unknown[]) => PromiseLike<unknown> & AsyncIterable<ListItem> {
  let part: unknown = lectern;
  for (const name of call.split(".")) part = (part as Readonly<Record<string, unknown>>)[name];
  return part as ReturnType<typeof callerOf>;
}

/** What its function takes: the ids of the path, the body, the query. */
async function valuesOf(
  { shapes, upload }: Operation,
  { ids, query, body, file }: ApiRequest,
): Promise<unknown[]> {
  const whole = file === undefined ? body : upload === "bytes" ? await openAsBlob(file) : { path: file };
  const takesBody = shapes.body !== undefined || upload !== undefined;
  return [...Object.values(ids), ...(takesBody ? [whole] : []), query];
}

async function printAnswer(console: Console, answer: unknown, { json, output }: ApiOptions): Promise<void> {
  if (output !== undefined) {
    await writeFile(output, answer instanceof Response ? (answer.body ?? "") : textOf(answer));
    return console.print(`Written to ${output}`);
  }
  if (answer === undefined) return json ? undefined : console.note("Done.");
  if (answer instanceof Response) {
    const type = answer.headers.get("content-type") ?? "";
    if (type.startsWith("text/")) return console.print(await answer.text());
    await answer.body?.cancel();
    throw new StartRefused(`The answer is a file (${type}): say where it goes with --output <file>.`);
  }
  if (json || typeof answer === "string") return console.print(textOf(answer));
  const list = listIn(answer);
  if (list === undefined) return console.print(JSON.stringify(answer, null, 2));
  printItems(console, list.items);
  const left = (list.count ?? 0) - list.items.length;
  if (list.next !== undefined)
    console.note(`… ${left > 0 ? left.toLocaleString("en-US") : "and"} more: add --all`);
}

function textOf(answer: unknown): string {
  return typeof answer === "string" ? answer : (JSON.stringify(answer) ?? "");
}

type ListItem = Readonly<Record<string, unknown>>;

interface ListAnswer {
  readonly items: readonly ListItem[];
  readonly count?: number;
  readonly next?: { readonly page: string };
}

function listIn(value: unknown): ListAnswer | undefined {
  return typeof value === "object" && value !== null && "items" in value && Array.isArray(value.items)
    ? (value as ListAnswer)
    : undefined;
}

async function printAll(
  console: Console,
  lectern: Lectern,
  operation: Operation,
  request: ApiRequest,
  { json = false, output }: ApiOptions,
): Promise<void> {
  const items: ListItem[] = [];
  const query = { limit: LARGEST_PAGE, ...request.query };
  const list = callerOf(lectern, operation)(...(await valuesOf(operation, { ...request, query })));
  if (output !== undefined) {
    await writeWhole(linesOf(list), output);
    return console.print(`Written to ${output}`);
  }
  for await (const item of list) {
    if (json) console.print(JSON.stringify(item));
    else items.push(item);
  }
  if (!json) printItems(console, items);
}

/** An item a line, as programs read them, however many there are. */
async function* linesOf(list: AsyncIterable<ListItem>): AsyncGenerator<string> {
  for await (const item of list) yield `${JSON.stringify(item)}\n`;
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
