/** Deleting a person: every table is read afterwards for their name, their address and their id. */
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readShape } from "../db/shape.ts";
import { hashSecret } from "../nouns/sessions/commands.ts";
import { addressIn, makeOneOfEach } from "../test/oneOfEach.ts";
import { type Person, useWorld } from "../test/harness.ts";
import { givePassword, type PageAnswer, usePages, type Visitor } from "./pages.fixture.ts";

const world = useWorld();
const pages = usePages(world);
const PASSWORD = "four words of my own";
const NAME = "Zebedee Quillfeather";

/** Columns that say who made something or looks after it, and texts that name people by their ids alone. */
const STAYS = new Set([
  "audit.actor_id",
  "audit.after",
  "audit.target_id",
  "change_requests.created_by",
  "collections.created_by",
  "comment_reactions.user_id",
  "comment_replies.posted_by",
  "comments.posted_by",
  "deliveries.body",
  "event_targets.owner_id",
  "file_uploads.created_by",
  "git_connections.created_by",
  "git_installations.created_by",
  "git_installations.owner_id",
  "git_setups.created_by",
  "installations.owner_id",
  "integration_versions.created_by",
  "jobs.created_by",
  "jobs.key",
  "jobs.payload",
  "outbox.payload",
  "outbox.subject_id",
  "reviews.reviewer_id",
  "revisions.created_by",
  "sites.created_by",
  "spaces.created_by",
  "users.email_folded",
  "users.id",
]);

let admin: Person;

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
});
afterAll(() => world().runClock());

const goesTo = ({ status, headers }: PageAnswer) => [status, headers["location"]];

async function signedIn(name: string): Promise<Visitor> {
  const visitor = pages.visitor("192.0.2.77");
  const answer = await visitor.post("/sign-in", { email: `${name}@example.com`, password: PASSWORD });
  expect(answer.status).toBe(303);
  return visitor;
}

/** Where a text stands: `table.column`, of all columns of all tables. */
async function placesOf(text: string): Promise<string[]> {
  const { read } = world().deps.db;
  const found = new Set<string>();
  for (const { name } of await readShape(read)) {
    const { rows } = await sql<Record<string, unknown>>`select * from ${sql.table(name)}`.execute(read);
    for (const row of rows)
      for (const [column, value] of Object.entries(row))
        if (typeof value === "string" && value.toLowerCase().includes(text.toLowerCase()))
          found.add(`${name}.${column}`);
  }
  return [...found].toSorted();
}

test("what is about somebody goes, and what they made stays by a former member", async () => {
  const person = await world().addPerson("zebedee", "admin");
  await givePassword(world(), person, PASSWORD);
  const visitor = await signedIn("zebedee");
  await visitor.post("/account/profile", { displayName: NAME });
  await visitor.post("/account/tokens", { label: "Zebedee's laptop", days: "30" });
  // A program that they let in, and one that they don't.
  for (const choice of ["approve", "deny"]) {
    const asked = await pages.app().inject({
      method: "POST",
      url: "/oauth/device",
      remoteAddress: "192.0.2.78",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      payload: "client_id=lectern&device_name=quillfeather-macbook",
    });
    await visitor.post("/device/decision", { user_code: asked.json().user_code, do: choice });
  }
  // An administrator does something to them, from elsewhere; somebody guesses their password.
  const membership = `/orgs/${world().organization}/members/${person.id}`;
  expect((await world().patch(membership, { role: "create" }, admin)).status).toBe(200);
  expect((await world().patch(membership, { role: "admin" }, admin)).status).toBe(200);
  const wrong = { email: "zebedee@example.com", password: "a guess of mine" };
  expect((await pages.visitor("192.0.2.77").post("/sign-in", wrong)).status).toBe(403);
  const byAdmin = () =>
    world()
      .deps.db.read.selectFrom("audit")
      .select(["action", "ip"])
      .where("target_id", "=", person.id)
      .where("actor_id", "=", admin.id)
      .execute();
  expect(await placesOf("quillfeather-macbook")).toContain("audit.after");
  const before = await byAdmin();
  expect(before.map(({ ip }) => ip)).toEqual(["127.0.0.1", "127.0.0.1"]);
  // They make one of everything, and are spoken of.
  const known = await makeOneOfEach(world(), person);
  const comment = addressIn(known, "/spaces/:spaceId/comments/:commentId");
  expect((await world().put(comment, { addedReactions: ["1f44d"] }, person)).status).toBe(200);
  await pages.visitor().post("/sign-in/link", { email: "zebedee@example.com" });
  await world().runJobs();

  const file = JSON.parse((await visitor.get("/account/data.json")).text);
  expect(file.person).toMatchObject({ id: person.id, email: "zebedee@example.com", name: NAME });
  expect(file.memberships[0]).toMatchObject({ organizationId: world().organization, role: "admin" });
  expect(file.comments.length).toBeGreaterThan(0);
  expect(file.revisions.length).toBeGreaterThan(0);
  expect(file.tokens.map(({ label }: { label: string }) => label)).toContain("Zebedee's laptop");
  expect(JSON.stringify(file)).not.toContain(hashSecret(person.token));

  expect((await visitor.post("/account/delete", { email: "ada@example.com" })).status).toBe(400);
  const gone = await visitor.post("/account/delete", { email: "Zebedee@example.com" });
  expect([gone.status, visitor.cookies.size]).toEqual([200, 0]);
  expect((await world().get("/user", person)).status).toBe(401);
  const again = { email: "zebedee@example.com", password: PASSWORD };
  expect((await pages.visitor().post("/sign-in", again)).status).toBe(403);
  await world().runJobs();

  expect(await placesOf("zebedee@example.com")).toEqual([]);
  expect(await placesOf("zebedee")).toEqual([]);
  expect(await placesOf("quillfeather")).toEqual([]);
  expect([await placesOf("192.0.2.77"), await placesOf("192.0.2.78")]).toEqual([[], []]);
  expect(await byAdmin()).toEqual(before);
  // Their id stays where it says who made what, and opens nothing.
  const stays = await placesOf(person.id);
  expect(stays.filter((place) => !STAYS.has(place))).toEqual([]);
  const { body } = await world().get(comment, admin);
  expect(body.reactions[0].users[0].user).toMatchObject({ id: person.id, displayName: "Former member" });
  expect(body.postedBy).toMatchObject({ id: person.id, displayName: "Former member" });
  expect(body.postedBy.email).toBeUndefined();
  const { body: log } = await world().get(`/orgs/${world().organization}/audit-events`, admin);
  expect(JSON.stringify(log)).not.toContain(NAME);
});

test("the file has one's picture, the programs one let in, and the looks one tries out", async () => {
  const person = await world().addPerson("petra", "admin");
  await givePassword(world(), person, PASSWORD);
  const { body: site } = await world().post(`/orgs/${world().organization}/sites`, { title: "Mine" }, person);
  const [created_at, organization_id] = [Date.UTC(2026, 0, 2), world().organization];
  const expires_at = created_at + 600_000;
  await world().deps.db.transact(async (tx) => {
    const data = Buffer.from("RIFF....WEBP");
    await tx.insertInto("user_photos").values({ key: "k", user_id: person.id, data, created_at }).execute();
    await tx
      .insertInto("device_grants")
      .values({
        id: "d",
        device_hash: "hash",
        user_code_mac: "mac",
        program: "CLI",
        address: "192.0.2.7",
        network: "192.0.2",
        created_at,
        expires_at,
        pace: 5000,
        user_id: person.id,
        decision: "approved",
      })
      .execute();
    const draft = { id: "l", site_id: site.id, user_id: person.id, customization: '{"words":"mine"}' };
    await tx
      .insertInto("site_look_drafts")
      .values({ ...draft, organization_id, created_at })
      .execute();
  });
  const file = JSON.parse((await (await signedIn("petra")).get("/account/data.json")).text);
  const [createdAt, organizationId] = ["2026-01-02T00:00:00.000Z", organization_id];
  expect(file.pictures).toEqual([{ data: "UklGRi4uLi5XRUJQ", createdAt }]);
  expect(file.devices).toEqual([
    {
      program: "CLI",
      address: "192.0.2.7",
      decision: "approved",
      createdAt,
      expiresAt: "2026-01-02T00:10:00.000Z",
    },
  ]);
  expect(file.lookDrafts).toEqual([
    { id: "l", organizationId, siteId: site.id, customization: '{"words":"mine"}', createdAt },
  ]);
});

test("the file has how one is named and asked, what one may do, and what others did to one", async () => {
  const person = await world().addPerson("tilda", "edit");
  await givePassword(world(), person, PASSWORD);
  const { organization } = world();
  const all = `/orgs/${organization}`;
  const [{ body: team }, { body: space }, { body: collection }] = [
    await world().put(`${all}/teams`, { title: "Writers" }, admin),
    await world().post(`${all}/spaces`, { title: "Asked" }, admin),
    await world().post(`${all}/collections`, { title: "Shelf" }, admin),
  ];
  await world().put(`${all}/teams/${team.id}/members`, { add: [person.id] }, admin);
  for (const place of [`/spaces/${space.id}`, `/collections/${collection.id}`])
    expect(
      (await world().post(`${place}/permissions`, { users: [person.id], role: "review" }, admin)).status,
    ).toBeLessThan(300);
  const requests = `/spaces/${space.id}/change-requests`;
  const { body: request } = await world().post(requests, {}, admin);
  const reviewers = { users: [person.id] };
  await world().post(`${requests}/${request.id}/requested-reviewers`, reviewers, admin);
  const said = { body: { markdown: "Why?" } };
  const { body: comment } = await world().post(`/spaces/${space.id}/comments`, said, admin);
  const reacted = `/spaces/${space.id}/comments/${comment.id}`;
  await world().put(reacted, { addedReactions: ["1f44d"] }, person);
  const [created_at, organization_id] = [Date.UTC(2026, 0, 2), organization];
  await world().deps.db.transact(async (tx) => {
    const provider = { organization_id, id: "okta", label: "Okta", created_at };
    await tx.insertInto("saml_providers").values(provider).execute();
    for (const name_id of ["tilda@a.example", "tilda@b.example"]) {
      const identity = { organization_id, provider_id: "okta", name_id, user_id: person.id, created_at };
      await tx.insertInto("saml_identities").values(identity).execute();
    }
    // As many to one comment as take several reads, whatever they are.
    for (let index = 0; index < 1_100; index++) {
      const one = { organization_id, subject_id: comment.id, comment_id: comment.id, reply_id: null };
      const reaction = { ...one, emoji: `a${index}`, user_id: person.id, reacted_at: created_at };
      await tx.insertInto("comment_reactions").values(reaction).execute();
    }
  });
  const file = JSON.parse((await (await signedIn("tilda")).get("/account/data.json")).text);
  const at = { organizationId: organization };
  const [createdAt, then] = ["2026-01-02T00:00:00.000Z", expect.any(String)];
  expect(file.samlIdentities).toEqual(
    ["tilda@a.example", "tilda@b.example"].map((nameId) => ({
      ...at,
      providerId: "okta",
      nameId,
      createdAt,
    })),
  );
  expect(file.teams).toEqual([{ ...at, teamId: team.id, role: "member", addedAt: then }]);
  const grants = [
    { ...at, contentKind: "space", contentId: space.id, role: "review", createdAt: then },
    { ...at, contentKind: "collection", contentId: collection.id, role: "review", createdAt: then },
  ];
  expect(file.grants).toHaveLength(2);
  expect(file.grants).toEqual(expect.arrayContaining(grants));
  expect(file.requestedReviews).toEqual([{ ...at, changeRequestId: request.id, createdAt: then }]);
  expect(file.reactions).toContainEqual({ ...at, commentId: comment.id, emoji: "👍", reactedAt: then });
  const emoji = file.reactions.map((one: { emoji: string }) => one.emoji);
  expect([emoji.length, new Set(emoji).size]).toEqual([1_101, 1_101]);
  const actions = file.auditEventsAboutYou.map(({ action }: { action: string }) => action);
  expect(actions.length).toBeGreaterThan(0);
  expect(JSON.stringify(file.auditEventsAboutYou)).not.toContain(admin.id);
});

test("the file has what an organization's content says while one reaches that organization, and is made once at a time", async () => {
  const elsewhere = await world().addOrganization("Elsewhere", "elsewhere");
  const owner = await world().addPerson("odile", "admin", elsewhere);
  const person = await world().addPerson("wanda", "admin", elsewhere);
  await givePassword(world(), person, PASSWORD);
  const { body: space } = await world().post(`/orgs/${elsewhere}/spaces`, { title: "Plans" }, person);
  const requests = `/spaces/${space.id}/change-requests`;
  const { body: request } = await world().post(requests, { subject: "My own words" }, person);
  const said = { body: { markdown: "My own comment" } };
  await world().post(`${requests}/${request.id}/comments`, said, person);
  const visitor = await signedIn("wanda");
  const file = async () => JSON.parse((await visitor.get("/account/data.json")).text);
  const reached = await file();
  expect(reached.changeRequests).toMatchObject([{ id: request.id, subject: "My own words" }]);
  expect(JSON.stringify(reached.comments)).toContain("My own comment");

  // What others write there afterwards is theirs.
  const beyond = { id: request.id, organizationId: elsewhere, spaceId: space.id, number: 1 };
  const isBeyond = async () => {
    await world().patch(`${requests}/${request.id}`, { subject: "A secret of others" }, owner);
    const { changeRequests, comments, auditEvents } = await file();
    expect(changeRequests).toEqual([{ ...beyond, createdAt: expect.any(String) }]);
    expect([comments.length, comments[0].body]).toEqual([1, undefined]);
    expect(auditEvents.map(({ action }: { action: string }) => action)).toContain("change-request.create");
  };
  await world().patch(`/orgs/${elsewhere}/members/${person.id}`, { role: "edit" }, owner);
  const enforce = (sso: 0 | 1) =>
    world().deps.db.transact((tx) =>
      tx.updateTable("organizations").set({ sso }).where("id", "=", elsewhere).execute(),
    );
  await enforce(1);
  await isBeyond();
  await enforce(0);
  expect((await file()).changeRequests).toMatchObject([{ subject: "A secret of others" }]);
  await world().delete(`/orgs/${elsewhere}/members/${person.id}`, owner);
  await isBeyond();

  const atOnce = Array.from({ length: 6 }, () => visitor.get("/account/data.json"));
  const statuses = (await Promise.all(atOnce)).map(({ status }) => status);
  expect([...new Set(statuses)].toSorted()).toEqual([200, 429]);
  await file();
});

describe("an organization", () => {
  test("is never left without an administrator", async () => {
    const organization = await world().addOrganization("Only One", "only-one");
    const owner = await world().addPerson("olga", "admin", organization);
    await givePassword(world(), owner, PASSWORD);
    const visitor = await signedIn("olga");
    const refused = await visitor.post("/account/delete", { email: "olga@example.com" });
    expect([refused.status, refused.text.includes("Only One would have no administrator")]).toEqual([
      409,
      true,
    ]);
    expect((await world().get("/user", owner)).status).toBe(200);
  });
});

test("both take a new sign-in, and no single sign-on is enough", async () => {
  const person = await world().addPerson("sam", "read");
  await givePassword(world(), person, PASSWORD);
  const visitor = await signedIn("sam");
  await world().deps.db.transact((tx) =>
    tx.updateTable("sessions").set({ method: "saml" }).where("user_id", "=", person.id).execute(),
  );
  const fields = { email: "sam@example.com" };
  expect((await visitor.get("/account/data.json")).status).toBe(403);
  expect((await visitor.post("/account/delete", fields)).status).toBe(403);
  world().ahead += 16 * 60_000;
  const asks = [303, `/sign-in?again&next=${encodeURIComponent("/account#data")}`];
  expect(goesTo(await visitor.get("/account/data.json"))).toEqual(asks);
  expect(goesTo(await visitor.post("/account/delete", fields))).toEqual(asks);
});
