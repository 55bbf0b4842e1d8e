import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { mergeSiteConfigs, turnedParts } from "./mergeSiteConfigs.ts";
import { printSiteConfig } from "./printSiteConfig.ts";
import { folderOf, folderText } from "./folders.ts";
import { readSiteConfig, type SiteConfig, type SiteNode } from "./siteConfig.ts";

const PLACE = { project: "", languages: ["en", "fr"] };

const TEXT = `# Who reads this: the team.
site:
  title: Example
  structure:
    - type: section
      key: guides
      title: "Guides" # as it is
      localizedTitle:
        fr: Guides
      path: guides
      icon: book
      default: true
      children:
        - type: space
          key: guides-en
          title: English
          path: en
          default: true
          content:
            directory: ./guides/en
            language: en
        - type: space
          key: guides-fr
          title: 'Français'
          path: fr
          content: { directory: ./guides/fr, language: fr }

    - type: section-group
      key: more
      title: More
      children:
        - type: section
          key: api
          title: Reference
          path: api
          children:
            - { type: space, key: api-one, title: One, path: one, content: { directory: null } }
    - type: section-group
      key: soon
      title: Soon
      draft: true
      children: []
`;

function read(text: string, place = PLACE): SiteConfig {
  const found = readSiteConfig(text, place);
  if ("problems" in found) throw new Error(JSON.stringify(found.problems));
  return found.config;
}

const without = (config: SiteConfig, ...keys: string[]): SiteConfig => ({
  ...config,
  nodes: config.nodes.filter(({ key }) => !keys.includes(key)),
});
const having = (config: SiteConfig, key: string, fields: object): SiteConfig => ({
  ...config,
  nodes: config.nodes.map((node) => (node.key === key ? { ...node, ...fields } : node)),
});

describe("readSiteConfig", () => {
  test("reads what a site is divided into, but for drafts", () => {
    const { title, nodes } = read(TEXT);
    expect(title).toBe("Example");
    expect(nodes.map(({ key, type, parent, isDefault }) => [key, type, parent, isDefault])).toEqual([
      ["guides", "section", undefined, true],
      ["guides-en", "space", "guides", true],
      ["guides-fr", "space", "guides", false],
      ["more", "section-group", undefined, false],
      ["api", "section", "more", false],
      ["api-one", "space", "api", true],
    ]);
    expect(nodes[2]).toMatchObject({ title: "Français", directory: "guides/fr", language: "fr" });
    expect(nodes[5]).toMatchObject({ directory: null });
  });

  test("counts characters as the API does, and takes empty words of what needs none for nothing", () => {
    const [most, more] = ["😀".repeat(50), "😀".repeat(51)];
    const text = (title: string) => TEXT.replace("title: One", `title: ${title}`);
    expect(read(text(most)).nodes[5]?.title).toBe(most);
    expect(() => read(text(more))).toThrow("`title` must be a text of 1 to 50 characters.");
    const { nodes } = read(TEXT.replace("icon: book", 'icon: ""\n      description: ""'));
    expect(nodes[0]).toMatchObject({ icon: undefined, description: undefined });
    expect(() => read(text('""'))).toThrow("`title` must be");
  });

  test.each([
    [
      "a key that is not known",
      "site:\n  structure:\n    - type: space\n      key: a\n      title: A\n      path: a\n      colour: red\n",
      7,
      /`colour` is not known/,
    ],
    [
      "a key that is there twice",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a}\n    - {type: space, key: a, title: B, path: b}\n",
      4,
      /there twice/,
    ],
    ["a missing path", "site:\n  structure:\n    - {type: space, key: a, title: A}\n", 3, /`path` must be/],
    [
      "a missing title",
      "site:\n  structure:\n    - {type: space, key: a, path: a}\n",
      3,
      /`title` is missing/,
    ],
    [
      "an empty section",
      "site:\n  structure:\n    - {type: section, key: a, title: Aa, path: a, children: []}\n",
      3,
      /at least one space/,
    ],
    [
      "a space beside a section",
      "site:\n  structure:\n    - {type: space, key: b, title: B, path: b}\n    - {type: section, key: a, title: Aa, path: a, children: [{type: space, key: c, title: C, path: c}]}\n",
      3,
      /Spaces stand in sections/,
    ],
    [
      "a group in a group",
      "site:\n  structure:\n    - type: section-group\n      key: a\n      title: A\n      children:\n        - {type: section-group, key: b, title: B, children: []}\n",
      7,
      /can't stand in a section group/,
    ],
    [
      "folders in each other",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a, content: {directory: ./docs}}\n    - {type: space, key: b, title: B, path: b, content: {directory: ./docs/b}}\n",
      1,
      /lie in each other/,
    ],
    [
      "a folder above",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a, content: {directory: ../x}}\n",
      3,
      /must be a folder/,
    ],
    [
      "a folder of git",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a, content: {directory: ./.git/x}}\n",
      3,
      /must be a folder/,
    ],
    [
      "a language that is none",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a, content: {language: xx}}\n",
      3,
      /no language/,
    ],
    ["an alias", "x: &a [1]\nsite:\n  structure: *a\n", 1, /`x` is not known/],
    [
      "paths that are the same",
      "site:\n  structure:\n    - {type: space, key: a, title: A, path: a}\n    - {type: space, key: b, title: B, path: a}\n",
      1,
      /same path/,
    ],
    ["what is no YAML", "site: [", 1, /no YAML/],
    ["nothing", "", 1, /`site`/],
    ["what is nested without end", "[".repeat(100_000), 1, /no YAML/],
    ["what is nested over lines", "[a,\n".repeat(20_000), 1, /no YAML/],
    ["more lines than anybody writes", "#\n".repeat(12_001), 1, /no YAML/],
    ["more entries than anybody writes", `$schema: [${"a,".repeat(12_001)}]`, 1, /no YAML/],
    ["a schema that is no text", "$schema:\n  a: 1\nsite:\n  structure: []\n", 2, /`\$schema` must be/],
    [
      "a field that is there twice",
      "site:\n  title: Aa\n  title: Bb\n  structure: []\n",
      3,
      /`title` is there/,
    ],
    ["a broken character in a title", 'site:\n  title: "a\\0b"\n  structure: []\n', 2, /`title` has control/],
    [
      "half a character in a title",
      'site:\n  title: "ab\\uD800"\n  structure: []\n',
      2,
      /`title` has control/,
    ],
    ["a broken character in a comment", "site:\n  # a\0b\n  structure: []\n", 2, /control characters/],
    ["what is longer than anybody writes", "#".repeat(300_000), 1, /more than 256 kB/],
  ])("refuses %s, and says where", (_, text, line, message) => {
    const found = readSiteConfig(text, PLACE);
    const [problem] = "problems" in found ? found.problems : [];
    expect(problem?.message).toMatch(message);
    expect(problem?.line).toBe(line);
  });

  test("compares no keys but those that it reads, which takes time with the square of them", () => {
    const text = TEXT.replace("fr: Guides\n", "fr: Guides\n        fr: Manuel\n");
    expect(read(text)).toEqual(read(TEXT));
    const now = without(read(TEXT), "guides-en");
    const printed = printSiteConfig({ text, before: read(text), now, project: "" });
    expect(printed).toContain("fr: Guides\n        fr: Manuel\n");
  });

  test.each([
    ["./docs", "a", "a/docs"],
    ["docs/", "a", "a/docs"],
    ["/docs", "a", "docs"],
    ["./", "a", "a"],
    ["./", "", ""],
    ["/", "a", ""],
    ["../b", "a", undefined],
    ["a/../../b", "", undefined],
  ])("takes %j in %j for %j", (text, project, folder) => {
    expect(folderOf(text, project)).toBe(folder);
    if (folder !== undefined) expect(folderOf(folderText(folder, project), project)).toBe(folder);
  });
});

describe("printSiteConfig", () => {
  const print = (now: SiteConfig, text = TEXT): string =>
    printSiteConfig({ text, before: read(text), now, project: "" });

  test("changes no byte of what has not changed", () => {
    expect(print(read(TEXT))).toBe(TEXT);
  });

  test("changes the words alone that have changed, in their quotes", () => {
    const now = having(having(read(TEXT), "guides", { title: "How to" }), "guides-fr", {
      title: "En français",
      directory: "guides/francais",
    });
    const expected = TEXT.replace('"Guides"', '"How to"')
      .replace("'Français'", "'En français'")
      .replace("./guides/fr,", "./guides/francais,");
    expect(print(now)).toBe(expected);
    expect(read(expected)).toEqual(now);
  });

  test("writes any word so that it is read again, in braces too, in place and where more has changed", () => {
    const word = fc.string({
      unit: fc.constantFrom(...`,:#{}[]"'?&*!|>%@\`\\- ~=a1é😀`),
      minLength: 2,
      maxLength: 12,
    });
    // Quoted twice, quoted once, and in braces.
    const keys = ["guides", "guides-fr", "api-one"];
    fc.assert(
      fc.property(fc.constantFrom(...keys), word, word, fc.boolean(), (key, title, name, hasMore) => {
        const now = { ...having(read(TEXT), key, { title }), title: name };
        const wanted = hasMore ? without(now, "api", "api-one") : now;
        expect(read(print(wanted))).toEqual(wanted);
      }),
      { numRuns: 40 },
    );
    const renamed = having(read(TEXT), "api-one", { title: "Hello, world" });
    expect(print(renamed)).toBe(TEXT.replace("title: One", 'title: "Hello, world"'));
  });

  test("moves, adds and removes parts, and keeps comments, drafts and what it knows nothing of", () => {
    const before = read(TEXT);
    const now: SiteConfig = {
      ...before,
      nodes: [
        ...having(without(before, "guides", "guides-en", "guides-fr"), "api", { isDefault: false }).nodes,
        ...having(without(before, "guides-en", "more", "api", "api-one"), "guides-fr", { isDefault: true })
          .nodes,
        {
          key: "new",
          type: "space",
          parent: "guides",
          title: "New",
          path: "new",
          isDefault: false,
          directory: "new",
        },
      ],
    };
    const printed = print(now);
    expect(read(printed)).toEqual(now);
    expect(printed).toContain("# Who reads this: the team.");
    expect(printed).toContain('title: "Guides" # as it is');
    expect(printed).toContain("fr: Guides");
    expect(printed).toContain("key: soon");
    expect(printed).not.toContain("guides-en");
  });

  test("adds nothing to parts that stay as they are, and takes nothing from them, where another one goes", () => {
    const text = [
      "site:",
      "  title: Example",
      "  structure:",
      "    - { type: space, key: a, title: A, path: a, icon: book, content: { directory: docs } }",
      "    - { type: space, key: b, title: B, path: b }",
      "    - { type: space, key: c, title: C, path: c }",
      "",
    ];
    const before = text.join("\n");
    const now = without(read(before), "c");
    expect(print(now, before)).toBe(text.toSpliced(5, 1).join("\n"));
    // Where the default is not the first any more, it is said.
    const turned = { ...now, nodes: now.nodes.toReversed() };
    expect(read(print(turned, before))).toEqual(turned);
  });

  test("writes a first one", () => {
    const now = read(TEXT);
    expect(read(printSiteConfig({ text: undefined, before: undefined, now, project: "" }))).toEqual(now);
  });
});

describe("turnedParts", () => {
  const one = (type: SiteNode["type"]): SiteConfig => ({
    title: undefined,
    nodes: [{ key: "a", type, parent: undefined, title: "A", isDefault: false }],
  });
  const TYPES = ["section-group", "section", "space"] as const;
  test.each(TYPES.flatMap((was) => TYPES.map((is) => [was, is] as const)))(
    "tells a %s from a %s of the same key, whichever side had it",
    (was, is) => {
      const turned = was === is ? [] : [{ key: "a", was, is }];
      expect(turnedParts(one(is), undefined, one(was))).toEqual(turned);
      expect(turnedParts(one(is), one(was), { title: undefined, nodes: [] })).toEqual(turned);
    },
  );
});

describe("mergeSiteConfigs", () => {
  const base = read(TEXT);
  const merged = (ours: SiteConfig, theirs: SiteConfig) => mergeSiteConfigs({ base, ours, theirs });

  test("takes what either side has changed", () => {
    const ours = having(base, "guides", { title: "How to" });
    const theirs = having(having(base, "guides", { path: "how-to" }), "api", { parent: undefined });
    const { config, clashes } = merged(ours, theirs);
    expect(clashes).toEqual([]);
    expect(config.nodes.find(({ key }) => key === "guides")).toMatchObject({
      title: "How to",
      path: "how-to",
    });
    expect(config.nodes.find(({ key }) => key === "api")?.parent).toBeUndefined();
    expect(merged(base, base).config).toEqual(base);
    expect(merged(base, theirs).config.title).toBe("Example");
  });

  test("keeps ours of what both have changed, and says so", () => {
    const { config, clashes } = merged(
      having(base, "guides", { title: "Ours" }),
      having(base, "guides", { title: "Theirs" }),
    );
    expect(config.nodes[0]?.title).toBe("Ours");
    expect(clashes).toEqual(["the title of “Ours”"]);
  });

  test("drops what either has taken away, with sections that nothing is left in", () => {
    expect(
      merged(without(base, "guides-fr"), without(base, "api-one")).config.nodes.map(({ key }) => key),
    ).toEqual(["guides", "guides-en", "more"]);
    // What was in a group that is gone stands for itself.
    expect(merged(base, without(base, "more")).config.nodes.map(({ key, parent }) => [key, parent])).toEqual([
      ["guides", undefined],
      ["guides-en", "guides"],
      ["guides-fr", "guides"],
      ["api", undefined],
      ["api-one", "api"],
    ]);
  });

  test("keeps a section that the other side has put a space into", () => {
    const put = {
      key: "new",
      type: "space",
      parent: "guides",
      title: "New",
      path: "new",
      isDefault: false,
    } as const;
    const ours = { ...base, nodes: [...base.nodes, put] };
    const { nodes } = merged(ours, without(base, "guides", "guides-en", "guides-fr")).config;
    expect(nodes.map(({ key, parent, isDefault }) => [key, parent, isDefault])).toEqual([
      ["guides", undefined, true],
      ["new", "guides", true],
      ["more", undefined, false],
      ["api", "more", false],
      ["api-one", "api", true],
    ]);
  });

  test("takes the order of whoever has changed it", () => {
    const turned = { ...base, nodes: [...base.nodes.slice(3), ...base.nodes.slice(0, 3)] };
    const added = {
      key: "x",
      type: "section-group",
      parent: undefined,
      title: "X",
      isDefault: false,
    } as const;
    const order = ({ config }: { config: SiteConfig }): string[] =>
      config.nodes.filter(({ parent }) => parent === undefined).map(({ key }) => key);
    expect(order(merged(turned, base))).toEqual(["more", "guides"]);
    expect(order(merged(base, turned))).toEqual(["more", "guides"]);
    expect(order(merged(turned, { ...base, nodes: [...base.nodes, added] }))).toEqual([
      "more",
      "x",
      "guides",
    ]);
  });

  test("numbers what the branch brings to an address that Lectern has given", () => {
    const section = (key: string) => [
      { key, type: "section", parent: undefined, title: key, path: "blog", isDefault: false } as const,
      {
        key: `${key}-en`,
        type: "space",
        parent: key,
        title: "English",
        path: "en",
        isDefault: true,
      } as const,
    ];
    const ours = { ...base, nodes: [...having(base, "guides-fr", { path: "x" }).nodes, ...section("our")] };
    const theirs = {
      ...base,
      nodes: [...section("their"), ...having(base, "guides-en", { path: "x" }).nodes],
    };
    const { config, clashes } = merged(ours, theirs);
    const paths = Object.fromEntries(config.nodes.map(({ key, path }) => [key, path]));
    expect(paths).toMatchObject({ our: "blog", their: "blog-1", "our-en": "en", "their-en": "en" });
    expect(paths).toMatchObject({ "guides-fr": "x", "guides-en": "x-1", api: "api" });
    expect(clashes).toEqual(["the path of “English”", "the path of “their”"]);
    // The next sync has nothing more to number.
    expect(mergeSiteConfigs({ base: config, ours: config, theirs: config })).toEqual({ config, clashes: [] });
  });

  test("has one default, the new one", () => {
    const theirs = having(having(base, "guides-en", { isDefault: false }), "guides-fr", { isDefault: true });
    expect(
      merged(base, theirs)
        .config.nodes.filter(({ isDefault }) => isDefault)
        .map(({ key }) => key),
    ).toEqual(["guides", "guides-fr", "api-one"]);
  });
});

const LINKED = `site:
  structure:
    - type: section
      key: guides
      title: Guides
      path: guides
      children:
        - { type: space, key: guides-one, title: One, path: one, content: { directory: null } }
    - type: section-group
      key: more
      title: More
      children:
        - type: external-link # for everybody
          key: status
          title: Status
          url: "https://status.example.com/"
    - type: external-link
      key: staff
      title: Staff
      url: https://staff.example.com/?a=1
      icon: lock
      description: For us
      condition: visitor.claims.staff === true
      draft: true
`;

describe("external links", () => {
  test("are read, drafts too, and what can't be one is refused with its line", () => {
    const away = { type: "external-link", isDefault: false };
    expect(read(LINKED).nodes.slice(3)).toMatchObject([
      { ...away, key: "status", parent: "more", url: "https://status.example.com/", draft: false },
      {
        ...away,
        key: "staff",
        parent: undefined,
        title: "Staff",
        url: "https://staff.example.com/?a=1",
        icon: "lock",
        description: "For us",
        condition: "visitor.claims.staff === true",
        draft: true,
      },
    ]);
    const lines = (text: string): unknown => {
      const found = readSiteConfig(text, PLACE);
      return "problems" in found ? found.problems.map(({ line, message }) => [line, message]) : [];
    };
    const web = "`url` must be an address that begins with https:// or http://.";
    for (const url of [
      "javascript:alert(1)",
      "/status",
      "https://exa mple.com",
      "https://a.example/%zz",
      "a",
    ])
      expect([url, lines(LINKED.replace("https://staff.example.com/?a=1", url))]).toEqual([url, [[20, web]]]);
    expect(lines(LINKED.replace("      url: https://staff.example.com/?a=1\n", ""))).toEqual([[17, web]]);
    expect(lines(LINKED.replace("visitor.claims.staff === true", "visitor."))).toEqual([
      [23, expect.stringContaining("`condition`: ")],
    ]);
    expect(lines(LINKED.replace("draft: true", "draft: soon"))).toEqual([
      [24, "`draft` must be true or false."],
    ]);
    expect(lines(LINKED.replace("icon: lock", "path: lock"))).toEqual([[21, "`path` is not known here."]]);
    const alone =
      "site:\n  structure:\n    - { type: external-link, key: a, title: Away, url: https://a.example }\n";
    expect(lines(alone)).toEqual([[3, "External links stand beside sections: the site needs one."]]);
  });

  test("are written where they stand, and what somebody wrote beside them stays", () => {
    const before = read(LINKED);
    const print = (now: SiteConfig) => printSiteConfig({ text: LINKED, before, now, project: "" });
    expect(print(before)).toBe(LINKED);
    const led = print(having(before, "status", { url: "https://state.example.com/" }));
    expect(led).toBe(LINKED.replace("https://status.example.com/", "https://state.example.com/"));
    for (const now of [
      having(before, "staff", { draft: false, condition: undefined }),
      having(before, "status", { parent: undefined, draft: true }),
      without(before, "staff"),
    ]) {
      expect(new Set(read(print(now)).nodes.map((node) => JSON.stringify(node)))).toEqual(
        new Set(now.nodes.map((node) => JSON.stringify(node))),
      );
      expect(print(now)).toContain("# for everybody");
    }
  });

  test("are joined field by field, and rest where no section is left", () => {
    const base = read(LINKED);
    const ours = having(base, "status", { title: "State" });
    const theirs = having(base, "status", { url: "https://state.example.com/" });
    const { config, clashes } = mergeSiteConfigs({ base, ours, theirs });
    expect([config.nodes.find(({ key }) => key === "status"), clashes]).toMatchObject([
      { title: "State", url: "https://state.example.com/" },
      [],
    ]);
    const left = mergeSiteConfigs({ base, ours: without(base, "guides", "guides-one"), theirs });
    expect(left.config.nodes.filter(({ type }) => type === "external-link")).toEqual([]);
  });
});
