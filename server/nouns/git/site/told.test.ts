/** What listeners hear of the spaces of a site. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";
import { type SyncedSpace, useGitHost } from "../gitSpace.fixture.ts";
import { CONFIG, IN_STEP, siteFromRepository } from "./gitSite.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

const seen = new Map<string, number>();

/** What was told of the syncs of a space since it was asked last, the oldest first. */
async function told({ id }: SyncedSpace) {
  const rows = await world()
    .deps.db.read.selectFrom("outbox")
    .select(["seq", "kind", "payload"])
    .where("space_id", "=", id)
    .where("kind", "in", ["space_gitsync_started", "space_gitsync_completed", "git_attention"])
    .where("seq", ">", seen.get(id) ?? 0)
    .orderBy("seq")
    .execute();
  seen.set(id, rows.at(-1)?.seq ?? seen.get(id) ?? 0);
  return rows.map(({ kind, payload }) => ({ kind, ...JSON.parse(payload) }));
}

test("of each space that a sync looks at it is told as of others, and of those that it passes by nothing", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const [sales, english] = [await site.space("Sales"), await site.space("English")];
  const begun = { kind: "space_gitsync_started" };
  const done = { kind: "space_gitsync_completed", state: "success" };
  const failed = { kind: "space_gitsync_completed", state: "failure" };
  const asks = { kind: "git_attention", state: "failure" };
  for (const space of [sales, english])
    expect(await told(space)).toMatchObject([begun, { ...done, commitId: repository.tip() }]);

  // A commit comes in.
  const many = Object.fromEntries(
    Array.from({ length: 30 }, (_, index) => [`all/page-${index}.md`, `# Page ${index}\n\nText.\n`]),
  );
  let commitId = repository.commit(many);
  const first = await english.revision();
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect(await told(english)).toMatchObject([
    { ...begun, commitId, revisionId: first },
    { ...done, commitId, spaceId: english.id, revisionId: await english.revision() },
  ]);
  expect(await told(sales)).toEqual([]);

  // What was written goes out: nothing of a commit began.
  await sales.write("Prices", "Three hundred.\n");
  expect(await site.sync()).toMatchObject(IN_STEP);
  commitId = repository.tip() ?? "";
  expect(await told(sales)).toMatchObject([{ ...done, commitId, revisionId: await sales.revision() }]);
  expect(await told(english)).toEqual([]);

  // One of them waits for somebody, and the other goes on.
  commitId = repository.commit({
    ...Object.fromEntries(Object.keys(many).map((path) => [path, null])),
    "teams/sales/prices.md": "# Prices\n\nFour hundred.\n",
  });
  expect(await site.sync()).toMatchObject({ attention: { kind: "mass-deletion" } });
  expect(await told(english)).toMatchObject([begun, { ...failed, commitId }, { ...asks, commitId }]);
  expect(await told(sales)).toMatchObject([begun, { ...done, commitId }]);
  expect(await site.resolve("apply")).toMatchObject(IN_STEP);
  expect(await told(english)).toMatchObject([begun, { ...done, commitId }]);
  expect(await told(sales)).toEqual([]);

  // All of them wait where the site does.
  commitId = repository.commit({ "docs.yaml": "site: [\n" });
  expect(await site.sync()).toMatchObject({ attention: { kind: "config" } });
  for (const space of [sales, english])
    expect(await told(space)).toMatchObject([
      { ...failed, commitId },
      { ...asks, commitId },
    ]);
  repository.commit({ "docs.yaml": CONFIG });
  expect(await site.sync()).toMatchObject(IN_STEP);
});
