import { expect, test } from "vitest";
import { memorySource } from "./files.ts";
import { readNotion } from "./notion.ts";

test("a table that is cut is said to be", async () => {
  const rows = Array.from({ length: 2_500 }, (_, at) => `r${at},x`).join("\n");
  const name = `Tasks ${"a".repeat(32)}.csv`;
  const source = await readNotion(memorySource([{ name, bytes: `Name,Note\n${rows}\n` }]));
  expect(source.problems).toEqual([
    { path: name, message: "its table has the first 2000 rows, and no more" },
  ]);
  await source.close();
});
