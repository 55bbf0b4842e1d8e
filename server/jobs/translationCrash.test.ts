/** A translation after the process that had it written was killed. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createInterface } from "node:readline";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { UntranslatedPage } from "../nouns/translations/translator.ts";
import { useChildProgram } from "../test/childProgram.ts";
import { type Person, useWorld } from "../test/harness.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const KILLS = isFull ? 40 : 4;
const PAGES = isFull ? 200 : 24;
/** Changes that one request may hold. */
const MOST_CHANGES = 50;
/** Longer than any lease, and than the wait after a failure. */
const LATER_MS = 60_000;
const program = useChildProgram(new URL("translating.child.ts", import.meta.url));

const world = useWorld();
let admin: Person;
let server: Server;
let url = "";
let german = "";
/** The pages of each request, by the round of the process that sent it, which its address says. */
const rounds: string[][][] = [];
/** Called when a request has come, before it is answered; false: it is not. */
let isAnswered: () => boolean = () => true;

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pages } = JSON.parse(await text(request)) as { pages: UntranslatedPage[] };
  rounds[Number(request.url?.slice(1))]?.push(pages.map(({ page }) => page));
  if (!isAnswered()) return;
  const done = pages.map((page) => ({ ...page, markdown: page.markdown.toUpperCase() }));
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ pages: done }));
}

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  // A request whose sender is killed while it is on its way never came.
  server = createServer((request, response) => void answer(request, response).catch(() => undefined));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
});
afterAll(async () => {
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
});

/** A source of pages and its translation, with a run of the translator queued. */
async function begin(): Promise<void> {
  const { organization } = world();
  const source = (await world().post(`/orgs/${organization}/spaces`, { title: "Guide" }, admin)).body.id;
  for (let first = 0; first < PAGES; first += MOST_CHANGES) {
    const changes = Array.from({ length: Math.min(MOST_CHANGES, PAGES - first) }, (_, n) => ({
      operation: "insert_page",
      title: `Page ${first + n}`,
      document: { markdown: `text of ${first + n}` },
    }));
    expect((await world().post(`/spaces/${source}/content`, { changes }, admin)).status).toBe(200);
  }
  const all = `/orgs/${organization}/translations`;
  const settings = (await world().post(all, { title: "Manuals", languages: ["de"] }, admin)).body.id;
  const begun = await world().post(`${all}/${settings}/spaces`, { source, language: "de" }, admin);
  german = begun.body.space;
  await world().runJobs();
  Object.assign(world().deps, { translator: { url: `${url}${KILLS}`, secret: undefined } });
  expect((await world().post(`/spaces/${german}/translation/run`, undefined, admin)).status).toBe(202);
}

/**
 * Has pages translated by another process, which is killed: in even rounds while its second request waits for an
 * answer, in odd ones as soon as it says that two batches are written.
 */
async function translateUntilKilled(round: number): Promise<void> {
  const { url: database = "", file } = world().place;
  const args = [program(), database, file, String(round * LATER_MS), `${url}${round}`];
  const child: ChildProcess = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  rounds.push([]);
  isAnswered = () => {
    if (round % 2 === 1 || (rounds.at(-1)?.length ?? 0) < 2) return true;
    child.kill("SIGKILL");
    return false;
  };
  let written = 0;
  for await (const line of createInterface({ input: child.stdout as NodeJS.ReadableStream })) {
    if (line === "written" && ++written === 2 && round % 2 === 1) child.kill("SIGKILL");
  }
  await closed;
}

test(
  `a translation is whole after its process was killed with -9 ${KILLS} times`,
  { timeout: 180_000 + KILLS * 15_000 },
  async () => {
    await begin();
    for (let round = 0; round < KILLS; round++) await translateUntilKilled(round);
    rounds.push([]);
    isAnswered = () => true;
    world().ahead = KILLS * LATER_MS;
    await world().runJobs();

    const { body } = await world().get(`/spaces/${german}/translation`, admin);
    expect(body.pages).toEqual({ missing: 0, outdated: 0, current: PAGES, extra: 0 });
    const { pages } = (await world().get(`/spaces/${german}/content/pages`, admin)).body;
    expect(pages).toHaveLength(PAGES);
    for (const { id, title } of pages.slice(0, 24)) {
      const page = await world().get(`/spaces/${german}/content/page/${id}?format=markdown`, admin);
      expect(page.body.markdown).toContain(title.replace("Page", "TEXT OF"));
    }
    // Only what was under way when a process was killed may have been asked for again.
    const finished = rounds
      .flatMap((requests, round) => requests.slice(0, round === KILLS ? undefined : -1))
      .flat();
    expect(new Set(finished).size).toBe(finished.length);
    const last = rounds.slice(0, -1).flatMap((requests) => requests.at(-1) ?? []);
    expect(finished.length + last.length).toBeGreaterThanOrEqual(PAGES);
    // Each batch that was written is a revision, whole: with its rows, or not at all.
    const written = (await world().get(`/spaces/${german}/revisions?limit=100`, admin)).body.count - 1;
    expect(written).toBeLessThanOrEqual(rounds.flat().length);
  },
);
