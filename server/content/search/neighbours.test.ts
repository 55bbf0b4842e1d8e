/** What other organizations have of a word costs a search nothing, in however many spaces it looks. */
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SpaceKey } from "../../db/schema.ts";
import { searchEntry } from "../../../engine/search/entry.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { indexPages } from "./indexPages.ts";
import { matchingNumbers, mostSpacesInMatch } from "./matchingNumbers.ts";
import { addSpaces, keyOf } from "./spaces.fixture.ts";

const OWN = Array.from({ length: mostSpacesInMatch + 8 }, (_, at) => `own${at}`);
/** Enough for them to be most of what a search costs where it looks at them; SQLite looks at them quicker. */
const PAGES_OF_OTHERS = { sqlite: 20_000, postgres: 6_000 };
const SLICE = 500;

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await addSpaces(opened.db, OWN);
  const others = { organization_id: "other", id: "others" };
  await opened.db.transact(async (tx) => {
    const organization = { title: "O", type: "business", plan: "p", created_at: 0 } as const;
    await tx
      .insertInto("organizations")
      .values({ ...organization, id: "other", hostname: "other" })
      .execute();
    const own = await tx.selectFrom("spaces").selectAll().where("id", "=", "own0").executeTakeFirstOrThrow();
    await tx
      .insertInto("spaces")
      .values({ ...own, ...others })
      .execute();
  });
  for (const id of OWN) await write(keyOf(id), [id]);
  for (let from = 0; from < PAGES_OF_OTHERS[opened.db.dialect]; from += SLICE)
    await write(
      others,
      Array.from({ length: SLICE }, (_, at) => `page${from + at}`),
    );
  // Otherwise the plan depends on when the server looks at the tables by itself.
  await opened.db.transact((tx) => sql`analyze`.execute(tx));
});
afterAll(() => opened.drop());

function write(space: SpaceKey, pages: readonly string[]): Promise<unknown> {
  const upserts = pages.map((page) =>
    searchEntry({ page, title: page, sections: [{ anchor: "", title: "", level: 0, text: "kettle" }] }),
  );
  return opened.db.transact((tx) => indexPages(tx, space, { upserts, removals: [], root: "r", at: 5 }));
}

const kettle = { kind: "term", term: "kettle", isPrefix: false } as const;

async function took(spaces: readonly string[]): Promise<number> {
  const start = performance.now();
  const found = await matchingNumbers(opened.db.read, { organization: "o", spaces }, kettle, "body", {
    choice: "first",
    limit: 100,
  });
  expect(found).toHaveLength(spaces.length);
  return performance.now() - start;
}

test("a search in more spaces than a match names costs about what one in fewer costs", async () => {
  // The least of each, in turns: what else the machine does only ever adds.
  let [few, many] = [Infinity, Infinity];
  for (let run = 0; run < 40; run++) {
    few = Math.min(few, await took(OWN.slice(0, mostSpacesInMatch)));
    many = Math.min(many, await took(OWN));
  }
  // Beside the others it would be some 20 times as much.
  expect(many).toBeLessThan(5 * few + 1);
});
