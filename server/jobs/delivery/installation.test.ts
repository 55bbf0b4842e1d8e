/** What installations are told; listIntegrationEvents and getIntegrationEvent say it. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { publication } from "../../nouns/integrations/publication.fixture.ts";
import { makeSite } from "../../site/visitor/visitors.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { planHousekeeping } from "../../test/plannedRounds.ts";
import { type ReceivedDelivery, Receiver } from "./receiver.fixture.ts";

const world = useWorld();
const DAY = 24 * 3_600_000;
let receiver: Receiver;
let admin: Person;
let installer: Person;
let made = 0;
let name: string;
let path: string;

beforeAll(async () => {
  receiver = await Receiver.open();
  admin = await world().addPerson("ada", "admin");
});
afterAll(() => receiver.close());
beforeEach(async () => {
  made += 1;
  name = `told-${made}`;
  installer = await world().addPerson(`installer-${made}`, "create");
  receiver.received.length = 0;
  receiver.answer = (response) => void response.writeHead(204).end();
  const body = publication("acme", { secrets: { KEY: "the-key" } });
  await world().post(`/integrations/${name}`, body, admin);
  const { organization } = world();
  const { body: installed } = await world().post(
    `/integrations/${name}/installations`,
    { organization },
    installer,
  );
  path = `/integrations/${name}/installations/${installed.id}`;
});

const develop = (more: object = {}) =>
  world().put(`/integrations/${name}/dev`, { tunnelUrl: `${receiver.url}/${name}`, ...more }, admin);
const space = async (): Promise<string> =>
  (await world().post(`/orgs/${world().organization}/spaces`, {}, installer)).body.id;
const write = async (id: string): Promise<string> => {
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
  return (await world().post(`/spaces/${id}/content`, { changes }, installer)).body.revision;
};
const events = async () => (await world().get(`/integrations/${name}/events`, admin)).body.items;
const payloads = async () => (await events()).map(({ payload }: { payload: object }) => payload);

/** The fields of a form, without any code of ours. */
async function fieldsOf({
  headers,
  body,
}: ReceivedDelivery): Promise<Record<string, Record<string, unknown>>> {
  const response = new Response(body, { headers: { "content-type": headers["content-type"] ?? "" } });
  const fields = [...(await response.formData()).entries()];
  return Object.fromEntries(fields.map(([key, value]) => [key, JSON.parse(String(value))]));
}

test("a task is sent to who develops its integration, also where nothing runs scripts", async () => {
  await develop();
  const { token } = (await world().post(`${path}/tokens`, {}, admin)).body;
  const task = { task: { of: "one" }, schedule: 60 };
  expect((await world().post(`/integrations/${name}/tasks`, task, token)).status).toBe(204);
  await world().runJobs();
  receiver.received.length = 0;
  world().ahead += 61_000;
  await world().runJobs();
  expect(receiver.received.map(({ body }) => body.toString())).toEqual([expect.stringContaining("one")]);
});

describe("events of the content", () => {
  test("go to installations on the space, in its order, and to nobody else", async () => {
    const [inside, outside] = [await space(), await space()];
    await world().post(`${path}/spaces`, { space: inside }, installer);
    const revisions = [await write(inside), await write(inside)];
    await write(outside);
    await world().runJobs();
    const told = (await payloads()).filter(({ type }: { type: string }) => type === "space_content_updated");
    expect(told.map(({ revisionId }: { revisionId: string }) => revisionId).toSorted()).toEqual(
      revisions.toSorted(),
    );
    expect(told[0]).toMatchObject({ spaceId: inside, installationId: path.split("/").at(-1) });
    const [event] = await events();
    expect(event.status).toBe("success");
    const { body } = await world().get(`/integrations/${name}/events/${event.id}`, admin);
    expect(body.trace.logs).toMatchObject([
      { level: "info", message: expect.stringContaining("Nothing runs") },
    ]);
    expect((await world().get(`/integrations/${name}/events/${event.id}`, installer)).status).toBe(403);
    await world().delete(`${path}/spaces/${inside}`, installer);
    await write(inside);
    await world().runJobs();
    const types = (await payloads()).map(({ type }: { type: string }) => type);
    expect(types.filter((type: string) => type === "space_content_updated")).toHaveLength(2);
  });

  test("go to those on all spaces, once they are set up and as long as their scopes say", async () => {
    const id = await space();
    await world().patch(path, { space_selection: "all" }, installer);
    await write(id);
    await world().runJobs();
    expect((await payloads())[0]).toMatchObject({ type: "space_content_updated", spaceId: id });
    const before = (await events()).length;
    await world().delete(path, installer);
    await write(id);
    await world().runJobs();
    expect((await events()).length).toBe(before + 1);
  });
});

describe("events of sites", () => {
  /** A site with one page, whose readers are asked, and what one of them says of it. */
  async function askingSite(
    title: string,
    by = installer,
  ): Promise<{ id: string; say: (rating: string) => Promise<number> }> {
    const site = await makeSite(world(), by, title);
    const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
    const { body } = await world().post(`/spaces/${site.space}/content`, { changes }, by);
    const customization = (await world().get(`${site.api}/customization`, by)).body;
    const asking = { ...customization, feedback: { enabled: true } };
    await world().put(`${site.api}/customization`, asking, by);
    const headers = { "content-type": "application/x-www-form-urlencoded", origin: "http://sites.test" };
    const { page } = body.changes[0] as { page: string };
    return {
      id: site.api.split("/").at(-1) ?? "",
      say: async (rating) =>
        (await world().send(`${site.base}~/feedback`, `page=${page}&rating=${rating}`, headers)).status,
    };
  }
  const heard = async () => {
    await world().runJobs();
    const all = (await payloads()).filter(({ type }: { type: string }) => type === "page_feedback");
    return all.map(({ siteId, feedback }: { siteId: string; feedback: { rating: string } }) => [
      siteId,
      feedback.rating,
    ]);
  };

  test("go to installations on the site whose scopes bring them, while who installed them may read them", async () => {
    const [inside, outside] = [await askingSite("Inside"), await askingSite("Outside")];
    const other = { organization: world().organization };
    const on = async () => {
      const { body } = await world().post(`/integrations/${name}/installations`, other, installer);
      path = `/integrations/${name}/installations/${body.id}`;
      expect((await world().post(`${path}/sites`, { siteId: inside.id }, installer)).status).toBe(201);
    };
    // Without the scope nothing is heard.
    expect((await world().post(`${path}/sites`, { siteId: inside.id }, installer)).status).toBe(201);
    expect(await inside.say("bad")).toBe(303);
    expect(await heard()).toEqual([]);
    await world().delete(path, installer);
    await world().post(`/integrations/${name}`, publication("acme", { scopes: ["site:views:read"] }), admin);
    await on();
    expect([await inside.say("good"), await outside.say("ok")]).toEqual([303, 303]);
    expect(await heard()).toEqual([[inside.id, "good"]]);
    const role = (to: string) =>
      world().patch(`/orgs/${other.organization}/members/${installer.id}`, { role: to }, admin);
    await role("read");
    await inside.say("ok");
    expect(await heard()).toEqual([[inside.id, "good"]]);
    await role("create");
    await world().patch(path, { site_selection: "all" }, installer);
    await outside.say("bad");
    expect(await heard()).toContainEqual([outside.id, "bad"]);
    // Nor does it hear of a site that who installed it may not see, although they may see its space.
    const hidden = await askingSite("Hidden", admin);
    await world().patch(`/orgs/${other.organization}/sites/${hidden.id}`, { defaultLevel: null }, admin);
    expect(await hidden.say("good")).toBe(303);
    expect((await heard()).map(([site]: [string]) => site)).not.toContain(hidden.id);
  });
});

test("its log tells who may install no more than they see themselves", async () => {
  const open = await space();
  const hidden = (await world().post(`/orgs/${world().organization}/spaces`, {}, admin)).body.id;
  await world().patch(path, { space_selection: "all" }, admin);
  await world().patch(`/spaces/${hidden}`, { defaultLevel: null }, admin);
  await write(open);
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
  await world().post(`/spaces/${hidden}/content`, { changes }, admin);
  await world().runJobs();
  const spaces = async (as: Person): Promise<string[]> => {
    const { items } = (await world().get(`${path}/events?limit=100`, as)).body;
    return items.flatMap(({ payload: { type, spaceId } }: { payload: { type: string; spaceId: string } }) =>
      type === "space_content_updated" ? [spaceId] : [],
    );
  };
  expect((await spaces(admin)).toSorted()).toEqual([open, hidden].toSorted());
  expect(await spaces(installer)).toEqual([open]);
});

test("an installation hears nothing of spaces that who installed it doesn't see", async () => {
  const seen = await space();
  await world().patch(path, { space_selection: "all" }, installer);
  const { body } = await world().post(`/orgs/${world().organization}/spaces`, {}, admin);
  await world().patch(`/spaces/${body.id}`, { defaultLevel: null }, admin);
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
  for (const id of [body.id, body.id, seen]) await world().post(`/spaces/${id}/content`, { changes }, admin);
  await world().runJobs();
  const told = (await payloads()).filter(({ type }: { type: string }) => type === "space_content_updated");
  expect(told.map(({ spaceId }: { spaceId: string }) => spaceId)).toEqual([seen]);
  expect((await world().get(`/integrations/${name}/events`, admin)).text).not.toContain(body.id);
  const waiting = await world()
    .deps.db.read.selectFrom("deliveries")
    .select("id")
    .where("state", "=", "waiting")
    .execute();
  expect(waiting).toEqual([]);
});

describe("development", () => {
  test("posts events with what a script is to know", async () => {
    expect((await world().get(path, installer)).body).toMatchObject({ status: "paused", scripts: "not-run" });
    await develop();
    const id = await space();
    await world().post(`${path}/spaces`, { space: id }, installer);
    const revisionId = await write(id);
    await world().runJobs();
    const forms = await Promise.all(receiver.received.map(fieldsOf));
    const types = forms.map(({ event }) => event?.["type"]);
    expect(types).toContain("installation_setup");
    const form = forms.find(({ event }) => event?.["revisionId"] === revisionId);
    expect(form?.["environment"]).toMatchObject({
      integration: { name, version: 1 },
      installation: { status: "active", scripts: "developer" },
      secrets: { KEY: "the-key" },
      apiEndpoint: "http://app.test",
    });
    const { signingSecret, signingSecrets } = form?.["environment"] ?? {};
    expect(signingSecret).toBe((signingSecrets as Record<string, string>)["integration"]);
    const tokens = form?.["environment"]?.["apiTokens"] as Record<string, string> | undefined;
    const installation = tokens?.["installation"];
    expect((await world().call("GET", `/spaces/${id}/content/pages`, { as: installation })).status).toBe(200);
    expect((await world().call("GET", "/user", { as: installation })).status).toBe(403);
  });

  test("keeps what is answered without secrets", async () => {
    await develop();
    receiver.answer = (response) => void response.writeHead(200).end("x".repeat(1018) + "the-key");
    await world().runJobs();
    const [event] = await events();
    const { body } = await world().get(`/integrations/${name}/events/${event.id}`, admin);
    expect(body.trace.logs.at(-1).message).toBe(`Answered 200: ${"x".repeat(1018)}[secret]`);
  });

  test("leaves other organizations' events where they are, unless it is told to take all", async () => {
    await world().post(`/integrations/${name}`, publication("acme", { visibility: "public" }), admin);
    const elsewhere = await world().addOrganization("Else", `else-${made}`);
    const other = await world().addPerson(`other-${made}`, "admin", elsewhere);
    await world().runJobs();
    await develop();
    const { body } = await world().post(
      `/integrations/${name}/installations`,
      { organization: elsewhere },
      other,
    );
    await world().runJobs();
    expect(receiver.received).toHaveLength(0);
    await develop({ all: true });
    await world().patch(`/integrations/${name}/installations/${body.id}`, { configuration: {} }, other);
    await world().runJobs();
    expect(receiver.received).toHaveLength(1);
  });

  test("pauses an installation that fails for a day, and says so; a change sets it going", async () => {
    await develop();
    receiver.failing(500);
    await world().runJobs();
    world().ahead += 2 * DAY;
    // Who publishes it writes its title, and nothing else of the letter.
    await world().deps.db.transact((tx) =>
      tx.updateTable("integrations").set({ title: "Counter\r\n\r\nCall\u202e me" }).execute(),
    );
    await world().runJobs();
    expect((await world().get(path, installer)).body.status).toBe("paused");
    expect((await events())[0].status).toBe("failed");
    expect(world().letters.join("\n")).toContain("has paused the integration Counter Call me in your");
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("installation.pause");
    receiver.answer = (response) => void response.writeHead(204).end();
    expect((await world().patch(path, { configuration: {} }, installer)).body.status).toBe("active");
    await world().runJobs();
    expect((await events())[0].status).toBe("success");
  });
});

test("an installation is paused with the rights of who made it", async () => {
  await develop();
  const id = await space();
  await world().patch(path, { space_selection: "all" }, installer);
  await world().runJobs();
  await world().deps.db.transact((tx) =>
    tx.updateTable("members").set({ role: "read" }).where("user_id", "=", installer.id).execute(),
  );
  await world().patch(`/spaces/${id}`, { title: "A" }, admin);
  const changes = [{ operation: "insert_page", title: "A", document: { markdown: "a" } }];
  await world().post(`/spaces/${id}/content`, { changes }, admin);
  await world().runJobs();
  expect((await world().get(path, admin)).body.status).toBe("paused");
  await world().patch(path, { externalIds: ["mine"] }, admin);
  expect((await world().get(path, admin)).body.status).toBe("active");
});

test("what ended is forgotten with its log, and tokens when they have expired", async () => {
  await world().post(`${path}/tokens`, undefined, admin);
  await world().runJobs();
  world().ahead += DAY;
  await planHousekeeping(world().deps);
  await world().runJobs();
  const { read } = world().deps.db;
  expect(await read.selectFrom("installation_tokens").select("id").execute()).toEqual([]);
  await world().delete(path, installer);
  await world().runJobs();
  const id = path.split("/").at(-1) ?? "";
  const kept = () => read.selectFrom("installations").select("id").where("id", "=", id).execute();
  expect(await kept()).toHaveLength(1);
  world().ahead += 32 * DAY;
  await world().deps.db.transact((tx) => tx.deleteFrom("meta").where("key", "like", "%heartbeat%").execute());
  await planHousekeeping(world().deps);
  await world().runJobs();
  expect(await kept()).toEqual([]);
});
