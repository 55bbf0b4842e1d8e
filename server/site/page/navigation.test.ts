import { brotliCompressSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import type { Change } from "../../../engine/change.ts";
import { insert, Space } from "../../../engine/space.fixture.ts";
import { readTrail } from "../../../engine/tree.ts";
import { LEVEL_MAX, readBranch, readNavigation } from "./navigation.ts";
import type { NavigationScope } from "../reading/reading.ts";
import { renderBranch, type NavigationItem } from "../../../design/navigation.ts";
import { wordsFor } from "../../../design/words.ts";

function scopeOf(space: Space, isShown: NavigationScope["isShown"] = () => true): NavigationScope {
  return {
    nodes: space.nodes,
    root: space.root,
    tags: new Map(),
    hrefOf: (page, path) => (page.type === "link" ? page.href : `/${path}`),
    isShown,
  };
}

async function open(
  space: Space,
  id?: string,
  isShown?: NavigationScope["isShown"],
): Promise<NavigationItem[]> {
  const trail = id === undefined ? [] : await readTrail(space.nodes, space.root, id);
  return readNavigation(scopeOf(space, isShown), trail ?? []);
}

/** Entries as lines: indentation for the level, `*` the page itself, `+` more below, `[…]` a label. */
function lines(items: readonly NavigationItem[], indent = ""): string[] {
  return items.flatMap((item) => {
    const name = item.kind === "group" && item.open ? `[${item.title}]` : item.title || item.kind;
    const marks = `${item.current ? "*" : ""}${item.hasChildren && !item.open ? "+" : ""}`;
    return [`${indent}${name}${marks}`, ...lines(item.children, `${indent}  `)];
  });
}

async function smallSpace(): Promise<Space> {
  const space = new Space();
  await space.apply(
    insert("home"),
    insert("guides", { type: "group" }),
    insert("install", { into: "guides" }),
    insert("docker", { into: "install" }),
    insert("helm", { into: "docker" }),
    insert("secret", { into: "guides", fields: { title: "secret", hidden: true } }),
    insert("write", { into: "guides" }),
    insert("blocks", { into: "write" }),
    insert("source", { type: "link", fields: { title: "source", href: "https://example.com/" } }),
    insert("hollow", { type: "group" }),
  );
  return space;
}

describe("readNavigation", () => {
  test("shows the top, open groups and the way to the page; the rest is closed", async () => {
    const space = await smallSpace();
    expect(lines(await open(space, "docker"))).toEqual([
      "home",
      "[guides]",
      "  install",
      "    docker*",
      "      helm",
      "  write+",
      "source",
    ]);
  });

  test("shows a hidden page's way without the page, and no page as current when none is open", async () => {
    const space = await smallSpace();
    expect(lines(await open(space, "secret"))).not.toContain("  secret*");
    expect(lines(await open(space)).filter((line) => line.endsWith("*"))).toEqual([]);
  });

  test("leaves out what the visitor may not see, and marks over nothing", async () => {
    const space = await smallSpace();
    const shown = lines(await open(space, "home", (page) => page.id !== "blocks" && page.id !== "home"));
    expect(shown).toEqual(["[guides]", "  install+", "  write", "source"]);
  });

  test("gives every entry its address", async () => {
    const space = await smallSpace();
    const [home, guides, source] = await open(space, "docker");
    expect(home?.href).toBe("/home");
    expect(guides?.href).toBeUndefined();
    expect(guides?.children[0]?.children[0]?.href).toBe("/guides/install/docker");
    expect(source?.href).toBe("https://example.com/");
  });

  test("folds groups that no longer fit, but never the reader's own", async () => {
    const space = new Space();
    const changes: Change[] = [];
    for (let group = 0; group < 5; group += 1) {
      changes.push(insert(`g${group}`, { type: "group" }));
      for (let page = 0; page < 100; page += 1)
        changes.push(insert(`g${group}p${page}`, { into: `g${group}` }));
    }
    await space.apply(...changes);
    const items = await open(space, "g4p7");
    expect(items.map((item) => item.open)).toEqual([true, true, true, false, true]);
    expect(items[3]).toMatchObject({ kind: "group", hasChildren: true, href: "/g3/g3p0" });
  });

  test("a level too long shows a window with ways to the rest", async () => {
    const space = new Space();
    await space.apply(...Array.from({ length: 500 }, (_, at) => insert(`p${at}`)));
    const middle = await open(space, "p250");
    expect(middle).toHaveLength(LEVEL_MAX + 2);
    expect(middle[0]).toMatchObject({ kind: "earlier", href: "/p149" });
    expect(middle.at(-1)).toMatchObject({ kind: "later", href: "/p350" });
    expect(middle.filter((item) => item.current).map(({ id }) => id)).toEqual(["p250"]);
    expect((await open(space, "p0")).map(({ kind }) => kind)).not.toContain("earlier");
    expect((await open(space, "p499")).at(-1)).toMatchObject({ id: "p499", current: true });
  });

  test("stays under 30 kB compressed and loads little on a space of 10,000 pages", async () => {
    const space = new Space();
    for (let top = 0; top < 100; top += 1) {
      const group = insert(`chapter-${top}`, { type: top % 2 ? "group" : "document" });
      const pages = Array.from({ length: 99 }, (_, at) =>
        insert(`page-${top}-${at}-with-a-name`, { into: `chapter-${top}` }),
      );
      await space.apply(group, ...pages);
    }
    const trail = (await readTrail(space.nodes, space.root, "page-51-40-with-a-name")) ?? [];
    space.nodes.loads = 0;
    const items = await readNavigation(scopeOf(space), trail);
    // Each entry may need a chunk of its own to know whether pages are below it; the rest is shared.
    expect(space.nodes.loads).toBeLessThan(1_000);
    const html = renderBranch(items, wordsFor("en")).text;
    expect(html).toContain('aria-current="page"');
    expect(brotliCompressSync(Buffer.from(html)).length).toBeLessThan(30_000);
  });
});

describe("readBranch", () => {
  test("answers the level below a page, closed", async () => {
    const space = await smallSpace();
    const trail = (await readTrail(space.nodes, space.root, "install")) ?? [];
    const items = await readBranch(scopeOf(space), trail);
    expect(lines(items)).toEqual(["docker+"]);
    expect(items[0]?.href).toBe("/guides/install/docker");
    expect(await readBranch(scopeOf(space), [])).toEqual([]);
  });
});
