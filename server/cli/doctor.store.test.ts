/** `lectern doctor` beside a running server. */
import { chmodSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Addresses } from "../deps.ts";
import { noteSitesOrigin } from "../nouns/sites/site/origin.ts";
import { openSecrets } from "../ports/secrets.ts";
import { useCommandsBeside } from "./commandsBeside.fixture.ts";
import { useMailTaker } from "./mailTaker.fixture.ts";
import { certificateFindings } from "./surroundings.ts";

const ADMIN = "an administrator's first token";
const OTHER_SECRET = "one more secret that is long enough: Jt6-hN2-Zs8-Vd5";

const { beside, lectern, json } = useCommandsBeside(ADMIN);
const mail = useMailTaker();

const about = (findings: { about: string; state: string }[], name: string) =>
  findings.filter((finding) => finding.about === name).map(({ state }) => state);

test("finds nothing wrong with a running installation, and hides what is secret", async () => {
  const more = {
    LECTERN_SMTP_URL: `smtp://me:hunter2@127.0.0.1:${mail.port}`,
    LECTERN_MAIL_FROM: "docs@example.com",
    LECTERN_SECRET: OTHER_SECRET,
    LECTERN_FORMER_SECRETS: `${OTHER_SECRET}-former`,
    LECTERN_TRANSLATOR_SECRET: "sesame-of-the-translator",
  };
  const { code, out } = await lectern("doctor --json", more);
  const { ok, settings, findings } = JSON.parse(out);
  expect([code, ok]).toEqual([0, true]);
  expect(settings.LECTERN_SMTP_URL).toBe(`smtp://me:***@127.0.0.1:${mail.port}`);
  expect(about(findings, "Mail")).toEqual(["ok"]);
  for (const secret of ["hunter2", ADMIN, OTHER_SECRET, "sesame"]) expect(out).not.toContain(secret);
  for (const name of ["Database", "Files", "Content", "Data folder", "Encrypted values"])
    expect(about(findings, name)).toEqual(["ok"]);
  const quiet = ["LECTERN_SMTP_URL", "LECTERN_SITES_DOMAIN"];
  expect(quiet.flatMap((name) => about(findings, name))).toEqual([]);
});

test("says what a mail server answers that rejects e-mail", async () => {
  const more = {
    LECTERN_SMTP_URL: `smtp://me:wrong@127.0.0.1:${mail.port}`,
    LECTERN_MAIL_FROM: "docs@example.com",
  };
  const { code, out } = await lectern("doctor --json", more);
  expect([code, about(JSON.parse(out).findings, "Mail")]).toEqual([1, ["problem"]]);
  expect(out).toMatch(/No e-mail can be sent through .*: Invalid login: .*No such password/);
});

test("looks at the certificate of a domain that a site has proved", async () => {
  const { db } = beside().database;
  const { id: site_id, organization_id } = await db.read
    .selectFrom("sites")
    .select(["id", "organization_id"])
    .limit(1)
    .executeTakeFirstOrThrow();
  // Nothing answers there by https.
  const row = { hostname: "localhost", organization_id, site_id };
  await db.transact((tx) => tx.insertInto("site_hostnames").values(row).execute());
  const { findings } = JSON.parse((await lectern("doctor --json")).out);
  // Each costs a connection: of very many the first are looked at, and the others are counted.
  const addresses = { app: "http://127.0.0.1", sites: "http://127.0.0.1" } as Addresses;
  expect(await certificateFindings(db.read, addresses, 0, 0)).toEqual([
    { about: "Certificate", state: "ok", message: "and 1 hostname more, which were not looked at" },
  ]);
  await db.transact((tx) => tx.deleteFrom("site_hostnames").where("hostname", "=", "localhost").execute());
  expect(findings).toContainEqual({
    about: "Certificate",
    state: "warning",
    message: expect.stringContaining("https://localhost can't be looked at from here"),
  });
});

test("does not miss the index of a space that has no pages", async () => {
  const [{ id } = { id: "" }] = await json("org list");
  const made = await fetch(`${beside().api}/orgs/${id}/spaces`, {
    method: "POST",
    headers: { authorization: `Bearer ${ADMIN}`, "content-type": "application/json" },
    body: JSON.stringify({ title: "Empty" }),
  });
  expect(made.status).toBe(201);
  const indexed = { about: "Search", state: "ok", message: "every space is indexed" };
  await expect.poll(async () => (await json("doctor")).findings).toContainEqual(indexed);
});

test("says which addresses the next start changes", async () => {
  const { out } = await lectern("doctor --json", { LECTERN_SITES_DOMAIN: "docs.example" });
  const { findings } = JSON.parse(out);
  expect(about(findings, "Site addresses")).toEqual(["warning"]);
  const { message } = findings.find((one: { about: string }) => one.about === "Site addresses");
  expect(message).toMatch(
    /of 1 site\. .* An example: http:\S+\/lectern\/docs\/ to http:\S+lectern\.docs\.example\S*\/docs\//,
  );
  expect(message).toContain("The old addresses redirect there");
  expect(about(JSON.parse((await lectern("doctor --json")).out).findings, "Site addresses")).toEqual([]);
});

test.each([
  [{ sites: "http://pages.example" }, { LECTERN_SITES_URL: "http://pages.example" }, "redirect there"],
  [{ sites: "http://docs.example" }, { LECTERN_SITES_URL: "http://pages.example" }, "redirect there"],
  [{ sites: "http://pages.example" }, { LECTERN_SITES_URL: "http://else.example" }, "will stop working"],
  [{ sites: "http://pages.example", sitesDomain: "old.example" }, {}, "will stop working"],
])("says whether addresses at %j lead on", async (noted, more, said) => {
  const { db } = beside().database;
  const before = await db.read.selectFrom("meta").selectAll().where("key", "=", "sites-origin").execute();
  await noteSitesOrigin(db, { sitesDomain: undefined, ...noted });
  try {
    const { out } = await lectern("doctor --json", { LECTERN_SITES_DOMAIN: "docs.example", ...more });
    const { message } = JSON.parse(out).findings.find(
      (one: { about: string }) => one.about === "Site addresses",
    );
    expect(message).toContain(said);
  } finally {
    for (const { value } of before) await noteSitesOrigin(db, JSON.parse(value));
  }
});

test.each([
  ["LECTERN_PUBLIC_URL", { LECTERN_PUBLIC_URL: "http://docs.example.com" }],
  ["HOST", { HOST: "0.0.0.0" }],
  ["LECTERN_SITES_URL", { LECTERN_SITES_URL: "http://docs.example.com" }],
  ["LECTERN_TRUSTED_PROXIES", { LECTERN_PUBLIC_URL: "https://a.example" }],
  ["LECTERN_RATE_LIMIT", { LECTERN_RATE_LIMIT: "0" }],
  ["LECTERN_CLOCK_OFFSET", { LECTERN_CLOCK_OFFSET: "60" }],
  ["LECTERN_ALLOW_PRIVATE_NETWORK", { LECTERN_ALLOW_PRIVATE_NETWORK: "1" }],
])("warns of %s", async (name, more) => {
  const { findings } = JSON.parse((await lectern("doctor --json", more)).out);
  expect(about(findings, name)).toEqual(["warning"]);
  expect(about(JSON.parse((await lectern("doctor --json")).out).findings, name)).toEqual([]);
});

test("says what is encrypted under a former secret, and what can't be read", async () => {
  const { db } = beside().database;
  const { id } = await db.read.selectFrom("users").select("id").executeTakeFirstOrThrow();
  const row = {
    user_id: id,
    key: "k",
    operation: "o",
    request_hash: "h",
    state: "done" as const,
    created_at: 0,
  };
  const body = openSecrets(OTHER_SECRET).seal("{}", `idempotency|body|${id}|k`);
  await db.transact((tx) =>
    tx
      .insertInto("idempotency")
      .values({ ...row, body })
      .execute(),
  );
  const state = async (more: NodeJS.ProcessEnv) =>
    about(JSON.parse((await lectern("doctor --json", more)).out).findings, "Encrypted values");
  expect(await state({ LECTERN_SECRET: OTHER_SECRET })).toEqual(["ok"]);
  expect(await state({ LECTERN_FORMER_SECRETS: OTHER_SECRET })).toEqual(["warning"]);
  expect(await state({})).toEqual(["problem"]);
  const lost = await lectern("rotate-keys");
  expect([lost.code, lost.err]).toEqual([1, expect.stringContaining("not at hand")]);
  expect((await lectern("rotate-keys", { LECTERN_FORMER_SECRETS: OTHER_SECRET })).code).toBe(0);
  expect(await state({})).toEqual(["ok"]);
  const short = await lectern("doctor", { LECTERN_FORMER_SECRETS: "short" });
  expect(short.code).toBe(1);
  expect(short.out).toContain("LECTERN_FORMER_SECRETS is too short");
});

test("finds a secret that others may read, damaged content and a missing installation", async () => {
  const data = beside().env["LECTERN_DATA_DIR"] ?? "";
  const secret = join(data, "secret");
  chmodSync(secret, 0o644);
  const { code, out } = await lectern("doctor");
  chmodSync(secret, 0o600);
  expect(out).not.toContain("chmod 700");
  expect([code, out]).toEqual([1, expect.stringContaining(`chmod 600 ${secret}`)]);
  chmodSync(data, 0o755);
  const open = await lectern("doctor", { LECTERN_SECRET: "replace-me-with-64-random-characters" });
  chmodSync(data, 0o700);
  expect([open.code, open.out]).toEqual([1, expect.stringContaining(`chmod 700 ${data}`)]);
  expect(open.out).toMatch(/^problem +Secret: LECTERN_SECRET looks like a sample/m);
  const nothing = { LECTERN_DATA_DIR: join(beside().folder, "nothing"), LECTERN_DATABASE_URL: "" };
  expect(await lectern("doctor", nothing)).toMatchObject({
    code: 1,
    out: expect.stringContaining("is not there"),
  });
  expect(existsSync(nothing.LECTERN_DATA_DIR)).toBe(false);
  mkdirSync(nothing.LECTERN_DATA_DIR);
  expect((await lectern("doctor", nothing)).out).toContain("There is no database");
});

test("finds an origin that organizations share, and damaged content", async () => {
  expect((await lectern("org create Second --admin admin@localhost")).code).toBe(0);
  expect((await lectern("doctor")).out).toContain("LECTERN_SITES_DOMAIN: It is not set");
  expect((await lectern("org end Second --confirm second")).code).toBe(0);
  expect((await lectern("doctor")).out).not.toContain("LECTERN_SITES_DOMAIN: It is not set");
  const { db } = beside().database;
  const { hash, data } = await db.read.selectFrom("nodes").selectAll().executeTakeFirstOrThrow();
  const put = (bytes: Buffer) =>
    db.transact((tx) => tx.updateTable("nodes").set({ data: bytes }).where("hash", "=", hash).execute());
  await put(Buffer.from("{}"));
  const { code, out } = await lectern("doctor");
  await put(data);
  expect([code, out]).toEqual([1, expect.stringContaining(`node ${hash} is damaged`)]);
});
