import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { REVISION_COLUMNS, ROOT_COLUMNS } from "../../content/revisionNames.ts";
import { firstTables } from "../../db/migrations/001-first-release.ts";
import { Receiver } from "../../jobs/delivery/receiver.fixture.ts";
import { planHousekeeping } from "../../test/plannedRounds.ts";
import { assemble } from "../../open.ts";
import { type Person, type Session, useWorld } from "../../test/harness.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const COALESCE = { prefer: "coalesce" };

const world = useWorld();
let ana: Person;
let anaAtWork: Session;
let ben: Person;

let receiver: Receiver;
beforeAll(async () => {
  receiver = await Receiver.open();
  ana = await world().addPerson("ana", "admin");
  ben = await world().addPerson("ben", "admin");
  anaAtWork = await world().signIn(ana);
});

afterAll(() => receiver.close());

interface Page {
  readonly space: string;
  readonly page: string;
  /** What is written to, and whose history is looked at. */
  readonly at: string;
}

async function newPage(): Promise<Page> {
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, { title: "Guide" }, ana);
  const changes = [{ operation: "insert_page", title: "Page", document: { markdown: "begin" } }];
  const made = await world().post(`/spaces/${body.id}/content`, { changes }, ben);
  return { space: body.id, page: made.body.changes[0].page, at: `/spaces/${body.id}` };
}

async function newRequest(): Promise<Page> {
  const { space, page } = await newPage();
  const { body } = await world().post(`/spaces/${space}/change-requests`, { subject: "Words" }, ana);
  return { space, page, at: `/spaces/${space}/change-requests/${body.number}` };
}

type Headers = Record<string, string>;
async function write(
  { at, page }: Page,
  markdown: string,
  as: Person | Session = ana,
  headers: Headers = COALESCE,
) {
  const changes = [{ operation: "update_page", page, document: { markdown } }];
  const { status, body } = await world().post(`${at}/content`, { changes }, as, headers);
  expect([status, body.error]).toEqual([200, undefined]);
  return (body.revision ?? body.changeRequest?.revision) as string;
}

const textOf = async ({ at, page }: Page) =>
  (await world().get(`${at}/content/page/${page}`, ana)).body.markdown;

async function history({ space }: Page): Promise<string[]> {
  const { body } = await world().get(`/spaces/${space}/revisions`, ana);
  return body.items.map(({ id }: { id: string }) => id);
}

const rowOf = (id: string) =>
  world()
    .deps.db.read.selectFrom("revisions")
    .select(["id", "parents", "superseded_by"])
    .where("id", "=", id)
    .executeTakeFirst();

describe("Prefer: coalesce", () => {
  test("a text that saves itself is one entry of the history, and each state can still be read", async () => {
    const page = await newPage();
    const [before] = await history(page);
    const made: string[] = [];
    for (let n = 1; n <= 12; n++) made.push(await write(page, `begin ${n}`));
    expect(await history(page)).toEqual([made.at(-1), before, ...(await history(page)).slice(2)]);
    expect(new Set(made).size).toBe(12);
    const { body } = await world().get(`/spaces/${page.space}/revisions/${made[4]}/page/${page.page}`, ana);
    expect(body.markdown).toBe("begin 5");
    // The parent is what came before the whole, and so is what it changed.
    expect(JSON.parse((await rowOf(made.at(-1) as string))?.parents ?? "")).toEqual([before]);
    const changes = await world().get(`/spaces/${page.space}/revisions/${made.at(-1)}/changes`, ana);
    expect(changes.body.changes.map(({ type }: { type: string }) => type)).toEqual(["page_edited"]);
  });

  test("of a change request it counts once, in what its contributors made", async () => {
    const page = await newRequest();
    for (let n = 1; n <= 5; n++) await write(page, `begin ${n}`);
    const { body } = await world().get(`${page.at}/contributors`, ana);
    expect(
      body.items.map((one: { user: { id: string }; count: number }) => [one.user.id, one.count]),
    ).toEqual([[ana.id, 1]]);
    expect(await textOf(page)).toBe("begin 5");
  });

  const never: readonly [string, (page: Page, first: string) => Promise<unknown>, string?][] = [
    ["another person", (page) => write(page, "begin, says Ben", ben)],
    ["another session of the same person", (page) => write(page, "begin at work", anaAtWork)],
    ["ten minutes", async () => void (world().ahead += 10 * MINUTE)],
    ["a comment", ({ at }) => world().post(`${at}/comments`, { body: { markdown: "Why?" } }, ben)],
    [
      "a change request that begins",
      ({ space }) => world().post(`/spaces/${space}/change-requests`, {}, ben),
    ],
  ];
  test.each(never)("never across %s", async (_what, happens) => {
    const page = await newPage();
    const first = await write(page, "begin 1");
    const second = await write(page, "begin 2");
    await happens(page, second);
    const third = await write(page, "begin 3");
    const listed = await history(page);
    expect(listed).not.toContain(first);
    expect(listed).toContain(second);
    expect(listed[0]).toBe(third);
  });

  test("never across a review, an update or a merge", async () => {
    const page = await newRequest();
    const steps = [
      () => world().post(`${page.at}/reviews`, { status: "approved" }, ben),
      () => world().post(`${page.at}/requested-reviewers`, { users: [ben.id] }, ana),
      async () => {
        const changes = [{ operation: "insert_page", title: "Other", document: { markdown: "x" } }];
        await world().post(`/spaces/${page.space}/content`, { changes }, ben);
        return world().post(`${page.at}/update`, {}, ana);
      },
    ];
    let last = await write(page, "begin 0");
    for (const [index, step] of steps.entries()) {
      expect((await step()).status).toBeLessThan(300);
      const next = await write(page, `begin ${index + 1}`);
      expect((await rowOf(last))?.superseded_by, `step ${index}`).toBeNull();
      last = next;
    }
    const merged = await world().post(`${page.at}/merge`, {}, ana);
    expect(merged.body.result).toBe("merge");
    const after = await write({ ...page, at: `/spaces/${page.space}` }, "after it");
    expect((await history(page)).slice(0, 2)).toEqual([after, merged.body.revision]);
  });

  test("costs a point, of those that a minute has", async () => {
    const page = await newPage();
    const changes = [{ operation: "update_page", page: page.page, document: { markdown: "x" } }];
    const app = world().openApp({}, { rateLimit: 100 });
    const left = async (headers: Headers) =>
      Number(
        (
          await app.inject({
            method: "POST",
            url: `/v1${page.at}/content`,
            headers: { authorization: `Bearer ${ana.token}`, ...headers },
            payload: { changes },
          })
        ).headers["x-ratelimit-remaining"],
      );
    expect([await left({}), await left(COALESCE), await left(COALESCE)]).toEqual([95, 94, 93]);
    await app.close();
  });

  test("the log has one row a person, a page and ten minutes, with how many writes it stands for", async () => {
    const page = await newPage();
    for (let n = 1; n <= 4; n++) await write(page, `begin ${n}`);
    await write(page, "begin, says Ben", ben);
    world().ahead += 11 * MINUTE;
    const last = await write(page, "begin again");
    const { body } = await world().get(
      `/orgs/${world().organization}/audit-events?action=space.content.update&target=${page.space}`,
      ana,
    );
    const rows = body.items.map((one: { actor: { id: string }; after: object }) => [one.actor.id, one.after]);
    expect(rows).toEqual([
      [ana.id, { revision: last, page: page.page, writes: 1 }],
      [ben.id, { revision: expect.any(String), page: page.page, writes: 1 }],
      [ana.id, { revision: expect.any(String), page: page.page, writes: 4 }],
      [ben.id, { revision: expect.any(String) }],
    ]);
  });

  test("listeners outside hear of it when the space has rested, or after five minutes, or before what comes next", async () => {
    const page = await newPage();
    const hook = (await world().post(
      `/orgs/${world().organization}/webhooks`,
      { url: receiver.url, events: ["space_content_updated", "comment_created"], spaces: [page.space] },
      ana,
    )) as { status: number };
    expect(hook.status).toBe(201);
    const told = async (ahead: number) => {
      world().ahead += ahead;
      await world().runJobs();
      return receiver.received.splice(0).map(({ event }) => event.data["revisionId"] ?? event.type);
    };
    await told(0);
    await write(page, "begin 1");
    expect(await told(20_000)).toEqual([]);
    const second = await write(page, "begin 2");
    expect(await told(20_000)).toEqual([]);
    expect(await told(11_000)).toEqual([second]);
    let last = "";
    for (let n = 0; n < 14; n++) {
      last = await write(page, `on and on ${n}`);
      expect(await told(19_999)).toEqual([]);
    }
    expect(await told(25_000)).toEqual([last]);
    const third = await write(page, "begin 3");
    await world().post(`${page.at}/comments`, { body: { markdown: "Why?" } }, ben);
    expect(await told(0)).toEqual([third, "comment_created"]);
  });

  test("what was superseded goes after thirty days, with its text, unless something names it", async () => {
    const page = await newPage();
    const first = await write(page, "a text of long ago");
    const { documentId: base } = (await world().get(`${page.at}/content/page/${page.page}`, ana)).body;
    const named = await write(page, "a text that is named");
    const last = await write(page, "begin 3");
    // As one that was posted in the very moment.
    await world().deps.db.transact((tx) =>
      tx
        .insertInto("comments")
        .values({
          organization_id: world().organization,
          id: "late",
          space_id: page.space,
          revision_id: named,
          body: "Why?",
          posted_at: 0,
        })
        .execute(),
    );
    const bodies = async () =>
      (await world().deps.db.read.selectFrom("bodies").select("text").execute()).map(({ text }) => text);
    await planHousekeeping(world().deps);
    world().ahead += 29 * DAY;
    await world().runJobs();
    expect(await rowOf(first)).toBeDefined();
    world().ahead += 2 * DAY;
    await world().runJobs();
    expect([await rowOf(first), await rowOf(named)]).toEqual([undefined, expect.anything()]);
    expect(await bodies()).not.toContain("a text of long ago");
    expect(await bodies()).toContain("a text that is named");
    expect([(await history(page))[0], await textOf(page)]).toEqual([last, "begin 3"]);
    // Who still has that text open, and writes by another process: this one may know the text from before.
    const elsewhere = world().openApp(assemble(world().deps));
    const document = { markdown: "a text of long ago, and mine", base };
    const answer = await elsewhere.inject({
      method: "POST",
      url: `/v1${page.at}/content`,
      headers: { authorization: `Bearer ${ana.token}` },
      payload: { changes: [{ operation: "update_page", page: page.page, document }] },
    });
    await elsewhere.close();
    expect([answer.statusCode, answer.json().error.type]).toEqual([409, "base-unknown"]);
    expect(await textOf(page)).toBe("begin 3");
  });
});

test("the lists of what names revisions and roots have every such column of the schema", () => {
  const listed = [...REVISION_COLUMNS, ...ROOT_COLUMNS].map(([table, column]) => `${table}.${column}`);
  const own = new Set([
    // What a revision is made of, and what follows from the list itself.
    "revisions.root",
    "revisions.parents",
    "revisions.superseded_by",
    // What a page's history was is that of what takes a revision's place.
    "page_revisions.revision_id",
    // Where an index stands: one that is gone makes it anew.
    "search_state.root",
    // Of what Git has.
    "git_installations.tree_root",
    "git_installations.incoming_root",
    "git_installations.asked_root",
    "git_pushes.tree_root",
  ]);
  const naming = firstTables.flatMap(({ name, columns }) =>
    Object.keys(columns)
      .filter((column) => /revision|(^|_)(head|root|ancestor|parents)($|_)|superseded_by/.test(column))
      .map((column) => `${name}.${column}`)
      .filter((column) => !own.has(column)),
  );
  expect(naming.toSorted()).toEqual(listed.toSorted());
});
