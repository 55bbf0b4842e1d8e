import { beforeAll, describe, expect, test } from "vitest";
import type { Role } from "../../access/roles.ts";
import { newId } from "../../ports/ids.ts";
import { MailRefused } from "../../ports/mail.ts";
import { type Answer, type Person, useWorld } from "../../test/harness.ts";
import { useMailServer } from "../../test/mailServer.ts";

const world = useWorld();
const INVITED = "You are invited to Lectern at app.test";
let admin: Person;
let creator: Person;
let reader: Person;
let stranger: Person;
let base = "";
let other = "";
let space = "";
let collection = "";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  creator = await world().addPerson("cleo", "create");
  reader = await world().addPerson("rita", "read");
  other = await world().addOrganization("Other", "other");
  stranger = await world().addPerson("sam", "admin", other);
  base = `/orgs/${world().organization}`;
  await world().patch(base, { inviteLinks: true }, admin);
  space = (await world().post(`${base}/spaces`, { title: "Space" }, admin)).body.id;
  collection = (await world().post(`${base}/collections`, { title: "Collection" }, admin)).body.id;
});

const invite = (body: unknown, as: Person | undefined = admin) => world().post(`${base}/invites`, body, as);
const makeLink = (body: object, as: Person | undefined = admin) =>
  world().post(`${base}/link-invites`, body, as);
const linkOf = async (body: object, as = admin): Promise<string> => (await makeLink(body, as)).body.id;
const join = (link: string, as?: Person) => world().post(`${base}/invites/${link}`, undefined, as);
const member = (id: string) => world().get(`${base}/members/${id}`, admin);
const newcomer = () => world().addPerson(`new${newId()}`);
/** The fields that a refusal names, each once. */
const details = ({ body }: Answer): string[] => [
  ...new Set<string>(body.error.details.map(({ path }: { path: string }) => path)),
];
const countMembers = async () => (await world().get(`${base}/members`, admin)).body.count;

describe("inviteUsersToOrganization", () => {
  test("makes users and members at once, each with their role", async () => {
    const { status, body } = await invite({
      emails: ["Nora.New@Example.org", { email: "gus@example.org", role: null }],
      role: "comment",
    });
    expect([status, body.invited, body.users.length, body.emailed]).toEqual([200, 2, 2, false]);
    const nora = (await member(body.users[0])).body;
    expect(nora).toMatchObject({
      role: "comment",
      sso: false,
      user: { displayName: "Nora.New", email: "Nora.New@Example.org" },
    });
    expect(nora.lastSeenAt).toBeUndefined();
    expect((await member(body.users[1])).body.role).toBeNull();
    const found = await world().get(`${base}/members?search=nora`, admin);
    expect(found.body.count).toBe(1);
  });

  test("is counted by person, wherever they invite, for a day", async () => {
    const founder = await world().addPerson(`fay${newId()}`);
    const found = async () => (await world().post("/orgs", { title: "Mine" }, founder)).body.id as string;
    const [first, second] = [await found(), await found()];
    const to = (organization: string, ...names: string[]) =>
      world().post(
        `/orgs/${organization}/invites`,
        { emails: names.map((name) => `${name}@b.example`) },
        founder,
      );
    expect((await to(first, "one")).status).toBe(200);
    // As if they had been as many, and each had got an e-mail.
    Object.assign(world().deps.mail, { delivers: true });
    const after = JSON.stringify({ users: Array.from({ length: 1998 }, (_, index) => `u${index}`) });
    const { db } = world().deps;
    await db.transact((tx) =>
      tx
        .updateTable("audit")
        .set({ after })
        .where("actor_id", "=", founder.id)
        .where("action", "=", "member.invite")
        .execute(),
    );
    const refused = await to(second, "two", "three", "four");
    expect([refused.status, refused.body.error.type]).toEqual([429, "rate-limited"]);
    expect(refused.body.error.message).toContain("You invited 1998 people");
    expect((await to(second, "two", "three")).status).toBe(200);
    expect((await to(first, "five")).status).toBe(429);
    await db.transact((tx) =>
      tx
        .updateTable("audit")
        .set((eb) => ({ occurred_at: eb("occurred_at", "-", 24 * 3600 * 1000) }))
        .where("actor_id", "=", founder.id)
        .execute(),
    );
    const five = await to(first, "five");
    expect([five.status, five.body.emailed, five.body.invited]).toEqual([200, true, 1]);
    Object.assign(world().deps.mail, { delivers: false });
  });

  test("without a role gives the organization's default role", async () => {
    await world().patch(base, { defaultRole: "edit" }, admin);
    const { body } = await invite({ emails: ["default@example.org"] });
    expect((await member(body.users[0])).body.role).toBe("edit");
    await world().patch(base, { defaultRole: null }, admin);
  });

  test("leaves members as they are and takes known users by their folded address", async () => {
    const known = await world().addPerson("Known", undefined);
    const { body } = await invite({ emails: ["KNOWN@EXAMPLE.com", "rita@example.com"], role: "admin" });
    expect(body).toEqual({ users: [known.id], invited: 1, emailed: false });
    expect((await member(reader.id)).body.role).toBe("read");
  });

  test("with sso makes SSO members, of those as well who are members of another organization", async () => {
    const { body } = await invite({ emails: ["sam@example.com", "sso@example.org"], role: null, sso: true });
    expect(body).toMatchObject({ invited: 2, users: [stranger.id, expect.any(String)] });
    expect((await member(stranger.id)).body.sso).toBe(true);
    expect((await member(body.users[1])).body.sso).toBe(true);
    await world().delete(`${base}/members/${stranger.id}`, admin);
  });

  test.each<[unknown, string[]]>([
    [{}, ["/emails"]],
    [{ emails: [] }, ["/emails"]],
    [{ emails: ["no address"] }, ["/emails/0"]],
    [{ emails: ["a@b.c", "@b.c", { email: "x@", role: null }] }, ["/emails/1", "/emails/2/email"]],
    [{ emails: ["a@b.c\n"] }, ["/emails/0"]],
    [{ emails: ["<a@b.c>"] }, ["/emails/0"]],
    [{ emails: ["twice@b.c", "TWICE@B.C"] }, ["/emails/1"]],
    [{ emails: ["twice@b.c", { email: "twice@b.c", role: "read" }] }, ["/emails/1/email"]],
    [{ emails: ["a@b.c"], role: "owner" }, ["/role"]],
    [{ emails: ["a@b.c"], sso: "yes" }, ["/sso"]],
    [{ emails: ["a@b.c"], teams: [] }, ["/teams"]],
  ])("refuses %j and changes nothing", async (body, paths) => {
    const before = await countMembers();
    const answer = await invite(body);
    expect([answer.status, details(answer)]).toEqual([400, paths]);
    expect(await countMembers()).toBe(before);
  });

  test("refuses an entry that is neither, and too many", async () => {
    expect((await invite({ emails: [3] })).status).toBe(400);
    expect((await invite({ emails: [{ email: "a@b.c" }] })).status).toBe(400);
    const many = Array.from({ length: 501 }, (_, index) => `p${index}@example.org`);
    expect(details(await invite({ emails: many }))).toEqual(["/emails"]);
  });

  test("is the administrators' alone", async () => {
    expect((await world().post(`${base}/invites`, { emails: ["a@b.c"] })).status).toBe(401);
    expect((await invite({ emails: ["a@b.c"] }, creator)).status).toBe(403);
    expect((await invite({ emails: ["a@b.c"] }, stranger)).status).toBe(404);
  });

  test("of one unknown address twice at once makes one user", async () => {
    const emails = [`race${newId()}@example.org`];
    const answers = await Promise.all([invite({ emails, role: null }), invite({ emails, role: null })]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(answers.map(({ body }) => body.invited).toSorted()).toEqual([0, 1]);
  });
});

describe("sendInvitationToMember", () => {
  const { mailed, refuse, deliver } = useMailServer(world);
  const send = (user: string, as: Person | undefined = admin) =>
    world().post(`${base}/members/${user}/invitation`, undefined, as);
  const inviteOne = async (email: string): Promise<string> =>
    (await invite({ emails: [email], role: "read" })).body.users[0];

  test("an invitation that the mail server refuses for good is seen by administrators, and sent again", async () => {
    const words = "550 5.7.1 <docs@operator.example>: Sender address rejected";
    refuse(new MailRefused(`The mail server did not take the e-mail: ${words}`, { isFinal: true }));
    const lost = await inviteOne("lost@example.org");
    expect((await member(lost)).body.invitation).toEqual({ status: "waiting" });
    await world().runJobs();
    const failed = { status: "failed", error: "The mail server refuses the address for good (550 5.7.1)." };
    expect((await member(lost)).body.invitation).toEqual(failed);
    const listed = (await world().get(`${base}/members?invitation=failed`, admin)).body.items;
    expect(listed).toEqual([expect.objectContaining({ id: lost, invitation: failed })]);
    expect((await world().get(`${base}/members/${lost}`, creator)).body.invitation).toBeUndefined();
    expect((await world().get(`${base}/members?invitation=failed`, creator)).status).toBe(403);

    deliver();
    expect((await send(lost)).status).toBe(204);
    expect((await member(lost)).body.invitation).toEqual({ status: "waiting" });
    await world().runJobs();
    expect((await member(lost)).body.invitation).toBeUndefined();
    expect(mailed()).toEqual([`lost@example.org: ${INVITED}`]);
  });

  test("what no server was asked about is not said to be its word", async () => {
    refuse(new MailRefused('"a 512@b.example" is not one e-mail address.', { isFinal: true }));
    const odd = await inviteOne("odd@example.org");
    await world().runJobs();
    expect((await member(odd)).body.invitation).toEqual({
      status: "failed",
      error: "This is no e-mail address that anything can be sent to.",
    });
    deliver();
    expect((await send(odd)).status).toBe(204);
    await world().runJobs();
  });

  test("what is refused for now waits, and tells nothing of the operator's network", async () => {
    refuse(new MailRefused("connect ECONNREFUSED 10.0.0.7:25"));
    const slow = await inviteOne("slow@example.org");
    await world().runJobs();
    expect((await member(slow)).body.invitation).toEqual({
      status: "waiting",
      error: "The mail server could not be reached.",
    });
    deliver();
    expect((await send(slow)).status).toBe(204);
    await world().runJobs();
    expect((await member(slow)).body.invitation).toBeUndefined();
  });

  test("what was given up after many attempts tells nothing of it either", async () => {
    refuse(new MailRefused("connect ECONNREFUSED 10.0.0.7:25"));
    const late = await inviteOne("late@example.org");
    await world().deps.db.transact((tx) =>
      tx.updateTable("jobs").set({ attempts: 9 }).where("user_id", "=", late).execute(),
    );
    await world().runJobs();
    expect((await member(late)).body.invitation).toEqual({
      status: "failed",
      error: "The mail server could not be reached.",
    });
    expect((await world().delete(`${base}/members/${late}`, admin)).status).toBe(204);
  });

  test("is sent again 10 minutes after the last one, and says so before", async () => {
    const eager = await inviteOne("eager@example.org");
    expect((await send(eager)).status).toBe(204);
    await world().runJobs();
    const early = await send(eager);
    expect([early.status, early.body.error.type]).toEqual([409, "invitation-just-sent"]);
    expect(early.body.error.message).toMatch(/was sent at \d{4}-.*Z\. Send another at \d{4}-.*Z or later\.$/);
    world().ahead += 600_001;
    expect((await send(eager)).status).toBe(204);
    await world().runJobs();
    world().ahead = 0;
    expect(mailed()).toEqual(Array(2).fill(`eager@example.org: ${INVITED}`));
  });

  test("is not for who is disabled, here or in the installation", async () => {
    const away = await inviteOne("away@example.org");
    const disable = (disabled: 0 | 1, disabled_at: number | null) =>
      world().deps.db.transact(async (tx) => {
        await tx.updateTable("members").set({ disabled }).where("user_id", "=", away).execute();
        await tx.updateTable("users").set({ disabled_at }).where("id", "=", away).execute();
      });
    for (const [member, user] of [
      [1, null],
      [0, 1],
    ] as const) {
      await disable(member, user);
      await world().runJobs();
      const refused = await send(away);
      expect([refused.status, refused.body.error.type]).toEqual([409, "member-disabled"]);
    }
    await disable(0, null);
    // Nothing has left, so there is nothing to wait for.
    expect((await send(away)).status).toBe(204);
    await world().runJobs();
    expect(mailed()).toEqual([`away@example.org: ${INVITED}`]);
  });

  test("who is removed is written to no more, and leaves nothing behind", async () => {
    refuse(new MailRefused("No such mailbox", { isFinal: true }));
    const gone = await inviteOne("gone@example.org");
    await world().runJobs();
    expect((await world().delete(`${base}/members/${gone}`, admin)).status).toBe(204);
    deliver();
    expect((await inviteOne("gone@example.org")) === gone).toBe(true);
    expect((await world().delete(`${base}/members/${gone}`, admin)).status).toBe(204);
    await world().runJobs();
    expect(mailed()).toEqual([]);
    expect((await world().get(`${base}/members?invitation=failed`, admin)).body.count).toBe(0);
  });

  test("is the administrators', for who has not been here, and where there is a mail server", async () => {
    const nora = await inviteOne("nora.b@example.org");
    expect((await world().post(`${base}/members/${nora}/invitation`, undefined)).status).toBe(401);
    expect((await send(nora, creator)).status).toBe(403);
    expect((await send(nora, stranger)).status).toBe(404);
    expect((await send("absent")).status).toBe(404);
    await world().post(`${base}/ping`, undefined, reader);
    const seen = await send(reader.id);
    expect([seen.status, seen.body.error.type]).toEqual([409, "has-signed-in"]);
    Object.assign(world().deps.mail, { delivers: false });
    const unset = await send(nora);
    expect([unset.status, unset.body.error.type]).toEqual([409, "no-mail-server"]);
  });
});

describe("createOrganizationInvite", () => {
  test("makes a link whose secret is kept as a hash and sealed", async () => {
    const { status, body, headers } = await makeLink({ role: "comment" });
    expect(status).toBe(201);
    expect(body).toMatchObject({ object: "invite", role: "comment", redundant: true });
    expect(headers["location"]).toMatch(new RegExp(`/link-invites/${body.id}$`));
    const rows = await world().deps.db.read.selectFrom("invite_links").selectAll().execute();
    const log = await world().deps.db.read.selectFrom("audit").selectAll().execute();
    expect(JSON.stringify([rows, log])).not.toContain(body.id);
  });

  test("to a space or a collection takes the right to invite there", async () => {
    const made = await makeLink({ level: "edit", space }, creator);
    expect([made.status, made.body.level, made.body.space.id]).toEqual([201, "edit", space]);
    expect(made.body.role).toBeUndefined();
    const other = await makeLink({ level: null, collection }, creator);
    expect(other.body).toMatchObject({ level: null, collection: { id: collection }, redundant: true });
    expect((await makeLink({ level: "read", space }, reader)).status).toBe(403);
  });

  test.each<[object, string]>([
    [{}, "/role"],
    [{ role: "owner" }, "/role"],
    [{ level: "read" }, "/level"],
    [{ role: "read", level: "read" }, "/level"],
    [{ space: "s" }, "/level"],
    [{ role: "read", space: "s" }, "/role"],
    [{ level: "read", space: "absent" }, "/space"],
    [{ level: "read", collection: "absent" }, "/collection"],
    [{ level: "read", space: "s", collection: "c" }, "/collection"],
    [{ role: "read", uses: 3 }, "/uses"],
  ])("refuses %j", async (body, path) => {
    const answer = await makeLink(body);
    expect([answer.status, details(answer)]).toEqual([400, [path]]);
  });

  test("refuses spaces of other organizations and hidden ones alike", async () => {
    const foreign = (await world().post(`/orgs/${other}/spaces`, { title: "F" }, stranger)).body.id;
    const hidden = (await world().post(`${base}/spaces`, { title: "H" }, admin)).body.id;
    await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, admin);
    const answers = [
      await makeLink({ level: "read", space: foreign }, creator),
      await makeLink({ level: "read", space: hidden }, creator),
      await makeLink({ level: "read", space: "absent" }, creator),
    ];
    expect(answers.map(({ body }) => body.error.message)).toEqual(
      Array.from({ length: 3 }, () => answers[2]?.body.error.message),
    );
  });

  test("to the organization is the administrators' alone", async () => {
    expect((await world().post(`${base}/link-invites`, { role: "read" })).status).toBe(401);
    expect((await makeLink({ role: "read" }, creator)).status).toBe(403);
    expect((await makeLink({ role: "read" }, stranger)).status).toBe(404);
  });

  test("is refused while links are off, and links don't work then", async () => {
    const link = await linkOf({ role: "read" });
    const person = await newcomer();
    await world().patch(base, { inviteLinks: false }, admin);
    const refused = await makeLink({ role: "read" });
    expect([refused.status, refused.body.error.type]).toEqual([409, "invite-links-off"]);
    expect((await join(link, person)).status).toBe(404);
    await world().patch(base, { inviteLinks: true }, admin);
    expect((await join(link, person)).status).toBe(200);
  });
});

describe("joinOrganizationWithInvite", () => {
  test("makes a member with the role, once; again it changes nothing", async () => {
    const person = await newcomer();
    const link = await linkOf({ role: "edit" });
    expect((await world().get(base, person)).status).toBe(404);
    const joined = await join(link, person);
    expect([joined.status, joined.body]).toEqual([200, {}]);
    expect((await member(person.id)).body.role).toBe("edit");
    const version = (await member(person.id)).headers["etag"];
    expect((await join(link, person)).status).toBe(200);
    expect((await member(person.id)).headers["etag"]).toBe(version);
  });

  test("raises a lower role and never lowers one", async () => {
    const person = await world().addPerson(`raised${newId()}`, "read");
    await join(await linkOf({ role: "create" }), person);
    expect((await member(person.id)).body.role).toBe("create");
    await join(await linkOf({ role: null }), person);
    await join(await linkOf({ role: "comment" }), person);
    expect((await member(person.id)).body.role).toBe("create");
  });

  test("by a link to a space makes a guest with a role there", async () => {
    const person = await newcomer();
    await join(await linkOf({ level: "review", space }, creator), person);
    expect((await member(person.id)).body.role).toBeNull();
    expect((await world().get(`/spaces/${space}`, person)).body.permissions).toMatchObject({
      review: true,
      admin: false,
    });
    await join(await linkOf({ level: "read", space }), person);
    expect((await world().get(`/spaces/${space}`, person)).body.permissions.review).toBe(true);
    await join(await linkOf({ level: "comment", collection }), person);
    expect((await world().get(`/collections/${collection}`, person)).status).toBe(200);
  });

  test("gives nothing back to those who lost a role or their membership", async () => {
    const link = await linkOf({ role: "create" });
    const person = await newcomer();
    await join(link, person);
    await world().delete(`${base}/members/${person.id}`, admin);
    const again = await join(link, person);
    expect([again.status, again.body.error.type]).toEqual([409, "invite-used"]);
    const demoted = await world().addPerson(`demoted${newId()}`, "create");
    await world().patch(`${base}/members/${demoted.id}`, { role: "read" }, admin);
    expect((await join(link, demoted)).status).toBe(409);
    expect((await join(await linkOf({ role: "create" }), demoted)).status).toBe(200);
  });

  test("ends with its maker's right to invite", async () => {
    const maker = await world().addPerson(`maker${newId()}`, "admin");
    const link = await linkOf({ role: "read" }, maker);
    const spaceLink = await linkOf({ level: "read", space }, maker);
    await world().patch(`${base}/members/${maker.id}`, { role: "create" }, admin);
    expect((await join(link, await newcomer())).status).toBe(404);
    expect((await join(spaceLink, await newcomer())).status).toBe(200);
    await world().patch(`${base}/members/${maker.id}`, { role: "read" }, admin);
    expect((await join(spaceLink, await newcomer())).status).toBe(404);
    await world().delete(`${base}/members/${maker.id}`, admin);
    expect((await join(link, await newcomer())).status).toBe(404);
    expect((await join(link, maker)).status).toBe(404);
  });

  test("ends after 30 days, with the link, and with the space", async () => {
    const link = await linkOf({ role: "read" });
    world().ahead = 30 * 24 * 3600 * 1000 + 1000;
    expect((await join(link, await newcomer())).status).toBe(404);
    expect((await world().get(`${base}/link-invites/${link}`, admin)).status).toBe(404);
    world().ahead = 0;
    expect((await world().delete(`${base}/link-invites/${link}`, admin)).status).toBe(205);
    expect((await join(link, await newcomer())).status).toBe(404);
    const doomed = (await world().post(`${base}/spaces`, { title: "Doomed" }, admin)).body.id;
    const into = await linkOf({ level: "read", space: doomed });
    await world().delete(`/spaces/${doomed}`, admin);
    expect((await join(into, await newcomer())).status).toBe(404);
  });

  test("lets nobody in who is disabled, has no token, or comes to another organization", async () => {
    const link = await linkOf({ role: "create" });
    const disabled = await world().addPerson(`disabled${newId()}`, null);
    await world().deps.db.transact(async (tx) => {
      await tx.updateTable("members").set({ disabled: 1 }).where("user_id", "=", disabled.id).execute();
    });
    expect((await join(link, disabled)).status).toBe(404);
    expect((await join(link)).status).toBe(401);
    expect((await world().post(`/orgs/${other}/invites/${link}`, undefined, await newcomer())).status).toBe(
      404,
    );
    expect((await join("absent", await newcomer())).status).toBe(404);
  });

  test("takes in nobody by the identity provider of another organization, or past its own", async () => {
    const link = await linkOf({ role: "create" });
    const comesBy = (person: Person, through: string | null) =>
      world().deps.db.transact((tx) =>
        tx.updateTable("tokens").set({ through }).where("user_id", "=", person.id).execute(),
      );
    const person = await newcomer();
    await comesBy(person, other);
    expect((await join(link, person)).status).toBe(403);
    expect((await member(person.id)).status).toBe(404);
    const wantsOwn = (sso: 0 | 1) =>
      world().deps.db.transact((tx) =>
        tx.updateTable("organizations").set({ sso }).where("id", "=", world().organization).execute(),
      );
    await comesBy(person, null);
    await wantsOwn(1);
    expect((await join(link, person)).status).toBe(403);
    await wantsOwn(0);
    // Neither has used it up.
    expect((await join(link, person)).status).toBe(200);
  });

  test("of several at once makes each a member once, and one person once", async () => {
    const link = await linkOf({ role: "comment" });
    const people = await Promise.all(Array.from({ length: 5 }, newcomer));
    const before = await countMembers();
    const answers = await Promise.all([...people, ...people].map((person) => join(link, person)));
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200));
    expect(await countMembers()).toBe(before + people.length);
    const log = await world()
      .deps.db.read.selectFrom("audit")
      .select("target_id")
      .where("action", "=", "member.join")
      .execute();
    for (const { id } of people) expect(log.filter(({ target_id }) => target_id === id)).toHaveLength(1);
  });

  test("racing with its deletion either joins or doesn't", async () => {
    for (let round = 0; round < 5; round++) {
      const [link, person] = [await linkOf({ role: "read" }), await newcomer()];
      const [joined, deleted] = await Promise.all([
        join(link, person),
        world().delete(`${base}/link-invites/${link}`, admin),
      ]);
      expect(deleted.status).toBe(205);
      expect((await member(person.id)).status).toBe(joined.status);
    }
  });
});

describe("the links of an organization", () => {
  test("listOrganizationInviteLinks lists those to the organization, in pages", async () => {
    const { body } = await world().get(`${base}/link-invites?limit=1`, admin);
    expect([body.items.length, body.count > 1]).toEqual([1, true]);
    const all = await world().get(`${base}/link-invites?limit=1000`, admin);
    expect(all.body.items).toHaveLength(all.body.count);
    expect(all.body.items.every((item: { level?: Role }) => item.level === undefined)).toBe(true);
    const next = await world().get(`${base}/link-invites?limit=1&page=${body.next.page}`, admin);
    expect(next.body.items).toEqual(all.body.items.slice(1, 2));
    expect((await world().get(`${base}/link-invites`)).status).toBe(401);
    expect((await world().get(`${base}/link-invites`, creator)).status).toBe(403);
    expect((await world().get(`${base}/link-invites`, stranger)).status).toBe(404);
    expect((await world().get(`${base}/link-invites?role=read`, admin)).status).toBe(400);
  });

  test("getOrganizationInviteLink and updateOrganizationInviteById show and change one", async () => {
    const path = `${base}/link-invites/${await linkOf({ role: "read" })}`;
    const tag = String((await world().get(path, admin)).headers["etag"]);
    const changed = await world().patch(path, { role: "edit" }, admin, { "if-match": tag });
    expect([changed.status, changed.body.role]).toEqual([200, "edit"]);
    expect((await world().patch(path, { role: null }, admin, { "if-match": tag })).status).toBe(412);
    expect((await world().patch(path, { role: null }, admin)).body.role).toBeNull();
    for (const body of [{ level: "read" }, { role: "x" }, { role: "read", space }]) {
      expect((await world().patch(path, body, admin)).status).toBe(400);
    }
    const content = `${base}/link-invites/${await linkOf({ level: "read", space }, creator)}`;
    expect((await world().patch(content, { level: "comment" }, creator)).body.level).toBe("comment");
    expect(details(await world().patch(content, { role: "read" }, admin))).toEqual(["/role"]);
  });

  test("are hidden from those who may not invite", async () => {
    const path = `${base}/link-invites/${await linkOf({ role: "read" })}`;
    for (const method of ["GET", "PATCH", "DELETE"]) {
      const call = (as?: Person) =>
        world().call(method, path, { as, ...(method === "PATCH" ? { body: { role: "admin" } } : {}) });
      expect((await call()).status).toBe(401);
      for (const person of [reader, creator, stranger]) expect((await call(person)).status).toBe(404);
    }
  });

  test("deleteOrganizationInviteById deletes once", async () => {
    const path = `${base}/link-invites/${await linkOf({ role: "read" })}`;
    expect((await world().delete(path, admin)).status).toBe(205);
    expect((await world().delete(path, admin)).status).toBe(404);
    expect((await world().get(path, admin)).status).toBe(404);
  });
});
