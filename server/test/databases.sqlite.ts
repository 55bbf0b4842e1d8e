/** Set-up of the SQLite project: one migrated file that every test file copies. */
import { openDatabase } from "../db/open.ts";
import { rmSync } from "node:fs";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { newFolder } from "./folders.ts";

export default async function setup(project: TestProject): Promise<() => void> {
  const folder = newFolder("sqlite");
  const template = join(folder, "template.db");
  const db = await openDatabase({ url: undefined, file: template });
  await migrate(db, { at: 0 });
  await db.close();
  project.provide("databases", { dialect: "sqlite", template, folder });
  return () => rmSync(folder, { recursive: true, force: true });
}
