/** Tables of contents of the spaces of a site: one that begins, and one that can't be read. */
import { beforeAll, expect, test } from "vitest";
import { type Person, useWorld } from "../../../test/harness.ts";
import { useGitHost } from "../gitSpace.fixture.ts";
import { IN_STEP, siteFromRepository } from "./gitSite.fixture.ts";

const world = useWorld();
const host = useGitHost();
let ada: Person;

beforeAll(async () => {
  ada = await world().addPerson("ada", "admin");
});

test("one that begins is said to be new once it is on the branch, and not where nothing goes there", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const notes = async (): Promise<string> => ((await site.status()).lastRun.report?.notes ?? []).join();
  repository.commit({ "all/a.md": "# A\n\nOne.\n", "all/b.md": "# B\n\nTwo.\n" });
  expect(await site.sync()).toMatchObject(IN_STEP);
  const english = await site.space("English");
  expect((await world().patch(site.address, { outgoing: "off" }, ada)).status).toBe(200);
  const { id } = await english.page("B");
  await english.change({ operation: "update_page", page: id, into: null, at: 1 });
  expect(await site.sync()).toMatchObject({ state: "synced" });
  expect([await notes(), Object.keys(repository.files()).includes("all/SUMMARY.md")]).toEqual(["", false]);
  expect((await world().patch(site.address, { outgoing: "push" }, ada)).status).toBe(200);
  await english.write("A", "One, ours.\n");
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect(await notes()).toContain("SUMMARY.md is new on the branch");
  expect(repository.show("all/SUMMARY.md")).toContain("* [B](b.md)\n* [A](a.md)\n");
  await english.write("A", "One, ours again.\n");
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect(await notes()).toBe("");
});

test("one that is refused stops its own space, until it is shorter, and no other", async () => {
  const site = await siteFromRepository(world(), ada, host());
  const { repository } = site;
  const contents = "# Table of contents\n\n* [Welcome](README.md)\n";
  repository.commit({ "all/SUMMARY.md": contents });
  expect(await site.sync()).toMatchObject(IN_STEP);
  const [sales, english] = [await site.space("Sales"), await site.space("English")];
  const fence = `* \`\`\`yaml\n  title: Made\n  props:\n${"    - 1\n".repeat(60_000)}  \`\`\`\n`;
  repository.commit({
    "all/SUMMARY.md": `${contents}${fence}`,
    "all/README.md": "# Welcome\n\nTo all of you.\n",
    "teams/sales/prices.md": "# Prices\n\nTwo hundred.\n",
  });
  const refused = {
    kind: "too-large",
    message:
      'English: SUMMARY.md is refused: its items hold more than 100,000 signs of YAML, the most that are read. Take some of these items out of it. Then press "Sync now" (lectern git sync).',
    choices: [],
  };
  expect(await site.sync()).toMatchObject({ state: "attention", attention: refused });
  expect((await sales.page("Prices")).markdown).toBe("Two hundred.\n");
  expect(await english.texts()).toEqual({ Welcome: "To all.\n" });
  // What is written in the others goes out meanwhile.
  await sales.write("Prices", "Three hundred.\n");
  expect(await site.sync()).toMatchObject({ state: "attention", attention: refused });
  expect(repository.show("teams/sales/prices.md")).toBe("# Prices\n\nThree hundred.\n");
  repository.commit({ "all/SUMMARY.md": contents });
  expect(await site.sync()).toMatchObject(IN_STEP);
  expect(await english.texts()).toEqual({ Welcome: "To all of you.\n" });
  expect(repository.check()).toBe("");
});
