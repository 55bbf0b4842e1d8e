import type { FastifyInstance } from "fastify";
import { outage } from "../db/database.ts";
import { isMigrated } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { mountMetrics } from "./metrics.ts";

/**
 * `/healthz` (the process lives), `/readyz` (it can serve), `/metrics` (Prometheus). A server that is
 * leaving is not ready; while it stops all three are refused with 503 like everything else.
 */
export function mountHealth(app: FastifyInstance, deps: Deps): void {
  app.get("/healthz", async () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const failing = app.stage.is === "serving" ? await failingChecks(deps) : { server: "is stopping" };
    const ready = Object.keys(failing).length === 0;
    return reply.code(ready ? 200 : 503).send({ status: ready ? "ok" : "unavailable", failing });
  });
  mountMetrics(app, deps);
}

async function failingChecks(deps: Deps): Promise<Record<string, string>> {
  const failing: Record<string, string> = {};
  const failed = (check: string, error: unknown, shown: string): void => {
    deps.log.error({ err: error, check }, "not ready");
    failing[check] = shown;
  };
  try {
    // A newer process may migrate a database that it shares with this one.
    if (!(await isMigrated(deps.db.read))) failed("migrations", undefined, "are not those of this version");
  } catch (error) {
    failed("database", error, "does not answer");
  }
  await deps.blobs
    .check()
    .catch((error: unknown) =>
      failed("blobs", error, outage(error) === "full" ? "the disk is full" : "does not answer"),
    );
  return failing;
}
