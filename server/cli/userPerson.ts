/** What data protection asks of an operator: giving somebody what is theirs, and forgetting them. */
import { createWriteStream } from "node:fs";
import { pipeline } from "node:stream/promises";
import { Readable } from "node:stream";
import type { Command } from "commander";
import { deletePerson } from "../nouns/sessions/deletePerson.ts";
import { exportPerson } from "../nouns/sessions/personExport.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, CommandMisuse } from "./console.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { inOneLine } from "./inOneLine.ts";
import { userByEmail } from "./token.ts";

/** Adds `export` and `delete` to `lectern user`. */
export function addPerson(user: Command, console: Console): void {
  user
    .command("export")
    .description("Export a user's data, and what they have written, to a file as JSON")
    .argument("<email>", "their address")
    .argument("<file>", "a new file; an existing one is not overwritten")
    .action((email: string, file: string) => exportOne(console, email, file));
  user
    .command("delete")
    .description('Delete a user for good; their work stays, by "Former member"')
    .argument("<email>", "their address")
    .requiredOption("--confirm <email>", "the address once more, since nothing brings them back")
    .action((email: string, { confirm }: { confirm: string }) => deleteOne(console, email, confirm));
}

async function exportOne(console: Console, email: string, file: string): Promise<void> {
  await withSnapshot(console, async ({ read }) => {
    const user = await userByEmail(read, email);
    // For its owner's eyes alone, and never over another file.
    const target = createWriteStream(file, { flags: "wx", mode: 0o600 });
    // Nothing is left out: an operator can read the database anyway, and decides what to hand on.
    const all = Readable.from(exportPerson(read, user, () => true));
    await pipeline(all, target).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== "EEXIST") throw error;
      throw new StartRefused(`${file} is there already. Name another file.`);
    });
  });
  console.print(`Exported the data of ${email} to ${file}.`);
}

async function deleteOne(console: Console, email: string, confirm: string): Promise<void> {
  if (confirm !== email) throw new CommandMisuse(`--confirm must say ${email} once more.`);
  await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const user = await userByEmail(tx, email);
    await deletePerson(tx, { user: user.id, now, newId, trace }).catch(inOneLine);
    return {};
  });
  console.print(`${email} is deleted. A running server takes their name out of the audit logs.`);
}
