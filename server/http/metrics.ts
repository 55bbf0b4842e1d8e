import type { FastifyInstance } from "fastify";
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Read } from "../db/database.ts";
import type { Deps } from "../deps.ts";
import { keptBytes } from "../memory/kept.ts";

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
  mountMemory(registry);
  mountWork(registry, deps);
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

/** How long what was read of the database is said again, in milliseconds: more scrapers cost it nothing more. */
const SAID_AGAIN = 5000;

/** What waits to be done in the whole installation, whichever process is asked. */
function mountWork(registry: Registry, deps: Deps): void {
  let reading: Promise<Work> | undefined;
  let readAt = -Infinity;
  const work = (): Promise<Work> => {
    const now = deps.clock.now();
    if (reading === undefined || now - readAt >= SAID_AGAIN) {
      readAt = now;
      // A database that is away leaves these series out, and the others stand.
      reading = readWork(deps.db.read, now).catch(() => ({ jobs: [], deliveries: [] }));
    }
    return reading;
  };
  const gauge = (name: string, help: string, labels: readonly string[], set: (of: Gauge) => Promise<void>) =>
    new Gauge({
      name,
      help,
      labelNames: [...labels],
      registers: [registry],
      async collect() {
        this.reset();
        await set(this);
      },
    });
  gauge(
    "lectern_jobs",
    "Jobs by kind and state: queued, running, failed.",
    ["kind", "state"],
    async (jobs) => {
      for (const { kind, state, count } of (await work()).jobs) jobs.set({ kind, state }, count);
    },
  );
  const late = "Seconds since the oldest job of a kind that still waits was due.";
  gauge("lectern_jobs_oldest_seconds", late, ["kind"], async (oldest) => {
    for (const { kind, state, seconds } of (await work()).jobs)
      if (state === "queued") oldest.set({ kind }, seconds);
  });
  const sent = "Deliveries to webhooks and integrations that wait.";
  gauge("lectern_deliveries_waiting", sent, [], async (waiting) => {
    for (const { count } of (await work()).deliveries) waiting.set(count);
  });
  const behind = "Seconds since the oldest delivery that still waits was due.";
  gauge("lectern_deliveries_oldest_seconds", behind, [], async (oldest) => {
    for (const { seconds } of (await work()).deliveries) oldest.set(seconds);
  });
  gauge(
    "lectern_disk_free_bytes",
    "Room where the files are, on a disk of this machine.",
    [],
    async (free) => {
      const room = await deps.blobs.room().catch(() => undefined);
      if (room !== undefined) free.set(room);
    },
  );
}

/** Counts, and how long the oldest has been due. */
interface Waiting {
  readonly count: number;
  readonly seconds: number;
}

interface Work {
  readonly jobs: readonly (Waiting & { readonly kind: string; readonly state: string })[];
  /** One, or none where that isn't known. */
  readonly deliveries: readonly Waiting[];
}

async function readWork(read: Read, now: number): Promise<Work> {
  const late = (due: number | null): number => (due === null ? 0 : Math.max(0, now - Number(due)) / 1000);
  const jobs = await read
    .selectFrom("jobs")
    .select((eb) => ["kind", "state", eb.fn.countAll<number>().as("count"), eb.fn.min("due_at").as("due")])
    .where("state", "in", ["queued", "running", "failed"])
    .groupBy(["kind", "state"])
    .execute();
  const deliveries = await read
    .selectFrom("deliveries")
    .select((eb) => [eb.fn.countAll<number>().as("count"), eb.fn.min("due_at").as("due")])
    .where("state", "=", "waiting")
    .execute();
  return {
    jobs: jobs.map(({ kind, state, count, due }) => ({
      kind,
      state,
      count: Number(count),
      seconds: late(due),
    })),
    deliveries: deliveries.map(({ count, due }) => ({ count: Number(count), seconds: late(due) })),
  };
}
