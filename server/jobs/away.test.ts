/** A database server that goes away under load and comes back: who asks hears of it, nothing is lost, all goes on. */
import { openDatabase } from "../db/open.ts";
import { createServer, connect, type AddressInfo, type Socket } from "node:net";
import type { FastifyInstance } from "fastify";
import { expect, inject, test, vi } from "vitest";
import { assemble } from "../open.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { jobHandlers, standingJobs } from "./handlers.ts";
import { openRunner } from "./runner.ts";

const world = useWorld();
const until = (holds: () => boolean | Promise<boolean>) =>
  vi.waitUntil(holds, { timeout: 150_000, interval: 20 });

/** A way to the server that can be cut. */
async function openWay(to: URL) {
  const sockets = new Set<Socket>();
  let isCut = false;
  let isSilent = false;
  const way = createServer((client) => {
    // As a machine whose server doesn't run: what connects is closed at once.
    if (isCut) return void client.resetAndDestroy();
    sockets.add(client);
    client.on("error", () => undefined).on("close", () => sockets.delete(client));
    if (isSilent) return;
    const server = connect(Number(to.port), to.hostname);
    sockets.add(server);
    server.on("error", () => undefined).on("close", () => sockets.delete(server));
    client.pipe(server).pipe(client);
  });
  await new Promise<void>((listening) => way.listen(0, "127.0.0.1", listening));
  const url = new URL(to);
  url.port = String((way.address() as AddressInfo).port);
  const breakAll = (): void => sockets.forEach((socket) => socket.resetAndDestroy());
  return {
    url: url.href,
    breakAll,
    /** What is under way is never answered, as by a machine that lost its power. */
    silence: () => {
      isSilent = true;
      sockets.forEach((socket) => socket.unpipe().pause());
    },
    cut: () => {
      isCut = true;
      breakAll();
    },
    mend: () => {
      isCut = isSilent = false;
    },
    close: async () => {
      breakAll();
      await new Promise((closed) => way.close(closed));
    },
  };
}

async function openBehind(url: string, options: { connectionPatience?: number; readPatience?: number } = {}) {
  const { deps } = world();
  const db = await openDatabase({ url, file: "", poolSize: 4, report: () => undefined, ...options });
  const own = assemble({ ...deps, db });
  return { db, deps: own, app: world().openApp(own) };
}

// The file that SQLite is has nobody to lose.
test.skipIf(inject("databases").dialect === "sqlite")(
  "requests are answered with 503 while the database is away; what was acknowledged stays, and jobs go on",
  async () => {
    const way = await openWay(new URL(world().place.url ?? ""));
    const { db, deps, app } = await openBehind(way.url);
    const runner = openRunner(deps, jobHandlers(deps), standingJobs(deps));
    const writer = await world().addPerson("wanda", "create");
    const { body: space } = await world().post(`/orgs/${world().organization}/spaces`, {}, writer);
    const load = startLoad(app, writer, space.id);
    await runner.start();

    const more = async (): Promise<void> => {
      const already = load.titles.length;
      await until(() => load.titles.length >= already + 3);
    };
    await more();
    way.cut();
    await until(() => load.refused() >= 20);
    way.mend();
    await more();
    // A restart that is over at once.
    way.breakAll();
    await more();
    await load.stop();

    expect(load.unexpected).toEqual([]);
    // Each stands in the log under its id, for the operator.
    expect(world().failures.splice(0).length).toBeGreaterThan(0);
    const { body: kept } = await world().get("/user/tokens?limit=1000", writer);
    const labels = new Set(kept.items.map(({ label }: { label: string }) => label));
    expect(load.labels.filter((label) => !labels.has(label))).toEqual([]);
    const { body: content } = await world().get(`/spaces/${space.id}/content/pages`, writer);
    const titles = new Set(content.pages.map(({ title }: { title: string }) => title));
    expect(load.titles.filter((title) => !titles.has(title))).toEqual([]);
    // A job whose end could not be noted is taken up again when its claim is over.
    world().ahead += 60_000;
    await until(async () => {
      const jobs = await world().deps.db.read.selectFrom("jobs").select(["state"]).execute();
      return jobs.length > 0 && jobs.every(({ state }) => state === "done");
    });
    const found = await world().get(`/spaces/${space.id}/search?query=${load.titles.at(-1)}`, writer);
    expect(found.body.items).toHaveLength(1);

    await runner.stop();
    await app.close();
    await db.close();
    await way.close();
  },
);

const aMoment = () => new Promise((done) => setTimeout(done, 5));

/** Several who ask all the time. */
function startLoad(app: FastifyInstance, person: Person, space: string) {
  const labels: string[] = [];
  const titles: string[] = [];
  const unexpected: string[] = [];
  let refused = 0;
  const state = { isOver: false };
  let next = 0;
  const ask = async (method: "GET" | "POST", url: string, body?: object): Promise<boolean> => {
    const headers = { authorization: `Bearer ${person.token}` };
    const answer = await app.inject({ method, url: `/v1${url}`, headers, ...(body && { payload: body }) });
    const { statusCode: status } = answer;
    if (status === 503 && Number(answer.headers["retry-after"]) > 0) refused++;
    else if (status >= 300) unexpected.push(`${method} ${url}: ${status} ${answer.body}`);
    return status < 300;
  };
  const reader = async (): Promise<void> => {
    for (; !state.isOver; await aMoment()) await ask("GET", `/spaces/${space}/content/pages`);
  };
  const namer = async (): Promise<void> => {
    // As many as one list has room for.
    while (!state.isOver && labels.length < 900) {
      const label = `label${next++}`;
      if (await ask("POST", "/user/tokens", { label })) labels.push(label);
    }
  };
  const author = async (): Promise<void> => {
    while (!state.isOver) {
      const title = `title${next++}`;
      const changes = [{ operation: "insert_page", title, document: { markdown: "Said." } }];
      if (await ask("POST", `/spaces/${space}/content`, { changes })) titles.push(title);
    }
  };
  const all = [reader(), namer(), author()];
  const stop = async (): Promise<void> => {
    state.isOver = true;
    await Promise.all(all);
  };
  return { refused: () => refused, labels, titles, unexpected, stop };
}

test.skipIf(inject("databases").dialect === "sqlite")(
  "a server that falls silent is given up, and its places are free for another one",
  async () => {
    const way = await openWay(new URL(world().place.url ?? ""));
    const { db, app } = await openBehind(way.url, { connectionPatience: 500, readPatience: 100 });
    const reader = await world().addPerson("rita", "read");
    const ask = () => app.inject({ url: "/v1/orgs", headers: { authorization: `Bearer ${reader.token}` } });
    await until(async () => (await ask()).statusCode === 200);
    way.silence();
    const answers = await Promise.all(Array.from({ length: 10 }, ask));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503));
    way.mend();
    await until(async () => (await ask()).statusCode === 200);
    world().failures.splice(0);
    await app.close();
    await db.close();
    await way.close();
  },
);
