import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { FONT_FILES } from "../../design/families.ts";
import { buildAssets, type AssetManifest, type ProgramManifest } from "./buildAssets.ts";

const LICENCES = ["ibm-plex-mono.OFL.txt", "inter.OFL.txt", "jetbrains-mono.OFL.txt"];

let outDir: string;
let manifest: AssetManifest;

beforeAll(async () => {
  outDir = await mkdtemp(path.join(tmpdir(), "lectern-assets-"));
  manifest = await buildAssets(outDir);
});

afterAll(() => rm(outDir, { recursive: true, force: true }));

test("script and style sheet stay under 20 kB each, gzipped", () => {
  expect(manifest.early.gzip + manifest.script.gzip).toBeLessThan(20_000);
  expect(manifest.style.gzip).toBeLessThan(20_000);
  expect(manifest.console.gzip).toBeLessThan(20_000);
});

test("what blocks the first paint is under 1 kB of script", () => {
  expect(manifest.early.gzip).toBeLessThan(1_000);
});

test("the compressed copies hold the same bytes", async () => {
  for (const { file } of Object.values(manifest)) {
    const plain = await readFile(path.join(outDir, file));
    expect(brotliDecompressSync(await readFile(path.join(outDir, `${file}.br`)))).toEqual(plain);
    expect(gunzipSync(await readFile(path.join(outDir, `${file}.gz`)))).toEqual(plain);
  }
});

test("the same sources give the same names", async () => {
  const again = await buildAssets(outDir);
  expect(again).toEqual(manifest);
  const programs = ["console", "diagrams"].map((name) => readFile(path.join(outDir, `${name}.json`), "utf8"));
  const files = (await Promise.all(programs)).flatMap((text) => (JSON.parse(text) as ProgramManifest).files);
  expect(await readdir(outDir)).toHaveLength(
    (Object.keys(manifest).length + files.length) * 3 + 3 + FONT_FILES.length + LICENCES.length,
  );
});

test("the style sheet asks for nothing from elsewhere", async () => {
  const css = await readFile(path.join(outDir, manifest.style.file), "utf8");
  expect(css).not.toMatch(/url\(["']?(?!["']?data:)/);
  expect(css).not.toContain("@import");
  expect(css).not.toContain("@font-face");
});

test("the fonts are what their names say, and go with their licences", async () => {
  for (const file of FONT_FILES) {
    const bytes = await readFile(path.join(outDir, file));
    expect(bytes.subarray(0, 4).toString()).toBe("wOF2");
    const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
    expect(file).toBe(`${file.split(".")[0]}.${hash}.woff2`);
  }
  for (const file of LICENCES)
    expect(await readFile(path.join(outDir, file), "utf8")).toContain("SIL Open Font License");
});
