import { createHash } from "node:crypto";
import { readdir, readFile, rm } from "node:fs/promises";
import path from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, inject, test } from "vitest";
import { FONT_FILES } from "../../design/families.ts";
import { newFolder } from "../test/folders.ts";
import { buildAssets, type AssetManifest, type ProgramManifest } from "./buildAssets.ts";

const LICENCES = [
  "ibm-plex-mono.OFL.txt",
  "inter.OFL.txt",
  "jetbrains-mono.OFL.txt",
  "stix-two-math.OFL.txt",
];

const outDir = inject("assets");
const read = async <Manifest>(name: string): Promise<Manifest> =>
  JSON.parse(await readFile(path.join(outDir, `${name}.json`), "utf8")) as Manifest;
const manifest = await read<AssetManifest>("manifest");

test("script and style sheet stay under 20 kB each, gzipped", () => {
  expect(manifest.early.gzip + manifest.script.gzip).toBeLessThan(20_000);
  expect(manifest.style.gzip).toBeLessThan(20_000);
  expect(manifest.console.gzip).toBeLessThan(20_000);
  expect(manifest.editor.gzip).toBeLessThan(20_000);
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
  const again = newFolder("assets");
  try {
    expect(await buildAssets(again)).toEqual(manifest);
    const programs = await Promise.all(["console", "diagrams"].map((name) => read<ProgramManifest>(name)));
    const files = programs.flatMap((program) => program.files);
    const names = await readdir(again);
    expect(names).toHaveLength(
      (Object.keys(manifest).length + files.length) * 3 + 3 + FONT_FILES.length + LICENCES.length,
    );
    expect(names.toSorted()).toEqual((await readdir(outDir)).toSorted());
  } finally {
    await rm(again, { recursive: true });
  }
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
