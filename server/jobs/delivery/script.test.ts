/** Events that go to the script of an installation: what it is told, what came of it, and where it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { beforeAll, expect, test, vi } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { useChildProgram } from "../../test/childProgram.ts";
import { type Person, TEST_SECRET, useWorld } from "../../test/harness.ts";

const world = useWorld({ runsScripts: true, scriptLimits: { answer: 1500, end: 1500 } });
const program = useChildProgram(new URL("script.child.ts", import.meta.url));
let admin: Person;
beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
});

/** A script that handles events of these types and answers the others as published runtimes do. */
const scriptOf = (handlers: string, asked = ""): string => `
const handlers = { ${handlers} };
export default { async fetch(request, env, ctx) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  const api = (method, path, body) => fetch(environment.apiEndpoint + "/v1" + path, { method,
    headers: { authorization: "Bearer " + environment.apiTokens.installation, "content-type": "application/json" },
    ...(body && { body: JSON.stringify(body) }) });
  if (event.type === "fetch") { ${asked} return new Response("asked"); }
  const handler = handlers[event.type];
  if (!handler) return new Response("not handled", { status: 406 });
  await handler(event, environment, api);
  return new Response("OK");
} };`;

async function install(name: string, handlers: string, asked = ""): Promise<string> {
  const body = publication("acme", {
    target: "organization",
    scopes: ["space:content:read", "space:content:write"],
    secrets: { KEY: "the-key" },
    script: scriptOf(handlers, asked),
  });
  expect((await world().post(`/integrations/${name}`, body, admin)).status).toBe(200);
  const { organization } = world();
  const installed = await world().post(`/integrations/${name}/installations`, { organization }, admin);
  return `/integrations/${name}/installations/${installed.body.id}`;
}
const events = async (name: string) =>
  (await world().get(`/integrations/${name}/events?limit=100`, admin)).body.items as {
    id: string;
    status: string;
    payload: { type: string };
  }[];

test("a script hears an event, knows its secrets, reads by its token, and what it wrote is in the log", async () => {
  const path = await install(
    "reader",
    `space_content_updated: async (event, environment, api) => {
      const answer = await api("GET", "/spaces/" + event.spaceId + "/content/pages");
      console.log(environment.secrets.KEY.length, answer.status, (await answer.json()).pages.length);
      console.log((await api("GET", "/user")).status);
    }`,
  );
  expect((await world().get(path, admin)).body.scripts).toBe("here");
  const space = (await world().post(`/orgs/${world().organization}/spaces`, {}, admin)).body.id;
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
  await world().post(`/spaces/${space}/content`, { changes }, admin);
  await world().runJobs();
  const told = await events("reader");
  expect(told.map(({ status }) => status)).toEqual(told.map(() => "success"));
  const one = told.find(({ payload }) => payload.type === "space_content_updated");
  const { body } = await world().get(`/integrations/reader/events/${one?.id}`, admin);
  const said = body.trace.logs.map(({ message }: { message: string }) => message);
  expect(said[0]).toBe("7 200 1");
  expect(said.slice(1)).toEqual(["403", "200 OK"]);
  await world().delete(path, admin);
});

test("a script that changes what it is told of is told three times more, and then no more", async () => {
  const path = await install(
    "echo",
    `installation_setup: async (event, { installation }, api) => {
      await api("PATCH", "/integrations/echo/installations/" + installation.id, { configuration: {} });
    }`,
  );
  for (let rounds = 0; rounds < 8; rounds++) await world().runJobs();
  expect(await events("echo")).toHaveLength(4);
  await world().delete(path, admin);
});

test("what a server was telling a script when it was killed is told again, by the next", async () => {
  const path = await install(
    "killed",
    "installation_setup: () => new Promise((done) => setTimeout(done, 1000))",
  );
  const { url = "", file } = world().place;
  const stdio = ["ignore", "pipe", "inherit"] as const;
  const child = spawn(process.execPath, [program(), url, file, TEST_SECRET], { stdio: [...stdio] });
  const ended = once(child, "exit");
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await ended;
  expect(child.signalCode).toBe("SIGKILL");
  expect(await events("killed")).toEqual([]);
  // Longer than any lease; a busy machine finds no place for a script at once, and tells it later.
  for (let rounds = 0; rounds < 8 && (await events("killed")).length === 0; rounds++) {
    world().ahead += 120_000;
    await world().runJobs();
  }
  const told = await events("killed");
  expect(told.map(({ status, payload }) => [status, payload.type])).toEqual([
    ["success", "installation_setup"],
  ]);
  await world().delete(path, admin);
});

test("one that finds no place, so many run, is told later, and nothing has failed", async () => {
  const path = await install("crowded", "installation_setup: () => {}");
  const { organization, deps } = world();
  const slow = {
    organization,
    owner: organization,
    installation: "others",
    version: "1",
    flags: [],
    code: async () =>
      `export default { async fetch() { await new Promise((done) => setTimeout(done, 300)); return new Response(); } }`,
  };
  const over = new AbortController();
  const fill = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const ran = deps.scripts.run(slow, { event: {}, environment: {} }, { until: "answer" });
      await ran.catch(() => new Promise(setImmediate));
    }
  };
  // As many as run and wait at most.
  const crowd = Array.from({ length: 80 }, fill);
  await world().runJobs();
  const target = await deps.db.read
    .selectFrom("event_targets")
    .select("failing_since")
    .where("organization_id", "=", organization)
    .where("id", "=", path.split("/").at(-1) ?? "")
    .executeTakeFirstOrThrow();
  expect(target.failing_since).toBeNull();
  expect(await events("crowded")).toEqual([]);
  over.abort();
  await Promise.all(crowd);
  world().ahead += 60_000;
  await world().runJobs();
  const [event] = await events("crowded");
  expect(event?.status).toBe("success");
  const { body } = await world().get(`/integrations/crowded/events/${event?.id}`, admin);
  expect(body.trace.logs.map(({ message }: { message: string }) => message)).toEqual(["200 OK"]);
  await world().delete(path, admin);
});

test("one that takes too long three times within a minute is paused, and says so", async () => {
  const path = await install("loop", "installation_setup: () => { for (;;); }");
  for (let tries = 0; tries < 3; tries++) {
    await world().runJobs();
    world().ahead += 60_000;
  }
  expect((await world().get(path, admin)).body.status).toBe("paused");
  await world().runJobs();
  expect(world().letters.join("\n")).toContain("too much time or memory");
  const [event] = await events("loop");
  expect(event?.status).toBe("failed");
  const { body } = await world().get(`/integrations/loop/events/${event?.id}`, admin);
  expect(body.trace.logs[0].message).toContain("SCRIPT_TIMEOUT");
});

test("one that takes too long when it is asked is paused as well, be it behind its answer", async () => {
  const path = await install(
    "asked",
    "",
    `if (event.request.url.endsWith("/behind")) ctx.waitUntil(new Promise(() => setTimeout(() => { for (;;); }, 200)));
    else for (;;);`,
  );
  const url = new URL((await world().get(path, admin)).body.urls.publicEndpoint).pathname;
  const status = async () => (await world().get(path, admin)).body.status;
  const asked = async (below: string) => (await world().visit(url + below)).status;
  expect([await asked(""), await asked(""), await asked("/behind")]).toEqual([504, 504, 200]);
  await expect.poll(status, { timeout: 20_000 }).toBe("paused");
  expect(await asked("")).toBe(503);
  await world().patch(path, { externalIds: [] }, admin);
  expect(await status()).toBe("active");
  // The third time in a minute, as it is said of one that still has not answered then.
  const run = vi.spyOn(world().deps.scripts, "run").mockRejectedValueOnce(new ScriptFailure("late", true));
  expect(await asked("")).toBe(504);
  run.mockRestore();
  await expect.poll(status, { timeout: 20_000 }).toBe("paused");
  await world().runJobs();
  const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
  expect(trail.text.split("installation.pause").length - 1).toBeGreaterThan(1);
  await world().delete(path, admin);
});

/** Answers what it is sent at `/tasks` when it is signed, and puts one off when it is asked anything else. */
const WORKING = `
  const [kind] = Object.keys(environment.apiTokens).slice(-1);
  const call = (method, path, body) => fetch(environment.apiEndpoint + "/v1/integrations/worker" + path, { method,
    headers: { authorization: "Bearer " + environment.apiTokens[kind], "content-type": "application/json" },
    body: JSON.stringify(body) });
  if (!event.request.url.endsWith("/tasks")) {
    const task = { by: kind, for: event.request.url.split("?for=")[1] };
    const queued = await call("POST", "/tasks", { task, schedule: 3600 });
    const others = await fetch(environment.apiEndpoint + "/v1/integrations/idle/tasks", { method: "POST",
      headers: { authorization: "Bearer " + environment.apiTokens[kind], "content-type": "application/json" },
      body: JSON.stringify({ task }) });
    return Response.json([queued.status, others.status]);
  }
  const body = form.get("fetch-body");
  const text = typeof body === "string" ? body : await body.text();
  const bytes = (value) => new TextEncoder().encode(value);
  const key = await crypto.subtle.importKey("raw", bytes(environment.signingSecrets.integration),
    { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
  const right = [...new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)))]
    .map((one) => one.toString(16).padStart(2, "0")).join("");
  const { task } = JSON.parse(text);
  const isOwn = event.request.headers["x-gitbook-integration-signature"] === right;
  ctx.waitUntil((async () => {
    await call("PATCH", "/installations/" + task.for, { configuration: { [task.by]: isOwn } });
    if (kind === "installation") throw new Error("behind the answer");
  })());
`;

test("a script is sent what it put off when it is time, for an installation and for itself, once", async () => {
  await install("idle", "");
  const path = await install("worker", "", WORKING);
  const { urls } = (await world().get(path, admin)).body;
  const bare = (await world().get("/integrations/worker", admin)).body.urls.publicEndpoint;
  const id = path.split("/").at(-1) ?? "";
  // Another integration's tasks are not its to queue, be its installer an administrator of both.
  for (const [endpoint, queued] of [
    [urls.publicEndpoint, "[204,403]"],
    [bare, "[204,404]"],
  ]) {
    const { text } = await world().visit(`${new URL(endpoint).pathname}?for=${id}`);
    expect(text).toBe(queued);
  }
  await world().runJobs();
  const configuration = async () => (await world().get(path, admin)).body.configuration;
  expect(await configuration()).toEqual({});
  world().ahead += 3_600_000;
  await world().runJobs();
  const done = [];
  for (const { id: event, payload, status } of await events("worker")) {
    if (payload.type !== "fetch") continue;
    const { body } = await world().get(`/integrations/worker/events/${event}`, admin);
    done.push([status, body.event.payload.request.url, body.trace.logs[0].message]);
    const again = await world().post(`/integrations/worker/events/${event}/replay`, undefined, admin);
    expect([again.status, again.body.error?.type]).toEqual([409, "not-an-event"]);
  }
  expect(done).toEqual([["failed", `${urls.publicEndpoint}/tasks`, expect.stringContaining("behind")]]);
  expect(Object.values(await configuration())).toEqual([true]);
  const { read } = world().deps.db;
  const left = await read
    .selectFrom("jobs")
    .select(["state", "payload"])
    .where("kind", "=", "integration-task")
    .execute();
  const emptied = { state: "done", payload: "{}" };
  expect(left).toEqual([emptied, emptied]);
  world().stopClock();
  const more = { task: {}, schedule: 3600 };
  const queue = () => world().post("/integrations/worker/tasks", more, admin);
  const statuses = [];
  for (let asked = 0; asked < 61; asked++) statuses.push((await queue()).status);
  expect(statuses).toEqual([...Array(60).fill(204), 429]);
  world().runClock();
  for (const one of [path, `/integrations/idle`]) await world().delete(one, admin);
});

test("an event is told again when its publisher asks for it", async () => {
  const path = await install("twice", "installation_setup: (event) => console.log(event.eventId)");
  await world().runJobs();
  const [told] = await events("twice");
  const replay = (as: Person) => world().post(`/integrations/twice/events/${told?.id}/replay`, undefined, as);
  const reader = await world().addPerson("replaying", "read");
  expect((await replay(reader)).status).toBe(403);
  const { status, body } = await replay(admin);
  expect([status, body.id]).toEqual([200, told?.id]);
  await world().runJobs();
  const again = await world().get(`/integrations/twice/events/${told?.id}`, admin);
  const lines = again.body.trace.logs.map(({ message }: { message: string }) => message);
  expect(lines).toEqual([lines[0], "200 OK", lines[0], "200 OK"]);
  expect((await events("twice")).length).toBe(1);
  await world().delete(path, admin);
});
