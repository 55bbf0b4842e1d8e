import { expect, test } from "vitest";
import { parse } from "../../engine/markdown/parse.ts";
import { expectModestGrowth } from "../test/cost.ts";
import { memorySource } from "./files.ts";
import { IMPORT_LIMITS, type ImportLimits } from "./limits.ts";
import { readNotion } from "./notion.ts";
import { craftZip } from "./zip.fixture.ts";

const ID = "0123456789abcdef0123456789abcdef";

/** The text of the last page that an export of these files has. */
async function lastPage(files: Readonly<Record<string, string>>): Promise<string> {
  const source = await readNotion(
    memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))),
  );
  const page = source.files.findLast(({ path }) => path.endsWith(".md"));
  const text = new TextDecoder().decode(await page?.read());
  await source.close();
  return text;
}

test("a table that is cut is said to be", async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => `r${at},x`).join("\n");
  const name = `Tasks ${"a".repeat(32)}.csv`;
  const source = await readNotion(memorySource([{ name, bytes: `Name,Note\n${rows}\n` }]));
  expect(source.problems).toEqual([
    { path: name, message: "its table has the first 2000 rows, and no more" },
  ]);
  await source.close();
});

test.each([
  [
    "a page of a database that isn't in the export has its properties as a table",
    `Ship it ${ID}.md`,
    "# Ship it\n\nStatus: In progress\nOwner: Ana | Ben\nDue: May 4, 2026 → May 6, 2026\n\nThe plan.\n",
    "# Ship it\n\n| | |\n| - | - |\n| **Status** | In progress |\n| **Owner** | Ana \\| Ben |\n| **Due** | May 4, 2026 → May 6, 2026 |\n\nThe plan.\n",
  ],
  ["a paragraph that has a colon stays one", `A ${ID}.md`, "# A\n\nNote: read this.\n\nEnd.\n", undefined],
  [
    "so do lines of which one is none",
    `A ${ID}.md`,
    "# A\n\nStatus: Done\nand so on, with a colon: here\n",
    undefined,
  ],
  ["so do lines in a page that no export named", "A.md", "# A\n\nStatus: Done\nOwner: Ana\n", undefined],
  ["so do lines further down", `A ${ID}.md`, "# A\n\nText.\n\nStatus: Done\nOwner: Ana\n", undefined],
])("%s", async (_, name, text, written = text) => {
  expect(await lastPage({ [name]: text })).toBe(written);
});

test.each(["- ", "+ ", "* ", "## ", "1) ", "    ", "\t", "– "])(
  "so do lines that begin with %j",
  async (mark) => {
    const text = `# A\n\n${mark}Frontend: React\n${mark}Backend: Node\n\nEnd.\n`;
    expect(await lastPage({ [`A ${ID}.md`]: text })).toBe(text);
  },
);

test("a database that is in the export says which lines are properties", async () => {
  const text = "# Row\n\nStatus: Done\nNot a property: of it\n";
  const files = { [`Tasks ${ID}/Row ${ID}.md`]: text, [`Tasks ${ID}.csv`]: "Name,Status\nRow,Done\n" };
  expect(await lastPage(files)).toContain("| **Status** | Done |\nNot a property: of it");
});

test("a column of a known database may have a colon in its name, and a long one", async () => {
  const long = "What is to be done ".repeat(10).trim();
  const text = `# Row\n\nPhase: now: open: all\nPhase: next\n- ${long}: Rest\n\nEnd.\n`;
  const csv = `Name,Phase: now,Phase,- ${long}\nRow,open: all,next,Rest\n`;
  expect(await lastPage({ [`Tasks ${ID}/Row ${ID}.md`]: text, [`Tasks ${ID}.csv`]: csv })).toBe(
    `# Row\n\n| | |\n| - | - |\n| **Phase: now** | open: all |\n| **Phase** | next |\n| **- ${long}** | Rest |\n\nEnd.\n`,
  );
});

test("an empty line is no row, and no row has more cells than it says", async () => {
  const csv = 'Name,Note,Due\n\n\r\nA,"b\r\n\r\nc"\n\n""\nB,"d\re",f,,\nC\nD,,,more,\n';
  expect(await lastPage({ [`T ${ID}.csv`]: csv })).toBe(
    "# T\n\n| Name | Note | Due |  |\n| --- | --- | --- | --- |\n| A | b<br>c |\n| B | d<br>e | f |  |\n| C |\n| D |  |  | more |\n",
  );
});

test("a wide table of empty lines is as short as they are", async () => {
  const csv = `${"c,".repeat(499)}c\n${"\n".repeat(2_000)}`;
  expect((await lastPage({ [`T ${ID}.csv`]: csv })).length).toBeLessThan(10_000);
});

test("a table of many short rows stays one: Markdown adds only so many cells itself", async () => {
  const csv = `${"c,".repeat(199)}c\n${"r\n".repeat(400)}`;
  const { children } = parse(await lastPage({ [`T ${ID}.csv`]: csv })).document;
  expect(children.map(({ type }) => type)).toEqual(["heading", "table"]);
  expect(children[1]).toMatchObject({ rows: { length: 400 } });
});

test("a table ends where the text of a page does, and that is told", async () => {
  const name = `T ${ID}.csv`;
  const source = await readNotion(memorySource([{ name, bytes: "Name\nä\nö\nü\n" }]), {
    limits: { pageBytes: 42 },
  });
  const text = "# T\n\n| Name |\n| --- |\n| ä |\n| ö |\n";
  expect(new TextDecoder().decode(await source.files[0]?.read())).toBe(text);
  expect(source.problems).toEqual([{ path: name, message: "its table has the first 42 bytes, and no more" }]);
  await source.close();
});

test("tables are as many as pages may be, and as large as the text of all", async () => {
  const read = (): Promise<Uint8Array> => Promise.reject(new Error("must not be read"));
  const tables = ["a", "b", "c"].map((name) => ({ name: `${name}.csv`, bytes: "Name\nRow\n" }));
  const small = memorySource(tables);
  const large = { path: "d.csv", size: IMPORT_LIMITS.pageBytes + 1, read };
  const skippedBy = async (limits: Partial<ImportLimits>) => {
    const source = await readNotion({ ...small, files: [...small.files, large] }, { limits });
    expect(source.files.map(({ path }) => path)).toEqual(["a.md", "b.md"]);
    await source.close();
    return source.skipped;
  };
  expect(await skippedBy({ pages: 2 })).toEqual([
    { path: "c.csv", reason: "an import takes at most 2 pages" },
    { path: "d.csv", reason: "its text is larger than 5 MB; split it into several files" },
  ]);
  expect(await skippedBy({ textBytes: 80 })).toEqual([
    { path: "c.csv", reason: "the text of all pages exceeds 80 bytes" },
    { path: "d.csv", reason: "its text is larger than 5 MB; split it into several files" },
  ]);
});

test("a table that is no text is told", async () => {
  const source = await readNotion(memorySource([{ name: "a.csv", bytes: new Uint8Array([0xc3, 0x28]) }]));
  expect(source.skipped).toEqual([{ path: "a.csv", reason: "it is not valid UTF-8 text" }]);
  await source.close();
});

test("cells of blanks cost no more than their length", async () => {
  await expectModestGrowth(async (share) => {
    const csv = `Name\nx${" ".repeat(share * 40_000)}y\n`;
    expect(await lastPage({ [`T ${ID}.csv`]: csv })).toContain("y |");
  });
});

test("a table is as wide as one can look at, and that is told", async () => {
  const name = `Wide ${ID}.csv`;
  const csv = `${"c,".repeat(20_000)}c\n${"r\n".repeat(1_990)}`;
  const source = await readNotion(memorySource([{ name, bytes: csv }]));
  expect(source.problems).toEqual([
    { path: name, message: "its table has the first 500 columns, and no more" },
  ]);
  const [page] = source.files;
  expect((await page?.read())?.byteLength).toBeLessThan(IMPORT_LIMITS.pageBytes);
  await source.close();
});

test("many databases cost no look at all pages for each", async () => {
  await expectModestGrowth(async (share) => {
    const entries = Array.from({ length: share * 1_000 }, (_, at) => [
      { name: `d${at} ${ID}.csv`, bytes: "Name\nRow\n" },
      { name: `d${at} ${ID}/Row ${ID}.md`, bytes: "# Row\n" },
    ]).flat();
    const source = await readNotion(memorySource(entries));
    expect(source.files).toHaveLength(share * 2_000);
    await source.close();
  });
});

test("tables lie on the disk until they are read", async () => {
  const source = await readNotion(memorySource([{ name: `T ${ID}.csv`, bytes: "Name\nRow\n" }]));
  const [page] = source.files;
  expect(new TextDecoder().decode(await page?.read())).toContain("| Row |");
  await source.close();
  await expect(page?.read()).rejects.toThrow();
});

test.each([
  ["a quote that nothing closes", '"'.padEnd(400_000, "a,\n")],
  ["nothing but quotes", '"'.repeat(400_001)],
  ["nothing but commas", ",".repeat(400_000)],
  ["nothing but lines", "\n".repeat(400_000)],
])("a table of %s is read, at a cost of its length", async (_, csv) => {
  const source = await readNotion(memorySource([{ name: `T ${ID}.csv`, bytes: csv }]));
  expect(source.files.map(({ path }) => path)).toEqual([`T ${ID}.md`]);
  expect((await source.files[0]?.read())?.byteLength).toBeLessThan(IMPORT_LIMITS.pageBytes);
  await source.close();
});

test("an archive of archives is read one level deep, and to twenty parts", async () => {
  const part = (name: string, bytes: Uint8Array | string) => ({ name, bytes });
  const deep = craftZip([part("deeper.zip", craftZip([part("x.md", "# X\n")]))]);
  const parts = Array.from({ length: 21 }, (_, at) =>
    part(`${String(at).padStart(2, "0")}.zip`, at === 0 ? deep : craftZip([part(`p${at}.md`, "# P\n")])),
  );
  const source = await readNotion(memorySource(parts));
  expect(source.files.map(({ path }) => path).filter((path) => path.endsWith(".md"))).toHaveLength(19);
  expect(source.skipped).toContainEqual({ path: "20.zip", reason: "an export has at most 20 parts" });
  await source.close();
});
