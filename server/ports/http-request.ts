import type { ClientRequest, IncomingMessage } from "node:http";
import { Agent as HttpAgent, request as requestHttp } from "node:http";
import { Agent as HttpsAgent, request as requestHttps } from "node:https";
import type { LookupFunction } from "node:net";
import { pipeline, Readable } from "node:stream";
import { type IdleBounds, IdleConnections } from "./idle-connections.ts";

/** One request as it goes over the wire. Times in milliseconds. */
export type WireRequest = {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | Uint8Array | Readable;
  /** Breaks the request, and afterwards the reading of its answer. */
  readonly signal?: AbortSignal;
  /** How names become addresses; the system's way when left out. */
  readonly lookup?: LookupFunction;
  /** Keeps connections for later requests; without, each request has one of its own. */
  readonly agents?: HttpAgents;
  /** From the start to a connection ready for use, and from the sent request to the answer's headers. */
  readonly connectTimeout: number;
  readonly headersTimeout: number;
};

/** Kept connections, for plain and for encrypted addresses. */
export type HttpAgents = { readonly http: HttpAgent; readonly https: HttpsAgent };

/** A pool of kept connections, as many as `maxSockets` to each host; `destroy` both when done. */
export function keptConnections(maxSockets: number, bounds?: IdleBounds): HttpAgents {
  const options = { keepAlive: true, maxSockets, scheduling: "lifo" } as const;
  const agents = { http: new HttpAgent(options), https: new HttpsAgent(options) };
  if (bounds === undefined) return agents;
  const idle = new IdleConnections(bounds);
  idle.watch(agents.http);
  idle.watch(agents.https);
  return agents;
}

const MAX_HEADER_BYTES = 32 * 1024;

/**
 * Sends a request and gives the answer as soon as its headers are there; its body is read from it, or it is destroyed.
 * Throws what the network throws; a time-out has the code ETIMEDOUT. Node's own client is used because a server can
 * end the whole process through undici 7: closing while a body is read slowly trips an assertion nobody can catch.
 */
export async function sendHttp(url: URL, asked: WireRequest): Promise<IncomingMessage> {
  const secure = url.protocol === "https:";
  const request = (secure ? requestHttps : requestHttp)(url, {
    method: asked.method,
    headers: asked.headers,
    agent: (secure ? asked.agents?.https : asked.agents?.http) ?? false,
    maxHeaderSize: MAX_HEADER_BYTES,
    insecureHTTPParser: false,
    ...(asked.lookup && { lookup: asked.lookup }),
  });
  if (asked.signal !== undefined) breakBy(asked.signal, request);
  const stopWatching = watch(request, secure, asked);
  try {
    const answered = answerOf(request);
    if (asked.body instanceof Readable) pipeline(asked.body, request, () => undefined);
    else request.end(asked.body);
    return await answered;
  } finally {
    stopWatching();
  }
}

/** As Node's own option does it, at a fraction of what that costs: a poll makes a thousand requests a minute. */
function breakBy(signal: AbortSignal, request: ClientRequest): void {
  const end = (): void => {
    const error = new Error("The operation was aborted", { cause: signal.reason });
    request.destroy(Object.assign(error, { name: "AbortError", code: "ABORT_ERR" }));
  };
  if (signal.aborted) return end();
  signal.addEventListener("abort", end, { once: true });
  request.once("close", () => signal.removeEventListener("abort", end));
}

function answerOf(request: ClientRequest): Promise<IncomingMessage> {
  return new Promise((resolve, reject) => {
    request.on("error", reject);
    // Also when the server switches protocols, which nobody asked it to: that closes without an error.
    request.on("close", () => reject(new Error("The connection was closed before an answer came.")));
    request.on("response", (answer) => {
      // Errors reach us by reading; one that comes when nobody reads must not end the process.
      answer.on("error", () => undefined);
      resolve(answer);
    });
  });
}

function watch(request: ClientRequest, secure: boolean, asked: WireRequest): () => void {
  const late = (what: string) => () => {
    request.destroy(Object.assign(new Error(`Timed out: ${what}`), { code: "ETIMEDOUT" }));
  };
  let timer = setTimeout(late("connecting"), asked.connectTimeout);
  const connected = { socket: false, sent: false };
  const step = (done: keyof typeof connected) => () => {
    connected[done] = true;
    if (done === "socket") clearTimeout(timer);
    if (connected.socket && connected.sent)
      timer = setTimeout(late("waiting for headers"), asked.headersTimeout);
  };
  request.once("finish", step("sent"));
  request.once("socket", (socket) => {
    if (socket.connecting) socket.once(secure ? "secureConnect" : "connect", step("socket"));
    else step("socket")();
  });
  return () => clearTimeout(timer);
}
