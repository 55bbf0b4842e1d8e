import { describe, expect, test } from "vitest";
import type { ExportedContent, ExportedPage } from "../exported.ts";
import { listPages } from "../planned.ts";
import { type Agreed, filesOf, put, take, textOf, writtenBy } from "./repository.fixture.ts";
import { isMassive } from "./readRepository.ts";

const DOCS = {
  "package.json": "{}\n",
  "docs/.gitbook.yaml": "root: ./\n",
  "docs/SUMMARY.md":
    "# Contents\n\n* [Start](README.md)\n* [Guide](guide/README.md)\n  * [Install](guide/install.md)\n* [Last](last.md)\n",
  "docs/README.md": "# Start\n\nSee [install](guide/install.md#top) and ![a](.gitbook/assets/a.png).\n",
  "docs/guide/README.md": "---\n# kept\nicon: 'book'\n---\n\n# Guide\n\nOne.\n\nTwo.\n",
  "docs/guide/install.md": "# Install\r\n\r\nFirst.\r\n\r\nSecond, see [last](../last.md).\r\n\r\nThird.",
  "docs/last.md": "\ufeff# Last\n\nBack to [the guide](./guide/).\n",
  "docs/.gitbook/assets/a.png": "picture",
  "docs/notes.txt": "nobody's\n",
};
const AT = { directory: "docs" };
const VARS = ".gitbook/vars.yaml";

const byTitle = ({ content }: Pick<Agreed, "content">, title: string): ExportedPage => {
  const page = listPages(content.pages).find((one) => one.title === title);
  if (page === undefined) throw new Error(`there is no page ${title}`);
  return page;
};

const edited = (
  content: ExportedContent,
  title: string,
  change: (page: ExportedPage) => readonly ExportedPage[],
): ExportedContent => {
  const walk = (pages: readonly ExportedPage[]): ExportedPage[] =>
    pages.flatMap((page) => {
      const children = walk(page.children);
      return page.title === title ? change({ ...page, children }) : [{ ...page, children }];
    });
  return { ...content, pages: walk(content.pages) };
};

const titles = ({ content }: Pick<Agreed, "content">): string[] =>
  listPages(content.pages).map(({ title }) => title);

describe("from files to content", () => {
  test("takes the project directory, and leaves alone what is none of it", async () => {
    const taken = await take(filesOf(DOCS), undefined, AT);
    expect(titles(taken)).toEqual(["Start", "Guide", "Install", "Last"]);
    expect(taken.content.files.map(({ name }) => name)).toEqual(["a.png"]);
    const names = taken.entries.map(({ role, file }) => `${role} ${file?.name}`).toSorted();
    expect(names).toEqual([
      "file docs/.gitbook/assets/a.png",
      "page docs/README.md",
      "page docs/guide/README.md",
      "page docs/guide/install.md",
      "page docs/last.md",
      "settings docs/.gitbook.yaml",
      "summary docs/SUMMARY.md",
    ]);
  });

  test("parses what changed, and nothing else", async () => {
    const first = await take(filesOf(DOCS), undefined, AT);
    const files = filesOf({ ...DOCS, "docs/last.md": "# The last\n\nBack.\n" });
    const next = await take(files, first, AT);
    expect(next.parsed).toEqual(["last.md"]);
    expect(titles(next)).toEqual(["Start", "Guide", "Install", "The last"]);
    expect(byTitle(next, "The last").id).toBe(byTitle(first, "Last").id);
    expect(byTitle(next, "Start")).toEqual(byTitle(first, "Start"));
    expect(next.reading.losses).toEqual({ pages: 0, of: 4, contents: false });
  });

  test("a page keeps its id when it is renamed, moved, or half rewritten on the way", async () => {
    const lines = (words: readonly string[]): string => words.map((word) => `The ${word} line.\n\n`).join("");
    const before = {
      "README.md": "# Top\n",
      "a.md": lines(["one", "two", "three", "four"]),
      "b.md": "# B\n\nOther.\n",
    };
    const first = await take(filesOf(before));
    const { "a.md": _, ...rest } = before;
    const now = { ...rest, "deep/c.md": lines(["one", "two", "3", "4"]) };
    const next = await take(filesOf(now), first, { former: filesOf(before) });
    expect(next.entries.find(({ path }) => path === "deep/c.md")?.object).toBe(
      first.entries.find(({ path }) => path === "a.md")?.object,
    );
    const other = await take(filesOf({ ...rest, "c.md": lines(["1", "2", "3", "4"]) }), first, {
      former: filesOf(before),
    });
    const ids = new Set(listPages(first.content.pages).map(({ id }) => id));
    expect(ids.has(other.entries.find(({ path }) => path === "c.md")?.object ?? "")).toBe(false);
  });

  test("a page that has moved is known again where a link was left in its place, and settings stay as they were", async () => {
    const before = {
      "README.md": "# Top\n",
      "guide.md": "# Guide\n\nSteps.\n",
      [VARS]: "product: Lectern\n",
    };
    const first = await take(filesOf(before));
    const { "guide.md": text, [VARS]: values } = before;
    const now = {
      ...before,
      "guide.md": "manual.md",
      "manual.md": text,
      [VARS]: "../vars.yaml",
      "vars.yaml": values,
    };
    const modes = new Map(["guide.md", VARS].map((path) => [path, "120000"]));
    const next = await take(filesOf(now), first, { modes, former: filesOf(before) });
    const idsIn = ({ entries }: Agreed): object =>
      Object.fromEntries(
        entries.flatMap(({ role, path, object }) => (role === "page" ? [[path, object]] : [])),
      );
    const ids = idsIn(first) as Record<string, string>;
    expect(idsIn(next)).toEqual({ "README.md": ids["README.md"], "manual.md": ids["guide.md"] });
    expect([...next.content.variables]).toEqual([["product", "Lectern"]]);
    // One that is the page of its folder doesn't become just any page.
    const top = { ...before, "README.md": "deep/start.md", "deep/start.md": before["README.md"] };
    const links = { modes: new Map([["README.md", "120000"]]), former: filesOf(before) };
    expect(idsIn(await take(filesOf(top), first, links))).toMatchObject({ "README.md": ids["README.md"] });
  });

  test("of pages with the same words one has moved to one new file, and the other stays", async () => {
    const before = { "README.md": "# Top\n", "a.md": "# Soon\n", "b.md": "# Soon\n" };
    const first = await take(filesOf(before));
    const now = { "README.md": "# Top\n", "a.md": "c.md", "b.md": "c.md", "c.md": "# Soon\n" };
    const modes = new Map(["a.md", "b.md"].map((path) => [path, "120000"]));
    const next = await take(filesOf(now), first, { modes, former: filesOf(before) });
    const pathOf = ({ entries }: Agreed, object: string | undefined) =>
      entries.find((entry) => entry.object === object)?.path;
    const ids = ["a.md", "b.md"].map((path) => first.entries.find((entry) => entry.path === path)?.object);
    expect(ids.map((id) => pathOf(next, id))).toEqual(["c.md", "b.md"]);
    // What is gone without a link comes first.
    const one = { "README.md": "# Top\n", "b.md": "c.md", "c.md": "# Soon\n" };
    const links = { modes: new Map([["b.md", "120000"]]), former: filesOf(before) };
    const last = await take(filesOf(one), first, links);
    expect(ids.map((id) => pathOf(last, id))).toEqual(["c.md", "b.md"]);
  });

  test("links of untouched pages follow a page that was renamed, and their files stay", async () => {
    const first = await take(filesOf(DOCS), undefined, AT);
    const { "docs/guide/install.md": install, ...rest } = DOCS;
    const summary = DOCS["docs/SUMMARY.md"].replace("install.md", "setup.md");
    const files = filesOf({ ...rest, "docs/guide/setup.md": install, "docs/SUMMARY.md": summary });
    const next = await take(files, first, AT);
    expect(next.parsed).toEqual(["guide/setup.md"]);
    expect(byTitle(next, "Install").id).toBe(byTitle(first, "Install").id);
    expect(byTitle(next, "Install").slug).toBe("setup");
    expect(byTitle(next, "Start").body).toContain(`/pages/${byTitle(next, "Install").id}#top`);
    expect((await put(files, next, next, AT)).print.changes).toEqual([]);
  });

  test("a link to what is gone is as it was written, and one to what comes finds it", async () => {
    const before = { "README.md": "# Top\n\n[a](a.md) [b](b.md)\n", "a.md": "# A\n\nText of a.\n" };
    const first = await take(filesOf(before));
    const next = await take(
      filesOf({ "README.md": before["README.md"], "b.md": "# B\n\nAnother one.\n" }),
      first,
    );
    const { id } = byTitle(next, "B");
    expect(byTitle(next, "Top").body).toBe(`[a](a.md) [b](/pages/${id})\n`);
    expect(next.reading.losses).toEqual({ pages: 1, of: 2, contents: false });
  });

  test("asks before much goes at once", () => {
    expect(isMassive({ pages: 20, of: 20, contents: false })).toBe(false);
    expect(isMassive({ pages: 21, of: 42, contents: false })).toBe(false);
    expect(isMassive({ pages: 21, of: 41, contents: false })).toBe(true);
    expect(isMassive({ pages: 1, of: 100, contents: true })).toBe(true);
  });

  test("a table of contents that goes is a loss that is asked about", async () => {
    const first = await take(filesOf(DOCS), undefined, AT);
    const { "docs/SUMMARY.md": _, ...rest } = DOCS;
    expect((await take(filesOf(rest), first, AT)).reading.losses.contents).toBe(true);
  });

  test("takes no file that is none, and says why", async () => {
    const files = filesOf({
      "README.md": "# Top\n",
      "link.md": "../../etc/passwd",
      module: "",
      "a\\\\b.md": "# Backslash\n",
      "\\xff.md": "# Bytes\n",
      "e\u0301.md": "# Apart\n",
      "\u00e9.md": "# Together\n",
      "cr\r.md": "# CR\n",
      ".github/x.md": "# Hidden\n",
      "big.bin": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
      "big.md": "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n",
    });
    const modes = new Map([
      ["link.md", "120000"],
      ["module", "160000"],
    ]);
    const { content, reading } = await take(files, undefined, { modes });
    expect(listPages(content.pages).map(({ title }) => title)).toEqual(["Top", "Apart"]);
    const reasons = Object.fromEntries(reading.plan.report.skipped.map(({ path, reason }) => [path, reason]));
    expect(reasons).toEqual({
      "link.md": "it is a symbolic link",
      module: "it is a submodule",
      "a\\\\b.md": "its name holds a backslash or bytes that are not UTF-8",
      "\\xff.md": "its name holds a backslash or bytes that are not UTF-8",
      "\u00e9.md": "another file has the same path",
      "cr\\r.md": "its name holds control or broken characters",
      ".github": "its name begins with a dot",
      "big.bin": "its bytes are kept by Git LFS, which a sync does not fetch",
      "big.md": "its bytes are kept by Git LFS, which a sync does not fetch",
    });
  });
});

describe("from content to files", () => {
  const changes = async (
    change: (content: ExportedContent) => ExportedContent,
    docs: Readonly<Record<string, string>> = DOCS,
  ): Promise<Record<string, string | null>> => {
    const files = filesOf(docs);
    const agreed = await take(files, undefined, AT);
    const { print } = await put(files, agreed, { content: change(agreed.content) }, AT);
    const written = await writtenBy(print);
    return Object.fromEntries(
      [...written].map(([path, bytes]) => [path, bytes && Buffer.from(bytes).toString()]),
    );
  };

  test("what nobody changed stays: no change at all", async () => {
    expect(await changes((content) => content)).toEqual({});
  });

  test("an edit changes its lines, and keeps line ends, marks, front matter and the missing last line end", async () => {
    const replace = (title: string, from: string, to: string) => (content: ExportedContent) =>
      edited(content, title, (page) => [{ ...page, body: page.body.replace(from, to) }]);
    expect(await changes(replace("Guide", "Two", "2"))).toEqual({
      "docs/guide/README.md": DOCS["docs/guide/README.md"].replace("Two", "2"),
    });
    expect(await changes(replace("Install", "Second", "Then"))).toEqual({
      "docs/guide/install.md": DOCS["docs/guide/install.md"].replace("Second", "Then"),
    });
    expect(await changes(replace("Last", "Back", "On"))).toEqual({
      "docs/last.md": DOCS["docs/last.md"].replace("Back", "On"),
    });
  });

  test("a deleted page's file goes, with its line of the table of contents and nothing else", async () => {
    expect(await changes((content) => edited(content, "Install", () => []))).toEqual({
      "docs/guide/install.md": null,
      "docs/SUMMARY.md": DOCS["docs/SUMMARY.md"].replace("  * [Install](guide/install.md)\n", ""),
    });
  });

  test("a renamed page's file is renamed, and so are the links to it", async () => {
    const renamed = await changes((content) =>
      edited(content, "Install", (page) => [{ ...page, slug: "set-up" }]),
    );
    expect(renamed).toEqual({
      "docs/guide/install.md": null,
      "docs/guide/set-up.md": DOCS["docs/guide/install.md"],
      "docs/README.md": DOCS["docs/README.md"].replace("install.md", "set-up.md"),
      "docs/SUMMARY.md": DOCS["docs/SUMMARY.md"].replace("install.md", "set-up.md"),
    });
  });

  const fresh = (slug: string, children: readonly ExportedPage[] = []): ExportedPage => {
    return { id: `new-${slug}`, type: "document", title: slug, slug, meta: {}, body: "New.\n", children };
  };

  test("a new page lies beside its parent's file, never on a file that is somebody's", async () => {
    const added = await changes(
      (content) => ({ ...content, pages: [...content.pages, fresh("case"), fresh("shed", [fresh("in")])] }),
      { ...DOCS, "docs/Case.md.txt": "", "docs/CASE.MD": "not listed", "docs/shed": "a file" },
    );
    expect(Object.keys(added)).toEqual([
      "docs/SUMMARY.md",
      "docs/case~2.md",
      "docs/shed~2/README.md",
      "docs/shed~2/in.md",
    ]);
  });

  test("a held page keeps its file, whatever the space says", async () => {
    const files = filesOf(DOCS);
    const agreed = await take(files, undefined, AT);
    const content = edited(agreed.content, "Guide", (page) => [{ ...page, body: "Ours.\n" }]);
    const held = new Set([byTitle(agreed, "Guide").id]);
    const { print } = await put(files, agreed, { content }, AT, { held });
    expect(print.changes).toEqual([]);
    expect(print.entries).toHaveLength(agreed.entries.length);
  });

  test("the executable bit stays, and a symbolic link is not written through", async () => {
    const files = filesOf({ "README.md": "# Top\n\nText.\n", "a.md": "../secret" });
    const modes = new Map([
      ["README.md", "100755"],
      ["a.md", "120000"],
    ]);
    const agreed = await take(files, undefined, { modes });
    const body = { ...agreed.content.pages[0], body: "More.\n" } as ExportedPage;
    const { print } = await put(
      files,
      agreed,
      { content: { ...agreed.content, pages: [body, fresh("a")] } },
      { modes },
    );
    expect(print.changes.map((one) => ("mode" in one ? `${one.mode} ${one.path}` : one.path))).toEqual([
      "100755 README.md",
      // The folders can't say that the page of a~2.md has the address "a".
      "100644 SUMMARY.md",
      "100644 a~2.md",
    ]);
  });

  describe("what is a link, a submodule or no text is never written over", () => {
    const TOP = { "README.md": "# Top\n\nText.\n" };
    const OTHERS = [
      ["a link", "120000", "../elsewhere"],
      ["a submodule", "160000", "aaaa"],
      ["no text", "100644", Buffer.from("Gr\u00fc\u00dfe", "latin1")],
    ] as const;
    const TYPO = ["no YAML", "100644", "product: [Lectern\n"] as const;
    const variables = new Map([["product", "Lectern"]]);
    const outcome = async (
      files: Readonly<Record<string, string | Uint8Array>>,
      modes: ReadonlyMap<string, string>,
      change: (content: ExportedContent) => ExportedContent,
      former?: Readonly<Record<string, string>>,
    ) => {
      const before = former && (await take(filesOf(former)));
      const tree = filesOf(files);
      const agreed = await take(tree, before, { modes, former: filesOf(former ?? {}) });
      const { print } = await put(tree, agreed, { content: change(agreed.content) }, { modes });
      return [print.changes.map(({ path }) => path), [...new Set(print.blocked.map(({ by }) => by))]];
    };
    /** A page of which folders can't say where it stands. */
    const placed = (content: ExportedContent): ExportedContent => {
      return { ...content, pages: [...content.pages, { ...fresh("other"), title: "Another", slug: "b-a" }] };
    };

    test.each(OTHERS)(
      "a table of contents that is %s stands in the way of pages out of order",
      async (_, mode, text) => {
        const modes = new Map([["SUMMARY.md", mode]]);
        const reordered = (content: ExportedContent): ExportedContent => {
          return { ...content, pages: [...placed(content).pages].toReversed() };
        };
        expect(await outcome({ ...TOP, "SUMMARY.md": text }, modes, reordered)).toEqual([
          ["b-a.md"],
          ["SUMMARY.md"],
        ]);
      },
    );

    test.each([...OTHERS, TYPO])(
      "settings and variables that become %s stay so, and what is known of them",
      async (_, mode, text) => {
        const former = { ...TOP, ".gitbook.yaml": "root: ./\n", [VARS]: "product: Lectern\n" };
        const modes = new Map([".gitbook.yaml", VARS].map((path) => [path, mode]));
        const now = { ...TOP, ".gitbook.yaml": text, [VARS]: text };
        expect(await outcome(now, modes, placed, former)).toEqual([["b-a.md"], []]);
        const more = (content: ExportedContent): ExportedContent => {
          expect([...content.variables]).toEqual([["product", "Lectern"]]);
          return { ...content, variables: new Map([["product", "Other"]]) };
        };
        expect(await outcome(now, modes, more, former)).toEqual([[], [VARS]]);
        const none = (content: ExportedContent): ExportedContent => ({ ...content, variables: new Map() });
        expect(await outcome(now, modes, none, former)).toEqual([[], [VARS]]);
      },
    );

    const LONG = `a: Other\n${"# more\n".repeat(300_000)}`;
    test.each([
      [VARS, "- a\n- b\n", "unreadable", "it is not a map of names to values"],
      [VARS, LONG, "size", "it is larger than 2 MB"],
      [
        VARS,
        "a: b\n".repeat(60_000),
        "unreadable",
        expect.stringContaining("more than 100,000 signs of YAML"),
      ],
      [".gitbook.yaml", "a: b\n".repeat(60_000), "unreadable", expect.stringContaining("more than 100,000")],
      [".gitbook/tags.yaml", "just words\n", "unreadable", "it is not a list of tags"],
      [".gitbook/tags.yaml", LONG, "size", "it is larger than 2 MB"],
      [".gitbook.yaml", "- a\n", "unreadable", "it is not a map of settings"],
    ])(
      "%s that says nothing, or more than is taken, stays as it was (%#)",
      async (path, text, why, reason) => {
        const former = filesOf({ ...TOP, [path]: "a: Lectern\n" });
        const before = await take(former);
        const taken = await take(filesOf({ ...TOP, [path]: text }), before, { former });
        const said = ({ content: { variables, tags } }: Agreed) => [[...variables], [...tags]];
        expect(said(taken)).toEqual(said(before));
        expect([...taken.reading.former]).toEqual([[path, why]]);
        expect(taken.reading.plan.report.skipped).toEqual([{ path, reason }]);
      },
    );

    test("a page whose front matter becomes more than is read stays as it was, wherever it lies", async () => {
      const page = (more: string, text: string): string =>
        `---\nif: visitor.claims.isStaff\n${more}---\n\n# Secret\n\n${text}\n`;
      const long = `list:\n${"  - a\n".repeat(2_300)}`;
      const former = filesOf({ "README.md": "# Top\n", "a/README.md": page("", "One."), "a/b.md": "# B\n" });
      const before = await take(former);
      const now = filesOf({
        ...textOf(former),
        "a/README.md": page(long, "Two."),
        "a/b.md": "# B\n\nNew.\n",
      });
      const taken = await take(now, before, { former });
      expect([...taken.reading.former]).toEqual([["a/README.md", "unreadable"]]);
      expect(taken.reading.unread).toBe("refused");
      expect(taken.reading.plan.report.skipped).toEqual([
        { path: "a/README.md", reason: expect.stringContaining("4,500 signs of YAML") },
      ]);
      expect(byTitle(taken, "Secret")).toEqual({
        ...byTitle(before, "Secret"),
        children: [{ ...byTitle(before, "B"), body: "New.\n" }],
      });
      const short = filesOf({ ...textOf(now), "a/README.md": page("", "Two.") });
      const after = await take(short, taken, { former: new Map([...former, ...now]) });
      expect(byTitle(after, "Secret")).toMatchObject({ id: byTitle(before, "Secret").id, body: "Two.\n" });
    });

    test("a table of contents that is more than is read has nothing taken: a part of it would lose the rest", async () => {
      const former = filesOf({ ...TOP, "SUMMARY.md": "* [Home](README.md)\n" });
      const before = await take(former);
      const fence = `* \`\`\`yaml\n${"  a: b\n".repeat(60_000)}  \`\`\`\n`;
      const tree = filesOf({ ...TOP, "SUMMARY.md": `* [Home](README.md)\n${fence}` });
      await expect(take(tree, before, { former })).rejects.toThrow(
        "SUMMARY.md is refused: its items hold more than 100,000 signs of YAML, the most that are read.",
      );
    });

    test("tags are a list or a map", async () => {
      const before = await take(filesOf({ ...TOP, [".gitbook/tags.yaml"]: "a: Lectern\n" }));
      const list = filesOf({ ...TOP, [".gitbook/tags.yaml"]: "- tag: b\n" });
      const taken = await take(list, before);
      expect([[...taken.content.tags.keys()], [...taken.reading.former]]).toEqual([["b"], []]);
    });

    test("a folder that is a link takes nothing: pictures lie elsewhere, and what can't waits", async () => {
      const modes = new Map([[".gitbook", "120000"]]);
      const now = { ...TOP, ".gitbook": "../pictures" };
      const picture = (content: ExportedContent): ExportedContent => {
        return { ...content, files: [{ id: "pic", name: "pic.png" }] } as unknown as ExportedContent;
      };
      expect(await outcome(now, modes, picture)).toEqual([["assets/pic.png"], []]);
      expect(await outcome(now, modes, (content) => ({ ...content, variables }))).toEqual([[], [".gitbook"]]);
      const reusable = [
        { id: "r", title: "Note", body: "Words.\n" },
      ] as unknown as ExportedContent["reusable"];
      expect(await outcome(now, modes, (content) => ({ ...content, reusable }))).toEqual([[], [".gitbook"]]);
    });
  });

  test("into an empty repository and back gives the same space", async () => {
    const { content, bytes } = await take(filesOf(DOCS), undefined, AT);
    const { files } = await put(new Map(), { ...(await take(new Map())), bytes }, { content, bytes });
    expect(Object.keys(textOf(files)).toSorted()).toEqual([
      ".gitbook/assets/a.png",
      "README.md",
      "SUMMARY.md",
      "guide/README.md",
      "guide/install.md",
      "last.md",
    ]);
    const back = await take(files);
    expect(titles(back)).toEqual(titles({ content }));
  });
});
