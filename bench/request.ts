/** Single requests of the bench, one connection kept open: for checks and for what is measured one by one. */
import { Agent, request } from "node:http";

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
  /** Milliseconds from the first byte sent to the last one read. */
  readonly ms: number;
}

const agent = new Agent({ keepAlive: true });

export function send(
  port: number,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: string,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const begun = performance.now();
    const sent = request({ host: "127.0.0.1", port, method, path, headers, agent }, (response) => {
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      response.on("error", reject);
      response.on("end", () =>
        resolve({
          status: response.statusCode ?? 0,
          headers: response.headers,
          body: Buffer.concat(chunks),
          ms: performance.now() - begun,
        }),
      );
    });
    sent.on("error", (error: NodeJS.ErrnoException) => {
      // The server has just closed what lay idle during a load.
      if (sent.reusedSocket && error.code === "ECONNRESET")
        send(port, method, path, headers, body).then(resolve, reject);
      else reject(error);
    });
    sent.end(body);
  });
}

export function get(port: number, path: string, headers: Record<string, string> = {}): Promise<Answer> {
  return send(port, "GET", path, headers);
}

/** A request as it goes over the wire. */
export function wire(method: string, path: string, headers: Record<string, string>, body = ""): string {
  const lines = Object.entries({ host: "127.0.0.1", ...headers }).map(([name, value]) => `${name}: ${value}`);
  const length = body === "" ? [] : [`content-length: ${Buffer.byteLength(body)}`];
  return [`${method} ${path} HTTP/1.1`, ...lines, ...length, "", body].join("\r\n");
}

export function closeConnections(): void {
  agent.destroy();
}
