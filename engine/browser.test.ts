/** The engine in a browser: nothing of Node is in it, and it says there what it says here. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as browserBounded from "./bounded.browser.ts";
import * as nodeBounded from "./bounded.node.ts";
import { sha256 as browserHash } from "./hash.browser.ts";
import { sha256 as nodeHash } from "./hash.node.ts";
import { toDocument } from "./document/toDocument.ts";
import { blocks } from "./markdown/blockIds.ts";
import { renderHtml } from "./markdown/html/render.ts";
import { parse } from "./markdown/parse.ts";

const ENGINE = import.meta.dirname;
const KITCHEN_SINK = readFileSync(join(ENGINE, "markdown/html/fixtures/kitchen-sink.md"), "utf8");

/** What a browser has of its own beside the language. */
const browser = () => createContext({ TextEncoder, TextDecoder, URL, performance });

const bundled = (entry: object) =>
  build({ ...entry, bundle: true, platform: "browser", write: false, metafile: true, logLevel: "silent" });

describe("both hashes", () => {
  test("name the same content alike", () => {
    const anyText = fc.array(fc.integer({ min: 0, max: 0xffff })).map((all) => String.fromCharCode(...all));
    fc.assert(
      fc.property(fc.oneof(anyText, fc.uint8Array({ maxLength: 300 })), (content) => {
        expect(browserHash(content)).toBe(nodeHash(content));
      }),
    );
  });

  test("are SHA-256 of UTF-8", () => {
    const expected = "4a99557e4033c3539de2eb65472017cad5f9557f7a0625a09f1c3f6e2ba69c4c";
    expect([browserHash(""), nodeHash("")]).toEqual(
      Array(2).fill("e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    );
    expect([browserHash("é"), nodeHash("é")]).toEqual(Array(2).fill(expected));
  });
});

describe.each([
  ["Node", nodeBounded.runBounded],
  ["a browser", browserBounded.runBounded],
])("work in %s", (_, runBounded) => {
  test("that comes to its end does so", () => {
    let done = 0;
    expect(runBounded(() => void done++, 1_000)).toBe(true);
    expect(done).toBe(1);
  });

  test("that would never end is stopped", () => {
    let turns = 0;
    const endless = (isOver: () => boolean) => {
      do turns++;
      while (!isOver());
    };
    expect(runBounded(endless, 5)).toBe(false);
    expect(turns).toBeGreaterThan(0);
  });

  test("throws what it throws", () => {
    expect(() => runBounded(() => expect.fail("of its own"), 1_000)).toThrow("of its own");
  });
});

test("every file of the engine can be part of a page", async () => {
  const files = readdirSync(ENGINE, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts") && !/\.(test|fixture|node|d)\.ts$|\/testing\//.test(file))
    .map((file) => join(ENGINE, file));
  const { metafile } = await bundled({ entryPoints: files, outdir: "unwritten", format: "esm" });
  expect(Object.keys(metafile.inputs).filter((file) => file.endsWith(".node.ts"))).toEqual([]);
  const outside = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
  // Grammars are named by whoever makes the bundle.
  expect([...new Set(outside)].filter((path) => !path.startsWith("@shikijs/langs/"))).toEqual([]);
});

test("a page has the same blocks, document and HTML there", async () => {
  const entry = `
    export { toDocument } from "./document/toDocument.ts";
    export { blocks } from "./markdown/blockIds.ts";
    export { renderHtml } from "./markdown/html/render.ts";
    export { parse } from "./markdown/parse.ts";`;
  const stdin = { contents: entry, resolveDir: ENGINE, loader: "ts" };
  const { outputFiles } = await bundled({ stdin, format: "iife", globalName: "engine" });
  const context = browser();
  const script = `(source) => {
    const { document } = engine.parse(source);
    const { html } = engine.renderHtml(document);
    return JSON.stringify([engine.blocks(document), engine.toDocument(document), html]);
  }`;
  runInContext(outputFiles[0]!.text, context);
  const told = JSON.parse((runInContext(script, context) as (source: string) => string)(KITCHEN_SINK));
  const { document } = parse(KITCHEN_SINK);
  const here = [blocks(document), toDocument(document), renderHtml(document).html];
  expect(told).toEqual(JSON.parse(JSON.stringify(here)));
  expect(told[0].length).toBeGreaterThan(50);
});
