import { beforeAll, describe, expect, test } from "vitest";
import { openFetch } from "../../ports/fetch.ts";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let admin: Person;
let editor: Person;
let stranger: Person;
let hooks: string;
const url = "https://127.0.0.1:65535/in?key=swordfish";

beforeAll(async () => {
  admin = await world().addPerson("ada", "admin");
  editor = await world().addPerson("edda", "create");
  stranger = await world().addPerson("sam", "admin", await world().addOrganization("Other", "other"));
  hooks = `/orgs/${world().organization}/webhooks`;
});

const make = async (body: object = {}) => (await world().post(hooks, { url, ...body }, admin)).body;

/** Whoever must not reach it, and what they are told. */
async function refusals(method: string, path: string, body?: unknown) {
  const statuses = [];
  for (const as of [undefined, editor, stranger]) {
    statuses.push((await world().call(method, path, { as, body })).status);
  }
  return statuses;
}

describe("createOrganizationWebhook", () => {
  test("makes one that is active, and tells its secret this once", async () => {
    const { status, body, headers } = await world().post(hooks, { url, description: "Chat" }, admin);
    expect([status, headers["location"]]).toEqual([201, body.urls.location]);
    expect(body).toMatchObject({ url, description: "Chat", events: [], spaces: null, active: true });
    expect(body.owner).toBe(admin.id);
    expect(body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
    expect((await world().get(`${hooks}/${body.id}`, admin)).text).not.toContain(body.secret);
    expect((await world().get(hooks, admin)).text).not.toContain("whsec_");
    const stored = await world().deps.db.read.selectFrom("event_targets").selectAll().execute();
    expect(JSON.stringify(stored)).not.toContain(body.secret.slice(6));
    const trail = await world().get(`/orgs/${world().organization}/audit-events`, admin);
    expect(trail.text).toContain("webhook.create");
    expect(trail.text).not.toMatch(/swordfish|whsec_/);
  });

  test.each([
    ["no address", {}],
    ["an address that is none", { url: "here" }],
    ["another scheme", { url: "ftp://127.0.0.1/" }],
    ["a user name", { url: "https://me:pass@example.com/" }],
    ["a service's port", { url: "https://example.com:25/" }],
    ["an event that is none", { url, events: ["space_eaten"] }],
    ["a space that is none", { url, spaces: ["absent"] }],
    ["no space at all", { url, spaces: [] }],
    ["a field that is none", { url, secret: "whsec_mine" }],
    ["a long description", { url, description: "x".repeat(201) }],
  ])("refuses %s", async (_, body) => {
    expect((await world().post(hooks, body, admin)).status).toBe(400);
  });

  test("is for administrators, and for their own spaces", async () => {
    expect(await refusals("POST", hooks, { url })).toEqual([401, 403, 404]);
    const foreign = await world().post(`/orgs/${world().organization}/spaces`, {}, editor);
    const other = (await world().get("/orgs", stranger)).body.items[0].id;
    const answer = await world().post(
      `/orgs/${other}/webhooks`,
      { url, spaces: [foreign.body.id] },
      stranger,
    );
    expect([answer.status, answer.text.includes("/spaces/0")]).toEqual([400, true]);
  });

  test("has an end", async () => {
    const other = await world().addOrganization("Many", "many");
    const owner = await world().addPerson("mona", "admin", other);
    const statuses = new Set<number>();
    for (let made = 0; made < 51; made++) {
      statuses.add((await world().post(`/orgs/${other}/webhooks`, { url }, owner)).status);
    }
    expect([...statuses]).toEqual([201, 409]);
  });
});

test.each([
  "http://example.com/",
  "https://127.0.0.1/",
  "https://127.1/",
  "https://2130706433/",
  "https://0x7f.1/",
  "https://[::1]/",
  "https://[::]/",
  "https://[::ffff:127.0.0.1]/",
  "https://[64:ff9b::7f00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[fd00:ec2::254]/",
  "https://169.254.169.254/latest",
  "https://10.0.0.1/",
  "https://172.16.0.1/",
  "https://192.168.1.1/",
  "https://100.64.0.1/",
  "https://0.0.0.0/",
  "https://192.0.0.8/",
  "https://198.18.0.1/",
  "https://224.0.0.1/",
  "https://localhost/",
  "https://LOCALHOST./",
  "https://intranet/",
  "https://db.internal/",
  "https://metadata.google.internal/",
  "https://printer.local/",
  "https://example.com:22/",
  "https://user@example.com/",
  "file:///etc/passwd",
  "gopher://example.com/",
  "data:text/plain,x",
  "//example.com/",
  "",
])("%s can't be a webhook's address where private networks are closed", async (address) => {
  const door = openFetch({ allowPrivateNetwork: false });
  expect(door.permits(address)).toBe(false);
  expect(door.permits("https://example.com:8443/hook?key=1")).toBe(true);
  await door.close();
});

describe("listOrganizationWebhooks, getOrganizationWebhook", () => {
  test("show them to administrators, the oldest first", async () => {
    const made = [(await make()).id];
    // Those of one millisecond have no order but that of their ids.
    world().ahead += 1;
    made.push((await make()).id);
    const { body } = await world().get(`${hooks}?limit=1000`, admin);
    expect(body.items.slice(-2).map(({ id }: { id: string }) => id)).toEqual(made);
    expect(body.count).toBe(body.items.length);
    const first = await world().get(`${hooks}?limit=1`, admin);
    const second = await world().get(`${hooks}?limit=1&page=${first.body.next.page}`, admin);
    expect(second.body.items[0].id).toBe(body.items[1].id);
    expect(await refusals("GET", hooks)).toEqual([401, 403, 404]);
    // That there is one is nobody else's business.
    expect(await refusals("GET", `${hooks}/${made[0]}`)).toEqual([401, 404, 404]);
    expect((await world().get(`${hooks}/absent`, admin)).status).toBe(404);
    const other = (await world().get("/orgs", stranger)).body.items[0].id;
    expect((await world().get(`/orgs/${other}/webhooks/${made[0]}`, stranger)).status).toBe(404);
  });
});

describe("updateOrganizationWebhook", () => {
  test("changes what is sent, by whoever answers for it from now on", async () => {
    const path = `${hooks}/${(await make()).id}`;
    const second = await world().addPerson(`second-${path.slice(-6)}`, "admin");
    const fields = { url: "https://127.0.0.1:65534/", events: ["site_published"], active: false };
    const { status, body, headers } = await world().patch(path, fields, second);
    expect([status, body.owner]).toEqual([200, second.id]);
    expect(body).toMatchObject(fields);
    const tag = { "if-match": String(headers["etag"]) };
    expect((await world().patch(path, { active: true }, admin, tag)).status).toBe(200);
    expect((await world().patch(path, { active: true }, admin, tag)).status).toBe(412);
  });

  test("refuses what isn't one, and those who may not", async () => {
    const path = `${hooks}/${(await make()).id}`;
    for (const body of [{ url: "https://10.0.0.1:25/" }, { spaces: ["absent"] }, { owner: editor.id }]) {
      expect((await world().patch(path, body, admin)).status).toBe(400);
    }
    const { body } = await world().patch(path, { url: "https://10.0.0.1:25/" }, admin);
    expect(body.error.message).toContain("LECTERN_ALLOW_PRIVATE_NETWORK=1");
    expect(await refusals("PATCH", path, { active: false })).toEqual([401, 404, 404]);
  });
});

test("rotateOrganizationWebhookSecret gives another secret, to administrators", async () => {
  const made = await make();
  const path = `${hooks}/${made.id}/rotate`;
  const { status, body } = await world().post(path, undefined, admin);
  expect([status, body.secret === made.secret]).toEqual([200, false]);
  expect(body.secret).toMatch(/^whsec_/);
  expect(await refusals("POST", path)).toEqual([401, 404, 404]);
  expect((await world().post(path, undefined, admin, { "if-match": '"1.never"' })).status).toBe(412);
});

test("deleteOrganizationWebhook ends it, once, with its deliveries", async () => {
  const path = `${hooks}/${(await make()).id}`;
  await world().post(`${path}/ping`, undefined, admin);
  expect(await refusals("DELETE", path)).toEqual([401, 404, 404]);
  expect((await world().delete(path, admin)).status).toBe(204);
  expect((await world().delete(path, admin)).status).toBe(404);
  expect((await world().get(`${path}/deliveries`, admin)).status).toBe(404);
});

describe("pingOrganizationWebhook, listWebhookDeliveries, getWebhookDelivery and replayWebhookDelivery", () => {
  test("a ping waits for its job; it is listed, shown and sent again", async () => {
    const path = `${hooks}/${(await make({ events: ["site_published"] })).id}`;
    const { status, body, headers } = await world().post(`${path}/ping`, undefined, admin);
    expect([status, body.status, body.event.type, body.attempts]).toEqual([201, "waiting", "ping", 0]);
    expect(headers["location"]).toContain(`${path}/deliveries/${body.id}`);
    const delivery = `${path}/deliveries/${body.id}`;
    const shown = await world().get(delivery, admin);
    expect(JSON.parse(shown.body.body)).toMatchObject({ id: body.event.id, type: "ping" });
    expect(shown.body.log).toEqual([]);
    expect((await world().get(`${path}/deliveries?status=waiting`, admin)).body.count).toBe(1);
    expect((await world().get(`${path}/deliveries?status=failed`, admin)).body.count).toBe(0);
    await world().post(`${path}/ping`, undefined, admin);
    const first = await world().get(`${path}/deliveries?limit=1`, admin);
    const second = await world().get(`${path}/deliveries?limit=1&page=${first.body.next.page}`, admin);
    expect([first.body.items[0].id, second.body.items[0].id].toSorted()).toEqual(
      (await world().get(`${path}/deliveries`, admin)).body.items
        .map((one: { id: string }) => one.id)
        .toSorted(),
    );
    expect((await world().get(`${path}/deliveries?status=lost`, admin)).status).toBe(400);
    expect((await world().post(`${delivery}/replay`, undefined, admin)).body.status).toBe("waiting");
    for (const [method, at] of [
      ["POST", `${path}/ping`],
      ["GET", `${path}/deliveries`],
      ["GET", delivery],
      ["POST", `${delivery}/replay`],
    ] as const) {
      expect(await refusals(method, at)).toEqual([401, 404, 404]);
    }
    const elsewhere = `${hooks}/${(await make()).id}/deliveries/${body.id}`;
    expect((await world().get(elsewhere, admin)).status).toBe(404);
    expect((await world().post(`${elsewhere}/replay`, undefined, admin)).status).toBe(404);
  });

  test("what is not active is sent nothing", async () => {
    const path = `${hooks}/${(await make()).id}`;
    const { body } = await world().post(`${path}/ping`, undefined, admin);
    await world().patch(path, { active: false }, admin);
    const delivery = `${path}/deliveries/${body.id}`;
    expect((await world().get(delivery, admin)).body.status).toBe("failed");
    expect((await world().post(`${path}/ping`, undefined, admin)).status).toBe(409);
    expect((await world().post(`${delivery}/replay`, undefined, admin)).status).toBe(409);
  });
});
