/** An import of the real program that is interrupted: what it says, how it ends, and what the space has then. */
import { mkdirSync, writeFileSync } from "node:fs";
import { createServer as createWebServer } from "node:http";
import { type AddressInfo, connect, createServer, type Server, type Socket } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startBucket } from "../ports/s3-bucket.fixture.ts";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const ENDING = "Ending the import. Ctrl-C again ends the process at once.\n";
const NOTHING = `${ENDING}lectern: Interrupted: nothing was imported.\n`;
const PAGE = "# Setting up\n\n![A logo](logo.png)\n";

let program: Program;
let settings: Record<string, string>;
let bucket: Awaited<ReturnType<typeof startBucket>>;
let guide: string;
let space: string;
let before: object;
const servers: Server[] = [];

beforeAll(async () => {
  program = await Program.build();
  bucket = await startBucket(program.folder());
  settings = {
    ...(await program.install()),
    LECTERN_ADMIN_TOKEN: TOKEN,
    LECTERN_ALLOW_PRIVATE_NETWORK: "1",
  };
  guide = join(program.folder(), "guide");
  mkdirSync(guide);
  writeFileSync(join(guide, "setting-up.md"), PAGE);
  writeFileSync(join(guide, "logo.png"), "a picture, to all that matters here");
});
afterAll(async () => {
  await program.remove();
  await bucket.stop();
  for (const server of servers) server.close();
});

// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
async function ask(app: string, path: string, body?: object): Promise<any> {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const answer = await fetchWatched(`${app}/v1${path}`, { headers, ...sent });
  expect([path, answer.ok]).toEqual([path, true]);
  return answer.json();
}

/** What the space has: its head and its pages. */
async function content(app: string): Promise<{ revision: string; pages: string[] }> {
  const { id, pages } = await ask(app, `/spaces/${space}/content`);
  return { revision: id, pages: pages.map(({ title }: { title: string }) => title) };
}

async function listening(server: Server): Promise<number> {
  servers.push(server);
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  return (server.address() as AddressInfo).port;
}

/** What a client has sent in vain, from `from` on, is held from the server once `until` came by, and until it is let go. */
async function openGate(target: number, from: RegExp, until = from) {
  const gate = { port: 0, reached: Promise.resolve(), letGo: () => undefined as void };
  let isShut = true;
  const open: (() => void)[] = [];
  gate.letGo = () => {
    isShut = false;
    for (const flow of open.splice(0)) flow();
  };
  let reach = (): void => undefined;
  gate.reached = new Promise((reached) => {
    reach = reached;
  });
  const server = createServer((client: Socket) => {
    const beyond = connect(target, "127.0.0.1");
    beyond.pipe(client);
    let held = "";
    client.on("error", () => beyond.destroy()).on("close", () => (isShut && held !== "") || beyond.end());
    beyond.on("error", () => client.destroy());
    client.on("data", (bytes) => {
      const text = bytes.toString("latin1");
      if (!isShut || (held === "" && !from.test(text))) return void beyond.write(bytes);
      held += text;
      if (!until.test(held)) return;
      client.pause();
      open.push(() => {
        beyond.write(held, "latin1");
        if (client.destroyed) beyond.end();
        else client.resume();
      });
      reach();
    });
  });
  gate.port = await listening(server);
  return gate;
}

/** Waits until it has said so. */
async function said(run: Run, text: string): Promise<void> {
  for (let look = 0; look < 30_000 && !run.logged.includes(text); look++) {
    await new Promise((done) => setTimeout(done, 5));
  }
  expect(run.logged).toContain(text);
}

const importInto = (path: string, server: string, more: Record<string, string> = {}): Run => {
  const through = server === "" ? [] : ["--url", server, "--token", TOKEN];
  return program.start({ ...settings, ...more }, ["import", path, "--space", space, ...through]);
};

test("Ctrl-C ends an import through a server and leaves the space as it was", async () => {
  const run = program.start(settings);
  const { app } = await run.ready();
  const organization = (await ask(app, "/orgs")).items[0].id;
  space = (await ask(app, `/orgs/${organization}/spaces`, { title: "Guide" })).id;
  const document = { markdown: "As before." };
  await ask(app, `/spaces/${space}/content`, {
    changes: [{ operation: "insert_page", title: "Before", document }],
  });
  before = await content(app);

  // An upload that has begun, of more than connections hold.
  const large = join(program.folder(), "large.md");
  writeFileSync(large, Buffer.alloc(48_000_000, "words and words\n"));
  const gate = await openGate(Number(new URL(app).port), /^PUT .*\/uploads\//);
  const upload = importInto(large, `http://127.0.0.1:${gate.port}`);
  await gate.reached;
  expect([await upload.stop("SIGINT"), upload.printed, upload.logged]).toEqual([130, [], NOTHING]);
  gate.letGo();
  expect(await content(app)).toEqual(before);

  // A file that goes whole: whether the server has it by then shows in its answer, and what it has is cancelled.
  const whole = await openGate(Number(new URL(app).port), /content\/import/, /--\S+--\r\n$/);
  const small = importInto(guide, `http://127.0.0.1:${whole.port}`);
  await whole.reached;
  small.child.kill("SIGINT");
  await said(small, ENDING);
  whole.letGo();
  expect([await small.ended, small.printed, small.logged]).toEqual([130, [], NOTHING]);
  expect(await content(app)).toEqual(before);

  // A job of the server's.
  let reach = (): void => undefined;
  const reached = new Promise<void>((done) => {
    reach = done;
  });
  const website = await listening(createWebServer(() => reach()));
  const job = importInto(`http://127.0.0.1:${website}/docs/`, app);
  await reached;
  expect([await job.stop("SIGINT"), job.printed, job.logged]).toEqual([130, [], NOTHING]);
  expect(await content(app)).toEqual(before);
  expect(await run.stop()).toBe(0);
});

test("Ctrl-C ends an import of a folder and leaves the space as it was", async () => {
  // It waits for the place of files to take the first one.
  const gate = await openGate(Number(new URL(bucket.url.split("=")[1] ?? "").port), /^PUT /);
  const url = bucket.url.replace(/\d+$/, String(gate.port));
  const run = importInto(guide, "", { ...bucket.env, LECTERN_BLOB_URL: url });
  await gate.reached;
  run.child.kill("SIGINT");
  await said(run, ENDING);
  gate.letGo();
  expect([await run.ended, run.printed]).toEqual([130, []]);
  expect(run.logged.endsWith(NOTHING)).toBe(true);
});

test("what the server has imported by then is told, and Ctrl-C takes nothing back", async () => {
  const run = program.start(settings);
  const { app } = await run.ready();
  expect(await content(app)).toEqual(before);
  const gate = await openGate(Number(new URL(app).port), /^GET .*\/jobs\//);
  const upload = importInto(guide, `http://127.0.0.1:${gate.port}`);
  await gate.reached;
  upload.child.kill("SIGINT");
  await said(upload, ENDING);
  // Its content comes a moment before its end: a job that is cancelled between the two counts as cancelled.
  const { items } = await ask(app, "/orgs");
  const states = async () => {
    const jobs = await ask(app, `/orgs/${items[0].id}/jobs?limit=100`);
    return jobs.items.filter((job: any) => job.space === space).map(({ status }: any) => status);
  };
  await expect.poll(async () => (await content(app)).pages.length).toBe(2);
  await expect.poll(states).not.toContain("running");
  gate.letGo();
  const code = await upload.ended;
  const { revision, pages } = await content(app);
  expect(pages).toEqual(["Before", "Setting up"]);
  expect([code, upload.printed]).toEqual([0, [`2 of 2 imported (1 page, 1 file): revision ${revision}`]]);
  expect(upload.logged).toBe(ENDING);
  expect(await run.stop()).toBe(0);
});
