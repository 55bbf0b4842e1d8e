/** A host of repositories for the tests: git's own server behind a door that checks tokens and has faults on demand. */
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { buffer, text } from "node:stream/consumers";
import { launch, type LaunchedProgram } from "../ports/launcher.ts";
import { SmallShell } from "./smallShell.ts";

/** What goes wrong with one request. Counts are bytes of the answer's body. */
export type HostFault =
  | { readonly status: number; readonly location?: string; readonly type?: string }
  /** The connection breaks. */
  | { readonly dropAfter: number }
  /** Nothing more comes, and nothing ends. */
  | { readonly stallAfter: number }
  /** It ends as if that were all. */
  | { readonly endAfter: number }
  /** The answer comes as it should, and goes on for ever. */
  | { readonly endless: true };

/** A request to the API of a host. */
export interface ApiRequest {
  readonly method: string;
  readonly path: string;
  readonly authorization: string | undefined;
  /** As JSON; undefined for none. */
  // oxlint-disable-next-line typescript/no-explicit-any -- tests look at its fields
  readonly body: any;
}

export interface ApiAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface GitHost {
  /** Of a repository by its name, without credentials. */
  url(name: string): string;
  /** A bare repository, made when there is none; gives its folder. */
  create(name: string, format?: "sha1" | "sha256"): string;
  /** Runs git in a repository of the host; gives what it printed. */
  git(name: string, args: readonly string[], input?: string | Uint8Array): string;
  /** The same, with every line end that it printed. */
  printed(name: string, args: readonly string[], input?: string | Uint8Array): string;
  /** Every request so far: method and path. */
  readonly heard: string[];
  /** Answers with what goes wrong with a request; undefined for nothing. */
  fault: (request: IncomingMessage) => HostFault | undefined | Promise<HostFault | undefined>;
  /** Answers what is asked below `/api/`, as the host's API does; undefined while it has none. */
  api: ((asked: ApiRequest) => ApiAnswer | Promise<ApiAnswer>) | undefined;
  /** The files that it keeps by Git LFS, by their ids; undefined while it speaks no LFS. */
  large: Map<string, Buffer> | undefined;
  /** User name and password by repository that others need; without, everybody may read and write. */
  readonly tokens: Map<string, string>;
  /** Ends every connection that is open. */
  breakOff(): void;
  close(): Promise<void>;
}

/** A commit of always the same time, so that its id is always the same. */
const PEOPLE = {
  GIT_AUTHOR_NAME: "Ann",
  GIT_AUTHOR_EMAIL: "ann@example.com",
  GIT_AUTHOR_DATE: "1700000000 +0000",
  GIT_COMMITTER_NAME: "Ann",
  GIT_COMMITTER_EMAIL: "ann@example.com",
  GIT_COMMITTER_DATE: "1700000000 +0000",
};
const QUIET = { GIT_CONFIG_NOSYSTEM: "1", GIT_CONFIG_GLOBAL: "/dev/null", ...PEOPLE };

/** Starts a host whose repositories lie in `folder`. */
export async function startGitHost(folder: string): Promise<GitHost> {
  const served: Served = { folder, abilities: new Map() };
  const server = createServer((request, response) => answer(host, served, request, response));
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  mkdirSync(folder, { recursive: true });
  const shell = await SmallShell.open(folder, { PATH: process.env["PATH"], HOME: folder, ...QUIET });
  const host: GitHost = {
    url: (name) => `http://127.0.0.1:${port}/${name}`,
    create(name, format = "sha1") {
      const path = join(folder, name);
      if (existsSync(path)) return path;
      // Made once and copied: to start a program takes longer than most of what it does here.
      const empty = join(folder, `.empty-${format}`);
      if (!existsSync(empty)) {
        const kind = ["--bare", "-b", "main", "--template=", `--object-format=${format}`];
        shell.run({ command: "git", args: ["init", "-q", ...kind, empty] });
        shell.run({ command: "git", args: ["--git-dir", empty, "config", "http.receivepack", "true"] });
      }
      cpSync(empty, path, { recursive: true });
      return path;
    },
    git: (name, args, input) => host.printed(name, args, input).trimEnd(),
    printed(name, args, input = "") {
      const environment = { GIT_DIR: join(folder, name) };
      return shell.run({ command: "git", args, environment, input }).toString();
    },
    heard: [],
    fault: () => undefined,
    api: undefined,
    large: undefined,
    tokens: new Map(),
    breakOff: () => server.closeAllConnections(),
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
      await shell.close();
    },
  };
  return host;
}

/** Lets a repository refuse every push with these words. */
export function refusePushes(folder: string, words: string): void {
  const hook = join(folder, "hooks", "pre-receive");
  mkdirSync(join(folder, "hooks"), { recursive: true });
  writeFileSync(hook, `#!/bin/sh\necho '${words}' >&2\nexit 1\n`, { mode: 0o755 });
}

async function answer(
  host: GitHost,
  served: Served,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method = "", url = "" } = request;
  host.heard.push(`${method} ${url}`);
  const fault = await host.fault(request);
  if (fault !== undefined && "status" in fault) {
    const { status, location, type = "text/plain" } = fault;
    response.writeHead(status, { "content-type": type, ...(location && { location }) }).end("no");
    return;
  }
  if (url.startsWith("/api/") && host.api !== undefined) {
    void answerApi(host.api, request, response);
    return;
  }
  const wanted = host.tokens.get(url.split("/")[1] ?? "");
  const given = /^Basic (.+)$/.exec(request.headers.authorization ?? "")?.[1] ?? "";
  if (wanted !== undefined && Buffer.from(given, "base64").toString() !== wanted) {
    response.writeHead(401, { "www-authenticate": "Basic" }).end();
    return;
  }
  if (/\/info\/lfs\/|^\/large\//.test(url) && host.large !== undefined) {
    void answerLarge(host.large, request, response);
    return;
  }
  void serve(served, request, response, fault);
}

/** Git LFS by its published protocol: the batch API, and basic transfers with a header of their own. */
async function answerLarge(
  kept: Map<string, Buffer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { method, url = "", headers } = request;
  const sent = await buffer(request);
  const end = (status: number, body?: unknown): void => {
    response.writeHead(status, { "content-type": "application/vnd.git-lfs+json" });
    response.end(Buffer.isBuffer(body) ? body : JSON.stringify(body ?? {}));
  };
  const [, id = ""] = /^\/large\/([0-9a-f]{64})$/.exec(url) ?? [];
  if (id !== "") {
    if (headers["x-transfer"] !== "granted") return end(403);
    if (method === "GET") return kept.has(id) ? end(200, kept.get(id)) : end(404);
    // As stores of objects do.
    if (headers["content-length"] === undefined) return end(411);
    if (createHash("sha256").update(sent).digest("hex") !== id) return end(422);
    kept.set(id, sent);
    return end(200);
  }
  if (!url.endsWith(".git/info/lfs/objects/batch") || method !== "POST") return end(404);
  const asked = JSON.parse(sent.toString()) as {
    readonly operation: "upload" | "download";
    readonly objects: readonly { readonly oid: string; readonly size: number }[];
  };
  const href = (oid: string): string => `http://${headers.host}/large/${oid}`;
  end(200, {
    transfer: "basic",
    objects: asked.objects.map(({ oid, size }) => {
      const action = { href: href(oid), header: { "x-transfer": "granted" } };
      if (asked.operation === "upload")
        return { oid, size, ...(kept.has(oid) ? {} : { actions: { upload: action } }) };
      return kept.has(oid)
        ? { oid, size, actions: { download: action } }
        : { oid, size, error: { code: 404, message: "Object does not exist" } };
    }),
  });
}

async function answerApi(
  api: (asked: ApiRequest) => ApiAnswer | Promise<ApiAnswer>,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const sent = await text(request);
  const { method = "", url = "", headers } = request;
  const asked = { method, path: url, authorization: headers.authorization };
  const answer = await api({ ...asked, body: sent === "" ? undefined : (JSON.parse(sent) as unknown) });
  response.writeHead(answer.status, { "content-type": "application/json", ...answer.headers });
  response.end(answer.body === undefined ? undefined : JSON.stringify(answer.body));
}

type Stream = Exclude<HostFault, { status: number }>;

/** The repositories of a host. */
interface Served {
  readonly folder: string;
  /**
   * What they can do, in the backend's words, by their settings. In protocol 2 nothing of branches is in it, so that it
   * stays as it is while those do; a third of all that the backend would be started for asks for it.
   */
  readonly abilities: Map<string, Buffer>;
}

/** Answers as git's own backend does, as far as the fault lets it. */
async function serve(
  { folder, abilities }: Served,
  request: IncomingMessage,
  response: ServerResponse,
  fault: Stream | undefined,
): Promise<void> {
  const key = abilitiesKey(folder, request);
  const known = key === undefined ? undefined : abilities.get(key);
  const said: Buffer[] = [];
  const take = relay(response, fault);
  if (known === undefined) {
    const backend = await launchBackend(folder, request);
    if (response.destroyed) return backend.kill();
    request.pipe(backend.stdin);
    response.once("close", () => backend.kill());
    backend.stdout.on("data", (chunk: Buffer) => {
      if (key !== undefined) said.push(chunk);
      take(chunk);
    });
    await new Promise((done) => backend.stdout.once("close", done));
    const all = Buffer.concat(said);
    if (key !== undefined && isWhole(all)) abilities.set(key, all);
  } else take(known);
  if (fault === undefined || "dropAfter" in fault || "endAfter" in fault) response.end();
  else if ("endless" in fault) pour(response);
}

/** Whether it is what a repository can do, to its last packet. */
const isWhole = (said: Buffer): boolean =>
  said.includes("version 2\n") && said.subarray(-4).toString() === "0000";

function abilitiesKey(folder: string, { method, url = "", headers }: IncomingMessage): string | undefined {
  const repository = /^(.*)\/info\/refs\?service=git-upload-pack$/.exec(url)?.[1];
  if (method !== "GET" || repository === undefined || headers["git-protocol"] !== "version=2")
    return undefined;
  const settings = join(folder, decodeURIComponent(repository), "config");
  return existsSync(settings) ? `${settings}\n${readFileSync(settings, "utf8")}` : undefined;
}

/** The Common Gateway Interface: what the request is goes into the environment, its body to the standard input. */
function launchBackend(
  folder: string,
  { method, url = "", headers }: IncomingMessage,
): Promise<LaunchedProgram> {
  const [path = "", query = ""] = url.split("?");
  return launch({
    // By its own path: `git http-backend` would be one more program, which starts it.
    command: join(backends(), "git-http-backend"),
    args: [],
    folder,
    environment: {
      ...QUIET,
      PATH: process.env["PATH"],
      GIT_PROJECT_ROOT: folder,
      GIT_HTTP_EXPORT_ALL: "1",
      PATH_INFO: decodeURIComponent(path),
      QUERY_STRING: query,
      REQUEST_METHOD: method,
      CONTENT_TYPE: headers["content-type"],
      CONTENT_LENGTH: headers["content-length"],
      HTTP_CONTENT_ENCODING: headers["content-encoding"],
      GIT_PROTOCOL: String(headers["git-protocol"] ?? ""),
      REMOTE_USER: "ann",
    },
  });
}

let backendFolder: string | undefined;

/** Where git's own programs are. */
function backends(): string {
  backendFolder ??= execFileSync("git", ["--exec-path"], { encoding: "utf8" }).trim();
  return backendFolder;
}

/** Takes what the backend says, head and body, and sends it. */
function relay(response: ServerResponse, fault: Stream | undefined): (chunk: Buffer) => void {
  let head = "";
  let sent = 0;
  return (chunk) => {
    let body = chunk;
    if (!response.headersSent) {
      head += chunk.toString("latin1");
      const end = head.indexOf("\r\n\r\n");
      if (end < 0) return;
      const fields = head
        .slice(0, end)
        .split("\r\n")
        .map((line) => line.split(": ") as [string, string]);
      const status = Number(fields.find(([name]) => name === "Status")?.[1]?.slice(0, 3) ?? 200);
      response.writeHead(status, Object.fromEntries(fields.filter(([name]) => name !== "Status")));
      response.flushHeaders();
      body = Buffer.from(head.slice(end + 4), "latin1");
    }
    // The packet that ends it all.
    const isLast = fault !== undefined && "endless" in fault && body.subarray(-4).toString() === "0000";
    sent = send(response, isLast ? body.subarray(0, -4) : body, sent, fault);
  };
}

/** Sends a part of an answer as far as the fault lets it; gives how many bytes have been sent. */
function send(response: ServerResponse, body: Buffer, sent: number, fault: Stream | undefined): number {
  const most = { dropAfter: Infinity, stallAfter: Infinity, endAfter: Infinity, ...fault };
  const left = Math.min(most.dropAfter, most.stallAfter, most.endAfter) - sent;
  const part = body.subarray(0, Math.max(0, left));
  if (part.length > 0) response.write(part);
  if (part.length === body.length) return sent + part.length;
  if (most.dropAfter < Infinity) response.destroy();
  if (most.endAfter < Infinity) response.end();
  return sent + part.length;
}

function pour(response: ServerResponse): void {
  // A packet of the side band: progress, for ever.
  const packet = Buffer.concat([Buffer.from("fff0\u0002"), Buffer.alloc(0xfff0 - 5, "x")]);
  const more = (): void => {
    while (!response.destroyed && response.write(packet));
  };
  response.on("drain", more);
  more();
}
