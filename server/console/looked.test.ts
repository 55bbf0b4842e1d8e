import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { LOOKING_FILES } from "./looked.fixture.ts";

test.each(LOOKING_FILES)("the screens that are %s’s are looked at there", async (file) => {
  const text = await readFile(new URL(`${file}.browser.store.test.ts`, import.meta.url), "utf8");
  const looks = [...text.matchAll(/\.look\(\s*[\w()]+,\s*[\w"]+,\s*"(\w+)"/g)].map(([, name]) => name);
  expect(looks).toEqual([file]);
});
