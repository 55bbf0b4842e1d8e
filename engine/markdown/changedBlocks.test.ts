import fc from "fast-check";
import { expect, test } from "vitest";
import { changedBlocks } from "./changedBlocks.ts";
import { page } from "./dialect.fixture.ts";
import { parse } from "./parse.ts";
import { atOnce } from "../steps.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 5000 : 200;

const changedIn = (base: string, text: string) => atOnce(changedBlocks(base, parse(text).document));

test.each([
  ["nothing", "a\n\nb\n", "a\n\nb\n", []],
  ["a block", "a\n\nb\n", "a\n\n[b](later.md)\n", ["[b](later.md)"]],
  ["one more", "[a](x.md)\n", "[a](x.md)\n\n[b](y.md)\n", ["[b](y.md)"]],
  ["a block that moved", "a\n\nb\n\nc\n", "c\n\na\n\nb\n", ["c"]],
  ["an item", "- [a](x.md)\n- b\n- c\n", "- [a](x.md)\n- [b](y.md)\n- c\n", ["[b](y.md)"]],
  ["an item within an item", "- a\n  - b\n  - c\n", "- a\n  - b\n  - [c](y.md)\n", ["[c](y.md)"]],
  [
    "a row",
    "| A |\n| - |\n| [1](x.md) |\n| 2 |\n",
    "| A |\n| - |\n| [1](x.md) |\n| [2](y.md) |\n",
    ["| [2](y.md) |"],
  ],
  [
    "a block in a hint",
    '{% hint style="info" %}\n[a](x.md)\n\nb\n{% endhint %}\n',
    '{% hint style="info" %}\n[a](x.md)\n\nc\n{% endhint %}\n',
    ["c"],
  ],
  [
    "how a hint is opened",
    '{% hint style="info" %}\n[a](x.md)\n{% endhint %}\n',
    '{% hint style="danger" %}\n[a](x.md)\n{% endhint %}\n',
    ['{% hint style="danger" %}\n'],
  ],
])("a text differs from its base in what is new: %s", (_, base, text, changed) => {
  expect(changedIn(base, text).map(({ start, end }) => text.slice(start, end))).toEqual(changed);
});

test("what is outside the changes stands in the base, in any two pages", () => {
  fc.assert(
    fc.property(page, page, (base, text) => {
      let at = 0;
      for (const { start, end } of changedIn(base, text)) {
        expect([start >= at, end >= start, end <= text.length]).toEqual([true, true, true]);
        for (const line of text.slice(at, start).split(/\r\n?|\n/)) expect(base).toContain(line.trim());
        at = end;
      }
    }),
    { numRuns },
  );
});
