/** Events that go to the script of an installation: what it is told, what came of it, and where it ends. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { beforeAll, expect, test, vi } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { ScriptFailure } from "../../ports/scripts/failure.ts";
import { useChildProgram } from "../../test/childProgram.ts";
import { type Person, TEST_SECRET, useWorld, type World } from "../../test/harness.ts";

const world = useWorld({ runsScripts: true });
/** Where scripts that never end are ended sooner; milliseconds. */
const HASTE = 500;
const limits = { answer: HASTE, end: HASTE };
const hasty = useWorld({ runsScripts: true, scriptLimits: limits });
const program = useChildProgram(new URL("script.child.ts", import.meta.url));
let admin: Person;
let hastyAdmin: Person;
beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  hastyAdmin = await hasty().addPerson("ada", "admin");
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
  return (await handler(event, environment, api)) ?? new Response("OK");
} };`;

async function install(
  name: string,
  handlers: string,
  { asked = "", at = world(), by = admin }: { asked?: string; at?: World; by?: Person } = {},
): Promise<string> {
  const body = publication("acme", {
    target: "organization",
    scopes: ["space:content:read", "space:content:write"],
    secrets: { KEY: "the-key" },
    script: scriptOf(handlers, asked),
  });
  expect((await at.post(`/integrations/${name}`, body, by)).status).toBe(200);
  const { organization } = at;
  const installed = await at.post(`/integrations/${name}/installations`, { organization }, by);
  return `/integrations/${name}/installations/${installed.body.id}`;
}
const events = async (name: string, at = world(), by = admin) =>
  (await at.get(`/integrations/${name}/events?limit=100`, by)).body.items as {
    id: string;
    status: string;
    payload: { type: string };
  }[];

/** Runs jobs until something holds: a busy machine finds no place for a script at once, and it is told later. */
async function runUntil(holds: () => Promise<boolean>, step = 120_000): Promise<void> {
  for (let rounds = 0; rounds < 20; rounds++) {
    await world().runJobs();
    if (await holds()) return;
    // Longer than any lease, and than most waits.
    world().ahead += step;
  }
}
const isTold = async (name: string, type: string): Promise<boolean> =>
  (await events(name)).some(({ payload }) => payload.type === type);

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
  await runUntil(() => isTold("reader", "space_content_updated"));
  const told = await events("reader");
  expect(told.map(({ status }) => status)).toEqual(told.map(() => "success"));
  const one = told.find(({ payload }) => payload.type === "space_content_updated");
  const { body } = await world().get(`/integrations/reader/events/${one?.id}`, admin);
  const said = body.trace.logs.map(({ message }: { message: string }) => message);
  expect(said[0]).toBe("7 200 1");
  expect(said.slice(1)).toEqual(["403", "Answered 200: OK"]);
  await world().delete(path, admin);
});

test("a script that changes what it is told of is told three times more, and then no more", async () => {
  const path = await install(
    "echo",
    `installation_setup: async (event, { installation }, api) => {
      await api("PATCH", "/integrations/echo/installations/" + installation.id, { configuration: {} });
    }`,
  );
  await runUntil(async () => (await events("echo")).length >= 4);
  for (let rounds = 0; rounds < 4; rounds++) await world().runJobs();
  expect(await events("echo")).toHaveLength(4);
  await world().delete(path, admin);
});

/** Kills a process while it tells a script something; one that finds no place for that at once ends, and another tries later. */
async function killedWhileTelling(): Promise<NodeJS.Signals | null> {
  const { url = "", file } = world().place;
  for (let rounds = 0; ; rounds++) {
    const args = [program(), url, file, String(world().ahead), TEST_SECRET];
    const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
    const ended = once(child, "exit");
    const isTelling = await Promise.race([
      once(child.stdout, "data").then(() => true),
      ended.then(() => false),
    ]);
    if (isTelling || rounds === 5) {
      child.kill("SIGKILL");
      await ended;
      return child.signalCode;
    }
    world().ahead += 120_000;
  }
}

test("what a server was telling a script when it was killed is told again, by the next", async () => {
  const path = await install(
    "killed",
    "installation_setup: () => new Promise((done) => setTimeout(done, 1000))",
  );
  expect(await killedWhileTelling()).toBe("SIGKILL");
  expect(await events("killed")).toEqual([]);
  await runUntil(() => isTold("killed", "installation_setup"));
  const told = await events("killed");
  expect(told.map(({ status, payload }) => [status, payload.type])).toEqual([
    ["success", "installation_setup"],
  ]);
  await world().delete(path, admin);
});

/** Kills processes of scripts that this one has, as soon as they are there; that many, or until it is over. */
async function fell(times: number, over: AbortSignal): Promise<number> {
  let felled = 0;
  const look = async (): Promise<boolean> => {
    for (const number of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
      const line = await readFile(`/proc/${number}/cmdline`, "utf8").catch(() => "");
      if (!line.includes("workerd") || !line.includes(`-${process.pid}-`)) continue;
      try {
        process.kill(Number(number), "SIGKILL");
        felled++;
      } catch {
        // It has ended by itself.
      }
    }
    return felled >= times || over.aborted;
  };
  // Several times while one runs, and not without a pause: it is dear to look through all processes of a busy machine.
  await vi.waitUntil(look, { interval: 50, timeout: 600_000 });
  return felled;
}

test("what a script was doing when its process was killed is told again, and the log has that it ended", async () => {
  const path = await install(
    "felled",
    "installation_setup: () => new Promise((done) => setTimeout(done, 300))",
  );
  const over = new AbortController();
  const felling = fell(3, over.signal);
  // Longer than the longest wait between two attempts.
  await runUntil(() => isTold("felled", "installation_setup"), 3_600_000);
  over.abort();
  expect(await felling).toBeGreaterThan(0);
  const [event] = await events("felled");
  expect(event?.status).toBe("success");
  const { trace } = (await world().get(`/integrations/felled/events/${event?.id}`, admin)).body;
  const lines: string[] = trace.logs.map(({ message }: { message: string }) => message);
  expect(lines.at(-1)).toBe("Answered 200: OK");
  expect(lines.slice(0, -1)).toContainEqual(expect.stringMatching(/^SCRIPT_ENDED/));
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
  await runUntil(() => isTold("crowded", "installation_setup"));
  const [event] = await events("crowded");
  expect(event?.status).toBe("success");
  const { body } = await world().get(`/integrations/crowded/events/${event?.id}`, admin);
  expect(body.trace.logs.map(({ message }: { message: string }) => message)).toEqual(["Answered 200: OK"]);
  await world().delete(path, admin);
});

const IN_HASTE = () => ({ at: hasty(), by: hastyAdmin });

test("one that takes too long three times within a minute is paused, and says so", async () => {
  const path = await install("loop", "installation_setup: () => { for (;;); }", IN_HASTE());
  const status = async () => (await hasty().get(path, hastyAdmin)).body.status;
  for (let tries = 0; tries < 3 || (tries < 20 && (await status()) !== "paused"); tries++) {
    await hasty().runJobs();
    hasty().ahead += 60_000;
  }
  expect(await status()).toBe("paused");
  await hasty().runJobs();
  expect(hasty().letters.join("\n")).toContain("too much time or memory");
  const [event] = await events("loop", hasty(), hastyAdmin);
  expect(event?.status).toBe("failed");
  const { body } = await hasty().get(`/integrations/loop/events/${event?.id}`, hastyAdmin);
  expect(body.trace.logs[0].message).toContain("SCRIPT_TIMEOUT");
});

test("one that takes too long when it is asked is paused as well, be it behind its answer", async () => {
  const path = await install("asked", "", {
    ...IN_HASTE(),
    asked: `if (event.request.url.endsWith("/behind"))
      ctx.waitUntil(new Promise(() => setTimeout(() => { for (;;); }, 200)));
    else for (;;);`,
  });
  const url = new URL((await hasty().get(path, hastyAdmin)).body.urls.publicEndpoint).pathname;
  const status = async () => (await hasty().get(path, hastyAdmin)).body.status;
  const asked = async (below: string) => (await hasty().visit(url + below)).status;
  expect([await asked(""), await asked("")]).toEqual([504, 504]);
  // The next process gives it the time that a busy machine takes for an answer, and none behind it.
  limits.answer = 60_000;
  expect(await asked("/behind")).toBe(200);
  limits.answer = HASTE;
  await expect.poll(status).toBe("paused");
  expect(await asked("")).toBe(503);
  await hasty().patch(path, { externalIds: [] }, hastyAdmin);
  expect(await status()).toBe("active");
  // The third time in a minute, as it is said of one that still has not answered then.
  const run = vi.spyOn(hasty().deps.scripts, "run").mockRejectedValueOnce(new ScriptFailure("late", true));
  expect(await asked("")).toBe(504);
  run.mockRestore();
  await expect.poll(status).toBe("paused");
  await hasty().runJobs();
  const trail = await hasty().get(`/orgs/${hasty().organization}/audit-events`, hastyAdmin);
  expect(trail.text.split("installation.pause").length - 1).toBeGreaterThan(1);
  await hasty().delete(path, hastyAdmin);
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
  const path = await install("worker", "", { asked: WORKING });
  const { urls } = (await world().get(path, admin)).body;
  const bare = (await world().get("/integrations/worker", admin)).body.urls.publicEndpoint;
  const id = path.split("/").at(-1) ?? "";
  // Another integration's tasks are not its to queue, be its installer an administrator of both.
  for (const [endpoint, queued] of [
    [urls.publicEndpoint, "[204,403]"],
    [bare, "[204,404]"],
  ]) {
    expect((await world().visit(`${new URL(endpoint).pathname}?for=${id}`)).text).toBe(queued);
  }
  await world().runJobs();
  const configuration = async () => (await world().get(path, admin)).body.configuration;
  expect(await configuration()).toEqual({});
  world().ahead += 3_600_000;
  const { read } = world().deps.db;
  const tasks = () =>
    read.selectFrom("jobs").select(["state", "payload"]).where("kind", "=", "integration-task").execute();
  await runUntil(async () => (await tasks()).every(({ state }) => state === "done"));
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
  const emptied = { state: "done", payload: "{}" };
  expect(await tasks()).toEqual([emptied, emptied]);
  world().stopClock();
  const more = { task: {}, schedule: 3600 };
  const queue = () => world().post("/integrations/worker/tasks", more, admin);
  const statuses = [];
  for (let asked = 0; asked < 61; asked++) statuses.push((await queue()).status);
  expect(statuses).toEqual([...Array(60).fill(204), 429]);
  world().runClock();
  for (const one of [path, `/integrations/idle`]) await world().delete(one, admin);
});

/** As published runtimes answer: the older ones know no tasks, the newer ones may have no handler for them. */
test.each([
  ["takes it as an event", "task: ({ task }) => console.log(task.page)", 200, ["task success 2"]],
  ["knows no such event", "", 406, ["fetch success /tasks"]],
  ["has no handler for it", "", 400, ["fetch success /tasks"]],
  ["finds nothing there", "", 404, ["fetch success /tasks"]],
])("a script that %s is sent its task once", async (_, handlers, unknown, log) => {
  const name = `tasked-${unknown}`;
  const asked = "console.log(new URL(event.request.url).pathname.slice(-6));";
  const body = publication("acme", {
    target: "organization",
    script: scriptOf(handlers, asked).replace("status: 406", `status: ${unknown}`),
  });
  expect((await world().post(`/integrations/${name}`, body, admin)).status).toBe(200);
  const { organization } = world();
  const installed = await world().post(`/integrations/${name}/installations`, { organization }, admin);
  const path = `/integrations/${name}/installations/${installed.body.id}`;
  const { token } = (await world().post(`${path}/tokens`, {}, admin)).body;
  const task = { task: { type: "sync", page: 2 } };
  expect((await world().post(`/integrations/${name}/tasks`, task, token)).status).toBe(204);
  const asks = async () =>
    (await events(name)).filter(({ payload: { type } }) => type !== "installation_setup");
  await runUntil(async () => (await asks()).length > 0);
  const said = [];
  for (const { id, payload, status } of await asks()) {
    const { body: told } = await world().get(`/integrations/${name}/events/${id}`, admin);
    said.push(`${payload.type} ${status} ${told.trace.logs[0].message}`);
  }
  expect(said).toEqual(log);
  await world().delete(path, admin);
});

test("a task that falls due while its installation is paused waits for it, a day at most", async () => {
  const path = await install("hourly", "task: ({ task }) => console.log(task.of)");
  const leaver = await world().addPerson("lou", "create");
  const role = (role: string) =>
    world().patch(`/orgs/${world().organization}/members/${leaver.id}`, { role }, admin);
  const { token } = (await world().post(`${path}/tokens`, {}, admin)).body;
  const putOff = (of: string) =>
    world().post("/integrations/hourly/tasks", { task: { of }, schedule: 3600 }, token);
  // Who changes it last answers for it, and may not for a while.
  const pause = async () => {
    expect((await world().patch(path, { externalIds: ["L"] }, leaver)).status).toBe(200);
    await role("edit");
    expect((await world().get(path, admin)).body.status).toBe("paused");
  };
  const resume = async () => {
    await role("create");
    expect((await world().patch(path, { externalIds: [] }, admin)).body.status).toBe("active");
  };
  const told = async () => {
    const all = (await events("hourly")).filter(({ payload: { type } }) => type === "task");
    return Promise.all(
      all.map(async ({ id, status }) => {
        const { body } = await world().get(`/integrations/hourly/events/${id}`, admin);
        return `${status} ${body.trace.logs[0].message}`;
      }),
    );
  };
  await putOff("one");
  await pause();
  for (let hours = 0; hours < 3; hours++) {
    world().ahead += 3_600_000;
    await world().runJobs();
  }
  expect(await told()).toEqual([]);
  await resume();
  await runUntil(async () => (await told()).length > 0, 600_000);
  expect(await told()).toEqual(["success one"]);
  const { token: later } = (await world().post(`${path}/tokens`, {}, admin)).body;
  expect((await world().post("/integrations/hourly/tasks", { task: {}, schedule: 60 }, later)).status).toBe(
    204,
  );
  await pause();
  for (let hours = 0; hours < 30 && (await told()).length < 2; hours++) {
    world().ahead += 3_600_000;
    await world().runJobs();
  }
  await resume();
  expect(await told()).toEqual([expect.stringContaining("failed"), "success one"]);
  expect((await told())[0]).toContain("day");
  await world().delete(path, admin);
});

test("an event is told again when its publisher asks for it", async () => {
  const path = await install("twice", "installation_setup: (event) => console.log(event.eventId)");
  await runUntil(() => isTold("twice", "installation_setup"));
  const [told] = await events("twice");
  const replay = (as: Person) => world().post(`/integrations/twice/events/${told?.id}/replay`, undefined, as);
  const reader = await world().addPerson("replaying", "read");
  expect((await replay(reader)).status).toBe(403);
  const { status, body } = await replay(admin);
  expect([status, body.id]).toEqual([200, told?.id]);
  const said = async (): Promise<string[]> => {
    const again = await world().get(`/integrations/twice/events/${told?.id}`, admin);
    // There is none from when it is asked for again until it has been told.
    return (again.body.trace?.logs ?? []).map(({ message }: { message: string }) => message);
  };
  await runUntil(async () => (await said()).length === 4);
  const lines = await said();
  expect(lines).toEqual([lines[0], "Answered 200: OK", lines[0], "Answered 200: OK"]);
  expect((await events("twice")).length).toBe(1);
  await world().delete(path, admin);
});

test("who has installed it reads its log without secrets, and has an event told again", async () => {
  const body = publication("acme", {
    visibility: "public",
    target: "organization",
    secrets: { KEY: "the-long-key" },
    script: scriptOf(`installation_setup: (event, { secrets, apiTokens }) => {
      console.log("sent " + secrets.KEY + " and " + apiTokens.installation);
      console.warn("x".repeat(990) + secrets.KEY);
    }`),
  });
  await world().post("/integrations/telling", body, admin);
  const installer = await world().addPerson("the installer", "create");
  const { organization } = world();
  const made = await world().post("/integrations/telling/installations", { organization }, installer);
  const log = `/integrations/telling/installations/${made.body.id}/events`;
  const told = async (as = installer) => (await world().get(log, as)).body.items;
  await runUntil(async () => (await told()).length > 0);
  const [event] = await told();
  expect(event).toMatchObject({ status: "success", payload: { type: "installation_setup" } });
  const lines = async (): Promise<[string, string][]> => {
    const { trace } = (await world().get(`${log}/${event.id}`, installer)).body;
    return (trace?.logs ?? []).map(({ level, message }: { level: string; message: string }) => [
      level,
      message,
    ]);
  };
  const written = [
    ["info", "sent [secret] and [secret]"],
    // The line ends within the secret, and so does what is left of it.
    ["warn", `${"x".repeat(990)}[secret]`],
    ["info", "Answered 200: OK"],
  ];
  expect(await lines()).toEqual(written);

  const reader = await world().addPerson("the reader", "read");
  expect((await world().get(log, reader)).status).toBe(404);
  expect((await world().post(`${log}/${event.id}/replay`, undefined, reader)).status).toBe(404);
  expect((await world().get(`${log}/absent`, installer)).status).toBe(404);
  const again = await world().post(`${log}/${event.id}/replay`, undefined, installer);
  expect([again.status, again.body.id]).toEqual([200, event.id]);
  await runUntil(async () => (await lines()).length === 6);
  expect(await lines()).toEqual([...written, ...written]);
  await world().delete(log.replace("/events", ""), admin);
});

test("what a script throws and what it answers are in its log without secrets", async () => {
  const says: Record<string, string> = {
    thrower: 'throw new Error("401 for " + secrets.KEY)',
    failing: `return new Response(JSON.stringify({ error: secrets.KEY + signingSecrets.integration }),
      { status: 500 })`,
    babbling: 'return new Response("x".repeat(1018) + secrets.KEY)',
  };
  const paths: string[] = [];
  for (const [name, said] of Object.entries(says)) {
    const handler = `installation_setup: (event, { secrets, signingSecrets }) => { ${said} }`;
    paths.push(await install(name, handler));
  }
  const logOf = async (name: string): Promise<string[]> => {
    const [event] = await events(name);
    if (event === undefined) return [];
    const { trace } = (await world().get(`/integrations/${name}/events/${event.id}`, admin)).body;
    return trace.logs.map(({ message }: { message: string }) => message);
  };
  // What fails is told again for a day, and is in the log then.
  await runUntil(async () => {
    const all = await Promise.all(Object.keys(says).map(logOf));
    return all.every(({ length }) => length > 0);
  }, 6 * 3_600_000);
  expect(new Set(await logOf("thrower"))).toEqual(
    new Set(["Error: 401 for [secret]", "SCRIPT_THREW: Error: 401 for [secret]"]),
  );
  expect(new Set(await logOf("failing"))).toEqual(new Set(['Answered 500: {"error":"[secret][secret]"}']));
  expect(await logOf("babbling")).toEqual([`Answered 200: ${"x".repeat(1018)}[secret]`]);
  for (const path of paths) await world().delete(path, admin);
});

test("what a login gave an installation is in no log", async () => {
  const configurations = {
    account: { properties: { login: { type: "button", callback_url: "/oauth", button_text: "Sign in" } } },
  };
  const handler = `installation_setup: (event, { installation }) => {
    console.log("has", JSON.stringify(installation.configuration)); }`;
  const body = publication("acme", { target: "organization", configurations, script: scriptOf(handler) });
  expect((await world().post("/integrations/signed", body, admin)).status).toBe(200);
  const { organization } = world();
  const made = await world().post("/integrations/signed/installations", { organization }, admin);
  const path = `/integrations/signed/installations/${made.body.id}`;
  const { token } = (await world().post(`${path}/tokens`, {}, admin)).body;
  for (const key of ["first", "second"]) {
    const configuration = { login: { access_token: `${key}-key-of-a-login` } };
    expect((await world().patch(path, { configuration }, token)).status).toBe(200);
  }
  await runUntil(async () => (await events("signed")).length > 2);
  const log = await Promise.all(
    (await events("signed")).map(
      async ({ id }) => (await world().get(`/integrations/signed/events/${id}`, admin)).text,
    ),
  );
  expect(log.join()).toContain("has ");
  expect(log.join()).toContain("[secret]");
  expect(log.join()).not.toContain("key-of-a-login");
  await world().delete(path, admin);
});
