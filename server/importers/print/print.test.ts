/** What was imported and has not changed is exported byte for byte; what has changed differs in what has changed. */
import { expect, test } from "vitest";
import { applyPlan, textsOf } from "../applyPlan.fixture.ts";
import { exportTree } from "../export.ts";
import type { ExportedContent } from "../exported.ts";
import { memorySource } from "../files.ts";
import { markdownFolders, ODD_FILES, ownDocumentation } from "../markdownFolders.fixture.ts";
import { planImport } from "../plan.ts";
import type { SourceEntry } from "./sourceEntry.ts";

type Files = Readonly<Record<string, string | Uint8Array>>;

interface ImportedFiles {
  readonly content: ExportedContent;
  readonly entries: readonly SourceEntry[];
  readonly exported: () => Promise<Record<string, string>>;
}

/** Imports files into nothing, and exports what came of it. */
async function imported(files: Files, directory = ""): Promise<ImportedFiles> {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  const plan = await planImport(source, { directory });
  const { content, entries, files: ids } = await applyPlan(plan, undefined, directory);
  const paths = new Map([...ids].map(([path, id]) => [id, path]));
  const exported = () => exportedFiles(content, entries, (id) => textOf(files[paths.get(id) ?? ""] ?? ""));
  return { content, entries, exported };
}

async function exportedFiles(
  content: ExportedContent,
  entries: readonly SourceEntry[],
  textOfFile: (id: string) => string = (id) => id,
): Promise<Record<string, string>> {
  const written = await exportTree(content, entries);
  const texts = await textsOf(written);
  return Object.fromEntries(
    written.map(({ path, ...entry }) => [
      path,
      "fileId" in entry ? textOfFile(entry.fileId) : (texts.get(path) ?? ""),
    ]),
  );
}

function textOf(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

const corpus = markdownFolders();

test("the corpus is one", () => {
  const pages = corpus.flatMap(([, files]) => Object.keys(files).filter((path) => path.endsWith(".md")));
  expect(corpus.length).toBeGreaterThan(50);
  expect(pages.length).toBeGreaterThan(200);
});

test.each(corpus)("the Markdown of %s is exported as it was", async (_, files) => {
  const { exported } = await imported(files);
  const written = await exported();
  const wrong = Object.entries(written).filter(([path, text]) => textOf(files[path] ?? "") !== text);
  expect(wrong.map(([path]) => path)).toEqual([]);
  const missing = Object.keys(files).filter((path) => path.endsWith(".md") && !(path in written));
  expect(missing.filter((path) => !/(^|\/)(AGENTS|CLAUDE)\.md$/.test(path))).toEqual([]);
});

test("our own documentation, with its table of contents, is exported as it was", async () => {
  const files = ownDocumentation();
  const written = await (await imported(files)).exported();
  expect(Object.keys(written)).toContain("SUMMARY.md");
  expect(Object.entries(written).filter(([path, text]) => textOf(files[path] ?? "") !== text)).toEqual([]);
});

test("odd spellings are kept: order, quotes, comments, labels, addresses, ends of lines, marks", async () => {
  expect(await (await imported(ODD_FILES)).exported()).toEqual(
    Object.fromEntries(Object.entries(ODD_FILES).map(([path, text]) => [path, textOf(text)])),
  );
});

test("of an imported folder the paths begin there", async () => {
  const files = { "site/docs/SUMMARY.md": "* [A b](a-b/README.md)\n", "site/docs/a-b/README.md": "# A b\n" };
  expect(await (await imported(files, "site/docs")).exported()).toEqual({
    "SUMMARY.md": "* [A b](a-b/README.md)\n",
    "a-b/README.md": "# A b\n",
  });
});
