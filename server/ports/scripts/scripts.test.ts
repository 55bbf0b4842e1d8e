/** Scripts of strangers, run by the real workerd: what they can do, and above all what they can't. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { useChildProgram } from "../../test/childProgram.ts";
import { openFetch } from "../fetch.ts";
import { sweepRoomFolders } from "./folder.ts";
import type { ScriptLimits } from "./room.ts";
import { findWorkerd } from "./runtime.ts";
import { type Script, Scripts } from "./scripts.ts";

const program = useChildProgram(new URL("scripts.child.ts", import.meta.url));
const refusing = openFetch({ allowPrivateNetwork: false });
const permitting = openFetch({ allowPrivateNetwork: true });
const opened: Scripts[] = [];
afterAll(async () => {
  await Promise.all(opened.map((scripts) => scripts.close()));
});

/** Of the processor only what is said: each test has its own worst. */
function open(limits: Partial<ScriptLimits> = {}, { most = 2, fetch = refusing } = {}): Scripts {
  const given = { processor: Number.POSITIVE_INFINITY, ...limits };
  const scripts = new Scripts({ workerd: findWorkerd(), fetch, most, limits: given });
  opened.push(scripts);
  return scripts;
}

/** A script whose handler is this, with `event` and `environment` read from the form. */
const handling = (body: string): string => `
let kept;
export default { async fetch(request, env, ctx) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  ${body}
} };`;

let made = 0;
function script(code: string, more: Partial<Script> = {}): Script {
  made += 1;
  const owner = { organization: "o", owner: "p", installation: `i${made}`, version: "1", flags: [] };
  return { ...owner, code: async () => code, ...more };
}

const NOTHING = { event: {}, environment: {} };
const END = { until: "end" } as const;

/** The numbers of processes that this one started, with those of their groups. */
async function groupOf(parent: number): Promise<string[]> {
  const numbers = (await readdir("/proc")).filter((name) => /^\d+$/.test(name));
  const stats = await Promise.all(
    numbers.map(async (number) => [number, ...(await statOf(number))] as const),
  );
  const groups = new Set(stats.filter(([, , above]) => above === String(parent)).map(([number]) => number));
  return stats.filter(([, , , group]) => groups.has(group ?? "")).map(([number]) => number);
}

/** State, parent and group, as the system tells them behind the name. */
async function statOf(number: string): Promise<string[]> {
  const stat = await readFile(`/proc/${number}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
}

async function isRunning(number: string): Promise<boolean> {
  const [state = ""] = await statOf(number);
  return !["", "Z", "X"].includes(state);
}

/** Waits until a script is run: on a busy machine none may be as fast as those here have to be. */
async function works(scripts: Scripts): Promise<void> {
  const run = () => scripts.run(script(handling(`return new Response("fine");`)), NOTHING, END);
  await expect.poll(async () => (await run()).body.toString(), { timeout: 60_000 }).toBe("fine");
}

describe("a script", () => {
  const scripts = open();

  test("gets an event with its environment and a body, and answers; its console is heard", async () => {
    const code = handling(`
      console.log("hears", { type: event.type }); console.warn("careful");
      ctx.waitUntil(new Promise((done) => setTimeout(() => { console.log("late"); done(); }, 20)));
      const sent = new Uint8Array(await form.get("fetch-body").arrayBuffer?.() ?? new TextEncoder().encode(form.get("fetch-body")));
      return new Response([environment.secrets.KEY, sent.length, new URL(request.url).pathname, request.method].join(), {
        status: 201, headers: { "x-of": "it" },
      });`);
    const form = { event: { type: "t" }, environment: { secrets: { KEY: "k" } }, body: Buffer.from("abc") };
    const answer = await scripts.run(script(code), form, END);
    expect(answer).toMatchObject({ status: 201, isOk: true, headers: { "x-of": "it" } });
    expect(answer.body.toString()).toBe("k,3,/v1,POST");
    expect(answer.lines.map(({ level, message }) => [level, message])).toEqual([
      ["info", 'hears {"type":"t"}'],
      ["warn", "careful"],
      ["info", "late"],
    ]);
  });

  test("is not heard to have failed before it has ended", async () => {
    const code = handling(
      `ctx.waitUntil(Promise.reject(new Error("afterwards"))); return new Response("ok");`,
    );
    const answer = await scripts.run(script(code), NOTHING, END);
    expect(answer).toMatchObject({ status: 200, isOk: false });
    expect(answer.lines.at(-1)).toMatchObject({
      level: "error",
      message: expect.stringContaining("afterwards"),
    });
  });

  test.each([
    ["throws", handling(`throw new TypeError("broken");`), "broken"],
    ["throws something odd", handling(`throw { a: 1 };`), ""],
    ["is no program", "export default {", "SyntaxError"],
    ["has no handler", "export default {};", ""],
    ["answers nothing", handling(""), ""],
    ["throws while it is loaded", `throw new Error("at once");`, "at once"],
    ["names a module that there isn't", `import "nowhere";`, "nowhere"],
  ])("that %s has failed, and the next of its process has not", async (_, code, said) => {
    const answer = await scripts.run(script(code), NOTHING, END);
    expect(answer.isOk && answer.status < 300).toBe(false);
    expect(answer.body.toString() + answer.lines.map(({ message }) => message).join()).toContain(said);
    const next = await scripts.run(script(handling(`return new Response("fine");`)), NOTHING, END);
    expect(next.body.toString()).toBe("fine");
  });

  test("is another one with another version, while both share a process", async () => {
    const one = script(handling(`return new Response("one");`));
    const two = { ...one, version: "2", code: async () => handling(`return new Response("two");`) };
    const said = [];
    for (const each of [one, two, one]) said.push((await scripts.run(each, NOTHING, END)).body.toString());
    expect(said).toEqual(["one", "two", "one"]);
    expect(scripts.load.processes).toBe(1);
  });
});

describe("a script that is tried out", () => {
  const scripts = open({ trial: 60_000 });
  const hasty = open({ trial: 1000, answer: 60_000, end: 60_000 });

  test.each([
    ["is no program", "export default {", /SyntaxError/],
    ["throws while it is loaded", `throw new Error("at once");`, /at once/],
    ["names a module that there isn't", `import "nowhere";`, /nowhere/],
    ["takes what isn't there", "const { a } = undefined; export default {};", /TypeError/],
  ])("and %s has a fault that is told", async (_, code, said) => {
    expect(await scripts.faultOf(script(code))).toMatch(said);
  });

  test("is asked nothing, and leaves no process", async () => {
    const asked = handling(`throw new Error("asked");`);
    const counts = `let loads = 0; export default {};`;
    for (const code of [asked, counts, "export default () => undefined;"])
      expect(await scripts.faultOf(script(code))).toBe(undefined);
    await expect.poll(() => scripts.load.processes).toBe(0);
  });

  test("reaches nobody, whatever it makes of what it is answered by", async () => {
    let asked = 0;
    const host = createServer((_, response) => {
      asked += 1;
      response.end();
    }).listen(0, "127.0.0.1");
    await once(host, "listening");
    const { port } = host.address() as AddressInfo;
    const code = `const ask = () => fetch("http://127.0.0.1:${port}/");
globalThis.Response = function () { return ask(); };
export default { fetch: ask };`;
    const tried = open({ trial: 60_000, answer: 60_000 }, { fetch: permitting });
    await tried.faultOf(script(code));
    expect(asked).toBe(0);
    await tried.run(script(code), NOTHING, END);
    expect(asked).toBe(1);
    host.close();
  });

  test("has no fault by what it puts in the place of what answers for it", async () => {
    const code = `globalThis.Response = function () { throw new Error("taken away"); }; export default {};`;
    expect(await scripts.faultOf(script(code))).toBe(undefined);
  });

  test("takes of a share of the processor that is its organization's, and not of what its scripts run by", async () => {
    const short = open({ trial: 1000, processor: 100, answer: 150_000, end: 150_000 });
    const loop = (organization: string) =>
      short.faultOf(script("for (;;); export default {};", { organization }));
    await expect(loop("a")).rejects.toMatchObject({ problem: "late" });
    await expect(loop("a")).rejects.toMatchObject({ problem: "busy" });
    await expect(loop("b")).rejects.toMatchObject({ problem: "late" });
    const other = script(handling(`return new Response("fine");`), { organization: "a" });
    expect((await short.run(other, NOTHING, END)).body.toString()).toBe("fine");
  });

  test("and never comes to an end is ended, alone", async () => {
    const other = script(handling(`return new Response("fine");`));
    await scripts.run(other, NOTHING, END);
    const tried = hasty.faultOf(script("for (;;); export default {};"));
    await expect(tried).rejects.toMatchObject({ problem: "late" });
    await expect.poll(() => hasty.load.processes).toBe(0);
    expect((await scripts.run(other, NOTHING, END)).body.toString()).toBe("fine");
  });
});

describe("what goes too far", () => {
  const LIMITS = { answer: 700, end: 700, memory: 200 * 1024 * 1024, answered: 100_000 };
  const hasty = open(LIMITS);
  /** However slow the machine is, what else has a bound runs out before time does. */
  const patient = open({ ...LIMITS, answer: 150_000, end: 150_000 });

  test("is ended, and said to be repeated the third time; who shares the process is run again", async () => {
    const loop = script(handling("for (;;);"));
    const failures = [];
    for (let times = 0; times < 3; times++) {
      failures.push(await hasty.run(loop, NOTHING, END).catch((error: unknown) => error));
    }
    expect(failures).toMatchObject([
      { problem: "late", isRepeated: false },
      { problem: "late", isRepeated: false },
      { problem: "late", isRepeated: true },
    ]);
    await works(hasty);
  });

  test("of the processor has its publisher's next scripts there wait, and nobody else's", async () => {
    const scripts = open({ answer: 60_000, end: 60_000, processor: 100 });
    const counts = handling(
      "let sum = 0; for (let i = 0; i < 1e9; i++) sum += i % 7; return new Response(String(sum));",
    );
    expect((await scripts.run(script(counts, { organization: "counts" }), NOTHING, END)).status).toBe(200);
    const fine = (organization: string, owner: string) =>
      scripts.run(script(handling(`return new Response("fine");`), { organization, owner }), NOTHING, END);
    // What it took is counted a moment later.
    const refused = () =>
      fine("counts", "p").then(
        () => undefined,
        (error: unknown) => error,
      );
    await expect.poll(refused).toMatchObject({ problem: "busy", isRepeated: false });
    for (const [organization, owner] of [
      ["counts", "another"],
      ["fine", "p"],
    ] as const)
      expect((await fine(organization, owner)).body.toString()).toBe("fine");
  });

  test("is blamed on nobody while several could have done it; apart from each other, one is", async () => {
    const scripts = open({ ...LIMITS, answer: 150_000, end: 150_000 });
    const sharing = { owner: "sharing" };
    const fine = script(handling(`return new Response("fine");`), sharing);
    const bomb = script(
      handling("const all = []; for (;;) all.push(new Array(10_000).fill(all.length));"),
      sharing,
    );
    const came = [];
    expect((await scripts.run(fine, NOTHING, END)).body.toString()).toBe("fine");
    for (let times = 0; times < 4; times++)
      came.push(await scripts.run(bomb, NOTHING, END).catch((error: unknown) => error));
    expect(came).toMatchObject([
      { problem: "memory", isRepeated: false },
      { problem: "memory", isRepeated: false },
      { problem: "memory", isRepeated: false },
      { problem: "memory", isRepeated: true },
    ]);
    const still = await Promise.all([scripts.run(fine, NOTHING, END), scripts.run(fine, NOTHING, END)]);
    expect(still.map(({ body }) => body.toString())).toEqual(["fine", "fine"]);
  });

  test.each([
    [
      "a loop after its answer",
      handling(`ctx.waitUntil((async () => { await null; for (;;); })()); return new Response();`),
      "late",
    ],
    [
      "a loop after an answer that speaks in our name",
      handling(
        `ctx.waitUntil((async () => { await null; for (;;); })()); return new Response("", { headers: { "lectern-failed": "1" } });`,
      ),
      "late",
    ],
    [
      "an answer that never comes",
      handling("return new Promise((done) => setTimeout(done, 60_000));"),
      "late",
    ],
    [
      "a pattern without an end",
      handling(`return new Response(/^(a+)+$/.test("a".repeat(50) + "b"));`),
      "late",
    ],
    [
      "waiting for memory",
      handling(`Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0); for (;;);`),
      undefined,
    ],
    [
      "many values",
      handling("const all = []; for (;;) all.push(new Array(10_000).fill(all.length));"),
      "memory",
    ],
    [
      "many bytes",
      handling("const all = []; for (;;) all.push(new Uint8Array(8_000_000).fill(1));"),
      undefined,
    ],
    ["a long answer", handling(`return new Response("x".repeat(200_000));`), "too-large"],
    [
      "an answer without an end",
      handling(
        `return new Response(new ReadableStream({ pull(to) { to.enqueue(new Uint8Array(9000)); } }));`,
      ),
      "too-large",
    ],
  ])("%s", async (_, code, problem) => {
    const scripts = problem === "memory" || problem === "too-large" ? patient : hasty;
    const came = await scripts
      .run(script(code, { owner: `far${made}` }), NOTHING, END)
      .catch((error: unknown) => error);
    if (problem === undefined) {
      // Refused by the runtime, or ended by us: it has not worked, and nobody else hears of it.
      const failed = came as { problem?: string; isOk?: boolean };
      expect(failed.problem !== undefined || failed.isOk === false).toBe(true);
    } else expect(came).toMatchObject({ problem });
    await works(scripts);
  });
});

describe("the walls", () => {
  let canary: ReturnType<typeof createServer>;
  let heard = 0;
  let port = 0;
  beforeAll(async () => {
    canary = createServer((_request, response) => {
      heard += 1;
      response.end("the canary");
    });
    canary.on("connection", () => heard++);
    await new Promise<void>((done) => canary.listen(0, "127.0.0.1", done));
    ({ port } = canary.address() as AddressInfo);
  });
  afterAll(() => {
    canary.closeAllConnections();
    canary.close();
  });
  const scripts = open();

  /** What a script finds that tries this; the text of what it throws otherwise. */
  async function tried(expression: string, flags: readonly string[] = []): Promise<string> {
    const code = handling(`
      try { return new Response(String(await (async () => (${expression}))())); }
      catch (error) { return new Response("THREW " + error); }`);
    return (await scripts.run(script(code, { flags }), NOTHING, END)).body.toString();
  }

  test.each([
    `fetch("http://127.0.0.1:PORT/").then((answer) => answer.text())`,
    `fetch("http://localhost:PORT/").then((answer) => answer.text())`,
    `fetch("http://[::1]:PORT/").then((answer) => answer.text())`,
    `fetch("http://[::ffff:127.0.0.1]:PORT/").then((answer) => answer.text())`,
    `fetch("http://2130706433:PORT/").then((answer) => answer.text())`,
    `fetch("http://169.254.169.254/latest/meta-data/").then((answer) => answer.text())`,
    `fetch("https://127.0.0.1:PORT/", { method: "CONNECT" }).then((answer) => answer.text())`,
    `fetch("http://door/code").then((answer) => answer.text())`,
    `fetch("http://x/", { headers: { "lectern-url": "http://127.0.0.1:PORT/" } }).then((answer) => answer.text())`,
    `fetch("http://127.0.0.1:PORT/", { headers: { upgrade: "websocket" } }).then((answer) => answer.text())`,
    `new Promise((done) => { const socket = new WebSocket("ws://127.0.0.1:PORT/");
       for (const type of ["open", "error", "close"]) socket.addEventListener(type, () => done(type)); })`,
    `import("cloudflare:sockets").then(async ({ connect }) => {
       const socket = connect("127.0.0.1:PORT"); await socket.opened;
       const writer = socket.writable.getWriter(); await writer.write(new TextEncoder().encode("GET / HTTP/1.0\\r\\n\\r\\n"));
       return new Response(socket.readable).text(); })`,
    `import("node:net").then(({ connect }) => new Promise((done, failed) => {
       const socket = connect(PORT, "127.0.0.1", () => { socket.write("GET / HTTP/1.0\\r\\n\\r\\n"); });
       socket.on("data", (data) => done(String(data))); socket.on("error", failed); socket.on("close", failed); }))`,
    `caches.default.match("http://127.0.0.1:PORT/").then((answer) => answer.text())`,
  ])("reach no network of ours: %s", async (attempt) => {
    const found = await tried(attempt.replaceAll("PORT", String(port)), ["nodejs_compat"]);
    expect(found).not.toContain("canary");
    expect(heard).toBe(0);
  });

  test("hear where the API is when they ask beside it", async () => {
    scripts.answerApi("http://app.test", (_, response) => void response.end("the API"));
    const asked = (path: string) => tried(`fetch("http://app.test${path}").then((answer) => answer.text())`);
    expect(await asked("/v1/user")).toBe("the API");
    expect(await asked("/user")).toBe("The API is at http://app.test/v1.");
  });

  test.each([
    ["code of a text", `(() => {}).constructor("return 1")()`, /^THREW/],
    ["eval", `eval("1")`, /^THREW/],
    ["code of an asynchronous function", `(async () => {}).constructor("return 1")()`, /^THREW/],
    [
      "WebAssembly of bytes",
      `new WebAssembly.Module(new Uint8Array([0, 97, 115, 109, 1, 0, 0, 0]))`,
      /^THREW/,
    ],
    ["a file", `import("node:fs").then(({ readFileSync }) => readFileSync("/etc/passwd", "utf8"))`, /^THREW/],
    ["our own program", `import("room.js").then(Object.keys)`, /^THREW/],
    ["a process", `import("node:child_process").then(({ execSync }) => execSync("id"))`, /^THREW/],
    [
      "its environment",
      `JSON.stringify([Object.keys(env), Object.keys(globalThis.process?.env ?? {})])`,
      /^\[\[\],\[\]\]$/,
    ],
    [
      "what stands for it",
      `JSON.stringify([...request.headers].map(([name]) => name).filter((name) => name !== "lectern-event" && name.startsWith("lectern")))`,
      /^\[\]$/,
    ],
    [
      "its binding",
      `JSON.stringify([ctx.props ?? {}, Object.keys(ctx.exports ?? {})])`,
      /^\[\{\},\[[^[]*\]\]$/,
    ],
    [
      "an object of ours by a trap",
      `(() => { const seen = []; Object.prototype.__defineSetter__("script", (value) => seen.push(value));
       Object.defineProperty(Object.prototype, "props", { set(value) { seen.push(value); }, configurable: true }); return seen.length; })()`,
      /^0$/,
    ],
  ])("give no way to %s", async (_, attempt, expected) => {
    expect(await tried(attempt, ["nodejs_compat"])).toMatch(expected);
  });

  test("keep what one script knows from every other, in the same process too", async () => {
    const secret = "B-secret-7f3a";
    const b = script(
      handling(`kept = environment; globalThis.kept = environment; Object.prototype.leak = environment.secrets;
      console.log("done"); return new Response("b");`),
    );
    await scripts.run(b, { event: {}, environment: { secrets: { KEY: secret } } }, END);
    const look = handling(`const seen = new Set(); const walk = (value) => {
        if (value === null || !["object", "function"].includes(typeof value)) return String(value);
        if (seen.has(value)) return ""; seen.add(value);
        return Reflect.ownKeys(value).map((key) => { try { return String(key) + walk(value[key]); } catch { return ""; } }).join() + walk(Object.getPrototypeOf(value));
      };
      return new Response(walk(globalThis) + walk(env) + walk(ctx) + walk(Object.prototype) + walk(kept));`);
    for (const owner of [{}, { owner: "another" }, { organization: "another" }]) {
      const found = await scripts.run(script(look, owner), NOTHING, END);
      expect(found.body.length).toBeGreaterThan(1000);
      expect(found.body.toString()).not.toContain(secret);
    }
  });

  test("let what may be asked be asked: status, headers and a redirect as they are", async () => {
    const free = open({}, { fetch: permitting });
    const server = createServer((request, response) => {
      const { method, url, headers } = request;
      if (url === "/away") response.writeHead(302, { location: "/there" }).end();
      else
        response
          .writeHead(203, { "x-of": "host" })
          .end([method, url, headers["x-mine"], Object.keys(headers).join("+")].join());
    });
    await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const code = handling(`
      const asked = await fetch("${base}/a?b", { method: "PUT", headers: { "x-mine": "1" }, body: "x" });
      const moved = await fetch("${base}/away", { redirect: "manual" });
      const followed = await fetch("${base}/away");
      return new Response([asked.status, asked.headers.get("x-of"), await asked.text(), moved.status, await followed.text()].join(" "));`);
    const said = (await free.run(script(code), NOTHING, END)).body.toString();
    server.closeAllConnections();
    server.close();
    expect(said).toMatch(/^203 host PUT,\/a\?b,1,[\w+-]+ 302 GET,\/there,,[\w+-]+$/);
    expect(said).not.toContain("lectern");
  });
});

describe("processes", () => {
  const echo = handling(
    `await new Promise((done) => setTimeout(done, event.wait ?? 0)); return new Response(event.say);`,
  );

  test("are as many as may be; who needs another gets it when one has ended, and nobody fails for it", async () => {
    const scripts = open({}, { most: 1 });
    const owners = ["a", "b", "c", "a", "b", "c"];
    let most = 0;
    const said = await Promise.all(
      owners.map(async (owner, at) => {
        const form = { event: { say: `${owner}${at}`, wait: 5 }, environment: {} };
        const { body } = await scripts.run(script(echo, { owner }), form, END);
        most = Math.max(most, scripts.load.processes);
        return body.toString();
      }),
    );
    expect(said).toEqual(owners.map((owner, at) => `${owner}${at}`));
    expect(most).toBe(1);
  });

  test("rest and end", async () => {
    const scripts = open({ rest: 50 });
    await scripts.run(script(echo), { event: { say: "x" }, environment: {} }, END);
    await expect.poll(() => scripts.load.processes).toBe(0);
  });

  test("end with who started them, be that killed", async () => {
    const child: ChildProcess = spawn(process.execPath, [program()], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await new Promise((running) => child.stdout?.once("data", running));
    const its = await groupOf(child.pid ?? 0);
    // The shell that waits, and workerd.
    expect(its.length).toBeGreaterThan(1);
    child.kill("SIGKILL");
    await expect.poll(async () => (await Promise.all(its.map(isRunning))).includes(true)).toBe(false);
  });

  test("leave no folder once the next server starts, if it was killed; that of one that runs stays", async () => {
    const folders = async (of: number | undefined) =>
      (await readdir(tmpdir())).filter(
        (name) => name.startsWith("lectern-room-") && name.includes(`-${of}-`),
      );
    const start = async (): Promise<ChildProcess> => {
      const child = spawn(process.execPath, [program()], { stdio: ["ignore", "pipe", "inherit"] });
      await new Promise((running) => child.stdout?.once("data", running));
      return child;
    };
    const [killed, other] = await Promise.all([start(), start()]);
    const own = open();
    await own.run(script(echo), { event: { say: "x" }, environment: {} }, END);
    const ended = once(killed, "exit");
    killed.kill("SIGKILL");
    await ended;
    expect(await folders(killed.pid)).toHaveLength(1);
    const ours = await folders(process.pid);
    expect(ours.length).toBeGreaterThan(0);
    const stranger = await mkdtemp(join(tmpdir(), "lectern-room-"));
    await sweepRoomFolders();
    expect(await folders(killed.pid)).toEqual([]);
    expect(await folders(other.pid)).toHaveLength(1);
    // Others of this process may have come and gone meanwhile.
    expect((await own.run(script(echo), { event: { say: "y" }, environment: {} }, END)).body.toString()).toBe(
      "y",
    );
    expect(await readdir(stranger)).toEqual([]);
    await rm(stranger, { recursive: true });
    const last = once(other, "exit");
    other.kill("SIGKILL");
    await last;
    await sweepRoomFolders();
    expect(await folders(other.pid)).toEqual([]);
  });
});
