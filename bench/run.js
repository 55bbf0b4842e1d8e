#!/usr/bin/env node
// Bundles the bench and its programs, then runs it: `npm run bench -- --help`.
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
// Below node_modules, so that the bundles find the packages.
const cache = join(root, "node_modules/.cache");
await mkdir(cache, { recursive: true });
const programs = await mkdtemp(join(cache, "lectern-bench-"));
try {
  await build({
    absWorkingDir: root,
    entryPoints: {
      ...Object.fromEntries(
        ["main", "peer", "load", "fill", "gitSync"].map((name) => [name, `bench/${name}.ts`]),
      ),
      "workers/launcher": "server/workers/launcher.worker.ts",
    },
    outdir: programs,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node20.19",
    packages: "external",
    sourcemap: true,
    logLevel: "warning",
  });
  const { main } = await import(pathToFileURL(join(programs, "main.js")).href);
  process.exitCode = await main(process.argv.slice(2), { root, programs });
} finally {
  await rm(programs, { recursive: true, force: true });
}
