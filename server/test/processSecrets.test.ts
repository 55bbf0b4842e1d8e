/** The real program, whose secret is replaced while it serves. */
import { openDatabase } from "../db/open.ts";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { Database } from "../db/database.ts";
import { openSecrets } from "../ports/secrets.ts";
import { fetchWatched } from "./ownAnswers.ts";
import { Program } from "./program.ts";

const TOKEN = "an administrator's token for tests";
const FIRST = "a first secret that is long enough: Zq8-vX2-Lm5-Rt1";
const SECOND = "a second secret that is long enough: Mb3-kW9-Yp7-Cf4";
/** Enough that the command can be killed among them, on a fast machine as well. */
const MANY = 4000;
const [first, second] = [openSecrets(FIRST), openSecrets(SECOND)];
let program: Program;

beforeAll(async () => {
  program = await Program.build();
});
afterAll(() => program.remove());

async function ask(app: string, method: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${TOKEN}`, "content-type": "application/json" };
  const answer = await fetchWatched(`${app}/v1${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  return { status: answer.status, body: text.startsWith("{") ? JSON.parse(text) : undefined };
}

async function addSealed(db: Database): Promise<void> {
  const { id } = await db.read.selectFrom("users").select("id").executeTakeFirstOrThrow();
  await db.transact(async (tx) => {
    for (let at = 0; at < MANY; at += 500) {
      const rows = Array.from({ length: 500 }, (_, number) => {
        const key = `many-${at + number}`;
        const body = first.seal("{}", `idempotency|body|${id}|${key}`);
        const answered = {
          operation: "o",
          request_hash: "h",
          state: "done" as const,
          created_at: Date.now(),
        };
        return { user_id: id, key, body, ...answered };
      });
      await tx.insertInto("idempotency").values(rows).execute();
    }
  });
}

/** How many of those are under the second secret. */
async function done(db: Database): Promise<number> {
  const rows = await db.read
    .selectFrom("idempotency")
    .select("key")
    .where("body", "like", `s1.${second.id}.%`)
    .execute();
  return rows.length;
}

test("it goes on serving while everything is encrypted again, killed in between, and needs the former secret no more", async () => {
  const settings: Record<string, string> = { ...(await program.install()), LECTERN_ADMIN_TOKEN: TOKEN };
  const before = { ...settings, LECTERN_SECRET: FIRST };
  const during = { ...settings, LECTERN_SECRET: SECOND, LECTERN_FORMER_SECRETS: FIRST };
  const after = { ...settings, LECTERN_SECRET: SECOND };
  const old = program.start(before);
  const { app } = await old.ready();
  const organization = (await ask(app, "GET", "/orgs")).body.items[0].id;
  const [site] = (await ask(app, "GET", `/orgs/${organization}/sites`)).body.items;
  const links = `/orgs/${organization}/sites/${site.id}/share-links`;
  const made = (await ask(app, "POST", links, { name: "Partners" })).body;
  const address = new URL(made.urls.published).pathname;
  const linkOf = async (from: string): Promise<string> => {
    const [link] = (await ask(from, "GET", links)).body.items;
    return new URL(link.urls.published).pathname;
  };
  // It could not read what the command writes.
  const refused = program.start(during, ["rotate-keys"]);
  expect(await refused.ended).toBe(1);
  expect(refused.logged).toContain("Restart every server");
  await old.stop();

  const server = program.start(during);
  const serving = (await server.ready()).app;
  const url = settings["LECTERN_DATABASE_URL"];
  const db = await openDatabase({ url, file: join(String(settings["LECTERN_DATA_DIR"]), "lectern.db") });
  try {
    await addSealed(db);
    const killed = program.start(during, ["rotate-keys"]);
    while ((await done(db)) === 0 && killed.child.exitCode === null) {
      expect(await linkOf(serving)).toBe(address);
    }
    await killed.kill();
    const finishing = program.start(during, ["rotate-keys", "--json"]);
    expect([await finishing.ended, finishing.logged]).toEqual([0, ""]);
    expect(JSON.parse(finishing.printed.join(""))).toMatchObject({ late: 0, broken: [] });
    expect(await done(db)).toBe(MANY);
    expect(await linkOf(serving)).toBe(address);
  } finally {
    await db.close();
  }
  await server.stop();
  const alone = program.start(after);
  expect(await linkOf((await alone.ready()).app)).toBe(address);
  expect(alone.logged).not.toContain("LECTERN_FORMER_SECRETS");
  await alone.stop();
});
