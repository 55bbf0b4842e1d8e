#!/usr/bin/env node
// Builds what is missing, then runs. A checkout needs no build step of its own; an image is built beforehand.
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const root = join(dirname(fileURLToPath(import.meta.url)), "..");
if (existsSync(join(root, "server"))) {
  const { isStale } = await import("./stamp.js");
  if (await isStale(root)) {
    // Whoever waits for it knows what for, at a terminal and in a log.
    process.stderr.write("Building: some seconds, on a slow machine a minute, and only after a change …\n");
    const { prepareToBuild } = await import("./prepare.js");
    prepareToBuild(root);
    const { buildServer } = await import("./build.js");
    await buildServer();
  }
}
const { run } = await import("../dist/cli.js");
await run(process.argv.slice(2));
