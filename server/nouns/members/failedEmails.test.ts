import { beforeAll, beforeEach, expect, test } from "vitest";
import { newId } from "../../ports/ids.ts";
import { MailRefused } from "../../ports/mail.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { useMailServer } from "../../test/mailServer.ts";
import { queueAccountNotice } from "../sessions/notices.ts";
import { queueSignInEmail } from "../sessions/signInEmail.ts";
import { disable } from "../webhooks/disable.ts";

const world = useWorld();
const { mailed, refuse, deliver } = useMailServer(world);
const GONE = new MailRefused(
  "The mail server did not take the e-mail: Can't send mail - all recipients were rejected: 550-5.1.1 <docs@operator.example> may not write to this mailbox",
  { isFinal: true },
);
const SIGN_IN = "Sign in to Lectern";
const PASSWORD = "The password of your Lectern account was changed";
let admin: Person;
let reader: Person;
let stranger: Person;
let other = "";
let base = "";
/** Another for each test, with an address of their own. */
let person: Person;
let address = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  reader = await world().addPerson("rita", "read");
  other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  base = `/orgs/${world().organization}`;
});

beforeEach(async () => {
  const name = `p${newId().toLowerCase()}`;
  address = `${name}@example.com`;
  person = await world().addPerson(name, "edit");
});

const made = () => ({ id: newId(), now: world().deps.clock.now() });
const askForLink = () =>
  world().deps.db.transact((tx) => queueSignInEmail(tx, { user: person.id, next: "/s/secret" }, made()));
const tellOfPassword = () =>
  world().deps.db.transact((tx) =>
    queueAccountNotice(tx, { user: person.id, event: "password-changed" }, made()),
  );
const seen = async (as = admin, base_ = base) =>
  (await world().get(`${base_}/members/${person.id}`, as)).body.failedEmails;
const listed = async (as = admin, base_ = base) =>
  (await world().get(`${base_}/members?emails=failed`, as)).body.items.map(({ id }: Person) => id);
const sendAgain = (as: Person | undefined = admin, whom = person.id) =>
  world().post(`${base}/members/${whom}/emails`, undefined, as);
const failed = (
  kind: string,
  error = "The mail server refuses the address for good (550 5.1.1).",
  count = 1,
) => ({
  kind,
  count,
  error,
  lastFailedAt: expect.stringMatching(/^\d{4}-.*Z$/),
});
const to = () => mailed().filter((one) => one.startsWith(address));

test("links to sign in and notices that failed are seen by administrators alone, without what is in them", async () => {
  refuse(GONE);
  await askForLink();
  await world().runJobs();
  await askForLink();
  await tellOfPassword();
  await world().runJobs();
  const answer = await world().get(`${base}/members/${person.id}`, admin);
  expect(answer.body.failedEmails).toEqual([failed("account"), failed("sign-in")]);
  expect(answer.text).not.toMatch(/secret|sign-in\/|password/i);
  expect(await listed()).toEqual([person.id]);
  expect(await seen(reader)).toBeUndefined();
  expect(await seen(person)).toBeUndefined();
  expect((await world().get(`${base}/members?emails=failed`, reader)).status).toBe(403);
});

test("they are sent again to whom they were for, of links one", async () => {
  refuse(GONE);
  await askForLink();
  await askForLink();
  await tellOfPassword();
  await world().runJobs();
  deliver();
  const answer = await sendAgain();
  expect([answer.status, answer.text]).toEqual([204, ""]);
  expect(await seen()).toBeUndefined();
  await world().runJobs();
  expect(to().toSorted()).toEqual([`${address}: ${SIGN_IN}`, `${address}: ${PASSWORD}`].toSorted());
  expect((await sendAgain()).status).toBe(204);
  await world().runJobs();
  expect(to()).toHaveLength(2);
  const trail = await world().get(`${base}/audit-events?action=member.send-emails`, admin);
  expect(trail.body.items[0].target.id).toBe(person.id);
});

test("what was given up for another reason tells nothing of the operator's network", async () => {
  refuse(new MailRefused("connect ECONNREFUSED 10.0.0.7:25"));
  await askForLink();
  await world().runJobs();
  // It is tried again.
  expect(await seen()).toBeUndefined();
  await world().deps.db.transact((tx) =>
    tx.updateTable("jobs").set({ attempts: 9, due_at: 0 }).where("user_id", "=", person.id).execute(),
  );
  await world().runJobs();
  expect(await seen()).toEqual([failed("sign-in", "The mail server could not be reached.")]);
});

test("a link is forgotten once another was sent, or whoever wanted it has come in", async () => {
  refuse(GONE);
  await askForLink();
  await world().runJobs();
  expect(await seen()).toHaveLength(1);
  world().ahead += 120_000;
  await world().post(`${base}/ping`, undefined, person);
  expect(await seen()).toBeUndefined();
  await askForLink();
  await world().runJobs();
  expect(await seen()).toHaveLength(1);
  deliver();
  await askForLink();
  await world().runJobs();
  expect(await seen()).toBeUndefined();
  world().ahead = 0;
});

test("of somebody who has been elsewhere, no organization sees what their account is told, and of a member whom it added no later one", async () => {
  refuse(GONE);
  const theirs = `/orgs/${other}`;
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("members")
      .values({
        organization_id: other,
        user_id: person.id,
        role: "read",
        joined_at: world().deps.clock.now() + 1,
      })
      .execute(),
  );
  await tellOfPassword();
  await world().runJobs();
  expect([await seen(stranger, theirs), await listed(stranger, theirs)]).toEqual([undefined, []]);
  // Whoever adds somebody hides nothing from those who had them before.
  expect(await seen()).toEqual([failed("account")]);
  await world().post(`${theirs}/ping`, undefined, person);
  expect([await seen(stranger, theirs), await seen()]).toEqual([undefined, undefined]);
  await world().deps.db.transact((tx) =>
    tx.deleteFrom("members").where("organization_id", "=", other).where("user_id", "=", person.id).execute(),
  );
  expect(await seen()).toEqual([failed("account")]);
});

test("a mailbox that is gone keeps a notice from nobody else", async () => {
  const second = await world().addPerson("zoe", "admin");
  refuse(GONE, "ada@example.com");
  const hook = { url: "https://127.0.0.1:65534/" };
  const { body } = await world().post(`${base}/webhooks`, hook, second);
  await world().deps.db.transact(async (tx) => {
    const target = { id: body.id, kind: "webhook", organization_id: world().organization };
    await disable(tx, target, "failures", { newId, now: world().deps.clock.now() });
  });
  await world().runJobs();
  expect(mailed()).toContain("zoe@example.com: A webhook was disabled in Lectern at app.test");
  const { failedEmails } = (await world().get(`${base}/members/${admin.id}`, second)).body;
  expect(failedEmails).toEqual([failed("notice")]);
  expect((await world().get(`${base}/members/${second.id}`, second)).body.failedEmails).toBeUndefined();
  deliver();
  expect((await sendAgain(second, admin.id)).status).toBe(204);
  await world().runJobs();
  expect(mailed()).toContain("ada@example.com: A webhook was disabled in Lectern at app.test");
});

test("are the administrators', where there is a mail server", async () => {
  refuse(GONE);
  await askForLink();
  await world().runJobs();
  expect((await world().post(`${base}/members/${person.id}/emails`, undefined)).status).toBe(401);
  expect((await sendAgain(reader)).status).toBe(403);
  expect((await sendAgain(stranger)).status).toBe(404);
  expect((await sendAgain(admin, "absent")).status).toBe(404);
  Object.assign(world().deps.mail, { delivers: false });
  const unset = await sendAgain();
  expect([unset.status, unset.body.error.type]).toEqual([409, "no-mail-server"]);
});
