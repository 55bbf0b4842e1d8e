import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";

const world = useWorld();
let ada: Person;
let cid: Person;
let eve: Person;
let space: string;
const HOST = "https://git.example.com";
const TOKEN = "canary-4711";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  cid = await world().addPerson("cid", "create");
  eve = await world().addPerson("eve", "edit");
});
beforeEach(async () => {
  space = (await world().post(`/orgs/${world().organization}/spaces`, {}, ada)).body.id;
});

const connections = (): string => `/orgs/${world().organization}/git/connections`;
const installing = (more: object = {}, at: object = {}) => ({
  provider: "gitlab",
  target: { type: "space", spaceId: space },
  providerConfiguration: { url: `${HOST}/team/docs-${space}.git/`, branch: "refs/heads/main", ...at },
  ...more,
});
const install = (more?: object, at?: object, as = ada) =>
  world().post("/git/installations", installing(more, at), as);

describe("a connection", () => {
  test("keeps a token that no answer and no row tells", async () => {
    const made = await world().post(
      connections(),
      { provider: "github", url: `${HOST}/team/docs`, accessToken: TOKEN },
      cid,
    );
    expect([made.status, made.body]).toEqual([
      201,
      {
        object: "git-connection",
        id: expect.any(String),
        provider: "github",
        origin: HOST,
        username: "x-access-token",
        status: "pending",
        createdBy: cid.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        urls: { location: `http://app.test/v1${connections()}/${made.body.id}` },
      },
    ]);
    const listed = await world().get(connections(), ada);
    expect(listed.body.items).toContainEqual(made.body);
    const rows = await world().deps.db.read.selectFrom("git_connections").selectAll().execute();
    const traces = await world().deps.db.read.selectFrom("audit").selectAll().execute();
    expect(JSON.stringify([listed.body, rows, traces])).not.toContain(TOKEN);
  });

  test("is changed by its maker and administrators alone, and seen by those who may make content", async () => {
    const body = { provider: "git", url: HOST, accessToken: TOKEN };
    const { id } = (await world().post(connections(), body, ada)).body;
    const one = `${connections()}/${id}`;
    const change = { username: "bot", accessToken: "another" };
    expect((await world().get(one, eve)).status).toBe(404);
    expect((await world().post(connections(), body, eve)).status).toBe(403);
    expect((await world().get(one, cid)).status).toBe(200);
    expect((await world().patch(one, change, cid)).status).toBe(403);
    expect((await world().patch(one, change, ada)).body).toMatchObject({
      username: "bot",
      status: "pending",
    });
    expect((await world().delete(one, cid)).status).toBe(403);
    expect((await world().delete(one, ada)).status).toBe(204);
  });

  test("of a guest who looks after a space is theirs: they see it and change it, and nobody else's", async () => {
    const gil = await world().addPerson("gil", null);
    const gus = await world().addPerson("gus", null);
    await world().post(`/spaces/${space}/permissions`, { users: [gil.id], role: "create" }, ada);
    const other = { provider: "git", url: HOST, accessToken: TOKEN };
    const hidden = (await world().post(connections(), other, ada)).body.id;
    const { connection } = (await install({}, { accessToken: TOKEN }, gil)).body;
    const listed = await world().get(connections(), gil);
    expect([listed.body.count, listed.body.items.map(({ id }: { id: string }) => id)]).toEqual([
      1,
      [connection],
    ]);
    const one = `${connections()}/${connection}`;
    expect((await world().get(one, gil)).body.createdBy).toBe(gil.id);
    expect((await world().patch(one, { username: "bot" }, gil)).status).toBe(200);
    expect((await world().get(one, gus)).status).toBe(404);
    expect((await world().get(`${connections()}/${hidden}`, gil)).status).toBe(404);
    expect((await world().get(connections(), gus)).body.items).toEqual([]);
  });

  test.each([
    ["http://git.example.com.", "git.example.com/x"],
    ["with a token", "https://bot:secret@git.example.com/x"],
    ["with a query", "https://git.example.com/x?token=secret"],
    ["a file", "file:///etc/passwd"],
  ])("takes no address like %s", async (_what, url) => {
    const { status, body } = await world().post(
      connections(),
      { provider: "git", url, accessToken: TOKEN },
      ada,
    );
    expect([status, body.error.message]).toEqual([400, expect.stringContaining("/url")]);
    expect(body.error.message).not.toContain("secret");
    expect(body.error.message).toContain("LECTERN_ALLOW_PRIVATE_NETWORK=1");
  });
});

describe("an installation", () => {
  test("binds a space to a branch, and makes a connection of a token", async () => {
    const { status, body } = await install({ projectDirectory: "./docs/" }, { accessToken: TOKEN });
    expect([status, body]).toEqual([
      201,
      {
        object: "git-sync-installation",
        id: expect.any(String),
        target: { type: "space", spaceId: space },
        provider: "gitlab",
        providerConfiguration: {
          url: `${HOST}/team/docs-${space}.git`,
          branch: "refs/heads/main",
          customInstanceURL: HOST,
        },
        repositoryConnection: {
          object: "git-repository-connection",
          id: body.connection,
          provider: "gitlab",
          repositoryName: `team/docs-${space}`,
          repositoryUrl: `${HOST}/team/docs-${space}.git`,
          authState: "pending",
          capabilities: { pullRequests: true, commitStatuses: true },
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        syncRoot: {
          object: "git-sync-root",
          id: body.id,
          installationId: body.id,
          target: { type: "space", spaceId: space },
          defaultMergeAuthorityPolicy: "gitbook",
          status: "active",
          createdAt: expect.any(String),
          updatedAt: expect.any(String),
        },
        status: "pending",
        state: "new",
        repository: {
          url: `${HOST}/team/docs-${space}.git`,
          branch: "refs/heads/main",
          name: `team/docs-${space}`,
        },
        repositoryRef: {
          object: "git-repository-ref",
          id: body.id,
          name: "refs/heads/main",
          type: "branch",
          updatedAt: expect.any(String),
        },
        projectDirectory: "docs",
        connection: expect.any(String),
        agentInstructions: [],
        incoming: "apply",
        outgoing: "push",
        webhook: { url: `http://app.test/v1/git/webhooks/${body.id}`, state: "pending" },
        previewPullRequests: true,
        reviewPullRequests: false,
        previewExternalBranches: false,
        paused: false,
        owner: ada.id,
        createdBy: ada.id,
        createdAt: expect.any(String),
        updatedAt: expect.any(String),
        urls: { location: `http://app.test/v1/git/installations/${body.id}` },
      },
    ]);
    expect((await world().get(`/spaces/${space}`, eve)).body.gitSync).toEqual({
      repoName: `team/docs-${space}`,
      installationProvider: "gitlab",
      url: `${HOST}/team/docs-${space}/-/tree/main/docs`,
      updatedAt: expect.any(String),
    });
    const connection = await world().get(`${connections()}/${body.connection}`, ada);
    expect(connection.body).toMatchObject({ origin: HOST, username: "oauth2" });
    expect((await world().delete(`${connections()}/${body.connection}`, ada)).status).toBe(409);
    expect((await world().get(`/spaces/${space}/git/info`, eve)).body).toEqual({
      repoName: `team/docs-${space}`,
      installationProvider: "gitlab",
      url: `${HOST}/team/docs-${space}/-/tree/main/docs`,
      updatedAt: expect.any(String),
      installationId: body.id,
      installationStatus: "pending",
      operationTimeout: 600_000,
    });
    expect((await world().get(`/git/installations/${body.id}/status`, ada)).body).toEqual({
      state: "new",
      branch: "refs/heads/main",
      pagesAhead: 0,
      othersAhead: 0,
      isBehind: false,
      held: [],
    });
  });

  test("is there for those alone who may change the settings of the space", async () => {
    const { id } = (await install()).body;
    const one = `/git/installations/${id}`;
    for (const address of [one, `${one}/status`, `${one}/runs`])
      expect([address, (await world().get(address, eve)).status]).toEqual([address, 404]);
    expect((await world().post(`${one}/sync`, {}, eve)).status).toBe(404);
    expect((await install({}, {}, eve)).status).toBe(403);
    expect((await world().get(one, cid)).status).toBe(200);
  });

  test("is one of a space, and one of a folder of a branch", async () => {
    const first = await install({ projectDirectory: "docs" });
    const again = await install();
    expect([again.status, again.body.error.type]).toEqual([409, "git-connected"]);
    const url = first.body.repository.url;
    space = (await world().post(`/orgs/${world().organization}/spaces`, {}, ada)).body.id;
    const within = await install({ projectDirectory: "docs/api" }, { url });
    expect([within.status, within.body.error.type]).toEqual([409, "git-overlap"]);
    for (const same of [url.endsWith(".git") ? url.slice(0, -4) : `${url}.git`, `${url}/`])
      expect([same, (await install({ projectDirectory: "docs" }, { url: same })).status]).toEqual([
        same,
        409,
      ]);
    const beside = await install({ projectDirectory: "docs-api" }, { url });
    expect(beside.status).toBe(201);
  });

  test("is named to nobody who doesn't see its space when theirs would lie in the same place", async () => {
    const first = await install();
    await world().patch(`/spaces/${space}`, { defaultLevel: null }, ada);
    const hidden = space;
    const gil = await world().addPerson("gal", null);
    const { url } = first.body.repository;
    space = (await world().post(`/orgs/${world().organization}/spaces`, {}, ada)).body.id;
    await world().post(`/spaces/${space}/permissions`, { users: [gil.id], role: "create" }, ada);
    const told = async (as: Person): Promise<string> => (await install({}, { url }, as)).body.error.message;
    expect(await told(gil)).toMatch(/^Another space is kept in step with this place/);
    expect(await told(ada)).toMatch(`The space ${hidden} is kept in step with this place`);
    const sent = { url, ref: "main" };
    const driven = await world().post(`/spaces/${space}/git/import`, sent, gil);
    expect([driven.status, driven.body.error.message]).toEqual([409, expect.not.stringContaining(hidden)]);
  });

  test("tells readers of the space neither where its repository is nor what the host has said", async () => {
    const { id } = (await install()).body;
    const rae = await world().addPerson("rae", "read");
    await world().deps.db.transact((tx) =>
      tx
        .insertInto("git_runs")
        .values({
          organization_id: world().organization,
          id: "run1",
          installation_id: id,
          operation: "check",
          cause: "user",
          state: "failure",
          stage: "repo_fetch",
          error: "The host said: 10.0.0.7 refused.",
          created_at: 1,
          updated_at: 1,
        })
        .execute(),
    );
    const info = async (as: Person) => (await world().get(`/spaces/${space}/git/info`, as)).body;
    expect((await info(ada)).operation).toMatchObject({
      error: "The host said: 10.0.0.7 refused.",
      errorAction: { label: "Git Sync", url: `http://app.test/s/${space}/~/git` },
    });
    expect((await info(eve)).url).toContain(HOST);
    const { error, errorAction } = (await info(eve)).operation;
    expect([error, errorAction]).toEqual([undefined, undefined]);
    const seen = JSON.stringify([await info(rae), (await world().get(`/spaces/${space}`, rae)).body]);
    expect(seen).toContain(id);
    expect(seen).not.toMatch(/git\.example\.com|team\/docs|10\.0\.0\.7/);
  });

  test("asks before the repository replaces pages", async () => {
    const changes = [{ operation: "insert_page", type: "document", title: "A" }];
    await world().post(`/spaces/${space}/content`, { changes }, ada);
    const refused = await install({ direction: "git" });
    expect([refused.status, refused.body.error.type]).toEqual([409, "confirm-needed"]);
    expect(refused.body.error.message).toContain("The space has 1 page,");
    const message = "The space has 1 page, and the repository takes their place.";
    expect(refused.body.error.details).toEqual([{ path: "/confirm", message }]);
    expect((await install({ direction: "git", confirm: true })).status).toBe(201);
  });

  test("takes nobody else's connection, and none of another host", async () => {
    const made = { provider: "git", url: HOST, accessToken: TOKEN };
    const connection = (await world().post(connections(), made, ada)).body.id;
    expect((await install({}, { connection }, cid)).status).toBe(400);
    const other = await install({}, { connection, url: "https://elsewhere.example.com/x" });
    expect([other.status, other.body.error.message]).toEqual([
      400,
      expect.stringContaining("is for https://git.example.com"),
    ]);
    expect((await install({}, { connection })).status).toBe(201);
  });

  test.each([
    ["/projectDirectory", { projectDirectory: "docs/../../etc" }, {}],
    ["/projectDirectory", { projectDirectory: ".git" }, {}],
    ["/providerConfiguration/branch", {}, { branch: "refs/heads/--upload-pack=x" }],
    ["/providerConfiguration/branch", {}, { branch: "refs/heads/a..b" }],
    ["/providerConfiguration/url", {}, { url: HOST }],
    ["/outgoing", { direction: "lectern", outgoing: "off" }, {}],
  ])("refuses what names no place: %s", async (field, more, at) => {
    const { status, body } = await install(more, at);
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
  });

  test("is paused, asked for a sync, and disconnected", async () => {
    const { id } = (await install()).body;
    const one = `/git/installations/${id}`;
    expect((await world().patch(one, { paused: true }, ada)).body).toMatchObject({
      paused: true,
      state: "paused",
    });
    const paused = await world().post(`${one}/sync`, {}, ada);
    expect([paused.status, paused.body.error.type]).toEqual([409, "git-paused"]);
    await world().patch(one, { paused: false, outgoing: "off", commitMessageTemplate: "Docs" }, ada);
    expect((await world().post(`${one}/sync`, {}, ada)).status).toBe(200);
    const nothing = await world().post(`${one}/resolve`, { choice: "git" }, ada);
    expect([nothing.status, nothing.body.error.type]).toEqual([409, "nothing-to-decide"]);
    expect((await world().delete(one, ada)).status).toBe(205);
    expect((await world().get(one, ada)).status).toBe(404);
    expect((await world().get(`/spaces/${space}/git/info`, ada)).status).toBe(404);
    expect((await world().get(`/spaces/${space}`, ada)).body.gitSync).toBeUndefined();
    expect((await install()).status).toBe(201);
  });
});
