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

// What a reviewer changes of a paragraph that was proposed is an edit of it, whichever way the proposal is merged.
test.each([
  ["a new page", "New", 1, "--squash"],
  ["a new page", "New", 1, "--no-ff"],
  ["a new page", "New", 2, "--squash"],
  ["a new page", "New", 2, "--no-ff"],
  ["a page that was there", "Guide", 1, "--squash"],
  ["a page that was there", "Guide", 1, "--no-ff"],
  ["a page that was there", "Guide", 2, "--squash"],
  ["a page that was there", "Guide", 2, "--no-ff"],
] as const)(
  "%s (%s): a paragraph of proposal %i with a reviewer's word comes once (%s)",
  async (_what, title, count, how) => {
    const lines = ["Words that nobody had before.", "More.", "A paragraph that was proposed."];
    const write = async (markdown: string) =>
      title === "Guide" || (await space.pages()).some((page) => page.title === title)
        ? space.write(title, markdown)
        : space.change({ operation: "insert_page", title, document: { markdown } });
    if (count === 2) {
      await write("Words that nobody had before.\n\nMore.\n");
      await space.sync();
    }
    await write(`${lines.join("\n\n")}\n`);
    await space.sync();
    const file = `${title.toLowerCase()}.md`;
    repository.commit(
      { [file]: repository.show(file, branch()).replace("was proposed", "was reviewed") },
      "Suggest",
      branch(),
    );
    repository.merge(branch(), how);
    repository.move(null, branch());
    const { state, held, pagesAhead } = await space.sync();
    const text = "Words that nobody had before.\n\nMore.\n\nA paragraph that was reviewed.\n";
    expect({ state, held, pagesAhead, text: (await space.page(title)).markdown }).toEqual({
      state: "synced",
      held: [],
      pagesAhead: 0,
      text,
    });
  },
);

const [SAFARI, FIREFOX] = ["Safari", "Firefox"].map(
  (one) => `Fixed a bug where login failed on ${one} browsers.`,
) as [string, string];
const LIST = "* Apples keep well\n* Pears do not\n* Plums neither";
const parts = async (): Promise<string[]> =>
  (await space.page("Guide")).markdown.trim().split("\n\n").toSorted();

test.each([
  ["paragraph", SAFARI, FIREFOX],
  ["list", LIST, LIST.replace("neither", "seldom")],
])(
  "a new %s that is like a proposed one stays beside it where nothing says that it came from that",
  async (_what, ours, theirs) => {
    await space.write("Guide", `Steps.\n\n${ours}\n`);
    await space.sync();
    repository.commit({ "guide.md": `# Guide\n\nSteps.\n\n${theirs}\n` });
    expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 1 });
    expect(await parts()).toEqual(["Steps.", ours, theirs].toSorted());
    expect(repository.show("guide.md", branch())).toContain(ours);
    expect(repository.show("guide.md", branch())).toContain(theirs);
  },
);

test.each(["--no-ff", "--squash"] as const)(
  "what is like the second proposal is somebody's own where the first has come alone (%s)",
  async (how) => {
    const first = "Words that nobody had before.";
    await space.write("Guide", `Steps.\n\n${first}\n`);
    await space.sync();
    repository.move(repository.tip(branch()) ?? "", "topic");
    const more = "Many other words of another page.";
    await space.write("Guide", `Steps.\n\n${first}\n\n${SAFARI}\n`);
    if (how === "--squash") await space.write("Home", `First.\n\nSecond.\n\n${more}\n`);
    await space.sync();
    repository.merge("topic", how);
    repository.commit({ "guide.md": `# Guide\n\nSteps.\n\n${first}\n\n${FIREFOX}\n` });
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(await parts()).toEqual(["Steps.", first, SAFARI, FIREFOX].toSorted());
  },
);

// The branch of the proposal tells it while it is there, else what else the proposal said.
test.each([
  ["paragraph", "with its branch", SAFARI, FIREFOX],
  ["list", "with its branch", LIST, LIST.replace("neither", "seldom")],
  ["list", "with all else", LIST, LIST.replace("neither", "seldom")],
  ["list with an item less", "with its branch", LIST, LIST.replace("\n* Plums neither", "")],
])("a new %s that a reviewer has corrected comes once (%s)", async (_what, told, ours, theirs) => {
  await space.write("Guide", `Steps.\n\n${ours}\n`);
  const isAlone = told === "with its branch";
  if (!isAlone) await space.write("Home", "First, with words of its own that are new.\n\nSecond.\n");
  await space.sync();
  const reviewed = repository.show("guide.md", branch()).replace(ours, theirs);
  repository.commit({ "guide.md": reviewed }, "Suggest", branch());
  repository.merge(branch(), "--squash");
  if (!isAlone) repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await parts()).toEqual(["Steps.", theirs].toSorted());
});

const [TEN, TWENTY, THIRTY] = ["10 pages", "20 pages of text", "30 pages of text"].map(
  (most) => `The limit for an import is ${most}.`,
) as [string, string, string];

/** Has a sentence of a page say another figure, proposed and not yet merged. */
async function proposeLimit(): Promise<void> {
  repository.commit({ "guide.md": `# Guide\n\n${TEN}\n` });
  await space.sync();
  await space.write("Guide", `${TWENTY}\n`);
}

test("another edit of a sentence than the proposed one is asked about where nothing says that it came from that", async () => {
  await proposeLimit();
  await space.sync();
  repository.commit({ "guide.md": `# Guide\n\n${THIRTY}\n` });
  const { id } = await space.page("Guide");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [{ kind: "page", id, reason: "both" }] });
  expect((await space.page("Guide")).markdown).toBe(`${TWENTY}\n`);
  expect(repository.show("guide.md")).toContain(THIRTY);
});

test("and so is another title", async () => {
  const { id } = await space.page("Guide");
  await space.change({ operation: "update_page", page: id, title: "How to begin with all of it" });
  await space.sync();
  repository.commit({ "guide.md": "# How to begin with some of it\n\nSteps.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [{ kind: "page", id, reason: "both" }] });
  expect(await space.page("How to begin with all of it")).toMatchObject({ id });
});

test.each(["its branch", "all else"])(
  "an edit that a reviewer has corrected comes once (with %s)",
  async (told) => {
    const isAlone = told === "its branch";
    await proposeLimit();
    if (!isAlone) await space.write("Home", "First, with words of its own that are new.\n\nSecond.\n");
    await space.sync();
    const reviewed = repository.show("guide.md", branch()).replace(TWENTY, THIRTY);
    repository.commit({ "guide.md": reviewed }, "Suggest", branch());
    repository.merge(branch(), "--squash");
    if (!isAlone) repository.move(null, branch());
    expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
    expect((await space.page("Guide")).markdown).toBe(`${THIRTY}\n`);
  },
);

test("what a reviewer has deleted of a proposal stays deleted once its branch is merged, by whichever commit", async () => {
  await space.write("Guide", `Steps.\n\nA paragraph of ours.\n\n${SAFARI}\n`);
  await space.sync();
  const reviewed = repository.show("guide.md", branch()).replace(`\n\n${SAFARI}`, "");
  repository.commit({ "guide.md": reviewed }, "Not this", branch());
  repository.merge(branch(), "--squash");
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await parts()).toEqual(["A paragraph of ours.", "Steps."]);
});

test.each(["--no-ff", "rebase"] as const)(
  "… also where the branch says then what it said before (%s)",
  async (way) => {
    await space.write("Guide", `Steps.\n\n${SAFARI}\n`);
    await space.sync();
    repository.commit({ "guide.md": repository.show("guide.md") }, "Not this", branch());
    const reviewed = repository.tip(branch()) ?? "";
    await space.write("Home", "First.\n\nSecond.\n\nOf nobody's business.\n");
    await space.sync();
    repository.move(reviewed, "reviewed");
    if (way === "rebase") repository.move(reviewed);
    else repository.merge("reviewed", way);
    expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
    expect(await parts()).toEqual(["Steps."]);
    expect(repository.show("README.md", branch())).toContain("Of nobody's business.");
    expect(repository.show("guide.md", branch())).toBe("# Guide\n\nSteps.\n");
  },
);

test("what is taken back here and was touched by a reviewer stays on its branch, and nothing waits for it", async () => {
  await space.write("Guide", `Steps.\n\n${SAFARI}\n`);
  await space.sync();
  const touched = repository.show("guide.md", branch()).replace("Steps.", "More steps.");
  repository.commit({ "guide.md": touched }, "Reword", branch());
  await space.write("Guide", "Steps.\n");
  const { state, lastRun } = await space.sync();
  expect({ state, notes: lastRun.report?.notes }).toEqual({
    state: "synced",
    notes: [expect.stringContaining(`What was taken back in Lectern is still on ${branch()}`)],
  });
  // What goes out next can't go on top of it; what comes in does, and whoever deletes that branch has a new one.
  await space.change({ operation: "insert_page", title: "Other", document: { markdown: "Ours.\n" } });
  expect((await space.sync()).attention?.message).toContain(
    `Somebody has committed to ${branch()} what has changed here as well: guide.md. Merge the pull request, take that commit back, or delete the branch`,
  );
  repository.commit({ "third.md": "# Third\n" });
  await space.sync();
  expect((await space.pages()).map(({ title }) => title)).toContain("Third");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect(repository.files(branch())).toMatchObject({
    "guide.md": repository.show("guide.md"),
    "other.md": "# Other\n\nOurs.\n",
  });
});

test("what somebody puts back beside what was proposed in its place stays", async () => {
  await space.write("Home", "First.\n\nAnother thing altogether.\n");
  await space.sync();
  repository.commit({ "README.md": "# Home\n\nFirst.\n\nSecond.\n\nAnother thing altogether.\n" });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  expect((await space.page("Home")).markdown).toBe("First.\n\nSecond.\n\nAnother thing altogether.\n");
});

test("who may see a page is told by no likeness: what a reviewer has made of a proposed condition is asked about", async () => {
  const condition = 'visitor.claims.staff == "yes" && visitor.claims.plan == "pro"';
  const { id } = await space.page("Guide");
  await space.change({ operation: "update_page", page: id, condition });
  await space.sync();
  const proposed = repository.show("guide.md", branch());
  repository.commit({ "guide.md": proposed.replace("pro", "free") }, "Open it", branch());
  expect(repository.show("guide.md", branch())).not.toBe(proposed);
  repository.merge(branch(), "--squash");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", held: [{ kind: "page", id, reason: "both" }] });
  const { body } = await world().get(`/spaces/${space.id}/content/page/${id}`, ada);
  expect(body.condition).toBe(condition);
});

test("a new paragraph that is shorter than a proposed one may be somebody's own: both stay", async () => {
  const [ours, theirs] = ["A new switch saves each page when it is left.", "A new switch saves each page."];
  await space.write("Guide", `Steps.\n\n${ours}\n`);
  await space.sync();
  repository.commit({ "guide.md": `# Guide\n\nSteps.\n\n${theirs}\n` });
  expect(await space.sync()).toMatchObject({ state: "synced", held: [] });
  const { markdown } = await space.page("Guide");
  expect(markdown.trim().split("\n\n").toSorted()).toEqual([theirs, ours, "Steps."].toSorted());
});

test("L2: an address given between two proposals stays where the first of them comes to the branch", async () => {
  const document = { markdown: "Words.\n\nMore of them.\n" };
  await space.change({ operation: "insert_page", title: "New", document });
  await space.sync();
  const { id } = await space.page("New");
  const first = repository.show("new.md", branch());
  await space.change({ operation: "update_page", page: id, slug: "fresh" });
  await space.sync();
  repository.commit({ "new.md": first });
  await space.sync();
  expect(await space.page("New")).toMatchObject({ id, path: "fresh" });
});

// A host of which nothing but its branches is known keeps no commit of a branch that has gone.
test.each([
  ["a sync", async () => void (await space.sync())],
  [
    "a look at the branch",
    async () => {
      world().ahead += 80_000;
      await world().runJobs();
    },
  ],
])("a lone paragraph that a reviewer has corrected comes once where %s has seen that", async (_, look) => {
  await space.write("Guide", `Steps.\n\n${SAFARI}\n`);
  await space.sync();
  const reviewed = repository.show("guide.md", branch()).replace(SAFARI, FIREFOX);
  const seen = repository.commit({ "guide.md": reviewed }, "Suggest", branch());
  await look();
  expect(repository.tip(branch())).toBe(seen);
  // What is known is not looked into again.
  const runs = async () => (await world().get(`${space.address}/runs`, ada)).body.items.length;
  const before = await runs();
  world().ahead += 80_000;
  await world().runJobs();
  expect(await runs()).toBe(before);
  repository.merge(branch(), "--squash");
  repository.move(null, branch());
  expect(await space.sync()).toMatchObject({ state: "synced", held: [], pagesAhead: 0 });
  expect(await parts()).toEqual([FIREFOX, "Steps."].toSorted());
});
