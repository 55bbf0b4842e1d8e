/**
 * No operation holds the event loop for long, at the largest input that it takes, while another organization reads and
 * writes. Generated from the route table: an operation without an entry fails here.
 */
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildApp, operations } from "../app.ts";
import type { Operation } from "../http/operation.ts";
import { type Person, useWorld } from "./harness.ts";
import { makeLarge, watchStalls, type WorstFigures, type WorstRequest, worstRequests } from "./worst.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const FIGURES: WorstFigures = isFull
  ? { pages: 10_000, comments: 10_000, webhooks: 100, text: 900_000, body: 30_000_000 }
  : { pages: 250, comments: 20, webhooks: 10, text: 60_000, body: 200_000 };

/**
 * Slices, each about half a millisecond. What is asked of the program is a hundred milliseconds; what is compiled at a first call is in it.
 */
const MOST = 200;
/** What holds the loop does so each time; what else the machine has to do, or is compiled, does not. */
const TRIES = 5;

const world = useWorld();
/** As the world's own, which checks each answer: that takes longer than making it. */
let app: FastifyInstance;
let owner: Person;
let neighbour: Person;
let known: ReadonlyMap<string, string>;
let theirs = "";
let turn = 0;

beforeAll(async () => {
  app = buildApp(world().deps, { rateLimit: 0, trustedProxies: [] });
  owner = await world().addPerson("olga", "admin");
  known = await makeLarge(world(), owner, FIGURES);
  const other = await world().addOrganization("Other", "other");
  neighbour = await world().addPerson("nora", "admin", other);
  theirs = (await world().post(`/orgs/${other}/spaces`, { title: "Theirs" }, neighbour)).body.id;
});

afterAll(() => app.close());

/** What ends or removes comes last, and what is closest to the root the very last. */
const order = ({ method, url }: Operation): number => (method === "DELETE" ? 1000 - url.length : 0);

async function hold({ method, path, body }: WorstRequest): Promise<readonly [status: number, worst: number]> {
  const send = (verb: string, url: string, { token }: Person, payload?: string) =>
    app.inject({
      method: verb as "GET",
      url: `/v1${url}`,
      headers: {
        authorization: `Bearer ${token}`,
        ...(payload === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(payload === undefined ? {} : { payload }),
    });
  const sent = body === undefined ? undefined : JSON.stringify(body);
  const { result, stalls } = await watchStalls(async () => {
    const asked = send(method, path, owner, sent);
    const read = await send("GET", `/spaces/${theirs}`, neighbour);
    const title = JSON.stringify({ title: `Theirs at ${(turn += 1)}` });
    const written = await send("PATCH", `/spaces/${theirs}`, neighbour, title);
    expect([read.statusCode, written.statusCode]).toEqual([200, 200]);
    return asked;
  });
  return [result.statusCode, stalls[0] ?? 0];
}

// What a first try has removed isn't there for a second.
test("every operation lets others have their turn at its largest input", { retry: 0 }, async () => {
  const long: string[] = [];
  const failed: string[] = [];
  const seen: (readonly [string, number, number])[] = [];
  for (const operation of operations.toSorted((a, b) => order(a) - order(b))) {
    let status = 0;
    for (const request of worstRequests(operation, known, FIGURES)) {
      // What was taken with all of its fields is not sent with fewer.
      if (status !== 0 && status !== 400) break;
      let worst = Infinity;
      for (let tries = 0; tries < TRIES && worst > MOST; tries++) {
        const [answered, held] = await hold(request);
        [status, worst] = [answered, Math.min(worst, held)];
      }
      seen.push([operation.operationId, status, Math.round(worst)]);
      if (worst > MOST) long.push(`${operation.operationId} (${status}): ${Math.round(worst)} slices`);
      if (status >= 500 || status === 401) failed.push(`${operation.operationId}: ${status}`);
    }
  }
  // oxlint-disable-next-line no-console -- the whole figures of the full tier
  if (isFull) console.table(seen.toSorted(([, , a], [, , b]) => b - a));
  expect(failed).toEqual([]);
  expect(long).toEqual([]);
});
