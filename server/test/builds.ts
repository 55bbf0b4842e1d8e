/** A checkout to build in, made before the tests: each file that starts the program built it for itself before. */
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { once } from "./once.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder: the checkout's files by links, so that nothing is built into the checkout. */
    builds: string;
  }
}

const ROOT = resolve(import.meta.dirname, "../..");

/** Set-up of all projects. The first test that needs a build makes it. */
export default function setup(project: TestProject): () => void {
  const folder = once("checkout", makeCheckout);
  project.provide("builds", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

function makeCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-program-"));
  cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
  linkInto(folder, ["engine", "design", "sdk", "console", "server"]);
  mkdirSync(join(folder, "docs"));
  for (const [name, text] of Object.entries(FEW_PAGES)) writeFileSync(join(folder, "docs", name), text);
  mkdirSync(join(folder, "built"));
  layOutImage(folder);
  return folder;
}

/**
 * What a first start brings in as its documentation. Bringing in all of ours takes longer than all else of the start, and
 * looking through it afterwards as long again; who asks about that starts `wholeProgram`.
 */
const FEW_PAGES = {
  "README.md": "# Lectern\n\nA documentation platform. [Begin](quick-start.md).\n",
  "quick-start.md": "# Quick start\n\nTwo commands.\n",
};

/** The built program once more, with all of our documentation beside it. @returns the folder that it is in */
export function wholeProgram(): Promise<string> {
  return builtOnce("whole", (folder) => {
    // No link: a program finds what is beside it by where its files truly are.
    cpSync(join(inject("builds"), "dist"), join(folder, "dist"), { recursive: true });
    linkInto(folder, ["docs"]);
    layOutImage(folder);
    return Promise.resolve();
  });
}

function linkInto(folder: string, names: readonly string[]): void {
  for (const name of names) symlinkSync(join(ROOT, name), join(folder, name));
}

/** The program starts where no sources are, as in an image: it must not be built anew while tests of it run. */
function layOutImage(folder: string): void {
  linkInto(folder, ["fonts", "node_modules", "package.json"]);
  mkdirSync(join(folder, "image/bin"), { recursive: true });
  cpSync(join(ROOT, "bin/lectern.js"), join(folder, "image/bin/lectern.js"));
  for (const name of ["dist", "package.json"]) symlinkSync(join("..", name), join(folder, "image", name));
}

/**
 * Builds something for all files of a run, whichever processes they are in: the first that asks makes it, and others
 * wait until it is whole.
 * @returns the folder that it is in
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<void>): Promise<string> {
  const folder = join(inject("builds"), "built", name);
  const end = `${folder}.end`;
  if (isFirst(folder)) {
    writeFileSync(`${folder}.builder`, String(process.pid));
    const fault = await build(folder).then(
      () => "",
      (error: Error) => String(error.stack),
    );
    writeFileSync(`${end}ing`, fault);
    renameSync(`${end}ing`, end);
  }
  // The time that a test may take is the bound; who builds may die of something else before.
  while (!existsSync(end)) {
    if (isBuilderGone(folder)) throw new Error(`${name} could not be built: who built it is gone`);
    await wait(20);
  }
  const fault = readFileSync(end, "utf8");
  if (fault !== "") throw new Error(`${name} could not be built: ${fault}`);
  return folder;
}

function isBuilderGone(folder: string): boolean {
  try {
    process.kill(Number(readFileSync(`${folder}.builder`, "utf8") || process.pid), 0);
    return false;
  } catch (error) {
    // Before it has said who it is, it is there.
    return (error as NodeJS.ErrnoException).code === "ESRCH" && !existsSync(`${folder}.end`);
  }
}

/** Makes a folder, unless somebody has. */
function isFirst(folder: string): boolean {
  try {
    mkdirSync(folder);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "EEXIST") return false;
    throw error;
  }
}
