/** The measured server: the real program, as `lectern start` runs it. */
import { join } from "node:path";
import {
  bytesWritten,
  end,
  freePort,
  openCommand,
  processorTime,
  residentMemory,
  SERVER_CORE,
} from "./processes.ts";
import { get } from "./request.ts";

export interface Ours {
  readonly pid: number;
  /** The API's port. */
  readonly port: number;
  readonly sitesPort: number;
  /** Milliseconds from the start of the process until both ports listened. */
  readonly startedIn: number;
  processorTime(): number;
  residentMemory(): number;
  bytesWritten(): number;
  stop(): Promise<void>;
}

/** The token of the first administrator, and so of every request. */
export const TOKEN = "bench-token-0123456789-abcdef";

/** The settings of a measured installation; nothing of the caller's environment reaches it. */
export function settingsOf(dataDir: string, databaseUrl: string | undefined): Record<string, string> {
  return {
    LECTERN_DATA_DIR: dataDir,
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_RATE_LIMIT: "0",
    LECTERN_LOG_LEVEL: "warn",
    ...(databaseUrl === undefined ? {} : { LECTERN_DATABASE_URL: databaseUrl }),
  };
}

/** Starts the built program and waits until it serves. */
export async function startOurs(
  root: string,
  env: Record<string, string>,
  options: { core?: number | undefined; nodeArgs?: readonly string[] } = {},
): Promise<Ours> {
  const [port, sitesPort] = [await freePort(), await freePort()];
  const begun = performance.now();
  const child = openCommand([...(options.nodeArgs ?? []), join(root, "bin/lectern.js"), "start"], {
    core: "core" in options ? options.core : SERVER_CORE,
    env: {
      PATH: process.env["PATH"] ?? "",
      PORT: String(port),
      LECTERN_SITES_PORT: String(sitesPort),
      ...env,
    },
  });
  const pid = child.pid as number;
  // What the program prints last, it prints when both ports listen; the port itself is the surer sign.
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    const answer = await get(port, "/healthz").catch(() => undefined);
    if (answer?.status === 200) break;
    if (performance.now() - begun > 60_000) throw new Error("The server did not start within a minute.");
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return {
    pid,
    port,
    sitesPort,
    startedIn: performance.now() - begun,
    processorTime: () => processorTime(pid),
    residentMemory: () => residentMemory(pid),
    bytesWritten: () => bytesWritten(pid),
    stop: () => end(child),
  };
}

/** Milliseconds for which the event loop was held since this was last asked, at the 99th percentile. */
export async function loopP99(ours: Ours): Promise<number> {
  const { body } = await get(ours.port, "/metrics");
  return (
    Number(/^nodejs_eventloop_lag_p99_seconds ([\d.e+-]+)/m.exec(body.toString())?.[1] ?? Number.NaN) * 1000
  );
}
