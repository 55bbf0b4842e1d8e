import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Deps } from "../deps.ts";
import { measureProcess } from "./processMetrics.ts";
import { measureWork } from "./workMetrics.ts";

/** `/metrics`: figures for Prometheus. No id, title or address of anybody is in them. */
export function mountMetrics(app: FastifyInstance, deps: Deps): void {
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
  measureProcess(registry, deps);
  measureWork(registry, deps);
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

function found<V>(known: Map<string, V>, key: string, find: () => V): V {
  let value = known.get(key);
  if (value === undefined) known.set(key, (value = find()));
  return value;
}
