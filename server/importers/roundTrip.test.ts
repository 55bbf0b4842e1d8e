import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Change } from "../../engine/change.ts";
import { Space } from "../../engine/space.fixture.ts";
import { checkSlug } from "../../engine/slug.ts";
import { applyPlan, sourceOf, textsOf } from "./applyPlan.fixture.ts";
import { planImport } from "./plan.ts";
import { exportTree } from "./export.ts";
import type { ExportEntry, ExportedContent, ExportedPage } from "./exported.ts";
import { memorySource } from "./files.ts";
import type { ImportFile } from "./files.ts";
import { readFolder } from "./folder.ts";
import { listPages } from "./planned.ts";

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 2_000 : 150;

async function printed(entries: readonly ExportEntry[]): Promise<unknown[]> {
  const texts = await textsOf(entries);
  return entries.map((entry) =>
    "text" in entry ? { path: entry.path, text: texts.get(entry.path) } : entry,
  );
}

/** Content in a form that doesn't depend on the order of files, which a space does not keep. */
function comparable({ pages, files, variables, tags, reusable, redirects }: ExportedContent): unknown {
  const byId = (a: { id: string }, b: { id: string }): number => (a.id < b.id ? -1 : 1);
  return {
    pages,
    files: files.toSorted(byId),
    variables: [...variables].toSorted(),
    tags: Object.fromEntries(tags),
    reusable: reusable.toSorted(byId),
    redirects,
  };
}

const PAGE_IDS = Array.from({ length: 12 }, (_, index) => `page${index}`);
const FILE_IDS = Array.from({ length: 5 }, (_, index) => `file${index}`);
const INCLUDE_IDS = ["inc0", "inc1", "inc2"];

const title = fc
  .oneof(
    fc.string({ unit: "grapheme", minLength: 1, maxLength: 30 }),
    fc.constantFrom(
      "C#",
      "# Hash",
      "*Star*",
      "[x](y)",
      "a: b",
      "---",
      "<b>",
      "&amp;",
      "1. One",
      "`code`",
      "\u{1f4d8} Book",
    ),
  )
  .map((text) => text.replace(/\s+/g, " ").trim() || "T")
  .filter((text) => text.normalize("NFC") === text);
const slug = fc
  .oneof(
    fc.stringMatching(/^[a-z0-9][a-z0-9._-]{0,12}[a-z0-9]$/),
    fc.constantFrom(
      "readme",
      "index",
      "x_",
      "summary",
      "con",
      "node_modules",
      "v1.2",
      "\u00fcber",
      "\u6587\u6863",
      "\u6587".repeat(100),
      "a-",
      "01-intro",
    ),
  )
  .filter((slug) => "slug" in checkSlug(slug));
const link = fc
  .tuple(
    fc.oneof(
      fc.constantFrom(...PAGE_IDS).map((id) => `/pages/${id}`),
      fc.constantFrom(...FILE_IDS).map((id) => `/files/${id}`),
      fc.constantFrom("/pages/absent", "missing/none.md", "https://example.com/a.md", "mailto:a@b.c"),
    ),
    fc.constantFrom("", "#step-2", "#\u00fc%20x", "?raw=1"),
  )
  .map(([url, suffix]) => url + suffix);
const block = fc.oneof(
  link.map((url) => `See [this](${url} "Title") and ![alt](<${url}>).`),
  link.map((url) => `<img src="${url}" alt="">`),
  link.map((url) => `{% content-ref url="${url}" %}\n[x](${url})\n{% endcontent-ref %}`),
  fc.constantFrom(...INCLUDE_IDS).map((id) => `{% include "/reusable/${id}" %}`),
  fc.constantFrom(
    "## Heading",
    "# Another H1",
    "---",
    "```\n[not](/pages/page1)\n```",
    "Text\r\nwith ends",
    "",
  ),
  fc.string({ unit: "grapheme" }).filter((text) => !/[<[\]{%]/.test(text)),
);
const body = fc.array(block, { maxLength: 4 }).map((blocks) => blocks.join("\n\n"));
const meta = fc.record(
  {
    description: fc.string(),
    icon: fc.constantFrom("bolt", "flask"),
    hidden: fc.boolean(),
    cover: fc.record({ url: fc.constantFrom("/files/file1", "https://x.y/z.png"), y: fc.integer() }),
    extra: fc.constant({ custom: [1, { a: "b" }] }),
  },
  { requiredKeys: [] },
);
const reference = fc.oneof(
  fc
    .constantFrom("https://example.com/a?b=c#d", "mailto:a@b.c", "not a url", "")
    .map((url) => ({ kind: "url", url })),
  fc.constantFrom(...PAGE_IDS, "absent").map((page) => ({ kind: "page", page })),
  fc.constantFrom(...PAGE_IDS).map((page) => ({ kind: "anchor", page, anchor: "step-2" })),
  fc.constantFrom(...FILE_IDS).map((file) => ({ kind: "file", file })),
  fc.constant({ kind: "space", space: "other" }),
);

interface Seed {
  readonly type: "document" | "group" | "link" | "computed";
  readonly title: string;
  readonly slug: string;
  readonly meta: ExportedPage["meta"];
  readonly body: string;
  readonly reference: NonNullable<ExportedPage["target"]>;
  readonly parent: number;
}
const seed: fc.Arbitrary<Seed> = fc.record({
  type: fc.constantFrom("document", "document", "document", "document", "group", "link", "computed"),
  title,
  slug,
  meta,
  body,
  reference,
  parent: fc.integer({ min: -1, max: PAGE_IDS.length - 1 }),
});

interface Growing extends ExportedPage {
  readonly children: Growing[];
}

/** Builds a valid tree: groups at the top, no pages below links, slugs free among siblings. */
function growPages(seeds: readonly Seed[]): ExportedPage[] {
  const pages: Growing[] = [];
  const top: Growing[] = [];
  for (const [index, { type, title, slug, meta, body, reference, parent }] of seeds.entries()) {
    const above = type === "group" || parent >= index ? undefined : pages[parent];
    const siblings = above === undefined || above.type === "link" ? top : above.children;
    let free = slug;
    for (let number = 1; siblings.some((page) => page.slug === free); number += 1)
      free = `${slug.slice(0, 90)}-${number}`;
    const page: Growing = {
      id: PAGE_IDS[index] ?? "",
      type,
      title,
      slug: free,
      meta: type === "document" ? meta : plainMeta(meta),
      body: type === "document" ? body : "",
      ...(type === "link" ? { target: reference } : {}),
      ...(type === "computed" ? { computed: { type: "builtin:openapi", props: { models: true } } } : {}),
      children: [],
    };
    pages.push(page);
    siblings.push(page);
  }
  return top;
}

/** A cover's file is only rewritten in a document's front matter. */
function plainMeta(meta: ExportedPage["meta"]): ExportedPage["meta"] {
  const { cover, ...rest } = meta;
  return cover === undefined ? meta : rest;
}

const content: fc.Arbitrary<ExportedContent> = fc.record({
  pages: fc.array(seed, { maxLength: PAGE_IDS.length }).map(growPages),
  files: fc
    .array(
      fc.oneof(
        fc.constantFrom(
          "logo.png",
          "Logo.png",
          "my file (1).png",
          "\u00fc.svg",
          "a/b:c?.txt",
          ".hidden",
          "50%25.md",
          "x.md",
        ),
        fc.string({ minLength: 1, maxLength: 20 }).map((name) => name.normalize("NFC")),
      ),
      { maxLength: FILE_IDS.length },
    )
    .map((names) => names.map((name, index) => ({ id: FILE_IDS[index] ?? "", name }))),
  variables: fc
    .dictionary(
      fc.stringMatching(/^[a-z][a-zA-Z0-9_]{0,8}$/),
      fc.oneof(fc.string(), fc.boolean(), fc.integer()),
    )
    .map((values) => new Map(Object.entries(values))),
  tags: fc
    .dictionary(
      fc.stringMatching(/^[a-z][a-z.-]{0,8}$/),
      fc.record(
        {
          label: title,
          icon: fc.constantFrom("bolt", "flask"),
          color: fc.constantFrom("red", "#d33"),
        },
        { requiredKeys: ["label"] },
      ),
    )
    .map((tags) => new Map(Object.entries(tags))),
  reusable: fc.array(fc.tuple(title, body), { maxLength: INCLUDE_IDS.length }).map((parts) => {
    return parts.map(([title, body], index) => ({ id: INCLUDE_IDS[index] ?? "", title, body }));
  }),
  redirects: fc
    .dictionary(
      fc.stringMatching(/^[a-z]{1,5}(\/[a-z]{1,5})?$/),
      fc.constantFrom("/pages/page0", "/pages/page3#x", "https://x.y"),
    )
    .map((map) => Object.entries(map).map(([from, to]) => ({ from, to }))),
});

test(
  "an import of an export is the same content with the same ids, and exports the same bytes",
  { timeout: 200_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(content, async (before) => {
        const entries = await exportTree(before);
        const plan = await planImport(await sourceOf(entries));
        expect(plan.report.skipped).toEqual([]);
        expect(plan.report.problems).toEqual([]);
        const { content: after, fresh } = await applyPlan(plan, before);
        expect(fresh).toBe(0);
        expect(comparable(after)).toEqual(comparable(before));
        const sorted = { ...after, files: before.files, reusable: before.reusable };
        expect(await printed(await exportTree(sorted))).toEqual(await printed(entries));
      }),
      { numRuns: runs },
    );
  },
);

test("entries have safe paths, each once on any file system", async () => {
  await fc.assert(
    fc.asyncProperty(content, async (content) => {
      const paths = (await exportTree(content)).map(({ path }) => path);
      expect(new Set(paths.map((path) => path.toLowerCase())).size).toBe(paths.length);
      for (const path of paths) {
        expect(path).not.toMatch(/(^|\/)\.{1,2}(\/|$)|\\|^\/|[:*?"<>|]/);
        for (const segment of path.split("/")) expect(Buffer.byteLength(segment)).toBeLessThanOrEqual(230);
      }
    }),
    { numRuns: runs },
  );
});

const empty: ExportedContent = {
  pages: [],
  files: [],
  variables: new Map(),
  tags: new Map(),
  reusable: [],
  redirects: [],
};

const segment = fc.oneof(
  fc.constantFrom("a", "B", "01-c", "README", "index", "d e", "\u00e9", "..", "assets", "con", "~x", "%41"),
  fc.string({ unit: "grapheme", minLength: 1, maxLength: 5 }),
);
const path = fc.oneof(
  fc
    .tuple(
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom(".md", ".MD", ".markdown", ".png", ""),
    )
    .map(([segments, extension]) => segments.join("/") + extension),
  fc.constantFrom(
    "SUMMARY.md",
    ".gitbook.yaml",
    ".gitbook/vars.yaml",
    ".gitbook/tags.yaml",
    ".gitbook/includes/a.md",
    ".gitbook/assets/a.png",
  ),
);
const line = fc.oneof(
  fc.constantFrom(
    "---",
    "# T",
    "## G",
    "***",
    "title: x",
    "hidden: true",
    "root: ./a",
    "* ```yaml",
    "  type: x",
    "  ```",
    "> q",
    "",
  ),
  fc
    .tuple(fc.constantFrom("", "* ", "  * ", "    - "), title, path)
    .map(([bullet, title, path]) => `${bullet}[${title}](${path})`),
  fc.string({ unit: "binary", maxLength: 20 }),
);
const folder = fc.dictionary(
  path,
  fc.array(line, { maxLength: 8 }).map((lines) => lines.join("\n")),
  { maxKeys: 8 },
);

test(
  "any folder gives valid pages, and the export of its import comes back the same",
  { timeout: 200_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(folder, async (files) => {
        const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
        const { content } = await applyPlan(await planImport(source), empty);
        const addresses = new Set<string>();
        for (const { id, slug, title, type } of listPages(content.pages)) {
          expect(checkSlug(slug)).toEqual({ slug });
          expect([...title].length).toBeGreaterThan(0);
          if (type === "group") expect(content.pages.map(({ id }) => id)).toContain(id);
          addresses.add(id);
        }
        expect(addresses.size).toBe(listPages(content.pages).length);
        await storePages(content.pages);
        // A broken link may find a target among the files that the export adds: the first round mends it.
        const { content: mended } = await applyPlan(
          await planImport(await sourceOf(await exportTree(content))),
          content,
        );
        const once = await exportTree(mended);
        const { content: back, fresh } = await applyPlan(await planImport(await sourceOf(once)), mended);
        expect(fresh).toBe(0);
        expect(await printed(await exportTree(back))).toEqual(await printed(once));
      }),
      { numRuns: runs },
    );
  },
);

/** Puts imported pages into a revision, whose rules they must keep. */
async function storePages(pages: readonly ExportedPage[]): Promise<void> {
  const inserts = (siblings: readonly ExportedPage[], into: string | null): Change[] =>
    siblings.flatMap(({ id, type, title, slug, body, children }) => [
      {
        operation: "insert_page",
        id,
        type,
        into,
        fields: { title, slug },
        ...(body === "" ? {} : { body: { text: body, targets: {} } }),
      },
      ...inserts(children, id),
    ]);
  const space = new Space();
  await space.apply(...inserts(pages, null));
  const stored = await space.outline();
  expect(stored).toHaveLength(listPages(pages).length);
}

describe("importing again", () => {
  test("changes nothing when nothing changed, and one page when one file did", async () => {
    const source = await readFolder("node_modules/fastify/docs");
    const { content: first } = await applyPlan(await planImport(source), empty);
    const { content: again, fresh } = await applyPlan(await planImport(source), first);
    expect(fresh).toBe(0);
    expect(again).toEqual(first);

    const edit = (file: ImportFile): ImportFile => {
      const read = (): Promise<Uint8Array> => Promise.resolve(Buffer.from("# Hooks\n\nAnother text."));
      return file.path === "Reference/Hooks.md" ? { ...file, read } : file;
    };
    const changed = await planImport({ ...source, files: source.files.map(edit) });
    const { content: second } = await applyPlan(changed, first);
    const before = new Map(listPages(first.pages).map((page) => [page.id, { ...page, children: [] }]));
    const differing = listPages(second.pages).filter((page) => {
      return JSON.stringify({ ...page, children: [] }) !== JSON.stringify(before.get(page.id));
    });
    expect(differing.map(({ title, body }) => [title, body])).toEqual([["Hooks", "Another text."]]);
    expect(second.pages.length).toBe(first.pages.length);
  });
});
