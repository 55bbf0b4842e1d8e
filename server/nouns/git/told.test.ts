/** What is told of repositories, and to whom; what a sync would do; and whether a host takes a token. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let rita: Person;
let space: SyncedSpace;
let repository: Repository;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  rita = await world().addPerson("rita", "read");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({
    "docs/README.md": "# Home\n\nFirst.\n\n![](pic.png)\n",
    "docs/pic.png": "not really",
    "docs/a b/deep.md": "# Deep\n\nSteps.\n",
  });
});

const connect = async (more: object = {}, at: object = {}) => {
  const all = { provider: "github", direction: "git", confirm: true, projectDirectory: "docs", ...more };
  expect((await space.connect(all, at)).status).toBe(201);
  await world().runJobs();
};
const at = (path: string, by = ada) => world().get(`/spaces/${space.id}${path}`, by);
const url = () => host().url(repository.name);

test("editors learn in which file each page and file is; readers, and former revisions, tell nothing", async () => {
  await connect();
  const { body } = await at("/content");
  const [home, group] = body.pages;
  const oid = (path: string) => host().git(repository.name, ["rev-parse", `main:${path}`]);
  expect(home.git).toEqual({
    oid: oid("docs/README.md"),
    path: "docs/README.md",
    url: `${url()}/edit/main/docs/README.md`,
  });
  expect(group.git).toBeUndefined();
  const [deep] = group.pages;
  expect(deep.git).toMatchObject({ url: `${url()}/edit/main/docs/a%20b/deep.md` });
  expect(body.files[0].git).toMatchObject({ oid: oid("docs/pic.png"), path: "docs/pic.png" });
  expect(body.git).toEqual({
    oid: repository.tip(),
    message: "Edit",
    createdByGitBook: false,
    url: `${url()}/commit/${repository.tip()}`,
    ref: "refs/heads/main",
  });
  const same = home.git;
  for (const path of ["/content/pages", "/content/pages?computed=false"])
    expect((await at(path)).body.pages[0].git).toEqual(same);
  expect((await at(`/content/page/${home.id}`)).body.git).toEqual(same);
  expect((await at(`/content/files`)).body.items[0].git).toMatchObject({ path: "docs/pic.png" });
  expect((await at(`/content/files/${body.files[0].id}`)).body.git).toMatchObject({ path: "docs/pic.png" });
  expect((await at("/content?metadata=false")).body.pages[0].git).toBeUndefined();
  expect((await at("/content?metadata=false")).body.git).toBeUndefined();

  const read = (await at("/content", rita)).body;
  expect(read.pages[0].git).toBeUndefined();
  expect(read.git).toEqual({ oid: repository.tip(), message: "Edit", createdByGitBook: false });
  expect(JSON.stringify([read, (await at("/revisions", rita)).body])).not.toContain(url());
  expect((await at("/revisions")).body.items[0].commit.url).toBe(`${url()}/commit/${repository.tip()}`);

  await space.write("Home", "Ours.\n");
  expect((await at(`/revisions/${body.id}`)).body.pages[0].git).toBeUndefined();
  await space.sync();
  const pushed = (await at("/content")).body;
  expect(pushed.pages[0].git).toMatchObject({ oid: oid("docs/README.md") });
  expect(pushed.git).toMatchObject({ oid: repository.tip(), createdByGitBook: true });
});

test("published pages lead to their file where the site says so", async () => {
  await connect();
  const sites = `/orgs/${world().organization}/sites`;
  const made = await world().post(sites, { title: "Told", spaces: [space.id] }, ada);
  const site = `${sites}/${made.body.id}`;
  await world().post(`${site}/publish`, undefined, ada);
  const link = `href="${url()}/edit/main/docs/a%20b/deep.md"`;
  const path = (await space.page("Deep")).path;
  const html = async () => (await world().visit(`/acme/told/${path}`)).text;
  expect(await html()).toContain("Steps.");
  expect(await html()).not.toContain(link);
  const look = (await world().get(`${site}/customization`, ada)).body;
  await world().put(`${site}/customization`, { ...look, git: { showEditLink: true } }, ada);
  expect(await html()).toContain(link);
  expect(await html()).toContain("Edit on GitHub");
  repository.move(repository.commit({ "docs/a b/deep.md": null, "docs/deeper.md": "# Deep\n\nSteps.\n" }));
  await space.sync();
  const moved = (await space.page("Deep")).path;
  expect((await world().visit(`/acme/told/${moved}`)).text).toContain(
    `href="${url()}/edit/main/docs/deeper.md"`,
  );
});

/** Looks what a sync would do. */
async function look() {
  const asked = await world().post(`${space.address}/preview`, {}, ada);
  expect(asked).toMatchObject({ status: 200, body: { operation: "preview", state: "queued" } });
  await world().runJobs();
  return (await world().get(`${space.address}/runs/${asked.body.id}`, ada)).body;
}

test("a look ahead shows what a sync would change on either side, and changes nothing", async () => {
  await connect();
  expect((await look()).report.preview).toMatchObject({ pageCount: 0, fileCount: 0, diff: "" });
  await space.write("Home", "Ours.\n");
  const tip = repository.commit({
    "docs/a b/deep.md": "# Deep\n\nBetter.\n",
    "docs/new.md": "# New\n\nWords.\n",
  });
  const [revision, status] = [await space.revision(), await space.status()];
  const run = await look();
  expect(run).toMatchObject({ state: "success" });
  const { pages, files, diff } = run.report.preview;
  expect(pages.map(({ title, change }: Record<string, string>) => `${title} ${change}`).toSorted()).toEqual([
    "Deep edited",
    "New added",
  ]);
  expect(files).toEqual([{ path: "docs/README.md", change: "written" }]);
  expect(diff).toContain("--- a/docs/README.md\n+++ b/docs/README.md\n");
  expect(diff).toContain("+Ours.");
  expect([await space.revision(), repository.tip()]).toEqual([revision, tip]);
  // What was looked at is no sync.
  expect((await space.status()).lastRun).toEqual(status.lastRun);
  await space.sync();
  expect(repository.show("docs/README.md")).toBe("# Home\n\nOurs.\n");
});

/** What a look ahead says, without names. */
async function foreseen() {
  const { pageCount, pagesTo, fileCount, filesTo } = (await look()).report.preview;
  return [pageCount, pagesTo, fileCount, filesTo];
}

test("where reviews happen here, a look ahead says what would wait, once, and nothing of what was declined", async () => {
  await connect({ incoming: "change-request" });
  expect(await foreseen()).toEqual([0, "request", 0, "branch"]);
  repository.commit({ "docs/a b/deep.md": "# Deep\n\nBetter.\n" });
  const revision = await space.revision();
  expect(await foreseen()).toEqual([1, "request", 0, "branch"]);
  const request = async () => (await world().get(space.address, ada)).body.changeRequest;
  expect(await request()).toBeUndefined();
  await space.sync();
  expect(await foreseen()).toEqual([0, "request", 0, "branch"]);

  // What the branch says next is shown with what waits.
  repository.commit({ "docs/new.md": "# New\n\nWords.\n" });
  expect(await foreseen()).toEqual([2, "request", 0, "branch"]);
  await space.sync();
  const of = `/spaces/${space.id}/change-requests/${await request()}`;
  expect((await world().patch(of, { status: "archived" }, ada)).status).toBe(200);
  expect(await foreseen()).toEqual([0, "request", 0, "branch"]);
  expect(await space.revision()).toBe(revision);
});

test("where a branch takes no pushes, a look ahead says what would be proposed, until it is", async () => {
  await connect({ outgoing: "pull-request" });
  await space.write("Home", "Ours.\n");
  const ours = await look();
  expect(ours.report.preview).toMatchObject({ pageCount: 0, pagesTo: "space", filesTo: "proposal" });
  expect(ours.report.preview.files).toEqual([{ path: "docs/README.md", change: "written" }]);
  expect(repository.tip(`lectern/${space.id}`)).toBeUndefined();
  await space.sync();
  const proposed = repository.tip(`lectern/${space.id}`);
  expect(proposed).toBeDefined();
  expect((await look()).report.preview).toMatchObject({ fileCount: 0, filesTo: "proposal", diff: "" });

  // More is shown as the proposal would say it.
  await space.write("Deep", "More.\n");
  const { fileCount, diff } = (await look()).report.preview;
  expect([fileCount, diff.includes("+Ours."), diff.includes("+More.")]).toEqual([2, true, true]);
  expect(repository.tip(`lectern/${space.id}`)).toBe(proposed);

  // What a reviewer has committed there is none of what would be proposed.
  await space.sync();
  repository.commit({ "docs/extra.md": "# Extra\n" }, "By a reviewer", `lectern/${space.id}`);
  expect((await look()).report.preview).toMatchObject({ fileCount: 0, diff: "" });
});

test("a look ahead says what a sync would stand still at, also while it is paused", async () => {
  await connect();
  await world().patch(space.address, { paused: true }, ada);
  repository.move(null);
  expect(await look()).toMatchObject({
    state: "failure",
    error: expect.stringContaining("main is not there"),
  });
  expect((await world().post(`${space.address}/preview`, {}, rita)).status).toBe(404);
});

test("a look ahead asks what a sync would ask: of a branch that was rewritten, and of many files that would go", async () => {
  const first = repository.tip() ?? "";
  await connect();
  await space.write("Home", "Ours.\n");
  await space.sync();
  repository.move(first);
  expect(await look()).toMatchObject({ state: "failure", error: expect.stringContaining("was rewritten") });
  expect((await space.status()).attention).toBeUndefined();

  await space.sync();
  await space.resolve("lectern");
  const many = Array.from({ length: 30 }, (_, index) => `page-${index}`);
  repository.commit(Object.fromEntries(many.map((name) => [`docs/${name}.md`, `# ${name}\n\nText.\n`])));
  expect(await space.sync()).toMatchObject({ state: "synced" });
  const gone = (await space.pages()).filter(({ title }) => many.includes(title));
  await space.change(...gone.map(({ id }) => ({ operation: "delete_page", page: id })));
  expect(await look()).toMatchObject({
    state: "failure",
    error: expect.stringContaining("This would delete 30 of"),
  });
  await world().patch(space.address, { outgoing: "off" }, ada);
  expect((await look()).state).toBe("success");
});

test("what is no page is ahead as well, and left behind", async () => {
  await connect();
  await world().patch(space.address, { paused: true }, ada);
  expect(await space.status()).toMatchObject({ pagesAhead: 0, othersAhead: 0 });
  await space.change({ operation: "set_variables", variables: { version: "2" } });
  expect(await space.status()).toMatchObject({ pagesAhead: 0, othersAhead: 1 });
  const elsewhere = { providerConfiguration: { url: url(), branch: "refs/heads/next" } };
  const told = await world().patch(space.address, elsewhere, ada);
  expect([told.status, told.body.error?.details?.[0]?.message]).toEqual([
    409,
    expect.stringContaining(
      "1 other thing (files, variables, tags, reusable content) changed here since the last sync",
    ),
  ]);
});

test("a host is asked whether it takes a token, and pushes with it", async () => {
  host().tokens.set(repository.name, "x-access-token:good");
  await connect({}, { accessToken: "good" });
  const { connection } = (await world().get(space.address, ada)).body;
  const path = `/orgs/${world().organization}/git/connections/${connection}`;
  const check = async (body: object = {}) => {
    const answer = await world().post(`${path}/check`, body, ada);
    await world().runJobs();
    return answer.status === 200 ? (await world().get(path, ada)).body : answer;
  };
  const paths: string[] = [];
  host().api = ({ path: hooks, authorization }) => {
    paths.push(hooks);
    return authorization === "Bearer good" ? { status: 200, body: [] } : { status: 401 };
  };
  expect(await check()).toMatchObject({ status: "active", canPush: true, canHook: true });
  expect(paths).toContain(`/api/v3/repos/${repository.name}/hooks?per_page=100`);
  host().api = () => ({ status: 403, body: { message: "Resource not accessible" } });
  expect(await check()).toMatchObject({ status: "active", canPush: true, canHook: false });
  host().api = undefined;
  host().fault = ({ url: asked = "" }) => (asked.includes("receive-pack") ? { status: 403 } : undefined);
  expect(await check()).toMatchObject({
    status: "active",
    canPush: false,
    problem: expect.stringContaining("doesn't let this token write"),
  });
  host().fault = () => undefined;
  host().tokens.set(repository.name, "x-access-token:better");
  expect(await check()).toMatchObject({ status: "unauthenticated" });
  expect((await world().patch(path, { accessToken: "better" }, ada)).body).toMatchObject({
    status: "pending",
  });
  await world().runJobs();
  expect((await world().get(path, ada)).body).toMatchObject({ status: "active", canPush: true });
  expect(await check({ url: "https://example.com/a/b" })).toMatchObject({ status: 400 });
  const eve = await world().addPerson("erin", "create");
  expect((await world().post(`${path}/check`, {}, eve)).status).toBe(403);
});

/** Whether a request is about the repository: others would be left alone by a host that is down for them. */
const isOurs = (asked: string): boolean => asked.startsWith(`/${repository.name}/`);
const lettersAbout = (id: string) => world().letters.filter((letter) => letter.includes(`/s/${id}/~/git`));

test("a sync that fails again and again is told once, and waits in the list until it goes on", async () => {
  await connect();
  const waiting = async () =>
    (await world().get(`/orgs/${world().organization}/git/waiting`, ada)).body.items.filter(
      ({ installation }: { installation: string }) => installation === space.installation,
    );
  host().fault = ({ url: asked = "" }) => (isOurs(asked) ? { status: 200, type: "text/html" } : undefined);
  await space.sync();
  for (const seconds of [10, 60, 300, 900, 3600]) {
    expect([lettersAbout(space.id), await waiting()]).toEqual([[], []]);
    world().ahead += (seconds + 1) * 1000;
    await world().runJobs();
  }
  const told = lettersAbout(space.id);
  expect(told).toHaveLength(1);
  expect(told[0]).toContain("Subject: Git Sync fails in Lectern at app.test");
  expect(told[0]).toContain("It has failed 6 times in a row.");
  const { lastRun } = await space.status();
  expect(await waiting()).toMatchObject([{ state: "failed", problem: lastRun.error, held: 0 }]);
  const { items } = (await world().get("/user/notifications", ada)).body;
  expect(items.filter((one: { space?: { id: string } }) => one.space?.id === space.id)).toMatchObject([
    { type: "git-standstill" },
  ]);
  world().ahead += 3_601_000;
  await world().runJobs();
  expect(lettersAbout(space.id)).toHaveLength(1);

  // What it asks of somebody then is another thing.
  repository.move(null);
  host().fault = () => undefined;
  expect(await space.sync()).toMatchObject({ attention: { kind: "branch-gone" } });
  expect(lettersAbout(space.id)).toHaveLength(2);
  repository.commit({ "docs/README.md": "# Home\n\nBack.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect([await waiting(), lettersAbout(space.id).length]).toEqual([[], 2]);
});

test("a pull request that the host opens while nobody wants one any more isn't shown", async () => {
  let isOff = false;
  host().api = async ({ method, path }) => {
    if (method !== "POST" || !path.includes(`/${repository.name}/pulls`)) return { status: 200, body: [] };
    isOff = (await world().patch(space.address, { outgoing: "off" }, ada)).status === 200;
    return { status: 201, body: { number: 7, html_url: `${url()}/pull/7` } };
  };
  await connect({ outgoing: "pull-request" }, { accessToken: "good" });
  await space.write("Home", "Ours.\n");
  await space.sync();
  expect(isOff).toBe(true);
  expect((await world().get(space.address, ada)).body.pullRequest?.number).toBeUndefined();
  host().api = undefined;
});

test("a pull request that the host doesn't open is told once, waits in the list, and is asked for again", async () => {
  const pulls: object[] = [];
  let [isDown, isAllowed] = [true, false];
  host().api = ({ method, path }) => {
    if (!path.includes(`/${repository.name}/pulls`)) return { status: 200, body: [] };
    if (method === "GET") return { status: 200, body: [] };
    if (isDown) return { status: 503, body: {} };
    if (!isAllowed) return { status: 403, body: { message: "Resource not accessible by this token" } };
    pulls.push({ number: 7, html_url: `${url()}/pull/7` });
    return { status: 201, body: pulls[0] };
  };
  await connect({ outgoing: "pull-request" }, { accessToken: "good" });
  const waiting = async () =>
    (await world().get(`/orgs/${world().organization}/git/waiting`, ada)).body.items.filter(
      ({ installation }: { installation: string }) => installation === space.installation,
    );
  await space.write("Home", "Ours.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 1 });
  // What is asked again by itself is nobody's business.
  expect([await waiting(), lettersAbout(space.id)]).toEqual([[], []]);
  isDown = false;
  world().ahead += 301_000;
  await world().runJobs();
  const problem = `The host has opened no pull request for what has changed in Lectern: The host's API refuses this with 403. It says: Resource not accessible by this token. Let the token open pull requests, then press "Sync now" (lectern git sync); or open it on the host.`;
  expect(await waiting()).toMatchObject([{ state: "synced", problem, held: 0 }]);
  expect(lettersAbout(space.id)).toHaveLength(1);
  expect(lettersAbout(space.id)[0]).toContain("Resource not accessible");
  // What is written next has the same fate, of which nobody hears again.
  await space.write("Home", "Ours, too.\n");
  await space.sync();
  expect([(await waiting()).length, lettersAbout(space.id).length]).toEqual([1, 1]);
  // Nor where the host was down between two of its refusals.
  isDown = true;
  await space.sync();
  expect(await waiting()).toEqual([]);
  isDown = false;
  world().ahead += 301_000;
  await world().runJobs();
  expect([(await waiting()).length, lettersAbout(space.id).length]).toEqual([1, 1]);
  // Who sends it another way waits for no pull request; it is asked for again with a new token.
  await world().patch(space.address, { outgoing: "off" }, ada);
  expect(await waiting()).toEqual([]);
  await world().patch(space.address, { outgoing: "pull-request" }, ada);
  await world().runJobs();
  expect(await waiting()).toHaveLength(1);
  isAllowed = true;
  const { body: synced } = await world().get(space.address, ada);
  const connection = `/orgs/${world().organization}/git/connections/${synced.connection}`;
  expect((await world().patch(connection, { accessToken: "good" }, ada)).status).toBe(200);
  await world().runJobs();
  expect([await waiting(), pulls.length]).toEqual([[], 1]);
  const { body } = await world().get(space.address, ada);
  expect(body.pullRequest).toMatchObject({ number: 7 });
  expect(body.pullRequest.problem).toBeUndefined();
  host().api = undefined;
});

test("looks at the branch that nobody answered are no failed runs", async () => {
  await connect();
  const standing = () =>
    world()
      .deps.db.read.selectFrom("git_installations")
      .select(["state", "failures"])
      .where("id", "=", space.installation)
      .executeTakeFirstOrThrow();
  host().fault = ({ url: asked = "" }) => (isOurs(asked) ? { status: 200, type: "text/html" } : undefined);
  for (const minutes of [1, 2, 4]) {
    world().ahead += minutes * 78_000;
    await world().runJobs();
  }
  expect(await standing()).toEqual({ state: "synced", failures: 3 });
  await space.sync();
  expect(await standing()).toEqual({ state: "failed", failures: 1 });
  // As after the first failure of a run.
  world().ahead += 11_000;
  await world().runJobs();
  expect(await standing()).toEqual({ state: "failed", failures: 2 });
  host().fault = () => undefined;
});

test("of another thing that it waits for people hear again, and of the same one once", async () => {
  await connect();
  repository.move(null);
  for (let time = 0; time < 2; time += 1)
    expect(await space.sync()).toMatchObject({ attention: { kind: "branch-gone" } });
  expect(lettersAbout(space.id)).toHaveLength(1);
  host().tokens.set(repository.name, "x-access-token:good");
  for (let time = 0; time < 2; time += 1)
    expect(await space.sync()).toMatchObject({ attention: { kind: "unauthenticated" } });
  expect(lettersAbout(space.id)).toHaveLength(2);
});

test("of a token that has ended hears nobody who may not see the repository", async () => {
  await connect();
  const [mia, ben] = [await world().addPerson("mia", "admin"), await world().addPerson("ben", "admin")];
  host().tokens.set(repository.name, "x-access-token:good");
  const access = { providerConfiguration: { accessToken: "good" } };
  expect((await world().patch(space.address, access, mia)).status).toBe(200);
  await world().runJobs();
  await world().patch(space.address, { outgoing: "off" }, ben);
  const member = `/orgs/${world().organization}/members/${mia.id}`;
  expect((await world().patch(member, { role: "read" }, ada)).status).toBe(200);
  host().tokens.set(repository.name, "x-access-token:better");
  await world().post(`${space.address}/sync`, {}, ben);
  await world().runJobs();
  expect(lettersAbout(space.id).map((letter) => /^Mail to (\w+)@/.exec(letter)?.[1])).toEqual(["ben"]);
});

test("of a token that has ended hears whoever made it as well", async () => {
  host().tokens.set(repository.name, "x-access-token:good");
  await connect({}, { accessToken: "good" });
  const bob = await world().addPerson("bob", "admin");
  // Whoever changes its settings answers for it from then on.
  await world().patch(space.address, { outgoing: "off" }, bob);
  await world().runJobs();
  expect(lettersAbout(space.id)).toEqual([]);
  host().tokens.set(repository.name, "x-access-token:better");
  await world().post(`${space.address}/sync`, {}, bob);
  await world().runJobs();
  const to = lettersAbout(space.id).map((letter) => /^Mail to (\w+)@/.exec(letter)?.[1]);
  expect(to.toSorted()).toEqual(["ada", "bob"]);
});

test("of pushes that have ended the last twenty are kept", async () => {
  await connect();
  const { read } = world().deps.db;
  const pushes = () =>
    read
      .selectFrom("git_pushes")
      .select(["commit_id", "state"])
      .where("installation_id", "=", space.installation)
      .orderBy("created_at")
      .execute();
  for (let edit = 1; edit <= 2; edit += 1) {
    await space.write("Home", `Edit ${edit}.\n`);
    await space.sync();
  }
  const [one] = await pushes();
  expect(await pushes()).toMatchObject([{ state: "landed" }, { state: "landed" }]);
  const row = await read
    .selectFrom("git_pushes")
    .selectAll()
    .where("commit_id", "=", one?.commit_id ?? "")
    .executeTakeFirstOrThrow();
  await world().deps.db.transact((tx) =>
    tx
      .insertInto("git_pushes")
      .values(Array.from({ length: 30 }, (_, index) => ({ ...row, id: `old${index}`, created_at: index })))
      .execute(),
  );
  await space.write("Home", "The last.\n");
  await space.sync();
  expect(await pushes()).toHaveLength(20);
  expect((await pushes()).at(-1)?.commit_id).toBe(repository.tip());
});
