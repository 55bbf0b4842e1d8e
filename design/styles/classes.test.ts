import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { CLASSES, COLORS, REFERENCE_CLASSES } from "../../engine/markdown/html/classes.ts";

/** Classes that say what something is but look like what is around them. */
const PLAIN = new Set([
  "api-get",
  "api-other",
  "button-primary",
  // Panels that hold nothing but code are joined with it one by one, mixed groups as well.
  "code-group",
  "hint-info",
  "mention",
  "task",
  "math-inline",
  "quote",
  "tok-variable",
]);

async function readStyles(): Promise<string> {
  const names = (await readdir(import.meta.dirname)).filter((name) => name.endsWith(".css"));
  const sheets = await Promise.all(
    names.map((name) => readFile(path.join(import.meta.dirname, name), "utf8")),
  );
  return sheets.join("\n");
}

test("every class that pages can carry is styled, or known to need nothing", async () => {
  const styles = await readStyles();
  const names = Object.keys({ ...CLASSES, ...REFERENCE_CLASSES }).flatMap((name) =>
    name.endsWith("COLOR") ? COLORS.map((color) => name.replace("COLOR", color)) : [name],
  );
  const bare = names.filter((name) => !PLAIN.has(name) && !new RegExp(`\\.${name}(?![\\w-])`).test(styles));
  expect(bare).toEqual([]);
});
