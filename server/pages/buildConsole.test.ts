import path from "node:path";
import { gzipSync } from "node:zlib";
import { beforeAll, describe, expect, test } from "vitest";
import { bundleConsole, type BrowserProgram } from "./buildConsole.ts";

const ROOT = path.resolve(import.meta.dirname, "../..");
let program: BrowserProgram;

beforeAll(async () => {
  program = await bundleConsole(ROOT);
});

/** Bytes of some of its files, gzipped. */
function size(names: readonly string[]): number {
  const files = program.files.filter(({ name }) => names.includes(name));
  expect(files).toHaveLength(names.length);
  return files.reduce((sum, { bytes }) => sum + gzipSync(bytes, { level: 9 }).length, 0);
}

describe("what a browser loads", () => {
  test("first is two files, at most 125 kB of script", () => {
    const first = [program.script, ...program.needed];
    expect(first).toHaveLength(2);
    expect(size(first)).toBeLessThan(125_000);
  });

  test("to show a page is few files more, at most 85 kB", () => {
    const [, files = []] = [...program.parts].find(([name]) => name.includes("-Reading.")) ?? [];
    expect(files.length).toBeGreaterThan(1);
    expect(files.length).toBeLessThan(9);
    expect(size(files)).toBeLessThan(85_000);
  });

  test("later is at most 85 kB a screen, popups and all, and 150 kB for the text of a page, beside what is there by then", () => {
    expect(program.parts.size).toBeGreaterThan(2);
    const editor = [...program.parts].find(([name]) => name.includes("writtenText"));
    expect(editor).toBeDefined();
    for (const [name, files] of program.parts) {
      // What is opened in the editor comes beside what is there.
      const isInEditor = name !== editor?.[0] && editor !== undefined && files.includes(editor[0]);
      const loaded = isInEditor ? files.filter((file) => !editor[1].includes(file)) : files;
      const isText =
        /Reading|InEditor|writtenText|page|BlockView|frontMatter|drawnBlocks|paste|sourceForm|talk|DiffView|mergeBody|conflicts/.test(
          name,
        );
      expect(size(loaded), name).toBeLessThan(isText ? 150_000 : 85_000);
    }
  });

  test("first has no parser of pages and no popups in it", () => {
    const first = program.files.filter(({ name }) => [program.script, ...program.needed].includes(name));
    const text = first.map(({ bytes }) => bytes.toString()).join("\n");
    expect(text).not.toContain("combobox");
    expect(text).not.toContain("openapi-operation");
  });
});

test("the program is the console's own, the library for programs, design and engine: nothing of the server", () => {
  const rooms = program.sources.flatMap((file) =>
    file.startsWith("node_modules/") ? [] : [file.split("/")[0]],
  );
  expect([...new Set(rooms)].toSorted()).toEqual(["console", "design", "engine", "sdk"]);
});

test("the same sources give the same names", async () => {
  const again = await bundleConsole(ROOT);
  expect(again.files.map(({ name }) => name)).toEqual(program.files.map(({ name }) => name));
});
