#!/usr/bin/env node
// Builds the server into dist/: one file a program, dependencies left in node_modules. Takes about a second.
import { readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { sourceStamp } from "./stamp.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "dist");

export async function buildServer() {
  const stamp = await sourceStamp(root);
  await rm(out, { recursive: true, force: true });
  await build({
    absWorkingDir: root,
    entryPoints: {
      cli: "server/cli.ts",
      assets: "server/site/assets/build.ts",
      renderWorker: "server/site/serve/renderWorker.ts",
      ...(await workerPrograms()),
    },
    outdir: "dist",
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    sourcemap: true,
    legalComments: "none",
    logLevel: "warning",
  });
  const { buildAssets } = await import(pathToFileURL(join(out, "assets.js")).href);
  await buildAssets(join(out, "assets"), join(root, "server/site"));
  await writeFile(join(out, "stamp"), stamp);
  // Its service process would otherwise stay beside the server.
  await stop();
}

/** The programs of threads: `server/workers/<name>.worker.ts` becomes `dist/workers/<name>.js`. */
async function workerPrograms() {
  const files = await readdir(join(root, "server/workers"));
  const names = files.flatMap((file) => /^(.+)\.worker\.ts$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [`workers/${name}`, `server/workers/${name}.worker.ts`]));
}

/** Builds unless dist/ was made from the sources as they are. */
export async function buildIfStale() {
  const built = await readFile(join(out, "stamp"), "utf8").catch(() => "");
  if (built !== (await sourceStamp(root))) await buildServer();
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
