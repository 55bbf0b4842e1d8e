import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { noteBackup } from "../db/backedUp.ts";
import { enqueue } from "../db/jobs.ts";
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
    const app = world().openApp(broken as never);
    const ready = await app.inject({ url: "/readyz" });
    expect([ready.statusCode, ready.json()]).toEqual([
      503,
      { status: "unavailable", failing: { [name]: "does not answer" } },
    ]);
    expect((await app.inject({ url: "/healthz" })).statusCode).toBe(200);
    await app.close();
  });
});

test("many who ask whether it can serve are answered by one look, and later ones by another", async () => {
  let looks = 0;
  const blobs = { check: async () => void looks++ };
  const app = world().openApp({ blobs } as never);
  const ask = async () => (await app.inject({ url: "/readyz" })).statusCode;
  const answers = await Promise.all(Array.from({ length: 100 }, ask));
  expect([new Set(answers), looks]).toEqual([new Set([200]), 1]);
  world().ahead += 1000;
  expect([await ask(), looks]).toEqual([200, 2]);
  await app.close();
});

test("a server that is leaving is not ready, answers as before, and keeps no connection", async () => {
  const app = world().openApp();
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

  test("say what waits, whoever does it, and leave it out where the database is away", async () => {
    const { db, newId } = world().deps;
    const now = Date.now();
    const job = { payload: {}, now, organization: world().organization };
    await db.transact(async (tx) => {
      await enqueue(tx, { ...job, id: newId(), kind: "probe", due: now - 90_000 });
      await enqueue(tx, { ...job, id: newId(), kind: "probe", due: now - 30_000 });
      // What is in the trash waits for its day, and keeps nobody waiting.
      const later = { ...job, organization: "another", due: now + 7 * 86_400_000 };
      for (const kind of ["probe", "purge", "purge"]) await enqueue(tx, { ...later, id: newId(), kind });
    });
    // What was read is said again for a few seconds.
    world().ahead += 6000;
    const { text } = await get("/metrics");
    expect(text).toMatch(/^lectern_jobs\{kind="probe",state="queued"\} 2$/m);
    expect(text).toMatch(/^lectern_jobs\{kind="purge",state="planned"\} 2$/m);
    expect(text).not.toMatch(/kind="purge",state="queued"/);
    const late = Number(/^lectern_jobs_oldest_seconds\{kind="probe"\} (\S+)$/m.exec(text)?.[1]);
    expect(late).toBeGreaterThanOrEqual(96);
    expect(late).toBeLessThan(600);
    expect(text).toMatch(/^lectern_jobs_organizations 1$/m);
    expect(text).toMatch(/^lectern_jobs_largest_share 1$/m);
    expect(text).toMatch(/^lectern_backup_age_seconds \d/m);
    expect(text).toMatch(/^lectern_deliveries_waiting 0$/m);
    expect(text).toMatch(/^lectern_index_lag_seconds 0$/m);
    expect(text).toMatch(/^lectern_mail_total\{result="refused"\} 0$/m);
    expect(text).toMatch(/^lectern_database_connections\{pool="write",state="waiting"\} 0$/m);
    expect(Number(/^lectern_database_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(100_000);
    expect(Number(/^lectern_disk_free_bytes (\S+)$/m.exec(text)?.[1])).toBeGreaterThan(0);

    await noteBackup(db, Date.now() + world().ahead - 3_000_000);
    world().ahead += 6000;
    const age = Number(/^lectern_backup_age_seconds (\S+)$/m.exec((await get("/metrics")).text)?.[1]);
    expect(age).toBeGreaterThanOrEqual(3006);
    expect(age).toBeLessThan(3600);

    const away = {
      selectFrom: () => {
        throw new Error("away");
      },
    };
    const app = world().openApp({
      db: { ...db, read: away, connections: () => db.connections() } as never,
    });
    const without = (await app.inject({ url: "/metrics" })).body;
    expect(without).not.toMatch(/^lectern_(?:jobs\{|deliveries_waiting|index_lag_seconds|database_bytes)/m);
    expect(without).toMatch(/^process_resident_memory_bytes \d+$/m);
    await app.close();
  });

  const file = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), "utf8");
  const namedBy = (text: string) => [...text.matchAll(/^# TYPE (lectern_\w+) /gm)].map(([, name]) => name);

  test("are those that the manual lists", async () => {
    const { text } = await get("/metrics");
    const ours = namedBy(text);
    const manual = file("docs/self-hosting/monitoring.md");
    const listed = [...manual.matchAll(/^\| `(lectern_\w+)`/gm)].map(([, name]) => name);
    expect(listed.toSorted()).toEqual(ours.toSorted());
  });

  test("are what the dashboard shows and the alerts look at, which are those of the manual", async () => {
    const { text } = await get("/metrics");
    const all = new Set([...text.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const { panels } = JSON.parse(file("deploy/grafana.json")) as {
      panels: { type: string; title: string; targets?: { expr: string }[] }[];
    };
    const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    const { groups } = parse(file("deploy/alerts.yaml")) as {
      groups: { rules: { alert: string; expr: string; annotations: { summary: string } }[] }[];
    };
    const rules = groups.flatMap((group) => group.rules);
    const asked = [...shown, ...rules.map(({ expr }) => expr)];
    const names = asked.flatMap((expr) => expr.match(/\b(?:lectern|process|nodejs)_\w+/g) ?? []);
    expect(names.length).toBeGreaterThan(30);
    expect(names.filter((name) => !all.has(name.replace(/_bucket$/, "")))).toEqual([]);
    // All that is Lectern's own is looked at somewhere.
    const seen = new Set(names.map((name) => name.replace(/_bucket$/, "")));
    expect(namedBy(text).filter((name) => !seen.has(name ?? ""))).toEqual([]);
    const manual = file("docs/self-hosting/monitoring.md");
    const listed = [...manual.slice(manual.indexOf("## Alerts")).matchAll(/^\| `(.+)` \| (.+) \|$/gm)];
    const plain = (words: string) => words.replaceAll("`", "");
    expect(rules.map(({ expr, annotations }) => [expr, annotations.summary])).toEqual(
      listed.map(([, expr = "", means = ""]) => [expr, plain(means)]),
    );
  });
});
