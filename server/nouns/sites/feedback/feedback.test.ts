/** From the form on a page to the list of its site, and to those who listen. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { makeSite, tokenOf, type VisitedSite } from "../../../site/visitor/visitors.fixture.ts";
import { type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
let writer: Person;
let reader: Person;
let site: VisitedSite;
let ids: Record<string, string> = {};

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  reader = await world().addPerson("rudi", "read");
  site = await makeSite(world(), writer, "Guide");
  const page = (ref: string, more: object = {}) => ({
    operation: "insert_page",
    ref,
    slug: ref,
    document: { markdown: `# ${ref}` },
    ...more,
  });
  const changes = [page("home"), page("guide"), page("staff", { condition: "visitor.claims.staff" })];
  const { body } = await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  ids = Object.fromEntries(body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]));
  await setEnabled(true);
});

beforeEach(() => {
  // What is sent is counted by the minute.
  world().ahead += 60_000;
});

async function setEnabled(enabled: boolean): Promise<void> {
  const { body: before } = await world().get(`${site.api}/customization`, writer);
  await world().put(`${site.api}/customization`, { ...before, feedback: { enabled } }, writer);
}

const FORM = { "content-type": "application/x-www-form-urlencoded" };
const say = (fields: Record<string, string>, headers: Record<string, string> = {}, prefix = "") =>
  world().send(`${site.base}${prefix}~/feedback`, new URLSearchParams(fields).toString(), {
    ...FORM,
    origin: "http://sites.test",
    ...headers,
  });
const list = (query = "", as = writer) => world().get(`${site.api}/page-feedback${query}`, as);

test("a page asks, keeps what is said, and thanks", async () => {
  const { text } = await world().visit(`${site.base}guide`);
  expect(text).toContain(`<form class="feedback" method="post" action="${site.base}~/feedback">`);
  expect(text).toContain(`name="page" value="${ids["guide"]}"`);
  const { status, headers } = await say({ page: ids["guide"] ?? "", rating: "ok", comment: "  Quite <b>. " });
  expect([status, headers["location"]]).toEqual([303, `${site.base}guide#~feedback-thanks`]);
  await say({ page: ids["home"] ?? "", rating: "bad", comment: "" }, { "sec-fetch-site": "same-origin" });
  const { body } = await list();
  expect(body).toMatchObject({
    count: 2,
    items: [
      { object: "page-feedback", rating: "bad", page: { id: ids["home"], title: "home" } },
      {
        rating: "ok",
        comment: "Quite <b>.",
        page: { id: ids["guide"], title: "guide" },
        space: site.space,
        siteSpace: site.siteSpace,
        url: `http://sites.test${site.base}guide`,
      },
    ],
  });
  expect(body.items[0].comment).toBeUndefined();
});

test("listSitePageFeedback lists by page and rating, in parts", async () => {
  expect((await list("?rating=ok")).body.items.map((each: { rating: string }) => each.rating)).toEqual([
    "ok",
  ]);
  expect((await list(`?pageId=${ids["home"]}`)).body.count).toBe(1);
  const { body: first } = await list("?limit=1");
  const { body: second } = await list(`?limit=1&page=${encodeURIComponent(first.next.page)}`);
  expect([first.items[0].rating, second.items[0].rating, second.next]).toEqual(["bad", "ok", undefined]);
  expect((await list("?rating=great")).status).toBe(400);
});

test("shows it to those who may change the site", async () => {
  expect((await list("", reader)).status).toBe(403);
  expect((await world().get(`${site.api}/page-feedback`)).status).toBe(401);
  const other = await world().addOrganization("Other", "other");
  const stranger = await world().addPerson("stan", "admin", other);
  expect((await list("", stranger)).status).toBe(404);
});

test("tells those who listen, with what was said and without a name", async () => {
  const { read } = world().deps.db;
  const rows = await read
    .selectFrom("outbox")
    .selectAll()
    .where("kind", "=", "page_feedback")
    .orderBy("seq")
    .execute();
  expect(rows.map(({ payload, space_id }) => [space_id, JSON.parse(payload)])[0]).toEqual([
    site.space,
    {
      siteId: site.id,
      spaceId: site.space,
      pageId: ids["guide"],
      feedback: { rating: "ok", comment: "Quite <b>." },
      url: `http://sites.test${site.base}guide`,
      actor: { type: "system", id: "site" },
    },
  ]);
});

test("takes nothing but what the form sends", async () => {
  const page = ids["guide"] ?? "";
  const cases: [number, Record<string, string>, Record<string, string>][] = [
    [400, { page, rating: "great" }, {}],
    [400, { page }, {}],
    [400, { page, rating: "ok", comment: "x".repeat(513) }, {}],
    [400, { page, rating: "ok", comment: "a\0b" }, {}],
    [404, { page: "nowhere", rating: "ok" }, {}],
    [404, { page: ids["staff"] ?? "", rating: "ok" }, {}],
    [415, { page, rating: "ok" }, { "content-type": "text/plain" }],
    [403, { page, rating: "ok" }, { origin: "https://evil.example" }],
    [403, { page, rating: "ok" }, { "sec-fetch-site": "cross-site" }],
  ];
  for (const [status, fields, headers] of cases) {
    expect([fields, headers, (await say(fields, headers)).status]).toEqual([fields, headers, status]);
  }
  expect((await say({ page, rating: "ok", comment: "x".repeat(512) })).status).toBe(303);
  expect((await list()).body.count).toBe(3);
  const { status, headers } = await world().visit(`${site.base}~/feedback`);
  expect([status, headers["allow"]]).toEqual([405, "POST"]);
});

test("hears readers as far as they may read, and keeps no secret of theirs", async () => {
  const page = ids["guide"] ?? "";
  await world().patch(site.api, { visibility: "visitor-auth" }, writer);
  expect((await say({ page, rating: "ok" })).status).toBe(403);
  const authorization = `Bearer ${await tokenOf(world(), site.key)}`;
  expect((await say({ page, rating: "ok" }, { authorization })).status).toBe(303);
  await world().patch(site.api, { visibility: "share-link" }, writer);
  const { body } = await world().post(`${site.api}/share-links`, { name: "All" }, writer);
  const key = new URL(body.urls.published).pathname.split("/").at(-2) ?? "";
  expect((await say({ page, rating: "ok" })).status).toBe(403);
  const { status, headers } = await say({ page, rating: "good" }, {}, `${key}/`);
  expect([status, headers["location"]]).toEqual([303, `${site.base}${key}/guide#~feedback-thanks`]);
  expect((await list("?rating=good")).body.items[0].url).toBe(`http://sites.test${site.base}guide`);
  await world().patch(site.api, { visibility: "public" }, writer);
});

test("one network is heard twenty times a minute", async () => {
  world().stopClock();
  const answers: number[] = [];
  for (let times = 0; times < 22; times++)
    answers.push((await say({ page: "nowhere", rating: "ok" })).status);
  world().runClock();
  expect(answers.filter((status) => status === 404).length).toBe(20);
  expect(answers.at(-1)).toBe(429);
});

test("asks nobody where it is off", async () => {
  await setEnabled(false);
  expect((await world().visit(`${site.base}guide`)).text).not.toContain("feedback");
  expect((await say({ page: ids["guide"] ?? "", rating: "ok" })).status).toBe(404);
  await world().post(`${site.api}/unpublish`, undefined, writer);
  expect((await say({ page: ids["guide"] ?? "", rating: "ok" })).status).toBe(404);
});
