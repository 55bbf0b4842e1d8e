/** Many clients edit, update and merge one space at once: nothing acknowledged is lost, and every count stays true. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const CLIENTS = 64;
/** In the full tier as many rounds as fit in a minute; else a number of them, that slow machines get as far as fast ones. */
const ROUNDS = isFull ? 10_000 : 2;
const SECONDS = isFull ? 60 : 600;
let owner: Person;
let space: string;
let page: string;

beforeAll(async () => {
  owner = await world().addPerson("olga", "admin");
  const made = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, owner);
  space = made.body.id;
  const written = await world().post(
    `/spaces/${space}/content`,
    { changes: [{ operation: "insert_page", title: "Shared", document: { markdown: "Shared." } }] },
    owner,
  );
  page = written.body.changes[0].page;
});

const insert = (title: string) => ({
  operation: "insert_page",
  title,
  document: { markdown: `Text ${title}` },
});

/** One client: every third round straight into the space, else through a change request. */
async function work(client: number, until: number, written: Set<string>, refused: number[]): Promise<void> {
  for (let round = 0; round < ROUNDS && performance.now() < until; round++) {
    const title = `p-${client}-${round}`;
    if ((client + round) % 3 === 0) {
      const { status } = await world().post(`/spaces/${space}/content`, { changes: [insert(title)] }, owner);
      if (status === 200) written.add(title);
      else refused.push(status);
      continue;
    }
    const begun = await world().post(`/spaces/${space}/change-requests`, {}, owner);
    if (begun.status !== 201) throw new Error(begun.text);
    const request = `/spaces/${space}/change-requests/${begun.body.number}`;
    const contested = { operation: "update_page", page, document: { markdown: `Shared by ${title}.` } };
    const changes = round % 4 === 0 ? [insert(title), contested] : [insert(title)];
    const edited = await world().post(`${request}/content`, { changes }, owner);
    if (edited.status !== 200) refused.push(edited.status);
    if (client % 2 === 0) await world().post(`${request}/update`, undefined, owner);
    const merged = await world().post(`${request}/merge`, undefined, owner);
    if (merged.status === 200 && merged.body.result === "merge" && edited.status === 200) written.add(title);
    if (merged.status !== 200) refused.push(merged.status);
    if (merged.status === 409 && client % 4 === 0) {
      await world().patch(request, { status: round % 8 === 0 ? "open" : "archived" }, owner);
    }
  }
}

test(
  `${CLIENTS} clients for ${isFull ? `${SECONDS} seconds` : `${ROUNDS} rounds`}`,
  async () => {
    const until = performance.now() + SECONDS * 1000;
    const written = new Set<string>();
    const refused: number[] = [];
    await Promise.all(Array.from({ length: CLIENTS }, (_, client) => work(client, until, written, refused)));
    expect(written.size).toBeGreaterThan(0);
    // Conflicts that nobody decides, and heads that keep moving: never anything else.
    expect(refused.filter((status) => status !== 409)).toEqual([]);

    const { read } = world().deps.db;
    const requests = await read
      .selectFrom("change_requests")
      .select(["number", "status", "revision_merged", "id", "conflicts"])
      .where("space_id", "=", space)
      .orderBy("number")
      .execute();
    expect(requests.map(({ number }) => number)).toEqual(requests.map((_, index) => index + 1));
    const counted = (status: string) => requests.filter((request) => request.status === status).length;
    const row = await read.selectFrom("spaces").selectAll().where("id", "=", space).executeTakeFirstOrThrow();
    expect([row.change_requests, row.change_requests_open, row.change_requests_draft]).toEqual([
      requests.length,
      counted("open"),
      counted("draft"),
    ]);
    for (const { id, conflicts } of requests) {
      const found = await read
        .selectFrom("conflicts")
        .select("id")
        .where("change_request_id", "=", id)
        .where("resolution", "is", null)
        .execute();
      expect(found.length).toBe(conflicts);
    }

    const own = await read
      .selectFrom("revisions")
      .select(["id", "parents"])
      .where("space_id", "=", space)
      .where("change_request_id", "is", null)
      .execute();
    const parents = new Map(own.map(({ id, parents }) => [id, (JSON.parse(parents) as string[])[0]]));
    const chain = new Set<string>();
    for (let at: string | undefined = row.head; at !== undefined && !chain.has(at); at = parents.get(at)) {
      chain.add(at);
    }
    expect(chain.size).toBe(own.length);
    for (const { revision_merged: merged } of requests)
      if (merged !== null) expect(chain.has(merged)).toBe(true);

    const { body } = await world().get(`/spaces/${space}/content/pages`, owner);
    const titles = new Set(body.pages.map(({ title }: { title: string }) => title));
    expect([...written].filter((title) => !titles.has(title))).toEqual([]);
  },
  (SECONDS + 60) * 1000,
);
