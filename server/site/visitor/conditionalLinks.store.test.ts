/** Links of a site's navigation that only some visitors see: on its pages, and by the API with the site's token. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "./visitors.fixture.ts";

const world = useWorld();
let writer: Person;
let site: VisitedSite;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
  site = await makeSite(world(), writer, "Linked");
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  const page = { operation: "insert_page", slug: "home", document: { markdown: "# Home\n\nWords." } };
  await world().post(`/spaces/${site.space}/content`, { changes: [page] }, writer);
  const orgs = `/orgs/${world().organization}`;
  const { body: space } = await world().post(`${orgs}/spaces`, { title: "More" }, writer);
  await world().post(`${site.api}/sections`, { spaceId: space.id }, writer);
  const { body: group } = await world().post(`${site.api}/section-groups`, { title: "Inside" }, writer);
  const condition = "visitor.claims.staff === true";
  for (const link of [
    { title: "Everybody's", url: "https://all.example.com/" },
    { title: "Staff's", url: "https://staff.example.com/", condition },
    { title: "Staff's in a group", url: "https://grouped.example.com/", condition, parent: group.id },
    { title: "Nobody's yet", url: "https://draft.example.com/", condition, draft: true },
  ])
    expect((await world().post(`${site.api}/external-links`, link, writer)).status).toBe(201);
  await world().runJobs();
});

const HOSTS = /https:\/\/(all|staff|grouped|draft)\.example\.com\//g;
const hostsIn = (text: string) => [...new Set([...text.matchAll(HOSTS)].map(([, host]) => host))].toSorted();

test.each([
  ["claims that fit", { staff: true }, ["all", "grouped", "staff"]],
  ["claims that don't", { staff: "true" }, ["all"]],
  ["no claims", undefined, ["all"]],
])("whoever comes with %s sees theirs", async (_name, claims, expected) => {
  const token = claims === undefined ? undefined : await tokenOf(world(), site.key, claims);
  const cookie = token === undefined ? {} : { cookie: `gitbook-visitor-token=${token}` };
  for (const round of ["cold", "warm"])
    expect([round, ...hostsIn((await world().visit(site.base, cookie)).text)]).toEqual([round, ...expected]);

  const visitor = token === undefined ? {} : { jwtToken: token };
  const url = `http://sites.test${site.base}`;
  const { body: place } = await world().post("/urls/published", { url, visitor });
  const published = `/orgs/${place.organization}/sites/${place.site}/published`;
  const { body } = await world().get(published, place.apiToken);
  expect(hostsIn(JSON.stringify(body.structure))).toEqual(expected);
  // What a link is shown for is nobody's business.
  expect(JSON.stringify(body.structure)).not.toContain("visitor.claims");
});

test("a link says in words that it leads elsewhere, and that it opens a tab", async () => {
  const word = async () =>
    /all\.example\.com[^]*?<span class="visually-hidden"> \(([^)]*)\)/.exec(
      (await world().visit(site.base)).text,
    )?.[1];
  expect(await word()).toBe("another site");
  const { body: look } = await world().get(`${site.api}/customization`, writer);
  await world().put(`${site.api}/customization`, { ...look, externalLinks: { target: "blank" } }, writer);
  expect(await word()).toBe("another site, in a new tab");
});
