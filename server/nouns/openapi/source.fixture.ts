/** Descriptions to read, and a server on this machine that gives them, or doesn't. */
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";

/** A small description. */
export function pets(title: string): string {
  return JSON.stringify({
    openapi: "3.1.0",
    info: { title, version: "1.0.0" },
    tags: [{ name: "pets" }],
    paths: { "/pets": { get: { operationId: "listPets", tags: ["pets"], responses: {} } } },
  });
}

/** A server whose files tests set while it runs. */
export class SourceServer {
  /** By path: what is sent, or what answers. */
  readonly files = new Map<string, string | RequestListener>();
  readonly asked: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      const path = request.url ?? "/";
      this.asked.push(path);
      const file = this.files.get(path);
      if (typeof file === "function") return file(request, response);
      response.writeHead(file === undefined ? 404 : 200, { "content-type": "text/plain" });
      response.end(file);
    });
  }

  static open(): Promise<SourceServer> {
    const server = new SourceServer();
    return new Promise((resolve) => server.#server.listen(0, "127.0.0.1", () => resolve(server)));
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}
