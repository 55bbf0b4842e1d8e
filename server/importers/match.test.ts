import { describe, expect, test } from "vitest";
import { memorySource } from "./files.ts";
import { matchNamed, matchPages } from "./match.ts";
import type { ExistingPage } from "./match.ts";
import { planImport } from "./plan.ts";
import type { PlannedPage } from "./planned.ts";

async function pagesOf(files: Record<string, string>): Promise<readonly PlannedPage[]> {
  const source = memorySource(Object.entries(files).map(([name, bytes]) => ({ name, bytes })));
  return (await planImport(source)).pages;
}

function match(pages: readonly PlannedPage[], existing: readonly ExistingPage[]): Record<string, string> {
  let count = 0;
  const matches = matchPages(pages, existing, () => `new${(count += 1)}`);
  return Object.fromEntries([...matches].map(([key, { id, by }]) => [key, `${id} by ${by}`]));
}

const document = { type: "document" as const, parent: null };

describe("matchPages", () => {
  test("matches by address, then by title, and gives new ids to the rest", async () => {
    const pages = await pagesOf({ "a.md": "# A", "b.md": "# B", "c.md": "# C" });
    const existing = [
      { ...document, id: "p1", slug: "A", title: "Other title" },
      { ...document, id: "p2", slug: "renamed", title: "B" },
      { ...document, id: "p3", slug: "else", title: "Else" },
    ];
    expect(match(pages, existing)).toEqual({
      "a.md": "p1 by path",
      "b.md": "p2 by title",
      "c.md": "new1 by new",
    });
  });

  test("prefers the address to the title", async () => {
    const pages = await pagesOf({ "a.md": "# B", "b.md": "# A" });
    const existing = [
      { ...document, id: "p1", slug: "a", title: "A" },
      { ...document, id: "p2", slug: "b", title: "B" },
    ];
    expect(match(pages, existing)).toEqual({ "a.md": "p1 by path", "b.md": "p2 by path" });
  });

  test("finds what lies below a renamed page, and nothing below a new one", async () => {
    const pages = await pagesOf({
      "x/README.md": "# X",
      "x/a.md": "# A",
      "y/README.md": "# Y",
      "y/a.md": "# A",
    });
    const existing = [
      { ...document, id: "p1", slug: "renamed", title: "X" },
      { ...document, id: "p2", slug: "a", title: "A", parent: "p1" },
      { ...document, id: "p3", slug: "a", title: "A" },
    ];
    expect(match(pages, existing)).toEqual({
      "x/README.md": "p1 by title",
      "x/a.md": "p2 by path",
      "y/README.md": "new1 by new",
      "y/a.md": "new2 by new",
    });
  });

  test("matches one page once, and none of another type", async () => {
    const pages = await pagesOf({ "a.md": "# Same", "b.md": "# Same", "c.md": "# C" });
    const existing: ExistingPage[] = [
      { ...document, id: "p1", slug: "old", title: "Same" },
      { ...document, id: "g1", type: "group", slug: "c", title: "C" },
    ];
    expect(match(pages, existing)).toEqual({
      "a.md": "p1 by title",
      "b.md": "new1 by new",
      "c.md": "new2 by new",
    });
  });
});

describe("matchNamed", () => {
  test.each([
    ["equal content first", ["a:1", "a:2"], ["x=a:2", "y=a:1"], ["y", "x"]],
    ["then the order", ["a:3", "a:4"], ["x=a:1", "y=a:2"], ["x", "y"]],
    ["one kept, one changed", ["a:3", "a:1"], ["x=a:1", "y=a:2"], ["y", "x"]],
    ["the name decides", ["b:1", "a:9"], ["x=a:1"], ["new", "x"]],
  ])("%s", (_name, planned, existing, ids) => {
    const parse = (text: string): { name: string; hash: string } => {
      const [name = "", hash = ""] = text.split(":");
      return { name, hash };
    };
    const known = existing.map((text) => ({ id: text[0] ?? "", ...parse(text.slice(2)) }));
    expect(matchNamed(planned.map(parse), known, () => "new")).toEqual(ids);
  });
});
