import { faultOf, LecternError, NotLectern, notLectern, PASSING, Unreachable } from "./faults.ts";

/** Where Lectern is and as whom to ask. Give either `token` or `session: true`. */
export interface ClientOptions {
  /** The address of the installation, such as `https://docs.example.com`. */
  readonly url: string;
  /** An API token. */
  readonly token?: string;
  /** In Lectern's own pages: the browser's session instead of a token. */
  readonly session?: true;
  /** In place of the global `fetch`. */
  readonly fetch?: typeof globalThis.fetch;
  /** How often a request is sent again after a failure that may pass; 4 unless said. */
  readonly retries?: number;
  /** Milliseconds without an answer after which a request counts as lost; 60,000 unless said. */
  readonly timeout?: number;
}

/** What a call may say beside its parameters. */
export interface CallOptions {
  /** Ends the call: what it threw as its reason is thrown, and nothing is sent again. */
  readonly signal?: AbortSignal;
  /** Changes a thing only if it still is as it was read: what a call answered, or its ETag. */
  readonly ifUnchanged?: object | string;
  /** Names a write, so that sending it again has no second effect; one is made for each call unless said. */
  readonly idempotencyKey?: string;
}

/** How to ask; made once, passed to every call. */
export interface Client {
  readonly options: ClientOptions;
  readonly send: (request: ClientRequest) => Promise<ClientAnswer>;
}

/** A request before it is written. */
export interface ClientRequest extends CallOptions {
  readonly method: string;
  /** Below `/v1`. */
  readonly path: string;
  readonly query?: object | undefined;
  /** JSON where it is an object; a file, a form or a text is sent as it is. */
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** The answer is a file, and handed over unread. */
  readonly raw?: boolean;
  /** Takes as long as it takes: silence doesn't count as lost. */
  readonly patient?: boolean;
}

export interface ClientAnswer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON, an object or an array, or nothing; the response itself where it was asked for raw. */
  readonly body: unknown;
}

/** A server that asks for more patience than this is not waited for. */
const LONGEST_WAIT_S = 60;
/** Our own pauses double up to this. */
const LONGEST_PAUSE_S = 8;

/** What was read, with its ETag, for `ifUnchanged`. */
const tags = new WeakMap<object, string>();

/**
 * A client for single calls, as in `getSpaceById(client, id)`.
 * @throws TypeError with a sentence when neither or both of token and session are given, or one of them or the address is none
 */
export function createClient(options: ClientOptions): Client {
  const { url, token, session } = options;
  if ((token === undefined) === (session === undefined)) {
    throw new TypeError("Give either `token`, an API token, or `session: true` in Lectern's own pages.");
  }
  if (typeof url !== "string" || !/^https?:\/\//i.test(url) || !URL.canParse(url)) {
    throw new TypeError(`\`url\` has to be Lectern's address, such as https://docs.example.com, not ${url}.`);
  }
  if (token !== undefined) refuseToken(token);
  // People have the address of the API at hand as well.
  const base = url.replace(/(?:\/v1)?\/*$/, "") + (session ? "/-/v1" : "/v1");
  return { options, send: (request) => send(base, options, request) };
}

/** Says nothing of what it is: it may be a secret with a letter too many. @throws TypeError for what can be no token */
function refuseToken(token: unknown): void {
  // A file that has it ends with a line end, which no header sends.
  const text = typeof token === "string" ? token.trim() : "";
  // The first administrator's may be of several words, as the operator has chosen it; those that we make have none.
  if ((text.startsWith("lct_") ? /^[!-~]+$/ : /^[ -~]+$/).test(text)) return;
  const why = text === "" ? "it is empty" : "it has characters that no token has";
  throw new TypeError(
    `\`token\` is no API token: ${why}. Give one of yours; examples write \`lct_…\` in its place.`,
  );
}

async function send(base: string, options: ClientOptions, request: ClientRequest): Promise<ClientAnswer> {
  const url = base + request.path + queryOf(request.query);
  const init = initOf(options, request);
  const { signal } = request;
  const isStream = typeof ReadableStream === "function" && init.body instanceof ReadableStream;
  const retries = isStream ? 0 : (options.retries ?? 4);
  for (let attempt = 0; ; attempt++) {
    signal?.throwIfAborted();
    const outcome = await attemptOf(url, init, options, request);
    if (!(outcome instanceof LecternError)) return outcome;
    const mayPass = outcome instanceof Unreachable || PASSING.has(outcome.status);
    const seconds =
      outcome.retryAfter ?? (0.5 + Math.random() / 2) * Math.min(2 ** attempt / 2, LONGEST_PAUSE_S);
    if (!mayPass || attempt >= retries || seconds > LONGEST_WAIT_S) throw outcome;
    await wait(seconds * 1000, signal);
  }
}

/** One attempt: the answer, or the error that it came to. @throws the signal's reason */
async function attemptOf(
  url: string,
  init: RequestInit,
  options: ClientOptions,
  { signal, raw, patient }: ClientRequest,
): Promise<ClientAnswer | LecternError> {
  const lost = new AbortController();
  const abort = () => lost.abort(signal?.reason);
  signal?.addEventListener("abort", abort);
  // What a line of 16 kB a second takes to send comes on top.
  const sending = init.body instanceof Blob ? init.body.size / 16 : 0;
  const timer = patient ? undefined : setTimeout(() => lost.abort(), (options.timeout ?? 60_000) + sending);
  let isComing = false;
  try {
    const response = await (options.fetch ?? fetch)(url, { ...init, signal: lost.signal });
    const { status, headers } = response;
    // Followed, it would take the body and the token to whoever it names, and a POST would become a GET.
    if (response.type === "opaqueredirect" || (status >= 300 && status < 400)) {
      const to = headers.get("location") ?? "another address";
      return new NotLectern(status, `${url} redirects to ${to}: give Lectern's own address.`);
    }
    // Where a file is expected, a page is a portal's, or of a program that answers everything with its own.
    if (raw && response.ok && !/html/.test(headers.get("content-type") ?? "")) {
      isComing = true;
      return { status, headers, body: response };
    }
    const body = parsed(await response.text(), headers);
    if (!response.ok) return faultOf(url, status, body, retryAfterOf(headers));
    const isThing = typeof body === "object" && body !== null;
    if (raw || (!isThing && !BARE.has(status))) return notLectern(url, status, body);
    const tag = headers.get("etag");
    if (tag !== null && isThing) tags.set(body, tag);
    return { status, headers, body };
  } catch (cause) {
    signal?.throwIfAborted();
    return new Unreachable(0, `${url} can't be reached: ${reasonOf(cause)}.`, { cause });
  } finally {
    clearTimeout(timer);
    // What comes after its head is ended by it too.
    if (!isComing) signal?.removeEventListener("abort", abort);
  }
}

/** Statuses of answers that have no body. */
const BARE = new Set([204, 205]);

/** JSON as a value; what is none, or broken, as the text that it is; undefined for nothing. */
function parsed(text: string, headers: Headers): unknown {
  if (text === "") return undefined;
  if (!/json/.test(headers.get("content-type") ?? "")) return text;
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function reasonOf(cause: unknown): string {
  const error = cause as { name?: string; message?: string; cause?: { message?: string } };
  if (error.name === "AbortError") return "no answer came in time";
  return error.cause?.message ?? error.message ?? String(cause);
}

function initOf({ token, session }: ClientOptions, request: ClientRequest): RequestInit {
  const { method, body, ifUnchanged } = request;
  const headers: Record<string, string> = { accept: "application/json", ...request.headers };
  if (token !== undefined) headers["authorization"] = `Bearer ${token}`;
  if (session) headers["lectern-console"] = "1";
  // Made once a call: each attempt is the same request.
  if (method !== "GET") headers["idempotency-key"] = request.idempotencyKey ?? newKey();
  if (ifUnchanged !== undefined) headers["if-match"] = tagOf(ifUnchanged);
  refuseUnsendable(headers);
  const isPlain = body !== undefined && isJson(body);
  if (isPlain) headers["content-type"] = "application/json";
  // A file's own type says what it holds, not how it travels.
  else if (body !== undefined && !(body instanceof FormData))
    headers["content-type"] = "application/octet-stream";
  return {
    method,
    headers,
    redirect: "manual",
    ...(body === undefined ? {} : { body: isPlain ? JSON.stringify(body) : (body as Blob) }),
    ...(body instanceof ReadableStream ? { duplex: "half" } : {}),
    ...(session ? { credentials: "same-origin" } : {}),
  } as RequestInit;
}

/** What can't be sent now can't be later: it is no failure of the network. @throws TypeError that names the header */
function refuseUnsendable(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    // oxlint-disable-next-line no-control-regex
    if (/[^\t -~\x80-\xff]/.test(value.trim()))
      throw new TypeError(`\`${name}\` can't be sent: it has characters that no header may have.`);
  }
}

function isJson(body: unknown): boolean {
  return !(
    typeof body === "string" ||
    body instanceof Blob ||
    body instanceof FormData ||
    body instanceof Uint8Array ||
    body instanceof ReadableStream
  );
}

function tagOf(read: object | string): string {
  // Proxies that compress call a tag weak, and a weak one is never the same.
  const tag = (typeof read === "string" ? read : tags.get(read))?.replace(/^W\//, "");
  if (tag === undefined) {
    throw new TypeError("`ifUnchanged` takes what a call of this client answered, or an ETag.");
  }
  return tag;
}

/** 128 random bits; `randomUUID` is missing where the page came over plain HTTP. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) =>
    byte.toString(16).padStart(2, "0"),
  ).join("");
}

function queryOf(query: object | undefined): string {
  const parameters = new URLSearchParams();
  for (const [name, value] of Object.entries(query ?? {})) {
    for (const one of Array.isArray(value) ? value : [value]) {
      if (one !== undefined && one !== null) parameters.append(name, String(one));
    }
  }
  const text = parameters.toString();
  return text === "" ? "" : `?${text}`;
}

/** Seconds, from a number or a date. */
function retryAfterOf(headers: Headers): number | undefined {
  const said = headers.get("retry-after");
  if (said === null) return undefined;
  const seconds = Number.isNaN(Number(said)) ? (Date.parse(said) - Date.now()) / 1000 : Number(said);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/** A signal that is aborted when either is. */
export function eitherOf(
  one: AbortSignal | undefined,
  other: AbortSignal | undefined,
): AbortSignal | undefined {
  return one && other ? AbortSignal.any([one, other]) : (one ?? other);
}

/** Resolves after `ms` milliseconds. @throws the signal's reason at once when it is aborted */
export function wait(ms: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", end);
      resolve();
    }, ms);
    signal?.addEventListener("abort", end, { once: true });
  });
}
