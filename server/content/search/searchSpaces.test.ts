import { openDatabase } from "../../db/open.ts";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "../../db/database.ts";
import { migrate } from "../../db/migrate.ts";
import { searchEntry, type SearchablePage } from "../../../engine/search/entry.ts";
import { matches } from "../../../engine/search/excerpt.ts";
import { openTestDatabase, type TestDatabase } from "../../test/databases.ts";
import { indexPages } from "./indexPages.ts";
import { searchSpaces, type SearchResults, type SearchQuestion } from "./searchSpaces.ts";
import type { SpacePageKey } from "./visibility.ts";
import { addSpaces, keyOf } from "./spaces.fixture.ts";

const full = process.env["LECTERN_TEST_TIER"] === "full";

type Sections = readonly (readonly [title: string, text: string])[];
function page(id: string, title: string, sections: Sections, description?: string): SearchablePage {
  const made = sections.map(([title, text], index) => ({
    anchor: title === "" ? "" : `${id}-${index}`,
    title,
    level: title === "" ? 0 : 2,
    text,
  }));
  return { page: id, title, description, sections: made };
}

const pages: Record<string, SearchablePage[]> = {
  docs: [
    page("install", "Install the server", [
      ["", "How to install.\nThe server needs Node."],
      ["With Docker", "Pull the image.\nRun the container."],
    ]),
    page("limits", "Limits", [["Rate limits", "Every answer carries X-Rate-Limit and X-Rate-Limit-Reset."]]),
    page("files", "Reading files", [["", "Call fs.readFile() of @scope/name, or getUserById in C++."]]),
    page("kyoto", "京都の案内", [["東京都", "東京都庁は新宿にあります。猫がいます。"]]),
    page(
      "coffee",
      "Café",
      [["Crème brûlée", "Straße, İstanbul, ŒUVRE, ｶﾞｲﾄﾞ, 한국어 문서 🚀"]],
      "About coffee",
    ),
    page("spread", "Elsewhere", [
      ["First", "A kettle."],
      ["Second", "A teapot."],
    ]),
    page("together", "Elsewhere too", [
      ["First", "A kettle and a teapot."],
      ["Second", "Nothing."],
    ]),
    page("ordered", "Thirdly", [["First", "The kettle teapot."]]),
  ],
  many: Array.from({ length: 104 }, (_, index) =>
    page(
      `m${index}`,
      ["Other", "Serve in rooms", "Servers in four rooms", "Serve in five other rooms"][index % 4] ?? "",
      [
        [
          ["Serving", "Serve", "Teapots", "x"][(index >> 2) % 4] ?? "",
          `${"serve ".repeat(index % 9)}. ${index % 3 ? "Kettle" : "The kettle teapot"}`,
        ],
      ],
    ),
  ),
  rank: [
    page("r1", "Serve", [["", "x"]]),
    page("r2", "Server room", [["", "x"]]),
    page("r3", "a", [["Serve", "x"]]),
    page("r4", "b", [["Servers", "x"]]),
    page("r5", "c", [["", "They serve."]]),
    page("r6", "d", [["", "Many servers."]]),
    page("r7", "Serve", [["", "x"]]),
  ],
  book: [
    { ...page("a-index", "Index", [["", "kettle, kettle, kettle: boil"]]), isIndex: true },
    page("b-notes", "Notes", [["", "A kettle stands there, to boil."]]),
  ],
  crowd: [
    { ...page("a-index", "Index", [["", "kettle, kettle, kettle: boil"]]), isIndex: true },
    ...Array.from({ length: 150 }, (_, index) => page(`n${index}`, "Notes", [["", "A kettle; to boil."]])),
  ],
  secret: [
    {
      page: "mixed",
      title: "Mixed",
      sections: [
        { anchor: "", title: "", level: 0, text: "An open kettle." },
        { anchor: "vip", title: "Teapot prices", level: 2, text: "Only gold.", conditions: ["visitor.vip"] },
        {
          anchor: "both",
          title: "Both",
          level: 2,
          text: "Gold teapot.",
          conditions: ["visitor.vip", "visitor.paid"],
        },
      ],
    },
    page("plain", "Plain", [["", "Gold is plain."]]),
  ],
  other: [page("install", "Install elsewhere", [["", "The other space."]])],
  de: [
    page("einstellungen", "Einstellungen", [["", "Die Sprache wird hier umgestellt."]]),
    page("exakt", "Installierte Fassung", [["", "Welche Fassung ist es?"]]),
    page("stamm", "Installierten Diensten", [["", "Was läuft."]]),
  ],
  fr: [page("cles", "Clés installées", [["", "Où elles sont publiées."]])],
  ru: [page("nastroyki", "Новые настройки", [["", "Для всех пространств."]])],
};
const everywhere = Object.keys(pages);
/** Spaces in a language of their own; the others have none. */
const LANGUAGES: Readonly<Record<string, string>> = { de: "de", fr: "fr", ru: "ru" };

async function fill(db: Database, spaces: readonly string[], step: number): Promise<void> {
  await addSpaces(db, spaces);
  for (const space of spaces) {
    const entries = (pages[space] ?? []).map((page) => searchEntry({ ...page, language: LANGUAGES[space] }));
    const ordered = step < 0 ? entries.toReversed() : entries;
    for (let at = 0; at < ordered.length; at += Math.abs(step)) {
      const upserts = ordered.slice(at, at + Math.abs(step));
      const change = { upserts, removals: [], root: "r", language: LANGUAGES[space], at: 1 };
      await db.transact((tx) => indexPages(tx, keyOf(space), change));
    }
  }
}

let opened: TestDatabase;
/** The other database: always SQLite, filled in another order. */
let twin: Database;
let folder: string;

beforeAll(async () => {
  opened = await openTestDatabase();
  folder = mkdtempSync(join(tmpdir(), "lectern-search-"));
  twin = await openDatabase({ url: undefined, file: join(folder, "twin.db") });
  await migrate(twin, { at: 0 });
  await fill(opened.db, everywhere, 3);
  await fill(twin, everywhere.toReversed(), -2);
});
afterAll(async () => {
  await twin.close();
  rmSync(folder, { recursive: true });
  await opened.drop();
});

/** Asks both databases and checks that they agree to the byte. */
async function ask(question: Partial<SearchQuestion> & { query: string }): Promise<SearchResults> {
  const whole = { organization: "o", spaces: ["docs"], limit: 20, ...question };
  const [answer, other] = [await searchSpaces(opened.db.read, whole), await searchSpaces(twin.read, whole)];
  expect(JSON.stringify(other)).toBe(JSON.stringify(answer));
  return answer;
}

const found = (answer: SearchResults) => answer.pages.map(({ pageId }) => pageId);

describe("searching in a language", () => {
  test.each([
    ["de", "einstellung", ["einstellungen"]],
    ["de", "wie kann ich die Sprachen umstellen", ["einstellungen"]],
    // The form that was typed comes before another of the same word.
    ["de", "installierten", ["stamm", "exakt"]],
    ["de", "installierte", ["exakt", "stamm"]],
    ["fr", "installer une clé", ["cles"]],
    ["fr", "publier", ["cles"]],
    ["ru", "новая настройка", ["nastroyki"]],
    ["ru", "пространство", ["nastroyki"]],
  ])("%s: %s", async (space, query, wanted) => {
    expect(found(await ask({ spaces: [space], query }))).toEqual(wanted);
  });

  test("finds by the rules of each space where several are searched at once", async () => {
    const everywhere = { spaces: ["de", "docs", "fr", "ru"] };
    expect(found(await ask({ ...everywhere, query: "настройками" }))).toEqual(["nastroyki"]);
    expect(found(await ask({ ...everywhere, query: "servers" }))).toEqual(["install"]);
  });
});

describe("searching", () => {
  test.each([
    ["install", ["install"]],
    ["INSTALL", ["install"]],
    ["inst", ["install"]],
    ["install server", ["install"]],
    ["server docker", ["install"]],
    ["X-Rate-Limit", ["limits"]],
    ["x-rate-limit-reset", ["limits"]],
    ["rate limit", ["limits"]],
    ["fs.readFile", ["files"]],
    ["readfile", ["files"]],
    ["read file", ["files"]],
    ["@scope/name", ["files"]],
    ["getuser", ["files"]],
    ["user by id", ["files"]],
    ["C++", ["files"]],
    ["東京", ["kyoto"]],
    ["東京都庁", ["kyoto"]],
    ["都", ["kyoto"]],
    ["猫", ["kyoto"]],
    ["cafe", ["coffee"]],
    ["CAFE\u0301", ["coffee"]],
    ["creme brulee", ["coffee"]],
    ["strasse", ["coffee"]],
    ["istanbul", ["coffee"]],
    ["oeuvre", ["coffee"]],
    ["ガイド", ["coffee"]],
    ["한국", ["coffee"]],
    ["🚀", ["coffee"]],
    ["about coffee", ["coffee"]],
    ["how do I get coffee", ["coffee"]],
    ["installing", ["install"]],
    ["installation of servers", ["install"]],
    ["limit rates", ["limits"]],
    ["throttling", ["limits"]],
    ["set up the server", ["install"]],
    ["setup docker", ["install"]],
    ["how can I limit the kettle", ["limits", "ordered", "spread", "together"]],
    ["zebra", []],
    ["", []],
    ["?!", []],
  ])("for %s finds %j", async (query, ids) => {
    expect(found(await ask({ query }))).toEqual(ids);
  });

  test.each([
    ["docer", ["install"]],
    ["dokcer", ["install"]],
    ["dockerr", ["install"]],
    ["contaimer", ["install"]],
    ["instll dokcer", ["install"]],
    ["containr image", ["install"]],
    ["dkoecr", []],
    ["noed", []],
  ])("forgives one typo: %s finds %j", async (query, ids) => {
    expect(found(await ask({ query }))).toEqual(ids);
  });

  test("leaves words out when no page has all of them", async () => {
    expect(found(await ask({ query: "install docker zebra" }))).toEqual(["install"]);
    expect(found(await ask({ query: "kettle zebra giraffe" }))).toEqual(["ordered", "spread", "together"]);
  });

  test("keeps quoted words together", async () => {
    expect(found(await ask({ query: '"kettle teapot"' }))).toEqual(["ordered"]);
    expect(found(await ask({ query: '"teapot kettle"' }))).toEqual([]);
    expect(found(await ask({ query: '"東京都庁" 猫' }))).toEqual(["kyoto"]);
  });

  test("ranks title, heading, body; exact, prefix; ties by id of the page", async () => {
    const { pages } = await ask({ query: "serve", spaces: ["rank"] });
    expect(pages.map(({ pageId }) => pageId)).toEqual(["r1", "r7", "r2", "r3", "r4", "r5", "r6"]);
    expect(pages.map(({ rank }) => rank)).toEqual([1, 2, 3, 4, 5, 6, 7]);
  });

  test("ranks words in one section above words over the page, and in their order above both", async () => {
    expect(found(await ask({ query: "kettle teapot" }))).toEqual(["ordered", "together", "spread"]);
  });

  test("answers the sections that match, best first, with an excerpt and its matches", async () => {
    const { pages, sought } = await ask({ query: "docker install" });
    const marked = (text: string | undefined) => matches(text ?? "", sought);
    const [first, second] = pages[0]?.sections ?? [];
    expect(first).toMatchObject({
      anchor: "install-1",
      title: "With Docker",
      level: 2,
      position: 1,
      excerpt: "Run the container.",
    });
    expect([marked(first?.title), marked(first?.excerpt)]).toEqual([[[5, 11]], [[8, 17]]]);
    expect(second).toMatchObject({ anchor: "", title: "", level: 0, position: 0 });
    expect(second?.excerpt).toBe("How to install.\nThe server needs Node.");
    expect([marked(second?.excerpt), marked(pages[0]?.title)]).toEqual([[[7, 14]], [[0, 7]]]);
  });

  test("an index page comes behind those that answer, and is found by its title", async () => {
    const of = async (query: string, space: string) =>
      found(await ask({ query, spaces: [space], limit: 200 }));
    expect(await of("kettle boil", "book")).toEqual(["b-notes", "a-index"]);
    expect(await of("boil", "book")).toEqual(["b-notes", "a-index"]);
    expect(await of("index", "book")).toEqual(["a-index"]);
    const crowd = await of("kettle boil", "crowd");
    expect([crowd.length, crowd.at(-1)]).toEqual([151, "a-index"]);
  });

  test("stays within the spaces asked for", async () => {
    const of = async (spaces: string[]) =>
      (await ask({ query: "install", spaces })).pages.map(({ spaceId, pageId }) => `${spaceId}/${pageId}`);
    expect(await of(["other"])).toEqual(["other/install"]);
    expect(await of(["rank"])).toEqual([]);
    expect(await of([])).toEqual([]);
    expect(await of(["docs", "other"])).toEqual(["other/install", "docs/install"]);
    const many = Array.from({ length: 100 }, (_, index) => `absent${index}`);
    expect(await of([...many, "other"])).toEqual(["other/install"]);
    expect(await of([...many, "docs", "other"])).toEqual(["other/install", "docs/install"]);
  });

  test("leaves out what the asker must not see", async () => {
    const answer = await ask({
      query: "serve",
      spaces: ["rank"],
      visibility: { ofPage: ({ pageId }) => pageId !== "r1" },
    });
    expect([found(answer)[0], answer.count]).toEqual(["r7", 6]);
  });

  test("goes on behind those that reading shows to be none for the asker, however many stand before", async () => {
    const whole = found(await ask({ query: "serve", spaces: ["rank"] }));
    const open = whole.slice(-2);
    const amongPages = async (pages: readonly SpacePageKey[]) =>
      pages.map(({ pageId }) => open.includes(pageId));
    const of = { query: "serve", spaces: ["rank"], visibility: { amongPages } };
    const one = await ask({ ...of, limit: 1 });
    expect([found(one), one.next?.pageId]).toEqual([[open[0]], open[0]]);
    const two = await ask({ ...of, limit: 1, after: one.next });
    expect([found(two), two.next]).toEqual([[open[1]], undefined]);
    const none = { ...of, visibility: { amongPages: async () => whole.map(() => false) } };
    expect(await ask(none)).toMatchObject({ pages: [], next: undefined });
  });

  test.each([
    ["gold", ["vip", "both"], ["mixed", "plain"], ["vip"], ["mixed", "plain"], [], ["plain"]],
    ["teapot", ["vip", "both"], ["mixed"], ["vip"], ["mixed"], [], []],
    ["teapto", ["vip", "both"], ["mixed"], ["vip"], ["mixed"], [], []],
    ["kettle", [""], ["mixed"], [""], ["mixed"], [""], ["mixed"]],
    [
      "kettle gold",
      ["vip", "", "both"],
      ["mixed", "plain"],
      ["vip", ""],
      ["mixed", "plain"],
      [""],
      ["mixed", "plain"],
    ],
    ['"gold teapot"', ["both", "vip"], ["mixed"], [], [], [], []],
  ])("finds %s only under the asker's conditions", async (query, ...expected) => {
    const seen: string[][] = [];
    for (const claims of [undefined, ["visitor.vip"], []]) {
      const isMet =
        claims && ((conditions: readonly string[]) => conditions.every((one) => claims.includes(one)));
      const answer = await ask({ query, spaces: ["secret"], visibility: { isMet } });
      const mixed = answer.pages.find(({ pageId }) => pageId === "mixed");
      seen.push(mixed?.sections.map(({ anchor }) => anchor).toSorted() ?? [], found(answer).toSorted());
      expect(answer.count).toBe(answer.pages.length);
    }
    expect(seen).toEqual(expected.map((list) => list.toSorted()));
  });

  test("goes on where it ended", async () => {
    const whole = await ask({ query: "serve", spaces: ["rank"] });
    const parts: SearchResults["pages"][number][] = [];
    let after: SearchQuestion["after"];
    for (let turn = 0; turn < 4; turn += 1) {
      const part = await ask({ query: "serve", spaces: ["rank"], limit: 2, after });
      expect(part.count).toBe(7);
      parts.push(...part.pages);
      after = part.next;
      expect(after === undefined).toBe(turn === 3);
    }
    expect(parts).toEqual(whole.pages);
  });

  test.each(["serve", "serv", "teapot", "kettle serve"])(
    "gives the first pages for %s as many others would follow",
    async (query) => {
      const spaces = ["many", "rank", "docs"];
      const whole = await ask({ query, spaces, limit: 1000 });
      for (const limit of [1, 20, 40]) {
        const part = await ask({ query, spaces, limit });
        expect(part.pages).toEqual(whole.pages.slice(0, limit));
        expect(part.count).toBe(whole.count);
      }
    },
  );

  test("answers every string", async () => {
    const hostile = [
      '"',
      "'",
      "NEAR(a b)",
      "a AND",
      "OR OR",
      "NOT x",
      "-x",
      "*",
      "a*",
      "^a",
      "title:a",
      "{title}:a",
      "a:*",
      "& | !",
      "<->",
      "a <-> b",
      "((",
      "))",
      ";--",
      "\\",
      "'':*",
      "%",
      "_",
      "\0",
      "\ud83d",
      "$1",
      "?1",
      "a''b",
      '""',
      "rowid",
      "=64",
    ];
    for (const query of hostile) await ask({ query, spaces: everywhere });
    const part = fc.constantFrom(...hostile, "install", "東京", " ", " ", "é", "docker");
    await fc.assert(
      fc.asyncProperty(fc.array(part, { maxLength: 8 }), async (parts) => {
        await ask({ query: parts.join(""), spaces: everywhere });
      }),
      { numRuns: full ? 2000 : 100 },
    );
    await ask({ query: "word ".repeat(200) });
    await ask({ query: "東".repeat(512) });
    await ask({ query: Array.from({ length: 100 }, (_, index) => `w${index}.x.y`).join(" ") });
  });
});
