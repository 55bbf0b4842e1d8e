import { expect, test } from "vitest";
import { planProject } from "./project.fixture.ts";

/** A site of three spaces, by the folders that these are in. */
const siteOf = (...spaces: readonly (readonly [title: string, directory: string])[]) =>
  [
    "site:",
    "  title: Product",
    "  structure:",
    ...spaces.flatMap(([title, directory], at) => [
      "    - type: section",
      `      key: section-${at}`,
      `      title: Section ${at}`,
      `      path: s${at}`,
      "      children:",
      "        - type: space",
      `          key: space-${at}`,
      `          title: ${title}`,
      "          path: main",
      "          content:",
      `            directory: ${directory}`,
      "            language: tlh",
    ]),
    "",
  ].join("\n");

const DESCRIBES =
  "docs.yaml: it describes a site: an import makes one space of all folders, Git Sync of a site one of each";

test("three spaces are groups by the names and in the order of their site, with the links between them", async () => {
  const { tree, links, text, problems, plan } = await planProject({
    "README.md": "# Repository\n",
    "docs.yaml": siteOf(
      ["Using it", "./guides"],
      ["What changed", "changes/"],
      ["API reference", "/reference/api"],
    ),
    "guides/.gitbook.yaml": "root: ./content/\n",
    "guides/content/SUMMARY.md":
      "# Table of contents\n\n* [Start](README.md)\n\n## Use\n\n* [Install](use/install.md)\n",
    "guides/content/README.md":
      "# Start\n\n[keys](../../reference/api/rest.md#keys), [API](../../reference/api/), [news](../../changes/README.md)\n",
    "guides/content/use/install.md": "# Install\n\n[start](../README.md)\n",
    "reference/api/README.md": "# API\n\nOf the API.\n",
    "reference/api/rest.md": "# REST\n\n## Keys\n\n[install](../../guides/content/use/install.md)\n",
    "changes/SUMMARY.md": "* [Changes](README.md)\n",
    "changes/README.md":
      "# Changes\n\n[install](../guides/content/use/install.md), [gone](../guides/content/gone.md), [there](https://app.gitbook.com/o/a1/s/b2/use/install) and [there](https://app.gitbook.com/s/b2)\n",
  });
  expect(tree).toEqual([
    "guides: Using it (group)",
    "guides/content: Start",
    "guides/use: Use",
    "guides/use/install: Install",
    "what-changed: What changed (group)",
    "what-changed/changes: Changes",
    "api-reference: API reference (group)",
    "api-reference/api: API",
    "api-reference/rest: REST",
  ]);
  expect(links("guides/content")).toEqual([
    "reference/api/rest.md",
    "reference/api/README.md",
    "changes/README.md",
  ]);
  expect(links("guides/use/install")).toEqual(["guides/content/README.md"]);
  expect(links("api-reference/rest")).toEqual(["guides/content/use/install.md"]);
  expect(links("what-changed/changes")).toEqual(["guides/content/use/install.md"]);
  expect(text("what-changed/changes")).toContain("(https://app.gitbook.com/s/b2)");
  expect(plan.report.brokenLinks).toEqual([{ page: "changes/README.md", url: "../guides/content/gone.md" }]);
  expect(plan.report.skipped.map(({ path }) => path)).toEqual(["README.md"]);
  expect(problems.slice(1)).toEqual([
    DESCRIBES,
    "changes/README.md: it links to a space by its address at GitBook, which stays: link to the file of the page instead; 2 times in all, here first",
  ]);
});

test("folders that a site names alone are its spaces, as far as they have pages", async () => {
  const { tree, problems, plan } = await planProject({
    "docs.yaml": siteOf(["Two", "./b"], ["Nothing", "./nowhere"], ["One", "./a"]),
    "a/README.md": "# A\n\n[b](../b/deep/x.md)\n",
    "b/deep/x.md": "# X\n",
    "b/README.md": "# B\n",
    "else/README.md": "# Elsewhere\n",
  });
  expect(tree).toEqual([
    "two: Two (group)",
    "two/b: B",
    "two/deep: Deep",
    "two/deep/x: X",
    "one: One (group)",
    "one/a: A",
  ]);
  expect(plan.report.brokenLinks).toEqual([]);
  expect(plan.report.skipped.map(({ path }) => path)).toEqual(["else/README.md"]);
  expect(problems.slice(1)).toEqual(['docs.yaml: there are no pages for "Nothing" in nowhere', DESCRIBES]);
});

test("folders with settings alone are spaces, with their redirects", async () => {
  const { tree, plan } = await planProject({
    "a/.gitbook.yaml": "root: ./docs\nredirects:\n  old: x.md\n",
    "a/docs/README.md": "# A\n\n[y](../../b/y.md)\n",
    "a/docs/x.md": "# X\n",
    "b/.gitbook.yaml": "{}\n",
    "b/y.md": "# Y\n",
  });
  expect(tree).toEqual(["a: A (group)", "a/docs: A", "a/x: X", "b: B (group)", "b/y: Y"]);
  expect(plan.report.brokenLinks).toEqual([]);
  expect(plan.redirects).toContainEqual({
    from: "a/old",
    to: "a/docs/x.md",
    target: { kind: "page", key: "a/docs/x.md" },
  });
});

test("a site that can't be read names nothing, and the report says where", async () => {
  const { tree, problems } = await planProject({
    "docs.yaml": siteOf(["Two", "./b"], ["One", "./a"]).replace("title: Product", "titel: Product"),
    "a/SUMMARY.md": "* [A](a.md)\n",
    "a/a.md": "# A\n",
    "b/SUMMARY.md": "* [B](b.md)\n",
    "b/b.md": "# B\n",
  });
  expect(tree).toEqual(["a: A (group)", "a/a: A", "b: B (group)", "b/b: B"]);
  expect(problems.slice(1)).toEqual([
    DESCRIBES,
    "docs.yaml: the names and the order of its spaces are not taken: line 2: `titel` is not known here.",
  ]);
});
