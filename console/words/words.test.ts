import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";

const CONSOLE = path.join(import.meta.dirname, "..");
const isWords = (name: string): boolean => /^words(?:\.ts$|\/)/.test(name);

test("every sentence of the console is said somewhere", async () => {
  const names = (await readdir(CONSOLE, { recursive: true })).filter(
    (name) => /\.tsx?$/.test(name) && !name.endsWith(".test.ts"),
  );
  const texts = await Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(CONSOLE, name), "utf8") })),
  );
  const saying = texts
    .map(({ name, text }) => (isWords(name) ? text.replaceAll(/^ {2}\w+/gm, "") : text))
    .join("\n");
  const taken = [...saying.matchAll(/\{([^{}]*)\} = \w*[wW]ords/g)].flatMap(
    ([, some = ""]) => some.match(/\w+/g) ?? [],
  );
  const said = new Set([...saying.matchAll(/[."](\w+)/g)].map(([, word]) => word).concat(taken));
  const known = texts
    .filter(({ name }) => isWords(name))
    .flatMap(({ name, text }) =>
      [...text.matchAll(/^ {2}(\w+)[:(]/gm)].map(([, key]) => [name, key] as const),
    );
  expect(known.length).toBeGreaterThan(1000);
  expect(known.filter(([, key]) => !said.has(key))).toEqual([]);
});
