import type { Command } from "commander";
import { isRole, ROLES } from "../access/roles.ts";
import { forgetRemoval, setRole } from "../nouns/members/commands.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, CommandMisuse, printRows, time } from "./console.ts";
import { inOneLine } from "./inOneLine.ts";
import { findOrganization } from "./findSpace.ts";
import { userByEmail } from "./token.ts";

/** Adds `lectern org list | add`. */
export function addOrg(lectern: Command, console: Console): void {
  const org = lectern
    .command("org")
    .description("The organizations of this installation, and who is in them");
  org
    .command("list")
    .description("List all organizations with the count of their members and spaces")
    .option("--json", "print the result as JSON")
    .action((options: { json?: boolean }) => list(console, options));
  org
    .command("add")
    .description("Make a user a member of an organization, or give a member another role")
    .argument("<organization>", "its id, hostname or title")
    .argument("<email>", "the user's address")
    .option("--role <role>", `one of ${ROLES.join(", ")}`, "admin")
    .action((organization: string, email: string, options: { role: string }) =>
      add(console, organization, email, options.role),
    );
}

async function list(console: Console, { json = false }): Promise<void> {
  const rows = await withSnapshot(console, ({ read }) =>
    read
      .selectFrom("organizations")
      .select((eb) => [
        "id",
        "hostname",
        "title",
        "created_at",
        eb
          .selectFrom("members")
          .whereRef("members.organization_id", "=", "organizations.id")
          .select((of) => of.fn.countAll<number>().as("count"))
          .as("members"),
        eb
          .selectFrom("spaces")
          .whereRef("spaces.organization_id", "=", "organizations.id")
          .where("spaces.deleted_at", "is", null)
          .select((of) => of.fn.countAll<number>().as("count"))
          .as("spaces"),
      ])
      .orderBy("hostname")
      .execute(),
  );
  const shown = rows.map(({ created_at, ...row }) => ({ ...row, created: time(created_at) }));
  printRows(console, shown, { json, none: "There are no organizations." });
}

async function add(console: Console, organization: string, email: string, role: string): Promise<void> {
  if (!isRole(role)) {
    throw new CommandMisuse(`--role must be one of ${ROLES.join(", ")}, not "${role}".`);
  }
  const { title } = await changeInstallation(console, async ({ tx, now, trace }) => {
    const { id, title } = await findOrganization(tx, organization);
    const user = await userByEmail(tx, email);
    const added = await tx
      .insertInto("members")
      .values({ organization_id: id, user_id: user.id, role, joined_at: now })
      .onConflict((on) => on.columns(["organization_id", "user_id"]).doNothing())
      .returning("user_id")
      .executeTakeFirst();
    if (added !== undefined) await forgetRemoval(tx, id, [user.id]);
    else {
      const change = { organization: id, user: user.id, by: undefined, now, expected: undefined };
      await setRole(tx, change, role).catch(inOneLine);
    }
    const target = { type: "user", id: user.id, label: user.display_name };
    await trace({ action: "member.update", organization: id, target, after: { role } });
    return { title };
  });
  console.print(`${email} is a member of ${title} with the role ${role}.`);
}
