/** What scripts of one organization leave to those of others: places, and memory of the program that runs them. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { openFetch } from "../fetch.ts";
import type { ScriptLimits } from "./room.ts";
import { findWorkerd } from "./runtime.ts";
import { type Script, Scripts } from "./scripts.ts";

const fetch = openFetch({ allowPrivateNetwork: true });
const opened: Scripts[] = [];
afterAll(async () => {
  await Promise.all(opened.map((scripts) => scripts.close()));
});

function open(limits: Partial<ScriptLimits> = {}, most = 4): Scripts {
  const given = { processor: Number.POSITIVE_INFINITY, ...limits };
  const scripts = new Scripts({ workerd: findWorkerd(), fetch, most, limits: given });
  opened.push(scripts);
  return scripts;
}

const handling = (body: string): string => `export default { async fetch(request, env, ctx) { ${body} } };`;
const NOTHING = { event: {}, environment: {} };
const UNTIL_ANSWER = { until: "answer" } as const;

/** A script of an organization, by an owner of its own. */
function script(organization: string, owner: string, code: string): Script {
  const of = { organization, owner, installation: `${organization} ${owner}`, version: "1", flags: [] };
  return { ...of, code: async () => handling(code) };
}

describe("places", () => {
  const FINE = `return new Response("fine");`;

  test("are never all of one organization, whatever its scripts go on with", async () => {
    const scripts = open({ end: 120_000 });
    const goesOn = `ctx.waitUntil(new Promise((done) => setTimeout(done, 25_000))); ${FINE}`;
    let ended = 0;
    for (const owner of ["a", "b", "c", "d", "e"])
      void scripts.run(script("greedy", owner, goesOn), NOTHING, UNTIL_ANSWER).then(
        (answer) => answer.ended.then(() => ended++),
        () => undefined,
      );
    await expect.poll(() => scripts.load.waiting).toBeGreaterThan(0);
    for (const other of ["one", "two"]) {
      const { body } = await scripts.run(script(other, "a", FINE), NOTHING, UNTIL_ANSWER);
      expect([other, body.toString(), ended]).toEqual([other, "fine", 0]);
    }
    await scripts.close();
  });

  test("beyond its share are given up by one that never stops asking, while another waits for its second", async () => {
    const scripts = open({ end: 120_000 }, 6);
    const state = { isOver: false };
    onTestFinished(() => void (state.isOver = true));
    const asksOn = async (owner: string): Promise<void> => {
      const brief = `return new Promise((done) => setTimeout(() => done(new Response("fine")), 300));`;
      while (!state.isOver)
        await scripts.run(script("greedy", owner, brief), NOTHING, UNTIL_ANSWER).catch(() => undefined);
    };
    const asking = Promise.all(["a", "b", "c", "d", "e", "f", "g"].map(asksOn));
    await expect.poll(() => scripts.load.processes).toBe(5);
    const rests = `ctx.waitUntil(new Promise((done) => setTimeout(done, 25_000))); ${FINE}`;
    const first = await scripts.run(script("other", "a", rests), NOTHING, UNTIL_ANSWER);
    let hasEnded = false;
    void first.ended.then(() => (hasEnded = true));
    const { body } = await scripts.run(script("other", "b", FINE), NOTHING, UNTIL_ANSWER);
    expect([body.toString(), hasEnded]).toEqual(["fine", false]);
    state.isOver = true;
    await asking;
    await scripts.close();
  });

  test("that rest make way for the next of their own organization", async () => {
    const scripts = open({ rest: 150_000 });
    for (const owner of ["a", "b", "c", "d", "e", "a"]) {
      const { body } = await scripts.run(script("own", owner, FINE), NOTHING, UNTIL_ANSWER);
      expect([owner, body.toString(), scripts.load.processes < 4]).toEqual([owner, "fine", true]);
    }
  });
});

describe("memory", () => {
  let host: Server;
  let address = "";
  beforeAll(async () => {
    host = createServer(async (request, response) => {
      let bytes = 0;
      for await (const part of request as AsyncIterable<Buffer>) bytes += part.length;
      response.end(String(bytes));
    });
    await new Promise<void>((done) => host.listen(0, "127.0.0.1", done));
    address = `http://127.0.0.1:${(host.address() as AddressInfo).port}/`;
  });
  afterAll(() => {
    host.closeAllConnections();
    host.close();
  });

  const MIB = 1024 * 1024;
  /** A stream of so many parts of 64 KiB, which then rests or ends. */
  const streaming = (parts: number, isResting: boolean) => `(() => { let left = ${parts};
    const part = new Uint8Array(65_536);
    return new ReadableStream({ pull(to) {
      if (left-- > 0) return to.enqueue(part);
      ${isResting ? "return new Promise(() => {});" : "to.close();"}
    } }); })()`;

  test("is taken up to a bound by what is sent and never ends, and others send meanwhile", async () => {
    const scripts = open({ answer: 30_000, end: 6000 });
    const taken = () => process.memoryUsage().arrayBuffers;
    const before = taken();
    let most = 0;
    const looking = setInterval(() => (most = Math.max(most, taken() - before)), 10);
    const floods = `const asks = Array.from({ length: 40 }, () =>
        fetch("${address}", { method: "POST", body: ${streaming(64, true)} }).then(({ status }) => status));
      ctx.waitUntil(Promise.allSettled(asks));
      return new Response(String(await Promise.race(asks)));`;
    const flood = await scripts.run(script("flood", "a", floods), NOTHING, UNTIL_ANSWER);
    expect(flood.body.toString()).toBe("429");
    const sends = `return fetch("${address}", { method: "POST", body: ${streaming(144, false)} });`;
    const send = async (organization: string) =>
      (await scripts.run(script(organization, "b", sends), NOTHING, UNTIL_ANSWER)).body.toString();
    expect(await send("other")).toBe(String(9 * MIB));
    clearInterval(looking);
    expect(most / MIB).toBeLessThan(90);
    // What has ended holds nothing.
    await flood.ended;
    expect(await send("flood")).toBe(String(9 * MIB));
  });

  test("isn't refused to a script that asks for much at once", async () => {
    const scripts = open();
    const many = `const asks = Array.from({ length: 60 }, (_, at) =>
        fetch("${address}", { method: "POST", body: "x".repeat(at) }).then((answer) => answer.text()));
      return new Response((await Promise.all(asks)).join());`;
    const { body } = await scripts.run(script("many", "a", many), NOTHING, UNTIL_ANSWER);
    expect(body.toString()).toBe(Array.from({ length: 60 }, (_, at) => at).join());
  });
});
