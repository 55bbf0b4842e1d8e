import { expect, test } from "vitest";
import { expectModestGrowth } from "../test/cost.ts";
import { linkedOutline, type LinkedPage } from "./linkedOutline.ts";
import type { OutlineNode } from "./outline.ts";

const pageAt = (path: string, more: Partial<LinkedPage> = {}): LinkedPage => {
  const segments = path.replace(/\.md$/, "").split("/");
  return { path, title: path, segments, nav: [], ...more };
};

test("pages stand below the one that they lead up to, the nearest page of their folders, or at the top", () => {
  const outline = linkedOutline([
    pageAt("start.md"),
    pageAt("a.md"),
    pageAt("a/b/c/d.md"),
    pageAt("a/b/c/e.md"),
    pageAt("a/b.md"),
    pageAt("x.md", { up: "y.md" }),
    pageAt("y.md", { up: "z.md" }),
    pageAt("z.md", { up: "x.md" }),
    pageAt("up.md", { up: "start.md" }),
  ]);
  const tree = (nodes: readonly OutlineNode[]): unknown =>
    nodes.map(({ path, children = [] }) => (children.length === 0 ? path : [path, tree(children)]));
  expect(tree(outline)).toEqual([
    "start.md",
    ["a.md", [["a/b.md", ["a/b/c/d.md", "a/b/c/e.md"]]]],
    // A way up that comes back to where it began ends.
    ["z.md", [["y.md", ["x.md"]]]],
    "up.md",
  ]);
});

test.each<[string, (count: number) => LinkedPage[]]>([
  [
    "lead up to the one before",
    (count) => Array.from({ length: count }, (_, at) => pageAt(`${at}.md`, { up: `${at - 1}.md` })),
  ],
  [
    "lead up to the one behind",
    (count) => Array.from({ length: count }, (_, at) => pageAt(`${at}.md`, { up: `${at + 1}.md` })),
  ],
  [
    "lie in the same deep folder",
    (count) => Array.from({ length: count }, (_, at) => pageAt(`${"a/".repeat(200)}${at}.md`)),
  ],
])("an outline costs what its pages are many, where they %s", (_, pages) =>
  expectModestGrowth((share) => {
    const all = pages(8000 * share);
    expect(linkedOutline(all)).not.toEqual([]);
  }),
);
