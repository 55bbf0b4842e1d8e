import fc from "fast-check";
import { expect, test } from "vitest";
import { changedBlocks } from "./changedBlocks.ts";
import { page } from "./dialect.fixture.ts";
import { parse } from "./parse.ts";
import { atOnce } from "../steps.ts";
import { walkBlocks } from "./walk.ts";

/** Other pages each time in the full tier alone: there luck may find what nobody has seen. */
const runs =
  process.env["LECTERN_TEST_TIER"] === "full" ? { numRuns: 5000 } : { numRuns: 200, seed: 1633438466 };

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
    "a tag before an item that is none of its own",
    "- a\n",
    "{% code title=t %}\n- a\n{% endcode %}\n",
    ["{% code title=t %}\n", "\n{% endcode %}"],
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

test("a block that followed another one on its line is no change where it stands alone", () => {
  const base = '- {% embed\n    url="a.md"\n  %} > {% endcontent-ref %}\n';
  expect(changedIn(base, "- {% endcontent-ref %}\n")).toEqual([]);
});

/** What stands between two blocks: it separates them, and says nothing. */
const BETWEEN = /[\s>]+$/;

test("what blocks say outside the changes stands in the base, in any two pages", () => {
  fc.assert(
    fc.property(page, page, (base, text) => {
      const { document } = parse(text);
      const starts = [...walkBlocks(document)].map(({ block }) => block.start).toSorted((a, b) => a - b);
      let at = 0;
      for (const { start, end } of atOnce(changedBlocks(base, document))) {
        expect([start >= at, end >= start, end <= text.length]).toEqual([true, true, true]);
        // Two blocks may share a line that stood on two, or had another one between them.
        const cuts = [at, ...starts.filter((one) => one > at && one < start), start];
        const said = cuts.slice(1).flatMap((to, index) => text.slice(cuts[index], to).split(/\r\n?|\n/));
        for (const line of said) expect(base).toContain(line.replace(BETWEEN, "").trim());
        at = end;
      }
    }),
    runs,
  );
});
