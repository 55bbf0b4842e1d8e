import { INDEX_SPACE } from "../content/head.ts";
import type { SpaceKey } from "../db/schema.ts";
import type { Command } from "commander";
import type { Deps } from "../deps.ts";
import type { Settings } from "../env.ts";
import { openProgress } from "../importers/progress.ts";
import { indexSpaceJob } from "../jobs/indexSpace.ts";
import { finishIndexing, rebuildIndex, staleSpaces } from "../jobs/indexing.ts";
import { openRunner } from "../jobs/runner.ts";
import { lockFolder } from "../ports/lock.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { withInstallation } from "./beside.ts";
import { amount, type Console, EXIT } from "./console.ts";
import { findSpace } from "./findSpace.ts";

interface Options {
  readonly space?: string;
  readonly json?: boolean;
}

/** Adds `lectern reindex`. */
export function addReindex(lectern: Command, console: Console, exit: (code: number) => void): void {
  lectern
    .command("reindex")
    .description("Rebuild the search index, beside a running server or without one")
    .option("--space <id or title>", "of this space only")
    .option("--json", "print the result as JSON")
    .action(async (options: Options) =>
      exit(await withInstallation(console, (deps, settings) => reindex(console, deps, settings, options))),
    );
}

async function reindex(console: Console, deps: Deps, settings: Settings, options: Options): Promise<number> {
  const spaces = await spacesOf(deps, options.space);
  const release = await lockFolder(settings.dataDir, { shared: settings.databaseUrl !== undefined }).catch(
    (error: unknown) => {
      if (!(error instanceof StartRefused)) throw error;
      return undefined;
    },
  );
  if (release === undefined) return queue(console, deps, spaces, options);
  try {
    return await make(console, deps, spaces, options);
  } finally {
    await release();
  }
}

async function spacesOf({ db }: Deps, name: string | undefined): Promise<SpaceKey[]> {
  if (name !== undefined) return [await findSpace(db.read, name, undefined)];
  return db.read
    .selectFrom("spaces")
    .select(["organization_id", "id"])
    .where("deleted_at", "is", null)
    .orderBy("id")
    .execute();
}

function rebuild({ db, clock, newId }: Deps, space: SpaceKey): Promise<void> {
  return db.transact((tx) => rebuildIndex(tx, space, clock.now(), newId));
}

async function queue(
  console: Console,
  deps: Deps,
  spaces: readonly SpaceKey[],
  { json }: Options,
): Promise<number> {
  for (const space of spaces) await rebuild(deps, space);
  if (json) console.print(JSON.stringify({ queued: spaces.length, indexed: 0 }));
  else console.print(`Queued ${amount(spaces.length, "space")}: the running server makes the index anew.`);
  return EXIT.ok;
}

async function make(
  console: Console,
  deps: Deps,
  spaces: readonly SpaceKey[],
  { json }: Options,
): Promise<number> {
  const runner = openRunner(deps, { [INDEX_SPACE]: indexSpaceJob(deps) });
  const bar = openProgress("Spaces", console.progress, () => performance.now());
  for (const [index, space] of spaces.entries()) {
    await rebuild(deps, space);
    await finishIndexing(deps.db.read, runner, space);
    bar.show(index + 1, spaces.length);
  }
  bar.end();
  const stale = new Set((await staleSpaces(deps.db.read)).map(({ id }) => id));
  const failed = spaces.map(({ id }) => id).filter((id) => stale.has(id));
  if (json) console.print(JSON.stringify({ queued: 0, indexed: spaces.length - failed.length, failed }));
  else console.print(`Indexed ${amount(spaces.length - failed.length, "space")}.`);
  for (const space of failed)
    console.note(`problem: the space ${space} is not indexed yet; its job failed or waits.`);
  return failed.length === 0 ? EXIT.ok : EXIT.problems;
}
