/**
 * Two processes on two servers, asked in turns, while the second server copies what the first writes, stands still and
 * goes on: nobody misses what was written, and nobody finds what was taken away.
 */
import { afterAll, beforeAll, expect, inject, test, vi } from "vitest";
import { connect } from "../db/snapshot.ts";
import type { Client } from "pg";
import { fetchWatched } from "./ownAnswers.ts";
import { OwnServer } from "./postgresServer.ts";
import { Program, type Run } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const ROUNDS = process.env["LECTERN_TEST_TIER"] === "full" ? 40 : 4;

let program: Program;
let first: OwnServer | undefined;
let second: OwnServer | undefined;
let copy: Client | undefined;
beforeAll(async () => {
  program = await Program.build();
});
afterAll(async () => {
  await program.remove();
  await copy?.end();
  await Promise.all([first?.remove(), second?.remove()]);
});

interface Answer {
  readonly status: number;
  readonly body: any;
}

class Caller {
  readonly #app: string;

  constructor(app: string) {
    this.#app = app;
  }

  async call(method: string, path: string, body?: object): Promise<Answer> {
    const headers = { authorization: `Bearer ${TOKEN}`, ...(body && { "content-type": "application/json" }) };
    const sent = body && { body: JSON.stringify(body) };
    const answer = await fetchWatched(`${this.#app}/v1${path}`, { method, headers, ...sent });
    const text = await answer.text();
    return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : text };
  }

  /** Titles of the pages of a space that a word finds. */
  async found(space: string, word: string): Promise<string[]> {
    const { body } = await this.call("GET", `/spaces/${space}/search?query=${word}`);
    return body.items.map(({ title }: { title: string }) => title);
  }

  /** How many reads the second server was to answer, by who has. */
  async reads(): Promise<Record<string, number>> {
    const text = await (
      await fetch(`${this.#app}/metrics`, { headers: { authorization: `Bearer ${TOKEN}` } })
    ).text();
    const counts = text.matchAll(/^lectern_database_replica_reads_total\{by="(\w+)"\} (\d+)$/gm);
    return Object.fromEntries([...counts].map(([, by, count]) => [by, Number(count)]));
  }
}

const words = (round: string): string =>
  `word${round.replaceAll(/\d/g, (digit) => "abcdefghij"[Number(digit)] ?? "")}x`;

async function copied(server: OwnServer): Promise<Client> {
  const connecting = () => connect(server.url).catch(() => undefined);
  return (await vi.waitUntil(connecting, { timeout: 60_000 })) as Client;
}

test.runIf(inject("databases").dialect === "postgres")(
  "two processes answer alike, whatever the replica lacks",
  { timeout: 300_000 + ROUNDS * 30_000 },
  async () => {
    first = await OwnServer.start();
    await first.stop();
    second = await first.standby();
    await first.start();
    void second.start().catch(() => undefined);
    copy = await copied(second);
    const settings = {
      LECTERN_DATA_DIR: program.folder(),
      PORT: "0",
      LECTERN_DATABASE_URL: first.url,
      LECTERN_DATABASE_READ_URL: second.url,
      LECTERN_ADMIN_TOKEN: TOKEN,
      LECTERN_RATE_LIMIT: "0",
    };
    const runs: Run[] = [program.start(settings)];
    await runs[0]?.ready();
    runs.push(program.start(settings));
    const callers = await Promise.all(runs.map(async (run) => new Caller((await run.ready()).app)));
    const [one, other] = callers as [Caller, Caller];
    const organization = (await one.call("GET", "/orgs")).body.items[0].id;
    const { id: space } = (await one.call("POST", `/orgs/${organization}/spaces`, { title: "Alike" })).body;

    for (let round = 0; round < ROUNDS * 2; round++) {
      const [writer, reader] = round % 2 === 0 ? [one, other] : [other, one];
      if (round === ROUNDS) await copy.query("select pg_wal_replay_pause()");
      const word = words(String(round));
      const change = { operation: "insert_page", title: word, document: { markdown: `${word} in a page\n` } };
      const { body: made } = await writer.call("POST", `/spaces/${space}/content`, { changes: [change] });
      const page = made.changes[0].page;
      // At once, in the other process.
      const read = await reader.call("GET", `/spaces/${space}/content/page/${page}?format=markdown`);
      expect([read.status, read.body.markdown]).toEqual([200, `${word} in a page\n`]);
      // Once it is found by one, it is found by the other.
      await expect.poll(() => writer.found(space, word)).toEqual([word]);
      expect(await reader.found(space, word)).toEqual([word]);
      // Once it is gone for one, it is gone for the other.
      const gone = { changes: [{ operation: "delete_page", page }] };
      expect((await writer.call("POST", `/spaces/${space}/content`, gone)).status).toBe(200);
      expect((await reader.call("GET", `/spaces/${space}/content/page/${page}`)).status).toBe(404);
      expect(await reader.found(space, word)).toEqual([]);
    }
    // What has a hash is kept by now: a search that finds nothing reads nothing else there.
    const searched = async (): Promise<Record<string, number>> => {
      const before = await other.reads();
      expect(await other.found(space, "anything")).toEqual([]);
      const after = await other.reads();
      return Object.fromEntries(Object.keys(after).map((by) => [by, after[by]! - before[by]!]));
    };
    await searched();
    expect((await searched())["primary"]).toBeGreaterThan(0);

    // It goes on, and is read again.
    await copy.query("select pg_wal_replay_resume()");
    await expect
      .poll(async () => {
        const { primary, replica } = await searched();
        return primary === 0 && replica! > 0;
      })
      .toBe(true);

    const doctor = program.start(settings, ["doctor", "--json"]);
    await doctor.ended;
    const { findings } = JSON.parse(doctor.printed.join("\n"));
    expect(findings).toContainEqual({
      about: "LECTERN_DATABASE_READ_URL",
      state: "ok",
      message: "the replica has what was written last",
    });
    // Gone altogether, it is missed by nobody.
    await copy.end();
    copy = undefined;
    await second.stop();
    expect(await other.found(space, "anything")).toEqual([]);
    expect((await other.call("GET", `/spaces/${space}/content/pages`)).status).toBe(200);
    for (const run of runs) expect(await run.stop()).toBe(0);
  },
);
