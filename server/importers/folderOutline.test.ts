import { describe, expect, test } from "vitest";
import { folderOutline } from "./folderOutline.ts";
import type { OutlineNode } from "./outline.ts";

/** Each node as "slug: title < file", children in a list behind it. */
function shape(nodes: readonly OutlineNode[]): unknown[] {
  return nodes.flatMap(({ slug, title, path, children }) => {
    const line = `${slug}: ${title} < ${path ?? "nothing"}`;
    return children.length === 0 ? [line] : [line, shape(children)];
  });
}

describe("folderOutline", () => {
  test("makes a folder's README or index its page", () => {
    const paths = [
      "README.md",
      "guide/index.md",
      "guide/README.md",
      "guide/b.md",
      "api/Index.MD",
      "api/x.md",
    ];
    expect(shape(folderOutline(paths, "", undefined))).toEqual([
      "readme: README < README.md",
      "api: Api < api/Index.MD",
      ["x: X < api/x.md"],
      "guide: Guide < guide/README.md",
      ["b: B < guide/b.md", "index: Index < guide/index.md"],
    ]);
  });

  test("takes the first page that the settings name out of its folder", () => {
    const paths = ["docs/intro.md", "docs/x.md", "alone/intro.md"];
    expect(shape(folderOutline(paths, "", "docs/intro.md"))).toEqual([
      "intro: Intro < docs/intro.md",
      "alone: Alone < nothing",
      ["intro: Intro < alone/intro.md"],
      "docs: Docs < nothing",
      ["x: X < docs/x.md"],
    ]);
    expect(shape(folderOutline(["docs/intro.md"], "", "docs/intro.md"))).toHaveLength(1);
  });

  test("gives a folder without a page one without text, or the file beside it", () => {
    const paths = ["a/b/c.md", "guide.md", "guide/x.md", "both.md", "both/README.md"];
    expect(shape(folderOutline(paths, "", undefined))).toEqual([
      "a: A < nothing",
      ["b: B < nothing", ["c: C < a/b/c.md"]],
      // Two pages then want one address; the plan numbers the second.
      "both: Both < both.md",
      "both: Both < both/README.md",
      "guide: Guide < guide.md",
      ["x: X < guide/x.md"],
    ]);
  });

  test("orders by number and name, and leaves order prefixes out of slugs and titles", () => {
    const paths = [
      "10-end.md",
      "2-middle.md",
      "01_getting-started.md",
      "Zeta.md",
      "alpha.md",
      "2024-review.md",
      "1.2.md",
    ];
    expect(shape(folderOutline(paths, "", undefined))).toEqual([
      "getting-started: Getting started < 01_getting-started.md",
      "1.2: 1.2 < 1.2.md",
      "middle: Middle < 2-middle.md",
      "end: End < 10-end.md",
      "2024-review: 2024 review < 2024-review.md",
      "alpha: Alpha < alpha.md",
      "zeta: Zeta < Zeta.md",
    ]);
  });

  test("begins with the file that the settings name, below the root they name", () => {
    const paths = ["docs/a.md", "docs/start.md", "docs/sub/README.md"];
    expect(shape(folderOutline(paths, "docs", "docs/start.md"))).toEqual([
      "start: Start < docs/start.md",
      "a: A < docs/a.md",
      "sub: Sub < docs/sub/README.md",
    ]);
  });

  test("is the same whatever the order of the files", () => {
    const paths = ["b/README.md", "a.md", "b/c.md", "README.md", "b/d/e.md"];
    expect(folderOutline(paths.toReversed(), "", undefined)).toEqual(folderOutline(paths, "", undefined));
  });
});
