import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let reader: Person;
let settings = "";
let source = "";
let german = "";
let french = "";
let page = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  const of = `/orgs/${world().organization}`;
  const made = await world().post(`${of}/translations`, { title: "Manuals", languages: ["de", "fr"] }, admin);
  settings = `${of}/translations/${made.body.id}`;
  source = (await world().post(`${of}/spaces`, { title: "Guide" }, admin)).body.id;
  const changes = [{ operation: "insert_page", title: "One", document: { markdown: "First." } }];
  page = (await world().post(`/spaces/${source}/content`, { changes }, admin)).body.changes[0].page;
  const begin = async (language: string): Promise<string> =>
    (await world().post(`${settings}/spaces`, { source, language }, admin)).body.space;
  [german, french] = [await begin("de"), await begin("fr")];
  await world().runJobs();
});

const alternates = async (url: string, as = reader): Promise<string[]> =>
  (await world().get(`${url}/${page}/meta-links`, as)).body.alternates.map(
    (one: { space: string }) => one.space,
  );

test("a page names its source and the translations that the caller sees", async () => {
  expect(await alternates(`/spaces/${source}/content/page`)).toEqual([german, french].toSorted());
  expect(await alternates(`/spaces/${german}/content/page`)).toEqual([source, french]);
  const { body } = await world().get(`/spaces/${source}`, admin);
  expect(await alternates(`/spaces/${source}/revisions/${body.revision}/page`)).toHaveLength(2);
  const change = (await world().post(`/spaces/${source}/change-requests`, {}, admin)).body.id;
  expect(await alternates(`/spaces/${source}/change-requests/${change}/content/page`)).toHaveLength(2);
  await world().patch(`/spaces/${german}`, { defaultLevel: null }, admin);
  expect(await alternates(`/spaces/${source}/content/page`)).toEqual([french]);
  expect((await world().get(`/spaces/${source}/content/page/absent/meta-links`, reader)).status).toBe(404);
});

test("runTranslation has every space under the settings translated, where there is a translator", async () => {
  const run = (as: Person) => world().post(`${settings}/run`, undefined, as);
  expect((await run(admin)).body.error.type).toBe("no-translator");
  expect((await run(reader)).status).toBe(403);
  Object.assign(world().deps, { translator: { url: "http://127.0.0.1:9/", secret: "shared" } });
  expect((await run(admin)).status).toBe(204);
  const jobs = await world()
    .deps.db.read.selectFrom("jobs")
    .select("space_id")
    .where("kind", "=", "translate-space")
    .where("state", "=", "queued")
    .execute();
  expect(jobs.map(({ space_id }) => space_id).toSorted()).toEqual([german, french].toSorted());
});
