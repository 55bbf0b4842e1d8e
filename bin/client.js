#!/usr/bin/env node
// Writes the generated half of the client library, sdk/src/generated/, from the OpenAPI document.
import { mkdir, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
const folder = join(root, "sdk/src/generated");
const program = join(root, "node_modules/.cache/lectern-client.js");

await build({
  absWorkingDir: root,
  entryPoints: ["server/clientLibrary.ts"],
  outfile: program,
  bundle: true,
  format: "esm",
  platform: "node",
  packages: "external",
  logLevel: "warning",
});
const { clientLibrary } = await import(pathToFileURL(program).href);
await mkdir(folder, { recursive: true });
for (const [name, source] of Object.entries(clientLibrary())) await writeFile(join(folder, name), source);
await rm(program);
