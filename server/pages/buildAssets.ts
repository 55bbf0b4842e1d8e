import { createHash } from "node:crypto";
import { copyFile, mkdir, readdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { build } from "esbuild";
import { bundleConsole, bundleDiagrams, type BrowserProgram } from "./buildConsole.ts";
import { BROWSERS } from "./browsers.ts";

/** Of the repository; a bundle of this file says itself where that is. */
const ROOT = path.resolve(import.meta.dirname, "../..");

/**
 * What pages ask for, and what it is made from; `reference` and `samples` are for references of APIs alone, `account` and
 * `passkeys` for signing in, `console` for the console, `asking` for its first question, `editor` for its editor.
 */
const ENTRIES = {
  early: { source: "design/script/early.ts", extension: "js" },
  script: { source: "design/script/main.ts", extension: "js" },
  style: { source: "design/styles/main.css", extension: "css" },
  reference: { source: "design/styles/reference.css", extension: "css" },
  samples: { source: "design/script/samples.ts", extension: "js" },
  account: { source: "design/styles/account.css", extension: "css" },
  passkeys: { source: "design/script/passkeys.ts", extension: "js" },
  console: { source: "console/style/main.css", extension: "css" },
  kitFrame: { source: "design/script/kitFrame.ts", extension: "js" },
  asking: { source: "console/asking.ts", extension: "js" },
  editor: { source: "console/editor/main.css", extension: "css" },
} as const;

export type AssetName = keyof typeof ENTRIES;

/** Sizes are in bytes. */
interface Asset {
  readonly file: string;
  readonly contentType: string;
  readonly size: number;
  readonly gzip: number;
  readonly brotli: number;
}

export type AssetManifest = Readonly<Record<AssetName, Asset>>;

/** A program of many files, in `console.json` and `diagrams.json`. */
export interface ProgramManifest {
  /** The name of the file that a page loads. */
  readonly script: string;
  /** Names of those that it can't start without. */
  readonly needed: readonly string[];
  /** Names of those that a page of a space is shown with. */
  readonly reading: readonly string[];
  readonly files: readonly Asset[];
  /** The sources that are inside, for their licences. */
  readonly sources: readonly string[];
}

async function bundle(root: string, source: string): Promise<Buffer> {
  const built = await build({
    entryPoints: [path.join(root, source)],
    bundle: true,
    minify: true,
    write: false,
    format: source.endsWith("early.ts") ? "iife" : "esm",
    target: BROWSERS,
    legalComments: "none",
    logLevel: "silent",
    // Browsers of the target understand these; lowering them would double the sheet.
    supported: { nesting: true, "color-functions": true },
  });
  return Buffer.from(built.outputFiles[0]?.contents ?? new Uint8Array());
}

async function writeAsset(root: string, outDir: string, name: AssetName): Promise<Asset> {
  const { source, extension } = ENTRIES[name];
  const bytes = await bundle(root, source);
  const hash = createHash("sha256").update(bytes).digest("hex").slice(0, 12);
  return writeFiles(outDir, `${name}.${hash}.${extension}`, bytes);
}

/** Writes a file under its lasting name, and its copies. */
async function writeFiles(outDir: string, file: string, bytes: Buffer, quality = 11): Promise<Asset> {
  const brotli = brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
  const gzip = gzipSync(bytes, { level: 9 });
  await writeFile(path.join(outDir, file), bytes);
  await writeFile(path.join(outDir, `${file}.br`), brotli);
  await writeFile(path.join(outDir, `${file}.gz`), gzip);
  const contentType = file.endsWith(".js") ? "text/javascript; charset=utf-8" : "text/css; charset=utf-8";
  return { file, contentType, size: bytes.length, gzip: gzip.length, brotli: brotli.length };
}

async function writeProgram(
  outDir: string,
  name: string,
  program: BrowserProgram,
  quality?: number,
): Promise<void> {
  const { script, needed, parts, files, sources } = program;
  const written = await Promise.all(files.map(({ name, bytes }) => writeFiles(outDir, name, bytes, quality)));
  const [, reading = []] = [...parts].find(([part]) => part.startsWith("console-Reading.")) ?? [];
  const manifest: ProgramManifest = { script, needed, reading, files: written, sources };
  await writeFile(path.join(outDir, `${name}.json`), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/**
 * Makes the script and the style sheet of published pages in `outDir`: each under a name that carries its
 * hash, with `.br` and `.gz` copies beside it, and a `manifest.json` that names them; and the programs
 * of the console and of diagrams, with a `console.json` and a `diagrams.json`. The same sources give the same names. `root` is the repository. Throws what esbuild throws on a mistake in a source.
 */
export async function buildAssets(outDir: string, root = ROOT): Promise<AssetManifest> {
  await mkdir(outDir, { recursive: true });
  await writeProgram(outDir, "console", await bundleConsole(root));
  // Three megabytes, which few ask for: the last hundredths of them take ten seconds of each build.
  await writeProgram(outDir, "diagrams", await bundleDiagrams(root), 9);
  const names = Object.keys(ENTRIES) as AssetName[];
  const built = await Promise.all(
    names.map(async (name) => [name, await writeAsset(root, outDir, name)] as const),
  );
  // Fonts are compressed, have their hashes in their names, and go with their licences.
  const fonts = path.join(root, "design/fonts");
  await Promise.all(
    (await readdir(fonts)).map((file) => copyFile(path.join(fonts, file), path.join(outDir, file))),
  );
  const manifest = Object.fromEntries(built) as unknown as AssetManifest;
  await writeFile(path.join(outDir, "manifest.json"), `${JSON.stringify(manifest, undefined, 2)}\n`);
  return manifest;
}
