/** Three laws of a sync, over what both sides are made of: nothing moves by itself, an edit is its lines, ids survive. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ExportedContent, ExportedPage } from "../exported.ts";
import { markdownFolders, ODD_FILES, ownDocumentation } from "../markdownFolders.fixture.ts";
import { listPages } from "../planned.ts";
import { type Agreed, type Files, filesOf, NOTHING, put, take } from "./repository.fixture.ts";

const isFull = process.env["LECTERN_TEST_TIER"] === "full";
const SOME = 12;
const folders = markdownFolders();
const every = Math.ceil(folders.length / SOME);

const REPOSITORIES: readonly (readonly [name: string, files: Files])[] = [
  ["odd spellings", filesOf(ODD_FILES)],
  ["our own documentation", filesOf(ownDocumentation())],
  ...folders
    .filter((_, index) => isFull || index % every === 0)
    .map(([name, files]) => [name, filesOf(files)] as const),
];

describe("identity", () => {
  test.each(REPOSITORIES)(
    "%s comes in, and nothing goes out, though all of it is printed",
    async (_, files) => {
      const { reading: _reading, parsed: _parsed, ...agreed } = await take(files);
      // Against nothing every page counts as changed.
      const printed = await put(files, { ...agreed, content: NOTHING.content }, agreed);
      expect(printed.print.changes).toEqual([]);
      expect(printed.print.entries.length).toBe(agreed.entries.length);
      const again = await take(files, { ...agreed, entries: printed.print.entries });
      expect(
        again.parsed.filter((path) => agreed.entries.find((one) => one.path === path)?.spelling.text),
      ).toEqual([]);
      expect(again.content).toEqual(agreed.content);
    },
  );
});

const START: Readonly<Record<string, string | Uint8Array>> = {
  ...ODD_FILES,
  "docs/guide/deep/README.md":
    "# Deep\n\nOne line.\n\n* a\n* b\n\nAnother line, see [it](../install.md) and [x](../x.md#a).\n",
  "docs/guide/deep/below.md":
    "---\ndescription: Below\nicon: 'box'\n---\n\n# Below\n\n```js\ncode();\n```\n\nEnd, [up](./).\n",
  "docs/toc.md": `${String(ODD_FILES["docs/toc.md"])}- [Deep](guide/deep/README.md)\n    - [Below](guide/deep/below.md)\n`,
};

const edit = fc.record({
  kind: fc.constantFrom("insert", "replace", "remove", "title", "slug", "key", "move", "asset"),
  at: fc.nat(1000),
  block: fc.nat(1000),
  text: fc.constantFrom("A line.", "* one\n* two", "# A heading", "`code` & *more*", "1. x\n\n   y"),
});
type Edit = typeof edit extends fc.Arbitrary<infer T> ? T : never;

/** What an edit makes of the content, and which files may change by how many lines. */
interface Edited {
  readonly now: Agreed;
  readonly allowed: ReadonlyMap<string, number>;
}

const changePage = (
  pages: readonly ExportedPage[],
  id: string,
  change: (page: ExportedPage) => readonly ExportedPage[],
): ExportedPage[] =>
  pages.flatMap((page) => {
    const children = changePage(page.children, id, change);
    return page.id === id ? change({ ...page, children }) : [{ ...page, children }];
  });

function apply(agreed: Agreed, files: Files, { kind, at, block, text }: Edit): Edited | undefined {
  const { content, entries } = agreed;
  const documents = listPages(content.pages).filter(({ type, body }) => type === "document" && body !== "");
  const page = documents[at % documents.length] as ExportedPage;
  const path = entries.find(({ object }) => object === page.id)?.path ?? "";
  const summary = entries.find(({ role }) => role === "summary")?.path ?? "";
  const changed = (change: (page: ExportedPage) => readonly ExportedPage[]): ExportedContent => ({
    ...content,
    pages: changePage(content.pages, page.id, change),
  });
  const only = (next: ExportedContent, ...allowed: [string, number][]): Edited => {
    return { now: { ...agreed, content: next }, allowed: new Map(allowed) };
  };
  const withBody = (body: string): ExportedContent => changed((one) => [{ ...one, body }]);
  const blocks = page.body.split(/(\n\n|\r\n\r\n)/);
  const index = 2 * (block % Math.ceil(blocks.length / 2));
  const old = blocks[index] ?? "";
  const size = (some: string): number => some.split("\n").length + 1;
  // A file without a title of its own says it once its text begins with a heading.
  const heading = entries.find(({ object }) => object === page.id)?.spelling.text === "" ? 4 : 0;
  if (kind === "insert") {
    const body = [...blocks.slice(0, index), `${text}\n\n`, ...blocks.slice(index)].join("");
    return only(withBody(body), [path, size(text) + heading]);
  }
  if (kind === "replace")
    return only(withBody(blocks.with(index, text).join("")), [path, size(text) + size(old) + heading]);
  if (kind === "remove")
    return only(withBody(blocks.toSpliced(index, 2).join("")), [path, size(old) + heading]);
  if (kind === "title")
    return only(
      changed((one) => [{ ...one, title: `${one.title} ${at}` }]),
      [path, 4],
      [summary, 2],
    );
  if (kind === "key") {
    const description = page.meta.description;
    const meta = { ...page.meta, description: `Number ${at}` };
    // New front matter has two fences and a blank line, and takes the byte order mark from the line that was the first.
    const most = description === undefined ? 6 : size(description) + 3;
    return only(
      changed((one) => [{ ...one, meta }]),
      [path, most],
    );
  }
  if (kind === "asset") {
    const file = content.files[0]?.id ?? "";
    const bytes = new Map([...agreed.bytes, [file, Buffer.from(`picture ${at}`)]]);
    const asset = entries.find(({ object }) => object === file)?.path ?? "";
    return { now: { ...agreed, bytes }, allowed: new Map([[asset, 2]]) };
  }
  if (kind === "slug") {
    const texts = [...listPages(content.pages), ...content.reusable];
    const linking = texts.flatMap((one): [string, number][] => {
      const links = one.body.split(`/pages/${page.id}`).length - 1;
      const file = entries.find(({ object }) => object === one.id)?.path;
      return links === 0 || file === undefined ? [] : [[file, 2 * links]];
    });
    const renamed = path.replace(/[^/]+\.md$/, `s${at}.md`);
    const all = size(Buffer.from(files.get(path) ?? "").toString());
    const next = changed((one) => [{ ...one, slug: `s${at}` }]);
    return only(next, ...linking, [summary, 2], [path, all], [renamed, all]);
  }
  const into = documents[block % documents.length] as ExportedPage;
  if (listPages([page]).some(({ id }) => id === into.id)) return undefined;
  if (into.children.some(({ slug, id }) => slug === page.slug && id !== page.id)) return undefined;
  const left = changePage(content.pages, page.id, () => []);
  const pages = changePage(left, into.id, (one) => [{ ...one, children: [...one.children, page] }]);
  return only({ ...content, pages }, [summary, 2 * (1 + listPages(page.children).length) + 2]);
}

/** How many lines differ, in file by file. */
function differing(before: Files, after: Files): Map<string, number> {
  const lines = (bytes: Uint8Array | undefined): string[] =>
    bytes === undefined
      ? []
      : Buffer.from(bytes)
          .toString("utf8")
          .split(/(?<=\n)/);
  const counted = [...new Set([...before.keys(), ...after.keys()])].flatMap((path): [string, number][] => {
    const [old, now] = [before.get(path), after.get(path)];
    if (old !== undefined && now !== undefined && Buffer.compare(old, now) === 0) return [];
    const left = lines(old);
    const fresh = lines(now).filter((line) => {
      const at = left.indexOf(line);
      if (at >= 0) left.splice(at, 1);
      return at < 0;
    });
    return [[path, left.length + fresh.length]];
  });
  return new Map(counted);
}

test("an edit changes its own lines, and is read back as it was made", async () => {
  const files = filesOf(START);
  const { reading: _reading, parsed: _parsed, ...first } = await take(files);
  await fc.assert(
    fc.asyncProperty(edit, async (one) => {
      const edited = apply(first, files, one);
      fc.pre(edited !== undefined);
      const { now, allowed } = edited;
      const printed = await put(files, first, now);
      const changed = differing(files, printed.files);
      for (const [path, count] of changed)
        expect([path, count <= (allowed.get(path) ?? 0)]).toEqual([path, true]);
      const back = await take(printed.files, printed.agreed, { former: files });
      expect(back.content).toEqual(now.content);
      const still = await put(printed.files, { ...back, content: NOTHING.content }, back);
      expect(still.print.changes).toEqual([]);
    }),
    { numRuns: isFull ? 2_000 : 100 },
  );
});

describe("ids", () => {
  const words = fc.array(
    fc.string({ unit: fc.constantFrom(..."abcdefghijklmnop"), minLength: 4, maxLength: 9 }),
    {
      minLength: 6,
      maxLength: 30,
    },
  );
  const place = fc.record({ folder: fc.nat(5), text: words, edits: fc.nat(1000) });
  const count = isFull ? 500 : 30;

  test(`${count} pages that are renamed and moved at once, up to half of their lines rewritten, stay who they are`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(place, { minLength: count, maxLength: count }), async (places) => {
        const lines = places.map(({ text }, index) => text.map((word, line) => `${word} ${index} ${line}.`));
        const before: Record<string, string> = { "README.md": "" };
        const after: Record<string, string> = { "README.md": "" };
        for (const [index, { folder, edits }] of places.entries()) {
          const text = lines[index] as string[];
          const half = edits % (Math.floor(text.length / 2) + 1);
          const rewritten = text.map((line, at) => (at < half ? `Rewritten ${index} ${at}.` : line));
          before[`p${index}.md`] = text.join("\n\n");
          after[`f${folder}/q${index}.md`] = rewritten.join("\n\n");
        }
        before["README.md"] = after["README.md"] = places
          .map((_, index) => `[${index}](p${index}.md)\n`)
          .join("");
        const first = await take(filesOf(before));
        const next = await take(filesOf(after), first, { former: filesOf(before) });
        const idsOf = ({ entries }: Agreed): (string | undefined)[] =>
          entries
            .filter(({ role, path }) => role === "page" && path !== "README.md")
            .toSorted((a, b) => Number(/\d+(?=\.md$)/.exec(a.path)) - Number(/\d+(?=\.md$)/.exec(b.path)))
            .map(({ object }) => object);
        expect(idsOf(next)).toEqual(idsOf(first));
        const start = (agreed: Agreed): string | undefined =>
          agreed.content.pages.find(({ slug }) => slug === "readme")?.body;
        expect(start(next)).toBe(start(first));
        expect(next.reading.losses.pages).toBe(0);
      }),
      { numRuns: isFull ? 5 : 3 },
    );
  });
});
