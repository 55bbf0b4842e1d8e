/** Imports and exports that somebody else asks for: what integrations call that hear of pushes themselves. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { pauseCopies } from "../../content/git/copies.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;
const TOKEN = "canary-33";
const HOME = "# Home\n\nFirst.\n";

beforeAll(async () => {
  ada = await world().addPerson("ada", "create");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "docs/README.md": HOME, "code.ts": "1" });
  host().tokens.set(repository.name, `bot:${TOKEN}`);
});

async function drive(direction: "import" | "export", more: object = {}, by = ada) {
  const url = host().url(repository.name).replace("//", `//bot:${TOKEN}@`);
  const said = direction === "export" ? { commitMessage: "From {here}: a subject" } : {};
  const body = { url, ref: "refs/heads/main", repoProjectDirectory: "docs", ...said, ...more };
  const answer = await world().post(`/spaces/${space.id}/git/${direction}`, body, by);
  await world().runJobs();
  return answer;
}

const info = async () => (await world().get(`/spaces/${space.id}/git/info`, ada)).body;

test("an import and an export go one way each, by credentials that are kept for no longer", async () => {
  expect((await drive("import", { timestamp: "2026-01-01T00:00:00Z", repoCacheID: "x" })).status).toBe(204);
  expect(await space.texts()).toEqual({ Home: "First.\n" });
  expect(await info()).toMatchObject({ installationStatus: "active", operation: { state: "success" } });
  const tip = repository.tip();
  await space.write("Home", "Ours.\n");
  repository.commit({ "docs/other.md": "# Other\n\nTheirs.\n" });
  await drive("import", { ref: "main" });
  expect(await space.texts()).toEqual({ Home: "Ours.\n", Other: "Theirs.\n" });
  expect(repository.show("docs/README.md")).toBe(HOME);
  await drive("export");
  expect(repository.show("docs/README.md")).toBe("# Home\n\nOurs.\n");
  expect(
    host()
      .git(repository.name, ["log", "--format=%s", `${tip}..main`])
      .split("\n"),
  ).toEqual(["From {here}: a subject", "Edit"]);
  const { read } = world().deps.db;
  expect(await read.selectFrom("git_connections").select("id").execute()).toEqual([]);
  const rows = [];
  for (const table of ["git_installations", "git_runs", "audit", "jobs", "idempotency"] as const)
    rows.push(await read.selectFrom(table).selectAll().execute());
  expect(JSON.stringify(rows)).not.toContain(TOKEN);
});

test("an import that is asked for right after an export takes nothing of it back, whichever is older", async () => {
  await drive("import");
  for (const [index, order] of [["export", "import"] as const, ["import", "export"] as const].entries()) {
    await space.write("Home", `Ours, ${index}.\n`);
    repository.commit({ [`docs/theirs-${index}.md`]: `# Theirs ${index}\n\nWords.\n` });
    const url = host().url(repository.name).replace("//", `//bot:${TOKEN}@`);
    const body = { url, ref: "refs/heads/main", repoProjectDirectory: "docs" };
    // Both are waiting before either has begun; the times say the other order.
    for (const [at, direction] of order.entries())
      await world().post(
        `/spaces/${space.id}/git/${direction}`,
        {
          ...body,
          timestamp: new Date(Date.UTC(2026, 0, 2 - at)).toISOString(),
          ...(direction === "export" ? { commitMessage: "Ours" } : {}),
        },
        ada,
      );
    await world().runJobs();
    expect(repository.show("docs/README.md")).toBe(`# Home\n\nOurs, ${index}.\n`);
    expect(await space.texts()).toMatchObject({ [`Theirs ${index}`]: "Words.\n" });
  }
  // An import by itself exports nothing.
  await space.write("Home", "Ours alone.\n");
  await drive("import");
  expect(repository.show("docs/README.md")).toBe("# Home\n\nOurs, 1.\n");
  expect(await world().deps.db.read.selectFrom("git_connections").select("id").execute()).toEqual([]);
});

/** What listeners were told of the space's syncs, the oldest first. */
async function told() {
  const rows = await world()
    .deps.db.read.selectFrom("outbox")
    .select(["kind", "payload"])
    .where("space_id", "=", space.id)
    .where("kind", "like", "space_gitsync%")
    .orderBy("seq")
    .execute();
  return rows.map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }));
}

test("an integration that hears of a host's pushes is served in its own order of calls", async () => {
  const gitInfo = { provider: "github", url: `${host().url(repository.name)}/tree/main` };
  const sent = { gitInfo, repoCommitURL: `${host().url(repository.name)}/commit`, force: true };
  const tip = repository.tip();
  // It is set up: the branch comes in, and its commit gets a status, first one and then the other.
  await drive("import", { ...sent, timestamp: "2026-01-01T00:00:00Z" });
  const [started, completed] = await told();
  expect(started).toMatchObject({ kind: "space_gitsync_started", spaceId: space.id, commitId: tip });
  expect(completed).toMatchObject({ kind: "space_gitsync_completed", state: "success", commitId: tip });
  const revision = (id: string) => world().get(`/spaces/${space.id}/revisions/${id}`, ada);
  const imported = (await revision(completed.revisionId)).body;
  expect(imported.git).toMatchObject({ oid: tip, createdByGitBook: false });
  expect(imported.urls.app).toContain(completed.revisionId);
  // What came with a commit is not exported again; what somebody writes is.
  await space.write("Home", "Ours.\n");
  const current = async () => (await world().get(`/spaces/${space.id}/content`, ada)).body;
  expect((await current()).git).toBeUndefined();
  await drive("export", sent);
  const own = repository.tip();
  expect((await current()).git).toMatchObject({ oid: own, createdByGitBook: true, ref: "refs/heads/main" });
  expect((await told()).at(-1)).toMatchObject({ state: "success", commitId: own });
  // A pull request is looked at beside the space.
  repository.move(own ?? null, "better");
  const head = repository.commit({ "docs/new.md": "# New\n\nProposed.\n" }, "Better", "better");
  host().git(repository.name, ["update-ref", "refs/pull/7/head", head]);
  const before = (await current()).id;
  expect((await drive("import", { ...sent, ref: "refs/pull/7/head", standalone: true })).status).toBe(204);
  const seen = (await told()).at(-1);
  expect(seen).toMatchObject({ kind: "space_gitsync_completed", state: "success", commitId: head });
  expect((await revision(seen.revisionId)).body).toMatchObject({
    pages: [{ title: "Home" }, { title: "New" }],
    git: { oid: head, ref: "refs/pull/7/head" },
  });
  expect((await current()).id).toBe(before);
  await drive("import", { ...sent, ref: "refs/pull/8/head", standalone: true });
  expect((await told()).at(-1)).toMatchObject({ state: "failure", revisionId: "" });
  const { read } = world().deps.db;
  expect(await read.selectFrom("git_connections").select("id").execute()).toEqual([]);
});

test("whoever has heard of a begin hears of the end: be it a refusal, or that a person is waited for", async () => {
  await drive("import");
  host().tokens.set(repository.name, "bot:another");
  repository.commit({ "docs/README.md": "# Home\n\nNext.\n" });
  await drive("import");
  const revision = await space.revision();
  const refused = { kind: "space_gitsync_completed", state: "failure", revisionId: revision };
  expect((await told()).at(-1)).toMatchObject(refused);
  host().tokens.set(repository.name, `bot:${TOKEN}`);
  // All of its pages going at once is asked about.
  repository.commit({ "docs/README.md": null, "other.md": "# Other\n" });
  await drive("import");
  const [started, completed] = (await told()).slice(-2);
  expect(started).toMatchObject({ kind: "space_gitsync_started", commitId: repository.tip() });
  expect(completed).toMatchObject({ ...refused, commitId: repository.tip() });
  const attentions = await world()
    .deps.db.read.selectFrom("outbox")
    .select("id")
    .where("space_id", "=", space.id)
    .where("kind", "=", "git_attention")
    .execute();
  expect(attentions).toHaveLength(2);
});

test("what nothing was imported of can't be looked at beside the space", async () => {
  const refused = await drive("import", { ref: "refs/pull/7/head", standalone: true });
  expect([refused.status, refused.body.error.type]).toEqual([409, "git-not-imported"]);
  expect((await drive("import", { ref: "refs/pull/../head", standalone: true })).status).toBe(400);
});

test("beside a connected space its own credentials read its branch alone, and pull requests where those of others are shown", async () => {
  const [secret, proposed] = ["secret", "proposed"].map((branch) => {
    repository.move(repository.tip() ?? null, branch);
    return repository.commit({ [`docs/${branch}.md`]: `# ${branch}\n` }, branch, branch);
  });
  host().git(repository.name, ["update-ref", "refs/pull/7/head", proposed ?? ""]);
  await space.connect({ projectDirectory: "docs" }, { username: "bot", accessToken: TOKEN });
  await world().runJobs();
  const look = async (ref: string, more: object = {}) => {
    const url = host().url(repository.name);
    expect((await drive("import", { url, ref, standalone: true, ...more })).status).toBe(204);
    return (await told()).at(-1);
  };
  expect(await look("refs/heads/secret")).toMatchObject({ state: "failure", revisionId: "" });
  expect(await look("refs/pull/7/head")).toMatchObject({ state: "failure", revisionId: "" });
  expect(await look("refs/heads/main")).toMatchObject({ state: "success", commitId: repository.tip() });
  // Who has credentials of their own reads what these open.
  const url = host().url(repository.name).replace("//", `//bot:${TOKEN}@`);
  expect(await look("refs/heads/secret", { url })).toMatchObject({ state: "success", commitId: secret });
  const { installationId } = await info();
  await world().patch(`/git/installations/${installationId}`, { previewExternalBranches: true }, ada);
  expect(await look("refs/pull/7/head")).toMatchObject({ state: "success", commitId: proposed });
  expect(await look("refs/heads/proposed")).toMatchObject({ state: "failure", revisionId: "" });
  // What is synced by itself would be beside the other tests too.
  await world().delete(`/git/installations/${installationId}`, ada);
  await world().deps.db.transact((tx) => tx.deleteFrom("git_connections").execute());
});

test("nothing is synced between them", async () => {
  await drive("import");
  const heard = host().heard.length;
  const tip = repository.tip();
  await space.write("Home", "Ours.\n");
  world().ahead += 120_000;
  await world().runJobs();
  expect([host().heard.length, repository.tip()]).toEqual([heard, tip]);
});

test("while it is paused nothing can be driven, and to let it go on asks nobody", async () => {
  await drive("import");
  const { installationId } = await info();
  const pause = (paused: boolean) => world().patch(`/git/installations/${installationId}`, { paused }, ada);
  expect((await pause(true)).status).toBe(200);
  const refused = await drive("export");
  expect([refused.status, refused.body.error.type]).toEqual([409, "git-paused"]);
  expect(await world().deps.db.read.selectFrom("git_connections").select("id").execute()).toEqual([]);
  const heard = host().heard.length;
  await pause(false);
  world().ahead += 120_000;
  await world().runJobs();
  expect(host().heard.length).toBe(heard);
  expect((await drive("export")).status).toBe(204);
});

test("what may be a copy drives nothing before somebody says so, and is listed until then", async () => {
  const { deps, organization } = world();
  await drive("import");
  const { installationId } = await info();
  await pauseCopies(deps, "https://lectern.example.com");
  expect(await pauseCopies(deps, undefined)).toBeGreaterThan(0);
  const refused = await drive("export");
  expect([refused.status, refused.body.error.type]).toEqual([409, "git-paused"]);
  const waiting = async () =>
    (await world().get(`/orgs/${organization}/git/waiting`, ada)).body.items
      .filter(({ installation }: { installation: string }) => installation === installationId)
      .map(({ attention }: { attention: { kind: string } }) => attention.kind);
  expect(await waiting()).toEqual(["copy"]);
  await world().patch(`/git/installations/${installationId}`, { paused: false }, ada);
  expect(await waiting()).toEqual([]);
  expect((await drive("export")).status).toBe(204);
});

test("credentials of a run that never comes are forgotten within an hour", async () => {
  await drive("import");
  const { read } = world().deps.db;
  const kept = () => read.selectFrom("git_connections").select("id").where("once", "=", 1).execute();
  const { installationId } = await info();
  const url = host().url(repository.name).replace("//", `//bot:${TOKEN}@`);
  await world().post(
    `/spaces/${space.id}/git/import`,
    { url, ref: "main", repoProjectDirectory: "docs" },
    ada,
  );
  // It is paused before it has begun.
  await world().patch(`/git/installations/${installationId}`, { paused: true }, ada);
  await world().runJobs();
  expect(await kept()).toHaveLength(1);
  world().ahead += 3_590_000;
  await world().runJobs();
  expect(await kept()).toHaveLength(1);
  world().ahead += 20_000;
  await world().runJobs();
  expect(await kept()).toEqual([]);
});

test("an export that comes first goes on top of what there is", async () => {
  const page = {
    operation: "insert_page",
    type: "document",
    title: "Made",
    document: { markdown: "Here.\n" },
  };
  await space.change(page);
  const tip = repository.tip() ?? "";
  await drive("export");
  expect(repository.files()).toMatchObject({ "code.ts": "1" });
  expect(Object.values(repository.files()).join()).toContain("Here.");
  expect(host().git(repository.name, ["rev-list", "main"]).split("\n")).toContain(tip);
});

test("credentials that are no text of an address are taken as they are written", async () => {
  host().tokens.set(repository.name, "bot:100%");
  const url = host().url(repository.name).replace("//", "//bot:100%@");
  expect((await drive("import", { url })).status).toBe(204);
  expect(await space.texts()).toEqual({ Home: "First.\n" });
});

test("wants the right to it, and one place for a space", async () => {
  const eve = await world().addPerson("eve", "edit");
  expect((await drive("import", {}, eve)).status).toBe(403);
  host().tokens.clear();
  await space.connect({ direction: "git", confirm: true, projectDirectory: "docs" });
  await world().runJobs();
  const other = await drive("import", { repoProjectDirectory: "" });
  expect([other.status, other.body.error.type]).toEqual([409, "git-connected"]);
  repository.commit({ "docs/README.md": "# Home\n\nNext.\n" });
  expect((await drive("import")).status).toBe(204);
  expect(await space.texts()).toEqual({ Home: "Next.\n" });
});

test("who connects the space by itself ends first that it is driven", async () => {
  const legacy = `/spaces/${space.id}/git/legacy-installation`;
  expect((await world().delete(legacy, ada)).status).toBe(204);
  await drive("import");
  const rae = await world().addPerson("rae", "edit");
  expect((await world().delete(legacy, rae)).status).toBe(403);
  expect((await world().delete(legacy, ada)).status).toBe(205);
  expect((await world().get(`/spaces/${space.id}/git/info`, ada)).status).toBe(404);
  expect(await space.texts()).toEqual({ Home: "First.\n" });
  const at = { username: "bot", accessToken: TOKEN };
  expect((await space.connect({ projectDirectory: "docs" }, at)).status).toBe(201);
  expect((await world().delete(legacy, ada)).status).toBe(204);
  expect((await world().get(space.address, ada)).status).toBe(200);
});
