import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import { refusePushes } from "../../test/gitHost.ts";
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
  host().fault = () => undefined;
  host().tokens.clear();
  space = await newSpace(world(), ada, host());
  repository = space.repository;
});

const FILES = {
  "SUMMARY.md":
    "# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n  * [Deep & far](sub/deep.md)\n",
  "README.md":
    "---\nicon:   'house'\n# kept\n---\n\n# Home\n\nTo the [guide](./guide.md).\n\nSecond block.\n",
  "guide.md": "Guide\r\n=====\r\n\r\nWindows here.\r\n\r\nLast block, no end",
  "sub/deep.md": "# Deep & far\n\n![](<../a b.png>)\n",
  "a b.png": "bytes",
  LICENSE: "as it is\n",
};

/** A space that has taken in the files, and has nothing to give. */
async function connected(files: Readonly<Record<string, string>> = FILES): Promise<string> {
  const tip = repository.commit(files);
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
  expect(await space.status()).toMatchObject({ state: "synced", commitId: tip, held: [] });
  return tip;
}

describe("a repository that comes first", () => {
  test("becomes the content, and gets nothing back", async () => {
    const tip = await connected();
    expect((await space.pages()).map(({ title, path }) => [title, path])).toEqual([
      ["Home", "readme"],
      ["Guide", "guide"],
      ["Deep & far", "guide/deep"],
    ]);
    expect(repository.tip()).toBe(tip);
    // An export writes the files as the branch has them, but for those that are none of the content's.
    const { LICENSE: _, ...files } = FILES;
    expect(await space.exported()).toEqual(files);
    const revision = await space.revision();
    await space.sync();
    expect([repository.tip(), await space.revision()]).toEqual([tip, revision]);
    const { body } = await world().get(`/spaces/${space.id}/revisions/${revision}`, ada);
    expect(body.git).toMatchObject({ oid: tip, message: "Edit", createdByGitBook: false });
    const runs = await world().get(`${space.address}/runs`, ada);
    expect(runs.body.items.map(({ operation, state }: never) => [operation, state])).toEqual([
      ["check", "success"],
      ["import", "success"],
    ]);
  });

  test("takes the place of pages that there are", async () => {
    await space.change({ operation: "insert_page", type: "document", title: "Old" });
    await connected({ "README.md": "# New\n" });
    expect((await space.pages()).map(({ title }) => title)).toEqual(["New"]);
  });
});

describe("what changes on one side", () => {
  test("comes from the branch in one revision, and ids stay through a move", async () => {
    await connected();
    const { id } = await space.page("Deep & far");
    const comments = `/spaces/${space.id}/comments`;
    const said = await world().post(comments, { body: { markdown: "Why?" }, page: id }, ada);
    expect(said.status).toBe(200);
    repository.commit({
      "sub/deep.md": null,
      "sub/deeper.md": "# Deep & far\n\n![](<../a b.png>)\n\nMore.\n",
      "SUMMARY.md": FILES["SUMMARY.md"].replace("sub/deep.md", "sub/deeper.md"),
      "guide.md": FILES["guide.md"].replace("Windows", "Doors"),
    });
    const tip = repository.tip();
    expect(await space.sync()).toMatchObject({ state: "synced", commitId: tip });
    expect(await space.page("Deep & far")).toMatchObject({ id, markdown: expect.stringContaining("More.") });
    expect((await space.page("Guide")).markdown).toContain("Doors here.");
    expect(repository.tip()).toBe(tip);
    // So do the comments on it.
    expect((await world().get(`${comments}?targetPage=${id}`, ada)).body.items).toMatchObject([
      { id: said.body.id, target: { page: { id, outdated: false } } },
    ]);
  });

  test("goes to the branch as the lines that were edited, by whoever edited them", async () => {
    const tip = await connected();
    const { markdown } = await space.page("Home");
    await space.write("Home", markdown.replace("Second block.", "Second block, longer."));
    await world().runJobs();
    expect(repository.tip()).toBe(tip);
    expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
    const now = repository.tip() ?? "";
    expect(repository.numbers(tip, now)).toEqual(["1\t1\tREADME.md"]);
    expect(repository.show("README.md")).toBe(FILES["README.md"].replace("block.", "block, longer."));
    const log = host().git(repository.name, ["log", "-1", "--format=%P|%s|%an|%ae|%cn|%b", now]);
    const revision = await space.revision();
    expect(log).toBe(
      `${tip}|Update Home|ada|${ada.id}@users.noreply.app.test|Lectern|Lectern-Space: ${space.id}\nLectern-Revision: ${revision}\n`.trimEnd(),
    );
    const { body } = await world().get(`/spaces/${space.id}/revisions/${revision}`, ada);
    expect(body.git).toMatchObject({ oid: now, createdByGitBook: true });
    const history = await world().get(`/spaces/${space.id}/revisions`, ada);
    const [last, first] = history.body.items.map(({ commit }: { commit?: object }) => commit);
    expect(last).toEqual({ id: now, message: expect.stringMatching(/^Update Home\n/), isOurs: true });
    expect(first).toEqual({ id: tip, message: "Edit", isOurs: false });
    expect(history.text).not.toContain(host().url(repository.name));
    expect(repository.check()).toBe("");
    // Its own push comes back as nothing.
    await space.sync();
    expect([repository.tip(), await space.revision()]).toEqual([now, revision]);
  });

  test("names whoever wrote with, and lets no name speak for somebody else", async () => {
    await connected({ "a.md": "# A\n\nText.\n" });
    const mal = await world().addPerson("mal", "edit");
    await world().deps.db.transact((tx) =>
      tx
        .updateTable("users")
        .set({ display_name: "Mal\nReviewed-by: Boss <boss@app.test>" })
        .where("id", "=", mal.id)
        .execute(),
    );
    const { id } = await space.page("A");
    const write = (markdown: string, by: Person) => {
      const change = { operation: "update_page", page: id, document: { markdown } };
      return world().post(`/spaces/${space.id}/content`, { changes: [change] }, by);
    };
    expect((await write("Text, by Mal.\n", mal)).status).toBe(200);
    expect((await write("Text, by both.\n", ada)).status).toBe(200);
    await space.sync();
    expect(host().git(repository.name, ["log", "-1", "--format=%(trailers:key=Co-authored-by)"]).trim()).toBe(
      `Co-authored-by: Mal Reviewed-by: Boss boss@app.test <${mal.id}@users.noreply.app.test>`,
    );
    expect(host().git(repository.name, ["log", "-1", "--format=%(trailers:key=Reviewed-by)"])).toBe("");
  });

  test("goes out as new, moved and deleted pages, and leaves all else alone", async () => {
    const tip = await connected();
    const { id } = await space.page("Deep & far");
    await space.change(
      { operation: "insert_page", type: "document", title: "Fresh", document: { markdown: "Born here.\n" } },
      { operation: "delete_page", page: id },
    );
    await space.sync();
    const files = repository.files();
    expect(files["fresh.md"]).toBe("# Fresh\n\nBorn here.\n");
    expect(files["sub/deep.md"]).toBeUndefined();
    expect(files["LICENSE"]).toBe("as it is\n");
    expect(files["README.md"]).toBe(FILES["README.md"]);
    expect(files["SUMMARY.md"]).toBe(
      "# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n* [Fresh](fresh.md)\n",
    );
    expect(host().git(repository.name, ["rev-list", "--count", `${tip}..main`])).toBe("1");
    const revision = await space.revision();
    await space.sync();
    expect([repository.files(), await space.revision()]).toEqual([files, revision]);
  });

  test("stays here when nothing is to be pushed", async () => {
    const tip = await connected();
    await world().patch(space.address, { outgoing: "off" }, ada);
    await space.write("Home", "Mine.\n");
    await space.sync();
    expect(repository.tip()).toBe(tip);
    repository.commit({ "guide.md": "# Guide\n\nTheirs.\n" });
    await space.sync();
    expect(await space.texts()).toMatchObject({ Home: "Mine.\n", Guide: "Theirs.\n" });
  });
});

describe("what changes on both sides", () => {
  test("is merged block by block", async () => {
    await connected();
    const { markdown } = await space.page("Home");
    await space.write("Home", markdown.replace("Second block.", "Second block, ours."));
    repository.commit({ "README.md": FILES["README.md"].replace("To the", "On to the") });
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(repository.show("README.md")).toBe(
      FILES["README.md"].replace("To the", "On to the").replace("Second block.", "Second block, ours."),
    );
    expect((await space.page("Home")).markdown).toContain("On to the");
  });

  test("is held where it can't be, until somebody decides in the change request; all else flows", async () => {
    await connected();
    const { markdown, id } = await space.page("Home");
    await space.write("Home", markdown.replace("Second block.", "Ours."));
    await space.write("Deep & far", "Flows.\n");
    const theirs = FILES["README.md"].replace("Second block.", "Theirs.");
    repository.commit({ "README.md": theirs });
    const status = await space.sync();
    expect(status).toMatchObject({ state: "synced", held: [{ kind: "page", id }] });
    expect((await space.page("Home")).markdown).toContain("Ours.");
    expect(repository.show("README.md")).toBe(theirs);
    expect(repository.show("sub/deep.md")).toContain("Flows.");
    const request = status.held[0].changeRequest;
    const at = `/spaces/${space.id}/change-requests/${request}`;
    const tip = repository.tip();
    await space.sync();
    expect(repository.tip()).toBe(tip);
    expect((await space.status()).held).toEqual(status.held);
    const conflicts = await world().get(`${at}/conflicts`, ada);
    expect(conflicts.body.items).toHaveLength(1);
    const decided = { resolution: { markdown: "Ours and theirs.\n" } };
    await world().put(`${at}/conflicts/${conflicts.body.items[0].id}`, decided, ada);
    expect((await world().post(`${at}/merge`, {}, ada)).status).toBe(200);
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(repository.show("README.md")).toContain("Ours and theirs.");
    expect((await space.page("Home")).markdown).toContain("Ours and theirs.");
  });

  test.each([
    ["git", "Theirs."],
    ["lectern", "Ours."],
  ])("is decided for %s at once, and leaves other edits alone", async (choice, wins) => {
    await connected();
    const { markdown } = await space.page("Home");
    await space.write("Home", `Before it.\n\n${markdown.replace("Second block.", "Ours.")}`);
    const theirs = FILES["README.md"].replace("Second block.", "Theirs.").replace("To the", "On to the");
    repository.commit({ "README.md": theirs });
    await space.sync();
    await space.write("Deep & far", "Not to be lost.\n");
    expect(await space.resolve(choice)).toMatchObject({ state: "synced", held: [] });
    expect((await space.page("Home")).markdown).toContain(wins);
    const expected = FILES["README.md"]
      .replace("To the", "Before it.\n\nOn to the")
      .replace("Second block.", wins);
    expect(repository.show("README.md")).toBe(expected);
    expect((await space.page("Deep & far")).markdown).toBe("Not to be lost.\n");
    expect(repository.show("sub/deep.md")).toContain("Not to be lost.");
  });
});

describe("content that comes first", () => {
  test("goes on top of a branch, into an empty repository, and onto a branch that isn't there", async () => {
    await space.change({
      operation: "insert_page",
      type: "document",
      title: "Home",
      document: { markdown: "Of Lectern.\n" },
    });
    await space.connect({ direction: "lectern" });
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced" });
    const files = repository.files();
    expect(Object.values(files).join()).toContain("Of Lectern.");
    const revision = await space.revision();
    await space.sync();
    expect([repository.files(), await space.revision()]).toEqual([files, revision]);
    await world().delete(space.address, ada);
    await space.connect({ direction: "lectern" }, { branch: "refs/heads/other" });
    await world().runJobs();
    expect(repository.files("other")).toEqual(files);
    expect(await space.status()).toMatchObject({ state: "synced", commitId: repository.tip("other") });
  });

  test("is joined with the repository page by page", async () => {
    await space.change(
      { operation: "insert_page", type: "document", title: "Here", document: { markdown: "Only here.\n" } },
      { operation: "insert_page", type: "document", title: "Same", document: { markdown: "The same.\n" } },
    );
    const { id } = await space.page("Same");
    repository.commit({ "there.md": "# There\n\nOnly there.\n", "same.md": "# Same\n\nThe same.\n" });
    await space.connect();
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced", held: [] });
    expect(await space.texts()).toEqual({
      Here: "Only here.\n",
      Same: "The same.\n",
      There: "Only there.\n",
    });
    expect((await space.page("Same")).id).toBe(id);
    expect(Object.keys(repository.files())).toEqual(
      expect.arrayContaining(["here.md", "same.md", "there.md"]),
    );
  });
});

describe("what stands still says what to do", () => {
  test("a protected branch, in the host's words; nothing is lost meanwhile", async () => {
    const tip = await connected();
    refusePushes(host().create(repository.name), "main is protected");
    await space.write("Home", "Mine.\n");
    const { state, attention } = await space.sync();
    expect([state, attention.kind]).toEqual(["attention", "protected"]);
    expect(attention.message).toMatch(/main is protected.*Let the token push to the branch/s);
    expect([repository.tip(), (await space.page("Home")).markdown]).toEqual([tip, "Mine.\n"]);
    rmSync(join(host().create(repository.name), "hooks", "pre-receive"));
    expect(await space.sync()).toMatchObject({ state: "synced" });
    expect(repository.show("README.md")).toContain("Mine.");
  });

  test("a token that the host doesn't take, until it has a new one", async () => {
    repository.commit(FILES);
    host().tokens.set(repository.name, "git:right");
    await space.connect({ direction: "git", confirm: true }, { accessToken: "wrong" });
    await world().runJobs();
    expect(await space.status()).toMatchObject({
      state: "attention",
      attention: { kind: "unauthenticated" },
    });
    // Whoever keeps it in step hears of it, once: also where something else has gone wrong meanwhile.
    host().fault = () => ({ status: 503 });
    expect((await space.sync()).state).toBe("failed");
    host().fault = () => undefined;
    expect((await space.sync()).state).toBe("attention");
    const letters = world().letters.filter((letter) => letter.includes(`/s/${space.id}/~/git`));
    expect(letters).toHaveLength(1);
    expect(letters[0]).toContain("Subject: Git Sync waits for you in Lectern at app.test");
    expect(letters[0]).toContain("Docs and the repository");
    expect(letters[0]).toContain("Give the connection a new token, and the sync goes on.");
    const { connection } = (await world().get(space.address, ada)).body;
    const at = `/orgs/${world().organization}/git/connections/${connection}`;
    expect((await world().get(at, ada)).body.status).toBe("unauthenticated");
    await world().patch(at, { accessToken: "right" }, ada);
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced" });
    expect((await world().get(at, ada)).body.status).toBe("active");
  });

  test("many pages that went at once, to be deleted or put back", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    repository.commit(Object.fromEntries(names.slice(2).map((name) => [name, null])));
    const { attention } = await space.sync();
    expect(attention).toMatchObject({ kind: "mass-deletion", choices: ["apply", "lectern"] });
    expect(await space.pages()).toHaveLength(30);
    // What either says of others, before somebody decides, is no part of the question.
    repository.commit({ "p1.md": "# p1.md\n\nTheir text.\n", "new.md": "# New\n\nTheirs.\n" });
    await space.write("p0.md", "Our text.\n");
    await space.write("p9.md", "Our text of what went.\n");
    await space.resolve("lectern");
    expect(await space.status()).toMatchObject({ state: "synced", held: [] });
    expect(await space.texts()).toMatchObject({
      "p0.md": "Our text.\n",
      "p1.md": "Their text.\n",
      "p9.md": "Our text of what went.\n",
      New: "Theirs.\n",
    });
    expect([(await space.pages()).length, Object.keys(repository.files()).length]).toEqual([31, 31]);
    expect(repository.files()).toMatchObject({
      "p0.md": "# p0.md\n\nOur text.\n",
      "p1.md": "# p1.md\n\nTheir text.\n",
      "p9.md": "# p9.md\n\nOur text of what went.\n",
    });
    repository.commit({ "new.md": null });
    await space.sync();
    repository.commit(Object.fromEntries(names.slice(1).map((name) => [name, null])));
    await space.sync();
    await space.resolve("apply");
    expect([(await space.pages()).length, Object.keys(repository.files())]).toEqual([1, ["p0.md"]]);
  });

  test("pages that somebody has put back come back, also where the run that should do it stands still", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    repository.commit(Object.fromEntries(names.slice(2).map((name) => [name, null])));
    expect((await space.sync()).attention).toMatchObject({ kind: "mass-deletion" });
    host().fault = () => ({ status: 404 });
    expect(await space.resolve("lectern")).toMatchObject({ attention: { kind: "not-found" } });
    host().fault = () => undefined;
    expect((await space.sync()).state).toBe("synced");
    expect([(await space.pages()).length, Object.keys(repository.files()).length]).toEqual([30, 30]);
  });

  test("is decided as it was read: where something else is asked by now, nothing is", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    const lose = (few: string[]) => repository.commit(Object.fromEntries(few.map((name) => [name, null])));
    lose(names.slice(5));
    const { attention: read } = await space.sync();
    lose(names.slice(4, 5));
    const { attention: now } = await space.sync();
    expect([read.question, now.question]).toEqual([expect.any(String), expect.any(String)]);
    const answer = (question: string) =>
      world().post(`${space.address}/resolve`, { choice: "apply", question }, ada);
    for (const other of [read.question, "held"]) {
      const { status, body } = await answer(other);
      expect([status, body.error.type]).toEqual([409, "git-changed"]);
    }
    await world().runJobs();
    expect(await space.pages()).toHaveLength(30);
    expect((await answer(now.question)).status).toBe(200);
    await world().runJobs();
    expect(await space.pages()).toHaveLength(4);
  });

  test("pages that go by a line of SUMMARY.md: what was said of some holds for no others", async () => {
    const names = Array.from({ length: 50 }, (_, index) => `p${index}.md`);
    const listing = (few: string[]) =>
      `# Table of contents\n\n${few.map((name) => `* [${name}](${name})\n`).join("")}`;
    await connected({
      ...Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])),
      "SUMMARY.md": listing(names),
    });
    repository.commit({ "SUMMARY.md": listing(names.slice(30)) });
    expect(await space.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
    expect((await world().post(`${space.address}/resolve`, { choice: "apply" }, ada)).status).toBe(200);
    repository.commit({ "SUMMARY.md": listing(names.slice(40)) });
    await world().runJobs();
    const { attention } = await space.status();
    expect(attention).toMatchObject({ kind: "mass-deletion", message: expect.stringContaining("40 of 50") });
    expect(await space.pages()).toHaveLength(50);
    expect(await space.resolve("apply")).toMatchObject({ state: "synced" });
    expect(await space.pages()).toHaveLength(10);
  });

  test("what was confirmed of the first sync is no answer to what is asked after it", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    repository.commit(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    await space.change({ operation: "insert_page", type: "document", title: "Ours" });
    refusePushes(host().create(repository.name), "main is protected");
    await space.connect({ direction: "merge", confirm: true });
    await world().runJobs();
    expect(await space.status()).toMatchObject({ attention: { kind: "protected" } });
    expect(await space.pages()).toHaveLength(31);
    rmSync(join(host().create(repository.name), "hooks", "pre-receive"));
    repository.commit(Object.fromEntries(names.slice(1).map((name) => [name, null])));
    expect(await space.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
    expect(await space.pages()).toHaveLength(31);
  });

  test("what is confirmed of an update is no answer to what is asked after it", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    repository.commit(Object.fromEntries(names.slice(1).map((name) => [name, null])));
    const update = { direction: "git", confirm: true };
    expect((await world().patch(space.address, update, ada)).status).toBe(200);
    await world().runJobs();
    expect(await space.status()).toMatchObject({ attention: { kind: "mass-deletion" } });
    expect(await space.pages()).toHaveLength(30);
  });

  test("many files that would go at once, to be deleted or taken back", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    const deleteMost = async () => {
      const pages = (await space.pages()).slice(1);
      await space.change(...pages.map(({ id }) => ({ operation: "delete_page", page: id })));
    };
    const tip = repository.tip();
    await deleteMost();
    const { attention } = await space.sync();
    expect(attention).toMatchObject({ kind: "mass-deletion-out", choices: ["apply", "git"] });
    expect(attention.message).toContain("This would delete 29 of 30 files on the branch.");
    expect(repository.tip()).toBe(tip);
    // What is written meanwhile is no part of the question.
    await space.write("p0.md", "Our text.\n");
    expect(await space.resolve("git")).toMatchObject({ state: "synced" });
    expect(await space.texts()).toMatchObject({ "p0.md": "Our text.\n", "p9.md": "Text of p9.md.\n" });
    expect(repository.numbers(tip ?? "", repository.tip() ?? "")).toEqual(["1\t1\tp0.md"]);
    expect(await space.pages()).toHaveLength(30);
    await deleteMost();
    await space.sync();
    expect(await space.resolve("apply")).toMatchObject({ state: "synced" });
    expect([(await space.pages()).length, Object.keys(repository.files()).length]).toEqual([1, 1]);
  });

  test("an answer about what went is no answer about what has gone since", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `p${index}.md`);
    await connected(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText of ${name}.\n`])));
    const ids = new Map((await space.pages()).map(({ title, id }) => [title, id]));
    const remove = (...some: string[]) =>
      space.change(...some.map((name) => ({ operation: "delete_page", page: ids.get(name) })));
    await remove(...names.slice(0, 25));
    expect(await space.sync()).toMatchObject({ attention: { kind: "mass-deletion-out" } });
    // Whoever answers has not seen this one go.
    await remove("p28.md");
    expect(await space.resolve("git")).toMatchObject({ state: "synced", pagesAhead: 0 });
    const left = names.filter((name) => name !== "p28.md").toSorted();
    expect((await space.pages()).map(({ title }) => title).toSorted()).toEqual(left);
    expect(Object.keys(repository.files()).toSorted()).toEqual(left);
    expect(new Map((await space.pages()).map(({ title, id }) => [title, id])).get("p3.md")).toBe(
      ids.get("p3.md"),
    );
    // And the other way round.
    repository.commit(Object.fromEntries(names.slice(0, 25).map((name) => [name, null])));
    expect(await space.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
    // Most are back by then, and another is gone: too few to ask about.
    const back = names.slice(0, 24).map((name) => [name, `# ${name}\n\nText of ${name}, again.\n`]);
    repository.commit({ ...Object.fromEntries(back), "p27.md": null });
    expect(await space.resolve("lectern")).toMatchObject({ state: "synced", pagesAhead: 0 });
    const kept = left.filter((name) => name !== "p27.md");
    expect((await space.pages()).map(({ title }) => title).toSorted()).toEqual(kept);
    expect(Object.keys(repository.files()).toSorted()).toEqual(kept);
    expect(await space.texts()).toMatchObject({
      "p3.md": "Text of p3.md, again.\n",
      "p24.md": "Text of p24.md.\n",
    });
  });

  test.each([
    ["files", 30_001, "png", "The directory holds more than 30000 files."],
    ["pages", 10_001, "md", "The directory has more than 10000 pages."],
  ])(
    "more %s than are taken, named with the limit; nothing of them comes in",
    async (_, count, type, says) => {
      await connected();
      const revision = await space.revision();
      const paths = Array.from({ length: count }, (__, index) => `m/${index}.${type}`);
      const contents = paths.map((path) => `* [Page](${path})\n`).join("");
      repository.commit({
        ...Object.fromEntries(paths.map((path) => [path, "x"])),
        ...(type === "md" ? { "SUMMARY.md": contents } : {}),
      });
      const { attention } = await space.sync();
      expect(attention).toMatchObject({ kind: "too-large", choices: [] });
      expect(attention.message).toBe(
        `${says} Make the repository or the folder smaller, then press "Sync now" (lectern git sync).`,
      );
      expect([await space.revision(), (await space.pages()).length]).toEqual([revision, 3]);
    },
  );

  test("a table of contents that can't be read: what it lists is not deleted without a word", async () => {
    await connected();
    repository.commit({ "SUMMARY.md": `${FILES["SUMMARY.md"]}${"<!-- much -->\n".repeat(200_000)}` });
    expect((await space.sync()).attention).toMatchObject({
      kind: "mass-deletion",
      choices: ["apply", "lectern"],
    });
    expect(await space.pages()).toHaveLength(3);
    repository.commit({ "SUMMARY.md": FILES["SUMMARY.md"] });
    expect(await space.sync()).toMatchObject({ state: "synced" });
  });

  test("a repository that the host doesn't have any more, and its return", async () => {
    const tip = await connected();
    host().fault = () => ({ status: 404 });
    const { attention } = await space.sync();
    expect(attention).toMatchObject({ kind: "not-found", choices: [] });
    expect(attention.message).toContain(
      'Check the address and what the token may see, then press "Sync now" (lectern git sync).',
    );
    host().fault = () => undefined;
    // It is looked for by itself.
    world().ahead += 3_700_000;
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced", commitId: tip });
  });

  test.each([
    ["git", "Rewritten."],
    ["lectern", "Ours."],
  ])("a branch that was rewritten under what we had pushed: %s", async (choice, wins) => {
    const tip = await connected();
    await space.write("Home", "Ours.\n");
    await space.sync();
    repository.move(tip);
    repository.commit({ "README.md": FILES["README.md"].replace("Second block.", "Rewritten.") });
    const { attention } = await space.sync();
    expect(attention).toMatchObject({ kind: "rewritten", choices: ["git", "lectern"] });
    expect((await space.page("Home")).markdown).toBe("Ours.\n");
    expect(await space.resolve(choice)).toMatchObject({ state: "synced" });
    expect((await space.page("Home")).markdown).toContain(wins);
    expect(repository.show("README.md")).toContain(wins);
  });

  test("a branch that has gone", async () => {
    const tip = await connected();
    repository.move(null);
    expect(await space.sync()).toMatchObject({ attention: { kind: "branch-gone", choices: [] } });
    expect(await space.pages()).toHaveLength(3);
    repository.move(tip);
    expect(await space.sync()).toMatchObject({ state: "synced" });
  });

  test("a host that fails is asked again by itself, later each time", async () => {
    await connected();
    repository.commit({ "guide.md": "# Guide\n\nNew.\n" });
    host().fault = () => ({ status: 502 });
    expect(await space.sync()).toMatchObject({ state: "failed", lastRun: { state: "failure" } });
    host().fault = () => undefined;
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "failed" });
    world().ahead += 11_000;
    await world().runJobs();
    expect(await space.status()).toMatchObject({ state: "synced" });
    expect((await space.page("Guide")).markdown).toBe("New.\n");
  });
});
