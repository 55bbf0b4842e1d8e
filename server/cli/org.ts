import type { Command } from "commander";
import { isRole, ROLES } from "../access/roles.ts";
import { deleteOrganization } from "../nouns/orgs/end.ts";
import { foundOrganization } from "../nouns/orgs/found.ts";
import { forgetRemoval, setRole } from "../nouns/members/commands.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, CommandMisuse, printRows, time } from "./console.ts";
import { inOneLine } from "./inOneLine.ts";
import { findOrganization } from "./findSpace.ts";
import { userByEmail } from "./token.ts";

/** Adds `lectern org list | create | add | end`. */
export function addOrg(lectern: Command, console: Console): void {
  const org = lectern.command("org").description("Organizations of this installation and their members");
  org
    .command("list")
    .description("List all organizations with their numbers of members and spaces")
    .option("--json", "print the result as JSON")
    .action((options: { json?: boolean }) => list(console, options));
  org
    .command("create")
    .description("Make an organization; its hostname is made from the title")
    .argument("<title>", "what it is called")
    .requiredOption("--admin <email>", "the user who administrates it")
    .option("--json", "print the result as JSON")
    .action((title: string, options: CreateOptions) => create(console, title, options));
  org
    .command("end")
    .description("Delete an organization and all its content, at once and for good; export it first")
    .argument("<organization>", "its id, hostname or title")
    .requiredOption("--confirm <hostname>", "its hostname, since nothing brings it back")
    .action((organization: string, { confirm }: { confirm: string }) => end(console, organization, confirm));
  org
    .command("add")
    .description("Make a user a member of an organization, or give a member another role")
    .argument("<organization>", "its id, hostname or title")
    .argument("<email>", "the user's address")
    .requiredOption("--role <role>", `one of ${ROLES.join(", ")}`)
    .action((organization: string, email: string, options: { role: string }) =>
      add(console, organization, email, options.role),
    );
}

interface CreateOptions {
  readonly admin: string;
  readonly json?: boolean;
}

async function create(
  console: Console,
  title: string,
  { admin, json = false }: CreateOptions,
): Promise<void> {
  if ([...title].length < 2 || [...title].length > 255)
    throw new CommandMisuse("The title takes 2 to 255 characters.");
  const { id, hostname } = await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const by = (await userByEmail(tx, admin)).id;
    const row = await foundOrganization(tx, { id: newId(), by, now, body: { title } }).catch(inOneLine);
    const target = { type: "organization", id: row.id, label: title };
    await trace({ action: "organization.create", organization: row.id, target, after: { title } });
    return row;
  });
  console.print(
    json
      ? JSON.stringify({ id, title, hostname }, null, 2)
      : `Made ${title} (${id}, ${hostname}), which ${admin} administrates.`,
  );
}

async function end(console: Console, name: string, confirm: string): Promise<void> {
  const { title } = await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const { id, title, hostname } = await findOrganization(tx, name);
    if (confirm !== hostname)
      throw new CommandMisuse(`--confirm must say ${hostname}, the hostname of ${title}.`);
    await deleteOrganization(tx, { id, now, newId }).catch(inOneLine);
    const target = { type: "organization", id, label: title };
    await trace({ action: "organization.delete", organization: id, target });
    return { title };
  });
  console.print(
    `${title} is deleted. The server removes its content in the background. Its audit log stays.`,
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
      .where("ended_at", "is", null)
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
