import type { Command } from "commander";
import { brokenRule } from "../db/database.ts";
import { createUser } from "../nouns/users/commands.ts";
import { resetFactors } from "../nouns/factors/commands.ts";
import { disableUser, enableUser } from "../nouns/sessions/disable.ts";
import { createSignInLink, GIVEN_LINK_LIFETIME, signInLinkUrl } from "../nouns/sessions/links.ts";
import { queueAccountNotice } from "../nouns/sessions/notices.ts";
import { inOneLine } from "./inOneLine.ts";
import { userByEmail } from "./token.ts";
import { addPerson } from "./userPerson.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, CommandMisuse, printRows, time } from "./console.ts";

interface CreateOptions {
  readonly name?: string;
  readonly json?: boolean;
}

/** Adds `lectern user list | create | link | disable | enable | reset-factor | export | delete`. */
export function addUser(lectern: Command, console: Console): void {
  const user = lectern.command("user").description("The people of this installation");
  user
    .command("list")
    .description("List all users")
    .option("--json", "print the result as JSON")
    .action((options: { json?: boolean }) => list(console, options));
  user
    .command("create")
    .description("Add a user; org add makes them a member, user link lets them in")
    .argument("<email>", "their address")
    .option("--name <name>", "the name that others see; the address by default")
    .option("--json", "print the result as JSON")
    .action((email: string, options: CreateOptions) => create(console, email, options));
  addAccess(user, console);
  addPerson(user, console);
}

function addAccess(user: Command, console: Console): void {
  user
    .command("link")
    .description("Print a link that signs a user in, once, within 24 hours")
    .argument("<email>", "their address")
    .option("--json", "print the result as JSON")
    .action((email: string, options: { json?: boolean }) => link(console, email, options));
  user
    .command("disable")
    .description("Disable a user at once: their sessions end, their tokens stop working; nothing is deleted")
    .argument("<email>", "their address")
    .action((email: string) => setAccess(console, email, false));
  user
    .command("enable")
    .description("Enable a disabled user again: their tokens work again, their sessions don't")
    .argument("<email>", "their address")
    .action((email: string) => setAccess(console, email, true));
  user
    .command("reset-factor")
    .description("Reset a user's lost second factor, and notify them by e-mail")
    .argument("<email>", "their address")
    .action((email: string) => resetFactor(console, email));
}

async function resetFactor(console: Console, email: string): Promise<void> {
  await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const user = await userByEmail(tx, email);
    if (!(await resetFactors(tx, user.id))) throw new StartRefused(`${email} has no second factor.`);
    await queueAccountNotice(tx, { user: user.id, event: "reset" }, { id: newId(), now });
    const target = { type: "user", id: user.id, label: user.display_name };
    await trace({ action: "user.reset-factor", target });
    return {};
  });
  console.print(`${email} signs in by password or link alone until they set up another second factor.`);
}

async function link(console: Console, email: string, { json = false }): Promise<void> {
  const { url, expiresAt } = await changeInstallation(console, async ({ tx, now, newId, trace }, deps) => {
    const user = await userByEmail(tx, email);
    if (user.disabled_at !== null) {
      throw new StartRefused(`${email} is disabled. lectern user enable ${email} lets them in again.`);
    }
    const lifetime = GIVEN_LINK_LIFETIME;
    const made = await createSignInLink(tx, { id: newId(), user: user.id, mailed: false, lifetime, now });
    await trace({
      action: "user.create-link",
      target: { type: "user", id: user.id, label: user.display_name },
    });
    return { url: signInLinkUrl(deps.addresses, made), expiresAt: time(now + lifetime) };
  });
  console.print(json ? JSON.stringify({ email, url, expiresAt }, null, 2) : url);
}

async function setAccess(console: Console, email: string, isEnabled: boolean): Promise<void> {
  await changeInstallation(console, async ({ tx, now, trace }) => {
    const user = await userByEmail(tx, email);
    await (isEnabled ? enableUser(tx, user.id) : disableUser(tx, user.id, now)).catch(inOneLine);
    const target = { type: "user", id: user.id, label: user.display_name };
    await trace({ action: isEnabled ? "user.enable" : "user.disable", target });
    return {};
  });
  console.print(
    isEnabled
      ? `${email} may sign in again.`
      : `${email} is disabled: a running server follows within a second.`,
  );
}

async function list(console: Console, { json = false }): Promise<void> {
  const rows = await withSnapshot(console, ({ read }) =>
    read
      .selectFrom("users")
      .select(["id", "email", "display_name", "created_at", "disabled_at"])
      // Former members have none.
      .where("email", "!=", "")
      .orderBy("email_folded")
      .execute(),
  );
  const shown = rows.map(({ id, email, display_name, created_at, disabled_at }) => ({
    id,
    email,
    name: display_name,
    created: time(created_at),
    disabled: time(disabled_at),
  }));
  printRows(console, shown, { json, none: "There are no users." });
}

async function create(console: Console, email: string, { name = email, json }: CreateOptions): Promise<void> {
  if (!/^[^\s@]+@[^\s@]+$/.test(email)) throw new CommandMisuse(`"${email}" is not an e-mail address.`);
  const { id } = await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const made = await createUser(tx, { id: newId(), email, displayName: name, now }).catch(
      (error: unknown) => {
        if (brokenRule(error) !== "unique") throw error;
        throw new StartRefused(`There is a user ${email} already. lectern user link ${email} lets them in.`);
      },
    );
    await trace({ action: "user.create", target: { type: "user", id: made.id, label: name } });
    return made;
  });
  console.print(
    json
      ? JSON.stringify({ id, email, name }, null, 2)
      : `Added ${email} (${id}). Nothing is sent: lectern user link ${email} makes a link for them, lectern org add makes them a member.`,
  );
}
