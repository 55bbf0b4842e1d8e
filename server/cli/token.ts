import type { Command } from "commander";
import type { Read } from "../db/database.ts";
import { folded } from "../db/contains.ts";
import type { Row } from "../db/schema.ts";
import { createToken, revokeToken } from "../nouns/tokens/commands.ts";
import { StartRefused } from "../ports/start-refused.ts";
import { newToken } from "../ports/tokens.ts";
import { changeInstallation, withSnapshot } from "./beside.ts";
import { type Console, CommandMisuse, printRows, time } from "./console.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

interface CreateOptions {
  readonly label: string;
  readonly days?: string;
  readonly json?: boolean;
}

/** Adds `lectern token create | list | revoke`. */
export function addToken(lectern: Command, console: Console): void {
  const token = lectern.command("token").description("API tokens, in case you have lost yours");
  token
    .command("create")
    .description("Make an API token for a user and print it, once")
    .argument("<email>", "the user's address")
    .option("--label <text>", "what the token is for", "Command line")
    .option("--days <number>", "how long it works; without it, until it is revoked")
    .option("--json", "print the result as JSON")
    .action((email: string, options: CreateOptions) => create(console, email, options));
  token
    .command("list")
    .description("List the active tokens, without their secrets")
    .argument("[email]", "of this user only")
    .option("--json", "print the result as JSON")
    .action((email: string | undefined, options: { json?: boolean }) => list(console, email, options));
  token
    .command("revoke")
    .description("Revoke a token; a running server refuses it within a second")
    .argument("<id>", "the token's id, as token list shows it")
    .action((id: string) => revoke(console, id));
}

/** @throws StartRefused when nobody has the address */
export async function userByEmail(read: Read, email: string): Promise<Row<"users">> {
  const user = await read
    .selectFrom("users")
    .selectAll()
    .where("email_folded", "=", folded(email))
    .executeTakeFirst();
  if (user !== undefined) return user;
  throw new StartRefused(`There is no user ${email}. lectern user list shows who there is.`);
}

async function create(console: Console, email: string, { label, days, json }: CreateOptions): Promise<void> {
  const lifetime = days === undefined ? undefined : Number(days) * DAY_MS;
  if (lifetime !== undefined && !(lifetime > 0))
    throw new CommandMisuse(`--days must be a number above 0, not "${days}".`);
  const secret = newToken();
  const made = await changeInstallation(console, async ({ tx, now, newId, trace }) => {
    const user = await userByEmail(tx, email);
    const expiresAt = lifetime === undefined ? null : Math.round(now + lifetime);
    const row = await createToken(tx, { id: newId(), userId: user.id, label, secret, expiresAt, now });
    await trace({ action: "token.create", target: { type: "token", id: row.id, label } });
    return { id: row.id, expiresAt };
  });
  if (!json) return console.print(secret);
  console.print(
    JSON.stringify({ id: made.id, token: secret, label, email, expiresAt: time(made.expiresAt) }, null, 2),
  );
}

async function list(console: Console, email: string | undefined, { json = false }): Promise<void> {
  const rows = await withSnapshot(console, async ({ read }) => {
    let query = read
      .selectFrom("tokens")
      .innerJoin("users", "users.id", "tokens.user_id")
      .select(["tokens.id", "users.email", "tokens.label", "tokens.created_at", "last_used_at", "expires_at"])
      .where("tokens.revoked_at", "is", null)
      .orderBy("users.email_folded")
      .orderBy("tokens.created_at")
      .orderBy("tokens.id");
    if (email !== undefined) query = query.where("users.id", "=", (await userByEmail(read, email)).id);
    return query.execute();
  });
  const shown = rows.map(({ created_at, last_used_at, expires_at, ...row }) => ({
    ...row,
    created: time(created_at),
    lastUsed: time(last_used_at),
    expires: time(expires_at),
  }));
  printRows(console, shown, { json, none: "There are no tokens." });
}

async function revoke(console: Console, id: string): Promise<void> {
  await changeInstallation(console, async ({ tx, now, trace }) => {
    if (!(await revokeToken(tx, id, now))) {
      throw new StartRefused(`There is no token ${id} that still works. lectern token list shows the ids.`);
    }
    await trace({ action: "token.revoke", target: { type: "token", id } });
    return {};
  });
  console.print(`Revoked ${id}.`);
}
