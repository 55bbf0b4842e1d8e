import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { atOnce } from "../steps.ts";
import { blocks } from "./blockIds.ts";
import { type BlockEdit, editBlocks } from "./editBlocks.ts";
import { parse } from "./parse.ts";

const edited = (source: string, edits: readonly BlockEdit[]) => atOnce(editBlocks(source, edits));

/** The id of the first block that begins with some words. */
function idOf(text: string, words: string): string {
  const found = blocks(parse(text).document).find(({ start }) => text.startsWith(words, start));
  if (found === undefined) throw new Error(`no block begins with ${words}`);
  return found.id;
}

const PAGE = "# One\nTwo.\n\n* a\n* b\n\n\nLast.";

describe("editing blocks", () => {
  const id = (words: string) => idOf(PAGE, words);
  const cases: [string, BlockEdit[], string][] = [
    ["a block in the middle", [{ block: id("* a"), markdown: "- c\n" }], "# One\nTwo.\n\n- c\n\n\nLast."],
    [
      "one that stood close",
      [{ block: id("# One"), markdown: "One." }],
      "One.\n\nTwo.\n\n* a\n* b\n\n\nLast.",
    ],
    [
      "several behind one",
      [
        { after: id("* a"), markdown: "X" },
        { after: id("* a"), markdown: "Y" },
      ],
      "# One\nTwo.\n\n* a\n* b\n\nX\n\nY\n\nLast.",
    ],
    [
      "before all others",
      [{ after: null, markdown: "\n\nX\n\n" }],
      "X\n\n# One\nTwo.\n\n* a\n* b\n\n\nLast.",
    ],
    ["behind the last", [{ after: id("Last."), markdown: "X\n" }], `${PAGE}\n\nX`],
    ["nothing of one", [{ remove: id("* a") }], "# One\nTwo.\n\nLast."],
    ["nothing of the last", [{ remove: id("Last.") }], "# One\nTwo.\n\n* a\n* b"],
    [
      "something behind what goes",
      [{ remove: id("Two.") }, { after: id("Two."), markdown: "X" }],
      "# One\n\nX\n\n* a\n* b\n\n\nLast.",
    ],
    ["an empty text for one", [{ block: id("Two."), markdown: " \n" }], "# One\n\n* a\n* b\n\n\nLast."],
  ];
  test.each(cases)("writes %s", (_, edits, expected) => {
    expect(edited(PAGE, edits)).toBe(expected);
  });

  const indented = "a\n\n    code\n\n  - p\n  - q\n\nb\n";
  test.each<[string, BlockEdit[], string]>([
    [
      "something before indented code",
      [{ after: idOf(indented, "a"), markdown: "New." }],
      "a\n\nNew.\n\n    code\n\n  - p\n  - q\n\nb\n",
    ],
    [
      "nothing of what stood before that",
      [{ remove: idOf(indented, "a") }],
      "    code\n\n  - p\n  - q\n\nb\n",
    ],
    [
      "something before an indented list",
      [{ after: idOf(indented, "code"), markdown: "New." }],
      "a\n\n    code\n\nNew.\n\n  - p\n  - q\n\nb\n",
    ],
    ["nothing of what stood before it", [{ remove: idOf(indented, "code") }], "a\n\n  - p\n  - q\n\nb\n"],
    [
      "something before all of them",
      [{ after: null, markdown: "New." }, { remove: idOf(indented, "a") }],
      "New.\n\n    code\n\n  - p\n  - q\n\nb\n",
    ],
  ])("keeps what is indented: %s", (_, edits, expected) => {
    expect(edited(indented, edits)).toBe(expected);
  });

  test.each<[string, string, (id: (words: string) => string) => BlockEdit[], number]>([
    ["a list before indented code", "a\n\n    code\n", (id) => [{ after: id("a"), markdown: "- item" }], 0],
    ["a footnote before it", "a\n\n    code\n", (id) => [{ block: id("a"), markdown: "[^1]: note" }], 0],
    ["a list before an indented one", "a\n\n  - y\n", (id) => [{ after: id("a"), markdown: "- x" }], 0],
    [
      "away what stood between a list and code",
      "- x\n\np\n\n    code\n\nb\n",
      (id) => [{ block: id("b"), markdown: "B" }, { remove: id("p") }],
      1,
    ],
    ["code behind a list", "- x\n\np\n", (id) => [{ after: id("- x"), markdown: "    code" }], 0],
  ])("puts nothing into another block: %s", (_, source, edits, at) => {
    expect(
      edited(
        source,
        edits((words) => idOf(source, words)),
      ),
    ).toEqual({ at, why: "nested" });
  });

  test("puts a list before code that is written anew", () => {
    const source = "a\n\n    code\n";
    const edits = [
      { after: idOf(source, "a"), markdown: "- item" },
      { block: idOf(source, "code"), markdown: "```\ncode\n```" },
    ];
    expect(edited(source, edits)).toBe("a\n\n- item\n\n```\ncode\n```\n");
  });

  test("takes the line ends of the page, and an empty page", () => {
    expect(edited("A.\r\n\r\nB.\r\n", [{ after: idOf("A.", "A."), markdown: "X" }])).toBe(
      "A.\r\n\r\nX\r\n\r\nB.\r\n",
    );
    expect(edited("", [{ after: null, markdown: "X\n" }])).toBe("X");
  });

  test("says which edit can't be made", () => {
    const inner = idOf("> A.\n", "A.");
    expect(edited(PAGE, [{ remove: id("Two.") }, { remove: "other" }])).toEqual({ at: 1, why: "absent" });
    expect(edited("> A.\n", [{ block: inner, markdown: "B." }])).toEqual({ at: 0, why: "inside" });
    const twice = [{ remove: id("Two.") }, { block: id("Two."), markdown: "B." }];
    expect(edited(PAGE, twice)).toEqual({ at: 1, why: "twice" });
  });

  test("leaves every other block as it is written", () => {
    const pieces = [
      "# H",
      "Words *of* mine.",
      "* a\n* b",
      "| a |\n|---|\n| b |",
      "```\ncode\n\n```",
      "> q",
      "***",
    ];
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom(...pieces), { minLength: 1, maxLength: 6 }),
        fc.nat(),
        (texts, at) => {
          const source = texts
            .map((text, place) => `${text} `.trimEnd() + (place % 2 === 0 ? "\n\n" : "\n\n\n"))
            .join("");
          const tops = blocks(parse(source).document).filter(({ path }) => path.length === 1);
          const top = tops[at % tops.length]!;
          const now = edited(source, [{ block: top.id, markdown: "Something else." }]);
          expect(now).toBe(
            source.slice(0, top.start) +
              "Something else." +
              source.slice(top.start + source.slice(top.start, top.end).trimEnd().length),
          );
        },
      ),
      { numRuns: 50 },
    );
  });
});
