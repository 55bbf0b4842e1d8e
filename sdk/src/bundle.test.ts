/** The library as bundlers take it: nothing is told to them, and little comes out. */
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";

const ONE = `import { createClient, getSpaceById } from "./index.ts"; globalThis.ask = (options) => getSpaceById(createClient(options), "a");`;
const ALL = `import { createLectern } from "./index.ts"; globalThis.createLectern = createLectern;`;

async function bundle(source: string, minify = true): Promise<string> {
  const built = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname, loader: "ts" },
    bundle: true,
    minify,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
  });
  expect(built.warnings).toEqual([]);
  return built.outputFiles[0]?.text ?? "";
}

test("one call alone is at most 4 kB, and all of them at most 25 kB, compressed", async () => {
  const one = await bundle(ONE);
  const all = await bundle(ALL);
  expect(gzipSync(one, { level: 9 }).length).toBeLessThanOrEqual(4096);
  expect(gzipSync(all, { level: 9 }).length).toBeLessThanOrEqual(25 * 1024);
  // Nothing of an upload in a call that takes no file.
  expect(one).not.toContain("/uploads");
  expect(all).toContain("/uploads");
});

test("bundlers for browsers take it as it is", async () => {
  // A module of Node's that a bundler sees is one that it looks for.
  for (const minify of [true, false]) expect(await bundle(ALL, minify)).not.toMatch(/["'`]node:/);
  const made = await rolldown({
    input: join(import.meta.dirname, "index.ts"),
    platform: "browser",
    onLog: (_level, log) => {
      throw new Error(log.message);
    },
  });
  const { output } = await made.generate({ format: "esm", minify: true });
  await made.close();
  expect(output.map((one) => (one.type === "chunk" ? one.imports : []))).toEqual([[]]);
});
