/** What only the console asks, below `/-/`: events, who is there, how parts of a text are shown, what fields of integrations offer. */
import type { FastifyInstance } from "fastify";
import type { Edge } from "../../http/edge.ts";
import { mountDrawings } from "./drawings.ts";
import { mountEvents } from "./events.ts";
import { mountOptions } from "./options.ts";
import { mountParts } from "./parts.ts";
import { mountStart } from "./start.ts";
import { mountPresence } from "./presence.ts";

export function mountLive(app: FastifyInstance, edge: Edge): void {
  mountDrawings(app, edge);
  mountEvents(app, edge);
  mountOptions(app, edge);
  mountParts(app, edge);
  mountPresence(app, edge);
  mountStart(app, edge);
}
