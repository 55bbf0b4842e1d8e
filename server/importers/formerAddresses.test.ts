import { describe, expect, test } from "vitest";
import { formerAddresses } from "./formerAddresses.ts";
import type { PlannedPage } from "./planned.ts";
import { planProject } from "./tools/project.fixture.ts";

const SIDEBAR = `export default { docs: [
  'intro',
  { type: 'category', label: 'First steps', items: ['setup/install', 'setup/run/fast', 'other/notes'] },
  { type: 'category', label: 'Setup of others', items: ['setup/last'] },
] }`;

test("each address of a page leads on, through folders that are no pages any more", async () => {
  const files = Object.fromEntries(
    ["intro", "setup/install", "setup/run/fast", "setup/last", "other/notes"].map((id) => [
      `docs/${id}.md`,
      `# ${id}\n`,
    ]),
  );
  const { tree, plan } = await planProject({ "docusaurus.config.js": "", "sidebars.js": SIDEBAR, ...files });
  expect(tree.map((line) => line.split(": ")[0])).toEqual([
    "intro",
    "first-steps",
    "first-steps/install",
    "first-steps/fast",
    "first-steps/notes",
    "setup",
    "setup/last",
  ]);
  // "setup" is a page: what was below it and is elsewhere leads on from there. Folders that are none lead to what holds
  // their first page, below which the page is found by its own name.
  expect(plan.redirects.map(({ from, to }) => [from, to])).toEqual([
    ["setup/install", "docs/setup/install.md"],
    ["other", "#first-steps"],
    ["setup/run", "#first-steps"],
  ]);
});

describe("what is made to do harm", () => {
  const planned = (key: string): PlannedPage => ({
    key,
    type: "document",
    title: key,
    slug: key,
    address: key,
    meta: {},
    body: { source: "", links: [] },
    children: [],
  });
  const redirectsOf = (addresses: readonly string[]): string[] => {
    const keys = addresses.map((_, at) => `p${at}`);
    const pages = new Map(keys.map((key, at) => [key, addresses[at] ?? ""]));
    const site = { root: "", base: "", statics: [], pages };
    return formerAddresses(keys.map(planned), site).map(({ from }) => from);
  };

  test("addresses that no page could have lead nowhere, and the others lead on", () => {
    const segments = Array.from({ length: 100 }, (_, at) => `d${at}`);
    const deepest = segments.join("/");
    expect(redirectsOf([`${"a/".repeat(64_000)}a`, "x".repeat(1_001), `${deepest}/d`, "old"])).toEqual([
      "old",
    ]);
    expect(redirectsOf([deepest, "x".repeat(1_000)])).toHaveLength(101);
  });

  test("there are at most two for each page that an import takes", () => {
    const levels = Array.from({ length: 99 }, (_, at) => `d${at}`).join("/");
    const addresses = Array.from({ length: 300 }, (_, at) => `${at}/${levels}`);
    expect(redirectsOf(addresses)).toHaveLength(20_000);
  });
});
