import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { linksFrom, linksInto } from "./links.ts";
import { sliceOfMap } from "./mapRead.ts";
import type { FileEntry, LinkTargets, Page, ReusableContent } from "./page.ts";
import { reusableSource, targetInRevision } from "./revision.ts";
import { anyChange, applyAny, body, insert, Space, update } from "./space.fixture.ts";

const numRuns = process.env["LECTERN_TEST_TIER"] === "full" ? 1000 : 60;

/** Who links to what, worked out page by page, without any of the maps that are kept for it. */
async function naive({ nodes, root }: Space): Promise<{ backlinks: [string, number][]; targets: object }> {
  const pages = await sliceOfMap<Page>(nodes, root.pages);
  const files = await sliceOfMap<FileEntry>(nodes, root.files);
  const reusable = await sliceOfMap<ReusableContent>(nodes, root.reusable);
  const links = new Map(await sliceOfMap<LinkTargets>(nodes, root.links));
  const there = { pages: new Map(pages), files: new Map(files), reusable: new Map(reusable) };
  const backlinks: [string, number][] = [];
  const targets: Record<string, number> = {};
  for (const source of [...there.pages.keys(), ...[...there.reusable.keys()].map(reusableSource)]) {
    const own = new Map<string, number>();
    const add = (target: string, count: number) => own.set(target, (own.get(target) ?? 0) + count);
    for (const [target, count] of Object.entries(links.get(source) ?? {})) {
      if (!target.startsWith("self#")) add(target, count);
      else if (there.pages.has(source)) add(`page:${source}#${target.slice(5)}`, count);
    }
    const cover = there.pages.get(source)?.cover?.["ref"] as { file: string } | undefined;
    if (cover !== undefined) add(`file:${cover.file}`, 1);
    for (const [target, count] of own) {
      const named = targetInRevision(target);
      const isThere = named === undefined || there[named.map].has(named.id);
      const filed = (isThere ? target : `broken:${target}`).replaceAll("\t", " ");
      backlinks.push([`${filed}\t${source}`, count]);
      targets[filed] = (targets[filed] ?? 0) + 1;
    }
  }
  return { backlinks: backlinks.toSorted(([a], [b]) => (a < b ? -1 : 1)), targets };
}

describe("links after any history", () => {
  test("are what the pages say, one by one", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 30 }), async (changes) => {
        const space = new Space();
        await applyAny(space, changes);
        const { backlinks, targets } = await naive(space);
        expect(await sliceOfMap(space.nodes, space.root.backlinks)).toEqual(backlinks);
        expect(Object.fromEntries(await sliceOfMap(space.nodes, space.root.targets))).toEqual(targets);
      }),
      { numRuns },
    );
  });

  test("lead back to the pages that they lead from", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyChange, { maxLength: 20 }), async (changes) => {
        const space = new Space();
        await applyAny(space, changes);
        const there: string[] = [];
        const back: string[] = [];
        for (const [id] of await sliceOfMap<Page>(space.nodes, space.root.pages)) {
          for (const target of Object.keys(await linksFrom(space.nodes, space.root, id))) {
            if (target.startsWith("page:p1")) there.push(`${id} ${target}`);
          }
        }
        const isThere = (await sliceOfMap<Page>(space.nodes, space.root.pages)).some(([id]) => id === "p1");
        for (const { source, target } of await linksInto(
          space.nodes,
          space.root,
          isThere ? "page:p1" : "broken:page:p1",
        )) {
          if (!source.startsWith("reusable:")) back.push(`${source} ${target.replace("broken:", "")}`);
        }
        // p10 and p11 begin like p1 and are other pages.
        const ofP1 = there.filter((line) => !/page:p1\d/.test(line));
        expect(back.toSorted()).toEqual(ofP1.toSorted());
      }),
      { numRuns },
    );
  });
});

describe("places in pages", () => {
  test("break and mend with the page they are in", async () => {
    const space = new Space();
    await space.apply(insert("a", { body: body("t", "page:b#top", "page:b", "self#end") }));
    const targets = async () => (await sliceOfMap(space.nodes, space.root.targets)).map(([key]) => key);
    expect(await targets()).toEqual(["broken:page:b", "broken:page:b#top", "page:a#end"]);
    await space.apply(insert("b"), insert("b2"));
    expect(await targets()).toEqual(["page:a#end", "page:b", "page:b#top"]);
    await space.apply({ operation: "delete_page", page: "b" });
    expect(await targets()).toEqual(["broken:page:b", "broken:page:b#top", "page:a#end"]);
    await space.apply(update("a", { body: null }));
    expect(space.root.targets).toBeNull();
  });
});
