import { existsSync, readFileSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, test } from "vitest";
import { useCommandsBeside } from "./commandsBeside.fixture.ts";
import { goThroughDemo } from "./demo.fixture.ts";
import { useMailTaker } from "./mailTaker.fixture.ts";

const ADMIN = "an administrator's first token";

const { beside, lectern, json } = useCommandsBeside(ADMIN);
const mail = useMailTaker();

/** The status of a request to the running server. */
async function status(token: string, path = "/user"): Promise<number> {
  const response = await fetch(`${beside().api}${path}`, { headers: { authorization: `Bearer ${token}` } });
  await response.arrayBuffer();
  return response.status;
}

/** Asks again: another process may believe for a while what it knew. */
const becomes = (token: string, expected: number) => expect.poll(() => status(token)).toBe(expected);

describe("exit codes", () => {
  test.each([
    ["frobnicate", 2, "there is no command frobnicate"],
    ["--frobnicate", 2, "unknown option"],
    ["backup", 2, "missing required argument"],
    ["backup a b", 2, "too many arguments"],
    ["token frobnicate", 2, "unknown command"],
    ["doctor --frobnicate", 2, "unknown option"],
    ["token create nobody@example.com", 1, "There is no user nobody@example.com"],
    ["org add lectern admin@localhost --role king", 2, "--role must be one of"],
    ["token create admin@localhost --days soon", 2, "--days must be a number"],
    ["import ./docs", 2, "--space <id or title>, or --new"],
    ["import ./docs --new Docs --source cloud", 2, "--source has to be one of"],
    ["import ./docs --new Docs --url http://127.0.0.1", 2, "both --url"],
    ["import ./docs --new Docs --url localhost:4000 --token t", 2, "--url has to be an address such as"],
    ["restore /nowhere/at/all --verify", 1, "is not a backup"],
    // The name that it is written under is longer, and too long.
    [`backup ${"x".repeat(250)}`, 1, "Its name is too long"],
  ])("%s: %d", async (args, code, words) => {
    const ran = await lectern(args);
    expect([ran.code, ran.out]).toEqual([code, ""]);
    expect(ran.err).toContain(words);
  });

  test.each(["--help", "--version", "backup --help", "help"])("%s: 0", async (args) => {
    const ran = await lectern(args);
    expect(ran.code).toBe(0);
    expect(ran.out).not.toBe("");
  });

  test("a bad setting is one line", async () => {
    const ran = await lectern("doctor", { LECTERN_FROBNICATE: "1" });
    expect([ran.code, ran.err.split("\n").length]).toEqual([1, 1]);
  });

  test("the process ends with the code", async () => {
    expect(await beside().program.start({}, ["frobnicate"]).ended).toBe(2);
  });
});

describe("beside a running server", () => {
  test("a terminal shows what others wrote, and does nothing that it says", async () => {
    const title = "Acme\u001b]0;owned\u0007\n\u009b2J\u202e";
    const [{ id: before, title: former }] = await json("org list");
    const { db } = beside().database;
    await db.transact((tx) =>
      tx.updateTable("organizations").set({ title }).where("id", "=", before).execute(),
    );
    for (const [args, shown] of [
      [["org", "list"], "Acme\\u001b]0;owned\\u0007 \\u009b2J\\u202e"],
      [
        ["org", "list", "--json"],
        JSON.stringify(title).replace("\u009b", "\\u009b").replace("\u202e", "\\u202e"),
      ],
    ] as const) {
      const run = beside().program.start(beside().env, args);
      const [out] = await Promise.all([text(run.child.stdout as NodeJS.ReadableStream), run.ended]);
      expect(out).toContain(shown);
      // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
      expect(out).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202e]/);
    }
    await db.transact((tx) =>
      tx.updateTable("organizations").set({ title: former }).where("id", "=", before).execute(),
    );
  });

  test("a token works at once, and no longer once it is revoked", async () => {
    const made = await json("token create admin@localhost --label drill --days 2");
    expect(await status(made.token)).toBe(200);
    expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.now() + 24 * 3600 * 1000);
    const listed = await lectern("token list admin@localhost");
    expect(listed.out).toContain(made.id);
    expect(listed.out).not.toContain(made.token);
    expect((await lectern(`token revoke ${made.id}`)).code).toBe(0);
    await becomes(made.token, 401);
    expect((await lectern(`token revoke ${made.id}`)).code).toBe(1);
  });

  test("a person who was locked out gets in", async () => {
    const { id } = await json("user create eve@example.com --name Eve");
    expect((await lectern("user create EVE@example.com")).err).toContain("already");
    expect((await json("user list")).map((user: { id: string }) => user.id)).toContain(id);
    const secret = (await lectern("token create eve@example.com")).out;
    const [{ id: organization, members }] = await json("org list");
    expect(await status(secret, `/orgs/${organization}`)).toBe(404);
    expect((await lectern("org add lectern eve@example.com --role admin")).code).toBe(0);
    expect((await json("org list"))[0].members).toBe(members + 1);
    expect(await status(secret, `/orgs/${organization}`)).toBe(200);
  });

  test("a link lets somebody in once, without a token", async () => {
    const made = await json("user link EVE@example.com");
    expect(Date.parse(made.expiresAt)).toBeGreaterThan(Date.now() + 23 * 3600 * 1000);
    // The address that the command knows has no port, since the server's was a free one.
    const { origin } = new URL(beside().api);
    const use = () =>
      fetch(origin + new URL(made.url).pathname, {
        method: "POST",
        body: new URLSearchParams({ by: "link" }),
        headers: { "sec-fetch-site": "same-origin" },
        redirect: "manual",
      });
    const [cookie = ""] = (await use()).headers.getSetCookie();
    const account = async () => {
      const headers = { cookie: cookie.split(";")[0] ?? "" };
      return (await fetch(`${origin}/account`, { headers, redirect: "manual" })).status;
    };
    expect([await account(), (await use()).status]).toEqual([200, 410]);
    expect((await lectern("user disable eve@example.com")).code).toBe(0);
    expect(await account()).toBe(303);
    expect((await lectern("user link eve@example.com")).err).toContain("is disabled");
    await lectern("user enable eve@example.com");
    expect(await account()).toBe(303);
  });

  test("a second factor that was lost is taken away, and its person is told", async () => {
    const reset = "user reset-factor eve@example.com";
    expect((await lectern(reset)).err).toContain("has no second factor");
    const { id } = (await json("user list")).find(
      (one: { email: string }) => one.email === "eve@example.com",
    );
    const factor = { user_id: id, secret: "sealed", used_step: 0, created_at: 0, used_at: 0 };
    await beside().database.db.transact((tx) => tx.insertInto("authenticators").values(factor).execute());
    expect((await lectern(reset)).code).toBe(0);
    expect((await lectern(reset)).code).toBe(1);
    const jobs = beside().database.db.read.selectFrom("jobs").select("payload");
    const told = await jobs.where("kind", "=", "account-notice").execute();
    expect(told.map(({ payload }) => JSON.parse(payload).event)).toEqual(["reset"]);
  });

  test("a user who is disabled is out at once, and in again with the same token", async () => {
    const [{ id: organization }] = await json("org list");
    const secret = (await lectern("token create eve@example.com")).out;
    expect(await status(secret, `/orgs/${organization}`)).toBe(200);
    await lectern("user disable eve@example.com");
    await becomes(secret, 401);
    const eve = (await json("user list")).find((one: { email: string }) => one.email === "eve@example.com");
    expect(Date.parse(eve.disabled)).toBeLessThanOrEqual(Date.now());
    await lectern("user enable eve@example.com");
    await becomes(secret, 200);
    expect(await status(secret, `/orgs/${organization}`)).toBe(200);
  });

  test("the last administrator stays one, and stays in", async () => {
    expect((await lectern("org add lectern eve@example.com --role read")).code).toBe(0);
    const demoted = await lectern("org add lectern admin@localhost --role read");
    expect([demoted.code, demoted.err]).toEqual([1, expect.stringContaining("would have no administrator")]);
    const disabled = await lectern("user disable admin@localhost");
    expect([disabled.code, disabled.err]).toEqual([
      1,
      expect.stringContaining("would have no administrator"),
    ]);
    expect(await status(ADMIN)).toBe(200);
  });

  test("what commands change is in the trail", async () => {
    const rows = await beside()
      .database.db.read.selectFrom("audit")
      .select(["action", "source"])
      .where("source", "=", "cli")
      .execute();
    expect(rows.map(({ action }) => action)).toEqual(
      expect.arrayContaining(["token.create", "token.revoke", "user.create", "member.update"]),
    );
  });

  test("a backup, its check, and its restore", async () => {
    const target = join(beside().folder, "backup");
    const made = await lectern(`backup ${target}`);
    expect([made.code, existsSync(join(target, "secret"))]).toEqual([0, false]);
    // Where it takes long, how far it is stands above.
    expect(made.err).toMatch(/(^|\n)The secret [^\n]*$/);
    expect(readFileSync(join(target, "tables/tokens.jsonl"), "utf8")).not.toContain(ADMIN);
    expect((await lectern(`restore ${target} --verify`)).code).toBe(0);
    expect((await lectern(`restore ${target}`)).code).toBe(1);
    const elsewhere = { LECTERN_DATA_DIR: join(beside().folder, "restored"), LECTERN_DATABASE_URL: "" };
    const restored = await lectern(`restore ${target}`, elsewhere);
    expect([restored.code, restored.err]).toEqual([0, expect.stringContaining("no secret")]);
    expect((await lectern("user list", elsewhere)).out).toContain("admin@localhost");
    writeFileSync(join(target, "tables/users.jsonl"), "[]\n");
    const findings = async () => JSON.parse((await lectern("doctor --json")).out).findings;
    expect(await findings()).toContainEqual(
      expect.objectContaining({
        about: "Backup",
        state: "ok",
        message: "the last one is less than a day old",
      }),
    );
    const damaged = await lectern(`restore ${target} --verify`);
    expect([damaged.code, damaged.err]).toEqual([1, expect.stringContaining("users.jsonl is damaged")]);
  });

  test("another program's backup counts once it is noted, by its own age", async () => {
    const dump = join(beside().folder, "lectern.dump");
    const { db } = beside().database;
    await db.transact((tx) => tx.deleteFrom("meta").where("key", "=", "backed-up-at").execute());
    expect((await lectern(`backup ${dump} --note`)).err).toContain(`There is no backup at ${dump}`);
    writeFileSync(dump, "");
    expect((await lectern(`backup ${dump} --note`)).code).toBe(1);
    writeFileSync(dump, "PGDMP");
    utimesSync(dump, new Date(), new Date(Date.now() - 5 * 86_400_000));
    expect((await lectern(`backup ${dump} --note --with-secret`)).code).toBe(1);
    expect((await lectern(`backup ${dump} --note`)).out).toMatch(/^Noted: \S+lectern\.dump was made at 2/);
    const backupState = async () => {
      const { findings } = JSON.parse((await lectern("doctor --json")).out);
      return findings.find((one: { about: string }) => one.about === "Backup");
    };
    expect(await backupState()).toMatchObject({
      state: "warning",
      message: expect.stringContaining("is 5 days old"),
    });
    utimesSync(dump, new Date(), new Date());
    await lectern(`backup ${dump} --note`);
    expect(await backupState()).toMatchObject({ state: "ok" });
    // An older one beside it takes nothing back, and none is of the future.
    utimesSync(dump, new Date(), new Date(Date.now() - 5 * 86_400_000));
    expect((await lectern(`backup ${dump} --note`)).code).toBe(0);
    expect(await backupState()).toMatchObject({ state: "ok" });
    utimesSync(dump, new Date(), new Date(Date.now() + 86_400_000));
    expect((await lectern(`backup ${dump} --note`)).err).toContain("is of the future");
  });

  test("a restore says that Git Sync is paused, and how to let it go on", async () => {
    const { db } = beside().database;
    const space = await db.read
      .selectFrom("spaces")
      .select(["organization_id", "id"])
      .executeTakeFirstOrThrow();
    await db.transact((tx) =>
      tx
        .insertInto("git_installations")
        .values({
          organization_id: space.organization_id,
          id: "kept-in-step",
          space_id: space.id,
          provider: "git",
          remote_url: "https://git.example.com/team/docs",
          branch: "refs/heads/main",
          project_directory: "",
          outgoing: "push",
          state: "synced",
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    );
    const target = join(beside().folder, "with-git");
    await lectern(`backup ${target}`);
    await db.transact((tx) => tx.deleteFrom("git_installations").execute());
    const elsewhere = {
      LECTERN_DATA_DIR: join(beside().folder, "with-git-restored"),
      LECTERN_DATABASE_URL: "",
    };
    const restored = await lectern(`restore ${target}`, elsewhere);
    expect([restored.code, restored.err]).toEqual([
      0,
      expect.stringMatching(/Git Sync is paused for 1 space, .*lectern git resume/),
    ]);
  });

  test("the secret comes along when it is asked for", async () => {
    const target = join(beside().folder, "with-secret");
    expect((await lectern(`backup ${target} --with-secret`)).code).toBe(0);
    const data = join(beside().folder, "with-secret-restored");
    await lectern(`restore ${target}`, { LECTERN_DATA_DIR: data, LECTERN_DATABASE_URL: "" });
    const secret = (place: string) => readFileSync(join(place, "secret"), "utf8").trim();
    expect(secret(data)).toBe(secret(beside().env["LECTERN_DATA_DIR"] ?? ""));
  });

  test("the index is made anew, and garbage is collected", async () => {
    // On PostgreSQL the command works beside the server; on SQLite the folder is the server's, which does it.
    const [queued, indexed] = beside().database.url === undefined ? [1, 0] : [0, 1];
    expect(await json("reindex")).toMatchObject({ queued, indexed });
    expect((await lectern("reindex --space nowhere")).code).toBe(1);
    expect(await json("gc")).toEqual({ nodes: 0, bodies: 0, blobs: 0, damaged: 0, strays: 0, heldStrays: 0 });
  });
});

describe("mail test", () => {
  const settings = () => ({
    LECTERN_SMTP_URL: `smtp://me:hunter2@127.0.0.1:${mail.port}`,
    LECTERN_MAIL_FROM: "Docs <docs@example.com>",
  });

  test("sends one and says who took it", async () => {
    const { code, out } = await lectern("mail test ana@example.com", settings());
    expect([code, out]).toEqual([
      0,
      `127.0.0.1:${mail.port} accepted the e-mail from Docs <docs@example.com> to ana@example.com.`,
    ]);
    expect(mail.taken).toEqual(["docs@example.com to ana@example.com"]);
  });

  test("says what the server answered that refused it", async () => {
    const { code, err } = await lectern("mail test nobody@example.com", settings());
    expect([code, err]).toEqual([1, expect.stringMatching(/did not take the e-mail: .*No such mailbox/)]);
    const without = await lectern("mail test ana@example.com");
    expect([without.code, without.err]).toEqual([1, expect.stringContaining("LECTERN_SMTP_URL is not set")]);
  });
});

describe("jobs", () => {
  const failed = {
    id: "failed-mail",
    kind: "sign-in-email",
    state: "failed",
    error: "Busy",
    attempts: 10,
  } as const;
  const add = () =>
    beside().database.db.transact((tx) =>
      tx
        .insertInto("jobs")
        .values({ ...failed, payload: '{"user":null}', due_at: 1, created_at: 1, finished_at: 2 })
        .execute(),
    );

  test("those that failed are seen by the operator, and queued again", async () => {
    await add();
    const { err } = await lectern("jobs retry");
    expect(err).toContain("Name one job by its id, or all failed jobs of a kind by --kind.");
    expect(await json("jobs list --state failed")).toEqual([
      {
        id: "failed-mail",
        kind: "sign-in-email",
        state: "failed",
        attempts: 10,
        error: "Busy",
        created: "1970-01-01T00:00:00.001Z",
      },
    ]);
    const doctor = (await lectern("doctor")).out;
    expect(doctor).toMatch(/Jobs: 1 job failed for good: 1 sign-in-email\. lectern jobs list/);
    expect(await lectern("jobs retry --kind sign-in-email")).toMatchObject({
      code: 0,
      out: "Queued 1 job again: a running server begins within a second.",
    });
    await expect.poll(() => json("jobs list --state done --kind sign-in-email")).toHaveLength(1);
    expect((await lectern("jobs retry failed-mail")).err).toMatch(/is done; only failed ones/);
    expect((await lectern("jobs cancel failed-mail")).err).toMatch(/has ended/);
    expect((await lectern("jobs cancel nothing")).err).toMatch(/There is no job nothing/);
  });

  test("a kind is paused, which doctor and lists say, and resumed", async () => {
    expect((await lectern("jobs pause nonsense")).err).toMatch(
      /no jobs of the kind nonsense\. The kinds: .*pdf/,
    );
    expect((await lectern("jobs pause pdf")).code).toBe(0);
    expect((await lectern("jobs pause pdf")).err).toMatch(/pdf is paused already/);
    expect((await lectern("jobs list")).err).toMatch(/Paused: pdf\./);
    expect((await lectern("doctor")).out).toMatch(/Jobs: Paused: pdf\./);
    const { text: figures } = { text: await (await fetch(beside().api.replace(/v1$/, "metrics"))).text() };
    expect(figures).toContain("# TYPE lectern_jobs_paused gauge");
    expect((await lectern("jobs resume pdf")).code).toBe(0);
    expect((await lectern("jobs resume pdf")).err).toMatch(/pdf is not paused/);
  });
});

describe("lectern demo", () => {
  test("makes two sites and a review by the API, once, and takes all of it away again", () =>
    goThroughDemo(lectern, beside().api, ADMIN));

  test("needs a server beside it, and makes nothing without one", async () => {
    const { code, err } = await lectern("demo", { LECTERN_DATA_DIR: join(beside().folder, "alone") });
    expect([code, err]).toEqual([1, expect.stringContaining("No server runs on")]);
    expect((await lectern("demo --remove --admin ada@example.com")).code).toBe(2);
  });
});
