/** The compiler leads whoever adds a block from place to place: here one is added. */
import { execFile } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { expect, onTestFinished, test } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");

test("a new block is asked for in every table", async () => {
  const folder = await mkdtemp(join(tmpdir(), "new-block-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await Promise.all([
    ...["engine", "design", "console", "sdk"].map((room) =>
      cp(join(ROOT, room), join(folder, room), { recursive: true }),
    ),
    cp(join(ROOT, "package.json"), join(folder, "package.json")),
    symlink(join(ROOT, "node_modules"), join(folder, "node_modules")),
  ]);
  const { compilerOptions } = JSON.parse(await readFile(join(ROOT, "tsconfig.json"), "utf8"));
  const types = [...compilerOptions.types, "mdast-util-gfm"];
  const files = [
    "engine/markdown/everyBlock.test.ts",
    "engine/markdown/html/emojiData.d.ts",
    "console/editor/load.ts",
    "console/features/text/Blocks.tsx",
  ];
  const { lib, jsx } = JSON.parse(
    await readFile(join(ROOT, "console/tsconfig.json"), "utf8"),
  ).compilerOptions;
  const config = { compilerOptions: { ...compilerOptions, types, lib, jsx, incremental: false }, files };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify(config));

  const tree = join(folder, "engine/markdown/document.ts");
  const before = await readFile(tree, "utf8");
  const after = before.replace(
    "export type Block =\n",
    `export interface Callout extends Range {
      readonly type: "callout";
      readonly children: readonly Block[];
    }
    export type Block =
      | Callout\n`,
  );
  expect(after).not.toBe(before);
  await writeFile(tree, after);
  const found = await mistakes(folder);
  expect(found.filter((line) => !/Property 'callout' is missing/.test(line))).toEqual([]);
  expect(found.map((line) => line.split("(", 1)[0])).toEqual([
    "console/editor/load.ts",
    "console/features/text/Blocks.tsx",
    // The nodes of the API's document, which are read by a table of their own.
    "engine/document/nodeTypes.ts",
    "engine/document/writeBlocks.ts",
    "engine/markdown/anatomy.ts",
    // HTML, search, print and merge are asked for here as well.
    "engine/markdown/everyBlock.test.ts",
    "engine/markdown/html/blocks.ts",
    "engine/markdown/tagBlocks.ts",
  ]);
});

/** What the compiler says, in the order of the files. */
function mistakes(folder: string): Promise<string[]> {
  const compiler = join(ROOT, "node_modules/.bin/tsc");
  return new Promise((done) => {
    execFile(compiler, ["--noEmit", "--pretty", "false"], { cwd: folder }, (_, output) => {
      done(
        output
          // Details of a mistake are lines below it, set in.
          .split(/\n(?=\S)/)
          .filter((line) => /error TS/.test(line))
          .toSorted(),
      );
    });
  });
}
