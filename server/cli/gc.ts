import type { Command } from "commander";
import { collectGarbage } from "../content/garbage.ts";
import { withInstallation } from "./beside.ts";
import { amount, type Console } from "./console.ts";

/** Adds `lectern gc`. */
export function addGc(lectern: Command, console: Console): void {
  lectern
    .command("gc")
    .description(
      "Remove content that nothing refers to and that is older than a day; the server may run meanwhile",
    )
    .option("--json", "print the result as JSON")
    .action((options: { json?: boolean }) => collect(console, options));
}

async function collect(console: Console, { json }: { json?: boolean }): Promise<void> {
  const removed = await withInstallation(console, ({ db, blobs, clock }) =>
    collectGarbage(db, { now: clock.now(), blobs }),
  );
  if (json) return console.print(JSON.stringify(removed));
  const { nodes, bodies, blobs, strays, damaged } = removed;
  console.print(
    `Removed ${amount(nodes, "node")}, ${amount(bodies, "text")} and ${amount(blobs + strays, "file")}.`,
  );
  if (damaged > 0)
    console.print(
      `Content of ${amount(damaged, "organization")} is damaged, so nothing of it was removed. Run lectern doctor.`,
    );
}
