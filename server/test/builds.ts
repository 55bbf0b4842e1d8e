/** A checkout to build in, made before the tests: each file that starts the program built it for itself before. */
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import type { TestProject } from "vitest/node";
import { once } from "./once.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder: the checkout's files by links, so that nothing is built into the checkout. */
    builds: string;
  }
}

const ROOT = resolve(import.meta.dirname, "../..");

/** Set-up of the projects with databases. The first test that needs the build makes it. */
export default function setup(project: TestProject): () => void {
  const folder = once("checkout", makeCheckout);
  project.provide("builds", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

function makeCheckout(): string {
  const folder = mkdtempSync(join(tmpdir(), "lectern-program-"));
  cpSync(join(ROOT, "bin"), join(folder, "bin"), { recursive: true });
  for (const name of [
    "engine",
    "design",
    "sdk",
    "console",
    "server",
    "docs",
    "fonts",
    "node_modules",
    "package.json",
  ]) {
    symlinkSync(join(ROOT, name), join(folder, name));
  }
  // The program starts where no sources are, as in an image: it must not be built anew while tests of it run.
  mkdirSync(join(folder, "image/bin"), { recursive: true });
  cpSync(join(ROOT, "bin/lectern.js"), join(folder, "image/bin/lectern.js"));
  for (const name of ["dist", "package.json"]) symlinkSync(join("..", name), join(folder, "image", name));
  return folder;
}
