import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import type { SummaryNode } from "./summary.ts";
import { parseSummary as parseWith } from "./summary.ts";
import { printSummary } from "./summaryPrint.ts";
import type { SummaryEntry } from "./summaryPrint.ts";
import { readYaml } from "./yamlText.ts";

const parseSummary = (text: string) => parseWith(text, readYaml);

const runs = process.env["LECTERN_TEST_TIER"] === "full" ? 5_000 : 300;

/** Nodes as nested arrays: [kind, title, destination or anchor, children]. */
function shape(nodes: readonly SummaryNode[]): unknown[] {
  return nodes.map(({ kind, title, destination, anchor, children }) => {
    return [kind, title, destination ?? anchor ?? null, shape(children)];
  });
}

test("a name in navigation that is too long is cut, and the file keeps it", () => {
  const { nodes, problems } = parseSummary(`* [One](one.md "${"x".repeat(120)}")\n* [Two](two.md "Two")\n`);
  expect(nodes.map(({ linkTitle }) => linkTitle)).toEqual(["x".repeat(100), "Two"]);
  expect(problems).toEqual(["line 1 calls its page by more than 100 characters; those behind are left out"]);
});

describe("parseSummary", () => {
  test.each([
    ["nothing", "", []],
    ["only its title", "# Table of contents\n", []],
    [
      "nested items of all bullets and indents",
      "# Summary\n\n* [A](a.md)\n  - [B](b.md)\n     + [C](c.md)\n  - [D](d.md)\n1. [E](e.md)\n\t* [F](f.md)\n",
      [
        [
          "item",
          "A",
          "a.md",
          [
            ["item", "B", "b.md", [["item", "C", "c.md", []]]],
            ["item", "D", "d.md", []],
          ],
        ],
        ["item", "E", "e.md", [["item", "F", "f.md", []]]],
      ],
    ],
    [
      "groups, with and without an address, and what comes after them",
      '* [A](a.md)\n\n## Use it <a href="#use" id="use"></a>\n\n* [B](b.md)\n\n### Other\n* [C](c.md)\n\n***\n\n* [D](d.md)',
      [
        ["item", "A", "a.md", []],
        ["group", "Use it", "use", [["item", "B", "b.md", []]]],
        ["group", "Other", null, [["item", "C", "c.md", []]]],
        ["item", "D", "d.md", []],
      ],
    ],
    [
      "bare links and parts, as other tools write them",
      "# Summary\n\n[Introduction](README.md)\n\n# Part one\n\n- [A](a.md)\n- [Draft]()\n",
      [
        ["item", "Introduction", "README.md", []],
        [
          "group",
          "Part one",
          null,
          [
            ["item", "A", "a.md", []],
            ["item", "Draft", null, []],
          ],
        ],
      ],
    ],
    [
      "markup and escapes in titles",
      "* [**Bold** and `code`](a.md)\n* [A \\[b\\] \\* c](b.md)\n* [R&amp;D &#x1F4D8;](c.md)\n* Just text\n* [a [b] c](d.md)",
      [
        ["item", "Bold and code", "a.md", []],
        ["item", "A [b] * c", "b.md", []],
        ["item", "R&D \u{1f4d8}", "c.md", []],
        ["item", "Just text", null, []],
        ["item", "a [b] c", "d.md", []],
      ],
    ],
    [
      "destinations of every form",
      "* [A](a.md \"Title\")\n* [B](<b c.md>)\n* [C](c(1).md)\n* [D](d\\(1.md)\n* [E](e f.md)\n* [F](https://x.y/z?a=b#c)\n* [G](g.md 't')\n",
      [
        ["item", "A", "a.md", []],
        ["item", "B", "b c.md", []],
        ["item", "C", "c(1).md", []],
        ["item", "D", "d(1.md", []],
        ["item", "E", "e f.md", []],
        ["item", "F", "https://x.y/z?a=b#c", []],
        ["item", "G", "g.md", []],
      ],
    ],
    [
      "the link of an item behind boxes, pictures and brackets",
      "* [x] [A](a.md)\n* ![i](i.png) [B](b.md)\n* \\[beta\\] [C](c.md)\n* [[D]](d.md)\n* <!-- [Old](old.md) --> [E](e.md)\n## [F](f.md)\n",
      [
        ["item", "A", "a.md", []],
        ["item", "B", "b.md", []],
        ["item", "C", "c.md", []],
        ["item", "[D]", "d.md", []],
        ["item", "E", "e.md", []],
        ["group", "F", null, []],
      ],
    ],
    [
      "nothing that is commented out",
      "* [A](a.md)\n<!--\n* [Old](old.md)\n## Old\n-->\n<!-- * [Old](old.md) -->\n* [B](b.md) <!-- until\n* [Old](old.md) -->\n  * [C](c.md)\n",
      [
        ["item", "A", "a.md", []],
        ["item", "B", "b.md", [["item", "C", "c.md", []]]],
      ],
    ],
    [
      "Windows line ends",
      "* [A](a.md)\r\n  * [B](b.md)\r\n",
      [["item", "A", "a.md", [["item", "B", "b.md", []]]]],
    ],
  ])("reads %s", (_name, text, expected) => {
    const { nodes, problems } = parseSummary(text);
    expect(shape(nodes)).toEqual(expected);
    expect(problems).toEqual([]);
  });

  test("reads a computed page", () => {
    const { nodes } = parseSummary(
      "## API\n* ```yaml\n  type: builtin:openapi\n  props:\n    models: true\n  ```\n* [A](a.md)",
    );
    const [api] = nodes;
    expect(api?.children.map(({ kind }) => kind)).toEqual(["computed", "item"]);
    expect(api?.children[0]?.yaml?.get("type")).toBe("builtin:openapi");
    expect(api?.children[0]?.yaml?.get("props")).toEqual(new Map([["models", true]]));
  });

  test("names the lines that it leaves out", () => {
    const { nodes, problems } = parseSummary(
      "# S\n\nSome prose.\n* [A](a.md)\n* ```yaml\n  - 1\n  ```\n[a]: a.md\n<!-- endless\n",
    );
    expect(shape(nodes)).toEqual([["item", "A", "a.md", []]]);
    expect(problems).toEqual([
      "line 3 is not a heading, a list item or a link",
      "line 5 holds YAML that is not a map",
      "line 8 is not a heading, a list item or a link",
      "line 9 is not a heading, a list item or a link",
    ]);
  });

  test.each([
    ["brackets", (share: number) => `* ${"[".repeat(share * 200_000)}`],
    ["lines of brackets", (share: number) => `* ${"[".repeat(share * 5_000)}\n`.repeat(40)],
    ["open fences", (share: number) => "* ```yaml\n".repeat(share * 20_000)],
    ["stars", (share: number) => "* * * * ".repeat(share * 20_000)],
    ["comments", (share: number) => `* a ${"<!--".repeat(share * 2_000)} -->\n`.repeat(20)],
    ["open comments", (share: number) => "* a <!--\n".repeat(share * 20_000)],
    ["destinations without an end", (share: number) => `* ${"[a](".repeat(share * 2_400)}\n`.repeat(20)],
    ["spaces in a destination", (share: number) => `* [a](${" a".repeat(share * 4_000)}\n`.repeat(20)],
    // Twice the steps are four times the text.
    [
      "ladders",
      (share: number) =>
        Array.from(
          { length: Math.sqrt(share) * 600 },
          (_, depth) => `${" ".repeat(depth * 2)}* [a](a.md)`,
        ).join("\n"),
    ],
  ])("reads hostile %s in time that grows with them", (_name, text) =>
    expectModestGrowth((share) => parseSummary(text(share))),
  );
});

const title = fc
  .string({ unit: "grapheme", minLength: 1, maxLength: 20 })
  .map((text) => text.replace(/\s+/g, " ").trim() || "T");
const slug = fc.stringMatching(/^[a-z0-9][a-z0-9-]{0,10}$/);
const fields = fc.option(
  fc.dictionary(fc.constantFrom("slug", "icon", "description", "__proto__"), fc.string(), { minKeys: 1 }),
  { nil: undefined },
);
const { tree } = fc.letrec<{ tree: SummaryEntry[]; node: SummaryEntry }>((tie) => ({
  tree: fc.array(tie("node"), { maxLength: 3, depthIdentifier: "summary" }),
  node: fc
    .record({
      title,
      destination: fc.option(fc.webUrl({ withFragments: true, withQueryParameters: true }), {
        nil: undefined,
      }),
      fields,
      children: fc.oneof({ depthIdentifier: "summary" }, fc.constant([]), tie("tree")),
    })
    .map(({ title, destination, fields, children }) => ({
      kind: "item" as const,
      title,
      children,
      ...(destination === undefined ? {} : { destination }),
      ...(fields === undefined ? {} : { fields: new Map(Object.entries(fields)) }),
    })),
}));
const group = fc.record({ title, anchor: slug, children: tree }).map((fields) => {
  return { kind: "group" as const, ...fields };
});
const json = fc.jsonValue({ depthSize: "small" });
const computed = fc
  .dictionary(fc.constantFrom("type", "props", "dependencies", "page"), json)
  .map((value) => ({
    kind: "computed" as const,
    title: "",
    yaml: new Map(Object.entries(value)),
    children: [],
  }));

/** Entries and parsed nodes alike, as plain values. */
function plain(nodes: readonly SummaryEntry[]): unknown {
  return nodes.map(({ kind, title, destination, anchor, fields, yaml, children }) => ({
    kind,
    title,
    destination,
    anchor,
    fields: fields === undefined ? undefined : [...fields],
    yaml: yaml === undefined ? undefined : JSON.parse(JSON.stringify(yaml, mapsToObjects)),
    children: plain(children),
  }));
}

function mapsToObjects(_key: string, value: unknown): unknown {
  if (value instanceof Map) return Object.fromEntries(value as Map<string, unknown>);
  return Object.is(value, -0) ? 0 : value;
}

test("what is printed is read back the same", { timeout: 200_000 }, () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.oneof(
          tree,
          group.map((g) => [g]),
          computed.map((c) => [c]),
        ),
        { maxLength: 4 },
      ),
      (parts) => {
        const nodes = parts.flat();
        const text = printSummary(nodes);
        const read = parseSummary(text);
        expect(plain(read.nodes)).toEqual(plain(nodes));
        expect(read.problems).toEqual([]);
        expect(printSummary(read.nodes)).toBe(text);
      },
    ),
    { numRuns: runs },
  );
});
