/** The programs of threads and processes: where each lies, and what it runs in. */
import { createHash } from "node:crypto";
import { mkdir, rename, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

/**
 * What each program runs in. A thread is cheap, and its JavaScript can be ended; what runs outside of JavaScript, such
 * as a typesetter or a decoder, can't be, and its fall takes the whole process with it. Programs that do such work, or
 * that hold all of what a stranger wrote at once, get a process.
 */
const RUNS_IN = {
  asciidoc: "thread",
  block: "thread",
  card: "process",
  diagram: "thread",
  docx: "thread",
  html: "thread",
  image: "process",
  merge: "thread",
  openapi: "process",
  pdf: "process",
  probe: "thread",
  "probe-apart": "process",
  saml: "thread",
  text: "thread",
  yaml: "thread",
} as const satisfies Record<string, "thread" | "process">;

/** A file `server/workers/<name>.worker.ts`. */
export type ProgramName = keyof typeof RUNS_IN;

/** Whether a program runs in a process of its own. */
export function runsApart(name: ProgramName): boolean {
  return RUNS_IN[name] === "process";
}

const isBuilt = !import.meta.url.endsWith(".ts");
const bundles = new Map<string, Promise<URL>>();

/** The file that a thread or a process is started with; those that only start others are among them. */
export function programOf(name: ProgramName | "host" | "launcher"): Promise<URL> {
  if (isBuilt) return Promise.resolve(new URL(`./workers/${name}.js`, import.meta.url));
  const known = bundles.get(name) ?? bundle(name);
  bundles.set(name, known);
  return known;
}

/** Node runs no TypeScript in threads: the program is bundled, inside the project so that it finds the packages. */
async function bundle(name: string): Promise<URL> {
  const { build } = await import("esbuild");
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../workers/${name}.worker.ts`, import.meta.url))],
    bundle: true,
    write: false,
    format: "esm",
    platform: "node",
    target: "node20",
    packages: "external",
    logLevel: "silent",
  });
  const code = outputFiles[0]?.contents ?? new Uint8Array();
  const folder = new URL("../../node_modules/.cache/lectern-workers/", import.meta.url);
  await mkdir(folder, { recursive: true });
  const hash = createHash("sha256").update(code).digest("hex").slice(0, 16);
  const file = new URL(`${name}-${hash}.mjs`, folder);
  // Other processes may bundle the same at this moment: nobody reads half a file.
  const draft = new URL(`${name}-${hash}.${process.pid}.draft`, folder);
  await writeFile(draft, code);
  await rename(draft, file);
  return file;
}
