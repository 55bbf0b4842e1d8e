/**
 * Set-up of the PostgreSQL project: a server with one migrated database that the tests copy. It is our own, in a
 * temporary folder, unless LECTERN_TEST_POSTGRES_URL names one whose user may create databases.
 */
import { openDatabase } from "../db/open.ts";
import type { TestProject } from "vitest/node";
import { migrate } from "../db/migrate.ts";
import { databaseUrl, onServer } from "./databases.ts";
import { OwnServer } from "./postgresServer.ts";

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const given = process.env["LECTERN_TEST_POSTGRES_URL"];
  const own = given === undefined ? await OwnServer.start() : undefined;
  const url = own?.url ?? (given as string);
  const template = `lectern_template_${process.pid}`;
  try {
    await onServer(url, `create database ${template} template template0 encoding 'UTF8'`);
    const db = await openDatabase({ url: databaseUrl(url, template), file: "" });
    await migrate(db, { at: 0 });
    await db.close();
  } catch (error) {
    await own?.remove();
    throw error;
  }
  project.provide("databases", { dialect: "postgres", template, url });
  return async () => {
    await onServer(url, `drop database ${template} with (force)`);
    await own?.remove();
  };
}
