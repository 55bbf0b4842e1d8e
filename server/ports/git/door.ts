/**
 * The one thing that git speaks to: a server on loopback that passes what it asks on to the host. git itself knows
 * neither the host's address nor a credential, and reaches nothing that an outbound request may not.
 */
import { randomBytes, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { pipeline, type Readable, Transform } from "node:stream";
import { buffer } from "node:stream/consumers";
import { pipeline as piped } from "node:stream/promises";
import type { OutboundFetch } from "../fetch.ts";
import { GitError } from "./error.ts";
import type { GitLimits } from "./limits.ts";
import { askRefs, askService, type GitRemote, type GitService, remoteError } from "./remote.ts";

/** An open door. */
export interface GitDoor {
  /** What git takes for the repository's address. */
  readonly url: string;
  /** The header that git has to send: who merely finds the port is not let in. */
  readonly header: string;
  /** What went wrong with the host since the door opened; git only says that something did. */
  readonly failure: GitError | undefined;
  close(): Promise<void>;
}

interface DoorOptions {
  readonly fetch: OutboundFetch;
  readonly remote: GitRemote;
  /** Whether git may push. */
  readonly writes: boolean;
  readonly limits: GitLimits;
  readonly signal: AbortSignal;
}

/** Up to here what git sends is sent with its length: not every host takes a body whose length isn't said. */
const SENT_WHOLE = 1024 * 1024;
/** What git says about its request, and the host has to hear. */
const PASSED_ON = ["content-type", "content-encoding", "git-protocol", "user-agent"];
const HEADER = "x-lectern-door";

/** Opens a door to one repository. */
export async function openDoor(options: DoorOptions): Promise<GitDoor> {
  const passage = new Passage(options);
  const server = createServer((request, response) => void passage.answer(request, response));
  await new Promise<void>((listening, failed) => {
    server.once("error", failed);
    server.listen({ host: "127.0.0.1", port: 0, exclusive: true }, listening);
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    header: `${HEADER}: ${passage.secret}`,
    get failure() {
      return passage.failure;
    },
    async close() {
      const closed = new Promise((done) => server.close(done));
      server.closeAllConnections();
      await closed;
    },
  };
}

class Passage {
  readonly secret = randomBytes(32).toString("hex");
  readonly #options: DoorOptions;
  failure: GitError | undefined;
  remote: GitRemote;

  constructor(options: DoorOptions) {
    this.#options = options;
    this.remote = options.remote;
  }

  /** Never throws: what goes wrong is kept as the failure, and the connection ends. */
  async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const service = this.#serviceOf(request);
    if (service === undefined) {
      response.writeHead(404).end();
      return;
    }
    const broken = new AbortController();
    response.once("close", () => broken.abort());
    const silence = new Silence(this.#options.limits, () => broken.abort());
    try {
      await this.#pass(service, request, response, broken.signal, silence);
    } catch (error) {
      // When git or the run has ended, it was not the host.
      const isHost = silence.ended !== undefined || !(broken.signal.aborted || this.#options.signal.aborted);
      if (isHost) this.failure ??= silence.ended ?? remoteError(error);
      // The words and the status of the host are not for git: it would ask for a password.
      if (!response.headersSent) response.writeHead(502).end();
      response.destroy();
    } finally {
      silence.stop();
    }
  }

  async #pass(
    service: GitService,
    request: IncomingMessage,
    response: ServerResponse,
    broken: AbortSignal,
    silence: Silence,
  ): Promise<void> {
    const { fetch, limits, signal } = this.#options;
    const isPost = request.method === "POST";
    const asked = {
      service,
      limits,
      headers: passedOn(request),
      maxBytes: isPost ? limits.packBytes : limits.refsBytes,
      timeout: limits.run,
      signal: AbortSignal.any([signal, broken]),
      ...(isPost && { body: await bodyOf(request, limits.pushBytes, silence) }),
    };
    const answer = await (isPost ? askService : askRefs)(fetch, this.remote, asked);
    if (!isPost) this.#follow(answer.url);
    response.writeHead(200, {
      "content-type": `application/x-${service}-${isPost ? "result" : "advertisement"}`,
      "cache-control": "no-cache",
    });
    silence.heard();
    await piped(answer.body, watched(silence), response);
  }

  /** Credentials are for the origin that they were given for. */
  #follow(url: string): void {
    const isSame = new URL(url).origin === new URL(this.remote.url).origin;
    if (url === this.remote.url.replace(/\/+$/, "")) return;
    const { credentials } = this.remote;
    this.remote = isSame && credentials !== undefined ? { url, credentials } : { url };
  }

  /** Which service a request is for; undefined for all that this door is not for. */
  #serviceOf({ method, url, headers }: IncomingMessage): GitService | undefined {
    const given = Buffer.from(String(headers[HEADER] ?? ""));
    const wanted = Buffer.from(this.secret);
    if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
    const [, get, post] = /^\/(?:info\/refs\?service=(git-[a-z-]+)|(git-[a-z-]+))$/.exec(url ?? "") ?? [];
    const name = method === "GET" ? get : method === "POST" ? post : undefined;
    if (name === "git-upload-pack") return name;
    return name === "git-receive-pack" && this.#options.writes ? name : undefined;
  }
}

function passedOn({ headers }: IncomingMessage): Record<string, string> {
  return Object.fromEntries(
    PASSED_ON.flatMap((name) => (headers[name] === undefined ? [] : [[name, String(headers[name])]])),
  );
}

/** What git sends: whole when it is short, else while it comes. */
async function bodyOf(
  request: IncomingMessage,
  most: number,
  silence: Silence,
): Promise<Uint8Array | Readable> {
  let sent = 0;
  const counted = new Transform({
    transform(chunk: Uint8Array, _encoding, done) {
      sent += chunk.byteLength;
      silence.heard(false);
      const isTooMuch = sent > most;
      done(isTooMuch ? new GitError("too-large", `A push may be ${most} bytes at most.`) : null, chunk);
    },
  });
  pipeline(request, counted, () => undefined);
  const length = Number(request.headers["content-length"] ?? Infinity);
  return length <= SENT_WHOLE ? buffer(counted) : counted;
}

function watched(silence: Silence): Transform {
  return new Transform({
    transform(chunk, _encoding, done) {
      silence.heard();
      done(null, chunk);
    },
  });
}

/** Ends what a host leaves without a word. */
class Silence {
  readonly #limits: Pick<GitLimits, "firstByte" | "silence">;
  readonly #end: () => void;
  #timer: NodeJS.Timeout;
  ended: GitError | undefined;

  constructor(limits: Pick<GitLimits, "firstByte" | "silence">, end: () => void) {
    this.#limits = limits;
    this.#end = end;
    this.#timer = this.#wait(limits.firstByte);
  }

  /** Something came or went. @param answering whether the host has begun to answer */
  heard(answering = true): void {
    clearTimeout(this.#timer);
    this.#timer = this.#wait(answering ? this.#limits.silence : this.#limits.firstByte);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  #wait(patience: number): NodeJS.Timeout {
    return setTimeout(() => {
      this.ended = new GitError("timeout", "The host was silent for too long.");
      this.#end();
    }, patience);
  }
}
