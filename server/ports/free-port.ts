import { randomInt } from "node:crypto";
import { createServer, type Server } from "node:net";
import { portHolder } from "./portHolder.ts";
import { StartRefused } from "./start-refused.ts";

/** Below those that systems give to connections that go out: one of these could be given away until it is listened on. */
const [FIRST, LAST] = [12_000, 19_999];
const TRIES = 20;

/** A port that a setting asks for; 0: any. */
interface WantedPort {
  readonly port: number;
  /** The setting to change when the port is taken. */
  readonly setting: string;
}

/**
 * The ports to listen on, found free: all are held until the last is, so that they differ. Asked before anything
 * else is done, so that a taken port changes nothing.
 * @throws StartRefused naming the setting to change
 */
export async function freePorts(host: string, wanted: readonly WantedPort[]): Promise<number[]> {
  const held: Server[] = [];
  try {
    for (const one of wanted) held.push(await (one.port === 0 ? holdAny(host, one) : hold(host, one)));
    return held.map(portOf);
  } finally {
    await Promise.all(held.map((server) => new Promise((done) => server.close(done))));
  }
}

async function holdAny(host: string, { setting }: WantedPort): Promise<Server> {
  for (let time = 0; time < TRIES; time += 1) {
    const port = randomInt(FIRST, LAST + 1);
    const server = await hold(host, { port, setting }).catch(() => undefined);
    if (server !== undefined) return server;
  }
  return hold(host, { port: 0, setting });
}

function hold(host: string, { port, setting }: WantedPort): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once("error", (error: NodeJS.ErrnoException) => {
      void portRefused(error, host, port, setting).then(reject, reject);
    });
    server.listen({ host, port, exclusive: true }, () => resolve(server));
  });
}

async function portRefused(
  error: NodeJS.ErrnoException,
  host: string,
  port: number,
  setting: string,
): Promise<StartRefused> {
  if (error.code === "EADDRINUSE") {
    const holder = await portHolder(port);
    const by = holder === undefined ? "" : ` by ${holder}`;
    return new StartRefused(`Port ${port} on ${host} is taken${by}; set ${setting} to another one.`);
  }
  if (error.code === "EACCES") {
    return new StartRefused(
      `Port ${port} on ${host} may not be used by this user; set ${setting} to another one.`,
    );
  }
  return new StartRefused(
    `HOST=${host} is no address of this machine (${error.code}); set HOST to one that is.`,
  );
}

function portOf(server: Server): number {
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("A listening port has an address.");
  return address.port;
}
