import { describe, expect, test } from "vitest";
import { memorySource } from "./files.ts";
import { readFolder } from "./folder.ts";
import type { ImportOptions } from "./plan.ts";
import { planImport } from "./plan.ts";
import type { ImportPlan, PlannedPage } from "./planned.ts";
import { listPages } from "./planned.ts";
import { resolveLinks } from "./resolveLinks.ts";

function plan(files: Record<string, string | Uint8Array>, options?: ImportOptions): Promise<ImportPlan> {
  return planImport(memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes }))), options);
}

/** The tree as "address: title", with the type of what is no document. */
function tree(pages: readonly PlannedPage[]): string[] {
  return listPages(pages).map(({ address, title, type }) => {
    return type === "document" ? `${address}: ${title}` : `${address}: ${title} (${type})`;
  });
}

/** The body of the one page, after ids of the form "<key>" were put in. */
async function bodies(plan: ImportPlan): Promise<Record<string, string>> {
  const { bodies } = await resolveLinks(plan, (target) =>
    (target.kind === "page" ? target.key : target.path).replace(/\W/g, "_"),
  );
  return Object.fromEntries(bodies);
}

describe("a folder with a table of contents", () => {
  const files = {
    ".gitbook.yaml": "root: ./docs\nredirects:\n  old: guide/install.md\n  gone: missing.md\n",
    "docs/SUMMARY.md": `# Table of contents

* [Welcome](README.md)

## Use it <a href="#use" id="use"></a>

* [Install](guide/install.md)
  * [On Linux](guide/linux.md)
* [Site](https://example.com)
* [Step two](guide/install.md#two)
* [Again](guide/install.md)
* [Missing](nowhere.md)
`,
    "docs/README.md":
      "---\ndescription: Start here\nicon: bolt\nhidden: true\n---\n\n# Welcome to it\n\nSee [install](guide/install.md).\n",
    "docs/guide/install.md":
      "# Install\n\n![](../.gitbook/assets/a%20b.png) [up](../README.md#top) [no](none.md)\n",
    "docs/guide/linux.md":
      '{% include "../.gitbook/includes/note.md" %}\n\n[data](../../data.csv) <img src="../../data.csv">\n',
    "docs/guide/unlisted.md": "# Unlisted",
    "docs/.gitbook/assets/a b.png": "png",
    "docs/.gitbook/assets/unused.png": "png",
    "docs/.gitbook/includes/note.md": "---\ntitle: Note\n---\n\n# Note\n\n[install](../../guide/install.md)",
    "docs/.gitbook/vars.yaml": "version: 1.2\n",
    "docs/.gitbook/tags.yaml": "- tag: x\n  label: X\n",
    "docs/.gitbook/odd.yaml": "x: 1\n",
    "data.csv": "a,b",
    LICENSE: "MIT",
  };

  test("takes a page named like the table of contents in another case for a page", async () => {
    const read = await plan({ "a.md": "# A", "summary.md": "# In short\n\n* [A](a.md)\n" });
    expect(tree(read.pages)).toEqual(["a: A", "summary: In short"]);
  });

  test("becomes its pages, files, variables, tags, reusable contents and redirects", async () => {
    const read = await plan(files);
    expect(tree(read.pages)).toEqual([
      "readme: Welcome to it",
      "use: Use it (group)",
      "use/install: Install",
      "use/install/linux: On Linux",
      "use/site: Site (link)",
      "use/step-two: Step two (link)",
      "use/again: Again (link)",
    ]);
    expect(read.pages[0]?.meta).toEqual({ description: "Start here", icon: "bolt", hidden: true });
    expect(read.files.map(({ path, name }) => [path, name])).toEqual([
      ["data.csv", "data.csv"],
      ["docs/.gitbook/assets/a b.png", "a b.png"],
      ["docs/.gitbook/assets/unused.png", "unused.png"],
    ]);
    expect([...read.variables]).toEqual([["version", 1.2]]);
    expect([...read.tags]).toEqual([["x", { label: "X" }]]);
    expect(read.reusable.map(({ title, body }) => [title, body.source])).toEqual([
      ["Note", "# Note\n\n[install](../../guide/install.md)"],
    ]);
    expect(read.redirects).toEqual([
      { from: "old", to: "guide/install.md", target: { kind: "page", key: "docs/guide/install.md" } },
      { from: "gone", to: "missing.md" },
    ]);
  });

  test("has its links turned into ids, and keeps what leads nowhere", async () => {
    const read = await plan(files);
    expect(await bodies(read)).toMatchObject({
      "docs/README.md": "See [install](/pages/docs_guide_install_md).\n",
      "docs/guide/install.md":
        "![](/files/docs__gitbook_assets_a_b_png) [up](/pages/docs_README_md#top) [no](none.md)\n",
      "docs/guide/linux.md":
        '{% include "/reusable/docs__gitbook_includes_note_md" %}\n\n[data](/files/data_csv) <img src="/files/data_csv">\n',
    });
    const targets = (await resolveLinks(read, () => "id")).targets;
    expect([...targets.values()]).toEqual([
      { kind: "url", url: "https://example.com" },
      { kind: "anchor", anchor: "two", page: "id" },
      { kind: "page", page: "id" },
    ]);
  });

  test("has a report of what was skipped and which links are broken", async () => {
    const { report } = await plan(files);
    expect(report.skipped).toEqual([
      { path: "docs/.gitbook/odd.yaml", reason: "nothing is known of such a file" },
      { path: "docs/guide/unlisted.md", reason: "docs/SUMMARY.md does not list it" },
      { path: "LICENSE", reason: "no page links to it" },
    ]);
    expect(report.problems).toEqual([
      { path: "docs/SUMMARY.md", message: "line 12 lists nowhere.md, which is not there" },
    ]);
    expect(report.brokenLinks).toEqual([
      { page: "docs/guide/install.md", url: "none.md" },
      { page: "docs/.gitbook.yaml", url: "missing.md" },
    ]);
  });

  test("takes conditions that hide from everybody as they are, and reports them", async () => {
    const source =
      "---\nif: visitor.\n---\n{% if 1 %}\nText\n{% endif %}\n\n{% if visitor.claims.x %}\nY\n{% endif %}\n";
    const { pages, report } = await plan({ "a.md": source });
    expect(pages[0]?.meta.condition).toBe("visitor.");
    expect(pages[0]?.body.source).toContain("{% if 1 %}");
    expect(report.problems).toEqual([
      { path: "a.md", message: expect.stringMatching(/^the condition "visitor\." hides from everybody/) },
      { path: "a.md", message: expect.stringMatching(/^the condition "1" hides from everybody/) },
    ]);
  });

  test("gives the same plan each time, and reports links that get no id", async () => {
    const [one, two] = [await plan(files), await plan(files)];
    expect(JSON.stringify(one)).toBe(JSON.stringify(two));
    const { brokenLinks, bodies } = await resolveLinks(one, () => undefined);
    expect(bodies.get("docs/README.md")).toBe("See [install](guide/install.md).\n");
    expect(brokenLinks).toContainEqual({ page: "docs/README.md", url: "guide/install.md" });
  });
});

describe("planImport", () => {
  test("takes the title from the heading, then the table of contents, then the file", async () => {
    const read = await plan({
      "a-b.md": "text",
      "c.md": "# From heading\n",
      "d.md": "---\ntitle: From front matter\n---\n",
    });
    expect(tree(read.pages)).toEqual(["a-b: A b", "c: From heading", "d: From front matter"]);
    const listed = await plan({ "SUMMARY.md": "* [Listed](a-b.md)", "a-b.md": "text" });
    expect(tree(listed.pages)).toEqual(["a-b: Listed"]);
  });

  test("has the addresses that GitBook makes of the titles of groups and of the names of files", async () => {
    const files = {
      "SUMMARY.md":
        "## 1. Q&A\n\n* [A](Tips&Tricks.md)\n\n## v2.0 API\n\n* [B](1.-start.md)\n\n## getUser()\n\n* [C](camelCase.md)\n\n## Référence\n\n* [D](v1.2.md)\n",
      ...Object.fromEntries(
        ["Tips&Tricks", "1.-start", "camelCase", "v1.2"].map((name) => [`${name}.md`, "x"]),
      ),
    };
    expect(
      (await plan(files)).pages.flatMap(({ children }) => children.map(({ address }) => address)),
    ).toEqual(["1.-q-and-a/tips-and-tricks", "v2.0-api/1.-start", "getuser/camelcase", "reference/v1.2"]);
  });

  test("numbers addresses that would be the same", async () => {
    const read = await plan({ "A b.md": "", "a-b.md": "", "a_b.md": "", "a b.markdown": "" });
    expect(new Set(read.pages.map(({ slug }) => slug))).toEqual(new Set(["a-b", "a-b-1", "a-b-2", "a_b"]));
  });

  test("goes by the folders when the table of contents lists nothing", async () => {
    const read = await plan({ "SUMMARY.md": "# Summary\n", "a.md": "# A" });
    expect(tree(read.pages)).toEqual(["a: A"]);
    expect(read.report.problems).toHaveLength(1);
  });

  test("puts what is nested in a link behind it", async () => {
    const read = await plan({
      "SUMMARY.md": "* [X](https://x.y)\n  * [A](a.md)\n* [B](b.md)",
      "a.md": "",
      "b.md": "",
    });
    expect(tree(read.pages)).toEqual(["x: X (link)", "a: A", "b: B"]);
    expect(read.report.problems).toEqual([
      { path: "SUMMARY.md", message: "line 1 is a link, so the pages in it follow it instead" },
    ]);
  });

  test("rewrites covers", async () => {
    const read = await plan({ "a/x.md": "---\ncover: ../c.png\ncoverY: 3\n---\n# X", "c.png": "png" });
    expect(read.files.map(({ path }) => path)).toEqual(["c.png"]);
    expect((await resolveLinks(read, () => "id")).metas.get("a/x.md")).toEqual({
      cover: { url: "/files/id", y: 3 },
    });
  });

  test("leaves out files that are no text, and keeps a place for what is below them", async () => {
    const broken = Uint8Array.from([0xff, 0x41]);
    const read = await plan({
      "a.md": "# A\n\n[b](b.md)",
      "b.md": broken,
      "c/README.md": "nul\u0000",
      "c/d.md": "# D",
      "e.md": Uint8Array.from([0xed, 0xa0, 0x80]),
    });
    expect(tree(read.pages)).toEqual(["a: A", "c: C", "c/d: D"]);
    expect(read.report.skipped).toEqual([
      { path: "b.md", reason: "it is not valid UTF-8 text" },
      { path: "c/README.md", reason: "it holds NUL characters" },
      { path: "e.md", reason: "it is not valid UTF-8 text" },
    ]);
    expect(read.report.brokenLinks).toEqual([{ page: "a.md", url: "b.md" }]);
  });

  test("keeps what no database can store out of every text", async () => {
    const read = await plan({
      "SUMMARY.md":
        '* [A](a.md)\n* [L](https://x.y) <!-- {"description": "\\ud800"} -->\n* ```yaml\n  type: "\\0"\n  ```\n',
      "a.md": '---\ntitle: "T\\ud800"\ndescription: "\\0"\nvars: {x: "\\udc00"}\n---\n',
      ".gitbook/vars.yaml": 'x: "\\0"\n',
      ".gitbook/includes/a.md": '---\ntitle: "\\ud800"\n---\n',
      ".gitbook.yaml": 'redirects: {"a\\0": "b\\ud800.md"}\n',
    });
    // What stands before a body is kept as it was written: as text, in which an escape is six characters.
    const written = (key: string, value: unknown): unknown =>
      ["file", "head", "settling"].includes(key) ? undefined : value;
    const text = JSON.stringify([read, [...read.variables]], written);
    expect(text).not.toMatch(/\\u0000|\\u[dD][89a-fA-F]/);
    expect(text.match(/\uFFFD/g)?.length).toBeGreaterThanOrEqual(8);
  });

  test("tells how far it is", async () => {
    const seen: string[] = [];
    await plan({ "a.md": "", "b.md": "" }, { onProgress: (done, total) => seen.push(`${done}/${total}`) });
    expect(seen).toEqual(["1/2", "2/2"]);
  });

  test("reads the documentation of a package as it is found in the wild", async () => {
    const source = await readFolder("node_modules/fastify/docs");
    const read = await planImport(source);
    const markdown = source.files.filter(({ path }) => path.endsWith(".md"));
    expect(listPages(read.pages)).toHaveLength(markdown.length);
    expect(read.report.problems).toEqual([]);
    // Named in the folder's own text, and in no folder of the package.
    expect(read.report.brokenLinks).toEqual([{ page: "Guides/Index.md", url: "./Contributing.md" }]);

    const links = listPages(read.pages).flatMap(({ body }) =>
      body.links.map(({ start, end }) => body.source.slice(start, end)),
    );
    const written = await Promise.all(
      markdown.map(async ({ read }) => new TextDecoder().decode(await read())),
    );
    const relative = written.flatMap((text) =>
      [...text.matchAll(/\]\((\.{0,2}\/[^)\s]+)/g)].map(([, url = ""]) => url),
    );
    expect(relative.length).toBeGreaterThan(100);
    const known = new Set([...links, "./Contributing.md"]);
    expect(relative.filter((url) => !known.has(url))).toEqual([]);
  });
});
