/** The program of the console, for browsers: a start and the parts that it loads when they are needed. */
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { BROWSERS } from "./browsers.ts";

/** One file of it, by its lasting name. */
interface ConsoleFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface ConsoleProgram {
  /** The name of the file that a page loads. */
  readonly script: string;
  /** Names of those that it can't start without. */
  readonly needed: readonly string[];
  readonly files: readonly ConsoleFile[];
  /** The sources, packages among them, that are inside. */
  readonly sources: readonly string[];
}

/** Makes the program. @param root the repository. Throws what esbuild throws on a mistake in a source */
export async function bundleConsole(root: string): Promise<ConsoleProgram> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { console: "console/main.tsx" },
    outdir: "console",
    entryNames: "[name].[hash]",
    chunkNames: "console-[name].[hash]",
    bundle: true,
    splitting: true,
    write: false,
    metafile: true,
    minify: true,
    format: "esm",
    // With all of it minified, that is for production: packages leave out what only developers are told.
    platform: "browser",
    jsx: "automatic",
    target: BROWSERS,
    // The client library reads files of a path in Node alone, by an import that browsers never come to.
    external: ["node:fs"],
    legalComments: "none",
    logLevel: "silent",
  });
  // Parts that are loaded later are called otherwise, see chunkNames.
  const script = Object.keys(metafile.outputs).find((name) => /\/console\.\w+\.js$/.test(name));
  if (script === undefined) throw new Error("The build of the console has no start.");
  return {
    script: path.basename(script),
    needed: neededBy(metafile, script).map((name) => path.basename(name)),
    files: outputFiles.map((file) => ({ name: path.basename(file.path), bytes: Buffer.from(file.contents) })),
    sources: Object.keys(metafile.inputs),
  };
}

/** What is loaded before a script runs, it itself left out. */
function neededBy({ outputs }: Metafile, script: string): string[] {
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const { path: next, kind } of outputs[name]?.imports ?? []) {
      if (kind !== "import-statement" || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(script);
  return [...found];
}
