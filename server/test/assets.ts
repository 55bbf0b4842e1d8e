/** What browsers are served, built once before the tests of a project: each file built it for itself before. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { buildAssets } from "../site/assets/build.ts";
import { type Assets, openAssets } from "../site/serve/assets.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that holds them. */
    assets: string;
  }
}

/** Set-up of the projects with databases. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = mkdtempSync(join(tmpdir(), "lectern-assets-"));
  await buildAssets(folder);
  project.provide("assets", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

/** What a server of pages is opened with. */
export function builtAssets(): Assets {
  return openAssets(inject("assets"));
}
