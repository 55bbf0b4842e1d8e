import { describe, expect, test } from "vitest";
import { buildApp } from "../app.ts";
import { useWorld } from "../test/harness.ts";

const world = useWorld();
const get = (path: string) => world().call("GET", `/${path}`);

describe("health", () => {
  test("a process that lives and can serve says so", async () => {
    expect([(await get("/healthz")).status, (await get("/healthz")).body]).toEqual([200, { status: "ok" }]);
    expect((await get("/readyz")).body).toEqual({ status: "ok", failing: {} });
  });

  test.each([
    [
      "database",
      {
        db: {
          read: {
            selectFrom: () => {
              throw new Error("password=swordfish");
            },
          },
        },
      },
    ],
    ["blobs", { blobs: { check: () => Promise.reject(new Error("password=swordfish")) } }],
  ])("without its %s it lives but is not ready, and says no more than that", async (name, broken) => {
    const app = buildApp({ ...world().deps, ...broken } as never, { rateLimit: 0, trustedProxies: [] });
    const ready = await app.inject({ url: "/readyz" });
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: "unavailable", failing: { [name]: "does not answer" } },
    ]);
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    await app.close();
  });
});

test("a server that is leaving is not ready, answers as before, and keeps no connection", async () => {
  const app = buildApp(world().deps, { rateLimit: 0, trustedProxies: [] });
  app.stage.is = "leaving";
  const [ready, lives] = [await app.inject({ url: "/readyz" }), await app.inject({ url: "/healthz" })];
  expect([ready.statusCode, ready.json()]).toEqual([
    503,
    { status: "unavailable", failing: { server: "is stopping" } },
  ]);
  expect([lives.statusCode, lives.headers.connection]).toEqual([200, "close"]);
  await app.close();
});

describe("metrics", () => {
  test("count requests by route and kind of status, and never by what was asked for", async () => {
    const person = await world().addPerson("ada", "admin");
    const organization = await world().get(`/orgs/${world().organization}`, person);
    expect(organization.status).toBe(200);
    await world().get("/spaces/some-secret-id", person);
    await world().get("/nowhere/some-secret-id", person);
    const { status, text, headers } = await get("/metrics");
    expect([status, String(headers["content-type"])]).toEqual([200, expect.stringMatching(/^text\/plain/)]);
    expect(text).toMatch(
      /^lectern_http_requests_total\{route="GET \/v1\/orgs\/:organizationId",status="2xx"\} 1$/m,
    );
    expect(text).toMatch(
      /^lectern_http_requests_total\{route="GET \/v1\/spaces\/:spaceId",status="4xx"\} 1$/m,
    );
    expect(text).toMatch(/^lectern_http_requests_total\{route="GET unknown",status="4xx"\} 1$/m);
    expect(text).toMatch(/^lectern_http_request_seconds_bucket\{le="0\.005",method="GET"\} \d+$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d+$/m);
    expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds /m);
    const kept = /^lectern_kept_bytes\{name="tokens"\} (\d+)$/m.exec(text)?.[1];
    expect(Number(kept)).toBeGreaterThan(0);
    expect(text).toMatch(/^lectern_kept_limit_bytes\{name="content_nodes"\} \d+$/m);
    for (const secret of [world().organization, "some-secret-id", person.token, person.id]) {
      expect(text).not.toContain(secret);
    }
  });
});
