/** A receiver of webhooks on this machine, which behaves as it is told. */
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ReceivedDelivery {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  /** The parsed body. */
  readonly event: { id: string; type: string; timestamp: string; data: Record<string, unknown> };
}

type Answer = (response: ServerResponse, received: ReceivedDelivery) => void;

export class Receiver {
  /** What came, in the order it came. */
  readonly received: ReceivedDelivery[] = [];
  /** How it answers from now on; unless told, with 204. */
  answer: Answer = (response) => void response.writeHead(204).end();
  readonly #server: Server;
  #waiting: (() => void)[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      let body = "";
      request.setEncoding("utf8").on("data", (text: string) => (body += text));
      request.on("end", () => {
        const headers = request.headers as Record<string, string>;
        const isJson = headers["content-type"]?.startsWith("application/json");
        const received = { path: request.url ?? "", headers, body, event: isJson ? JSON.parse(body) : {} };
        this.received.push(received);
        this.answer(response, received);
        for (const tell of this.#waiting.splice(0)) tell();
      });
    });
  }

  static async open(): Promise<Receiver> {
    const receiver = new Receiver();
    await new Promise<void>((listening) => receiver.#server.listen(0, "127.0.0.1", listening));
    return receiver;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** Answers with this status, and says something. */
  failing = (status: number, text = "no"): void => {
    this.answer = (response) => void response.writeHead(status).end(text);
  };

  at = (path: string): ReceivedDelivery[] => this.received.filter((one) => one.path === path);

  /** Waits until `count` requests came to `path`. */
  async heard(path: string, count: number): Promise<void> {
    while (this.at(path).length < count) await new Promise<void>((told) => this.#waiting.push(told));
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((closed) => this.#server.close(() => closed()));
  }
}
