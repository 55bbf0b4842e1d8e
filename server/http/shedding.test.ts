import { afterAll, expect, test } from "vitest";
import type { FastifyInstance } from "fastify";
import { useWorld } from "../test/harness.ts";
import { LARGEST_LAG_MS, openLoopLag } from "./shedding.ts";

const world = useWorld();
const apps: FastifyInstance[] = [];
afterAll(async () => {
  for (const app of apps) await app.close();
});

/** The app in a process whose turns are as late as `lag` says. */
function appLagging(lag: () => number): FastifyInstance {
  const app = world().openApp({}, { loopLag: lag });
  apps.push(app);
  return app;
}

test("while the event loop is late, the API answers 503 and when to come back, health checks are answered", async () => {
  let late = LARGEST_LAG_MS + 1;
  const app = appLagging(() => late);
  for (const url of ["/v1/user", "/v1/", "/v1/nowhere"]) {
    const refused = await app.inject({ url });
    expect([refused.statusCode, refused.json().error.type]).toEqual([503, "unavailable"]);
    expect(refused.headers["retry-after"]).toBe("2");
  }
  const origin = "https://editor.example.com";
  const shown = await app.inject({ url: "/v1/user", headers: { origin } });
  expect([shown.statusCode, shown.headers["access-control-allow-origin"]]).toEqual([503, "*"]);
  for (const url of ["/healthz", "/readyz", "/metrics"]) {
    expect((await app.inject({ url })).statusCode).toBe(200);
  }
  late = LARGEST_LAG_MS;
  expect((await app.inject({ url: "/v1/user" })).statusCode).toBe(401);
});

test("lag is that of the usual turn, measured anew each second: one long turn among many is none", () => {
  let now = 0;
  let median = 0;
  let resets = 0;
  const measured = {
    enable: () => true,
    percentile: () => median * 1e6,
    reset: () => void resets++,
  };
  const lag = openLoopLag({ now: () => now, monitor: () => measured });
  expect([lag(), resets]).toEqual([0, 0]);
  median = 3_020;
  now = 999;
  expect([lag(), resets]).toEqual([0, 0]);
  now = 1_000;
  expect([lag(), resets]).toEqual([3_000, 1]);
  median = 10;
  now = 1_500;
  expect([lag(), resets]).toEqual([3_000, 1]);
  now = 2_000;
  expect([lag(), resets]).toEqual([0, 2]);
});

test("the process's own loop is measured", () => {
  expect(openLoopLag()()).toBeGreaterThanOrEqual(0);
});
