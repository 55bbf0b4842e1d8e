/** What only the console asks, below `/-/`: events, and who is there. */
import type { FastifyInstance } from "fastify";
import type { Edge } from "../../http/edge.ts";
import { mountEvents } from "./events.ts";
import { mountStart } from "./start.ts";
import { mountPresence } from "./presence.ts";

export function mountLive(app: FastifyInstance, edge: Edge): void {
  mountEvents(app, edge);
  mountPresence(app, edge);
  mountStart(app, edge);
}
