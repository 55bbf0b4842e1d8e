import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const CONSOLE = path.join(import.meta.dirname, "..");
const SHEETS = [import.meta.dirname, path.join(CONSOLE, "../design/styles"), path.join(CONSOLE, "editor")];

/** Classes of pages that say what something is and look like what is around them (`design/styles/classes.test.ts`). */
const PLAIN = new Set(["quote", "task", "block-talk"]);

async function readAll(folders: readonly string[], end: string): Promise<string[]> {
  const lists = folders.map(async (folder) => {
    const names = await readdir(folder, { recursive: true });
    return Promise.all(
      names.filter((name) => name.endsWith(end)).map((name) => readFile(path.join(folder, name), "utf8")),
    );
  });
  return (await Promise.all(lists)).flat();
}

test("every class that the console writes down is one of its sheets'", async () => {
  const sheets = (await readAll(SHEETS, ".css")).join("\n");
  const drawn = new Set([...sheets.matchAll(/\.([a-z][\w-]*)/g)].map(([, name]) => name));
  const parts = (await readAll([CONSOLE], ".tsx")).join("\n");
  const given = [...parts.matchAll(/className=(?:"([^"]*)"|\{[^}]*?"([a-z][\w -]*)")/g)];
  const names = new Set(given.flatMap(([, plain, chosen]) => (plain ?? chosen ?? "").split(" ")));
  expect(names.size).toBeGreaterThan(200);
  const bare = [...names].filter((name) => name !== "" && !drawn.has(name) && !PLAIN.has(name));
  expect(bare).toEqual([]);
});
