/** Two processes of one installation, stopped and killed in turns under load: nothing acknowledged is lost, nothing is done twice. */
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { freePort } from "./ports.ts";
import { Program, type Run } from "./program.ts";
import { ReadyProxy } from "./readyProxy.ts";

const TURNS = process.env["LECTERN_TEST_TIER"] === "full" ? 60 : 4;
const CLIENTS = 4;
const TOKEN = "an administrator's token for tests";
/** Within it a process is killed after its turn began. */
const WITHIN_MS = 400;
/** Requests that one write may take until it is acknowledged: a start takes seconds. */
const TRIES = 3000;

let program: Program;
let proxy: ReadyProxy | undefined;
beforeAll(async () => {
  program = await Program.build();
});
afterAll(async () => {
  proxy?.close();
  await program.remove();
});

const aMoment = (ms: number) => new Promise((done) => setTimeout(done, ms));

/** What the clients see, and what was acknowledged to them: kept outside of what is killed. */
class Ledger {
  readonly #app: string;
  /** By what a write is called: what was answered. */
  readonly acknowledged = new Map<string, { path: string; body: object; id: string }>();
  /** What wasn't answered as asked, since it was last looked at. */
  troubles: string[] = [];

  constructor(app: string) {
    this.#app = app;
  }

  async call(
    method: string,
    path: string,
    body?: object,
    key?: string,
  ): Promise<{ status: number; body: any }> {
    const headers = {
      authorization: `Bearer ${TOKEN}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(key === undefined ? {} : { "idempotency-key": key }),
    };
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetchWatched(`${this.#app}/v1${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** Repeats a request, with its key, until it is answered as asked. */
  async insist(method: string, path: string, body?: object, key?: string): Promise<any> {
    for (let tried = 0; tried < TRIES; tried++) {
      const answer = await this.call(method, path, body, key);
      if (answer.status < 300) return answer.body;
      this.troubles.push(`${answer.status} ${method} ${JSON.stringify(answer.body).slice(0, 200)}`);
      await aMoment(20);
    }
    throw new Error(`${method} ${path} was never answered: ${this.troubles.at(-1)}`);
  }

  async write(name: string, path: string, body: object): Promise<string> {
    const made = await this.insist("POST", path, body, name);
    // A change of content names what it made.
    const id: string = made.id ?? made.changes[0].page;
    this.acknowledged.set(name, { path, body, id });
    return id;
  }
}

const insertPage = (title: string) => ({
  changes: [{ operation: "insert_page", type: "document", title, document: { markdown: "Words.\n" } }],
});

/** Writes until the turn is over, and reads what it wrote, as likely as not from the other process. */
async function work(ledger: Ledger, space: string, name: string, goesOn: () => boolean): Promise<void> {
  for (let count = 0; goesOn(); count++) {
    await ledger.write(`token-${name}-${count}`, "/user/tokens", { label: `token-${name}-${count}` });
    const title = `page-${name}-${count}`;
    const page = await ledger.write(title, `/spaces/${space}/content`, insertPage(title));
    expect((await ledger.insist("GET", `/spaces/${space}/content/page/${page}`)).title).toBe(title);
    await aMoment(50);
  }
}

test.runIf(inject("databases").dialect === "postgres")(
  "two processes are stopped and killed in turns under load",
  { timeout: 180_000 + TURNS * 30_000 },
  async () => {
    const [front, sites] = [await freePort(), await freePort()];
    const ports = [await freePort(), await freePort()] as const;
    const backends = ports.map((port) => `http://127.0.0.1:${port}`);
    const settings = {
      ...(await program.install()),
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_RATE_LIMIT: "0",
      LECTERN_STOP_DELAY: "1",
      LECTERN_PUBLIC_URL: `http://127.0.0.1:${front}`,
      LECTERN_SITES_URL: `http://127.0.0.1:${sites}`,
    };
    const start = async (which: number): Promise<Run> =>
      program.start({ ...settings, PORT: `${ports[which]}`, LECTERN_SITES_PORT: `${await freePort()}` });
    proxy = new ReadyProxy(backends);
    await proxy.listen(front);
    const isServed = (which: number) =>
      expect.poll(() => proxy?.serves(String(backends[which])), { timeout: 150_000 }).toBe(true);
    const runs = [await start(0), await start(1)];
    await Promise.all([isServed(0), isServed(1)]);

    const ledger = new Ledger(settings.LECTERN_PUBLIC_URL);
    const organization = (await ledger.insist("GET", "/orgs")).items[0].id;
    for (let turn = 0; turn < TURNS; turn++) {
      const which = turn % 2;
      const isKilled = turn % 4 >= 2;
      const space = await ledger.write(`space-${turn}`, `/orgs/${organization}/spaces`, {
        title: `space-${turn}`,
      });
      let isOver = false;
      const clients = Array.from({ length: CLIENTS }, (_, client) =>
        work(ledger, space, `${turn}-${client}`, () => !isOver),
      );
      const run = runs[which] as Run;
      if (isKilled) await run.killWithin(WITHIN_MS);
      else expect(await run.stop()).toBe(0);
      await expect.poll(() => proxy?.serves(String(backends[which]))).toBe(false);
      runs[which] = await start(which);
      await isServed(which);
      isOver = true;
      await Promise.all(clients);
      // Whoever is stopped in order is missed by nobody; of a kill, those hear whose requests it had.
      const others = ledger.troubles.filter((trouble) => !isKilled || !/^50[23] /.test(trouble));
      expect(others).toEqual([]);
      ledger.troubles = [];
    }
    expect(ledger.acknowledged.size).toBeGreaterThan(TURNS * CLIENTS);
    await expectEachOnce(ledger);
    for (const run of runs) expect(await run.stop()).toBe(0);
    const doctor = program.start(settings, ["doctor", "--json"]);
    expect([await doctor.ended, doctor.logged]).toEqual([0, ""]);
    const { findings } = JSON.parse(doctor.printed.join("\n"));
    const told = findings.filter(({ about }: { about: string }) => /^(?:Content|Search)$/.test(about));
    expect(told.map(({ state }: { state: string }) => state)).toEqual(["ok", "ok"]);
  },
);

/** Every acknowledged write is there, once, under the id that was answered, and its key gives that answer still. */
async function expectEachOnce(ledger: Ledger): Promise<void> {
  const there: [string, string][] = [];
  for (let page: string | undefined = ""; page !== undefined;) {
    const { items, next } = await ledger.insist("GET", `/user/tokens?limit=1000${page}`);
    there.push(...items.map(({ label, id }: { label: string; id: string }) => [label, id]));
    page = next === undefined ? undefined : `&page=${next.page}`;
  }
  const written = [...ledger.acknowledged];
  for (const [name, { id, path }] of written) {
    if (!name.startsWith("space-")) continue;
    const space = await ledger.insist("GET", `${path.replace(/orgs.*/, "spaces")}/${id}`);
    there.push([space.title, space.id]);
    const { pages } = await ledger.insist("GET", `/spaces/${id}/content/pages`);
    there.push(...pages.map(({ title, id: page }: { title: string; id: string }) => [title, page]));
    // The index follows, whoever of those that were killed had begun to write it.
    await expect
      .poll(
        async () => (await ledger.insist("GET", `/spaces/${id}/search?query=words&limit=1000`)).items.length,
      )
      .toBe(pages.length);
  }
  const ours = there.filter(([name]) => /^(?:token|page|space)-/.test(name));
  expect(ours.toSorted()).toEqual(written.map(([name, { id }]) => [name, id]).toSorted());
  for (const [name, { path, body, id }] of written.slice(-100)) {
    const repeated = await ledger.insist("POST", path, body, name);
    expect([name, repeated.id ?? repeated.changes[0].page]).toEqual([name, id]);
  }
}
