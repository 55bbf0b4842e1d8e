/** What can't come in as it is: held on both sides until somebody decides, and never in the way of anything else. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const FILES = { "README.md": "# Home\n\nFirst.\n", "guide.md": "# Guide\n\nSteps.\n" };

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit(FILES);
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
});

/** Both sides say something else of a page. */
async function differ(title: string, ours: string, theirs: Readonly<Record<string, string>>) {
  await space.write(title, ours);
  repository.commit(theirs);
  return space.sync();
}

const at = (request: string) => `/spaces/${space.id}/change-requests/${request}`;
const conflictsIn = async (request: string): Promise<{ id: string }[]> =>
  (await world().get(`${at(request)}/conflicts`, ada)).body.items;
/** Decides the conflict about a page. */
async function decide(request: string, page: string, resolution: string) {
  const one = (await conflictsIn(request)).find((conflict) => JSON.stringify(conflict).includes(page));
  const answer = await world().put(`${at(request)}/conflicts/${one?.id}`, { resolution }, ada);
  expect(answer.status).toBe(200);
}
async function requestsOf(status: string): Promise<{ id: string }[]> {
  const { body } = await world().get(`/spaces/${space.id}/change-requests?status=${status}`, ada);
  return body.items;
}

test("is shown by one change request, which follows the branch", async () => {
  const first = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const [home, guide] = [(await space.page("Home")).id, (await space.page("Guide")).id];
  const request = first.held[0].changeRequest;
  const again = { "README.md": "# Home\n\nTheirs, again.\n", "guide.md": "# Guide\n\nTheir steps.\n" };
  const { held } = await differ("Guide", "Our steps.\n", again);
  expect(held).toEqual(
    expect.arrayContaining(
      [home, guide].map((id) => ({ kind: "page", id, reason: "both", changeRequest: request })),
    ),
  );
  expect([held.length, (await requestsOf("open")).length]).toEqual([2, 1]);
  await space.sync();
  expect((await space.status()).held).toEqual(held);
  await decide(request, home, "changed");
  await decide(request, guide, "primary");
  expect((await world().post(`${at(request)}/merge`, {}, ada)).body.result).toBe("merge");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await space.texts()).toEqual({ Home: "Theirs, again.\n", Guide: "Our steps.\n" });
  expect(repository.files()).toEqual({ ...again, "guide.md": "# Guide\n\nOur steps.\n" });
});

test("waits for the next change request once somebody has begun to decide in the one that is open", async () => {
  const first = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const request = first.held[0].changeRequest;
  const home = (await space.page("Home")).id;
  await decide(request, home, "changed");
  const { revision } = (await world().get(at(request), ada)).body;
  const theirs = { "README.md": "# Home\n\nTheirs, again.\n", "guide.md": "# Guide\n\nTheir steps.\n" };
  const { held } = await differ("Guide", "Our steps.\n", theirs);
  expect(held.map((one: { changeRequest?: string }) => one.changeRequest)).toEqual(
    expect.arrayContaining([request, undefined]),
  );
  expect((await world().get(at(request), ada)).body.revision).toBe(revision);
  expect((await world().post(`${at(request)}/merge`, {}, ada)).body.result).toBe("merge");
  const after = await space.sync();
  expect(after.held).toMatchObject([
    { id: (await space.page("Guide")).id, changeRequest: expect.any(String) },
  ]);
  expect(after.held[0].changeRequest).not.toBe(request);
  expect(await space.texts()).toEqual({ Home: "Theirs, again.\n", Guide: "Our steps.\n" });
});

test("stays where it is when its change request is archived, and is decided without one", async () => {
  const { held } = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const request = held[0].changeRequest;
  expect((await world().patch(at(request), { status: "archived" }, ada)).status).toBe(200);
  expect((await space.sync()).held).toEqual(held);
  expect(await requestsOf("open")).toEqual([]);
  // What the branch says otherwise is asked about again.
  repository.commit({ "README.md": "# Home\n\nTheirs, again.\n" });
  const again = (await space.sync()).held[0].changeRequest;
  expect(again).not.toBe(request);
  expect((await world().patch(at(again), { status: "archived" }, ada)).status).toBe(200);
  expect(await space.resolve("git")).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await space.texts()).toMatchObject({ Home: "Theirs, again.\n" });
});

test("stays held where its file grows beyond what is taken, run after run", async () => {
  await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const { id } = await space.page("Home");
  repository.commit({ "README.md": `# Home\n\n${"Many words of a log.\n".repeat(260_000)}` });
  const held = [{ kind: "page", id, reason: "size" }];
  expect(await space.sync()).toMatchObject({ state: "synced", held });
  await differ("Guide", "Ours.\n", { "new.md": "# New\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held });
  expect(await space.texts()).toMatchObject({ Home: "Ours.\n", New: "" });
  expect(repository.show("guide.md")).toBe("# Guide\n\nOurs.\n");
});

test("is all that is decided, also where the run that should do it stands still", async () => {
  await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  host().fault = () => ({ status: 404 });
  expect(await space.resolve("git")).toMatchObject({ attention: { kind: "not-found" } });
  host().fault = () => undefined;
  await space.write("Guide", "Ours, of the guide.\n");
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(await space.texts()).toMatchObject({ Guide: "Ours, of the guide.\n" });
  expect(repository.show("guide.md")).toContain("Ours, of the guide.");
});

/** Answers what a status asks. */
const answer = (choice: string, question: string) =>
  world().post(`${space.address}/resolve`, { choice, question }, ada);

test("is decided by who has seen it: what is held by now is another question", async () => {
  const { question } = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const now = await differ("Guide", "Our steps.\n", { "guide.md": "# Guide\n\nTheir steps.\n" });
  expect([question, now.question]).toEqual([
    expect.stringMatching(/^held /),
    expect.stringMatching(/^held /),
  ]);
  expect((await space.sync()).question).toBe(now.question);
  for (const other of [question, "held"]) {
    const refused = await answer("git", other);
    expect([refused.status, refused.body.error?.type]).toEqual([409, "git-changed"]);
  }
  expect(await space.texts()).toEqual({ Home: "Ours.\n", Guide: "Our steps.\n" });
  expect((await answer("git", now.question)).status).toBe(200);
  await world().runJobs();
  const after = await space.status();
  expect([after.state, after.held, after.question]).toEqual(["synced", [], undefined]);
  expect(await space.texts()).toEqual({ Home: "Theirs.\n", Guide: "Their steps.\n" });
});

test.each([
  ["git", "the space", () => space.write("Home", "Ours, of a colleague.\n")],
  ["lectern", "the branch", () => void repository.commit({ "README.md": "# Home\n\nTheirs, of another.\n" })],
])("isn't decided for %s where %s says something else of it by then", async (choice, _, change) => {
  const { question, held } = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  await change();
  const [text, file] = [await space.texts(), repository.files()];
  expect((await answer(choice, question)).status).toBe(200);
  await world().runJobs();
  const after = await space.status();
  expect(after).toMatchObject({ state: "synced", held: [{ id: held[0].id, reason: "both" }] });
  expect([await space.texts(), repository.files()]).toEqual([text, file]);
  expect(after.question).not.toBe(question);
  expect((await answer(choice, after.question)).status).toBe(200);
  await world().runJobs();
  expect((await space.status()).held).toEqual([]);
});

test("is decided also where a run is under way: it ends, and the next one does it", async () => {
  const { question } = await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  await space.write("Guide", "Our steps.\n");
  const answers: number[] = [];
  // Its words have come in by then, and go out.
  host().fault = async ({ url = "" }) => {
    if (url.includes("service=git-receive-pack") && answers.length === 0) {
      answers.push(0);
      answers[0] = (await answer("git", question)).status;
    }
    return undefined;
  };
  await space.sync();
  host().fault = () => undefined;
  expect(answers).toEqual([200]);
  expect(await space.status()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await space.texts()).toEqual({ Home: "Theirs.\n", Guide: "Our steps.\n" });
});

test("keeps a page out whose file holds an API token that works, and nothing else", async () => {
  const { body: token } = await world().post("/user/tokens", { label: "Leaked" }, ada);
  const secret = token.token;
  const leaking = `# Home\n\nUse ${secret}.\n`;
  repository.commit({
    "README.md": leaking,
    "new.md": `# New\n\nAlso ${secret}.\n`,
    "guide.md": "# Guide\n\nTheirs.\n",
  });
  const status = await space.sync();
  const { id: home } = await space.page("Home");
  expect(status).toMatchObject({ state: "synced", held: [{ kind: "page", id: home, reason: "token" }] });
  expect(status.lastRun.report.imported.skipped).toMatchObject([{ path: "README.md" }, { path: "new.md" }]);
  expect(await space.texts()).toEqual({ Home: "First.\n", Guide: "Theirs.\n" });
  // What is written here meanwhile doesn't take the place of what the branch says; all else goes out.
  await space.write("Home", "First, ours.\n");
  await space.write("Guide", "Theirs, and ours.\n");
  expect((await space.sync()).held).toEqual(status.held);
  expect(repository.show("README.md")).toBe(leaking);
  expect(repository.show("guide.md")).toBe("# Guide\n\nTheirs, and ours.\n");
  const asked = await world().post(`${space.address}/resolve`, { choice: "lectern" }, ada);
  expect([asked.status, asked.body.error.type]).toEqual([409, "nothing-to-decide"]);
  // Once the token has ended, whoever asks has it come in.
  expect((await world().delete(`/user/tokens/${token.id}`, ada)).status).toBeLessThan(300);
  const after = await space.sync();
  expect(after.held).toMatchObject([{ id: home, reason: "both" }]);
  expect(await space.texts()).toMatchObject({ New: `Also ${secret}.\n` });
  expect(await space.resolve("git")).toMatchObject({ state: "synced", held: [] });
  expect((await space.page("Home")).markdown).toBe(`Use ${secret}.\n`);
});

test("takes nothing away where a page is renamed by the commit that brings a token", async () => {
  const { body: token } = await world().post("/user/tokens", { label: "Leaked, and moved" }, ada);
  const { id: guide } = await space.page("Guide");
  repository.commit({ "guide.md": null, "manual.md": `# Guide\n\nFirst.\n\nUse ${token.token}.\n` });
  expect(await space.sync()).toMatchObject({ state: "attention", attention: { kind: "content" } });
  expect((await space.page("Guide")).id).toBe(guide);
});

test.each([
  ["git", "a side for what is held"],
  ["lectern", "the other one"],
])("who says %s, %s, has not said that pages may go", async (choice) => {
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`page-${index}.md`, `# Page ${index}\n\nText.\n`]),
  );
  repository.commit(many);
  await space.sync();
  await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  repository.commit(Object.fromEntries(Object.keys(many).map((path) => [path, null])));
  expect(await space.resolve(choice)).toMatchObject({
    state: "attention",
    attention: { kind: "mass-deletion", choices: ["apply", "lectern"] },
  });
  expect(await space.pages()).toHaveLength(32);
  expect(await space.resolve("apply")).toMatchObject({ state: "synced" });
  expect(await space.pages()).toHaveLength(2);
});

test("is decided as it was when somebody said so: what differs since then is held anew", async () => {
  await differ("Home", "Ours.\n", { "README.md": "# Home\n\nTheirs.\n" });
  const guide = (await space.page("Guide")).id;
  // Nobody has been asked of this one yet.
  await space.write("Guide", "Our steps.\n");
  repository.commit({ "guide.md": "# Guide\n\nTheir steps.\n" });
  expect(await space.resolve("git")).toMatchObject({
    state: "synced",
    held: [{ id: guide, reason: "both", changeRequest: expect.any(String) }],
  });
  expect(await space.texts()).toEqual({ Home: "Theirs.\n", Guide: "Our steps.\n" });
  const [{ id: request } = { id: "" }] = await requestsOf("open");
  expect(JSON.stringify(await conflictsIn(request))).toContain(guide);
  expect(await conflictsIn(request)).toHaveLength(1);
  expect(await space.resolve("lectern")).toMatchObject({ state: "synced", held: [] });
  expect(repository.files()).toEqual({
    "README.md": "# Home\n\nTheirs.\n",
    "guide.md": "# Guide\n\nOur steps.\n",
  });
});

test("stays as it was where its file grows beyond what is taken, and all else goes on", async () => {
  const { id: home } = await space.page("Home");
  const grown = `# Home\n\n${"Many words of a log.\n".repeat(260_000)}`;
  repository.commit({ "README.md": grown, "guide.md": "# Guide\n\nTheirs.\n" });
  const status = await space.sync();
  expect(status).toMatchObject({ state: "synced", held: [{ kind: "page", id: home, reason: "size" }] });
  expect(status.lastRun.report.notes.join()).toContain("Split");
  expect(await space.texts()).toEqual({ Home: "First.\n", Guide: "Theirs.\n" });
  await space.write("Home", "First, ours.\n");
  await space.write("Guide", "Theirs, and ours.\n");
  expect((await space.sync()).held).toEqual(status.held);
  expect([repository.show("README.md") === grown, repository.show("guide.md")]).toEqual([
    true,
    "# Guide\n\nTheirs, and ours.\n",
  ]);
  repository.commit({ "README.md": "# Home\n\nFirst.\n\nTheirs.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect((await space.page("Home")).markdown).toBe("First, ours.\n\nTheirs.\n");
});

test("stays as it was where its file becomes a link, a submodule or no text, and comes back by itself", async () => {
  const text = (title: string) => `# ${title}\n\nFirst.\n`;
  const plain = {
    "README.md": text("Home"),
    "guide.md": text("Guide"),
    "more/README.md": text("More"),
    "more/a.md": text("A"),
  };
  repository.commit({ ...plain, "other.md": text("Other") });
  await space.sync();
  const ids = async () => Object.fromEntries((await space.pages()).map(({ title, id }) => [title, id]));
  const before = await ids();
  expect(Object.keys(before).toSorted()).toEqual(["A", "Guide", "Home", "More", "Other"]);
  // The folder is elsewhere from now on, one file is Latin-1, and one a repository of its own.
  repository.commit({ "more/README.md": null, "more/a.md": null });
  const latin = Buffer.from("# Home\n\nGr\u00fc\u00dfe.\n", "latin1");
  const from = repository.commit(
    { more: "../elsewhere", "guide.md": repository.tip()!, "other.md": "# Other\n\nTheirs.\n" },
    "Move",
    "main",
    { more: "120000", "guide.md": "160000" },
  );
  host().git(
    repository.name,
    ["fast-import", "--quiet", "--done", "--force"],
    Buffer.concat([
      Buffer.from(
        `commit refs/heads/main\ncommitter Ann <ann@example.com> 1700000000 +0000\ndata 4\nEdit\nfrom ${from}\nM 100644 inline README.md\ndata ${latin.length}\n`,
      ),
      latin,
      Buffer.from("\ndone\n"),
    ]),
  );
  const tree = () => host().git(repository.name, ["ls-tree", "-r", "main"]);
  const theirs = tree();
  const status = await space.sync();
  expect(status).toMatchObject({ state: "synced", pagesAhead: 0 });
  const unreadable = ["A", "Guide", "Home", "More"].map((title) => ({
    kind: "page",
    id: before[title],
    reason: "unreadable",
  }));
  expect(status.held).toHaveLength(4);
  expect(status.held).toEqual(expect.arrayContaining(unreadable));
  expect(await ids()).toEqual(before);
  expect(await space.texts()).toMatchObject({ A: "First.\n", Guide: "First.\n", Other: "Theirs.\n" });
  // What is written here meanwhile waits, and takes no link away.
  await space.write("Guide", "First, ours.\n");
  expect((await space.sync()).held).toHaveLength(4);
  expect(tree()).toBe(theirs);
  repository.commit({ more: null, "guide.md": null });
  repository.commit(plain);
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await ids()).toEqual(before);
  expect(repository.show("guide.md")).toBe("# Guide\n\nFirst, ours.\n");
});

test.each([
  ["alone", {}],
  ["beside other changes", { "new.md": "# New\n\nTheirs.\n" }],
])("keeps the condition of a page whose front matter is too much to be read: %s", async (_, more) => {
  const page = (list: number, text: string): string =>
    `---\nif: visitor.claims.isStaff\nlist:\n${"  - a\n".repeat(list)}---\n\n# Guide\n\n${text}\n`;
  repository.commit({ "guide.md": page(2, "Steps.") });
  await space.sync();
  const before = await space.page("Guide");
  expect(before).toMatchObject({ condition: "visitor.claims.isStaff", markdown: "Steps.\n" });
  const long = page(2_500, "Theirs.");
  repository.commit({ "guide.md": long, ...more });
  const status = await space.sync();
  expect(status).toMatchObject({
    state: "synced",
    pagesAhead: 0,
    held: [{ kind: "page", id: before.id, reason: "unreadable" }],
  });
  expect(status.lastRun.report.imported.skipped).toEqual([
    { path: "guide.md", reason: expect.stringContaining("4,500 signs of YAML") },
  ]);
  expect(await space.page("Guide")).toEqual(before);
  expect(Object.keys(await space.texts())).toEqual(
    "new.md" in more ? ["Home", "Guide", "New"] : ["Home", "Guide"],
  );
  // Once more, and after a change here, it waits still.
  await space.write("Home", "First, ours.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [{ id: before.id }] });
  expect(repository.show("guide.md")).toBe(long);
  expect(await space.page("Guide")).toEqual(before);
  repository.commit({ "guide.md": page(2, "Theirs.") });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await space.page("Guide")).toMatchObject({
    id: before.id,
    condition: "visitor.claims.isStaff",
    markdown: "Theirs.\n",
  });
});

test("keeps its file though its page has another name here, and a new page its former one", async () => {
  const { id } = await space.page("Guide");
  repository.commit({ "guide.md": "../elsewhere.md" }, "Move", "main", { "guide.md": "120000" });
  expect((await space.sync()).held).toMatchObject([{ kind: "page", id, reason: "unreadable" }]);
  const link = () => host().git(repository.name, ["ls-tree", "main", "guide.md"]);
  const theirs = link();
  await space.change({ operation: "update_page", page: id, title: "Manual", slug: "manual" });
  await space.change({ operation: "insert_page", title: "Guide", document: { markdown: "Another.\n" } });
  expect((await space.sync()).held).toMatchObject([{ kind: "page", id }]);
  expect(link()).toBe(theirs);
  expect(repository.files()).toMatchObject({
    "SUMMARY.md": [
      "# Table of contents\n",
      "* [Home](README.md)",
      '* [Guide](guide.md) <!-- {"slug":"manual"} -->',
      '* [Guide](guide~2.md) <!-- {"slug":"guide"} -->\n',
    ].join("\n"),
    "guide~2.md": "# Guide\n\nAnother.\n",
  });
  // It may go here altogether: what comes to its place then lies elsewhere, too.
  for (const page of [id, (await space.page("Guide")).id])
    await space.change({ operation: "delete_page", page });
  await space.change({ operation: "insert_page", title: "Guide", document: { markdown: "Third.\n" } });
  await space.sync();
  expect(repository.show("guide~2.md")).toBe("# Guide\n\nThird.\n");
  expect(link()).toBe(theirs);
});

test.each([
  ["a link", "../SUMMARY.md", "120000"],
  ["no text", "\u0000", "100644"],
])("a table of contents that becomes %s is asked about, and left as it is", async (_, text, mode) => {
  const table = "* [Home](README.md)\n* [Zed](zed.md)\n* [A guide](guide.md)\n";
  repository.commit({ "SUMMARY.md": table, "zed.md": "# Zed\n\nLast.\n" });
  expect((await space.sync()).state).toBe("synced");
  repository.commit({ "SUMMARY.md": text }, "Move", "main", { "SUMMARY.md": mode });
  const tree = () => host().git(repository.name, ["ls-tree", "main", "SUMMARY.md"]);
  const theirs = tree();
  expect(await space.sync()).toMatchObject({
    state: "attention",
    attention: {
      kind: "mass-deletion",
      message: expect.stringContaining("table of contents is gone, a link"),
    },
  });
  await space.change({ operation: "insert_page", title: "New", document: { markdown: "n" } });
  expect(await space.sync()).toMatchObject({ state: "attention" });
  // Putting it back needs room for it: what is there is not written over.
  expect(await space.resolve("lectern")).toMatchObject({
    state: "attention",
    attention: {
      kind: "content",
      message: expect.stringContaining("to the branch: SUMMARY.md is a symbolic link"),
    },
  });
  expect(tree()).toBe(theirs);
  repository.commit({ "SUMMARY.md": null });
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show("SUMMARY.md")).toContain("[Zed](zed.md)\n* [Guide](guide.md)\n");
});

test("variables of a file that says nothing any more stay, and are changed where it is read again", async () => {
  const file = ".gitbook/vars.yaml";
  repository.commit({ [file]: "product: Lectern\n" });
  await space.sync();
  const variables = async () => (await world().get(`/spaces/${space.id}/content`, ada)).body.variables;
  expect(await variables()).toEqual({ product: "Lectern" });
  const typo = "product: [Lectern\n";
  repository.commit({ [file]: typo });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(await variables()).toEqual({ product: "Lectern" });
  await space.change({ operation: "set_variables", variables: { product: "Lanterns" } });
  await space.write("Home", "Goes on.\n");
  expect(await space.sync()).toMatchObject({
    state: "synced",
    held: [{ kind: "variable", id: "product", reason: "blocked" }],
  });
  expect([repository.show(file), repository.show("README.md")]).toEqual([typo, "# Home\n\nGoes on.\n"]);
  repository.commit({ [file]: "product: Lectern\nother: 1\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show(file)).toBe("other: 1\nproduct: Lanterns\n");
});
