/** What hosts tell starts a sync at once, and what becomes of commits is shown to them. */
import { createHmac } from "node:crypto";
import type { AddressInfo } from "node:net";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { attentionOfCopy } from "../../../content/git/copies.ts";
import type { ApiAnswer, ApiRequest } from "../../../test/gitHost.ts";
import { type Answer, type Person, useWorld } from "../../../test/harness.ts";
import { Wire } from "../../../test/wire.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "../gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;
/** What the API was asked, in short. */
let asked: ApiRequest[] = [];
/** What it answers to the next requests whose path ends so, instead of what it would. */
let faults: { readonly path: RegExp; readonly answer: ApiAnswer }[] = [];
/** Webhooks of the repository, by their ids. */
let hooks: Map<number, { url: string; secret: string }>;

/** GitHub's API, as far as it is asked here. */
function api(request: ApiRequest): ApiAnswer {
  asked.push(request);
  const { method, path, body } = request;
  const fault = faults.findIndex((one) => one.path.test(path));
  if (fault >= 0) return (faults.splice(fault, 1)[0] as { answer: ApiAnswer }).answer;
  if (request.authorization !== "Bearer good") return { status: 401, body: { message: "Bad credentials" } };
  const [, id] = /^\/api\/v3\/repos\/[^/]+(?:\/[^/]+)?\/hooks(?:\/(\d+)|\?per_page=100)?$/.exec(path) ?? [];
  if (path.includes("/statuses/")) return { status: 201, body: { id: 1 } };
  if (!path.includes("/hooks")) return { status: 404, body: { message: "Not Found" } };
  if (method === "GET")
    return {
      status: 200,
      body: [...hooks].map(([key, { url }]) => ({ id: key, config: { url, secret: "********" } })),
    };
  const at = id === undefined ? hooks.size + 1 : Number(id);
  if (method === "DELETE") return { status: hooks.delete(at) ? 204 : 404 };
  hooks.set(at, body.config);
  return { status: method === "POST" ? 201 : 200, body: { id: at } };
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  host().api = api;
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  [asked, faults, hooks] = [[], [], new Map()];
});

const HOME = { "README.md": "# Home\n\nFirst.\n" };

/** Connects the space to its repository, as one of GitHub. */
async function connect(more: object = {}): Promise<string> {
  const tip = repository.commit(HOME);
  const answer = await space.connect(
    { direction: "git", confirm: true, provider: "github", ...more },
    { accessToken: "good" },
  );
  expect(answer.status).toBe(201);
  await world().runJobs();
  return tip;
}

const installation = async () => (await world().get(space.address, ada)).body;
const runs = async (): Promise<{ cause: string; state: string }[]> =>
  (await world().get(`${space.address}/runs`, ada)).body.items;

interface Telling {
  readonly id?: string;
  readonly secret?: string;
  readonly event?: string;
}

/** Tells the installation something, as GitHub does. */
function tell(payload: object | string, { id = "d1", event = "push", ...more }: Telling = {}) {
  const raw = typeof payload === "string" ? payload : JSON.stringify(payload);
  const secret = more.secret ?? hooks.get(1)?.secret ?? "";
  return world().call("POST", `/git/webhooks/${space.installation}`, {
    raw,
    headers: {
      "content-type": "application/json",
      "x-github-event": event,
      "x-github-delivery": id,
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`,
    },
  });
}

const pushOf = (after: string, ref = "refs/heads/main") => ({
  ref,
  after,
  repository: { full_name: "acme/docs" },
});

describe("a webhook", () => {
  test("is made by the host where the token may, and a push comes at once", async () => {
    await connect();
    expect(await installation()).toMatchObject({
      webhook: { url: `http://app.test/v1/git/webhooks/${space.installation}`, state: "registered" },
    });
    expect(hooks.get(1)).toMatchObject({ url: `http://app.test/v1/git/webhooks/${space.installation}` });
    const tip = repository.commit({ "README.md": "# Home\n\nFirst, better.\n" });
    expect(await tell(pushOf(tip))).toMatchObject({ status: 202, text: "" });
    await world().runJobs();
    expect((await runs())[0]).toMatchObject({ cause: "webhook", operation: "import", state: "success" });
    expect((await space.page("Home")).markdown).toContain("First, better.");
    expect((await installation()).webhook.lastSeenAt).toBeDefined();
    expect(JSON.stringify(await installation())).not.toContain(hooks.get(1)?.secret);
  });

  test("is answered before any of its work is done: a host that says nothing keeps nobody waiting", async () => {
    await connect();
    const before = await runs();
    const tip = repository.commit({ "README.md": "# Home\n\nFirst, better.\n" });
    const { fault } = host();
    let goOn = (): void => undefined;
    const stalled = new Promise<undefined>((resolve) => (goOn = () => resolve(undefined)));
    host().fault = () => stalled;
    const heard = host().heard.length;
    try {
      expect(await tell(pushOf(tip))).toMatchObject({ status: 202, text: "" });
      expect([host().heard.length, (await runs()).length]).toEqual([heard, before.length]);
    } finally {
      host().fault = fault;
      goOn();
    }
    await world().runJobs();
    expect((await space.page("Home")).markdown).toContain("First, better.");
  });

  test("is heard after any number of messages from the same network that prove nothing", async () => {
    await connect();
    for (let index = 0; index < 130; index += 1)
      expect((await tell("{}", { id: `f${index}`, secret: "guessed" })).status).toBe(404);
    const large = JSON.stringify({ padding: "x".repeat(300_000) });
    const answers: number[] = [];
    for (let index = 0; index < 62; index += 1)
      answers.push((await tell(large, { id: `l${index}`, secret: "guessed" })).status);
    expect(answers.slice(-3)).toEqual([404, 429, 429]);
    const tip = repository.commit({ "README.md": "# Home\n\nFirst, better.\n" });
    expect((await tell(pushOf(tip))).status).toBe(202);
    // A minute later large ones are taken again.
    world().ahead += 60_000;
    expect((await tell(large, { id: "l", secret: "guessed" })).status).toBe(404);
  });

  test("is heard while others send bodies without an end, of which none is asked for where nobody listens", async () => {
    await connect();
    const [own, { organization }] = [repository, world()];
    world().organization = await world().addOrganization("Other", "other");
    const eve = await world().addPerson("eve", "admin", world().organization);
    const other = await newSpace(world(), eve, host());
    repository = other.repository;
    repository.commit(HOME);
    const theirs = { direction: "git", confirm: true, provider: "github" };
    expect((await other.connect(theirs, { accessToken: "good" })).status).toBe(201);
    await world().runJobs();
    [repository, world().organization] = [own, organization];
    const app = world().openApp({}, { trustedProxies: ["127.0.0.1"] });
    await app.listen({ host: "127.0.0.1", port: 0 });
    const open: Wire[] = [];
    const begin = (to: string, network: number, length = 5 * 1024 * 1024): Wire => {
      const { port } = app.server.address() as AddressInfo;
      const lines = [`POST /v1/git/webhooks/${to} HTTP/1.1`, "host: x", `content-length: ${length}`];
      const wire = new Wire(port).send(
        [...lines, `x-forwarded-for: 10.0.${network}.7`, "", "{"].join("\r\n"),
      );
      open.push(wire);
      return wire;
    };
    const post = async (to: string, payload: string, secret = "guessed"): Promise<number> => {
      const headers = { "content-type": "application/json", "x-github-event": "push" };
      const signature = createHmac("sha256", secret).update(payload).digest("hex");
      const signed = { "x-forwarded-for": "10.0.99.7", "x-hub-signature-256": `sha256=${signature}` };
      const url = `/v1/git/webhooks/${to}`;
      return (await app.inject({ method: "POST", url, headers: { ...headers, ...signed }, payload }))
        .statusCode;
    };
    const refused = (): Wire[] => open.filter(({ text }) => text.includes(" 503 "));
    const [mine, yours] = [space.installation, other.installation];
    const push = JSON.stringify(pushOf(repository.commit({ "README.md": "# Home\n\nHeard.\n" })));
    world().stopClock();
    try {
      expect(await begin("nobody", 1).heard(/ 404 /)).not.toBe("");
      // One has room in the share of an organization, from wherever the next one comes; small ones are not in its way.
      for (const network of [1, 2, 3]) begin(yours, network);
      await expect.poll(() => refused().length).toBe(2);
      expect(refused()[0]?.text).toMatch(/retry-after: 30\r/i);
      for (let network = 1; network < 10; network += 1) begin(yours, network, 256 * 1024);
      await expect.poll(() => refused().length).toBe(3);
      const large = "x".repeat(5_000_000);
      expect([await post(yours, "{}"), await post(yours, large)]).toEqual([503, 503]);
      // Others hear their hosts meanwhile.
      expect([await post(mine, push, hooks.get(1)?.secret), await post(mine, large)]).toEqual([202, 404]);
      // Who has sent nothing for a while gives way, and so does whoever goes.
      world().ahead += 2_000;
      expect([await post(yours, "{}"), await post(yours, large)]).toEqual([404, 404]);
      const last = begin(yours, 4);
      await expect.poll(() => post(yours, large)).toBe(503);
      last.socket.destroy();
      await expect.poll(() => post(yours, large)).toBe(404);
      // One whose host sends too many large ones that prove nothing is in nobody else's way, from the same network.
      const answers: number[] = [];
      for (let index = 0; index < 61; index += 1) answers.push(await post(yours, large.slice(0, 300_000)));
      expect([answers.at(-1), await post(mine, large)]).toEqual([429, 404]);
    } finally {
      world().runClock();
      for (const wire of open) wire.socket.destroy();
      await app.close();
    }
  });

  test("counts once, and tells nothing new of our own push, of other branches and of what is known", async () => {
    const first = await connect();
    await space.write("Home", "First, from Lectern.\n");
    await space.sync();
    const own = repository.tip() ?? "";
    expect(own).not.toBe(first);
    const before = (await runs()).length;
    // That somebody is told anything is noted once in a while; of our own push nothing is written beyond that.
    expect((await tell({ zen: "Design for failure." }, { id: "d0", event: "ping" })).status).toBe(202);
    const { db } = world().deps;
    const { writes } = db;
    for (const [id, payload] of [
      ["d1", pushOf(own)],
      ["d2", pushOf("b".repeat(40), "refs/heads/other")],
    ] as const)
      expect((await tell(payload, { id })).status).toBe(202);
    expect((await tell({ zen: "Design for failure." }, { id: "d3", event: "ping" })).status).toBe(202);
    await world().runJobs();
    expect(db.writes).toBe(writes);
    expect(await runs()).toHaveLength(before);
    const tip = repository.commit({ "other.md": "# Other\n" });
    for (let time = 0; time < 3; time += 1) {
      expect((await tell(pushOf(tip), { id: "d4" })).status).toBe(202);
      await world().runJobs();
    }
    expect(await runs()).toHaveLength(before + 1);
    // One that is sent again after the branch has moved on is no news either.
    repository.commit({ "third.md": "# Third\n" });
    await tell(pushOf(tip), { id: "d4" });
    await world().runJobs();
    expect(await runs()).toHaveLength(before + 1);
  });

  test("that is sent again under another name is the same message", async () => {
    await connect();
    const tip = repository.commit({ "other.md": "# Other\n" });
    await tell(pushOf(tip), { id: "d1" });
    await world().runJobs();
    const before = (await runs()).length;
    repository.commit({ "third.md": "# Third\n" });
    await space.sync();
    const after = (await runs()).length;
    expect(after).toBe(before + 1);
    // The signature holds for the body alone: who has kept a message can change its headers.
    for (const id of ["d2", "d3", ""]) expect((await tell(pushOf(tip), { id })).status).toBe(202);
    await world().runJobs();
    expect(await runs()).toHaveLength(after);
    // Another body under a name that was used is news.
    await tell({ ...pushOf(repository.commit({ "fourth.md": "# Fourth\n" })) }, { id: "d1" });
    await world().runJobs();
    expect(await runs()).toHaveLength(after + 1);
  });

  test("that proves nothing is answered as one for nobody, and changes nothing", async () => {
    await connect();
    const tip = repository.commit({ "README.md": "# Home\n\nOther.\n" });
    const wrong = await tell(pushOf(tip), { secret: "guessed" });
    const nobody = await world().call("POST", "/git/webhooks/nobody", { raw: "{}" });
    const [{ requestId: _, ...a }, { requestId: __, ...b }] = [
      wrong.body.error ?? wrong.body,
      nobody.body.error ?? nobody.body,
    ];
    expect([wrong.status, nobody.status, a]).toEqual([404, 404, b]);
    expect((await world().call("POST", `/git/webhooks/${space.installation}`, { raw: "" })).status).toBe(404);
    await world().runJobs();
    expect(await runs()).toHaveLength(1);
    expect((await installation()).webhook.lastSeenAt).toBeUndefined();
  });

  test("that is larger than what is read is a reason to look, and beyond its limit it is refused", async () => {
    await connect();
    repository.commit({ "README.md": "# Home\n\nLarge.\n" });
    expect((await tell(`{"x":"${"y".repeat(2_000_000)}"}`)).status).toBe(202);
    await world().runJobs();
    expect((await space.page("Home")).markdown).toContain("Large.");
    expect((await tell("y".repeat(5 * 1024 * 1024 + 1))).status).toBe(413);
  });

  test("that comes too often is looked at together", async () => {
    await connect();
    world().stopClock();
    try {
      const tip = repository.commit({ "README.md": "# Home\n\nOften.\n" });
      for (let time = 0; time < 80; time += 1)
        expect((await tell({ ...pushOf(tip), time }, { id: `t${time}` })).status).toBe(202);
    } finally {
      world().runClock();
    }
    world().ahead += 61_000;
    await world().runJobs();
    expect((await runs()).length).toBeLessThanOrEqual(3);
    expect((await space.page("Home")).markdown).toContain("Often.");
  });

  test("lets the branch be looked at less often", async () => {
    const tip = await connect();
    await tell(pushOf(tip));
    const more = repository.commit({ "other.md": "# Other\n" });
    await tell(pushOf(more), { id: "d2" });
    await world().runJobs();
    const heard = () => host().heard.filter((line) => line.includes(`/${repository.name}/`)).length;
    const before = heard();
    world().ahead += 10 * 60_000;
    await world().runJobs();
    expect(heard()).toBe(before);
    world().ahead += 10 * 60_000;
    await world().runJobs();
    expect(heard()).toBeGreaterThan(before);
  });

  test("is not believed any more once its secret was replaced, and is told the new one", async () => {
    const tip = await connect();
    const before = hooks.get(1)?.secret ?? "";
    const answer = await world().post(`${space.address}/webhook`, {}, ada);
    expect(answer).toMatchObject({
      status: 200,
      body: { secret: expect.stringMatching(/^whsec_/), webhook: { state: "pending" } },
    });
    expect((await tell(pushOf(tip), { secret: before })).status).toBe(404);
    await world().runJobs();
    expect([hooks.size, hooks.get(1)?.secret]).toEqual([1, answer.body.secret]);
    expect((await tell(pushOf(tip))).status).toBe(202);
    const bob = await world().addPerson("bob", "edit");
    expect((await world().post(`${space.address}/webhook`, {}, bob)).status).toBe(404);
  });

  const toAnother = async (): Promise<Answer> => {
    const organization = await world().addOrganization("Other", `other-${space.id.toLowerCase()}`);
    await world().deps.db.transact((tx) =>
      tx
        .insertInto("members")
        .values({ organization_id: organization, user_id: ada.id, role: "admin", joined_at: 1 })
        .execute(),
    );
    return world().post(`/spaces/${space.id}/transfer`, { organization }, ada);
  };
  const forGood = async (): Promise<Answer> => {
    await world().call("DELETE", `/spaces/${space.id}`, { as: ada });
    return world().post(`/spaces/${space.id}/purge`, undefined, ada);
  };
  test.each([
    ["the installation", () => world().call("DELETE", space.address, { as: ada })],
    ["a space that goes to another organization", toAnother],
    ["a space that is deleted for good", forGood],
  ])("goes with %s", async (_what, leave) => {
    await connect();
    expect(hooks.size).toBe(1);
    expect((await leave()).status).toBeLessThan(300);
    await world().runJobs();
    expect(hooks.size).toBe(0);
  });

  const elsewhere = async (): Promise<Answer> => {
    const other = `${repository.name}-other`;
    host().create(other);
    const providerConfiguration = { url: host().url(other), branch: "refs/heads/main", accessToken: "good" };
    const move = { provider: "github", providerConfiguration, confirm: true };
    return world().patch(space.address, move, ada);
  };
  const moveTo = async (name: string, branch: string): Promise<void> => {
    const providerConfiguration = {
      url: host().url(name),
      branch: `refs/heads/${branch}`,
      accessToken: "good",
    };
    const body = { provider: "github", providerConfiguration, confirm: true };
    expect((await world().patch(space.address, body, ada)).status).toBe(200);
  };
  const dropped = () => asked.filter(({ method }) => method === "DELETE").length;
  test.each([
    ["another branch of its repository", () => moveTo(repository.name, "other")],
    [
      "another repository and back",
      async () => {
        host().create(`${repository.name}-other`);
        await moveTo(`${repository.name}-other`, "main");
        await moveTo(repository.name, "main");
      },
    ],
  ])("stays, and is taken over, where the installation moves to %s", async (_what, moves) => {
    await connect();
    await moves();
    await world().runJobs();
    expect([hooks.size, dropped()]).toEqual([1, 0]);
    expect((await installation()).webhook).toMatchObject({ state: "registered" });
    await world().call("DELETE", space.address, { as: ada });
    await world().runJobs();
    expect([hooks.size, dropped()]).toEqual([0, 1]);
  });

  test("goes with a repository that the installation leaves", async () => {
    await connect();
    await elsewhere();
    await world().runJobs();
    expect(dropped()).toBe(1);
  });

  test("goes also from a host that wants to be asked later", async () => {
    await connect();
    faults = [{ path: /hooks\/1$/, answer: { status: 429, headers: { "retry-after": "120" } } }];
    await world().call("DELETE", space.address, { as: ada });
    await world().runJobs();
    expect([hooks.size, dropped()]).toEqual([1, 1]);
    world().ahead += 600_000;
    await world().runJobs();
    expect([hooks.size, dropped()]).toEqual([0, 2]);
  });

  describe.each([
    ["the installation", () => world().call("DELETE", space.address, { as: ada })],
    ["a space that goes to another organization", toAnother],
    ["a space that is deleted for good", forGood],
    ["a move to another repository", elsewhere],
  ])("of the installation that this is a copy of stays: %s", (_what, leave) => {
    test.each(["restored", "moved"] as const)("%s", async (since) => {
      await connect();
      await world().deps.db.transact((tx) =>
        tx
          .updateTable("git_installations")
          .set({ paused_at: 1, attention: attentionOfCopy(since) })
          .where("id", "=", space.installation)
          .execute(),
      );
      expect((await leave()).status).toBeLessThan(300);
      await world().runJobs();
      expect(hooks.size).toBe(1);
    });

    test("at another address", async () => {
      await connect();
      const { secret = "" } = hooks.get(1) ?? {};
      hooks.set(1, { url: `https://original.example.com/v1/git/webhooks/${space.installation}`, secret });
      expect((await leave()).status).toBeLessThan(300);
      await world().runJobs();
      expect(hooks.get(1)?.url).toContain("original");
    });
  });

  test("is made anew where somebody says that this is no copy", async () => {
    await connect();
    hooks.set(1, { url: `https://before.example.com/v1/git/webhooks/${space.installation}`, secret: "kept" });
    await world().deps.db.transact((tx) =>
      tx
        .updateTable("git_installations")
        .set({ paused_at: 1, attention: attentionOfCopy("moved") })
        .where("id", "=", space.installation)
        .execute(),
    );
    await world().patch(space.address, { paused: false }, ada);
    await world().runJobs();
    expect(hooks.get(2)?.url).toBe(`http://app.test/v1/git/webhooks/${space.installation}`);
    expect((await installation()).webhook).toMatchObject({ state: "registered" });
    await world().call("DELETE", space.address, { as: ada });
    await world().runJobs();
    expect([...hooks.keys()]).toEqual([1]);
  });

  test("of a host that can't sign has an address that nobody guesses", async () => {
    repository.commit(HOME);
    await space.connect({ direction: "git", confirm: true });
    await world().runJobs();
    expect((await installation()).webhook).toMatchObject({ state: "manual" });
    const { body } = await world().post(`${space.address}/webhook`, {}, ada);
    const { pathname } = new URL(body.webhook.url);
    repository.commit({ "README.md": "# Home\n\nTold.\n" });
    const path = pathname.replace("/v1", "");
    expect((await world().call("POST", path.slice(0, -1), { raw: "" })).status).toBe(404);
    expect((await world().call("POST", path, { raw: "" })).status).toBe(202);
    await world().runJobs();
    expect((await space.page("Home")).markdown).toContain("Told.");
  });
});

describe("a host that refuses", () => {
  test("the webhook leaves it to a person, until there is a better token", async () => {
    faults = [{ path: /hooks/, answer: { status: 403, body: { message: "Resource not accessible" } } }];
    await connect();
    expect((await installation()).webhook).toMatchObject({
      state: "manual",
      problem: "The host's API refuses this with 403. It says: Resource not accessible.",
    });
    expect(await space.status()).toMatchObject({ state: "synced" });
    const { connection } = await installation();
    const path = `/orgs/${world().organization}/git/connections/${connection}`;
    await world().patch(path, { accessToken: "good" }, ada);
    await world().runJobs();
    expect((await installation()).webhook).toEqual({
      url: expect.any(String),
      state: "registered",
    });
  });

  test("for now is asked again when it says so, and for a webhook that is there already", async () => {
    faults = [{ path: /hooks/, answer: { status: 429, headers: { "retry-after": "120" } } }];
    await connect();
    expect((await installation()).webhook).toMatchObject({ state: "pending" });
    const before = asked.length;
    world().ahead += 60_000;
    await world().runJobs();
    expect(asked.slice(before).filter(({ path }) => path.includes("hooks"))).toEqual([]);
    hooks.set(1, { url: `http://app.test/v1/git/webhooks/${space.installation}`, secret: "of who died" });
    world().ahead += 120_000;
    await world().runJobs();
    expect((await installation()).webhook).toMatchObject({ state: "registered" });
    expect([hooks.size, hooks.get(1)?.secret]).not.toContain("of who died");
  });
});

const statuses = () =>
  asked
    .filter(({ path }) => path.includes("/statuses/"))
    .map(({ path, body }) => [path.split("/").at(-1), body.state, body.description, body.target_url]);

describe("a commit", () => {
  test("is shown on its host with what has become of it", async () => {
    const tip = await connect();
    const revision = await space.revision();
    expect(statuses()).toEqual([
      [tip, "success", "In step with the space.", `http://app.test/s/${space.id}/~/revisions/${revision}`],
    ]);
    const bad = repository.commit({ "README.md": "# Home\n\n[no](nowhere.md)\n" });
    await space.sync();
    expect(statuses()[1]).toEqual([
      bad,
      "success",
      "In step with the space. 1 link finds nothing.",
      expect.any(String),
    ]);
    await space.sync();
    expect(statuses()).toHaveLength(2);
  });

  test("is shown as failed when it waits for a person", async () => {
    await connect();
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`p${n}.md`, `# Page ${n}\n`]));
    repository.commit(many);
    await space.sync();
    const bad = repository.commit(Object.fromEntries(Object.keys(many).map((name) => [name, null])));
    expect(await space.sync()).toMatchObject({ state: "attention" });
    const [commit, state, description, url] = statuses().at(-1) ?? [];
    expect([commit, state, url]).toEqual([bad, "failure", `http://app.test/s/${space.id}/~/git`]);
    expect(description).toMatch(/^The branch has lost 30 of 31 pages\./);
  });

  test("whose status the host refuses is synced all the same, and what only failed is sent again", async () => {
    faults = [
      { path: /statuses/, answer: { status: 502, body: {} } },
      {
        path: /statuses/,
        answer: { status: 403, headers: { "x-ratelimit-remaining": "0", "x-ratelimit-reset": "1" } },
      },
    ];
    await connect();
    expect(await space.status()).toMatchObject({ state: "synced" });
    expect(statuses()).toHaveLength(1);
    world().ahead += 15_000;
    await world().runJobs();
    world().ahead += 15_000;
    await world().runJobs();
    expect(statuses()).toHaveLength(3);
    faults = [{ path: /statuses/, answer: { status: 404, body: { message: "Not Found" } } }];
    repository.commit({ "other.md": "# Other\n" });
    expect(await space.sync()).toMatchObject({ state: "synced" });
    expect(await installation()).toMatchObject({
      statusProblem: "The host's API knows no such thing. It says: Not Found.",
    });
    world().ahead += 3_600_000;
    await world().runJobs();
    expect(statuses()).toHaveLength(4);
    repository.commit({ "third.md": "# Third\n" });
    await space.sync();
    expect((await installation()).statusProblem).toBeUndefined();
  });
});
