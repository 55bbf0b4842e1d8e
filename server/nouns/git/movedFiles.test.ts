/** In a repository without a table of contents folders tell the tree: a page that is moved in Lectern moves there. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { resolvePath } from "../../content/formerSlugs.ts";
import { headOf } from "../../content/spaces.fixture.ts";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const many = process.env["LECTERN_TEST_TIER"] === "full" ? 500 : 30;
const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const FILES = {
  "package.json": "{}\n",
  "docs/README.md": "# Home\n\nSee [setup](guide/setup.md).\n",
  "docs/guide/README.md": "# Guide\n\nThen [setup](./setup.md).\n",
  "docs/guide/setup.md": "# Setup\r\n\r\nBack [home](../README.md).\r\n\r\n*  odd   spacing\r\n",
  "docs/reference/README.md": "# Reference\n\nAll.\n",
  "docs/reference/api.md": "# API\n\nCalls.\n",
};

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit(FILES);
  await space.connect({ direction: "git", confirm: true, projectDirectory: "docs" });
  await world().runJobs();
});

const move = async (title: string, into: string | null, at: number) => {
  const [page, parent] = [await space.page(title), into === null ? null : (await space.page(into)).id];
  await space.change({ operation: "update_page", page: page.id, into: parent, at });
};
const ids = async () => Object.fromEntries((await space.pages()).map(({ id, title }) => [title, id]));
const notes = async (): Promise<string> => ((await space.status()).lastRun.report?.notes ?? []).join();

test("a page goes to the folder of its new parent, and both sides go on with it there", async () => {
  const [before, tip] = [await ids(), repository.tip() ?? ""];
  await move("Setup", "Reference", 1);
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  const { "docs/guide/setup.md": setup, ...others } = FILES;
  const files = {
    ...others,
    "docs/README.md": "# Home\n\nSee [setup](reference/setup.md).\n",
    "docs/guide/README.md": "# Guide\n\nThen [setup](../reference/setup.md).\n",
    "docs/reference/setup.md": setup,
  };
  expect(repository.files()).toEqual(files);
  expect(host().git(repository.name, ["diff", "-M", "--name-status", tip, "main"])).toContain(
    "R100\tdocs/guide/setup.md\tdocs/reference/setup.md",
  );
  expect(await notes()).toBe("");
  const pushed = repository.tip();
  await space.sync();
  expect([repository.tip(), await ids()]).toEqual([pushed, before]);
  // Who works there edits it where it is now, and a new file is a page as ever.
  repository.commit({
    "docs/reference/setup.md": setup.replace("odd", "even"),
    "docs/reference/zoo.md": "# Zoo\n\nNew.\n",
  });
  await space.sync();
  const { Zoo: zoo, ...known } = await ids();
  expect([known, typeof zoo]).toEqual([before, "string"]);
  expect((await space.page("Setup")).markdown).toContain("even   spacing");
  await space.write("Setup", "Written here.\n");
  await space.sync();
  expect(repository.show("docs/reference/setup.md")).toContain("Written here.");
  expect(Object.keys(repository.files())).not.toContain("docs/SUMMARY.md");
});

test("what is edited there meanwhile goes along; back where it was, its file is the one of before", async () => {
  const before = await ids();
  const setup = FILES["docs/guide/setup.md"];
  await move("Setup", "Reference", 1);
  repository.commit({ "docs/guide/setup.md": setup.replace("odd", "even") });
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show("docs/reference/setup.md")).toBe(setup.replace("odd", "even"));
  repository.commit({ "docs/zoo.md": "# Zoo\n\nSee [setup](reference/setup.md).\n" });
  await move("Setup", "Guide", 0);
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  const { "docs/zoo.md": zoo, ...files } = repository.files();
  expect(zoo).toBe("# Zoo\n\nSee [setup](guide/setup.md).\n");
  expect(files).toEqual({
    ...FILES,
    "docs/guide/README.md": "# Guide\n\nThen [setup](setup.md).\n",
    "docs/guide/setup.md": setup.replace("odd", "even"),
  });
  const { Zoo: _, ...known } = await ids();
  expect(known).toEqual(before);
});

test.each(["here", "there"])("a page that is moved %s and deleted on the other side stays", async (side) => {
  const before = await ids();
  const setup = FILES["docs/guide/setup.md"];
  const isHere = side === "here";
  if (isHere) await move("Setup", "Reference", 1);
  else await space.change({ operation: "delete_page", page: (await space.page("Setup")).id });
  repository.commit({ "docs/guide/setup.md": null, ...(isHere ? {} : { "docs/reference/setup.md": setup }) });
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  const paths = Object.keys(FILES).filter((path) => path !== "docs/guide/setup.md");
  expect(Object.keys(repository.files()).toSorted()).toEqual(
    [...paths, "docs/reference/setup.md"].toSorted(),
  );
  expect(repository.show("docs/reference/setup.md")).toContain("*  odd   spacing");
  expect(await ids()).toEqual(before);
});

test("two files of one name change their folders at once", async () => {
  repository.commit({ "docs/reference/setup.md": "# Setup of both\n\nOther.\n" });
  await space.sync();
  const before = await ids();
  const [one, other] = [await space.page("Setup"), await space.page("Setup of both")];
  const [guide, reference] = [await space.page("Guide"), await space.page("Reference")];
  await space.change(
    { operation: "update_page", page: one.id, into: reference.id, at: 1, slug: "between" },
    { operation: "update_page", page: other.id, into: guide.id, at: 0 },
    { operation: "update_page", page: one.id, slug: "setup" },
  );
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show("docs/guide/setup.md")).toBe("# Setup of both\n\nOther.\n");
  expect(repository.show("docs/reference/setup.md")).toContain("*  odd   spacing");
  expect(Object.keys(repository.files())).not.toContain("docs/SUMMARY.md");
  const pushed = repository.tip();
  repository.commit({ "docs/reference/setup.md": "# Setup\r\n\r\nWritten there.\r\n" });
  await space.sync();
  expect([repository.tip() === pushed, await ids()]).toEqual([false, before]);
  expect((await space.page("Setup")).markdown).toBe("Written there.\r\n");
});

test("a page takes what is below it along, however much that is", async () => {
  const many = Array.from({ length: 30 }, (_, index) => `docs/guide/p${String(index + 10)}.md`);
  repository.commit(Object.fromEntries(many.map((path) => [path, `# ${path}\n\nText of ${path}.\n`])));
  await space.sync();
  const before = await ids();
  await move("Guide", "Reference", 1);
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  const paths = Object.keys(repository.files());
  expect(paths).toContain("docs/reference/guide/README.md");
  for (const path of many) expect(paths).toContain(path.replace("docs/", "docs/reference/"));
  expect(paths.filter((path) => path.startsWith("docs/guide/") || path.endsWith("SUMMARY.md"))).toEqual([]);
  await space.sync();
  expect(await ids()).toEqual(before);
});

test("a link to what is nothing of the space leads there from where the page is, through edits and back", async () => {
  const setup = "# Setup\n\nSee [code](../../src/main.ts) and [todo](todo.md).\n";
  const there = "# Setup\n\nSee [code](../../../src/main.ts) and [todo](../../guide/todo.md).\n";
  repository.commit({ "docs/guide/setup.md": setup });
  await space.sync();
  await move("Setup", "API", 0);
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show("docs/reference/api/setup.md")).toBe(there);
  await space.write("Setup", `${(await space.page("Setup")).markdown}\nMore.\n`);
  await space.sync();
  expect(repository.show("docs/reference/api/setup.md")).toBe(`${there}\nMore.\n`);
  // All of them are looked at.
  repository.commit({ "docs/reference/zoo.md": "# Zoo\n\nNew.\n" });
  await space.sync();
  expect(repository.show("docs/reference/api/setup.md")).toBe(`${there}\nMore.\n`);
  await move("Setup", "Guide", 0);
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(repository.show("docs/guide/setup.md")).toBe(`${setup}\nMore.\n`);
  expect(Object.keys(repository.files())).not.toContain("docs/SUMMARY.md");
});

test("an order that names can't tell begins a table of contents, and the run says so once", async () => {
  await move("API", null, 1);
  await move("Reference", null, 1);
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(repository.show("docs/SUMMARY.md")).toContain("* [Reference](reference/README.md)");
  expect(Object.keys(repository.files())).toContain("docs/reference/api.md");
  expect(await notes()).toContain("docs/SUMMARY.md is new on the branch");
  await move("Setup", "Reference", 0);
  await space.sync();
  expect(await notes()).toBe("");
});

test("a table of contents that is only proposed is said to be in the pull request, once", async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit(FILES);
  const way = { projectDirectory: "docs", outgoing: "pull-request" };
  await space.connect({ direction: "git", confirm: true, ...way });
  await world().runJobs();
  await space.write("API", "Said before.\n");
  await space.sync();
  expect(await notes()).not.toContain("SUMMARY.md is new");
  await move("Reference", null, 1);
  await space.sync();
  expect(await notes()).toContain("docs/SUMMARY.md is new in the pull request");
  await space.write("API", "Said later.\n");
  await space.sync();
  expect(await notes()).not.toContain("SUMMARY.md is new");
  expect(Object.keys(repository.files())).not.toContain("docs/SUMMARY.md");
});

test("a table of contents that began while a page was held goes with the first push after that", async () => {
  const before = await ids();
  const { body: token } = await world().post("/user/tokens", { label: "Leaked" }, ada);
  const guide = FILES["docs/guide/README.md"];
  repository.commit({ "docs/guide/README.md": `${guide}\nUse ${token.token}.\n` });
  await move("Setup", "Reference", 1);
  expect((await space.sync()).held).toEqual([{ kind: "page", id: before["Guide"], reason: "token" }]);
  const stays = expect.arrayContaining(["docs/SUMMARY.md", "docs/guide/setup.md"]);
  expect(Object.keys(repository.files())).toEqual(stays);
  await world().delete(`/user/tokens/${token.id}`, ada);
  expect((await space.sync()).held).toEqual([]);
  await space.write("API", "Calls, and more.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  expect(Object.keys(repository.files()).toSorted()).toEqual(
    Object.keys(FILES)
      .map((path) => (path === "docs/guide/setup.md" ? "docs/reference/setup.md" : path))
      .toSorted(),
  );
  const tip = repository.tip();
  await space.sync();
  expect([repository.tip(), await ids()]).toEqual([tip, before]);
  // A new file is a page again.
  repository.commit({ "docs/zoo.md": "# Zoo\n\nNew.\n" });
  await space.sync();
  expect(Object.keys(await ids())).toContain("Zoo");
  expect(repository.check()).toBe("");
});

test.each([
  ["a pull request", "pull-request"],
  ["a push", "push"],
])(
  "a table of contents that began for a while by %s goes by a pull request, and nobody is asked",
  async (_, begun) => {
    const before = await ids();
    await world().patch(space.address, { outgoing: begun }, ada);
    const { body: token } = await world().post("/user/tokens", { label: "Leaked" }, ada);
    const guide = FILES["docs/guide/README.md"];
    repository.commit({ "docs/guide/README.md": `${guide}\nUse ${token.token}.\n` });
    await move("Setup", "Reference", 1);
    await space.sync();
    if (begun === "pull-request") repository.merge(`lectern/${space.id}`, "--no-ff");
    expect(await space.sync()).toMatchObject({ state: "synced", held: [{ id: before["Guide"] }] });
    expect(Object.keys(repository.files())).toContain("docs/SUMMARY.md");
    await world().patch(space.address, { outgoing: "pull-request" }, ada);
    await world().delete(`/user/tokens/${token.id}`, ada);
    await space.sync();
    await space.write("API", "Calls, and more.\n");
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    repository.merge(`lectern/${space.id}`, "--no-ff");
    expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
    expect(Object.keys(repository.files()).toSorted()).toEqual(
      Object.keys(FILES)
        .map((path) => (path === "docs/guide/setup.md" ? "docs/reference/setup.md" : path))
        .toSorted(),
    );
    const tip = repository.tip();
    await space.sync();
    expect([repository.tip(), await ids()]).toEqual([tip, before]);
    expect((await space.page("API")).markdown).toBe("Calls, and more.\n");
  },
);

test(`${many} files that are renamed at once keep the comments on their pages, and their addresses lead on`, async () => {
  const all = Array.from({ length: many }, (_, at) => at);
  const text = (at: number) => `# Page ${at}\n\nWords of ${at}, and [home](../README.md).\n`;
  repository.commit(Object.fromEntries(all.map((at) => [`docs/guide/p${at}.md`, text(at)])));
  await space.sync();
  const before = await space.pages();
  const known = new Map(before.map((page) => [page.title, page]));
  const comments = `/spaces/${space.id}/comments`;
  const said = new Map<string, string>();
  for (const at of all) {
    const { id = "" } = known.get(`Page ${at}`) ?? {};
    const { body } = await world().post(comments, { body: { markdown: `Why ${at}?` }, page: id }, ada);
    said.set(id, body.id);
  }
  repository.commit(
    Object.fromEntries(
      all.flatMap((at) => [
        [`docs/guide/p${at}.md`, null],
        [`docs/reference/q${at}.md`, text(at)],
      ]),
    ),
  );
  const tip = repository.tip();
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect(repository.tip()).toBe(tip);
  const { db, content: contents } = world().deps;
  const content = contents.of(world().organization);
  const root = await content.root((await headOf(db.read, space.id))?.root ?? "");
  const now = new Map((await space.pages()).map((page) => [page.id, page]));
  for (const { id, title, path } of known.values()) {
    expect(now.get(id)?.title).toBe(title);
    expect((await resolvePath(db.read, content, space.id, root, path))?.page.id).toBe(id);
  }
  expect(now.get(known.get("Page 7")?.id ?? "")?.path).toBe("reference/q7");
  for (const [page, id] of said)
    expect((await world().get(`${comments}?targetPage=${page}`, ada)).body.items).toMatchObject([
      { id, target: { page: { id: page, outdated: false } } },
    ]);
});
