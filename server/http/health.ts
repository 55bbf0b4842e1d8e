import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import { outage } from "../db/database.ts";
import { isMigrated } from "../db/migrate.ts";
import type { Deps } from "../deps.ts";
import { keptBytes } from "../memory/kept.ts";

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
  mountMetrics(app);
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

function mountMetrics(app: FastifyInstance): void {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const answered = new Counter({
    name: "lectern_http_requests_total",
    help: "Requests answered, by operation and status class.",
    labelNames: ["route", "status"] as const,
    registers: [registry],
  });
  const seconds = new Histogram({
    name: "lectern_http_request_seconds",
    help: "Time to answer, by method.",
    labelNames: ["method"] as const,
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [registry],
  });
  mountMemory(registry);
  // Finding a series by its labels costs more than counting in it, so each is found once.
  const counters = new Map<string, Map<string, Counter.Internal[]>>();
  const timers = new Map<string, Histogram.Internal<"method">>();
  app.addHook("onResponse", (request, reply, done) => {
    const { method } = request;
    const url = request.answeredAt ?? request.routeOptions.url ?? "unknown";
    const byClass = found(
      found(counters, method, () => new Map<string, Counter.Internal[]>()),
      url,
      () => [],
    );
    const statusClass = Math.floor(reply.statusCode / 100);
    (byClass[statusClass] ??= answered.labels(`${method} ${url}`, `${statusClass}xx`)).inc();
    found(timers, method, () => seconds.labels(method)).observe(reply.elapsedTime / 1000);
    done();
  });
  app.get("/metrics", async (_request, reply) =>
    reply.type(registry.contentType).send(await registry.metrics()),
  );
}

/** What is kept in memory, and what it may come to, by name. */
function mountMemory(registry: Registry): void {
  const gauge = (name: string, help: string, of: "bytes" | "most"): Gauge =>
    new Gauge({
      name,
      help,
      labelNames: ["name"] as const,
      registers: [registry],
      collect() {
        for (const [label, kept] of keptBytes()) this.set({ name: label }, kept[of]);
      },
    });
  gauge("lectern_kept_bytes", "Bytes kept in memory to be given again, by what they are; rough.", "bytes");
  gauge("lectern_kept_limit_bytes", "What they may be at most.", "most");
}

function found<V>(known: Map<string, V>, key: string, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = find()));
  return value;
}
