import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { joinPage, splitPage } from "./frontMatter.ts";
import { bodyBelowTitle } from "./leadingTitle.ts";
import type { PageMeta } from "./pageMeta.ts";

const full = process.env["LECTERN_TEST_TIER"] === "full";
const numRuns = full ? 5000 : 300;

describe("splitPage", () => {
  const cases: [name: string, source: string, meta: PageMeta, body: string][] = [
    ["nothing", "", {}, ""],
    ["only a body", "Hello\n", {}, "Hello\n"],
    ["a heading", "# Install *now*\n\nHello\n", { title: "Install now" }, "Hello\n"],
    ["an underlined heading", "Install\n=======\nHello\n", { title: "Install" }, "Hello\n"],
    ["a heading of level two", "## Install\n", {}, "## Install\n"],
    ["blank lines before the heading", "\n\n# A\nB", { title: "A" }, "B"],
    [
      "Windows line ends",
      "---\r\nicon: bolt\r\n---\r\n\r\n# A\r\n\r\nB\r\n",
      { title: "A", icon: "bolt" },
      "B\r\n",
    ],
    ["a line end of old", "a\rb", {}, "a\rb"],
    ["a heading before a line end of old", "# T\rtext", { title: "T" }, "text"],
    ["blank lines of old", "\r\r# T\r\rtext", { title: "T" }, "text"],
    ["a heading underlined between line ends of old", "T\r===\rtext", { title: "T" }, "text"],
    ["a byte order mark", "\ufeff# A\n\nB", { title: "A" }, "B"],
    ["empty front matter", "---\n---\nB", {}, "B"],
    ["a title in front matter", "---\ntitle: T\n---\n# A\n", { title: "T" }, "# A\n"],
    ["a title said twice", "---\ntitle: A b\n---\n# A *b*\n\nC", { title: "A b" }, "C"],
    ["a rule that is no front matter", "---\nHello\n---\n", {}, "---\nHello\n---\n"],
    ["front matter without an end", "---\nicon: x\n", {}, "---\nicon: x\n"],
    ["an unknown key", "---\nfoo: [1, {a: b}]\n---\n", { extra: { foo: [1, { a: "b" }] } }, ""],
    ["a known key of the wrong kind", "---\nhidden: maybe\n---\n", { extra: { hidden: "maybe" } }, ""],
    [
      "a condition",
      "---\nif: visitor.claims.beta == true\n---\n",
      { condition: "visitor.claims.beta == true" },
      "",
    ],
    [
      "everything",
      `---
description: What it is
icon: flask
cover: .gitbook/assets/a.png
coverY: -12.5
hidden: true
tags:
  - tag: api
    primary: true
  - beta
vars:
  version: 1.2.3
  count: 3
  on: true
layout:
  width: wide
  cover:
    visible: true
    size: hero
  outline:
    visible: false
---

# Title

Body`,
      {
        title: "Title",
        description: "What it is",
        icon: "flask",
        cover: { url: ".gitbook/assets/a.png", y: -12.5 },
        hidden: true,
        tags: [{ tag: "api", primary: true }, { tag: "beta" }],
        variables: { version: "1.2.3", count: 3, on: true },
        layout: { width: "wide", cover: true, coverSize: "hero", outline: false },
      },
      "Body",
    ],
  ];
  test.each(cases)("%s", (_, source, meta, body) => {
    expect(splitPage(source)).toEqual({ meta, body, problems: [] });
  });

  test("reads lines that are not quite YAML, and says so", () => {
    const { meta, body, problems } = splitPage("---\ndescription: Install: how\nhidden: true\n---\nB");
    expect(meta).toEqual({ description: "Install: how", hidden: true });
    expect(body).toBe("B");
    expect(problems).toHaveLength(1);
  });

  test.each([
    [
      "aliases that multiply",
      `a: &a [x,x]\n${"bcdefghijkl".replace(/./g, (c) => `${c}: &${c} [${`*${String.fromCodePoint(c.codePointAt(0)! - 1)},`.repeat(9)}]\n`)}`,
    ],
    ["depth", "a: " + "[".repeat(3_000)],
  ])("is not hurt by %s", (_, yaml) => {
    const { meta, body, problems } = splitPage(`---\n${yaml}\n---\nB`);
    expect(body).toBe("B");
    expect(problems).toHaveLength(1);
    for (const value of Object.values(meta.extra ?? {})) expect(value).toBeTypeOf("string");
  });

  const listed = (count: number) => `---\ntags:\n${"  - a\n".repeat(count)}---\n`;

  test.each([
    ["more than its parser reads at once", listed(2_300)],
    [
      "the same with other line ends and a comment",
      `---\r\n# ours\r\n\r\n"a b": [${"1,".repeat(4_500)}]\r\n---\r\n`,
    ],
    ["a map in brackets", `---\n{"a": [${"1,".repeat(4_500)}]}\n---\n`],
    ["a long text", `---\ndescription: ${"x".repeat(70_000)}\n---\n`],
    ["a long one that ends where it is cut", `---\na: ${"x".repeat(65_536 - 12)}\n---\n`],
  ])("leaves in the body what is too much to be read, and says so: %s", (_, front) => {
    const source = `${front}\n# T\n\nText.\n`;
    const { meta, body, problems, refused } = splitPage(source);
    expect([meta, body, problems.map(({ message }) => message)]).toEqual([
      {},
      source,
      [`${refused} It stays in the text.`],
    ]);
    expect(refused).toContain("4,500 signs of YAML");
  });

  test("has room for what a page of people has", () => {
    const redirects = `aliases:\n${"  - /an/old/address\n".repeat(2_000)}`;
    expect(splitPage(`---\n${redirects}---\nB`).meta.extra?.["aliases"]).toHaveLength(2_000);
    const vars = Array.from({ length: 1_000 }, (_, at) => `  n${at}: "${at}"\n`).join("");
    expect(Object.keys(splitPage(`---\nvars:\n${vars}---\nB`).meta.variables ?? {})).toHaveLength(1_000);
  });

  test.each([
    ["words", `---\nHello (all, of, you).\n${"* one, two\n".repeat(2_000)}\n---\nMore.\n`],
    ["a block", `---\n{% hint style="info" %}\n${"one, two\n".repeat(3_000)}{% endhint %}\n\n---\nMore.\n`],
    ["what nothing ends", `---\na: b\n${"* one, two\n".repeat(9_000)}`],
  ])("says nothing of a rule with much below it: %s", (_, source) => {
    expect(splitPage(source)).toEqual({ meta: {}, body: source, problems: [] });
  });

  test("keeps a key named __proto__ away from prototypes", () => {
    const { meta } = splitPage("---\n__proto__: {polluted: true}\n---\n");
    expect(({} as Record<string, unknown>)["polluted"]).toBeUndefined();
    expect(Object.keys(meta.extra ?? {})).toEqual(["__proto__"]);
  });
});

describe("joinPage", () => {
  const text = fc.oneof(
    fc.string({ unit: "grapheme" }),
    fc.constantFrom(
      "# T",
      "C#",
      "a\nb",
      "*x*",
      "[a](b)",
      "---",
      "true",
      "1.0",
      "a: b",
      "<b>",
      ":smile:",
      "&amp;",
      "x <br> y",
    ),
  );
  const meta: fc.Arbitrary<PageMeta> = fc.record(
    {
      title: text.map((one) => one.trim()).filter((one) => one !== ""),
      description: text,
      icon: text,
      hidden: fc.boolean(),
      tags: fc.array(
        fc.record({ tag: text, primary: fc.constant(true as const) }, { requiredKeys: ["tag"] }),
      ),
      variables: fc.dictionary(
        fc.stringMatching(/^[a-z]\w{0,5}$/),
        fc.oneof(text, fc.integer(), fc.boolean()),
      ),
      condition: text,
      cover: fc.record({ url: text, y: fc.integer() }, { requiredKeys: ["url"] }),
      layout: fc.record(
        { width: text, title: fc.boolean(), cover: fc.boolean(), coverSize: text },
        { requiredKeys: [] },
      ),
      extra: fc.dictionary(fc.stringMatching(/^x[a-z]{0,5}$/), fc.oneof(text, fc.integer(), fc.array(text)), {
        minKeys: 1,
      }),
    },
    { requiredKeys: [] },
  );
  const body = fc.oneof(
    fc.string(),
    fc
      .array(fc.constantFrom("\n", "# H", "---", "icon: x", "text", "===", "\r\n", " ", "\ufeff"))
      .map((parts) => parts.join("")),
  );

  test("splitting what was joined gives the same metadata and body", () => {
    fc.assert(
      fc.property(meta, body, (meta, body) => {
        const back = splitPage(joinPage(meta, body));
        expect(back.body).toBe(body);
        expect(back.meta).toEqual(meta);
      }),
      { numRuns },
    );
  });

  test("joining what was split is stable after once", () => {
    fc.assert(
      fc.property(meta, body, (meta, body) => {
        const once = joinPage(meta, body);
        const { meta: m, body: b } = splitPage(once);
        expect(joinPage(m, b)).toBe(once);
      }),
      { numRuns },
    );
    fc.assert(
      fc.property(body, (source) => {
        const first = splitPage(source);
        const once = joinPage(first.meta, first.body);
        const { meta: m, body: b } = splitPage(once);
        expect(joinPage(m, b)).toBe(once);
      }),
      { numRuns },
    );
  });

  test("without front matter the body is known without YAML, and is the same", () => {
    let known = 0;
    fc.assert(
      fc.property(body, fc.constantFrom("H", "text", "X"), (source, title) => {
        const below = bodyBelowTitle(source, title);
        if (below === undefined) return;
        known++;
        expect(below).toBe(splitPage(source, title).body);
      }),
      { numRuns },
    );
    expect(known).toBeGreaterThan(numRuns / 2);
    expect(bodyBelowTitle("---\nicon: x\n---\n\nBelow.\n", "H")).toBeUndefined();
  });

  test("a plain title is a plain heading", () => {
    expect(joinPage({ title: "Quick start" }, "Body\n")).toBe("# Quick start\n\nBody\n");
    expect(joinPage({ title: "What is *this*?", icon: "x" }, "")).toBe(
      "---\nicon: x\n---\n\n# What is \\*this\\*?\n",
    );
  });
});
