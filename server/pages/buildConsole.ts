/** Programs for browsers: a start and the parts that it loads when they are needed. */
import path from "node:path";
import { type OutputChunk, rolldown } from "rolldown";
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

/** Sources that are one file with all that they take, though they would be many. */
interface FilesTogether {
  readonly name: string;
  readonly test: RegExp;
  readonly priority: number;
}

/** What a page is shown with: as few files as go without other screens taking what they don't need. */
const READ_TOGETHER: readonly FilesTogether[] = [
  { name: "steps", test: /engine\/(?:steps|markdown\/walk)\.ts$/, priority: 1 },
  {
    name: "parse",
    test: /engine\/(?:hash|markdown\/(?:parse|leadingTitle|html\/languageTitles))\.ts$/,
    priority: 1,
  },
  {
    name: "shared",
    test: /console\/(?:words\/review|api\/(?:parts|files|sending|comments|changes)|features\/targets\/page|ui\/(?:copy|size))\.ts$/,
    priority: 1,
  },
  {
    name: "picture",
    test: /engine\/(?:decoded|markdown\/(?:targets|html\/(?:colors|classes|element|targets|url)))\.ts$|targets\/Picture\.tsx$/,
    priority: 1,
  },
  { name: "text", test: /console\/features\/text\/Blocks\.tsx$/, priority: 0 },
];

/** The program of the console. */
export function bundleConsole(root: string): Promise<BrowserProgram> {
  return bundleProgram(root, "console", "console/main.tsx", READ_TOGETHER);
}

/** The program of the frame in which diagrams are drawn; each kind of diagram is a part. */
export function bundleDiagrams(root: string): Promise<BrowserProgram> {
  return bundleProgram(root, "diagrams", "design/script/diagramFrame.ts");
}

/** Makes a program. @param root the repository @param together what is one file beside its start. Throws what the bundler throws on a mistake in a source */
async function bundleProgram(
  root: string,
  program: string,
  source: string,
  together: readonly FilesTogether[] = [],
): Promise<BrowserProgram> {
  const bundle = await rolldown({
    cwd: root,
    input: { [program]: source },
    platform: "browser",
    transform: { target: BROWSERS, jsx: { runtime: "automatic" } },
    preserveEntrySignatures: false,
    logLevel: "silent",
  });
  const { output } = await bundle.generate({
    format: "esm",
    entryFileNames: "[name].[hash].js",
    chunkFileNames: `${program}-[name].[hash].js`,
    // Some systems don't tell case apart.
    hashCharacters: "base36",
    // With all of it minified, for browsers, that is for production: packages leave out what only developers are told.
    minify: true,
    comments: false,
    // What it starts with is one file beside its entry: each is a question of its own, and many small ones compress badly.
    // Who is taken along by two groups goes with the one that counts more, and then with the first.
    codeSplitting: { groups: [{ name: "start", tags: ["$initial"], priority: 2 }, ...together] },
  });
  await bundle.close();
  const chunks = output.flatMap((one) => (one.type === "chunk" ? [one] : []));
  const script = chunks.find(({ isEntry }) => isEntry)?.fileName;
  if (script === undefined) throw new Error(`The build of ${program} has no start.`);
  const needed = neededBy(chunks, script);
  return {
    script,
    needed,
    parts: partsOf(chunks, new Set([script, ...needed])),
    files: chunks.map(({ fileName: name, code }) => ({ name, bytes: Buffer.from(code) })),
    sources: chunks
      .flatMap(({ moduleIds }) => moduleIds.filter(path.isAbsolute))
      .map((id) => path.relative(root, id))
      .toSorted(),
  };
}

/** What is loaded before a script runs, it itself left out. */
function neededBy(chunks: readonly OutputChunk[], script: string): string[] {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]));
  const found = new Set<string>();
  const visit = (name: string): void => {
    for (const next of byName.get(name)?.imports ?? []) {
      if (!byName.has(next) || found.has(next)) continue;
      found.add(next);
      visit(next);
    }
  };
  visit(script);
  return [...found];
}

/** What each part takes that is loaded when it is opened. @param start what is there then */
function partsOf(chunks: readonly OutputChunk[], start: ReadonlySet<string>): Map<string, string[]> {
  const opened = new Set(chunks.flatMap(({ dynamicImports }) => dynamicImports));
  const parts = chunks.flatMap(({ fileName: name }) => (opened.has(name) ? [name] : []));
  return new Map(
    parts.map((name) => [name, [name, ...neededBy(chunks, name)].filter((one) => !start.has(one))]),
  );
}
