/** What a merge of long texts takes from everybody else: how long the process answers nobody while it is at work. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program, type Run } from "./program.ts";

/** A page of a megabyte, nearly the longest that is read as one. */
const LENGTH = 960_000;
/**
 * How often as long as a sort of many numbers in the same process a turn may take: about 50 ms where that sort takes
 * 20. A slow machine, or a busy one, is slow at both.
 */
const MOST = 2.5;
const TOKEN = "an administrator's token for tests";

/**
 * Runs in the server: looks at every turn of the event loop how long the thread kept a processor since the one before,
 * and tells the longest when it gets the signal. What the system counts of a thread is a file of Linux.
 */
const PROBE = `
const { readFileSync } = require("node:fs");
if (require("node:worker_threads").isMainThread) {
  const file = "/proc/self/task/" + process.pid + "/schedstat";
  const took = () => Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
  const numbers = Array.from({ length: 150_000 }, (_, at) => (at * 7919) % 150_001);
  const sorting = () => {
    const began = took();
    numbers.slice().sort((a, b) => a - b);
    return took() - began;
  };
  let last = took();
  let longest = 0;
  setInterval(() => {
    const now = took();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1).unref();
  process.on("SIGUSR2", () => {
    const measure = [1, 2, 3, 4, 5].map(sorting).sort((a, b) => a - b)[2];
    process.stderr.write("held " + longest.toFixed(1) + " of " + measure.toFixed(1) + "\\n");
    longest = 0;
    last = took();
  });
}
`;

let program: Program;
let run: Run;
let api = "";

beforeAll(async () => {
  program = await Program.build();
  const probe = join(program.folder(), "probe.cjs");
  writeFileSync(probe, PROBE);
  const settings = await program.install();
  run = program.start({ ...settings, LECTERN_ADMIN_TOKEN: TOKEN, NODE_OPTIONS: `--require ${probe}` });
  api = `${(await run.ready()).app}/v1`;
});
afterAll(() => program.remove());

// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
async function ask(method: string, path: string, body?: object): Promise<any> {
  const headers = {
    authorization: `Bearer ${TOKEN}`,
    ...(body && { "content-type": "application/json" }),
  };
  const response = await fetchWatched(api + path, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const answer = (await response.json()) as unknown;
  expect([path, response.status < 300, response.ok ? "" : answer]).toEqual([path, true, ""]);
  return answer;
}

/** For how long the event loop was held at most since this was last asked: in times of the measure. */
async function longestHold(): Promise<number> {
  const told = () => [...run.logged.matchAll(/^held ([\d.]+) of ([\d.]+)$/gm)];
  const before = told().length;
  run.child.kill("SIGUSR2");
  await vi.waitUntil(() => told().length > before, { timeout: 60_000 });
  const [, held, measure] = told().at(-1) ?? [];
  return Number(held) / Number(measure);
}

/** A merge that a busy machine gives too little time is a conflict, and has written nothing: it is asked for again. */
async function inTime<T>(merge: () => Promise<T>): Promise<T> {
  for (let tries = 1; tries < 10; tries++) {
    const merged = await merge().catch(() => undefined);
    if (merged !== undefined) return merged;
  }
  return merge();
}

/** Waits until what follows a change, such as the search index, has come to its end. */
const quiet = () =>
  vi.waitUntil(async () => (await longestHold()) < MOST / 10, { timeout: 60_000, interval: 300 });

const line = (at: number) =>
  `Paragraph ${at} of [words](https://a.example/${at % 50}) and **more** of them.\n\n`;
const lines = Array.from({ length: Math.floor(LENGTH / line(10_000).length) }, (_, at) => line(at));
/** The page with another word in some of its paragraphs. */
const text = (...edited: readonly (readonly [at: number, word: string])[]): string => {
  const now = [...lines];
  for (const [at, word] of edited) now[at] = line(at).replace("more", word);
  return now.join("");
};

test.runIf(process.platform === "linux")(
  "a merge of a megabyte, by its base and of a change request, holds up nobody for long",
  async () => {
    const [{ id: organization }] = (await ask("GET", "/orgs")).items;
    const { id } = await ask("POST", `/orgs/${organization}/spaces`, { title: "Long" });
    const space = `/spaces/${id}`;
    const insert = { operation: "insert_page", title: "Long", document: { markdown: text() } };
    const [{ page }] = (await ask("POST", `${space}/content`, { changes: [insert] })).changes;
    const write = (place: string, document: object) =>
      ask("POST", `${place}/content`, { changes: [{ operation: "update_page", page, document }] });
    const { documentId: base } = await ask("GET", `${space}/content/page/${page}`);
    const [theirs, ours] = [[20, "theirs"] as const, [lines.length - 20, "ours"] as const];
    await write(space, { markdown: text(theirs), base });
    // What is loaded once and compiled is not what a merge takes.
    const request = await ask("POST", `${space}/change-requests`, { subject: "Mine" });
    const proposal = `${space}/change-requests/${request.number}`;
    await write(proposal, { markdown: text(theirs, [100, "mine"]) });

    await quiet();
    const merged = await inTime(() => write(space, { markdown: text(ours), base }));
    expect(merged.changes[0].merged).toBe(true);
    expect(await longestHold()).toBeLessThan(MOST);

    await quiet();
    const result = await inTime(async () => {
      const merging = await ask("POST", `${proposal}/merge`);
      return merging.result === "merge" ? "merge" : Promise.reject(new Error(merging.result));
    });
    expect(result).toBe("merge");
    expect(await longestHold()).toBeLessThan(MOST);
    const { markdown } = await ask("GET", `${space}/content/page/${page}`);
    expect(markdown === text(theirs, ours, [100, "mine"])).toBe(true);
  },
);
