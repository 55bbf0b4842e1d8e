/** A proxy as operators have one: it shares requests out among those that say that they are ready, and repeats none. */
import { Agent, createServer, request, type IncomingMessage, type ServerResponse } from "node:http";

/** How often each is asked whether it is ready. */
const LOOK_MS = 50;

export class ReadyProxy {
  readonly #backends: readonly string[];
  readonly #ready = new Set<string>();
  readonly #server = createServer((incoming, answer) => this.#pass(incoming, answer));
  /** Kept shorter than Lectern keeps a connection, as docs say. */
  readonly #agent = new Agent({ keepAlive: true, timeout: 4000 });
  readonly #looking: NodeJS.Timeout;
  #turn = 0;

  /** @param backends origins of the processes */
  constructor(backends: readonly string[]) {
    this.#backends = backends;
    this.#looking = setInterval(() => void this.#look(), LOOK_MS);
  }

  listen(port: number): Promise<void> {
    return new Promise((listening) => this.#server.listen(port, "127.0.0.1", listening));
  }

  /** Whether it sends requests there. */
  serves(backend: string): boolean {
    return this.#ready.has(backend);
  }

  close(): void {
    clearInterval(this.#looking);
    this.#server.close();
    this.#server.closeAllConnections();
    this.#agent.destroy();
  }

  async #look(): Promise<void> {
    for (const backend of this.#backends) {
      const isReady = await fetch(`${backend}/readyz`, { signal: AbortSignal.timeout(1000) }).then(
        async (answer) => (await answer.arrayBuffer(), answer.ok),
        () => false,
      );
      if (isReady) this.#ready.add(backend);
      else this.#ready.delete(backend);
    }
  }

  #pass(incoming: IncomingMessage, answer: ServerResponse): void {
    const backend = [...this.#ready][this.#turn++ % Math.max(this.#ready.size, 1)];
    if (backend === undefined) return void answer.writeHead(503).end("Nobody is ready.");
    const { method, url, headers } = incoming;
    const passed = request(`${backend}${url}`, { method, headers, agent: this.#agent }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      from.on("error", () => answer.destroy());
    });
    passed.on("error", () => {
      if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end("It was closed.");
    });
    incoming.pipe(passed);
  }
}
