/** Programs that tests run beside themselves, to kill them. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, resolve } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll, beforeAll } from "vitest";

const ROOT = resolve(import.meta.dirname, "../..");
const { dependencies } = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as {
  dependencies: Record<string, string>;
};
/** Inside node_modules, so that programs find the packages with native parts; ignored by git like everything there. */
const PARENT = join(ROOT, "node_modules/.cache/lectern");
/** What packages in the older form of modules call in the newer one. */
const REQUIRE = `import { createRequire as requireFrom } from "node:module";
const require = requireFrom(import.meta.url);`;

/**
 * Makes a program before the tests of a file and removes it after them. It is one file with all packages that it uses:
 * to find and read hundreds of them took longer than most such programs live.
 * @param source the program's source, beside the test
 * @returns gives the path of the program, for Node
 */
export function useChildProgram(source: URL): () => string {
  let folder: string | undefined;
  const program = (): string => join(folder ?? "", "program.mjs");
  beforeAll(async () => {
    mkdirSync(PARENT, { recursive: true });
    folder = mkdtempSync(join(PARENT, "child-"));
    const options = { bundle: true, platform: "node", format: "esm" } as const;
    await Promise.all([
      build({
        ...options,
        entryPoints: [fileURLToPath(source)],
        outfile: program(),
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
  });
  afterAll(() => {
    if (folder !== undefined) rmSync(folder, { recursive: true });
  });
  return program;
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
