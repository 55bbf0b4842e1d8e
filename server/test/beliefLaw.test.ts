/** The law that holds what is believed says so where that isn't what a fresh read gives, and is silent where it is. */
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { prepared, type Params, type Read } from "../db/database.ts";
import { openBelieved } from "../memory/believed.ts";
import type { NotedReads } from "../memory/notedReads.ts";
import { BeliefLaw } from "./beliefLaw.ts";
import { openTestDatabase, type TestDatabase } from "./databases.ts";

let opened: TestDatabase;
let laws: BeliefLaw[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterEach(() => {
  for (const law of laws) law.close();
  laws = [];
});
afterAll(() => opened.drop());

const valueOf = prepared((read, p: Params<{ key: string }>) =>
  read.selectFrom("meta").select("value").where("key", "=", p("key")),
);
const set = (key: string, value: string) =>
  opened.db.transact((tx) =>
    tx
      .insertInto("meta")
      .values({ key, value })
      .onConflict((on) => on.column("key").doUpdateSet({ value }))
      .execute(),
  );
const grant = (id: string) =>
  opened.db.transact((tx) =>
    tx
      .insertInto("users")
      .values({ id, email: `${id}@example.com`, email_folded: id, display_name: id, created_at: 0 })
      .execute(),
  );
const people = prepared((read) => read.selectFrom("users").select("id").orderBy("id"));

function newLaw(): BeliefLaw {
  const law = new BeliefLaw(opened.db);
  laws.push(law);
  return law;
}

/** Believes a value and who is there, the people read by the handle that it is given, or by `other`. */
async function believe(other?: Read): Promise<void> {
  // It is believed for as long as the test runs, however slow that is.
  const believed = openBelieved<object>(opened.db, "members", { bytesOf: 100, now: () => 0 });
  const read = async (on: NotedReads) => ({
    value: await valueOf.first(on, { key: "law" }),
    people: await people.all(other ?? on, {}),
  });
  await believed.read("one", read);
}

test("what was read past the handle that the reading is given is told of once it has changed", async () => {
  const law = newLaw();
  await set("law", "first");
  await law.during(() => believe(opened.db.read));
  await expect(law.during(() => grant("ada"))).rejects.toThrow(/Of members "one" is believed .*ada/);
});

test("what was read by it is void then, and nothing is said", async () => {
  const law = newLaw();
  await law.during(() => believe());
  await law.during(() => grant("bob"));
  await law.during(() => set("law", "second"));
});

test("of two laws each speaks, also when the other one has closed", async () => {
  const [one, other] = [newLaw(), newLaw()];
  await believe(opened.db.read);
  other.close();
  await expect(one.during(() => grant("cyd"))).rejects.toThrow("is believed");
  // It heard of this before it closed.
  await expect(other.during(() => grant("dan"))).rejects.toThrow("is believed");
});

test("it says nothing while something is under way, and speaks after that", async () => {
  const law = newLaw();
  await believe(opened.db.read);
  law.underway += 1;
  await law.during(() => grant("eve"));
  law.underway -= 1;
  await expect(law.during(() => grant("fay"))).rejects.toThrow("is believed");
});
