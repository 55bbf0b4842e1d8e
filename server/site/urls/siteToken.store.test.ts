/** The token that a renderer gets for a site: what has to fit into it, and what it opens. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { makeSite, tokenOf, type VisitedSite } from "../visitor/visitors.fixture.ts";

const world = useWorld({ rateLimit: 100_000 });
let writer: Person;

beforeAll(async () => {
  writer = await world().addPerson("wanda", "create");
});

const arrive = ({ base }: VisitedSite, visitor: object = {}) =>
  world().post("/urls/published", { url: `http://sites.test${base}`, visitor });
const decoded = (token: string) => JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString());

test("is short enough to be sent, however many spaces a site has", async () => {
  const site = await makeSite(world(), writer, "Many");
  const ids = Array.from({ length: 400 }, (_, number) => `spaceofmany${String(number).padStart(9, "0")}`);
  await world().deps.db.transact(async (tx) => {
    const of = (table: "spaces" | "site_spaces", id: string) =>
      tx.selectFrom(table).selectAll().where("id", "=", id).executeTakeFirstOrThrow();
    const space = await of("spaces", site.space);
    const place = await of("site_spaces", site.siteSpace);
    for (const id of ids) {
      await tx
        .insertInto("spaces")
        .values({ ...space, id, title: id } as never)
        .execute();
      await tx
        .insertInto("site_spaces")
        .values({ ...place, id: `in-${id}`, space_id: id, path: id, position: `z${id}` } as never)
        .execute();
    }
  });
  const { body: made } = await world().post(
    `/orgs/${world().organization}/spaces`,
    { title: "Last" },
    writer,
  );
  const added = await world().post(`${site.api}/site-spaces`, { spaceId: made.id }, writer);
  expect(added.status).toBeLessThan(300);
  const { status, body } = await arrive(site);
  expect(status).toBe(200);
  const token: string = body.apiToken;
  // Proxies take lines of 8 KiB as a rule.
  expect(token.length).toBeLessThan(6001);
  const { space, spaces } = decoded(token);
  expect([space, spaces[0], spaces.length > 100]).toEqual([site.space, site.space, true]);
  expect((await world().get(`${site.api}/published`, token)).status).toBe(200);
  // It opens what the site shows all the same.
  expect(spaces).not.toContain(made.id);
  expect((await world().get(`/spaces/${made.id}`, token)).status).toBe(200);
});

test("isn't given for claims that don't fit into it, and who asked hears it", async () => {
  const site = await makeSite(world(), writer, "Claimed");
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  const jwtToken = await tokenOf(world(), site.key, { more: "x".repeat(5800) });
  const fits = await arrive(site, { jwtToken });
  expect(fits.status).toBe(200);
  expect((await world().get(`${site.api}/published`, fits.body.apiToken)).status).toBe(200);
  const { status, body } = await arrive(site, { jwtToken, unsignedClaims: { more: "y".repeat(2900) } });
  expect([status, body.error?.details?.[0]?.path]).toEqual([400, "/visitor"]);
  expect(body.error.message).toContain("Leave out");
  // A site that doesn't adapt keeps none of them.
  await world().patch(site.api, { adaptiveContent: { enabled: false } }, writer);
  expect((await arrive(site, { jwtToken, unsignedClaims: { more: "y".repeat(2900) } })).status).toBe(200);
});

test("is the same for visitors of whom the same is known, whenever their login signed that", async () => {
  const site = await makeSite(world(), writer, "Shared");
  await world().patch(site.api, { adaptiveContent: { enabled: true } }, writer);
  world().stopClock();
  const seconds = Math.floor(world().deps.clock.now() / 1000);
  const place = async (more: object) =>
    (await arrive(site, { jwtToken: await tokenOf(world(), site.key, { plan: "gold", ...more }) })).body;
  const one = await place({ jti: "one" });
  const other = await place({ jti: "other", iat: seconds - 60, nbf: seconds - 60, exp: seconds + 5000 });
  expect([other.apiToken, other.contextId]).toEqual([one.apiToken, one.contextId]);
  expect(decoded(one.apiToken).claims).toEqual({ plan: "gold", unsigned: {} });
  expect((await place({ plan: "silver" })).contextId).not.toBe(one.contextId);
  world().runClock();
});
