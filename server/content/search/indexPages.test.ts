import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { Page } from "../../../engine/page.ts";
import { searchEntry, type SearchEntry } from "../../../engine/search/entry.ts";
import { searchablePage } from "../../../engine/search/searchablePage.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { forgetSpace, indexPages } from "./indexPages.ts";
import { matchingNumbers } from "./matchingNumbers.ts";
import { mostCandidates } from "./candidates.ts";
import { searchSpaces } from "./searchSpaces.ts";
import { indexedRoot } from "./searchState.ts";
import { addSpaces, keyOf } from "./spaces.fixture.ts";

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
  await addSpaces(opened.db, ["s", "t", "many", "terms"]);
});
afterAll(() => opened.drop());
beforeEach(async () => {
  for (const space of ["s", "t"]) await opened.db.transact((tx) => forgetSpace(tx, keyOf(space)));
});

function entry(page: string, title: string, text: string): SearchEntry {
  return searchEntry({ page, title, sections: [{ anchor: "", title: "", level: 0, text }] });
}

function index(upserts: SearchEntry[], removals: string[] = [], root: string | undefined = "r", space = "s") {
  return opened.db.transact((tx) => indexPages(tx, keyOf(space), { upserts, removals, root, at: 5 }));
}

async function find(query: string, space = "s", limit = 50): Promise<string[]> {
  const { pages } = await searchSpaces(opened.db.read, { organization: "o", spaces: [space], query, limit });
  return pages.map(({ pageId }) => pageId);
}

async function vocabulary(): Promise<string[]> {
  const rows = await opened.db.read
    .selectFrom("search_vocabulary")
    .select("term")
    .where("space_id", "=", "s")
    .orderBy("term")
    .execute();
  return rows.map(({ term }) => term);
}

describe("the index", () => {
  test("follows pages that come, change and go", async () => {
    expect(await index([entry("a", "Alpha", "kettle"), entry("b", "Beta", "kettle")])).toEqual({
      written: 2,
      removed: 0,
    });
    expect(await find("kettle")).toEqual(["a", "b"]);
    expect(await index([entry("a", "Alpha", "teapot")])).toEqual({ written: 1, removed: 0 });
    expect([await find("kettle"), await find("teapot")]).toEqual([["b"], ["a"]]);
    expect(await index([], ["b", "unknown"])).toEqual({ written: 0, removed: 1 });
    expect([await find("kettle"), await find("beta"), await find("alpha")]).toEqual([[], [], ["a"]]);
  });

  test("answers with what pages hold now, whatever was read of them before", async () => {
    const shown = async () => {
      const { pages } = await searchSpaces(opened.db.read, {
        organization: "o",
        spaces: ["s"],
        query: "kettle",
        limit: 10,
      });
      return pages.map(({ pageId, title, description, sections }) =>
        [pageId, title, description, ...sections.map(({ excerpt }) => excerpt)].join("|"),
      );
    };
    const page = (title: string, ...texts: string[]) =>
      searchEntry({
        page: "a",
        title,
        description: "Of tea",
        sections: texts.map((text, index) => ({ anchor: `h${index}`, title: "", level: 1, text })),
      });
    const versions = [
      page("Alpha", "The kettle", "Another"),
      page("The kettle", "One", "A kettle boils"),
      page("Alpha", "kettle kettle"),
      page("Alpha", "The kettle", "Another"),
    ];
    const answers: string[][] = [];
    for (const version of versions) {
      await index([version]);
      answers.push(await shown(), await shown());
    }
    await index([], ["a"]);
    answers.push(await shown());
    await index([versions[2] as SearchEntry]);
    const first = ["a|Alpha|Of tea|The kettle"];
    const second = ["a|The kettle|Of tea|A kettle boils"];
    const third = ["a|Alpha|Of tea|kettle kettle"];
    answers.push(await shown());
    expect(answers.slice(0, 8)).toEqual([first, first, second, second, third, third, first, first]);
    expect(answers.slice(8)).toEqual([[], third]);
  });

  test("leaves pages alone whose text is the same", async () => {
    await index([entry("a", "Alpha", "kettle")]);
    expect(await index([entry("a", "Alpha", "kettle")])).toEqual({ written: 0, removed: 0 });
  });

  test("notes the words of four letters or more, and keeps them", async () => {
    await index([entry("a", "Alpha", "kettle tea kettle"), entry("b", "Beta", "kettle")]);
    expect(await vocabulary()).toEqual(["alpha", "beta", "kettle"]);
    await index([entry("a", "Alpha", "teapot")], ["b"]);
    expect(await vocabulary()).toEqual(["alpha", "beta", "kettle", "teapot"]);
    expect(await find("kettel")).toEqual([]);
    expect(await find("teapto")).toEqual(["a"]);
  });

  test("keeps pages of one id in two spaces apart", async () => {
    await index([entry("a", "Alpha", "kettle")]);
    await index([entry("a", "Alpha", "teapot")], [], "r", "t");
    expect([await find("kettle", "t"), await find("teapot", "t"), await find("kettle")]).toEqual([
      [],
      ["a"],
      ["a"],
    ]);
  });

  test("tells which root it stands for, once the last slice is in", async () => {
    expect(await indexedRoot(opened.db.read, keyOf("s"))).toBe(undefined);
    await opened.db.transact((tx) =>
      indexPages(tx, keyOf("s"), { upserts: [entry("a", "A", "b")], removals: [], at: 1 }),
    );
    expect(await indexedRoot(opened.db.read, keyOf("s"))).toBe(undefined);
    await index([], [], "root1");
    expect(await indexedRoot(opened.db.read, keyOf("s"))).toBe("root1");
    await opened.db.transact((tx) => indexPages(tx, keyOf("s"), { upserts: [], removals: ["a"], at: 1 }));
    expect(await indexedRoot(opened.db.read, keyOf("s"))).toBe("root1");
  });

  test("forgets a space in slices", async () => {
    await index(["a", "b", "c"].map((id) => entry(id, id, "kettle")));
    expect(await opened.db.transact((tx) => forgetSpace(tx, keyOf("s"), 2))).toBe(false);
    expect(await opened.db.transact((tx) => forgetSpace(tx, keyOf("s"), 2))).toBe(true);
    expect([await find("kettle"), await vocabulary(), await indexedRoot(opened.db.read, keyOf("s"))]).toEqual(
      [[], [], undefined],
    );
  });

  test("leaves with the space", async () => {
    await addSpaceAndDelete();
    expect(await find("kettle", "gone")).toEqual([]);
  });

  test("lets indexers of one space wait for one another", async () => {
    const texts = Array.from({ length: 8 }, (_, index) => `kettle common${String.fromCodePoint(97 + index)}`);
    await Promise.all(texts.map((text) => index([entry("a", "Alpha", text)])));
    expect(await find("kettle")).toEqual(["a"]);
    const sections = await opened.db.read.selectFrom("search_sections").select("body").execute();
    expect(sections.filter(({ body }) => body.startsWith("kettle"))).toHaveLength(1);
  });

  test("writes a long page", async () => {
    const words = Array.from({ length: 60_000 }, (_, index) => `w${index}東`).join(" ");
    await index([entry("a", "Alpha", words)]);
    expect(await find("w7東")).toEqual(["a"]);
    await index([], ["a"]);
  });

  test("puts an index behind every page that says something, unless it is itself what is looked for", async () => {
    const names = Array.from({ length: 60 }, (_, at) => `* [urn lid ${at}](/pages/p${at})`).join("\n");
    const terms = { id: "a", slug: "a", title: "Terms", description: undefined } as unknown as Page;
    const upserts = [
      searchablePage({ page: terms, text: `## urn lid\n\n${names}` }),
      entry("b", "Tea", "Put the lid on the urn."),
      ...Array.from({ length: 300 }, (_, at) => entry(`c${at}`, "Old", "A urn; and much later, a lid.")),
    ];
    await index(upserts, [], "r", "terms");
    const found = await find("urn lid", "terms", 400);
    expect([found.length, found[0], found.at(-1)]).toEqual([302, "b", "a"]);
    expect(await find("terms", "terms")).toEqual(["a"]);
    expect((await find("terms urn", "terms"))[0]).toBe("a");
  });
});

describe("a query that matches very many pages", () => {
  beforeAll(async () => {
    const plain = Array.from({ length: mostCandidates + 100 }, (_, index) =>
      entry(`p${index}`, "Page", "kettle"),
    );
    for (let at = 0; at < plain.length; at += 100) await index(plain.slice(at, at + 100), [], "r", "many");
  });

  test("considers those with the words in the title, then in the headings, first", async () => {
    const heading = searchEntry({
      page: "heading",
      title: "Page",
      sections: [{ anchor: "h", title: "Kettles", level: 1, text: "" }],
    });
    await index(
      [entry("title", "The kettle", "x"), entry("begins", "Kettles", "x"), heading],
      [],
      "r",
      "many",
    );
    const answer = await searchSpaces(opened.db.read, {
      organization: "o",
      spaces: ["many"],
      query: "kettle",
      limit: 4,
    });
    expect(answer.pages.slice(0, 3).map(({ pageId }) => pageId)).toEqual(["title", "begins", "heading"]);
    expect([answer.count, answer.isCut]).toEqual([mostCandidates, true]);
  });

  test("lets the event loop turn meanwhile", async () => {
    // Each look at the clock is a millisecond later, so that it is counted whatever machine this is.
    let now = 0;
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now++);
    try {
      const turns = await turnsDuring(() => find("kettle", "many", mostCandidates));
      expect(turns).toBeGreaterThan(mostCandidates / 10);
    } finally {
      clock.mockRestore();
    }
  });
});

async function addSpaceAndDelete(): Promise<void> {
  await opened.db.transact(async (tx) => {
    const row = await tx.selectFrom("spaces").selectAll().where("id", "=", "s").executeTakeFirstOrThrow();
    await tx
      .insertInto("spaces")
      .values({ ...row, id: "gone" })
      .execute();
    await indexPages(tx, keyOf("gone"), {
      upserts: [entry("a", "Alpha", "kettle")],
      removals: [],
      root: "r",
      at: 1,
    });
  });
  expect(await find("kettle", "gone")).toEqual(["a"]);
  await opened.db.transact((tx) => tx.deleteFrom("spaces").where("id", "=", "gone").execute());
  const kettle = { kind: "term", term: "kettle", isPrefix: false } as const;
  expect(
    await matchingNumbers(opened.db.read, { organization: "o", spaces: ["gone"] }, kettle, "body", {
      choice: "first",
      limit: 10,
    }),
  ).toEqual([]);
}

/** How often the event loop turned while the work went on. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isDone = false;
  const turn = (): void => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  setImmediate(turn);
  await work();
  isDone = true;
  return turns;
}
