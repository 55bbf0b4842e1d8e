/** Pages and pictures that were proposed on a branch of its own, and what others make of their files there. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "README.md": "# Home\n\nFirst.\n\nSecond.\n", "guide.md": "# Guide\n\nSteps.\n" });
  await space.connect({ direction: "git", confirm: true, outgoing: "pull-request" });
  await world().runJobs();
});

const branch = () => `lectern/${space.id}`;

test("another file at a name that a page here was only renamed to is another page", async () => {
  const { id } = await space.page("Guide");
  await space.change({ operation: "update_page", page: id, slug: "manual" });
  await space.sync();
  expect(repository.files(branch())).toMatchObject({ "manual.md": "# Guide\n\nSteps.\n" });
  repository.commit({ "manual.md": "# Other\n\nOther words.\n" });
  expect((await space.sync()).state).toBe("synced");
  expect(await space.texts()).toEqual({
    Home: "First.\n\nSecond.\n",
    Guide: "Steps.\n",
    Other: "Other words.\n",
  });
  expect((await space.page("Guide")).id).toBe(id);
  expect(repository.files()).toMatchObject({
    "manual.md": "# Other\n\nOther words.\n",
    "guide.md": "# Guide\n\nSteps.\n",
  });
});

test("another file at the name that a page made here was only proposed under leaves its words alone", async () => {
  const document = { markdown: "Ours.\n\nAll of it is.\n" };
  await space.change({ operation: "insert_page", title: "Changes", document });
  await space.sync();
  const { id } = await space.page("Changes");
  repository.commit({ "changes.md": "# News\n\nNothing of that is ours.\n" });
  expect((await space.sync()).state).toBe("synced");
  expect(await space.texts()).toMatchObject({
    Changes: "Ours.\n\nAll of it is.\n",
    News: "Nothing of that is ours.\n",
  });
  expect((await space.page("Changes")).id).toBe(id);
});

test.each([
  ["renames it", "fresh.md", "fresh"],
  ["hangs it below another page", "guide/new.md", "guide/new"],
])(
  "what is new in a proposal keeps its id where a reviewer %s there, and stays so",
  async (_how, file, path) => {
    const document = { markdown: "Words.\n\nMore of them.\n" };
    await space.change({ operation: "insert_page", title: "New", document });
    await space.sync();
    const { id } = await space.page("New");
    const text = repository.show("new.md", branch());
    repository.commit({ "new.md": null, [file]: text }, "Move", branch());
    await space.sync();
    repository.merge(branch(), "--squash");
    repository.move(null, branch());
    expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
    const pages = await space.pages();
    expect(pages.flatMap((page) => (page.title === "New" ? [page.id, page.path] : []))).toEqual([id, path]);
    expect(Object.keys(repository.files())).toContain(file);
    expect(await space.texts()).toMatchObject({ New: "Words.\n\nMore of them.\n" });
    expect(repository.tip(branch())).toBeUndefined();
  },
);

test("what a reviewer has changed of a new page comes in with the merge, beside what was written here", async () => {
  const document = { markdown: "Words.\n\nMore of them.\n\nAnd more.\n" };
  await space.change({ operation: "insert_page", title: "New", document });
  await space.sync();
  const { id } = await space.page("New");
  const text = "# New\n\nWords.\n\nMore of these.\n\nAnd more.\n";
  repository.commit({ "new.md": text }, "Apply a suggestion", branch());
  repository.merge(branch(), "--squash");
  await space.write("New", "Words, ours.\n\nMore of them.\n\nAnd more.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  const both = "Words, ours.\n\nMore of these.\n\nAnd more.\n";
  expect(await space.page("New")).toMatchObject({ id, markdown: both });
  expect(repository.show("new.md", branch())).toBe(`# New\n\n${both}`);
});

test.each([
  ["as it was proposed", "More."],
  ["with a reviewer's word", "More, theirs."],
])(
  "what was written here after a proposal stays where that one comes to the branch, %s, and not the one after it",
  async (_how, line) => {
    const document = { markdown: "Words.\n\nMore.\n\nAnd more.\n" };
    await space.change({ operation: "insert_page", title: "New", document });
    await space.sync();
    const { id } = await space.page("New");
    const first = repository.show("new.md", branch());
    await space.write("New", "Words.\n\nMore.\n\nAnd more.\n\nOurs.\n");
    await space.sync();
    expect(repository.show("new.md", branch())).toContain("Ours.");
    repository.commit({ "new.md": first.replace("More.", line) });
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    const both = `Words.\n\n${line}\n\nAnd more.\n\nOurs.\n`;
    expect(await space.page("New")).toMatchObject({ id, markdown: both });
    expect(repository.show("new.md", branch())).toBe(`# New\n\n${both}`);
  },
);

test("another file that shares half its lines with a page that is only proposed takes none of its words", async () => {
  const document = { markdown: "Owner:\n\nStatus:\n\nOurs, and nobody else's.\n" };
  await space.change({ operation: "insert_page", title: "New", document });
  await space.sync();
  const { id } = await space.page("New");
  repository.commit({ "template.md": "# New\n\nOwner:\n\nStatus:\n\nTheirs.\n" });
  expect((await space.sync()).held).toEqual([]);
  const pages = (await space.pages()).filter(({ title }: { title: string }) => title === "New");
  const texts = await Promise.all(
    pages.map(async (page: { id: string }) => [
      page.id === id,
      (await world().get(`/spaces/${space.id}/content/page/${page.id}`, ada)).body.markdown,
    ]),
  );
  expect(texts.toSorted()).toEqual([
    [false, "Owner:\n\nStatus:\n\nTheirs.\n"],
    [true, "Owner:\n\nStatus:\n\nOurs, and nobody else's.\n"],
  ]);
});

test("a new page of which a reviewer has left next to nothing is another one: both stay", async () => {
  const document = { markdown: "Words.\n\nMore of them.\n" };
  await space.change({ operation: "insert_page", title: "New", document });
  await space.sync();
  const { id } = await space.page("New");
  const text = "# News\n\nNothing of that was proposed.\n";
  repository.commit({ "new.md": text }, "Rewrite", branch());
  repository.merge(branch(), "--squash");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect(await space.page("New")).toMatchObject({ id, markdown: "Words.\n\nMore of them.\n" });
  expect((await space.page("News")).markdown).toBe("Nothing of that was proposed.\n");
  expect(Object.values(repository.files(branch()))).toEqual(
    expect.arrayContaining([text, "# New\n\nWords.\n\nMore of them.\n"]),
  );
});

test("a picture that a reviewer makes smaller in a proposal is the same picture, and asked about", async () => {
  const file = {
    name: "a.png",
    contentType: "image/png",
    base64: Buffer.from("a picture").toString("base64"),
  };
  const changes = [{ operation: "insert_files", files: [file] }];
  const { body } = await world().post(`/spaces/${space.id}/content`, { changes }, ada);
  const { id } = body.insertedFiles[0];
  await space.write("Guide", `![](/files/${id})\n`);
  await space.sync();
  const path = ".gitbook/assets/a.png";
  expect(repository.show(path, branch())).toBe("a picture");
  repository.commit({ [path]: "smaller" }, "Compress", branch());
  repository.merge(branch(), "--squash");
  repository.move(null, branch());
  expect((await space.sync()).held).toMatchObject([{ kind: "file", id }]);
  const files = async () => (await world().get(`/spaces/${space.id}/content/files`, ada)).body.items;
  expect(await files()).toMatchObject([{ id, size: "a picture".length }]);
  await space.resolve("git");
  expect(await files()).toMatchObject([{ id, size: "smaller".length }]);
});
