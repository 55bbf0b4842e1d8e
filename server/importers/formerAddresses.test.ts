import { expect, test } from "vitest";
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
