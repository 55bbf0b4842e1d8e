import type { Command } from "commander";
import { collectGarbage } from "../content/garbage.ts";
import { withInstallation } from "./beside.ts";
import { amount, type Console } from "./console.ts";
import { heldWords } from "./surroundings.ts";

/** Adds `lectern gc`. */
export function addGc(lectern: Command, console: Console): void {
  lectern
    .command("gc")
    .description("Remove unused content that is older than a day; the server can run meanwhile")
    .option("--strays", "remove files without a row in the database, however many they are")
    .option("--json", "print the result as JSON")
    .action((options: Options) => collect(console, options));
}

interface Options {
  readonly strays?: boolean;
  readonly json?: boolean;
}

async function collect(console: Console, { strays: areManyStrays = false, json }: Options): Promise<void> {
  const removed = await withInstallation(console, ({ db, blobs, clock }) =>
    collectGarbage(db, { now: clock.now(), blobs, areManyStrays }),
  );
  if (json) return console.print(JSON.stringify(removed));
  const { nodes, bodies, blobs, strays, heldStrays, damaged } = removed;
  console.print(
    `Removed ${amount(nodes, "node")}, ${amount(bodies, "text")} and ${amount(blobs + strays, "file")}.`,
  );
  if (damaged > 0)
    console.print(
      `Content of ${amount(damaged, "organization")} is damaged, so nothing of it was removed. Run lectern doctor.`,
    );
  if (heldStrays > 0) console.print(heldWords(heldStrays));
}
