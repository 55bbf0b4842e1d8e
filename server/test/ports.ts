/** Ports for what is started later, or stopped for a while, in tests. */
import { createServer } from "node:net";

/** Below those that the system gives to whoever asks for any, so that nobody is given one of these meanwhile. */
const FIRST = 20_000;
/** Ports of one process of tests: others have others. */
const OF_ONE = 200;
const PROCESSES = 60;

let next = FIRST + (Number(process.env["VITEST_POOL_ID"] ?? 0) % PROCESSES) * OF_ONE;

/** A port that nobody listens on, and that is given once. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = next++;
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once("error", () => resolve(false));
    probe.listen({ port, host: "127.0.0.1", exclusive: true }, () => probe.close(() => resolve(true)));
  });
}
