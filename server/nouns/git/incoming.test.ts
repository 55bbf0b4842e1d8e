/** Where reviews happen here, what the branch brings waits in a change request. */
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
  await space.connect({ direction: "git", confirm: true, incoming: "change-request" });
  await world().runJobs();
});

const requests = `/change-requests`;
const at = (path: string) => `/spaces/${space.id}${requests}/${path}`;
const installation = async () => (await world().get(space.address, ada)).body;
const waiting = async (): Promise<string> => (await installation()).changeRequest;
const request = async (id: string) => (await world().get(at(id), ada)).body;
/** Texts by title, as a change request has them. */
async function textsIn(id: string): Promise<Record<string, string>> {
  const { body } = await world().get(at(`${id}/content/pages`), ada);
  const texts: Record<string, string> = {};
  for (const page of body.pages)
    texts[page.title] = (await world().get(at(`${id}/content/page/${page.id}`), ada)).body.markdown;
  return texts;
}
const merge = async (id: string) => {
  const merged = await world().post(at(`${id}/merge`), {}, ada);
  // What is merged goes out a moment after the run before.
  world().ahead += 2_000;
  await world().runJobs();
  return merged;
};
/** Syncs once what is due has been. */
async function settle() {
  world().ahead += 120_000;
  await world().runJobs();
  return space.status();
}

test("what the branch brings waits in one change request, and what is written here goes out", async () => {
  const before = await space.revision();
  const tip = repository.commit({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "new.md": "# New\n\nWords.\n",
    "guide.md": null,
  });
  expect(await space.sync()).toMatchObject({ state: "synced", commitId: tip, held: [] });
  expect(await space.revision()).toBe(before);
  const id = await waiting();
  expect(await request(id)).toMatchObject({ status: "open", subject: "Git: main" });
  expect(await textsIn(id)).toEqual({ Home: "First, theirs.\n\nSecond.\n", New: "Words.\n" });

  // Nothing is new, and nothing happens.
  const { head } = await world()
    .deps.db.read.selectFrom("change_requests")
    .select("head")
    .where("id", "=", id)
    .executeTakeFirstOrThrow();
  expect((await space.sync()).lastRun).toMatchObject({ operation: "check" });

  // What is written here reaches the branch, and nothing of what waits is lost there.
  await space.write("Home", "First.\n\nSecond, ours.\n");
  expect(await space.sync()).toMatchObject({ state: "synced", pagesAhead: 0 });
  const mixed = "# Home\n\nFirst, theirs.\n\nSecond, ours.\n";
  expect(repository.files()).toEqual({ "README.md": mixed, "new.md": "# New\n\nWords.\n" });
  expect(await space.texts()).toEqual({ Home: "First.\n\nSecond, ours.\n", Guide: "Steps.\n" });
  expect((await request(id)).revision).toBe(head);

  // It follows the branch.
  repository.commit({ "new.md": "# New\n\nBetter words.\n" });
  await space.sync();
  expect(await waiting()).toBe(id);
  expect(await textsIn(id)).toEqual({ Home: "First, theirs.\n\nSecond, ours.\n", New: "Better words.\n" });

  // Once it is merged both sides say the same, and nothing goes out.
  const last = repository.tip();
  expect((await merge(id)).body).toMatchObject({ result: "merge" });
  expect(await settle()).toMatchObject({ state: "synced", pagesAhead: 0, commitId: last });
  expect(await space.texts()).toEqual({ Home: "First, theirs.\n\nSecond, ours.\n", New: "Better words.\n" });
  expect([repository.tip(), await waiting()]).toEqual([last, undefined]);
});

test("what somebody writes in it stays, and goes to the branch with its merge", async () => {
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  await space.sync();
  const id = await waiting();
  const { pages } = (await world().get(at(`${id}/content/pages`), ada)).body;
  const change = {
    operation: "update_page",
    page: pages[0].id,
    document: { markdown: "First, theirs.\n\nSecond, reviewed.\n" },
  };
  expect((await world().post(at(`${id}/content`), { changes: [change] }, ada)).status).toBe(200);
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  expect(await textsIn(id)).toEqual({
    Home: "First, theirs.\n\nSecond, reviewed.\n",
    Guide: "Steps, theirs.\n",
  });
  await merge(id);
  await settle();
  expect(repository.files()).toEqual({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond, reviewed.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
  });
});

test("what both sides have changed is decided in it", async () => {
  await space.write("Home", "First, ours.\n\nSecond.\n");
  repository.commit({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
  });
  const status = await space.sync();
  const id = await waiting();
  expect(status.held).toMatchObject([{ kind: "page", changeRequest: id }]);
  expect(await space.texts()).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps.\n" });
  const { items } = (await world().get(at(`${id}/conflicts`), ada)).body;
  expect(items).toHaveLength(1);
  const decided = { resolution: "primary" };
  expect((await world().put(at(`${id}/conflicts/${items[0].id}`), decided, ada)).status).toBe(200);
  expect((await merge(id)).body).toMatchObject({ result: "merge" });
  expect(await settle()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(repository.files()).toEqual({
    "README.md": "# Home\n\nFirst, ours.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
  });
});

test("one that was archived is declined until the branch says something else; what it takes back waits no more", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  const id = await waiting();
  expect((await world().patch(at(id), { status: "archived" }, ada)).status).toBe(200);
  await space.write("Home", "Ours.\n");
  await space.sync();
  expect((await request(id)).status).toBe("archived");
  expect(repository.files()).toEqual({
    "README.md": "# Home\n\nOurs.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
  });
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs again.\n" });
  await space.sync();
  const other = await waiting();
  expect(other).not.toBe(id);
  expect(await textsIn(other)).toEqual({ Home: "Ours.\n", Guide: "Steps, theirs again.\n" });
  repository.commit({ "guide.md": "# Guide\n\nSteps.\n" });
  await space.sync();
  expect([(await request(other)).status, await waiting()]).toEqual(["archived", undefined]);
});

test("by another setting what has waited comes in, and so it does for who takes the branch", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  const id = await waiting();
  expect((await world().patch(space.address, { incoming: "apply" }, ada)).body).toMatchObject({
    incoming: "apply",
  });
  await world().runJobs();
  expect(await space.texts()).toMatchObject({ Guide: "Steps, theirs.\n" });
  expect([(await request(id)).status, await waiting()]).toEqual(["archived", undefined]);
});

const slugOf = (pages: readonly { readonly title: string; readonly path: string }[], title: string) =>
  pages.find((page) => page.title === title)?.path;

test("an answer about pages that went here takes in nothing else of what waits", async () => {
  const names = Array.from({ length: 25 }, (_, index) => `p${index}.md`);
  repository.commit(Object.fromEntries(names.map((name) => [name, `# ${name}\n\nText.\n`])));
  await space.sync();
  await merge(await waiting());
  await settle();
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  await space.sync();
  const id = await waiting();
  const { pages } = (await world().get(at(`${id}/content/pages`), ada)).body;
  const guide = pages.find(({ title }: { title: string }) => title === "Guide").id;
  const document = { markdown: "Steps, reviewed.\n" };
  const change = { operation: "update_page", page: guide, document };
  expect((await world().post(at(`${id}/content`), { changes: [change] }, ada)).status).toBe(200);

  // What waits of a page that goes is no part of the answer.
  repository.commit({ "p5.md": "# p5.md\n\nTheir text.\n" });
  await space.sync();
  const before = await space.pages();
  const gone = before.filter(({ title }) => title.startsWith("p"));
  await space.change(...gone.map((page) => ({ operation: "delete_page", page: page.id })));
  expect(await space.sync()).toMatchObject({ attention: { kind: "mass-deletion-out" } });
  // The address of one is another's by then.
  const again = { title: "Again", slug: slugOf(before, "p9.md"), document: { markdown: "Another.\n" } };
  await space.change({ operation: "insert_page", ...again });
  // And one has gone from the branch, too.
  repository.commit({ "p8.md": null });
  expect(await space.resolve("git")).toMatchObject({ state: "synced", held: [] });
  const after = await space.pages();
  const stayed = before.filter(({ title }) => title !== "p8.md");
  const added = after.filter((page) => page.title === "Again");
  expect(after.map((page) => page.id).toSorted()).toEqual(
    [...stayed, ...added].map((page) => page.id).toSorted(),
  );
  expect(slugOf(after, "Again")).toBe(again.slug);
  expect(slugOf(after, "p9.md")).toBe(`${again.slug}-1`);
  expect(await space.texts()).toMatchObject({
    Home: "First.\n\nSecond.\n",
    Guide: "Steps.\n",
    "p5.md": "Text.\n",
  });
  expect(Object.keys(repository.files())).toHaveLength(28);
  expect(await waiting()).toBe(id);
  expect(await request(id)).toMatchObject({ status: "open" });
  expect(await textsIn(id)).toMatchObject({
    Home: "First, theirs.\n\nSecond.\n",
    Guide: "Steps, reviewed.\n",
    "p5.md": "Their text.\n",
    "p7.md": "Text.\n",
  });
  await merge(id);
  await settle();
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, reviewed.\n",
    "p7.md": "# p7.md\n\nText.\n",
  });
});

test("an answer about what was held takes in that alone, and nothing where both sides say something else by then", async () => {
  repository.commit({ "third.md": "# Third\n\nThird.\n" });
  await space.sync();
  await merge(await waiting());
  await settle();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  await space.write("Third", "Third, ours.\n");
  repository.commit({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "third.md": "# Third\n\nThird, theirs.\n",
    "guide.md": "# Guide\n\nSteps, theirs.\n",
  });
  const { held, question } = await space.sync();
  expect(held).toHaveLength(2);
  const id = await waiting();
  const answered = await world().post(`${space.address}/resolve`, { choice: "git", question }, ada);
  expect(answered.status).toBeLessThan(300);
  // Before a run could do it.
  repository.commit({ "README.md": "# Home\n\nFirst, theirs again.\n\nSecond.\n" });
  await world().runJobs();
  const status = await space.sync();
  expect(await space.texts()).toEqual({
    Home: "First, ours.\n\nSecond.\n",
    Guide: "Steps.\n",
    Third: "Third, theirs.\n",
  });
  expect(status.held).toHaveLength(1);
  expect([await waiting(), (await request(id)).status]).toEqual([id, "open"]);
  expect(repository.show("third.md")).toBe("# Third\n\nThird, theirs.\n");
});

/** What somebody writes in the change request. */
async function writeIn(id: string, title: string, markdown: string): Promise<void> {
  const { pages } = (await world().get(at(`${id}/content/pages`), ada)).body;
  const { id: page } = pages.find((one: { title: string }) => one.title === title);
  const changes = [{ operation: "update_page", page, document: { markdown } }];
  expect((await world().post(at(`${id}/content`), { changes }, ada)).status).toBe(200);
}

test("what a reviewer writes into the very words that came is asked nobody again, and goes to the branch", async () => {
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  await space.sync();
  const id = await waiting();
  await writeIn(id, "Home", "First, theirs and reviewed.\n\nSecond.\n");
  await merge(id);
  await settle();
  expect(await space.status()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(repository.show("README.md")).toBe("# Home\n\nFirst, theirs and reviewed.\n\nSecond.\n");
});

test.each([
  [
    "the branch takes its own words back",
    async () => void repository.commit({ "guide.md": "# Guide\n\nSteps.\n" }),
  ],
  ["a side is to count where both differ", () => world().patch(space.address, { priority: "git" }, ada)],
])("what somebody has written in the request waits on where %s", async (_, happens) => {
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  const id = await waiting();
  await writeIn(id, "Home", "First, by a colleague.\n\nSecond.\n");
  await happens();
  await space.sync();
  expect(await request(id)).toMatchObject({ status: "open" });
  expect(await waiting()).toBe(id);
  expect((await textsIn(id))["Home"]).toBe("First, by a colleague.\n\nSecond.\n");
  expect(await space.texts()).toMatchObject({ Home: "First.\n\nSecond.\n", Guide: "Steps.\n" });
  const guide = (await textsIn(id))["Guide"];
  await merge(id);
  await settle();
  expect((await space.texts())["Guide"]).toBe(guide);
  expect(repository.show("README.md")).toBe("# Home\n\nFirst, by a colleague.\n\nSecond.\n");
  expect(repository.show("guide.md")).toBe(`# Guide\n\n${guide}`);
});

test("who has only brought the request up to date has written nothing in it: it ends with what the branch takes back", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  const id = await waiting();
  await space.write("Home", "First, ours.\n\nSecond.\n");
  expect((await world().post(at(`${id}/update`), {}, ada)).status).toBe(200);
  expect(await textsIn(id)).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps, theirs.\n" });
  repository.commit({ "guide.md": "# Guide\n\nSteps.\n" });
  await space.sync();
  expect([(await request(id)).status, await waiting()]).toEqual(["archived", undefined]);
  expect(await space.texts()).toEqual({ Home: "First, ours.\n\nSecond.\n", Guide: "Steps.\n" });
});

/** Decides what both sides have changed differently for the branch. */
async function decideAll(id: string): Promise<void> {
  const { items } = (await world().get(at(`${id}/conflicts`), ada)).body;
  for (const { id: conflict } of items)
    expect(
      (await world().put(at(`${id}/conflicts/${conflict}`), { resolution: "changed" }, ada)).status,
    ).toBe(200);
}

test("what the branch brings while somebody decides comes by the next request, and is never taken back there", async () => {
  await space.write("Home", "First, ours.\n\nSecond.\n");
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  await space.sync();
  const id = await waiting();
  await writeIn(id, "Guide", "Steps, reviewed.\n");
  repository.commit({ "later.md": "# Later\n\nNew.\n" });
  await space.sync();
  await decideAll(id);
  await merge(id);
  await settle();
  expect(repository.files()).toMatchObject({
    "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n",
    "guide.md": "# Guide\n\nSteps, reviewed.\n",
    "later.md": "# Later\n\nNew.\n",
  });
  const next = await waiting();
  expect(next).not.toBe(id);
  expect(await textsIn(next)).toMatchObject({ Later: "New.\n" });
});

test("a request that is kept for what people wrote answers for nothing that both change later", async () => {
  repository.commit({ "guide.md": "# Guide\n\nSteps, theirs.\n" });
  await space.sync();
  const id = await waiting();
  await writeIn(id, "Guide", "Steps, theirs and reviewed.\n");
  expect((await world().patch(space.address, { incoming: "apply" }, ada)).status).toBe(200);
  await settle();
  expect(await request(id)).toMatchObject({ status: "open" });
  await space.write("Home", "First, ours.\n\nSecond.\n");
  repository.commit({ "README.md": "# Home\n\nFirst, theirs.\n\nSecond.\n" });
  const { held } = await space.sync();
  expect(held).toMatchObject([{ kind: "page", reason: "both" }]);
  expect(held[0].changeRequest).not.toBe(id);
  expect((await world().get(at(`${held[0].changeRequest}/conflicts`), ada)).body.items).toHaveLength(1);
});
