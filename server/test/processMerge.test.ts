/** Merges and updates while the server is killed again and again: what was acknowledged is there, and all of it fits. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { fetchWatched } from "./ownAnswers.ts";
import { Program } from "./program.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const KILLS = isFull ? 200 : 2;
/** Clients at once; now and then a crowd, which takes long to answer. */
const workersOf = (kill: number): number => (isFull && kill % 20 === 0 ? 64 : 4);
/** The kill comes after some acknowledged steps, so that slow machines get as far as fast ones … */
const MOST_STEPS = 30;
/** … and then at any instant of about a step more. */
const WITHIN_MS = 20;
const TOKEN = "an administrator's token for tests";

let program: Program;

beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

// oxlint-disable-next-line typescript/no-explicit-any -- a body is whatever the test asserts it to be
type Body = any;

/** The body of a success; undefined when the server went away before it answered. @throws for a refusal */
async function ask(url: string, method = "GET", sent?: object): Promise<Body | undefined> {
  let response: Response;
  let text: string;
  try {
    response = await fetchWatched(url, {
      method,
      headers: { authorization: `Bearer ${TOKEN}`, ...(sent && { "content-type": "application/json" }) },
      ...(sent && { body: JSON.stringify(sent) }),
    });
    text = await response.text();
  } catch {
    return undefined;
  }
  const body = JSON.parse(text) as Body;
  // A head that keeps moving and a change request that somebody else changed are refused; nothing else is.
  if (!response.ok) expect([url, body.error.type]).toEqual([url, "stale-head"]);
  return response.ok ? body : undefined;
}

/** What was acknowledged so far. */
interface Acknowledged {
  readonly numbers: Set<number>;
  /** Revisions of the space. */
  readonly revisions: Set<string>;
  /** Pages of the space, by id. */
  readonly pages: Set<string>;
  /** By number: the revision that its merge made. */
  readonly merged: Map<number, string>;
  /** By number: a revision that it has taken in. */
  readonly updated: Map<number, string>;
}

const page = (title: string) => ({
  operation: "insert_page",
  title,
  document: { markdown: `Of ${title}.\n\nMore.` },
});

/** Proposes pages and merges them, beside writes of its own to the space, until the server is gone. */
async function work(
  space: string,
  name: string,
  acknowledged: Acknowledged,
  step: () => void,
): Promise<void> {
  for (let round = 0; round < 1000; round++) {
    const made = await ask(`${space}/change-requests`, "POST", { subject: `${name} ${round}` });
    if (made === undefined) return;
    acknowledged.numbers.add(made.number);
    step();
    const request = `${space}/change-requests/${made.number}`;
    const title = `${name}-${round}`;
    const proposed = await ask(`${request}/content?compat=false`, "POST", { changes: [page(`${title}-p`)] });
    if (proposed === undefined) return;
    const direct = await ask(`${space}/content`, "POST", { changes: [page(`${title}-d`)] });
    if (direct === undefined) return;
    acknowledged.pages.add(direct.changes[0].page);
    step();
    if (round % 2 === 0) {
      const updated = await ask(`${request}/update`, "POST");
      if (updated === undefined) return;
      acknowledged.updated.set(made.number, updated.revision);
      step();
    }
    const merged = await ask(`${request}/merge`, "POST");
    if (merged === undefined) return;
    acknowledged.merged.set(made.number, merged.revision);
    acknowledged.revisions.add(merged.revision);
    acknowledged.pages.add(proposed.changes[0].page);
    step();
  }
}

/** All items of a list. */
async function all(url: string): Promise<Body[]> {
  const items: Body[] = [];
  let next = "";
  do {
    const body = await ask(`${url}${next}`);
    items.push(...body.items);
    next = body.next === undefined ? "" : `&page=${body.next.page}`;
  } while (next !== "");
  return items;
}

async function expectWhole(space: string, acknowledged: Acknowledged): Promise<void> {
  const statuses = ["draft", "open", "archived", "merged"];
  const lists = await Promise.all(
    statuses.map((status) => all(`${space}/change-requests?limit=1000&status=${status}`)),
  );
  const requests = new Map<number, Body>(lists.flat().map((one) => [one.number, one]));
  const numbers = [...requests.keys()].toSorted((a, b) => a - b);
  expect(numbers).toEqual(numbers.map((_, index) => index + 1));
  for (const number of acknowledged.numbers) expect(requests.has(number)).toBe(true);

  const now = await ask(space);
  expect([now.changeRequests, now.changeRequestsDraft, now.changeRequestsOpen]).toEqual([
    numbers.length,
    lists[0]?.length,
    lists[1]?.length,
  ]);

  const history = await all(`${space}/revisions?limit=1000`);
  expect(history[0].id).toBe(now.revision);
  for (const [index, revision] of history.entries()) {
    expect(revision.parents[0]).toBe(history[index + 1]?.id);
  }
  const ids = new Set(history.map(({ id }) => id));
  for (const revision of acknowledged.revisions) expect(ids.has(revision)).toBe(true);
  const made = history.filter(({ type }) => type === "merge").map(({ id }) => id);
  const closed = (lists[3] ?? []).map(({ revisionMerged }) => revisionMerged);
  expect(made.toSorted()).toEqual(closed.toSorted());
  for (const [number, revision] of acknowledged.merged) {
    expect(requests.get(number)).toMatchObject({ status: "merged", revisionMerged: revision });
  }
  for (const [number, revision] of acknowledged.updated) {
    const { revision: head, revisionMergedAncestor: ancestor } = requests.get(number);
    expect([head, ids.has(ancestor)]).toEqual([revision, true]);
  }

  const flat = ({ id, pages = [] }: Body): string[] => [id, ...pages.flatMap(flat)];
  const pages = new Set((await ask(`${space}/content/pages`)).pages.flatMap(flat));
  for (const id of acknowledged.pages) expect(pages.has(id)).toBe(true);
}

test(
  `merges are whole or not there at all, whenever the server dies, ${KILLS} times`,
  { timeout: 180_000 + KILLS * 20_000 },
  async () => {
    const settings = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
    const none = { numbers: new Set<number>(), revisions: new Set<string>(), pages: new Set<string>() };
    const acknowledged = { ...none, merged: new Map<number, string>(), updated: new Map<number, string>() };
    let id: string | undefined;
    for (let kill = 0; kill <= KILLS; kill++) {
      const run = program.start(settings);
      const { app } = await run.ready();
      const [organization] = await all(`${app}/v1/orgs?limit=10`);
      id ??= (await ask(`${app}/v1/orgs/${organization.id}/spaces`, "POST", { title: "Guide" })).id as string;
      const space = `${app}/v1/spaces/${id}`;
      await expectWhole(space, acknowledged);
      if (kill === KILLS) {
        expect(await run.stop()).toBe(0);
        break;
      }
      let left = 1 + Math.floor(Math.random() * MOST_STEPS);
      let dying: Promise<void> | undefined;
      // The last one waits for a merge: few and early kills would all come before the first.
      const mayDie = (): boolean => kill < KILLS - 1 || acknowledged.merged.size > 0;
      const step = (): void => {
        if (--left <= 0 && mayDie()) dying ??= run.killWithin(WITHIN_MS);
      };
      const names = Array.from({ length: workersOf(kill) }, (_, index) => `k${kill}w${index}`);
      await Promise.all(names.map((name) => work(space, name, acknowledged, step)));
      // Workers that were all refused have nobody left to end it.
      await (dying ?? run.kill());
    }
    expect(acknowledged.merged.size).toBeGreaterThan(0);
    const doctor = program.start(settings, ["doctor", "--json"]);
    expect([await doctor.ended, doctor.logged]).toEqual([0, ""]);
  },
);
