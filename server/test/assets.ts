/** What browsers are served, built once before the tests: each file built it for itself before. */
import { rmSync } from "node:fs";
import { inject } from "vitest";
import type { TestProject } from "vitest/node";
import { buildAssets } from "../pages/buildAssets.ts";
import { type Assets, openAssets } from "../pages/assets.ts";
import { newFolder } from "./folders.ts";
import { once } from "./once.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** The folder that holds them. */
    assets: string;
  }
}

/** Set-up of the projects with databases. */
export default async function setup(project: TestProject): Promise<() => void> {
  const folder = await once("assets", buildIntoFolder);
  project.provide("assets", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

async function buildIntoFolder(): Promise<string> {
  const folder = newFolder("assets");
  await buildAssets(folder);
  return folder;
}

/** What a server of pages is opened with. */
export function builtAssets(): Assets {
  return openAssets(inject("assets"));
}
