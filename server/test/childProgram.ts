/** Programs that tests run beside themselves, to kill them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { beforeAll } from "vitest";
import { builtOnce } from "./builds.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
/** What packages in the older form of modules call in the newer one. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

/**
 * Makes a program before the tests of a file, unless it has been made. It is one file with all packages that it uses:
 * to find and read hundreds of them took longer than most such programs live.
 * @param source the program's source, beside the test
 * @returns gives the path of the program, for Node
 */
export function useChildProgram(source: URL): () => string {
  const name = relative(ROOT, fileURLToPath(source)).replaceAll("/", ".");
  let folder = "";
  beforeAll(async () => {
    folder = await builtOnce(name, (into) => bundle(source, into));
  });
  return () => join(folder, "program.mjs");
}

async function bundle(source: URL, folder: string): Promise<void> {
  const options = { bundle: true, platform: "node", format: "esm" } as const;
  await Promise.all([
    build({
      ...options,
      entryPoints: [fileURLToPath(source)],
      outfile: join(folder, "program.mjs"),
      external: [...Object.keys(dependencies), "pg-native"],
      banner: { js: REQUIRE },
    }),
    // Where a built program has it.
    build({
      ...options,
      entryPoints: [join(ROOT, "server/workers/launcher.worker.ts")],
      outfile: join(folder, "workers/launcher.js"),
    }),
  ]);
}

/** Runs a program, kills it when it has said `patience` lines more than its first, and gives all lines it said. */
export async function runUntilKilled(args: readonly string[], patience: number): Promise<string[]> {
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  const closed = once(child, "close");
  const said: string[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line);
    if (said.length === patience + 1) child.kill("SIGKILL");
  }
  await closed;
  return said;
}
