/** What one organization writes costs another's readers nothing, counted in statements. */
import { beforeAll, expect, test } from "vitest";
import { makeSite, type VisitedSite } from "../site/visitor/visitors.fixture.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { statementsOf } from "../test/statements.ts";

const world = useWorld();
let reader: Person;
let site: VisitedSite;
let writer: Person;
let elsewhere = "";
let written = 0;

beforeAll(async () => {
  reader = await world().addPerson("rita", "create");
  site = await makeSite(world(), reader, "Read");
  const other = await world().addOrganization("Other", "other");
  writer = await world().addPerson("walt", "create", other);
  elsewhere = (await world().post(`/orgs/${other}/spaces`, { title: "Written" }, writer)).body.id;
});

const write = async () => {
  written++;
  const changes = [{ operation: "insert_page", title: `Page ${written}`, document: { markdown: "Text." } }];
  const { status } = await world().post(`/spaces/${elsewhere}/content`, { changes }, writer);
  expect(status).toBe(200);
};

const READS: Readonly<Record<string, readonly [read: () => Promise<{ status: number }>, known: number]>> = {
  // A server beside this one may have written what is known: on PostgreSQL it is read again, once for all who ask.
  "a space": [() => world().get(`/spaces/${site.space}`, reader), 1],
  "the list of spaces": [() => world().get(`/orgs/${world().organization}/spaces`, reader), 1],
  "who one is": [() => world().get(`/orgs/${world().organization}/sites/${site.id}`, reader), 1],
  "a published page": [() => world().visit(site.base), 0],
};

test.each(Object.entries(READS))("%s", async (_name, [read, known]) => {
  const most = world().deps.db.dialect === "sqlite" ? 0 : known;
  const { db } = world().deps;
  const alone = async (): Promise<number> => {
    await read();
    return statementsOf(db, async () => expect((await read()).status).toBe(200));
  };
  const beside = async (): Promise<number> => {
    await read();
    await write();
    return statementsOf(db, async () => expect((await read()).status).toBe(200));
  };
  // The second of belief may end in between on a busy machine: not each time.
  const more = async (): Promise<number> => (await beside()) - (await alone());
  await expect.poll(more).toBeLessThanOrEqual(most);
});
