/** What other organizations have of a word costs a search nothing, in however many spaces it looks. */
import { afterAll, beforeAll, expect, test } from "vitest";
import type { SpaceKey } from "../../db/schema.ts";
import { searchEntry } from "../../../engine/search/entry.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { indexPages } from "./indexPages.ts";
import { matchingNumbers, mostSpacesInMatch } from "./matchingNumbers.ts";
import { addSpaces, keyOf } from "./spaces.fixture.ts";

const OWN = Array.from({ length: mostSpacesInMatch + 8 }, (_, at) => `own${at}`);
/** More than anything that is done once for a search, and short enough to be written in some seconds. */
const PAGES_OF_OTHERS = 6000;
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
  for (let from = 0; from < PAGES_OF_OTHERS; from += SLICE)
    await write(
      others,
      Array.from({ length: SLICE }, (_, at) => `page${from + at}`),
    );
});
afterAll(() => opened.drop());

function write(space: SpaceKey, pages: readonly string[]): Promise<unknown> {
  const upserts = pages.map((page) =>
    searchEntry({ page, title: page, sections: [{ anchor: "", title: "", level: 0, text: "kettle" }] }),
  );
  return opened.db.transact((tx) => indexPages(tx, space, { upserts, removals: [], root: "r", at: 5 }));
}

const kettle = { kind: "term", term: "kettle", isPrefix: false } as const;

/** The least of some runs, in milliseconds: what else the machine does only ever adds. */
async function cost(spaces: readonly string[]): Promise<number> {
  let least = Infinity;
  for (let run = 0; run < 30; run++) {
    const start = performance.now();
    const found = await matchingNumbers(opened.db.read, { organization: "o", spaces }, kettle, "body", {
      choice: "first",
      limit: 100,
    });
    least = Math.min(least, performance.now() - start);
    expect(found).toHaveLength(spaces.length);
  }
  return least;
}

test("a search in more spaces than a match names costs about what one in fewer costs", async () => {
  const few = await cost(OWN.slice(0, mostSpacesInMatch));
  const many = await cost(OWN);
  expect(many).toBeLessThan(3 * few + 0.3);
});
