/**
 * The bare peer: Fastify with response schemas, one handler a route, on a copy of the same database by the same
 * driver. It looks up the token and the row on each request and does nothing else. A process of its own.
 */
import { fastify } from "fastify";
import { constantRoutes } from "./peerConstants.ts";
import { postgresRoutes } from "./peerPostgres.ts";
import { sqliteRoutes } from "./peerSqlite.ts";

export interface PeerOrder {
  /** Where its constants and its page rows are. */
  readonly folder: string;
  /** A PostgreSQL database, or else the SQLite file. */
  readonly url?: string | undefined;
  readonly file: string;
}

async function open(order: PeerOrder): Promise<number> {
  const app = fastify();
  const lookups =
    order.url === undefined ? sqliteRoutes(app, order) : await postgresRoutes(app, order.url, order);
  constantRoutes(app, order.folder, lookups);
  await app.listen({ host: "127.0.0.1", port: 0 });
  const address = app.server.address();
  return typeof address === "object" && address ? address.port : 0;
}

process.on("message", (order: PeerOrder) => {
  open(order).then(
    (port) => process.send?.({ port }),
    (error: unknown) => process.send?.({ error: String(error) }),
  );
});
process.on("disconnect", () => process.exit(0));
