import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { textsOf } from "./applyPlan.fixture.ts";
import { exportTree } from "./export.ts";
import { ExportRefused, writeFolder } from "./exportFolder.ts";
import type { ExportEntry, ExportedContent } from "./exported.ts";
import { writeZip } from "./exportZip.ts";
import { readFolder } from "./folder.ts";
import { planImport } from "./plan.ts";
import { listPages } from "./planned.ts";
import { readZip } from "./zip.ts";

const page = { type: "document" as const, meta: {}, children: [] };
const content: ExportedContent = {
  pages: [
    { ...page, id: "p1", title: "Welcome", slug: "readme", body: "[Install](/pages/p3#linux)\n" },
    {
      ...page,
      id: "g1",
      type: "group",
      title: "Use it",
      slug: "use",
      body: "",
      children: [
        {
          ...page,
          id: "p2",
          title: "Guide",
          slug: "guide",
          meta: { hidden: true, cover: { url: "/files/f1" } },
          body: "![](/files/f2)",
          children: [
            { ...page, id: "p3", title: "C# & F*", slug: "install", body: '{% include "/reusable/r1" %}' },
            { ...page, id: "p4", title: "Index", slug: "index", body: "[gone](/pages/p9) [here](/pages/p4)" },
          ],
        },
        {
          ...page,
          id: "l1",
          type: "link",
          title: "Site",
          slug: "site",
          body: "",
          target: { kind: "url", url: "https://x.y" },
        },
      ],
    },
    { ...page, id: "p5", title: "Last", slug: "summary", body: "" },
  ],
  files: [
    { id: "f1", name: "my logo.png" },
    { id: "f2", name: "My logo.png" },
  ],
  variables: new Map([["version", "1.0"]]),
  tags: new Map([["beta", { label: "Beta", icon: "flask", color: "red" }]]),
  reusable: [{ id: "r1", title: "Note", body: "[Guide](/pages/p2)" }],
  redirects: [{ from: "old", to: "/pages/p2" }],
};
const openFile = (id: string): Promise<Readable> =>
  Promise.resolve(Readable.from([Buffer.from(`bytes of ${id}`)]));

test("prints the tree that an import reads", async () => {
  const entries = await exportTree(content);
  const printed = await textsOf(entries);
  const texts = entries.map((entry) => [
    entry.path,
    "text" in entry ? printed.get(entry.path) : `file ${entry.fileId}`,
  ]);
  expect(Object.fromEntries(texts)).toEqual({
    ".gitbook.yaml": "root: ./\nredirects:\n  old: use/guide/README.md\n",
    ".gitbook/assets/2/My logo.png": "file f2",
    ".gitbook/assets/my logo.png": "file f1",
    ".gitbook/includes/note.md": "---\ntitle: Note\n---\n\n[Guide](../../use/guide/README.md)",
    ".gitbook/tags.yaml": "- tag: beta\n  label: Beta\n  icon: flask\n  color: red\n",
    ".gitbook/vars.yaml": 'version: "1.0"\n',
    "README.md": "# Welcome\n\n[Install](use/guide/install.md#linux)\n",
    "SUMMARY.md": `# Table of contents

* [Welcome](README.md)

## Use it <a href="#use" id="use"></a>

* [Guide](use/guide/README.md)
  * [C\\# \\& F\\*](use/guide/install.md)
  * [Index](use/guide/index/README.md)
* [Site](https://x.y)

***

* [Last](summary/README.md)
`,
    "summary/README.md": "# Last\n",
    "use/guide/README.md":
      "---\ncover: ../../.gitbook/assets/my%20logo.png\nhidden: true\n---\n\n# Guide\n\n![](../../.gitbook/assets/2/My%20logo.png)",
    "use/guide/index/README.md": "# Index\n\n[gone](/pages/p9) [here](README.md)",
    "use/guide/install.md": '# C# & F*\n\n{% include "../../.gitbook/includes/note.md" %}',
  });
});

describe("writeZip", () => {
  test("packs entries so that an import reads them, the same bytes each time", async () => {
    const entries = await exportTree(content);
    const zip = await buffer(writeZip(entries, openFile));
    expect(zip.equals(await buffer(writeZip(entries, openFile)))).toBe(true);
    const source = await readZip(zip);
    expect(source.files.map(({ path }) => path)).toEqual(entries.map(({ path }) => path));
    const plan = await planImport(source);
    expect(plan.report).toMatchObject({ skipped: [], problems: [], brokenLinks: [{ url: "/pages/p9" }] });
    expect(listPages(plan.pages)).toHaveLength(7);
  });

  test("fails when a file can't be opened or read", async () => {
    const entries: ExportEntry[] = [
      { path: "a", text: async () => "a" },
      { path: "b", fileId: "f" },
      { path: "c", text: async () => "c" },
    ];
    const missing = writeZip(entries, () => Promise.reject(new Error("no such file")));
    await expect(buffer(missing)).rejects.toThrow("no such file");
    const broken = new Readable({ read: () => broken.destroy(new Error("disk error")) });
    await expect(buffer(writeZip(entries, () => Promise.resolve(broken)))).rejects.toThrow("disk error");
  });
});

describe("writeFolder", () => {
  let dir = "";
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), "lectern-export-"));
  });
  afterEach(() => rm(dir, { recursive: true }));

  test("writes a new or an empty folder that an import reads", async () => {
    const entries = await exportTree(content);
    await mkdir(join(dir, "empty"));
    const seen: number[] = [];
    for (const name of ["new/below", "empty"]) {
      await writeFolder(entries, join(dir, name), openFile, (done) => seen.push(done));
      const source = await readFolder(join(dir, name));
      expect(source.files.map(({ path }) => path)).toEqual(entries.map(({ path }) => path));
    }
    expect(seen).toHaveLength(2 * entries.length);
    expect(await readFile(join(dir, "empty/.gitbook/assets/2/My logo.png"), "utf8")).toBe("bytes of f2");
  });

  test("leaves a folder that holds something alone", async () => {
    await writeFile(join(dir, "mine.md"), "mine");
    await expect(writeFolder(await exportTree(content), dir, openFile)).rejects.toThrow(ExportRefused);
    await expect(writeFolder(await exportTree(content), join(dir, "mine.md"), openFile)).rejects.toThrow(
      "is a file",
    );
    expect(await readdir(dir)).toEqual(["mine.md"]);
  });

  test("leaves nothing behind when it fails", async () => {
    const fails = (): Promise<Readable> => Promise.reject(new Error("disk error"));
    await expect(writeFolder(await exportTree(content), join(dir, "new"), fails)).rejects.toThrow(
      "disk error",
    );
    const escapes = [{ path: "../up.md", text: async () => "" }];
    await expect(writeFolder(escapes, join(dir, "new"), openFile)).rejects.toThrow(ExportRefused);
    expect(await readdir(dir)).toEqual([]);
  });
});
