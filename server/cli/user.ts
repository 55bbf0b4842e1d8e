import type { Command } from "commander";
import { brokenRule } from "../db/database.ts";
import { createUser } from "../nouns/users/commands.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, printRows, time } from "./console.ts";

interface Created {
  readonly name?: string;
  readonly json?: boolean;
}

/** Adds `lectern user list | create`. */
export function addUser(lectern: Command, console: Console): void {
  const user = lectern.command("user").description("The people of this installation");
  user
    .command("list")
    .description("List all users")
    .option("--json", "print the result as JSON")
    .action((options: { json?: boolean }) => list(console, options));
  user
    .command("create")
    .description("Add a user; org add makes them a member, token create lets them in")
    .argument("<email>", "their address")
    .option("--name <name>", "as others see it; the address when left out")
    .option("--json", "print the result as JSON")
    .action((email: string, options: Created) => create(console, email, options));
}

async function list(console: Console, { json = false }): Promise<void> {
  const rows = await withSnapshot(console, ({ read }) =>
    read
      .selectFrom("users")
      .select(["id", "email", "display_name", "created_at"])
      .orderBy("email_folded")
      .execute(),
  );
  const shown = rows.map(({ id, email, display_name, created_at }) => ({
    id,
    email,
    name: display_name,
    created: time(created_at),
  }));
  printRows(console, shown, { json, none: "There are no users." });
}

async function create(console: Console, email: string, { name = email, json }: Created): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new StartRefused(`"${email}" is not an e-mail address.`);
  const { id } = await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const made = await createUser(tx, { id: newId(), email, displayName: name, now }).catch(
      (error: unknown) => {
        if (brokenRule(error) !== "unique") throw error;
        throw new StartRefused(
          `There is a user ${email} already. lectern token create ${email} lets them in.`,
        );
      },
    );
    await trace({ action: "user.create", target: { type: "user", id: made.id, label: name } });
    return made;
  });
  console.print(json ? JSON.stringify({ id, email, name }, null, 2) : `Added ${email} (${id}).`);
}
