/** A table of contents that began while something could not be moved goes with what it waited for. */
import { expect, test } from "vitest";
import { applyPlan } from "../applyPlan.fixture.ts";
import { printContent } from "../export.ts";
import type { ExportedContent, ExportedPage } from "../exported.ts";
import { memorySource } from "../files.ts";
import { planImport } from "../plan.ts";
import { listPages } from "../planned.ts";
import type { SourceEntry } from "./sourceEntry.ts";

type Files = Readonly<Record<string, string>>;

const PLAIN: Files = {
  "README.md": "# Home\n",
  "guide/README.md": "# Guide\n\nThen [setup](setup.md).\n",
  "guide/setup.md": "# Setup\n\nBack to [home](../README.md).\n",
  "reference/README.md": "# Reference\n\nAll.\n",
  "reference/api.md": "# API\n\nCalls.\n",
};

/** The second page below another one, where its name puts it. */
function setupMoved(content: ExportedContent): ExportedContent {
  const setup = listPages(content.pages).find(({ title }) => title === "Setup") as ExportedPage;
  const childrenOf = ({ title, children }: ExportedPage): readonly ExportedPage[] =>
    title === "Guide" ? [] : title === "Reference" ? [...children, setup] : children;
  return { ...content, pages: content.pages.map((page) => ({ ...page, children: [...childrenOf(page)] })) };
}

/** What is noted of a page that was moved while another was held: a table of contents that passes. */
async function withPassing(files: Files) {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  const { content, entries } = await applyPlan(await planImport(source));
  const guide = listPages(content.pages).find(({ title }) => title === "Guide");
  const pinned = new Map([[guide?.id ?? "", true]]);
  const now = setupMoved(content);
  const held = await printContent(now, entries, { pinned });
  const noted = await Promise.all(
    held.files.map(async ({ role, path, object, print }): Promise<SourceEntry> => {
      return { role, path, object, spelling: (await print?.())?.spelling ?? {} };
    }),
  );
  const pathsOf = async (more: Parameters<typeof printContent>[2], from = noted): Promise<string[]> =>
    (await printContent(now, from, more)).files.map(({ path }) => path);
  return { noted, pinned, pathsOf };
}

test("a table of contents that began while something was held goes again, unless it is needed or touched", async () => {
  const { noted, pinned, pathsOf } = await withPassing(PLAIN);
  expect(noted.map(({ path }) => path)).toEqual(expect.arrayContaining(["SUMMARY.md", "guide/setup.md"]));
  const freed = await pathsOf({});
  expect([freed.includes("SUMMARY.md"), freed.includes("reference/setup.md")]).toEqual([false, true]);
  expect(await pathsOf({ occupied: ["AGENTS.md"] })).toEqual(freed);
  const stays = expect.arrayContaining(["SUMMARY.md", "guide/setup.md"]);
  expect(await pathsOf({ pinned })).toEqual(stays);
  // It would become a page.
  expect(await pathsOf({ occupied: ["notes.md"] })).toEqual(stays);
  const touched = noted.map((entry) =>
    entry.role === "summary" ? { ...entry, spelling: { text: entry.spelling.text ?? "" } } : entry,
  );
  expect(await pathsOf({}, touched)).toEqual(stays);
});

test.each([
  ["in a folder that is not read", "", ".github/CONTRIBUTING.md", false],
  ["in a folder of packages", "", "guide/node_modules/a/README.md", false],
  ["among reusable contents", "", ".gitbook/includes/note.md", false],
  ["that is no page of its folder", "", "guide/picture.png", false],
  ["above the folder of the content", "docs/", "README.md", false],
  ["beside it", "docs/", "docs-old/a.md", false],
  ["in it", "docs/", "docs/notes.md", true],
  ["below it", "docs/", "docs/guide/deep/notes.md", true],
])(
  "a table of contents that passes waits only for what would be a page: %s",
  async (_, root, path, isPage) => {
    const settings = root === "" ? {} : { ".gitbook.yaml": `root: ./${root}\n` };
    const pages = Object.entries(PLAIN).map(([name, text]) => [`${root}${name}`, text] as const);
    const { pathsOf } = await withPassing({ ...settings, ...Object.fromEntries(pages) });
    const paths = await pathsOf({ occupied: [path] });
    expect(paths.includes(`${root}SUMMARY.md`)).toBe(isPage);
  },
);
