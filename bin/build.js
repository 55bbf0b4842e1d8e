#!/usr/bin/env node
// Builds the server into dist/, with the packages that it uses but for the native ones. Takes a few seconds.
import { randomUUID } from "node:crypto";
import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build, stop } from "esbuild";
import { bundlePrograms } from "./bundle.js";
import { licensesOf } from "./licenses.js";
import { builtStamp, sourceStamp } from "./stamp.js";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const out = join(root, "dist");

/**
 * Builds beside dist/ and puts it in its place when it is whole: a build that fails or is killed leaves the former one,
 * and of several at once each is whole and one stays.
 */
export async function buildServer() {
  const stamp = await sourceStamp(root);
  await removeLeftovers();
  // Not mkdtemp: others than who builds it run it, in the image for one, and so they have to be able to read it.
  const fresh = join(root, `dist.building-${randomUUID()}`);
  await mkdir(fresh);
  try {
    await buildInto(fresh);
    await writeFile(join(fresh, "stamp"), stamp);
    await putInPlace(fresh, stamp);
  } finally {
    // Its service process would otherwise stay beside the server.
    await stop();
    await rm(fresh, { recursive: true, force: true });
  }
}

/** What killed builds left: an hour is far longer than one takes. */
async function removeLeftovers() {
  const names = (await readdir(root)).filter((name) => name.startsWith("dist.building-"));
  for (const folder of names.map((name) => join(root, name))) {
    const { mtimeMs } = await stat(folder).catch(() => ({ mtimeMs: Infinity }));
    if (mtimeMs < Date.now() - 3_600_000) await rm(folder, { recursive: true, force: true });
  }
}

async function buildInto(folder) {
  const { dependencies } = JSON.parse(await readFile(join(root, "package.json"), "utf8"));
  const programs = {
    cli: "server/cli.ts",
    renderWorker: "server/site/bodies/renderWorker.ts",
    ...(await workerPrograms()),
  };
  const inputs = await bundlePrograms(root, programs, folder, Object.keys(dependencies ?? {}));
  const assets = join(folder, "assets");
  await buildAssets(assets);
  const manifests = await Promise.all(
    ["console.json", "diagrams.json"].map((name) => readFile(join(assets, name), "utf8")),
  );
  const sources = manifests.flatMap((text) => JSON.parse(text).sources);
  await writeFile(join(folder, "licenses.txt"), await licensesOf(root, [...inputs, ...sources]));
}

/** What browsers get is made by a program that only the build runs, so it doesn't stay. */
async function buildAssets(folder) {
  const program = `${folder}.js`;
  await build({
    absWorkingDir: root,
    entryPoints: ["server/pages/buildAssets.ts"],
    outfile: program,
    bundle: true,
    format: "esm",
    platform: "node",
    packages: "external",
    logLevel: "warning",
  });
  const built = await import(pathToFileURL(program).href);
  await built.buildAssets(folder, root);
  await rm(program);
}

/** A folder can't be renamed onto a full one, so the former goes away first; whoever comes between has built the same. */
async function putInPlace(fresh, stamp) {
  const former = `${fresh}-former`;
  for (let tries = 0; tries < 10; tries++) {
    if ((await builtStamp(root)) === stamp) return;
    await rename(out, former).catch(ignoring("ENOENT"));
    const placed = await rename(fresh, out).then(() => true, ignoring("ENOTEMPTY", "EEXIST"));
    await rm(former, { recursive: true, force: true });
    if (placed) return;
  }
  throw new Error("dist/ could not be replaced: something else keeps writing there.");
}

function ignoring(...codes) {
  return (error) => {
    if (!codes.includes(error.code)) throw error;
  };
}

/** The programs of threads: `server/workers/<name>.worker.ts` becomes `dist/workers/<name>.js`. */
async function workerPrograms() {
  const files = await readdir(join(root, "server/workers"));
  const names = files.flatMap((file) => /^(.+)\.worker\.ts$/.exec(file)?.[1] ?? []);
  return Object.fromEntries(names.map((name) => [`workers/${name}`, `server/workers/${name}.worker.ts`]));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await buildServer();
