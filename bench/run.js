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
      fleet: "bench/fleet/main.ts",
      fleetFill: "bench/fleet/fill.ts",
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
  const args = process.argv.slice(2);
  const isFleet = args[0] === "fleet";
  const { main } = await import(pathToFileURL(join(programs, isFleet ? "fleet.js" : "main.js")).href);
  process.exitCode = await main(isFleet ? args.slice(1) : args, { root, programs });
} finally {
  await rm(programs, { recursive: true, force: true });
}
