/** Programs for browsers: a start and the parts that it loads when they are needed. */
import path from "node:path";
import { build, type Metafile } from "esbuild";
import { BROWSERS } from "./browsers.ts";

/** One file of it, by its lasting name. */
interface ProgramFile {
  readonly name: string;
  readonly bytes: Buffer;
}

export interface BrowserProgram {
  /** The name of the file that a page loads. */
  readonly script: string;
  /** Names of those that it can't start without. */
  readonly needed: readonly string[];
  /** What is loaded when a part is first opened, by the name of its file: all that it takes and the start hasn't. */
  readonly parts: ReadonlyMap<string, readonly string[]>;
  readonly files: readonly ProgramFile[];
  /** The sources, packages among them, that are inside. */
  readonly sources: readonly string[];
}

/** The program of the console. */
export function bundleConsole(root: string): Promise<BrowserProgram> {
  return bundleProgram(root, "console", "console/main.tsx");
}

/** The program of the frame in which diagrams are drawn; each kind of diagram is a part. */
export function bundleDiagrams(root: string): Promise<BrowserProgram> {
  return bundleProgram(root, "diagrams", "design/script/diagramFrame.ts");
}

/** Makes a program. @param root the repository. Throws what esbuild throws on a mistake in a source */
async function bundleProgram(root: string, program: string, source: string): Promise<BrowserProgram> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { [program]: source },
    outdir: program,
    entryNames: "[name].[hash]",
    chunkNames: `${program}-[name].[hash]`,
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
  const script = Object.keys(metafile.outputs).find((name) => name.startsWith(`${program}/${program}.`));
  if (script === undefined) throw new Error(`The build of ${program} has no start.`);
  const needed = neededBy(metafile, script);
  return {
    script: path.basename(script),
    needed: needed.map((name) => path.basename(name)),
    parts: partsOf(metafile, new Set([script, ...needed])),
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

/** What each part takes that is loaded when it is opened. @param start what is there then */
function partsOf(metafile: Metafile, start: ReadonlySet<string>): Map<string, string[]> {
  const opened = Object.values(metafile.outputs).flatMap(({ imports }) =>
    imports.flatMap(({ path: name, kind, external }) =>
      kind === "dynamic-import" && external !== true ? [name] : [],
    ),
  );
  return new Map(
    [...new Set(opened)].map((name) => {
      const taken = [name, ...neededBy(metafile, name)].filter((one) => !start.has(one));
      return [path.basename(name), taken.map((one) => path.basename(one))];
    }),
  );
}
