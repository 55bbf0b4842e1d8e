import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { pino } from "pino";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { jobHandlers } from "../jobs/handlers.ts";
import { openRunner } from "../jobs/runner.ts";
import { createSignInLink } from "../nouns/sessions/links.ts";
import { disableUser, enableUser } from "../nouns/sessions/disable.ts";
import { type Mail, smtpMail } from "../ports/mail.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, type PageAnswer, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const logged: string[] = [];
const received: string[] = [];
let smtp: SMTPServer;
let mail: Mail;

beforeAll(async () => {
  smtp = new SMTPServer({
    disabledCommands: ["STARTTLS", "AUTH"],
    onData: (stream, _session, answer) => {
      void text(stream).then((whole) => {
        // Long lines are broken for the wire.
        received.push(whole.replaceAll("=\r\n", ""));
        answer();
      });
    },
  });
  await new Promise<void>((resolve) => smtp.listen(0, "127.0.0.1", resolve));
  mail = smtpMail(`smtp://127.0.0.1:${(smtp.server.address() as AddressInfo).port}`, "docs@example.com");
});
afterAll(async () => {
  await mail.close();
  await new Promise<void>((resolve) => smtp.close(resolve));
});

const log = pino({ level: "trace" }, { write: (line: string) => void logged.push(line) });
const pages = usePages(world, () => ({ log, mail }));

const PASSWORD = "four words of my own";
let ada: Person;
let adas: Visitor;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  await givePassword(world(), ada, PASSWORD);
  adas = await signedIn();
});

async function signedIn(email = "ada@example.com", password = PASSWORD): Promise<Visitor> {
  const visitor = pages.visitor();
  expect((await visitor.post("/sign-in", { email, password })).status).toBe(303);
  return visitor;
}

const isIn = async (visitor: Visitor) => (await visitor.get("/account")).status === 200;
const leadsTo = ({ status, headers }: PageAnswer) => [status, headers["location"]];
const runJobs = () => {
  const deps = { ...world().deps, mail };
  return openRunner(deps, jobHandlers(deps)).drain();
};

async function person(name: string, password?: string): Promise<Person> {
  const made = await world().addPerson(name, "read");
  if (password !== undefined) await givePassword(world(), made, password);
  return made;
}

describe("the profile", () => {
  test("is changed, and others see it", async () => {
    const visitor = await signedIn();
    const fields = { displayName: "Ada <Lovelace>" };
    expect(leadsTo(await visitor.post("/account/profile", fields))).toEqual([303, "/account?done=profile"]);
    const page = await visitor.get("/account?done=profile");
    expect(page.text).toContain("Ada &lt;Lovelace&gt;");
    expect(page.text).toContain("Your profile is saved.");
    expect((await world().get("/user", ada)).body).toMatchObject(fields);
    await visitor.post("/account/profile", { displayName: "Ada" });
  });

  test.each([{ displayName: "" }, { displayName: "x".repeat(65) }])("refuses %j", async (fields) => {
    expect((await adas.post("/account/profile", fields)).status).toBe(400);
  });
});

describe("the password", () => {
  test("is set without an old one by those who have none, and then opens the door", async () => {
    const paul = await person("paul");
    await pages.visitor().post("/sign-in/link", { email: "paul@example.com" });
    await runJobs();
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(received.at(-1) ?? "") ?? [];
    const visitor = pages.visitor();
    await visitor.post(link, { by: "link" });
    expect(leadsTo(await visitor.post("/account/password", { password: "paul's new passphrase" }))).toEqual([
      303,
      "/account?done=password",
    ]);
    expect(await isIn(visitor)).toBe(true);
    expect(await isIn(await signedIn("paul@example.com", "paul's new passphrase"))).toBe(true);
    const row = await world()
      .deps.db.read.selectFrom("users")
      .select(["password_hash", "email_verified"])
      .where("id", "=", paul.id)
      .executeTakeFirstOrThrow();
    expect(row.password_hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(row.email_verified).toBe(1);
  });

  test("is set first by a sign-in of the last 15 minutes alone, and then an e-mail says so", async () => {
    const olga = await person("olga");
    const visitor = pages.visitor();
    const { deps } = world();
    const link = { id: deps.newId(), user: olga.id, mailed: true, lifetime: 60_000, now: deps.clock.now() };
    const secret = await deps.db.transact((tx) => createSignInLink(tx, link));
    await visitor.post(`/sign-in/link/${secret}`, { by: "link" });
    const set = () => visitor.post("/account/password", { password: "olga's new passphrase" });
    const hash = async () =>
      (await deps.db.read.selectFrom("users").selectAll().where("id", "=", olga.id).executeTakeFirstOrThrow())
        .password_hash;
    world().ahead += 16 * 60_000;
    const late = await set();
    world().ahead -= 16 * 60_000;
    const door = `/sign-in?again&next=${encodeURIComponent("/account#password")}`;
    expect([...leadsTo(late), await hash()]).toEqual([303, door, null]);
    const before = received.length;
    expect(leadsTo(await set())).toEqual([303, "/account?done=password"]);
    expect(await hash()).toMatch(/^\$argon2id/);
    await runJobs();
    const letter = received.slice(before).find((text) => text.includes("olga@example.com"));
    expect(letter).toContain("Subject: Your Lectern account has a password now");
  });

  test("changes with the old one only, and ends all other sessions", async () => {
    await person("vera", PASSWORD);
    const [here, there] = [await signedIn("vera@example.com"), await signedIn("vera@example.com")];
    const change = (current: string) =>
      here.post("/account/password", { current, password: "another phrase of mine" });
    expect((await change("wrong")).status).toBe(403);
    expect((await change("")).status).toBe(403);
    const letters = received.length;
    expect((await change(PASSWORD)).status).toBe(303);
    await runJobs();
    expect(received.slice(letters).join()).toContain(
      "Subject: The password of your Lectern account was changed",
    );
    expect([await isIn(here), await isIn(there)]).toEqual([true, false]);
    const old = await pages.visitor().post("/sign-in", { email: "vera@example.com", password: PASSWORD });
    expect(old.status).toBe(403);
  });

  test("that was forgotten is replaced soon after a link", async () => {
    await person("finn", PASSWORD);
    const enter = async () => {
      const visitor = pages.visitor();
      await visitor.post("/sign-in/link", { email: "finn@example.com" });
      await runJobs();
      const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(received.at(-1) ?? "") ?? [];
      await visitor.post(link, { by: "link" });
      return visitor;
    };
    const late = await enter();
    world().ahead += 16 * 60_000;
    expect((await late.post("/account/password", { password: "a new one for finn" })).status).toBe(403);
    world().ahead -= 16 * 60_000;
    expect((await (await enter()).post("/account/password", { password: "a new one for finn" })).status).toBe(
      303,
    );
  });

  test.each([
    "short",
    "password",
    "Password123!",
    "P@ssw0rd2026",
    "qwertyuiop",
    "1234567890",
    "aaaaaaaaaaaa",
    "abcabcabcabc",
    "letmein2024",
    "ada@example.com",
    "1q2w3e4r5t",
    "x".repeat(1025),
  ])("is not %s", async (password) => {
    const answer = await adas.post("/account/password", { current: PASSWORD, password });
    expect([answer.status, /Choose/.test(answer.text)]).toEqual([400, true]);
  });

  test("is the same however its characters were composed", async () => {
    await person("maren", PASSWORD);
    const visitor = await signedIn("maren@example.com");
    const password = "møøse bît sister 日本";
    expect((await visitor.post("/account/password", { current: PASSWORD, password })).status).toBe(303);
    expect(await isIn(await signedIn("maren@example.com", password.normalize("NFD")))).toBe(true);
  });
});

describe("sessions", () => {
  test("are listed, and ended one by one or all but this one", async () => {
    await person("sven", PASSWORD);
    const visitors = [
      await signedIn("sven@example.com"),
      await signedIn("sven@example.com"),
      await signedIn("sven@example.com"),
    ] as const;
    const [mine, second, third] = visitors;
    const { text: page } = await mine.get("/account");
    const ends = [...page.matchAll(/\/account\/sessions\/(\w{20})\/end/g)].map(([, id]) => id);
    expect(ends).toHaveLength(2);
    const foreign = await adas.post(`/account/sessions/${ends[0]}/end`, { do: "end" });
    expect(foreign.status).toBe(404);
    await mine.post(`/account/sessions/${ends[0]}/end`, { do: "end" });
    expect([await isIn(second), await isIn(third)].filter(Boolean)).toHaveLength(1);
    await mine.post("/account/sessions/end", { do: "end" });
    expect([await isIn(mine), await isIn(second), await isIn(third)]).toEqual([true, false, false]);
  });

  test("end with their user's access; tokens stop too, and work again afterwards", async () => {
    const dora = await person("dora", PASSWORD);
    const visitor = await signedIn("dora@example.com");
    expect((await world().get("/user", dora)).status).toBe(200);
    await world().deps.db.transact((tx) => disableUser(tx, dora.id, world().deps.clock.now()));
    expect([await isIn(visitor), (await world().get("/user", dora)).status]).toEqual([false, 401]);
    const refused = await pages.visitor().post("/sign-in", { email: "dora@example.com", password: PASSWORD });
    expect(refused.status).toBe(403);
    const member = await world().get(`/orgs/${world().organization}/members/${dora.id}`, ada);
    expect(member.body.disabled).toBe(true);
    await world().deps.db.transact((tx) => enableUser(tx, dora.id));
    expect([await isIn(visitor), (await world().get("/user", dora)).status]).toEqual([false, 200]);
    await expect(
      world().deps.db.transact((tx) => disableUser(tx, ada.id, world().deps.clock.now())),
    ).rejects.toMatchObject({ status: 409 });
  });
});

describe("API tokens", () => {
  test("are made, shown once, and revoked", async () => {
    const visitor = await signedIn();
    const made = await visitor.post("/account/tokens", { label: "Nightly <import>", days: "30" });
    const [secret = ""] = /lct_\w{36}/.exec(made.text) ?? [];
    const { body } = await world().get("/user/tokens", ada);
    const token = body.items.find(({ label }: { label: string }) => label === "Nightly <import>");
    const days = (Date.parse(token.expiresAt) - Date.parse(token.createdAt)) / (24 * 3600 * 1000);
    expect([(await world().call("GET", "/user", { as: secret })).status, days]).toEqual([200, 30]);
    const page = await visitor.get("/account");
    expect([page.text.includes("Nightly &lt;import&gt;"), page.text.includes(secret)]).toEqual([true, false]);
    const other = await person("tess", PASSWORD);
    const foreign = await (
      await signedIn("tess@example.com")
    ).post(`/account/tokens/${token.id}/revoke`, { do: "revoke" });
    expect([foreign.status, other.id === ada.id]).toEqual([404, false]);
    await visitor.post(`/account/tokens/${token.id}/revoke`, { do: "revoke" });
    expect((await world().call("GET", "/user", { as: secret })).status).toBe(401);
  });

  test("take a sign-in of the last 15 minutes, and the way back from it", async () => {
    const visitor = await signedIn();
    const { count } = (await world().get("/user/tokens", ada)).body;
    world().ahead += 16 * 60_000;
    const late = await visitor.post("/account/tokens", { label: "Late", days: "30" });
    world().ahead -= 16 * 60_000;
    const door = `/sign-in?again&next=${encodeURIComponent("/account#tokens")}`;
    expect([late.status, late.headers["location"]]).toEqual([303, door]);
    expect((await world().get("/user/tokens", ada)).body.count).toBe(count);
  });

  test.each([
    { label: "", days: "30" },
    { label: "x".repeat(51), days: "30" },
    { label: "x", days: "31" },
    { label: "x", days: "-1" },
  ])("refuse %j", async (fields) => {
    expect((await adas.post("/account/tokens", fields)).status).toBe(400);
  });
});

describe("invitations", () => {
  test("by address come with a link that signs in, where there is a mail server", async () => {
    await runJobs();
    const before = received.length;
    const answer = await pages.app().inject({
      method: "POST",
      url: `/v1/orgs/${world().organization}/invites`,
      headers: { authorization: `Bearer ${ada.token}` },
      payload: { emails: ["new@example.com", "ada@example.com"], role: "edit" },
    });
    expect([answer.statusCode, answer.json().invited]).toEqual([200, 1]);
    await runJobs();
    const [letter = ""] = received.slice(before);
    expect([received.length - before, /To:.*new@example\.com/.test(letter)]).toEqual([1, true]);
    // A title of somebody's choice is in no subject.
    expect(letter).toMatch(/^Subject: You are invited to Lectern at [\w.:]+\r?$/m);
    expect(letter).toContain("the organization Acme");
    const [link = ""] = /\/sign-in\/link\/[\w-]{43}/.exec(letter) ?? [];
    const visitor = pages.visitor();
    await visitor.post(link, { by: "link" });
    expect((await visitor.get("/account")).text).toContain("new@example.com");
  });

  test("by link are shown to those who are signed in, who join with a button", async () => {
    await world().patch(`/orgs/${world().organization}`, { inviteLinks: true }, ada);
    const { body } = await world().post(
      `/orgs/${world().organization}/link-invites`,
      { role: "comment" },
      ada,
    );
    const ines = await world().addPerson("ines");
    await givePassword(world(), ines, PASSWORD);
    const path = `/invites/${body.id}`;
    expect(leadsTo(await pages.visitor().get(path))).toEqual([
      303,
      `/sign-in?next=${encodeURIComponent(path)}`,
    ]);
    const visitor = await signedIn("ines@example.com");
    expect((await visitor.get(path)).text).toContain("Join Acme");
    expect((await world().get(`/orgs/${world().organization}`, ines)).status).toBe(404);
    expect(leadsTo(await visitor.post(path, { do: "join" }))).toEqual([303, "/account?done=joined"]);
    world().ahead += 120_000;
    await visitor.get("/account");
    world().ahead -= 120_000;
    const member = await world().get(`/orgs/${world().organization}/members/${ines.id}`, ada);
    expect([member.body.role, member.body.lastSeenAt !== undefined]).toEqual(["comment", true]);
    expect((await visitor.get("/invites/unknown")).status).toBe(404);
  });
});

test("no password, no secret and no link stands in the log or the trail", async () => {
  const canary = "canary words in a row";
  await person("cara", canary);
  const visitor = await signedIn("cara@example.com", canary);
  await pages.visitor().post("/sign-in", { email: "cara@example.com", password: `${canary} wrong` });
  await visitor.post("/account/password", { current: canary, password: `${canary} again` });
  await visitor.post("/sign-in/link", { email: "cara@example.com" });
  await runJobs();
  const [link = "no link"] = /\/sign-in\/link\/[\w-]{43}/.exec(received.at(-1) ?? "") ?? [];
  await visitor.get(`${link}x`);
  const made = await visitor.post("/account/tokens", { label: "canary", days: "0" });
  const [token = "no token"] = /lct_\w{36}/.exec(made.text) ?? [];
  const { read } = world().deps.db;
  const stored = await Promise.all(
    (
      ["audit", "outbox", "jobs", "sessions", "sign_in_links", "sign_in_attempts", "users", "tokens"] as const
    ).map((table) => read.selectFrom(table).selectAll().execute()),
  );
  const everything = logged.join("\n") + JSON.stringify(stored);
  const session = visitor.cookies.get("lectern-session") ?? "no session";
  for (const secret of [canary, link.slice(14), token, session]) {
    expect([secret.length > 8, everything.includes(secret)]).toEqual([true, false]);
  }
});
