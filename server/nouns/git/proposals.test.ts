/** Where a branch takes no pushes, what changes in Lectern is proposed on a branch of its own. */
import { createHmac } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type ApiAnswer, type ApiRequest, refusePushes } from "../../test/gitHost.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

interface Pull {
  readonly number: number;
  readonly title: string;
  readonly head: string;
  readonly base: string;
  state: "open" | "closed";
}

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;
let pulls: Pull[];
let refusal: ApiAnswer | undefined;
let secret = "";
const HOME = "# Home\n\nFirst.\n\nSecond.\n";

const shown = ({ number, head, base }: Pull) => ({
  number,
  html_url: `${host().url(repository.name)}/pull/${number}`,
  head: { ref: head, repo: { id: 7 } },
  base: { ref: base, repo: { id: 7 } },
});

/** GitHub's API, as far as it is asked here. */
function api({ method, path, body }: ApiRequest): ApiAnswer {
  secret = body?.config?.secret ?? secret;
  if (!path.includes(`/${repository.name}/pulls`)) return { status: method === "GET" ? 200 : 201, body: [] };
  if (method === "GET") {
    const from = decodeURIComponent(/[?&]head=([^&]+)/.exec(path)?.[1] ?? "").split(":")[1];
    return {
      status: 200,
      body: pulls.filter(({ state, head }) => state === "open" && head === from).map(shown),
    };
  }
  if (refusal !== undefined) return refusal;
  const made: Pull = { ...body, number: pulls.length + 1, state: "open" };
  pulls.push(made);
  return { status: 201, body: shown(made) };
}

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
  host().api = api;
});
beforeEach(async () => {
  [pulls, refusal] = [[], undefined];
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "README.md": HOME, "guide.md": "# Guide\n\nSteps.\n" });
  const hooks = join(host().create(repository.name), "hooks");
  mkdirSync(hooks, { recursive: true });
  const hook = join(hooks, "update");
  writeFileSync(hook, '#!/bin/sh\n[ "$1" != refs/heads/main ] || { echo "main is protected"; exit 1; }\n', {
    mode: 0o755,
  });
});

async function connect(more: object = {}): Promise<void> {
  const made = await space.connect(
    { provider: "github", direction: "git", confirm: true, outgoing: "pull-request", ...more },
    { accessToken: "good" },
  );
  expect(made.status).toBe(201);
  await world().runJobs();
}
const branch = () => `lectern/${space.id}`;
const installation = async () => (await world().get(space.address, ada)).body;
const log = () =>
  host()
    .git(repository.name, ["log", "--format=%s", `main..${branch()}`])
    .split("\n");
/** The host merges what was proposed. */
const merge = (how: "--no-ff" | "--squash"): void => repository.merge(branch(), how);

test("what is written goes out as one pull request, which is kept up to date until it is merged", async () => {
  await connect();
  const tip = repository.tip();
  expect(repository.tip(branch())).toBeUndefined();
  await space.write("Home", "First, better.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({
    state: "synced",
    pagesAhead: 1,
    isBehind: false,
    commitId: tip,
  });
  expect(repository.tip()).toBe(tip);
  expect(repository.show("README.md", branch())).toBe("# Home\n\nFirst, better.\n\nSecond.\n");
  expect(pulls).toMatchObject([{ title: "Update Home", head: branch(), base: "main" }]);
  expect((await installation()).pullRequest).toEqual({
    branch: `refs/heads/${branch()}`,
    number: 1,
    url: `${host().url(repository.name)}/pull/1`,
  });
  const first = repository.tip(branch());
  // Nobody has said anything since.
  expect((await space.sync()).lastRun).toMatchObject({ operation: "check" });
  expect([repository.tip(branch()), pulls.length]).toEqual([first, 1]);
  // Both go on: what is pushed to the branch comes in, and the request grows on top of it.
  repository.commit({ "guide.md": "# Guide\n\nSteps, better.\n" });
  await space.write("Home", "First, best.\n\nSecond.\n");
  await space.sync();
  expect(await space.texts()).toMatchObject({ Guide: "Steps, better.\n", Home: "First, best.\n\nSecond.\n" });
  expect(repository.files(branch())).toEqual({
    "README.md": "# Home\n\nFirst, best.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, better.\n",
  });
  expect(host().git(repository.name, ["merge-base", "main", branch()])).toBe(repository.tip());
  expect(host().git(repository.name, ["merge-base", String(first), branch()])).toBe(first);
  expect([pulls.length, repository.check()]).toEqual([1, ""]);

  const revision = await space.revision();
  merge("--no-ff");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0, commitId: repository.tip() });
  expect((await installation()).pullRequest).toBeUndefined();
  expect(await space.revision()).toBe(revision);
  // What comes next is another request, and tells of nothing that is merged.
  [pulls[0]].forEach((pull) => pull && (pull.state = "closed"));
  await space.write("Guide", "Steps, best.\n");
  await space.sync();
  expect([pulls.length, log()]).toEqual([2, ["Update Guide"]]);
});

test("a request that is squashed agrees as well, and a branch that the host has deleted is made again", async () => {
  await connect();
  await space.write("Home", "Ours.\n");
  await space.sync();
  merge("--squash");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect((await installation()).pullRequest).toBeUndefined();
  await space.write("Home", "Ours, again.\n");
  await space.sync();
  expect(repository.show("README.md", branch())).toBe("# Home\n\nOurs, again.\n");
});

test("a correction of a reviewer counts also when the branch of the request is gone before anybody looks", async () => {
  await connect();
  const ours = "Fixed a bug where login failed on Safari browsers.";
  await space.write("Guide", `Steps.\n\n${ours}\n`);
  await space.sync();
  const theirs = ours.replace("Safari", "some");
  const reviewed = repository.commit({ "guide.md": `# Guide\n\nSteps.\n\n${theirs}\n` }, "Suggest", branch());
  host().git(repository.name, ["update-ref", "refs/pull/1/head", reviewed]);
  merge("--squash");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect((await space.page("Guide")).markdown).toBe(`Steps.\n\n${theirs}\n`);
});

test("what was proposed is the same once it is merged: new pages come once, and what was written since goes on", async () => {
  await connect();
  const insert = (title: string) =>
    space.change({ operation: "insert_page", title, document: { markdown: "Words.\n" } });
  await insert("New");
  await insert("Doomed");
  await space.write("Home", "First, proposed.\n\nSecond.\n");
  await space.sync();
  const { id } = await space.page("New");
  // Somebody goes on writing the very words that are being merged there, together with others.
  await space.write("Home", "First, better.\n\nSecond.\n");
  await space.change({ operation: "delete_page", page: (await space.page("Doomed")).id });
  merge("--squash");
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect(await space.texts()).toEqual({
    Home: "First, better.\n\nSecond.\n",
    Guide: "Steps, theirs.\n",
    New: "Words.\n",
  });
  expect((await space.page("New")).id).toBe(id);
  expect(repository.files(branch())).toMatchObject({
    "README.md": "# Home\n\nFirst, better.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
    "new.md": "# New\n\nWords.\n",
  });
  expect(Object.keys(repository.files(branch()))).not.toContain("doomed.md");
  merge("--no-ff");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.check()).toBe("");
});

test("a host that opens none says why, and what is taken back proposes nothing more", async () => {
  refusal = { status: 403, body: { message: "Resource not accessible by personal access token" } };
  await connect();
  await space.write("Home", "Ours.\n");
  await space.sync();
  expect((await installation()).pullRequest).toMatchObject({
    branch: `refs/heads/${branch()}`,
    problem: expect.stringContaining("Resource not accessible"),
  });
  await space.write("Home", "First.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect((await installation()).pullRequest).toBeUndefined();
});

test("what is taken back goes from the branch of proposals, so that nobody merges it later", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const tip = repository.tip();
  await space.write("Home", "First.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.files(branch())).toEqual(repository.files());
  expect(repository.tip()).toBe(tip);
  const proposed = repository.tip(branch());
  await space.sync();
  expect(repository.tip(branch())).toBe(proposed);
  merge("--no-ff");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect((await space.page("Home")).markdown).toBe("First.\n\nSecond.\n");
  // What is proposed next is one more commit there, and says what is new alone.
  await space.write("Home", "First.\n\nSecond, ours.\n");
  await space.sync();
  expect(repository.show("README.md", branch())).toBe("# Home\n\nFirst.\n\nSecond, ours.\n");
});

test("a push that a rule refuses leads to pull requests, by one answer", async () => {
  await connect({ outgoing: "push" });
  await space.write("Home", "Ours.\n");
  expect(await space.sync()).toMatchObject({
    state: "attention",
    attention: {
      kind: "protected",
      message: expect.stringContaining("main is protected"),
      choices: ["pull-request"],
    },
  });
  expect(await space.resolve("pull-request")).toMatchObject({ state: "synced", pagesAhead: 1 });
  expect(await installation()).toMatchObject({ outgoing: "pull-request", pullRequest: { number: 1 } });
});

test("a push that a rule refuses leads to pull requests by itself, where that was chosen", async () => {
  await connect({ outgoing: "push-or-pull-request" });
  await space.write("Home", "Ours.\n");
  const tip = repository.tip();
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 1 });
  expect(await installation()).toMatchObject({ outgoing: "pull-request", pullRequest: { number: 1 } });
  expect([repository.tip(), repository.show("README.md", branch())]).toEqual([tip, "# Home\n\nOurs.\n"]);
});

test.each(["push", "push-or-pull-request"])(
  "a first sync that was to go on top of such a branch asks, then is proposed too, and agrees (%s)",
  async (outgoing) => {
    const insert = (title: string, markdown: string) =>
      space.change({ operation: "insert_page", title, document: { markdown } });
    await insert("New", "Words.\n");
    await insert("Guide", "Steps, ours.\n");
    const tip = repository.tip();
    await connect({ direction: "lectern", outgoing });
    // What only the branch has comes in when somebody has said so, and not before.
    const { attention } = await space.sync();
    expect([attention.kind, attention.choices]).toEqual(["protected", ["pull-request"]]);
    expect(attention.message).toContain("A pull request replaces nothing at first");
    expect(await space.texts()).toEqual({ Guide: "Steps, ours.\n", New: "Words.\n" });
    expect(pulls).toEqual([]);
    await space.resolve("pull-request");
    // Both are joined: what only one side has goes to the other.
    const { state, held, commitId, lastRun } = await space.status();
    expect([state, held, commitId]).toEqual(["synced", [], tip]);
    expect(lastRun.report.notes.join()).toContain("nothing on it was replaced");
    const joined = "Steps, ours.\n\nSteps.\n";
    expect(await space.texts()).toEqual({ Home: "First.\n\nSecond.\n", Guide: joined, New: "Words.\n" });
    expect(repository.files(branch())).toMatchObject({
      "README.md": HOME,
      "guide.md": `# Guide\n\n${joined}`,
      "new.md": "# New\n\nWords.\n",
    });
    await space.write("Guide", "Steps, ours.\n");
    await space.sync();
    expect(repository.show("guide.md", branch())).toBe("# Guide\n\nSteps, ours.\n");
    repository.commit({ "new.md": "# New\n\nWords of a reviewer.\n" }, "Suggest", branch());
    repository.commit({ "other.md": "# Other\n\nTheirs.\n" });
    await space.sync();
    merge("--squash");
    expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
    expect(await space.texts()).toMatchObject({ Guide: "Steps, ours.\n", New: "Words of a reviewer.\n" });
    const after = [repository.tip(), repository.tip(branch()), pulls.length, await space.revision()];
    expect((await space.sync()).lastRun).toMatchObject({ operation: "check" });
    expect([repository.tip(), repository.tip(branch()), pulls.length, await space.revision()]).toEqual(after);
  },
);

test("what both sides have changed is held, and the rest is proposed", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.write("Guide", "Steps, ours.\n");
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  expect((await space.sync()).held).toMatchObject([{ kind: "page" }]);
  expect(repository.files(branch())).toEqual({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, ours.\n",
  });
  await space.resolve("lectern");
  expect(repository.show("README.md", branch())).toBe("# Home\n\nFirst, ours.\n\nSecond.\n");
});

test("a branch of its own that somebody else has written to is built upon, not over", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const theirs = repository.commit({ "extra.txt": "theirs" }, "By hand", branch());
  await space.write("Home", "First, ours again.\n\nSecond.\n");
  await space.sync();
  expect(host().git(repository.name, ["merge-base", theirs, branch()])).toBe(theirs);
  expect(repository.show("README.md", branch())).toContain("ours again");
  expect(repository.show("extra.txt", branch())).toBe("theirs");
});

test.each(["--no-ff", "--squash"] as const)(
  "a branch that is rewritten to before what was merged there (%s) takes nothing back unasked",
  async (how) => {
    await connect();
    const before = repository.tip() ?? "";
    await space.write("Home", "First, ours.\n\nSecond.\n");
    await space.sync();
    merge(how);
    expect((await space.sync()).state).toBe("synced");
    repository.move(before);
    expect(await space.sync()).toMatchObject({ state: "attention", attention: { kind: "rewritten" } });
    expect((await space.page("Home")).markdown).toBe("First, ours.\n\nSecond.\n");
  },
);

test("what a reviewer commits to a proposal stays there, whatever is proposed after it", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const guide = "# Guide\n\nSteps, by a reviewer.\n";
  repository.commit({ "guide.md": guide }, "Apply a suggestion", branch());
  const proposed = () => [repository.show("README.md", branch()), repository.show("guide.md", branch())];
  // Twice: the second proposal stands on what was kept by the first.
  for (const words of ["First, ours again.", "First, once more."]) {
    await space.write("Home", `${words}\n\nSecond.\n`);
    expect((await space.sync()).state).toBe("synced");
    expect(proposed()).toEqual([`# Home\n\n${words}\n\nSecond.\n`, guide]);
  }
  repository.commit({ "other.txt": "Moved" });
  await space.sync();
  expect(proposed()[1]).toBe(guide);
  expect(repository.show("other.txt", branch())).toBe("Moved");
  const tip = repository.tip(branch());
  await space.sync();
  expect(repository.tip(branch())).toBe(tip);
});

test("what a reviewer commits to a proposal stays there, also when it is taken back here and made again", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const guide = "# Guide\n\nSteps, by a reviewer.\n";
  repository.commit({ "guide.md": guide }, "Apply a suggestion", branch());
  await space.write("Home", "First.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  await space.write("Home", "First, ours after all.\n\nSecond.\n");
  expect((await space.sync()).state).toBe("synced");
  expect(repository.files(branch())).toEqual({
    "README.md": "# Home\n\nFirst, ours after all.\n\nSecond.\n",
    "guide.md": guide,
  });
});

test("what Lectern has proposed before it died is nobody else's word", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const pushes = () =>
    world()
      .deps.db.read.selectFrom("git_pushes")
      .selectAll()
      .where("installation_id", "=", space.installation)
      .execute();
  const [first] = await pushes();
  const guide = "# Guide\n\nSteps, by a reviewer.\n";
  repository.commit({ "guide.md": guide }, "Apply a suggestion", branch());
  await space.write("Home", "First, ours again.\n\nSecond.\n");
  await space.sync();
  // As if the second run had ended between its push and what it notes of it.
  await world().deps.db.transact(async (tx) => {
    const mine = tx.updateTable("git_pushes").where("installation_id", "=", space.installation);
    await mine.set({ state: "proposing" }).execute();
    await tx
      .insertInto("git_pushes")
      .values({ ...first!, id: "before", created_at: first!.created_at - 1 })
      .execute();
    const changed = tx.updateTable("git_installations").where("id", "=", space.installation);
    await changed.set({ base_revision: null, proposal_commit: first!.commit_id }).execute();
  });
  await space.write("Home", "First, ours once more.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(repository.files(branch())).toEqual({
    "README.md": "# Home\n\nFirst, ours once more.\n\nSecond.\n",
    "guide.md": guide,
  });
  expect(new Set((await pushes()).map(({ state }) => state))).toEqual(new Set(["proposed"]));
});

test("what Lectern had proposed before it died is known again where the host merged it at once", async () => {
  await connect();
  await space.change({ operation: "insert_page", title: "New", document: { markdown: "Words.\n" } });
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  const { id } = await space.page("New");
  // As if the run had ended between its push and what it notes of it.
  await world().deps.db.transact(async (tx) => {
    const isMine = ["installation_id", "=", space.installation] as const;
    await tx
      .updateTable("git_pushes")
      .set({ state: "proposing" })
      .where(...isMine)
      .execute();
    const none = { base_revision: null, proposal_commit: null, proposal_number: null, proposal_url: null };
    await tx.updateTable("git_installations").set(none).where("id", "=", space.installation).execute();
  });
  merge("--squash");
  repository.move(null, branch());
  // The words go on here meanwhile.
  await space.write("Home", "First, ours again.\n\nSecond.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect((await space.pages()).map(({ title }) => title).toSorted()).toEqual(["Guide", "Home", "New"]);
  expect((await space.page("New")).id).toBe(id);
  expect(repository.show("README.md", branch())).toBe("# Home\n\nFirst, ours again.\n\nSecond.\n");
});

test("a branch of proposals that takes no push says what to do, and offers no way that is none", async () => {
  await connect();
  refusePushes(host().create(repository.name), "no branches but main");
  await space.write("Home", "Ours.\n");
  const { state, attention } = await space.sync();
  expect([state, attention.kind, attention.choices]).toEqual(["attention", "protected", []]);
  expect(attention.message).toContain("no branches but main");
  expect(attention.message).toContain(`Let the token push to lectern/${space.id}`);
  // What never came there is nothing of ours there: it is forgotten, however often it was tried.
  await space.sync();
  await space.sync();
  const noted = await world()
    .deps.db.read.selectFrom("git_pushes")
    .select("state")
    .where("installation_id", "=", space.installation)
    .execute();
  expect(noted).toEqual([]);
});

test("a branch that keeps what was squashed there may be rewritten after it", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  merge("--squash");
  expect((await space.sync()).state).toBe("synced");
  const squashed = repository.tip() ?? "";
  repository.commit({ "other.md": "# Other\n\nToo early.\n" });
  expect((await space.sync()).state).toBe("synced");
  repository.move(squashed);
  expect(await space.sync()).toMatchObject({ state: "synced", commitId: squashed });
  expect(await space.texts()).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps.\n" });
});

test("what a reviewer takes back of a proposal stays so, and comes from the branch itself where that has it", async () => {
  await connect();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.sync();
  repository.commit({ "README.md": HOME }, "Not this", branch());
  await space.write("Guide", "Steps, ours.\n");
  expect((await space.sync()).state).toBe("synced");
  const proposed = { "README.md": HOME, "guide.md": "# Guide\n\nSteps, ours.\n" };
  expect(repository.files(branch())).toEqual(proposed);
  // The host brings the branch of proposals up to date, and the branch goes on: its word is nobody's on the proposal.
  const main = repository.commit({ "other.txt": "One" });
  const tree = { ...proposed, "other.txt": "One" };
  const merged = repository.commit(tree, "Update branch", branch());
  host().git(repository.name, ["update-ref", `refs/heads/${branch()}`, joined(merged, main)]);
  repository.commit({ "other.txt": "Two" });
  expect((await space.sync()).state).toBe("synced");
  expect(repository.files(branch())).toEqual({ ...proposed, "other.txt": "Two" });
});

/** A merge of two commits that says what the first one says. */
const joined = (one: string, other: string): string =>
  host().git(repository.name, [
    "commit-tree",
    `${one}^{tree}`,
    "-p",
    one,
    "-p",
    other,
    "-m",
    "Update branch",
  ]);

test("what a reviewer and somebody here have changed at once waits, and neither loses a word", async () => {
  await connect();
  await space.write("Guide", "Steps, ours.\n");
  await space.sync();
  const theirs = "# Home\n\nFirst, by a reviewer.\n\nSecond.\n";
  const tip = repository.commit({ "README.md": theirs }, "Apply a suggestion", branch());
  const ours = "First.\n\nSecond, ours as well.\n";
  await space.write("Home", ours);
  expect(await space.sync()).toMatchObject({
    state: "attention",
    attention: { kind: "proposal", message: expect.stringContaining("README.md. Merge the pull request") },
  });
  expect([repository.tip(branch()), (await space.page("Home")).markdown]).toEqual([tip, ours]);
  // Once it is merged, by whichever commit, both are merged as ever, and the rest is proposed.
  merge("--squash");
  const { state, attention, held } = await space.sync();
  expect([state, attention, held]).toEqual(["synced", undefined, []]);
  const both = "# Home\n\nFirst, by a reviewer.\n\nSecond, ours as well.\n";
  expect(repository.show("README.md", branch())).toBe(both);
});

test("a run that has died after its push proposes nothing twice", async () => {
  await connect();
  await space.write("Home", "Ours.\n");
  await space.sync();
  const tip = repository.tip(branch());
  await world().deps.db.transact((tx) =>
    tx
      .updateTable("git_installations")
      .set({ base_revision: null, proposal_commit: null, proposal_state: null, proposal_number: null })
      .where("id", "=", space.installation)
      .execute(),
  );
  await space.sync();
  expect([repository.tip(branch()), pulls.length]).toEqual([tip, 1]);
  expect((await installation()).pullRequest).toMatchObject({ number: 1 });
});

test("what the host tells of our own request needs no preview, and one that was closed is opened again", async () => {
  await connect();
  await space.write("Home", "Ours.\n");
  await space.sync();
  const tell = (state: string) => {
    const head = { sha: repository.tip(branch()), ref: branch(), repo: { id: 1 } };
    const base = { ref: "main", repo: { id: 1 } };
    const pull_request = { number: 1, title: "Update Home", state, merged: false, head, base };
    const raw = JSON.stringify({ action: "any", number: 1, pull_request });
    return world().call("POST", `/git/webhooks/${space.installation}`, {
      raw,
      headers: {
        "content-type": "application/json",
        "x-github-event": "pull_request",
        "x-github-delivery": `p${state}`,
        "x-hub-signature-256": `sha256=${createHmac("sha256", secret).update(raw).digest("hex")}`,
      },
    });
  };
  expect((await tell("open")).status).toBe(202);
  await world().runJobs();
  expect((await world().get(`${space.address}/reviews`, ada)).body.items).toEqual([]);
  for (const pull of pulls) pull.state = "closed";
  expect((await tell("closed")).status).toBe(202);
  expect((await installation()).pullRequest.number).toBeUndefined();
  await space.write("Home", "Ours, again.\n");
  await space.sync();
  expect((await installation()).pullRequest).toMatchObject({ number: 2 });
});

test("it has to have a branch to be for", async () => {
  const refused = await space.connect({ direction: "lectern", outgoing: "pull-request" });
  expect([refused.status, refused.body.error.details[0].path]).toEqual([400, "/outgoing"]);
  await space.change({ operation: "insert_page", title: "Mine", document: { markdown: "Here.\n" } });
  repository.move(null);
  await connect({ direction: "merge" });
  expect(await space.status()).toMatchObject({ state: "attention", attention: { kind: "branch-gone" } });
});

test("what was merged bit by bit can be taken back on the branch, while something else is still proposed", async () => {
  await connect();
  const home = (line: string): string => `# Home\n\n${line}\n\nSecond.\n`;
  await space.write("Guide", "Steps, ours.\n");
  for (const line of ["First, ours.", "First, better."]) {
    await space.write("Home", `${line}\n\nSecond.\n`);
    await space.sync();
    expect(repository.show("README.md", branch())).toBe(home(line));
    repository.commit({ "README.md": home(line) });
    await space.sync();
  }
  repository.commit({ "README.md": home("First, ours.") });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect((await space.page("Home")).markdown).toBe("First, ours.\n\nSecond.\n");
  expect(repository.files(branch())).toMatchObject({
    "README.md": home("First, ours."),
    "guide.md": "# Guide\n\nSteps, ours.\n",
  });
});
