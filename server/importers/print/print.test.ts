/** What was imported and has not changed is exported byte for byte; what has changed differs in what has changed. */
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { applyPlan } from "../applyPlan.fixture.ts";
import { exportTree } from "../export.ts";
import type { ExportedContent } from "../exported.ts";
import { memorySource } from "../files.ts";
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
  return Object.fromEntries(
    written.map((entry) => [entry.path, "text" in entry ? entry.text() : textOfFile(entry.fileId)]),
  );
}

function textOf(bytes: string | Uint8Array): string {
  return Buffer.from(bytes).toString("utf8");
}

const MODULES = join(import.meta.dirname, "../../../node_modules");

/** The packages whose own folder holds several Markdown files, the installed packages left out. */
function markdownFolders(): [name: string, files: Files][] {
  return readdirSync(MODULES)
    .flatMap((name) =>
      name.startsWith("@") ? readdirSync(join(MODULES, name)).map((part) => `${name}/${part}`) : [name],
    )
    .flatMap((name) => {
      const files = filesBelow(join(MODULES, name), "");
      return Object.keys(files).length > 1 ? [[name, files] as [string, Files]] : [];
    });
}

function filesBelow(root: string, folder: string): Files {
  const found: Record<string, Uint8Array> = {};
  if (!statSync(join(root, folder)).isDirectory()) return found;
  for (const entry of readdirSync(join(root, folder), { withFileTypes: true })) {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    // What an import leaves alone.
    if (entry.name.startsWith(".") || entry.name === "node_modules") continue;
    if (entry.isDirectory()) Object.assign(found, filesBelow(root, path));
    else if (/\.(?:md|markdown|png|svg|gif|yaml)$/i.test(entry.name))
      found[path] = readFileSync(join(root, path));
  }
  return found;
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
  expect(missing).toEqual([]);
});

const HERE = join(import.meta.dirname, "../../../docs");

test("our own documentation, with its table of contents, is exported as it was", async () => {
  const files = filesBelow(HERE, "");
  const written = await (await imported(files)).exported();
  expect(Object.keys(written)).toContain("SUMMARY.md");
  expect(Object.entries(written).filter(([path, text]) => textOf(files[path] ?? "") !== text)).toEqual([]);
});

/** Everything that printing anew would write otherwise. */
const ODD: Files = {
  ".gitbook.yaml":
    "# ours\nroot: ./docs/\n\nstructure:\n  readme: start.md\n  summary: toc.md\n\nredirects:\n    old/place: guide/install.md # moved\n",
  "docs/toc.md":
    '\ufeff# Contents\n\n<!-- by hand -->\n- [Start *here*](start.md)\n\n## Guides & more\n\n- [Install it](./guide/install.md "t")\n    - [Windows](guide/on%20Windows.md)\n- Later\n    - [x](guide/x.md)\n\n\n***\n\n+ [Web](https://example.com/a_b)\n',
  "docs/start.md":
    "\ufeff# Start\r\n\r\nSee [a](./guide/install.md#top), [b](guide/install.md#top), [c](guide/install).\r\n",
  "docs/guide/install.md":
    "---\n# kept\ntitle: 'Install'\ndescription: >-\n  folded\n  text\nhidden: false\nzeta: [1,  2]\nalpha: \"x\"\ncover: ../.gitbook/assets/a b.png\ncoverY: 0\n---\n\n# Install\n\n![](../.gitbook/assets/a%20b.png) ![](<../.gitbook/assets/a b.png>)",
  "docs/guide/on Windows.md": "Windows\n=======\n\nText [up](../start.md)\n",
  "docs/guide/x.md": "no heading\n\n[w](on%20Windows.md) [v](<on Windows.md>)\n",
  "docs/.gitbook/assets/a b.png": "bytes",
  "docs/.gitbook/includes/note.md": "---\ntitle:   Note\n---\nread [start](../../start.md)\n",
  "docs/.gitbook/vars.yaml": "# versions\nb: '2'\na: 1\n",
};

test("odd spellings are kept: order, quotes, comments, labels, addresses, ends of lines, marks", async () => {
  expect(await (await imported(ODD)).exported()).toEqual(
    Object.fromEntries(Object.entries(ODD).map(([path, text]) => [path, textOf(text)])),
  );
});

test("of an imported folder the paths begin there", async () => {
  const files = { "site/docs/SUMMARY.md": "* [A b](a-b/README.md)\n", "site/docs/a-b/README.md": "# A b\n" };
  expect(await (await imported(files, "site/docs")).exported()).toEqual({
    "SUMMARY.md": "* [A b](a-b/README.md)\n",
    "a-b/README.md": "# A b\n",
  });
});
