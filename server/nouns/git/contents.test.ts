/** A table of contents or front matter that is more than can be read: nothing of it is taken, and none like it is pushed. */
import { beforeAll, beforeEach, expect, test } from "vitest";
import { type Person, useWorld } from "../../test/harness.ts";
import { newSpace, type Repository, type SyncedSpace, useGitHost } from "./gitSpace.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;
let space: SyncedSpace;
let repository: Repository;

const BEGUN = "# Table of contents\n\n* [Home](README.md)\n* [Guide](guide.md)\n";

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});
beforeEach(async () => {
  space = await newSpace(world(), ada, host());
  repository = space.repository;
  repository.commit({ "README.md": "# Home\n", "guide.md": "# Guide\n\nSteps.\n", "SUMMARY.md": BEGUN });
  await space.connect({ direction: "git", confirm: true });
  await world().runJobs();
});

/** Makes computed pages, of each of which a table of contents has 18,000 signs and some more. */
async function addComputed(...titles: readonly string[]): Promise<string[]> {
  const computed = { type: "builtin:openapi", props: { of: Array.from({ length: 9_000 }, () => 1) } };
  const dependencies = { spec: { ref: { kind: "openapi", spec: "birds" } } };
  const made = await space.change(
    ...titles.map((title) => {
      return {
        operation: "insert_page",
        type: "computed",
        title,
        computed: { ...computed, dependencies },
      };
    }),
  );
  return made.map(({ page }: { page: string }) => page);
}

test.each(["push", "pull-request"] as const)(
  "one that could not be read back goes nowhere (%s)",
  async (outgoing) => {
    await world().patch(space.address, { outgoing }, ada);
    const [, last] = await addComputed("A", "B", "C", "D", "E", "F");
    const tip = repository.tip();
    const { state, attention } = await space.sync();
    expect({ state, attention }).toMatchObject({
      state: "attention",
      attention: {
        kind: "too-large",
        message:
          'SUMMARY.md could not be read back: its items hold more than 100,000 signs of YAML, the most that are read. Delete some of the computed pages, or move some to another space. Then press "Sync now" (lectern git sync).',
        choices: [],
      },
    });
    expect([repository.tip(), repository.tip(`lectern/${space.id}`)]).toEqual([tip, undefined]);
    // What others push comes in all the same.
    repository.commit({ "guide.md": "# Guide\n\nOther steps.\n" });
    expect((await space.sync()).attention).toEqual(attention);
    expect((await space.page("Guide")).markdown).toBe("Other steps.\n");
    await space.change({ operation: "delete_page", page: last });
    expect(await space.sync()).toMatchObject({ state: "synced" });
    const branch = outgoing === "push" ? "main" : `lectern/${space.id}`;
    expect(repository.show("SUMMARY.md", branch)).toContain("title: F\n");
  },
);

test.each(["push", "pull-request"] as const)(
  "front matter that could not be read back goes nowhere (%s)",
  async (outgoing) => {
    await world().patch(space.address, { outgoing }, ada);
    const guide = (await space.page("Guide")).id;
    const many = Array.from({ length: 1_000 }, (_, index) => [`v${index}`, "a, b, c, d"] as const);
    await space.change({ operation: "update_page", page: guide, variables: Object.fromEntries(many) });
    const tip = repository.tip();
    const { state, attention } = await space.sync();
    expect({ state, attention }).toMatchObject({
      state: "attention",
      attention: {
        kind: "too-large",
        message:
          'The page "Guide" could not be read back. The front matter has more than 65,536 characters or 4,500 signs of YAML (ends of lines, commas, brackets, quotes and the like), the most that are read. Keep in it what the page needs. Then press "Sync now" (lectern git sync).',
      },
    });
    expect([repository.tip(), repository.tip(`lectern/${space.id}`)]).toEqual([tip, undefined]);
    // It is told beside other changes, too.
    await space.change({ operation: "insert_page", type: "document", title: "More" });
    expect((await space.sync()).attention).toEqual(attention);
    const few = Object.fromEntries(many.slice(0, 800));
    await space.change({ operation: "update_page", page: guide, variables: few });
    expect(await space.sync()).toMatchObject({ state: "synced" });
    const branch = outgoing === "push" ? "main" : `lectern/${space.id}`;
    expect(repository.show("guide.md", branch)).toContain("  v799: a, b, c, d\n");
  },
);

test("one that comes is refused whole, and the sync goes on once it is shorter", async () => {
  const fence = `* \`\`\`yaml\n  title: Made\n  props:\n${"    - 1\n".repeat(60_000)}  \`\`\`\n`;
  repository.commit({ "SUMMARY.md": `${BEGUN}${fence}`, "guide.md": "# Guide\n\nOther steps.\n" });
  await space.write("Home", "Ours.\n");
  const tip = repository.tip();
  expect(await space.sync()).toMatchObject({
    state: "attention",
    attention: {
      kind: "too-large",
      message:
        'SUMMARY.md is refused: its items hold more than 100,000 signs of YAML, the most that are read. Take some of these items out of it. Then press "Sync now" (lectern git sync).',
      choices: [],
    },
  });
  expect(repository.tip()).toBe(tip);
  expect((await space.pages()).map(({ title }) => title)).toEqual(["Home", "Guide"]);
  expect((await space.page("Guide")).markdown).toBe("Steps.\n");
  repository.commit({ "SUMMARY.md": BEGUN });
  expect(await space.sync()).toMatchObject({ state: "synced" });
  expect((await space.page("Guide")).markdown).toBe("Other steps.\n");
  expect(repository.show("README.md")).toBe("# Home\nOurs.\n");
  expect(repository.show("SUMMARY.md")).toBe(BEGUN);
  expect(repository.check()).toBe("");
});
