import type { Agent } from "node:http";
import type { Duplex } from "node:stream";

/** How many connections may wait for their next request, over all hosts, and for how many milliseconds each. */
export type IdleBounds = { readonly most: number; readonly time: number };

/**
 * Connections that nothing goes over just now. An agent bounds those of one host, and only a server that says so ends
 * them: whoever has many hosts would fill the process with them. Beyond the bounds the one that waits longest is closed,
 * so that a new one never waits for those of other hosts.
 */
export class IdleConnections {
  readonly #bounds: IdleBounds;
  /** The one that waits longest comes first. */
  readonly #waiting = new Map<Duplex, NodeJS.Timeout>();

  constructor(bounds: IdleBounds) {
    this.#bounds = bounds;
  }

  /** Has the connections of an agent among those that are bounded. */
  watch(agent: Agent): void {
    // Gives whether the connection may stay, which the types don't say.
    const keeps = agent.keepSocketAlive.bind(agent) as (socket: Duplex) => unknown;
    agent.keepSocketAlive = (socket: Duplex): boolean => Boolean(keeps(socket)) && this.#add(socket);
    const reuse = agent.reuseSocket.bind(agent);
    agent.reuseSocket = (socket, request) => {
      this.#remove(socket);
      reuse(socket, request);
    };
  }

  #add(socket: Duplex): boolean {
    const { most, time } = this.#bounds;
    this.#remove(socket);
    this.#waiting.set(socket, setTimeout(() => this.#end(socket), time).unref());
    socket.once("close", this.#closed);
    for (const longest of this.#waiting.keys()) {
      if (this.#waiting.size <= most) break;
      this.#end(longest);
    }
    return true;
  }

  readonly #closed = (): void => {
    for (const socket of this.#waiting.keys()) if (socket.destroyed) this.#remove(socket);
  };

  #remove(socket: Duplex): void {
    clearTimeout(this.#waiting.get(socket));
    this.#waiting.delete(socket);
    socket.off("close", this.#closed);
  }

  #end(socket: Duplex): void {
    this.#remove(socket);
    socket.destroy();
  }
}
