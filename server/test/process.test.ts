/** The real program: how it starts, what it says, how it ends. */
import { openDatabase } from "../db/open.ts";
import { existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { get } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { expectOneLine, Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const { dialect } = inject("databases");
let program: Program;
let withAllDocs: Program;

beforeAll(async () => {
  program = await Program.build();
  withAllDocs = await Program.build({ docs: "all" });
});
afterAll(async () => {
  await program.remove();
  await withAllDocs.remove();
});

const asAdmin = (app: string, path: string, init: RequestInit = {}) =>
  fetchWatched(`${app}/v1${path}`, {
    ...init,
    headers: { authorization: `Bearer ${TOKEN}`, ...init.headers },
  });

const post = (app: string, path: string, body: unknown) =>
  asAdmin(app, path, {
    method: "POST",
    body: JSON.stringify(body),
    headers: { "content-type": "application/json" },
  });

/** Answers of lists and of things, as far as they are looked at here. */
interface Answered {
  readonly items: readonly { readonly id: string; readonly label?: string }[];
  readonly status: string;
}

const read = async (app: string, path: string): Promise<Answered> =>
  (await (await asAdmin(app, path)).json()) as Answered;

describe("the first start", () => {
  let run: Run;
  let settings: Record<string, string>;

  beforeAll(async () => {
    settings = {
      ...(await withAllDocs.install({ migrated: false })),
      NODE_ENV: "production",
      LECTERN_LOG_LEVEL: "trace",
    };
    run = withAllDocs.start(settings);
    await run.ready();
  });

  test("prints where things are and a token, once, and the things are there", async () => {
    const { app, site } = await run.ready();
    expect([run.printed.length, run.valueOf("Lectern"), run.printed[0]?.startsWith("Lectern ")]).toEqual([
      6,
      app,
      true,
    ]);
    expect(run.valueOf("Data")?.replace(/,$/, "")).toBe(settings["LECTERN_DATA_DIR"]);
    const page = await fetchWatched(site);
    expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
    expect(await page.text()).toContain("<title>");
    expect((await fetchWatched(`${app}/docs`)).status).toBe(200);
    const token = run.valueOf("API token");
    const user = await fetchWatched(`${app}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect([user.status, await user.json()]).toEqual([
      200,
      expect.objectContaining({ email: "admin@localhost" }),
    ]);
    // Others read what is written into a log.
    const mine = await fetchWatched(`${app}/v1/user/tokens`, {
      headers: { authorization: `Bearer ${token}` },
    });
    const [{ createdAt, expiresAt }] = ((await mine.json()) as { items: Record<string, string>[] }).items as [
      Record<string, string>,
    ];
    expect(Date.parse(String(expiresAt)) - Date.parse(String(createdAt))).toBe(24 * 3600 * 1000);
  });

  test("prints a link that lets the administrator in", async () => {
    const { app } = await run.ready();
    const link = run.valueOf("Sign in") ?? "";
    expect(link.startsWith(`${app}/sign-in/link/`)).toBe(true);
    expect(await (await fetchWatched(link)).text()).toContain("admin@localhost");
    const form = { method: "POST", body: new URLSearchParams({ by: "link" }), redirect: "manual" } as const;
    const entered = await fetchWatched(link, { ...form, headers: { origin: app } });
    expect([entered.status, entered.headers.get("location")]).toEqual([303, "/"]);
  });

  test("takes two ports that differ, for two origins", async () => {
    const { app, site } = await run.ready();
    expect(new URL(app).origin).not.toBe(new URL(site).origin);
    expect((await fetchWatched(`${new URL(site).origin}/v1/user`)).status).toBe(404);
  });

  test("is ready", async () => {
    const { app } = await run.ready();
    for (const path of ["/healthz", "/readyz", "/metrics", "/openapi.json"]) {
      expect([path, (await fetchWatched(app + path)).status]).toEqual([path, 200]);
    }
  });

  test("keeps a secret, a folder and files that only its user can read", () => {
    const data = String(settings["LECTERN_DATA_DIR"]);
    const modes = ["secret", ".", "reserve", "files"].map((name) => statSync(join(data, name)).mode & 0o777);
    expect(modes.map((mode) => mode.toString(8))).toEqual(["600", "700", "600", "700"]);
  });

  test("logs lines of JSON in which no secret stands", async () => {
    const { app } = await run.ready();
    const token = String(run.valueOf("API token"));
    const secret = readFileSync(join(String(settings["LECTERN_DATA_DIR"]), "secret"), "utf8").trim();
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    for (const path of ["/user", "/nowhere", "/spaces/absent", `/user?token=${token}`]) {
      await fetchWatched(`${app}/v1${path}`, { headers });
    }
    const made = await fetchWatched(`${app}/v1/user/tokens`, {
      method: "POST",
      headers,
      body: '{"label":"x"}',
    });
    const { token: another } = (await made.json()) as { token: string };
    await fetchWatched(`${app}/v1/user/tokens`, {
      method: "POST",
      headers,
      body: `{"label":${JSON.stringify(token)}`,
    });
    for (const line of run.logged.split("\n").filter(Boolean)) {
      expect(JSON.parse(line)).toEqual(
        expect.objectContaining({ level: expect.any(Number), time: expect.any(Number) }),
      );
    }
    for (const hidden of [token, another, secret]) expect(run.logged).not.toContain(hidden);
  });

  test("later starts print no token, and what was made is there", async () => {
    const token = run.valueOf("API token");
    expect(await run.stop()).toBe(0);
    const again = program.start({ ...settings, LECTERN_ADMIN_TOKEN: TOKEN });
    const { app } = await again.ready();
    expect(again.printed).toHaveLength(4);
    expect(again.printed.join("\n")).not.toContain("token");
    // The setting counts on the very first start alone.
    expect((await asAdmin(app, "/user")).status).toBe(401);
    const user = await fetchWatched(`${app}/v1/user`, { headers: { authorization: `Bearer ${token}` } });
    expect(user.status).toBe(200);
    expect(await again.stop("SIGINT")).toBe(0);
  });
});

describe("running", () => {
  let settings: Record<string, string>;

  beforeAll(async () => {
    const file = join(program.folder(), "token");
    writeFileSync(file, `${TOKEN}\n`);
    settings = { ...(await program.install()), LECTERN_ADMIN_TOKEN_FILE: file };
  });

  test("a token from a file is the first administrator's, and is not printed", async () => {
    const run = program.start(settings);
    const { app } = await run.ready();
    expect((await asAdmin(app, "/user")).status).toBe(200);
    expect(run.printed.join("\n") + run.logged).not.toContain(TOKEN);
    expect(await run.stop()).toBe(0);
  });

  test("SIGTERM lets a request finish that is under way, refuses new ones, and ends with 0", async () => {
    const run = program.start(settings);
    const { app } = await run.ready();
    const { port, host } = new URL(app);
    const body = JSON.stringify({ label: "made while stopping" });
    const socket = connect(Number(port), "127.0.0.1");
    const head = `POST /v1/user/tokens HTTP/1.1\r\nhost: ${host}\r\nauthorization: Bearer ${TOKEN}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    let answer = "";
    const answered = new Promise((done) => {
      socket.setEncoding("utf8").on("data", (text: string) => (answer += text));
      socket.on("close", done);
    });
    socket.write(head + body.slice(0, 10));
    // The server has begun with the request when another one that came later is answered.
    expect((await fetchWatched(`${app}/healthz`)).status).toBe(200);
    const began = Date.now();
    run.child.kill("SIGTERM");
    await refusal(Number(port));
    socket.write(body.slice(10));
    await answered;
    expect(answer).toMatch(/^HTTP\/1\.1 201 /);
    expect(answer.toLowerCase()).toContain("\r\nconnection: close\r\n");
    expect(await run.ended).toBe(0);
    // Thirty seconds are what a request under way would get that never ends.
    expect(Date.now() - began).toBeLessThan(25_000);
  });

  test("SIGTERM under load keeps all that was acknowledged and does nothing unheard, and gives jobs back", async () => {
    const run = program.start({ ...settings, LECTERN_RATE_LIMIT: "0" });
    const { app } = await run.ready();
    const [organization] = (await read(app, "/orgs")).items;
    const [space] = (await read(app, `/orgs/${organization?.id}/spaces`)).items;
    const made: string[] = [];
    const ends: unknown[] = [];
    const load = Array.from({ length: 8 }, async (_, client) => {
      // As many as one list has room for, whatever the machine.
      for (let count = 0; count < 100; count++, await aMoment(20)) {
        const label = `load ${client} ${count}`;
        const answer = await post(app, "/user/tokens", { label }).catch((error: Error) => error);
        if (!(answer instanceof Error) && answer.status === 201) made.push(label);
        else return void ends.push(answer instanceof Error ? "no connection" : answer.status);
      }
    });
    while (made.length < 50) await aMoment();
    const printing = await asAdmin(app, `/spaces/${space?.id}/pdf`, {
      headers: { prefer: "respond-async" },
    });
    const job = `/jobs/${((await printing.json()) as { id: string }).id}`;
    while ((await read(app, job)).status === "queued") await aMoment();
    run.child.kill("SIGTERM");
    await Promise.all(load);
    expect([await run.ended, run.logged.match(/"level":[56]0/g)]).toEqual([0, null]);
    expect(ends.filter((end) => end !== "no connection" && end !== 503)).toEqual([]);
    const url = settings["LECTERN_DATABASE_URL"];
    const left = await openDatabase({ url, file: join(String(settings["LECTERN_DATA_DIR"]), "lectern.db") });
    const states = await left.read.selectFrom("jobs").select(["kind", "state"]).execute();
    await left.close();
    // What was being made is there for the next process at once, and not when its claim is over.
    expect(states.filter(({ state }) => state === "running")).toEqual([]);
    expect(states).toContainEqual({ kind: "pdf", state: "queued" });

    const again = program.start(settings);
    const next = (await again.ready()).app;
    const { items } = await read(next, "/user/tokens?limit=1000");
    const kept = items.map(({ label }) => String(label)).filter((label) => label.startsWith("load "));
    expect(kept.toSorted()).toEqual(made.toSorted());
    expect(await again.stop()).toBe(0);
  });

  test("told to stop, it goes on answering for as long as the settings say, and /readyz says no", async () => {
    const run = program.start({ ...settings, LECTERN_STOP_DELAY: "600" });
    const { app, site } = await run.ready();
    expect((await fetchWatched(site)).headers.get("connection")).toBe("keep-alive");
    run.child.kill("SIGTERM");
    for (let look = 0; look < 20_000 && (await fetchWatched(`${app}/readyz`)).ok; look++) await aMoment();
    expect((await fetchWatched(`${app}/readyz`)).status).toBe(503);
    for (const answer of [await asAdmin(app, "/user"), await fetchWatched(site)]) {
      expect([answer.status, answer.headers.get("connection")]).toEqual([200, "close"]);
    }
    // Who can't wait asks twice.
    expect(await run.stop()).toBe(1);
  });

  test("SIGTERM during the start ends it in order, too", async () => {
    const fresh = await program.install();
    const run = program.start(fresh);
    // The folder is made after the signals are heard and before the first start's work.
    for (let look = 0; look < 30_000 && !existsSync(String(fresh["LECTERN_DATA_DIR"])); look++)
      await aMoment();
    expect(await run.stop()).toBe(0);
    const again = program.start({ ...fresh, LECTERN_ADMIN_TOKEN: TOKEN });
    expect((await fetchWatched((await again.ready()).site)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  test("after kill -9 it starts again and has what it acknowledged", async () => {
    const run = program.start(settings);
    const { app } = await run.ready();
    const made = (await (await post(app, "/user/tokens", { label: "kept" })).json()) as { id: string };
    await run.kill();
    const again = program.start(settings);
    const next = await again.ready();
    expect((await asAdmin(next.app, `/user/tokens/${made.id}`)).status).toBe(200);
    expect(await again.stop()).toBe(0);
  });

  test("a second process on the same data is refused, or serves the same", async () => {
    const run = program.start(settings);
    await run.ready();
    const second = program.start(settings);
    if (dialect === "sqlite") {
      expect(await second.ended).toBe(1);
      expectOneLine(
        second,
        /^lectern: The data folder .* is in use by another Lectern \(process \d+ on .*\)\. Stop it first/,
      );
    } else {
      const { app } = await second.ready();
      expect((await asAdmin(app, "/user")).status).toBe(200);
      expect(await second.stop()).toBe(0);
    }
    expect((await asAdmin((await run.ready()).app, "/user")).status).toBe(200);
    expect(await run.stop()).toBe(0);
  });
});

test("a start that trusts hostnames serves those that were claimed before, and says where it listens", async () => {
  const own = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
  const before = program.start(own);
  const { app } = await before.ready();
  const [organization] = (await read(app, "/orgs")).items;
  const [site] = (await read(app, `/orgs/${organization?.id}/sites`)).items;
  expect(await before.stop()).toBe(0);
  // As a claim whose proof nobody has published: who claims it over the API has the world's name servers asked.
  const url = (own as Record<string, string>)["LECTERN_DATABASE_URL"];
  const file = join(String((own as Record<string, string>)["LECTERN_DATA_DIR"]), "lectern.db");
  const database = await openDatabase({ url, file });
  const claim = {
    organization_id: String(organization?.id),
    site_id: String(site?.id),
    hostname: "early.example",
    status: "dns_no_cname" as const,
    checked_at: null,
    created_at: Date.now(),
  };
  await database.transact((tx) => tx.insertInto("hostname_claims").values(claim).execute());
  await database.close();

  const published = {
    LECTERN_PUBLIC_URL: "https://docs.example",
    LECTERN_SITES_URL: "https://sites.example",
  };
  const trusting = { ...own, ...published, LECTERN_TRUST_HOSTNAMES: "1" };
  const run = program.start(trusting);
  const ports = await portsOf(run);
  expect(await statusAt(ports.sites, "early.example")).toBe(200);
  expect(await statusAt(ports.sites, "later.example")).toBe(404);
  if (dialect === "postgres") {
    const second = program.start(trusting);
    const others = await portsOf(second);
    expect([others.app, others.sites]).not.toEqual([ports.app, ports.sites]);
    const answers = [
      await statusAt(others.sites, "early.example"),
      await statusAt(others.app, "docs.example"),
    ];
    // The console leads whoever is not signed in to where they sign in.
    expect(answers).toEqual([200, 303]);
    expect(await second.stop()).toBe(0);
  }
  expect(await run.stop()).toBe(0);
});

/** The ports that a process chose itself, which its public addresses don't say. */
async function portsOf(run: Run): Promise<{ readonly app: number; readonly sites: number }> {
  await run.ready();
  const line = run.printed.find((text) => text.startsWith("Listening ")) ?? "";
  const [, app = "", sites = ""] =
    /^Listening {6}\S+, port (\d+), and port (\d+) for the sites$/.exec(line) ?? [];
  expect([line, Number(app) > 0, Number(sites) > 0]).toEqual([line, true, true]);
  return { app: Number(app), sites: Number(sites) };
}

/** What a reader of a host is answered who comes to a port. */
function statusAt(port: number, host: string): Promise<number | undefined> {
  return new Promise((found, failed) => {
    get({ port, host: "127.0.0.1", path: "/", headers: { host } }, (response) => {
      response.resume();
      found(response.statusCode);
    }).on("error", failed);
  });
}

/** Long enough for others to get on; what is waited for is looked at again afterwards. @param ms milliseconds */
const aMoment = (ms = 5) => new Promise((done) => setTimeout(done, ms));

/** Waits until nothing accepts connections on the port any more. */
async function refusal(port: number): Promise<void> {
  for (let attempt = 0; attempt < 20_000; attempt++) {
    const refused = await new Promise<boolean>((answer) => {
      const probe = connect(port, "127.0.0.1");
      probe.once("connect", () => {
        probe.destroy();
        answer(false);
      });
      probe.once("error", () => answer(true));
    });
    if (refused) return;
    await aMoment();
  }
  throw new Error("The port stays open.");
}

test.runIf(dialect === "postgres")("a database that isn't there ends the start with one line", async () => {
  const settings = await program.install();
  const absent = new URL(String(settings["LECTERN_DATABASE_URL"]));
  absent.pathname = "/lectern_nowhere";
  const run = program.start({ ...settings, LECTERN_DATABASE_URL: absent.href });
  expect(await run.ended).toBe(1);
  expectOneLine(run, /^lectern: The database lectern_nowhere on .* can't be used/);
});
