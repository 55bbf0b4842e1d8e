/**
 * The load generator, a process of its own: N connections, each sending its next request when the last one is
 * answered. It reads no more of an answer than its status and its length, so that it is never the slower side.
 */
import { connect, type Socket } from "node:net";

/** One load, as the parent asks for it. */
export interface Load {
  readonly port: number;
  /** Whole requests as they go over the wire; the connections take them in turn. */
  readonly requests: readonly string[];
  readonly connections: number;
  readonly ms: number;
  /** What every answer must have. */
  readonly status: number;
}

export interface Loaded {
  readonly answers: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly median: number;
  readonly p99: number;
}

const HEAD_END = "\r\n\r\n";

function run(load: Load): Promise<Loaded> {
  const requests = load.requests.map((text) => Buffer.from(text));
  const times: number[] = [];
  const started = performance.now();
  const until = started + load.ms;
  let next = 0;
  let open = load.connections;
  let bytes = 0;
  return new Promise((resolve, reject) => {
    const finish = (): void => {
      const seconds = (performance.now() - started) / 1000;
      const sorted = times.toSorted((a, b) => a - b);
      const at = (share: number): number => sorted[Math.floor((sorted.length - 1) * share)] ?? 0;
      resolve({ answers: times.length, seconds, bytes, median: at(0.5), p99: at(0.99) });
    };
    const begin = (): void => {
      const socket = connect({ port: load.port, host: "127.0.0.1", noDelay: true });
      let sentAt = 0;
      let head = "";
      let left = -1;
      const send = (): void => {
        sentAt = performance.now();
        socket.write(requests[next++ % requests.length] as Buffer);
      };
      const answered = (): void => {
        const now = performance.now();
        times.push(now - sentAt);
        left = -1;
        if (now < until) return send();
        socket.destroy();
        if (--open === 0) finish();
      };
      socket.on("connect", send);
      socket.on("error", reject);
      socket.on("data", (chunk) => {
        bytes += chunk.length;
        if (left >= 0) {
          left -= chunk.length;
          if (left === 0) answered();
          return;
        }
        head += chunk.toString("latin1", 0, Math.min(chunk.length, 16_384));
        const end = head.indexOf(HEAD_END);
        if (end < 0) return;
        const status = Number(head.slice(9, 12));
        if (status !== load.status) return refuse(socket, reject, head, load);
        left = lengthOf(head, status) + end + HEAD_END.length - headBytes(head, chunk);
        head = "";
        if (left === 0) answered();
      });
    };
    for (let index = 0; index < load.connections; index++) begin();
  });
}

/** Bytes that have come so far of the answer whose head this is: all of `chunk`, though only its start was kept. */
function headBytes(head: string, chunk: Buffer): number {
  return head.length - Math.min(chunk.length, 16_384) + chunk.length;
}

function lengthOf(head: string, status: number): number {
  if (status === 304 || status === 204) return 0;
  const match = /\r\ncontent-length: (\d+)/i.exec(head);
  if (match === null) throw new Error(`An answer without its length:\n${head.slice(0, 500)}`);
  return Number(match[1]);
}

function refuse(socket: Socket, reject: (error: Error) => void, head: string, load: Load): void {
  socket.destroy();
  reject(
    new Error(
      `Expected ${load.status} for ${load.requests[0]?.split("\r\n")[0]}, got:\n${head.slice(0, 800)}`,
    ),
  );
}

process.on("message", (load: Load) => {
  run(load).then(
    (loaded) => process.send?.({ loaded }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
