/** Pull requests are shown as what the space would say with them, to those who may see it. */
import { createHash, createHmac } from "node:crypto";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { planHousekeeping } from "../../../test/plannedRounds.ts";
import type { ApiAnswer, ApiRequest } from "../../../test/gitHost.ts";
import { type Person, useWorld } from "../../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "../gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;
let secret: string;
/** The pull requests of the repository, as its host answers, and the numbers that it was asked about. */
let pulls: Map<number, object>;
let asked: number[];
/** The number at which the host fails. */
let failing: number | undefined;
let statuses: { commit: string; state: string; description: string; target_url: string }[];

/** GitHub's API, as far as it is asked here. */
function api({ method, path, body }: ApiRequest): ApiAnswer {
  const [, commit] = /\/statuses\/(\w+)$/.exec(path) ?? [];
  if (commit !== undefined) {
    // Other tests' spaces are looked at, too, when time passes.
    if (path.includes(`/${repository.name}/`)) statuses.push({ ...body, commit });
    return { status: 201, body: { id: 1 } };
  }
  const [, number] = /\/pulls\/(\d+)$/.exec(path) ?? [];
  if (number !== undefined && path.includes(`/${repository.name}/`)) {
    asked.push(Number(number));
    if (Number(number) === failing) return { status: 500 };
    const pull = pulls.get(Number(number));
    return pull === undefined ? { status: 404, body: { message: "Not Found" } } : { status: 200, body: pull };
  }
  if (method === "GET") return { status: 200, body: [] };
  secret = body.config.secret;
  return { status: 201, body: { id: 1 } };
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  host().api = api;
});
beforeEach(async () => {
  [statuses, secret, pulls, asked, failing] = [[], "", new Map(), [], undefined];
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({
    "README.md": "# Home\n\nFirst.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps.\n",
  });
  const token = { accessToken: "good" };
  expect((await space.connect({ direction: "git", confirm: true, provider: "github" }, token)).status).toBe(
    201,
  );
  await world().runJobs();
  statuses = [];
});

/** A pull request of the host with these changes, on a branch of its own. */
function request(files: Record<string, string | null>, number = 7, from = repository.tip() ?? ""): string {
  const branch = `request-${number}`;
  if (repository.tip(branch) === undefined) repository.move(from, branch);
  const head = repository.commit(files, "Better", branch);
  host().git(repository.name, ["update-ref", `refs/pull/${number}/head`, head]);
  return head;
}

let deliveries = 0;

/** Tells of a pull request, as GitHub does, and waits for what follows. */
async function tell(head: string, more: object = {}, fork = 1) {
  expect(await send(head, more, fork)).toBe(202);
  await world().runJobs();
}

/** A pull request, as GitHub describes it. */
const pull = (head: string, more: object = {}, fork = 1) => ({
  number: 7,
  title: "Better words",
  state: "open",
  merged: false,
  head: { sha: head, ref: "request-7", repo: { id: fork } },
  base: { ref: "main", repo: { id: 1 } },
  ...more,
});

/** Tells of a pull request. @returns the status of the answer */
async function send(head: string, more: object = {}, fork = 1): Promise<number> {
  const pull_request = pull(head, more, fork);
  const raw = JSON.stringify({ action: "opened", number: 7, pull_request });
  const { status } = await world().call("POST", `/git/webhooks/${space.installation}`, {
    raw,
    headers: {
      "content-type": "application/json",
      "x-github-event": "pull_request",
      "x-github-delivery": `r${(deliveries += 1)}`,
      "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`,
    },
  });
  return status;
}

const reviews = async () => (await world().get(`${space.address}/reviews`, ada)).body.items;
const said = () => statuses.map(({ commit, state, description }) => [commit, state, description]);

async function pagesOf(revision: string): Promise<string[]> {
  const { body } = await world().get(`/spaces/${space.id}/revisions/${revision}/pages`, ada);
  return body.pages.map(({ title }: { title: string }) => title);
}

async function textIn(revision: string, title: string): Promise<string> {
  const { body } = await world().get(`/spaces/${space.id}/revisions/${revision}/pages`, ada);
  const { id } = body.pages.find((page: { title: string }) => page.title === title);
  return (await world().get(`/spaces/${space.id}/revisions/${revision}/page/${id}`, ada)).body.markdown;
}

/** A site shows a preview to who was given its address, and to nobody else. */
async function showOnSite(revision: string): Promise<void> {
  const sites = `/orgs/${world().organization}/sites`;
  const { body: site } = await world().post(sites, { title: "Docs", spaces: [space.id] }, ada);
  const { body } = await world().get(`${sites}/${site.id}/publishing/preview`, ada);
  const { pathname } = new URL(body.url);
  const page = await world().visit(`${pathname}~/revisions/${revision}/`);
  expect([page.status, page.text]).toEqual([200, expect.stringContaining("First, better.")]);
  expect((await world().visit(pathname)).text).not.toContain("First, better.");
  const own = pathname.slice(0, pathname.indexOf("~/preview"));
  expect((await world().visit(`${own}~/revisions/${revision}/`)).status).toBe(404);
}

test("pictures that Git LFS keeps are in what a request shows", async () => {
  const picture = "bytes of a large picture";
  const id = createHash("sha256").update(picture).digest("hex");
  host().large = new Map([[id, Buffer.from(picture)]]);
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${id}\nsize ${picture.length}\n`;
  await tell(request({ "README.md": "# Home\n\n![](large.png)\n", "large.png": pointer }));
  expect(said().at(-1)?.slice(1)).toEqual(["success", "1 page changed."]);
  const [{ revision }] = await reviews();
  const { body } = await world().get(`/spaces/${space.id}/revisions/${revision}/files`, ada);
  const [file] = body.items;
  expect([file.name, file.size]).toEqual(["large.png", picture.length]);
  expect(await textIn(revision, "Home")).toContain(file.id);
  host().large = undefined;
});

test("an open request is a revision that is nobody's head, and a status leads there", async () => {
  const before = await space.revision();
  const head = request({
    "README.md": "# Home\n\nFirst, better.\n\nSecond.\n",
    "new.md": "# New\n\n[no](gone.md)\n",
  });
  await tell(head);
  const [review, ...others] = await reviews();
  expect(others).toEqual([]);
  const app = `http://app.test/s/${space.id}/~/revisions/${review.revision}?proposed`;
  expect(review).toEqual({
    object: "git-review",
    number: 7,
    state: "open",
    title: "Better words",
    fork: false,
    commitId: head,
    revision: expect.any(String),
    pagesChanged: 2,
    updatedAt: expect.any(String),
    urls: { app, host: `${host().url(repository.name)}/pull/7` },
  });
  // The pending status was replaced before it was sent: what is said last counts.
  expect(said().at(-1)).toEqual([head, "success", "2 pages changed, 1 link finds nothing."]);
  expect(statuses.at(-1)?.target_url).toBe(app);
  expect((await pagesOf(review.revision)).toSorted()).toEqual(["Guide", "Home", "New"]);
  expect(await textIn(review.revision, "Home")).toContain("First, better.");
  expect(await space.revision()).toBe(before);
  const { body } = await world().get(`/spaces/${space.id}/revisions`, ada);
  expect(body.items.map(({ id }: { id: string }) => id)).not.toContain(review.revision);
  await showOnSite(review.revision);
  const eve = await world().addPerson("eve", "admin", await world().addOrganization("Other", "other"));
  expect((await world().get(`/spaces/${space.id}/revisions/${review.revision}`, eve)).status).toBe(404);
  expect((await world().get(`${space.address}/reviews`, eve)).status).toBe(404);
});

test("a request that left the branch a while ago shows its own changes alone, beside what was written here", async () => {
  const start = repository.tip() ?? "";
  repository.commit({ "README.md": "# Home\n\nFirst.\n\nSecond, on the branch.\n", "later.md": "# Later\n" });
  await space.sync();
  await space.write("Guide", "Steps, written here.\n");
  const head = request({ "README.md": "# Home\n\nFirst, in the request.\n\nSecond.\n" }, 7, start);
  await tell(head);
  const [{ revision, pagesChanged }] = await reviews();
  expect(pagesChanged).toBe(1);
  expect((await pagesOf(revision)).toSorted()).toEqual(["Guide", "Home", "Later"]);
  const home = await textIn(revision, "Home");
  expect(home).toContain("First, in the request.");
  expect(home).toContain("Second, on the branch.");
  expect(await textIn(revision, "Guide")).toContain("Steps, written here.");
  expect(said().at(-1)).toEqual([head, "success", "1 page changed."]);
});

test("nothing is shown by the rights of somebody who has none any more, before somebody else answers for it", async () => {
  const bob = await world().addPerson("bob", "admin");
  await world().patch(space.address, { outgoing: "push" }, bob);
  await world().runJobs();
  await world().delete(`/orgs/${world().organization}/members/${bob.id}`, ada);
  const head = request({ "README.md": "# Home\n\nFirst, better.\n\nSecond.\n" });
  statuses = [];
  await tell(head);
  // Nor is anything said on the host, by the token of an installation that nobody answers for.
  expect(said()).toEqual([]);
  expect((await reviews())[0].revision).toBeUndefined();
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(said()).toContainEqual([head, "success", expect.stringContaining("1 page")]);
});

test("what waited for somebody to answer for it is said with the next sync, though nobody asked for that", async () => {
  const bob = await world().addPerson("rob", "admin");
  await world().patch(space.address, { outgoing: "push" }, bob);
  await world().runJobs();
  const head = request({ "README.md": "# Home\n\nFirst, better.\n\nSecond.\n" });
  const member = `/orgs/${world().organization}/members/${bob.id}`;
  await send(head);
  expect((await world().patch(member, { role: "read" }, ada)).status).toBe(200);
  await world().runJobs();
  expect((await world().patch(member, { role: "admin" }, ada)).status).toBe(200);
  statuses = [];
  const tip = repository.commit({ "guide.md": "# Guide\n\nBetter.\n" });
  world().ahead += 80_000;
  await world().runJobs();
  expect(said().map(([commit]) => commit)).toEqual(expect.arrayContaining([head, tip]));
});

test("what the request and the space changed alike is said", async () => {
  await space.write("Home", "First, here.\n\nSecond.\n");
  const head = request({ "README.md": "# Home\n\nFirst, there.\n\nSecond.\n" });
  await tell(head);
  expect(said().at(-1)).toEqual([head, "success", "1 page changed, 1 changed here too."]);
});

test("more commits take the preview's place, and merging ends it and comes in by itself", async () => {
  const first = request({ "README.md": "# Home\n\nOne.\n\nSecond.\n" });
  await tell(first);
  const [{ revision }] = await reviews();
  const second = request({ "README.md": "# Home\n\nTwo.\n\nSecond.\n" });
  await tell(second);
  const [review] = await reviews();
  expect(review).toMatchObject({ commitId: second, state: "open" });
  expect(review.revision).not.toBe(revision);
  expect(await textIn(review.revision, "Home")).toContain("Two.");
  expect(said().map(([commit, state]) => [commit, state])).toContainEqual([second, "success"]);
  repository.move(second);
  await tell(second, { state: "closed", merged: true });
  await space.sync();
  expect(await reviews()).toMatchObject([{ state: "merged" }]);
  expect((await space.page("Home")).markdown).toContain("Two.");
  // A message that was late takes nothing back.
  await tell(second, { title: "Late" });
  expect(await reviews()).toMatchObject([{ state: "merged", title: "Better words" }]);
});

test("requests of which is told too often are looked at together, and of no more than that is kept", async () => {
  const head = request({ "README.md": "# Home\n\nOften.\n" });
  const closed = { state: "closed" };
  world().stopClock();
  try {
    for (let time = 0; time < 60; time += 1)
      expect(await send(head, { ...closed, title: `Title ${time}` })).toBe(202);
    // One that is known is shown later, whatever is said of it meanwhile; others are refused for now.
    for (let time = 0; time < 10; time += 1) {
      expect(await send(`${time}`.repeat(40))).toBe(202);
      expect(await send(head, { number: 100 + time })).toBe(429);
    }
    expect(await send(head)).toBe(202);
    await world().runJobs();
    expect(await reviews()).toMatchObject([{ number: 7, state: "open", commitId: head }]);
    expect(said()).toEqual([]);
  } finally {
    world().runClock();
  }
  world().ahead += 61_000;
  await world().runJobs();
  expect(said()).toEqual([[head, "success", "1 page changed."]]);
  // A message that was refused is new when the host sends it again.
  expect(await send(head, { number: 100 })).toBe(202);
  expect((await reviews()).map(({ number }: { number: number }) => number).toSorted()).toEqual([100, 7]);
});

test("requests from other repositories, and for other branches, are shown where that is said alone", async () => {
  const head = request({ "README.md": "# Home\n\nOf a stranger.\n" });
  await tell(head, {}, 2);
  await tell(head, { base: { ref: "other", repo: { id: 1 } } });
  expect([await reviews(), said()]).toEqual([[], []]);
  await world().patch(space.address, { previewExternalBranches: true }, ada);
  await tell(head, {}, 2);
  expect(await reviews()).toMatchObject([{ fork: true, revision: expect.any(String) }]);
  await world().patch(space.address, { previewPullRequests: false }, ada);
  await tell(request({ "README.md": "# Home\n\nAgain.\n" }));
  expect(await reviews()).toMatchObject([{ commitId: head }]);
});

test("what can't be shown is said on the host, and what the host fails at is tried again", async () => {
  await tell("a".repeat(40));
  expect(said().at(-1)).toEqual([
    "a".repeat(40),
    "failure",
    "The host doesn't give the commits of this request: refs/pull/7/head is not there.",
  ]);
  expect(await reviews()).toMatchObject([{ problem: expect.stringContaining("refs/pull/7/head") }]);
  const head = request({ "README.md": "# Home\n\nLate.\n" });
  let failures = 0;
  host().fault = ({ url = "" }) =>
    url.includes(`/${repository.name}/info/refs`) && (failures += 1) === 1 ? { status: 503 } : undefined;
  await tell(head);
  expect(said().at(-1)).toEqual([head, "pending", "The preview is being made."]);
  world().ahead += 60_000;
  await world().runJobs();
  host().fault = () => undefined;
  expect(said().at(-1)).toEqual([head, "success", "1 page changed."]);
});

test("a preview that fails again and again is said on the host once, and comes all the same", async () => {
  const head = request({ "README.md": "# Home\n\nLate.\n" });
  host().fault = ({ url = "" }) =>
    url.includes(`/${repository.name}/info/refs`) ? { status: 200, type: "text/html" } : undefined;
  await send(head);
  for (let attempt = 0; attempt < 9; attempt += 1) {
    await world().runJobs();
    world().ahead += 180_000;
  }
  const late = /^No preview yet: .+ Lectern tries again\.$/;
  expect(said()).toEqual([
    [head, "pending", "The preview is being made."],
    [head, "failure", expect.stringMatching(late)],
  ]);
  expect(await reviews()).toMatchObject([{ state: "open", problem: expect.stringMatching(late) }]);
  host().fault = () => undefined;
  world().ahead += 600_000;
  await world().runJobs();
  expect(said().at(-1)).toEqual([head, "success", "1 page changed."]);
  const [review] = await reviews();
  expect(review).toMatchObject({ revision: expect.any(String), pagesChanged: 1 });
  expect(review).not.toHaveProperty("problem");
});

/** Pull requests that are change requests as well. */
const asRequests = async () => {
  const set = await world().patch(space.address, { reviewPullRequests: true }, ada);
  expect(set.body).toMatchObject({ reviewPullRequests: true });
  await world().runJobs();
};
const shown = async (): Promise<string> => {
  const [review] = await reviews();
  return `/spaces/${space.id}/change-requests/${review.changeRequest}`;
};
async function textsOf(at: string): Promise<Record<string, string>> {
  const { pages } = (await world().get(`${at}/content/pages`, ada)).body;
  const texts: Record<string, string> = {};
  for (const { id, title } of pages)
    texts[title] = (await world().get(`${at}/content/page/${id}`, ada)).body.markdown;
  return texts;
}

test("a pull request is a change request that follows it, and is written, merged and closed on its host alone", async () => {
  await asRequests();
  await tell(request({ "guide.md": "# Guide\n\nSteps, better.\n" }));
  const at = await shown();
  const first = (await world().get(at, ada)).body;
  expect(first).toMatchObject({
    status: "open",
    subject: "Better words",
    conflicts: 0,
    outdated: false,
    git: { repository: repository.name, number: 7, url: expect.stringContaining("/pull/7") },
  });
  expect(await textsOf(at)).toMatchObject({ Guide: "Steps, better.\n" });
  expect(statuses.at(-1)).toMatchObject({
    state: "success",
    target_url: expect.stringMatching(new RegExp(`/s/${space.id}/~/changes/${first.number}$`)),
  });
  // People talk about it here, and write it there.
  const said = await world().post(`${at}/comments`, { body: { markdown: "Which steps?" } }, ada);
  expect(said.status).toBe(200);
  const change = { operation: "insert_page", title: "Mine", document: { markdown: "Mine.\n" } };
  const refused = [
    await world().post(`${at}/content`, { changes: [change] }, ada),
    await world().post(`${at}/merge`, {}, ada),
    await world().post(`${at}/update`, {}, ada),
    await world().patch(at, { subject: "My words", status: "archived" }, ada),
    await world().patch(at, { status: "draft" }, ada),
  ];
  for (const { status, body } of refused)
    expect([status, body.error.type, body.error.message]).toEqual([
      409,
      "change-request-hosted",
      expect.stringContaining(`pull request #7 of ${repository.name}`),
    ]);

  // Put away it can be by people, who get it back as it was.
  for (const status of ["archived", "open"]) {
    const answer = await world().patch(at, { status }, ada);
    expect([answer.status, answer.body.status, answer.body.subject]).toEqual([200, status, "Better words"]);
  }

  // It follows, with what the space says meanwhile.
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const head = request({ "guide.md": "# Guide\n\nSteps, best.\n" });
  await tell(head, { title: "Best words" });
  expect(await shown()).toBe(at);
  expect((await world().get(at, ada)).body).toMatchObject({
    subject: "Best words",
    comments: 1,
    outdated: false,
  });
  expect(await textsOf(at)).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps, best.\n" });

  // Closed there, closed here; opened again there, open again here.
  await tell(head, { state: "closed" });
  expect((await world().get(at, ada)).body.status).toBe("archived");
  await tell(head);
  expect((await world().get(at, ada)).body.status).toBe("open");

  const tree = host().git(repository.name, ["merge-tree", "--write-tree", "main", head]).split("\n")[0] ?? "";
  const merged = ["commit-tree", tree, "-p", "main", "-p", head, "-m", "Merge #7"];
  repository.move(host().git(repository.name, merged));
  await tell(head, { state: "closed", merged: true });
  expect(await space.texts()).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps, best.\n" });
  expect((await world().get(at, ada)).body).toMatchObject({
    status: "merged",
    revisionMerged: await space.revision(),
  });
  expect((await world().get(`/spaces/${space.id}`, ada)).body).toMatchObject({ changeRequestsOpen: 0 });
});

test("requests that are open already get theirs when that is turned on, strangers' by their own setting", async () => {
  await world().patch(space.address, { previewExternalBranches: true }, ada);
  await tell(request({ "guide.md": "# Guide\n\nSteps, better.\n" }));
  await tell(request({ "guide.md": "# Guide\n\nOf a stranger.\n" }, 8), { number: 8 }, 2);
  const withRequest = async (): Promise<number[]> => {
    await world().runJobs();
    const all: { number: number; changeRequest?: string }[] = await reviews();
    return all.flatMap(({ number, changeRequest: its }) => (its === undefined ? [] : [number])).toSorted();
  };
  await world().patch(space.address, { previewExternalBranches: false, paused: true }, ada);
  await asRequests();
  expect(await withRequest()).toEqual([]);
  await world().patch(space.address, { paused: false }, ada);
  expect(await withRequest()).toEqual([7]);
  await world().patch(space.address, { previewExternalBranches: true }, ada);
  expect(await withRequest()).toEqual([7, 8]);
});

test("by another setting, and without the repository, such a change request is like any other", async () => {
  await asRequests();
  await tell(request({ "guide.md": "# Guide\n\nSteps, better.\n" }));
  const at = await shown();
  await world().patch(space.address, { reviewPullRequests: false }, ada);
  expect((await reviews())[0]).not.toHaveProperty("changeRequest");
  expect((await world().get(at, ada)).body).not.toHaveProperty("git");
  expect((await world().post(`${at}/merge`, {}, ada)).body).toMatchObject({ result: "merge" });
  world().ahead += 2_000;
  await world().runJobs();
  expect(repository.show("guide.md")).toBe("# Guide\n\nSteps, better.\n");
});

/** A day passes. */
async function nextDay(): Promise<void> {
  await planHousekeeping(world().deps);
  world().ahead += 25 * 3_600_000;
  await world().runJobs();
  // Installations are asked for one after the other.
  world().ahead += 3_600_000;
  await world().runJobs();
}

test("what became of a request while its host was not heard is asked once a day", async () => {
  await asRequests();
  const head = request({ "guide.md": "# Guide\n\nSteps, better.\n" });
  await tell(head);
  const at = await shown();
  await tell(request({ "README.md": "# Home\n\nEighth.\n" }, 8), { number: 8 });
  await tell(request({ "README.md": "# Home\n\nNinth.\n" }, 9), { number: 9 });
  const standing = async () =>
    (await reviews())
      .map(({ number, state, commitId }: Record<string, unknown>) => [number, state, commitId])
      .toSorted();
  const before = await standing();
  // Of what the host doesn't tell, or tells as it is known, nothing changes, and nothing is made anew.
  pulls.set(9, pull(before[2][2], { number: 9 }));
  statuses = [];
  await nextDay();
  expect(asked).toEqual(expect.arrayContaining([7, 8, 9]));
  expect([await standing(), said()]).toEqual([before, []]);

  // One was closed, another got a commit, and the third was merged.
  const other = request({ "README.md": "# Home\n\nEighth, better.\n" }, 8);
  pulls.set(7, pull(head, { state: "closed", merged: true }));
  pulls.set(8, pull(other, { number: 8 }));
  pulls.set(9, pull(before[2][2], { number: 9, state: "closed" }));
  repository.move(head);
  await nextDay();
  expect(await standing()).toEqual([
    [7, "merged", head],
    [8, "open", other],
    [9, "closed", before[2][2]],
  ]);
  expect((await world().get(at, ada)).body.status).toBe("merged");
  expect(said()).toContainEqual([other, "success", expect.stringContaining("1 page changed")]);
  asked = [];
  await nextDay();
  expect(asked.filter((number) => number === 7 || number === 9)).toEqual([]);
});

test("a request that the host fails at hides none behind it", async () => {
  const heads = [request({ "guide.md": "# Guide\n\nBetter.\n" }), request({ "new.md": "# New\n" }, 8)];
  for (const [place, head] of heads.entries()) {
    await tell(head, { number: 7 + place });
    pulls.set(7 + place, pull(head, { number: 7 + place, state: "closed" }));
  }
  const standing = async () =>
    Object.fromEntries((await reviews()).map(({ number, state }: Record<string, string>) => [number, state]));
  failing = 7;
  await nextDay();
  expect(await standing()).toEqual({ 7: "open", 8: "closed" });
  failing = undefined;
  await nextDay();
  expect(await standing()).toEqual({ 7: "closed", 8: "closed" });
});

test("what is told while the sync is paused is noted, and shown as soon as it goes on", async () => {
  await asRequests();
  const head = request({ "guide.md": "# Guide\n\nSteps, better.\n" });
  await tell(head);
  const at = await shown();
  await world().patch(space.address, { paused: true }, ada);
  statuses = [];
  await tell(head, { state: "closed" });
  const other = request({ "README.md": "# Home\n\nEighth.\n" }, 8);
  await tell(other, { number: 8 });
  expect((await world().get(at, ada)).body.status).toBe("open");
  expect(said()).toEqual([]);
  await world().patch(space.address, { paused: false }, ada);
  await world().runJobs();
  expect((await world().get(at, ada)).body.status).toBe("archived");
  expect(said().at(-1)).toEqual([other, "success", "1 page changed."]);
});

test("a pull request that the space shows no more closes its change request, and opens it again when it is shown again", async () => {
  await asRequests();
  const head = request({ "guide.md": "# Guide\n\nSteps, better.\n" });
  await tell(head);
  const at = await shown();
  const standing = async () => [(await world().get(at, ada)).body.status, (await reviews())[0].state];
  expect(await standing()).toEqual(["open", "open"]);
  const elsewhere = { base: { ref: "other", repo: { id: 1 } } };
  await tell(head, elsewhere);
  expect(await standing()).toEqual(["archived", "closed"]);
  await tell(head, { title: "Back again" });
  expect(await standing()).toEqual(["open", "open"]);
  // Merged there, it is not in the space.
  await tell(head, { ...elsewhere, state: "closed", merged: true });
  expect(await standing()).toEqual(["archived", "closed"]);

  await world().patch(space.address, { previewExternalBranches: true }, ada);
  await tell(head, {}, 2);
  expect(await standing()).toEqual(["open", "open"]);
  await world().patch(space.address, { previewExternalBranches: false }, ada);
  await world().runJobs();
  expect(await standing()).toEqual(["archived", "closed"]);
});

test("a setting that changes while commits are fetched counts for what comes of them", async () => {
  await asRequests();
  await tell(request({ "guide.md": "# Guide\n\nSteps, better.\n" }));
  const at = await shown();
  let isSet: Promise<unknown> | undefined;
  host().fault = ({ url = "" }) => {
    if (url.includes(`/${repository.name}/info/refs`))
      isSet ??= world().patch(space.address, { reviewPullRequests: false }, ada);
    return undefined;
  };
  await tell(request({ "guide.md": "# Guide\n\nSteps, best.\n" }));
  host().fault = () => undefined;
  await isSet;
  await world().runJobs();
  expect(isSet).toBeDefined();
  expect((await reviews())[0]).not.toHaveProperty("changeRequest");
  expect((await world().get(at, ada)).body).not.toHaveProperty("git");
  expect((await world().post(`${at}/merge`, {}, ada)).body).toMatchObject({ result: "merge" });
});
