/** Beginning with a host, choosing from what that has, and choosing another place later. */
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import type { ApiAnswer, ApiRequest } from "../../test/gitHost.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";
import { leftBehind, refuseToLeaveMore } from "./move.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let cid: Person;
let space: SyncedSpace;
let asked: string[] = [];
/** What the host answers instead, once. */
let fault: ApiAnswer | undefined;
const TOKEN = "canary-4713";

const own = () => host().url(space.repository.name);
const origin = () => new URL(own()).origin;

/** Two hundred and one repositories, of which one is there. */
const repositories = () => [
  { id: 7, full_name: "acme/docs", clone_url: own(), default_branch: "main" },
  {
    id: 8,
    full_name: "acme/elsewhere",
    clone_url: "https://elsewhere.example.com/x",
    default_branch: "main",
  },
  ...Array.from({ length: 199 }, (_, at) => ({
    id: 100 + at,
    full_name: `acme/api-${at}`,
    clone_url: `${origin()}/api-${at}`,
    default_branch: null,
  })),
];
const project = () => ({
  id: 7,
  path_with_namespace: "acme/sub/docs",
  http_url_to_repo: own(),
  default_branch: "main",
});
const BRANCHES = ["main", "next", "feature/one"].map((name) => ({ name }));

/** GitHub's and GitLab's APIs, as far as they are asked here. */
function api({ path, authorization }: ApiRequest): ApiAnswer {
  asked.push(path.replace(/^\/api/, ""));
  const failed = fault;
  fault = undefined;
  if (failed !== undefined) return failed;
  if (authorization !== `Bearer ${TOKEN}`) return { status: 401, body: { message: `No ${authorization}` } };
  const { pathname, searchParams } = new URL(path, "http://host");
  const page = Number(searchParams.get("page") ?? "1");
  const body = {
    "/api/v3/user/repos": repositories().slice((page - 1) * 100, page * 100),
    "/api/v3/repositories/7": repositories()[0],
    "/api/v3/repositories/8": repositories()[1],
    "/api/v3/repos/acme/docs/branches": BRANCHES,
    [`/api/v3/repos${new URL(own()).pathname}/branches`]: BRANCHES,
    "/api/v3/repos/acme/docs/contents/docs.yaml": {
      name: "docs.yaml",
      path: "docs.yaml",
      sha: "abc",
      size: 12,
    },
    "/api/v3/repos/acme/docs/contents/guide": [
      { type: "dir", name: "one" },
      { type: "file", name: "README.md" },
    ],
    "/api/v4/projects": [project()],
    "/api/v4/projects/7": project(),
    "/api/v4/projects/7/repository/branches": BRANCHES,
    "/api/v4/projects/7/repository/files/guide%2FREADME.md": {
      file_name: "README.md",
      file_path: "guide/README.md",
      blob_id: "abc",
      size: 12,
      content: "IyBIb21l",
    },
  }[pathname];
  return body === undefined ? { status: 404, body: { message: "Not Found" } } : { status: 200, body };
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  cid = await world().addPerson("cid", "create");
  host().api = api;
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  space.repository.commit({ "README.md": "# Home\n\nFirst.\n", "guide/README.md": "# Guide\n\nOne.\n" });
  [asked, fault] = [[], undefined];
});

const target = () => ({ type: "space", spaceId: space.id });
const begin = async (provider = "github", more: object = { accessToken: TOKEN }, as = ada) => {
  const configuration = { customInstanceURL: origin(), ...more };
  const body = { provider, target: target(), providerConfiguration: configuration };
  const made = await world().post("/git/installations", body, as);
  space.installation = made.body.id;
  return made;
};
const read = (path: string, as = ada) => world().get(`${space.address}${path}`, as);
const update = (body: object, as = ada) => world().patch(space.address, body, as);

describe("what is begun without a repository", () => {
  test("is given a token, shows what there is, and is kept in step with what is chosen", async () => {
    const bare = { provider: "gitlab", target: target() };
    const { status, body } = await world().post("/git/installations", bare, ada);
    space.installation = body.id;
    expect([status, body]).toMatchObject([
      201,
      { status: "unauthenticated", state: "new", provider: "gitlab" },
    ]);
    expect([body.repository, body.connection]).toEqual([undefined, undefined]);
    const again = await world().post("/git/installations", bare, ada);
    expect([again.status, again.body.error.type]).toEqual([409, "git-begun"]);
    expect((await world().get(`/spaces/${space.id}/git/info`, ada)).body).toMatchObject({
      installationId: body.id,
      installationStatus: "unauthenticated",
    });
    expect((await read("/gitlab/projects")).body.error.type).toBe("git-unauthenticated");
    expect((await read("/runs")).status).toBe(404);
    const early = await update({ outgoing: "off" });
    expect([early.status, early.body.error.message]).toEqual([400, expect.stringContaining("/outgoing")]);
    const token = { accessToken: TOKEN, customInstanceURL: origin() };
    const given = await update({ provider: "gitlab", providerConfiguration: token });
    expect([given.status, given.body.status]).toEqual([200, "pending"]);
    expect((await read("/gitlab/projects")).body).toEqual({
      items: [
        {
          id: 7,
          accountName: "acme/sub",
          repositoryName: "docs",
          fullName: "acme/sub/docs",
          defaultBranch: "main",
        },
      ],
    });
    expect((await read("/gitlab/projects/7/branches")).body.items[2]).toEqual({
      name: "feature/one",
      ref: "refs/heads/feature/one",
    });
    const file = { name: "README.md", path: "guide/README.md", sha: "abc", size: 12 };
    expect((await read("/gitlab/projects/7/file?path=guide%2FREADME.md&ref=main")).body).toEqual(file);
    const chosen = await update({
      provider: "gitlab",
      providerConfiguration: { projectId: 7, branch: "refs/heads/main" },
      projectDirectory: "guide",
      priority: "git",
    });
    expect([chosen.status, chosen.body]).toMatchObject([
      200,
      {
        id: body.id,
        repository: { id: "7", url: own(), branch: "refs/heads/main" },
        projectDirectory: "guide",
      },
    ]);
    await world().runJobs();
    expect((await space.status()).state).toBe("synced");
    expect(await space.texts()).toEqual({ Guide: "One.\n" });
    const traces = await world().deps.db.read.selectFrom("audit").selectAll().execute();
    expect(JSON.stringify([chosen.body, given.body, traces])).not.toContain(TOKEN);
  });

  test("is looked through by a part of a name, part after part of what the host has", async () => {
    await begin();
    expect((await read("/repositories?search=DOCS")).body).toEqual({
      items: [{ id: "7", name: "acme/docs", url: own(), defaultBranch: "refs/heads/main" }],
      more: false,
    });
    expect(asked.map((path) => path.replace(/^\/v3/, ""))).toEqual(
      [1, 2, 3].map((page) => `/user/repos?sort=pushed&per_page=100&page=${page}`),
    );
    const { items, more } = (await read("/repositories")).body;
    expect([items.length, more]).toEqual([50, true]);
    expect((await read("/github/repos")).body.items.length).toBe(201);
    expect((await read("/branches?repository=acme/docs&search=one")).body).toEqual({
      items: [{ name: "feature/one", ref: "refs/heads/feature/one" }],
      more: false,
    });
    expect((await read("/github/repos/acme/docs/branches")).body.items.length).toBe(3);
    expect((await read("/github/repos/acme/docs/file?path=docs.yaml&ref=main")).body.sha).toBe("abc");
    const folders = "/folders?repository=acme/docs&branch=refs/heads/main&directory=guide";
    expect((await read(folders)).body).toEqual({ items: ["guide/one"] });
    const chosen = await update({ providerConfiguration: { repositoryId: 7 } });
    expect(chosen.body.repository).toMatchObject({ id: "7", branch: "refs/heads/main" });
    expect((await read("/branches?search=nex")).body.items).toEqual([
      { name: "next", ref: "refs/heads/next" },
    ]);
  });

  test("tells what a host refuses, and hides from others what its token reads", async () => {
    await begin();
    const refused = async (answer: ApiAnswer) => {
      fault = answer;
      const { status, body } = await read("/repositories");
      return [status, body.error.type, body.error.message];
    };
    const said = expect.stringContaining("No such token.");
    const bad = { status: 401, body: { message: "No such token." } };
    expect(await refused(bad)).toEqual([409, "git-refused", said]);
    expect(await refused({ status: 404 })).toEqual([404, "not-found", expect.any(String)]);
    expect((await refused({ status: 500 })).slice(0, 2)).toEqual([503, "unavailable"]);
    expect((await refused({ status: 429, headers: { "retry-after": "60" } }))[0]).toBe(503);
    expect((await read("/repositories", cid)).status).toBe(403);
    expect((await read("/gitlab/projects")).body.error.type).toBe("git-provider");
    for (const path of ["repository=..%2Fuser", "repository=acme%2F..", "repository=acme"])
      expect([path, (await read(`/branches?${path}`)).status]).toEqual([path, 400]);
    expect((await read("/github/repos/acme/docs/file?path=..%2F..%2Fuser&ref=main")).status).toBe(400);
    // Whose token it is not chooses nothing by it, and it goes to no other host.
    const foreign = await update({ providerConfiguration: { repositoryId: 7 } }, cid);
    expect([foreign.status, foreign.body.error.message]).toEqual([
      400,
      expect.stringContaining("/connection"),
    ]);
    const away = await update({
      providerConfiguration: { url: "https://elsewhere.example.com/x", branch: "refs/heads/main" },
    });
    expect([away.status, away.body.error.message]).toEqual([400, expect.stringContaining("another host")]);
    const lying = await update({ providerConfiguration: { repositoryId: 8 } });
    expect([lying.status, lying.body.error.message]).toEqual([400, expect.stringContaining("another host")]);
  });

  test("ends where it is deleted, and where the space is connected at once", async () => {
    const first = (await begin()).body;
    const connections = `/orgs/${world().organization}/git/connections`;
    expect((await world().delete(`${connections}/${first.connection}`, ada)).status).toBe(409);
    expect((await world().delete(space.address, ada)).status).toBe(205);
    expect((await read("")).status).toBe(404);
    await begin();
    const { installation } = space;
    expect((await space.connect()).status).toBe(201);
    expect((await world().get(`/git/installations/${installation}`, ada)).status).toBe(404);
    const bare = await world().post("/git/installations", { provider: "git", target: target() }, ada);
    expect([bare.status, bare.body.error.type]).toEqual([409, "git-connected"]);
  });

  test("may be begun of a site, and is in its list", async () => {
    const sites = `/orgs/${world().organization}/sites`;
    const { id: siteId } = (await world().post(sites, { title: "Site" }, ada)).body;
    const of = { type: "site", siteId };
    const { id } = (await world().post("/git/installations", { provider: "github", target: of }, ada)).body;
    const listed = await world().get(`${sites}/${siteId}/spaces/git/installations`, ada);
    expect(listed.body.items).toMatchObject([
      { id, target: { type: "site", siteId }, status: "unauthenticated" },
    ]);
  });
});

test("what is written between the connection and the first sync stays, beside what the branch brings", async () => {
  space = await newSpace(world(), ada, host());
  space.repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ direction: "git" });
  await space.change({
    operation: "insert_page",
    title: "Quick",
    document: { markdown: "Written meanwhile.\n" },
  });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect((await space.pages()).map(({ title }) => title).toSorted()).toEqual(["Home", "Quick"]);
  expect(space.repository.show("quick.md")).toBe("# Quick\n\nWritten meanwhile.\n");
});

test("what the branch says already is no commit, when Lectern goes on top of it once more", async () => {
  const goOnTop = async (): Promise<string | undefined> => {
    await space.connect({ direction: "lectern" });
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced", commitId: space.repository.tip() });
    return space.repository.tip();
  };
  const tip = await goOnTop();
  await world().delete(space.address, ada);
  expect(await goOnTop()).toBe(tip);
});

test("what is no page stays as well, and a dry run says before what is kept", async () => {
  space = await newSpace(world(), ada, host());
  const { repository } = space;
  repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await space.connect({ direction: "git" });
  const document = { markdown: "Written before any page.\n" };
  await space.change({ operation: "insert_reusable_content", title: "Notice", document });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(Object.values(repository.files()).join()).toContain("Written before any page.");

  const other = await newSpace(world(), ada, host());
  other.repository.commit({ "README.md": "# Home\n\nFirst.\n" });
  await other.connect({ direction: "git" });
  await other.change({ operation: "insert_page", type: "document", title: "Quick" });
  // The first sync has not begun yet: what is looked at is what it will do.
  await world().deps.db.transact((tx) =>
    tx.deleteFrom("jobs").where("kind", "=", "git-sync").where("space_id", "=", other.id).execute(),
  );
  const run = await world().post(`${other.address}/preview`, {}, ada);
  await world().runJobs();
  const { preview } = (await world().get(`${other.address}/runs/${run.body.id}`, ada)).body.report;
  expect(preview.pages).toMatchObject([{ title: "Home", change: "added" }]);
  expect(preview.files.map(({ path }: { path: string }) => path)).toContain("quick.md");
});

describe("another place", () => {
  let repository: Repository;
  beforeEach(async () => {
    space = await newSpace(world(), ada, host());
    repository = space.repository;
    repository.commit({ "README.md": "# Home\n\nFirst.\n" });
    await space.connect({ direction: "git" });
    await world().runJobs();
  });

  const change = async (body: object) => {
    const answer = await world().patch(space.address, body, ada);
    await world().runJobs();
    return answer;
  };
  const toBranch = (branch: string, more: object = {}) =>
    change({ providerConfiguration: { branch: `refs/heads/${branch}` }, ...more });

  test("begins anew: both are joined, and what is written on either side goes on there alone", async () => {
    repository.commit({ "README.md": "# Home\n\nFirst.\n", "more.md": "# More\n\nNext.\n" }, "Next", "next");
    const before = repository.tip();
    const moved = await toBranch("next");
    expect([moved.status, moved.body]).toMatchObject([
      200,
      { id: space.installation, state: "new", repositoryRef: { name: "refs/heads/next" } },
    ]);
    expect(await space.status()).toMatchObject({ state: "synced", branch: "refs/heads/next", held: [] });
    expect(Object.keys(await space.texts()).toSorted()).toEqual(["Home", "More"]);
    await space.write("More", "Written here.\n");
    await space.sync();
    expect(repository.show("more.md", "next")).toBe("# More\n\nWritten here.\n");
    expect(repository.tip()).toBe(before);
    const { items } = (await world().get(`${space.address}/runs`, ada)).body;
    expect(items.map(({ state }: { state: string }) => state)).toEqual(["success", "success", "success"]);
  });

  test("is told first what the branch before never gets, and what would be replaced", async () => {
    repository.commit({ "README.md": "# Home\n\nElsewhere.\n" }, "Next", "next");
    await change({ paused: true });
    await space.write("Home", "Written here.\n");
    const told = await toBranch("next", { priority: "git" });
    expect([told.status, told.body.error.type, told.body.error.details]).toEqual([
      409,
      "confirm-needed",
      [{ path: "/confirm", message: expect.stringContaining("1 page changed here since the last sync") }],
    ]);
    expect((await space.status()).branch).toBe("refs/heads/main");
    await change({ paused: false });
    await space.sync();
    expect(repository.show("README.md")).toBe("# Home\n\nWritten here.\n");
    const replaced = await toBranch("next", { priority: "git" });
    expect([replaced.status, replaced.body.error.details[0].message]).toEqual([
      409,
      "The space has 1 page, and the repository takes their place.",
    ]);
    expect((await toBranch("next", { priority: "git", confirm: true })).status).toBe(200);
    expect(await space.texts()).toEqual({ Home: "Elsewhere.\n" });
    // What gave way is where it was: on the branch before, and in the history.
    expect(repository.show("README.md")).toBe("# Home\n\nWritten here.\n");
  });

  test("is told anew where somebody writes between being told and leaving", async () => {
    const { read } = world().deps.db;
    const key = { organization_id: world().organization, id: space.installation };
    const told = await leftBehind(read, key);
    await refuseToLeaveMore(read, key, told);
    await space.write("Home", "Written meanwhile.\n");
    await expect(refuseToLeaveMore(read, key, told)).rejects.toMatchObject({
      status: 409,
      type: "git-changed",
    });
  });

  test("may be another repository or another folder, on top of which Lectern's content goes", async () => {
    const other = new Repository(host(), `${repository.name}-other`);
    const tip = other.commit({ "code.txt": "Code\n" });
    const url = host().url(other.name);
    const silent = await change({ providerConfiguration: { url }, priority: "gitbook", outgoing: "off" });
    expect([silent.status, silent.body.error.message]).toEqual([400, expect.stringContaining("/outgoing")]);
    const place = { providerConfiguration: { url, branch: "refs/heads/main" }, projectDirectory: "docs" };
    expect((await change({ ...place, priority: "gitbook" })).status).toBe(200);
    expect(other.files()).toMatchObject({ "code.txt": "Code\n", "docs/README.md": "# Home\n\nFirst.\n" });
    expect(other.numbers(tip, other.tip() ?? "")[0]).toMatch(/docs\/README\.md$/);
    const both = await change({ direction: "git", priority: "git" });
    expect(both.status).toBe(400);
    const same = await change({ ...place, priority: "git" });
    expect([same.status, same.body.repositoryRef.latestImportedCommitId]).toEqual([200, other.tip()]);
  });

  test("is no other space's, and not what it waits for", async () => {
    const second = await newSpace(world(), ada, host());
    second.repository.commit({ "README.md": "# Second\n" });
    await second.connect({ direction: "git" });
    await world().runJobs();
    const url = host().url(second.repository.name);
    const taken = await change({ providerConfiguration: { url, branch: "refs/heads/main" } });
    expect([taken.status, taken.body.error.type]).toEqual([409, "git-overlap"]);
    expect((await space.sync()).state).toBe("synced");
    repository.move(null);
    expect((await space.sync()).attention.kind).toBe("branch-gone");
    const waits = await change({ priority: "git" });
    expect([waits.status, waits.body.error.type]).toEqual([409, "git-attention"]);
  });

  test("ends the run for the one before, which writes nothing any more", async () => {
    repository.commit({ "README.md": "# Home\n\nSecond.\n" });
    repository.commit({ "README.md": "# Home\n\nNext.\n" }, "Next", "next");
    // As the run has read the branch that it began with.
    let isMoved = false;
    const moving: Promise<unknown>[] = [];
    host().fault = ({ url = "" }) => {
      if (isMoved || !url.includes("git-upload-pack") || url.includes("info/refs")) return undefined;
      isMoved = true;
      const body = { providerConfiguration: { branch: "refs/heads/next" }, direction: "git", confirm: true };
      moving.push(world().patch(space.address, body, ada));
      return undefined;
    };
    await world().post(`${space.address}/sync`, {}, ada);
    await world().runJobs();
    await Promise.all(moving);
    host().fault = () => undefined;
    await world().runJobs();
    expect(moving.length).toBe(1);
    expect(await space.status()).toMatchObject({ state: "synced", branch: "refs/heads/next" });
    expect(await space.texts()).toEqual({ Home: "Next.\n" });
    expect((await world().get(space.address, ada)).body.repositoryRef.latestImportedCommitId).toBe(
      repository.tip("next"),
    );
  });
});
