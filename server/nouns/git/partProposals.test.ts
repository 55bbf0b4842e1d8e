/** Where pages stand, and which they are, after a proposal came to the branch whole, in part, or as a reviewer has left it. */
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
  repository.commit({
    "README.md": "# Home\n\nFirst [the guide](guide.md), then [notes](notes.md).\n",
    "guide.md": "# Guide\n\nSteps of it.\n\nAll of them, see [notes](notes.md).\n",
    "notes.md": "# Notes\n\nWhat else there is.\n\nMore of that.\n",
  });
});

const branch = () => `lectern/${space.id}`;
const pathWith = (text: string, of: string): string =>
  Object.entries(repository.files(of)).find(([, file]) => file.includes(text))?.[0] ?? "";

type Incoming = "apply" | "change-request";

async function connect(more: object) {
  await space.connect({ direction: "git", confirm: true, ...more });
  await world().runJobs();
}
const proposing = (incoming: Incoming) => connect({ incoming, outgoing: "pull-request" });

/** Takes in what waits to be reviewed. */
async function takeIn(): Promise<void> {
  const { body } = await world().get(`/spaces/${space.id}/change-requests?status=open`, ada);
  for (const { id } of body.items)
    expect((await world().post(`/spaces/${space.id}/change-requests/${id}/merge`, {}, ada)).status).toBe(200);
}

/** Pages by their titles: who they are, where they stand, and what they say. Syncing again changes nothing. */
async function settled() {
  const { state, held, attention } = await space.sync();
  expect({ state, held, attention }).toEqual({ state: "synced", held: [], attention: undefined });
  const at = async () => [repository.tip(), repository.tip(branch()), await space.revision()];
  const before = await at();
  await space.sync();
  expect(await at()).toEqual(before);
  const pages = await space.pages();
  const read = pages.map(async ({ id, title, path }) => [
    title,
    { id, path, markdown: (await world().get(`/spaces/${space.id}/content/page/${id}`, ada)).body.markdown },
  ]);
  return Object.fromEntries(await Promise.all(read)) as Record<
    string,
    Awaited<ReturnType<typeof space.page>>
  >;
}

const INCOMING = ["apply", "change-request"] as const;
const HOW = INCOMING.flatMap((incoming) =>
  (["--squash", "--no-ff"] as const).map((how) => [incoming, how] as const),
);

test.each(HOW)(
  "a page below a new one that a reviewer puts beside it comes once (%s, %s)",
  async (incoming, how) => {
    await proposing(incoming);
    await space.change({ operation: "insert_page", title: "Part", document: { markdown: "About it.\n" } });
    const into = (await space.page("Part")).id;
    await space.change({
      operation: "insert_page",
      title: "Child",
      into,
      document: { markdown: "Below it.\n" },
    });
    const child = (await space.page("Child")).id;
    await space.sync();
    const [one, other] = [pathWith("# Part", branch()), pathWith("# Child", branch())];
    const text = repository.show(other, branch());
    repository.commit({ [one]: null, [other]: null, "child.md": text }, "Up", branch());
    repository.merge(branch(), how);
    repository.move(null, branch());
    const pages = await settled();
    expect(Object.keys(pages).toSorted()).toEqual(["Child", "Guide", "Home", "Notes", "Part"]);
    expect(pages["Child"]?.id).toBe(child);
    if (incoming === "apply") expect(pages["Child"]?.path).toBe("child");
  },
);

test.each(INCOMING)(
  "a page that was put below a new one, and merged without that, comes once (%s)",
  async (incoming) => {
    await proposing(incoming);
    await space.change({ operation: "insert_page", title: "Part", document: { markdown: "About it.\n" } });
    const into = (await space.page("Part")).id;
    const { id } = await space.page("Guide");
    await space.change({ operation: "update_page", page: id, into });
    await space.sync();
    const guide = pathWith("# Guide", branch());
    repository.commit({ "guide.md": null, [guide]: repository.show(guide, branch()) });
    const pages = await settled();
    expect(Object.keys(pages).toSorted()).toEqual(["Guide", "Home", "Notes", "Part"]);
    expect(pages["Guide"]).toMatchObject({ id, path: "part/guide" });
  },
);

/** Two pages get each other's address. @returns their ids by title */
async function exchange(): Promise<Readonly<Record<string, string>>> {
  const [guide, notes] = [(await space.page("Guide")).id, (await space.page("Notes")).id];
  await space.change(
    { operation: "update_page", page: guide, slug: "other" },
    { operation: "update_page", page: notes, slug: "guide" },
    { operation: "update_page", page: guide, slug: "notes" },
  );
  await space.sync();
  return { Guide: guide, Notes: notes };
}

const EXCHANGED = {
  Guide: { path: "notes", markdown: expect.stringContaining("Steps of it.") as string },
  Notes: { path: "guide", markdown: expect.stringContaining("What else there is.") as string },
};
const asExchanged = (ids: Readonly<Record<string, string>>) => ({
  Guide: { ...EXCHANGED.Guide, id: ids["Guide"] },
  Notes: { ...EXCHANGED.Notes, id: ids["Notes"] },
});

test.each(HOW)(
  "addresses that two pages exchange stay so once that is merged (%s, %s)",
  async (incoming, how) => {
    await proposing(incoming);
    const ids = await exchange();
    expect(repository.show("guide.md", branch())).toContain("What else there is.");
    repository.merge(branch(), how);
    repository.move(null, branch());
    const pages = await settled();
    expect(pages).toMatchObject(asExchanged(ids));
    expect(Object.keys(pages)).toHaveLength(3);
    expect(repository.tip(branch())).toBeUndefined();
    expect(pages["Home"]?.markdown).toBe(
      `First [the guide](/pages/${ids["Guide"]}), then [notes](/pages/${ids["Notes"]}).\n`,
    );
  },
);

test.each(HOW)("… with a reviewer's word in both (%s, %s)", async (incoming, how) => {
  await proposing(incoming);
  const ids = await exchange();
  const reviewed = ["guide.md", "notes.md"].map((path) => {
    return [path, repository.show(path, branch()).replace(/(?:of that|of it)\./, "reviewed.")];
  });
  repository.commit(Object.fromEntries(reviewed), "Review", branch());
  repository.merge(branch(), how);
  repository.move(null, branch());
  await space.sync();
  await takeIn();
  const pages = await settled();
  expect(pages).toMatchObject({
    Guide: {
      id: ids["Guide"],
      path: "notes",
      markdown: expect.stringContaining("Steps reviewed.") as string,
    },
    Notes: { id: ids["Notes"], path: "guide", markdown: expect.stringContaining("More reviewed.") as string },
  });
  expect(Object.keys(pages)).toHaveLength(3);
});

test.each(INCOMING)("… merged in part, one of them with another name (%s)", async (incoming) => {
  await proposing(incoming);
  const ids = await exchange();
  repository.commit({
    "guide.md": repository.show("guide.md", branch()),
    "notes.md": null,
    "third.md": repository.show("notes.md", branch()),
  });
  // Both sides have given one of them another address: that is asked.
  expect((await space.sync()).held).toMatchObject([{ kind: "page", id: ids["Guide"], reason: "both" }]);
  expect(await space.pages()).toHaveLength(3);
  // Whoever takes the branch's word takes it on texts: an address may be another's by now.
  await space.resolve("git");
  const pages = await settled();
  expect(Object.keys(pages)).toHaveLength(3);
  expect(pages).toMatchObject(asExchanged(ids));
});

test.each(["--squash", "--no-ff"] as const)(
  "a page that gets the address of one that is deleted stays who it is (%s)",
  async (how) => {
    await proposing("apply");
    const [guide, notes] = [(await space.page("Guide")).id, (await space.page("Notes")).id];
    await space.change(
      { operation: "delete_page", page: guide },
      { operation: "update_page", page: notes, slug: "guide" },
    );
    await space.sync();
    repository.merge(branch(), how);
    repository.move(null, branch());
    const pages = await settled();
    expect(Object.keys(pages).toSorted()).toEqual(["Home", "Notes"]);
    expect(pages["Notes"]).toMatchObject({ id: notes, path: "guide" });
  },
);

test.each(["--squash", "--no-ff"] as const)(
  "a new page with the address of one that has gone elsewhere comes once (%s)",
  async (how) => {
    await proposing("apply");
    const { id } = await space.page("Guide");
    const document = { markdown: "Begin here.\n\nWith this.\n" };
    await space.change(
      { operation: "update_page", page: id, slug: "manual" },
      { operation: "insert_page", title: "Fresh", slug: "guide", document },
    );
    const fresh = (await space.page("Fresh")).id;
    await space.sync();
    repository.merge(branch(), how);
    repository.move(null, branch());
    const pages = await settled();
    expect(Object.keys(pages).toSorted()).toEqual(["Fresh", "Guide", "Home", "Notes"]);
    expect(pages).toMatchObject({ Guide: { id, path: "manual" }, Fresh: { id: fresh, path: "guide" } });
  },
);

test("files that somebody exchanges on the branch are the same pages, and untouched links lead to what is there", async () => {
  await connect({});
  const ids = { Guide: (await space.page("Guide")).id, Notes: (await space.page("Notes")).id };
  const [guide, notes] = [repository.show("guide.md"), repository.show("notes.md")];
  const tip = repository.commit({ "guide.md": notes, "notes.md": guide });
  const pages = await settled();
  expect(pages).toMatchObject(asExchanged(ids));
  expect(pages["Home"]?.markdown).toBe(
    `First [the guide](/pages/${ids.Notes}), then [notes](/pages/${ids.Guide}).\n`,
  );
  expect(repository.tip()).toBe(tip);
});
