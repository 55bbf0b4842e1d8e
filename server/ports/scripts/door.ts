/**
 * The one thing that scripts of a process reach: a server on a socket in the process's folder. It knows by a secret which
 * installation asks, hands out the code of scripts, hears what came of a run, answers for our own API, and passes
 * everything else on to the web under the rules of scripts.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { chown } from "node:fs/promises";
import { join } from "node:path";
import { pipeline } from "node:stream/promises";
import { OutboundError, type OutboundFetch } from "../fetch.ts";
import type { OutboundRequest } from "../outbound-request.ts";
import type { AskBudget } from "./askBudget.ts";
import type { RoomFolder } from "./folder.ts";
import type { AskingScript, AsksUnderWay } from "./neighbours.ts";
import { DOOR, DOOR_SOCKET, HEADERS } from "./runtime.ts";

/** A script that a process runs. */
export interface KnownScript extends AskingScript {
  readonly code: () => Promise<string>;
  readonly flags: readonly string[];
  readonly budget: AskBudget;
}

/** A line that a script wrote on its console, or an exception that it left. */
export interface ScriptLine {
  /** Milliseconds. */
  readonly at: number;
  readonly level: "debug" | "info" | "warn" | "error";
  readonly message: string;
}

/** What came of a run, told when all that it began has ended. */
export interface RunEnd {
  readonly isOk: boolean;
  readonly lines: readonly ScriptLine[];
}

/** What answers for our own API: it gets the request with the path as its address. */
export type ApiAnswerer = (request: IncomingMessage, response: ServerResponse) => void;

interface DoorKeeper {
  readonly fetch: OutboundFetch;
  readonly asks: AsksUnderWay;
  /** The script that a secret stands for. */
  known(secret: string): KnownScript | undefined;
  ended(event: string, end: RunEnd): void;
  /** The origin of our API, with what answers for it. */
  readonly api: { readonly origin: string; readonly answer: ApiAnswerer } | undefined;
}

/** Bytes that a script may send in a request, and get in an answer. */
const MOST_SENT = 10 * 1024 * 1024;
const MOST_ANSWERED = 25 * 1024 * 1024;
const PATIENCE_MS = 20_000;
/** Bytes of what is told of a run. */
const MOST_TOLD = 1024 * 1024;
const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);
/** Headers of an answer that hold for its connection, or for a body that we have decoded. */
const NOT_PASSED_ON = new Set([
  "connection",
  "content-encoding",
  "content-length",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
]);

/** Opens the door of a process. */
export async function openDoor({ path, user }: RoomFolder, keeper: DoorKeeper): Promise<Server> {
  const server = createServer((request, response) => {
    void answer(keeper, request, response).catch(() => response.destroy());
  });
  // The process ends connections that rest: were they ended here, it would ask into one that is closed.
  server.keepAliveTimeout = 0;
  const socket = join(path, DOOR_SOCKET);
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen(socket, listening);
  });
  if (user !== undefined) await chown(socket, user, user);
  return server;
}

async function answer(keeper: DoorKeeper, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const script = keeper.known(String(request.headers[HEADERS.script] ?? ""));
  if (script === undefined) return void response.writeHead(404).end();
  if (request.url === DOOR.code) {
    const code = JSON.stringify({ code: await script.code(), flags: script.flags });
    return void response.writeHead(200, { "content-type": "application/json" }).end(code);
  }
  if (request.url === DOOR.ended) {
    const told = await bodyOf(request, MOST_TOLD);
    keeper.ended(String(request.headers[HEADERS.event] ?? ""), endFrom(told));
    return void response.writeHead(204).end();
  }
  const url = String(request.headers[HEADERS.url] ?? "");
  const { api, fetch, asks } = keeper;
  const ask = { script, url, request, response };
  if (api !== undefined && isAt(url, api.origin)) {
    if (new URL(url).pathname.startsWith("/v1/")) return askApi(api.answer, asks, ask);
    // What is beside it is asked as the web is: where that isn't possible, the path was meant for the API.
    if (!fetch.permits(url)) return refuse(response, `The API is at ${api.origin}/v1.`);
  }
  return askWeb(fetch, asks, ask);
}

/** What a script asks. */
interface Ask {
  readonly script: KnownScript;
  readonly url: string;
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

function isAt(url: string, origin: string): boolean {
  return URL.canParse(url) && new URL(url).origin === origin;
}

/** Whether a script may ask this now; waits for its turn, which ends with the answer. Otherwise it hears why not. */
async function mayAsk(asks: AsksUnderWay, { script, url, response }: Ask): Promise<boolean> {
  if (!script.budget.asks(new URL(url).host, Date.now())) {
    refuse(response, "Too much was asked within a minute.", 429);
    return false;
  }
  const leave = await asks.enter(script).catch(() => undefined);
  if (leave === undefined) {
    refuse(response, "Too much is asked at once.", 429);
    return false;
  }
  response.once("close", leave);
  // Who asked may have gone meanwhile.
  if (!response.destroyed && !response.closed) return true;
  leave();
  return false;
}

/** Our own API, without a way over any network. */
async function askApi(answerer: ApiAnswerer, asks: AsksUnderWay, ask: Ask): Promise<void> {
  const { script, url, request, response } = ask;
  if (!(await mayAsk(asks, ask))) return;
  const { pathname, search, host } = new URL(url);
  for (const name of [HEADERS.script, HEADERS.url, "cookie"]) delete request.headers[name];
  request.headers.host = host;
  // It comes over no network: what it spends is its own.
  request.headers[HEADERS.installation] = script.installation;
  request.url = pathname + search;
  answerer(request, response);
}

async function askWeb(fetch: OutboundFetch, asks: AsksUnderWay, ask: Ask): Promise<void> {
  const { script, url, request, response } = ask;
  const { organization, budget } = script;
  const { method = "GET" } = request;
  if (!METHODS.has(method)) return refuse(response, "The method can't be sent from here.");
  if (!fetch.permits(url)) return refuse(response, "The address can't be asked from here.");
  if (!(await mayAsk(asks, ask))) return;
  const broken = new AbortController();
  response.once("close", () => broken.abort(new OutboundError("FETCH_FAILED")));
  let held = 0;
  try {
    const body = await bodyOf(request, MOST_SENT, (bytes) => {
      if (!asks.holds(organization, bytes)) throw new TooMuchHeld();
      held += bytes;
      budget.took(bytes);
    });
    const answered = await fetch.stream(url, {
      method: method as NonNullable<OutboundRequest["method"]>,
      headers: headersOf(request),
      ...(body.length > 0 && { body }),
      maxBytes: MOST_ANSWERED,
      timeout: PATIENCE_MS,
      headersTimeout: PATIENCE_MS,
      givesRedirects: true,
      signal: broken.signal,
    });
    const passed = Object.entries(answered.headers).filter(([name]) => !NOT_PASSED_ON.has(name));
    response.writeHead(answered.status, Object.fromEntries(passed));
    answered.body.on("data", (chunk: Uint8Array) => budget.took(chunk.length));
    await pipeline(answered.body, response);
  } catch (error) {
    if (error instanceof TooMuchHeld) return refuse(response, "Too much is sent at once.", 429);
    // What went wrong is nobody's map of our network: the same sentence for all of it.
    if (response.headersSent || response.destroyed) return void response.destroy();
    refuse(response, error instanceof OutboundError ? error.message : "The address could not be asked.");
  } finally {
    asks.drops(organization, held);
  }
}

/** Bodies under way hold as much memory as they may. */
class TooMuchHeld extends Error {}

function refuse(response: ServerResponse, sentence: string, status = 502): void {
  response.writeHead(status, { "content-type": "text/plain; charset=utf-8" }).end(sentence);
}

function headersOf({ headers }: IncomingMessage): Record<string, string> {
  const ours = new Set<string>([HEADERS.script, HEADERS.url, HEADERS.event]);
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      ours.has(name) || value === undefined ? [] : [[name, String(value)]],
    ),
  );
}

async function bodyOf(
  request: IncomingMessage,
  most: number,
  came?: (bytes: number) => void,
): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  // Who is refused hears it: the connection stays.
  for await (const part of request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > most) throw new OutboundError("TOO_LARGE");
    came?.(part.length);
    parts.push(part);
  }
  return Buffer.concat(parts);
}

const LEVELS: Readonly<Record<string, ScriptLine["level"]>> = {
  debug: "debug",
  error: "error",
  warn: "warn",
};
/** Characters that are kept of a line, and lines of a run. */
export const LONGEST_LINE = 1000;
const MOST_LINES = 100;

interface ToldRun {
  readonly outcome?: unknown;
  readonly logs?: readonly {
    readonly timestamp?: unknown;
    readonly level?: unknown;
    readonly message?: unknown;
  }[];
  readonly exceptions?: readonly {
    readonly timestamp?: unknown;
    readonly name?: unknown;
    readonly message?: unknown;
  }[];
}

/** What the process tells of a run. What it holds comes from the script, in whatever form. */
function endFrom(told: Buffer): RunEnd {
  const { outcome, logs = [], exceptions = [] } = JSON.parse(told.toString("utf8")) as ToldRun;
  const lines = [
    ...logs.map(({ timestamp, level, message }) =>
      line(timestamp, LEVELS[String(level)] ?? "info", [message].flat().map(shown).join(" ")),
    ),
    ...exceptions.map(({ timestamp, name, message }) =>
      line(timestamp, "error", `${shown(name)}: ${shown(message)}`),
    ),
  ];
  return { isOk: outcome === "ok" && exceptions.length === 0, lines: lines.slice(0, MOST_LINES) };
}

function line(timestamp: unknown, level: ScriptLine["level"], text: string): ScriptLine {
  const message = printable(text.slice(0, LONGEST_LINE));
  return { at: typeof timestamp === "number" && timestamp > 0 ? timestamp : Date.now(), level, message };
}

/** As logs have it. PostgreSQL keeps no NUL, and a log shows no other control characters. */
export function printable(text: string): string {
  return text.replaceAll(/[^\P{Cc}\n\t]/gu, "\uFFFD");
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : (JSON.stringify(value) ?? String(value));
}
