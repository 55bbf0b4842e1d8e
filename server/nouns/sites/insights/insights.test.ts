/** trackEventsInSiteById and aggregateSiteEvents: what renderers tell of their readers. */
import { beforeAll, expect, test } from "vitest";
import { makeSite, tokenOf, type VisitedSite } from "../../../site/visitor/visitors.fixture.ts";
import { type Answer, type Person, useWorld } from "../../../test/harness.ts";

const world = useWorld();
const DAY = 24 * 3_600_000;
let writer: Person;
let site: VisitedSite;
let other: VisitedSite;
let pages: Record<string, string>;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Read");
  other = await makeSite(world(), writer, "Other");
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  const page = (ref: string, more: object = {}) => ({ operation: "insert_page", ref, title: ref, ...more });
  const changes = [page("one"), page("two"), page("gold", { condition: "visitor.claims.plan == 'gold'" })];
  const { body } = await world().post(`/spaces/${site.space}/content`, { changes }, writer);
  pages = Object.fromEntries(
    body.changes.map((done: { ref: string; page: string }) => [done.ref, done.page]),
  );
});

async function reader(visitor: object = {}): Promise<string> {
  const { body } = await world().post("/urls/published", { url: `http://sites.test${site.base}`, visitor });
  return body.apiToken;
}

/** As the renderers of the public platform send it. */
const view = (page: string | undefined, more: object = {}) => ({
  type: "page_view",
  session: { visitorId: "v", sessionId: "s", cookies: {}, userAgent: "x", language: null, referrer: null },
  location: {
    url: `http://sites.test${site.base}`,
    displayContext: "site",
    siteSection: null,
    siteSpace: site.siteSpace,
    siteShareKey: null,
    space: site.space,
    revision: null,
    page,
    ...more,
  },
});
const track = (as: string | Person, ...events: object[]): Promise<Answer> =>
  world().post(`${site.api}/insights/events`, { events }, as);
const aggregate = async (body: object) =>
  (await world().post(`${site.api}/insights/events/aggregate`, { range: "last30Days", ...body }, writer))
    .body;

test("views of pages that a reader is shown are counted by day, and nothing else is", async () => {
  const token = await reader();
  const taken = await track(
    token,
    view(pages["one"]),
    view(pages["one"]),
    view(pages["two"]),
    view(pages["gold"]),
    view("absent"),
    view(pages["one"], { siteSpace: other.siteSpace }),
    { type: "search_open", session: {}, location: { page: pages["one"], siteSpace: site.siteSpace } },
    { type: "page_view" },
  );
  expect(taken.status).toBe(204);
  const signed = { jwtToken: await tokenOf(world(), site.key, { plan: "gold" }) };
  expect((await track(await reader(signed), view(pages["gold"]))).status).toBe(204);
  expect((await track(token, view(pages["one"]))).status).toBe(204);
  expect(await aggregate({})).toEqual({ columns: [{ column: "eventsCount", values: [5] }] });
  const byPage = {
    select: [{ column: "page" }, { column: "eventsCount" }],
    order: { by: { column: "eventsCount" }, direction: "desc" },
  };
  const rest = [pages["two"], pages["gold"]].toSorted();
  expect(await aggregate(byPage)).toEqual({
    columns: [
      { column: "page", values: [pages["one"], ...rest].map((page) => ({ page, space: site.space })) },
      { column: "eventsCount", values: [3, 1, 1] },
    ],
  });
  const only = { where: [{ column: "page", values: [{ page: pages["one"], space: site.space }] }] };
  expect((await aggregate(only)).columns[0].values).toEqual([3]);
});

test("days are apart, and are read by who may change the site", async () => {
  world().ahead += DAY;
  await track(await reader(), view(pages["two"]));
  const days = { select: [{ column: "datetime", interval: "day" }, { column: "eventsCount" }] };
  const { columns } = await aggregate(days);
  expect(columns[1].values).toEqual([5, 1]);
  const [before, after] = columns[0].values.map((day: string) => Date.parse(day));
  expect(after - before).toBe(DAY);
  const range = { from: new Date(after).toISOString(), to: new Date(after + DAY).toISOString() };
  expect((await aggregate({ range })).columns[0].values).toEqual([1]);
  expect((await aggregate({ range: { from: range.to, to: range.to } })).columns[0].values).toEqual([]);
  world().ahead -= DAY;

  const guest = await world().addPerson("rea", "read");
  const asked = (as: Person | string) =>
    world().post(`${site.api}/insights/events/aggregate`, { range: "last7Days" }, as);
  expect((await asked(guest)).status).toBe(403);
  expect((await asked(await reader())).status).toBe(403);
  expect((await track("ey", view(pages["one"]))).status).toBe(401);
  const token = await reader();
  expect((await world().post(`${other.api}/insights/events`, { events: [] }, token)).status).toBe(404);
  await world().post(`${site.api}/unpublish`, undefined, writer);
  expect((await track(token, view(pages["one"]))).status).toBe(401);
});

test("what can't be answered as it is asked is refused, by the name of its field", async () => {
  const column = (name: string) => ({ column: name });
  const refused = async (body: object, path: string): Promise<void> => {
    const answer = await world().post(
      `${site.api}/insights/events/aggregate`,
      { range: "last30Days", ...body },
      writer,
    );
    expect(answer.status).toBe(400);
    expect(answer.text).toContain(`"path":"${path}"`);
  };
  const select = [column("page"), column("eventsCount")];
  await refused({ select, groupBy: [column("siteSpace")] }, "/groupBy");
  await refused({ select, groupBy: [column("page"), column("siteSpace")] }, "/groupBy");
  await refused({ select, groupBy: [] }, "/groupBy");
  await refused({ groupBy: [column("page")] }, "/groupBy");
  await refused({ select, order: { by: column("datetime"), direction: "asc" } }, "/order/by");
  const same = { select, groupBy: [column("page")], order: { by: column("page"), direction: "asc" } };
  expect((await aggregate(same)).columns).toHaveLength(2);
});
